package ir

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ianlancetaylor/demangle"
)

// derivation says what a generated function is a derivative of.
type derivation struct {
	of   *Function // as it was read
	what string    // gradient, tangent, ...
}

// Derives notes that f, which is generated, is a derivative of a function, or a part of one:
// what is the word for it. Debug information will call it so.
func (f *Function) Derives(of *Function, what string) { f.derived = &derivation{of.Source(), what} }

// AttachDebug gives every generated function that is a derivative of one with debug information a
// DISubprogram of its own, called `name [gradient]` or the like. Its code counts as that of the
// original, inlined into it: so instructions keep the lines that they were made for. Code without
// a line gets that of what stands before it in its block. Adjoints count as code of a function
// `name [adjoint]` with the original's lines, which is inlined as well: a line is then in two places of
// the derivative, and debuggers, which have one stop for a line in each function, stop at both.
func (m *Module) AttachDebug() {
	if !m.HasSource() {
		return
	}
	adjoints := map[string]string{}
	for _, f := range m.added.funcs {
		if f.derived == nil || len(f.Blocks) == 0 || strings.Contains(f.Suffix, "!dbg") {
			continue
		}
		of := f.derived.of.Metadata("dbg")
		node := m.Metadata().Node(of)
		if !isSubprogram(node) || MetaField(node, "unit") == "" { // else of a declaration
			continue
		}
		a := debugAttacher{x: m.Metadata(), locations: map[place]string{}, adjoints: adjoints}
		a.subprogram(f, node)
		for _, b := range f.Blocks {
			a.block(b)
		}
	}
}

// debugAttacher gives one function its debug information.
type debugAttacher struct {
	x         *Metadata
	line      string
	scope     string            // the function's DISubprogram
	root      string            // where the original counts as inlined
	locations map[place]string  // those of the original, and what stands for them
	adjoints  map[string]string // subprograms of originals, and those that their adjoints count as
}

// place is a node of a place in the original, and whether the code is the adjoint of what is there.
type place struct {
	node    string
	adjoint bool
}

// kept are the fields of a DISubprogram that are true of a derivative as well. It stands in the file,
// not in a class.
var kept = []string{"file", "line", "scopeLine", "spFlags", "unit"}

// subprogram makes the DISubprogram of f from that of the original.
func (a *debugAttacher) subprogram(f *Function, node string) {
	a.line = MetaField(node, "line")
	if a.line == "" {
		a.line = "0"
	}
	a.scope = a.like(node, f.derived.what)
	f.Suffix = strings.TrimSpace(f.Suffix + " !dbg " + a.scope)
}

// like adds a DISubprogram like another: what is the word for it.
func (a *debugAttacher) like(node, what string) string {
	fields := []string{
		fmt.Sprintf("name: %s", quoteText(sourceName(node)+" ["+what+"]")),
		"scope: " + MetaField(node, "file"),
	}
	for _, k := range kept {
		if v := MetaField(node, k); v != "" {
			fields = append(fields, k+": "+v)
		}
	}
	fields = append(fields, "type: "+a.x.noType())
	return a.x.Add("distinct !DISubprogram(" + strings.Join(fields, ", ") + ")")
}

// adjointScope is the subprogram that adjoints of code in a scope count as.
func (a *debugAttacher) adjointScope(scope string) string {
	node := a.x.Node(scope)
	for steps := 0; !isSubprogram(node) && steps < 100; steps++ {
		scope = MetaField(node, "scope")
		node = a.x.Node(scope)
	}
	if !isSubprogram(node) {
		return ""
	}
	if a.adjoints[scope] == "" {
		a.adjoints[scope] = a.like(node, "adjoint")
	}
	return a.adjoints[scope]
}

// noType adds the type of a function without parameters and result.
func (x *Metadata) noType() string {
	return x.Add("!DISubroutineType(types: " + x.Add("!{null}") + ")")
}

// sourceName is the name in a DISubprogram, with namespaces and classes where its symbol has them.
func sourceName(node string) string {
	if s, err := demangle.ToString(MetaField(node, "linkageName"), demangle.NoParams, demangle.NoTemplateParams); err == nil {
		return s
	}
	return MetaField(node, "name")
}

// block gives the instructions of a block their places.
func (a *debugAttacher) block(b *Block) {
	var at place
	for _, i := range b.Instrs {
		if loc := i.DebugLoc(); loc != nil {
			at = place{loc[0].Node, loc[0].Adjoint}
			break
		}
	}
	for _, i := range b.Instrs {
		loc := i.DebugLoc()
		if loc != nil {
			at = place{loc[0].Node, loc[0].Adjoint}
		}
		if i.Op == Phi && loc == nil {
			continue
		}
		i.setDebug(a.location(at))
	}
}

// setDebug replaces the place of an instruction.
func (i *Instr) setDebug(node string) {
	meta := make([]Attachment, 0, len(i.Meta)+1)
	for _, m := range i.Meta {
		if m.Kind != "dbg" {
			meta = append(meta, m)
		}
	}
	i.Meta = append(meta, Attachment{Kind: "dbg", Node: node})
}

// location is what stands in the derivative for a place of the original; no node is the outermost call.
func (a *debugAttacher) location(of place) string {
	if of.node == "" {
		if a.root == "" {
			a.root = a.x.Add(fmt.Sprintf("distinct !DILocation(line: %s, scope: %s)", a.line, a.scope))
		}
		return a.root
	}
	if known := a.locations[of]; known != "" {
		return known
	}
	node := a.x.Node(of.node)
	scope := MetaField(node, "scope")
	if of.adjoint {
		if own := a.adjointScope(scope); own != "" {
			scope = own
		}
	}
	made := a.location(place{})
	if scope != "" {
		line, column := number(MetaField(node, "line")), number(MetaField(node, "column"))
		made = a.x.Add(fmt.Sprintf("%s!DILocation(line: %d, column: %d, scope: %s, inlinedAt: %s)", distinct(node), line, column, scope,
			a.location(place{MetaField(node, "inlinedAt"), of.adjoint})))
	}
	a.locations[of] = made
	return made
}

// distinct is the word in front of a node, where it has it.
func distinct(node string) string {
	if strings.HasPrefix(node, "distinct ") {
		return "distinct "
	}
	return ""
}

func number(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}

// quoteText spells a string of LLVM's.
func quoteText(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for k := range len(s) {
		if c := s[k]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			fmt.Fprintf(&b, "\\%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// placeFields are the fields of nodes that say where code is from, those that LLVM 14 knows. Text that stands
// alone has no others: they lead to types and variables, or older versions do not read them. Of a class it says
// that there is one.
var placeFields = map[string][]string{
	"DICompileUnit": {"language", "file", "producer", "isOptimized", "flags", "runtimeVersion", "splitDebugFilename",
		"emissionKind", "splitDebugInlining"},
	"DISubprogram":       {"name", "linkageName", "scope", "file", "line", "scopeLine", "flags", "spFlags", "unit"},
	"DICompositeType":    {"tag", "name", "scope", "file", "line"},
	"DILocation":         {"line", "column", "scope", "inlinedAt", "isImplicitCode"},
	"DILexicalBlock":     {"scope", "file", "line", "column"},
	"DILexicalBlockFile": {"scope", "file", "discriminator"},
	"DINamespace":        {"name", "scope", "exportSymbols"},
	"DIFile":             {"filename", "directory", "checksumkind", "checksum"},
}

// kindOfNode is the name of a specialised node, "" for others.
func kindOfNode(text string) string {
	name, _, _ := strings.Cut(strings.TrimPrefix(text, "distinct "), "(")
	return strings.TrimPrefix(name, "!")
}

// aloneNode is the text of a node where the text of what was added stands alone.
func (c *collector) aloneNode(id string) string {
	text := c.m.Metadata().Node(id)
	kind := kindOfNode(text)
	keep := placeFields[kind]
	if keep == nil {
		return text
	}
	open := strings.IndexByte(text, '(')
	var fields []string
	for _, f := range splitOperands(text[open+1 : len(text)-1]) {
		if name, _, _ := strings.Cut(f, ":"); slices.Contains(keep, name) {
			fields = append(fields, f)
		}
	}
	switch kind {
	case "DICompositeType":
		fields = append(fields, "flags: DIFlagFwdDecl")
	case "DISubprogram": // LLVM insists on one
		if c.noType == "" {
			c.noType = c.m.Metadata().noType()
		}
		fields = append(fields, "type: "+c.noType)
	}
	return text[:open+1] + strings.Join(fields, ", ") + ")"
}

// unit notes a compile unit, and with the first one the flags that say how debug information is written.
func (c *collector) unit(id string) {
	c.units = append(c.units, id)
	if len(c.units) > 1 {
		return
	}
	for _, flag := range c.m.Metadata().Operands("!llvm.module.flags") {
		if ops := c.m.Metadata().Operands(flag); len(ops) == 3 && slices.Contains(debugFlags, ops[1]) {
			c.flags = append(c.flags, flag)
			c.nodesIn(flag)
		}
	}
}

var debugFlags = []string{`!"Debug Info Version"`, `!"Dwarf Version"`, `!"CodeView"`}

// appendUnits writes the names under which LLVM looks for debug information.
func (c *collector) appendUnits(out []byte) []byte {
	if len(c.units) == 0 {
		return out
	}
	out = append(out, "!llvm.dbg.cu = !{"+strings.Join(c.units, ", ")+"}\n"...)
	return append(out, "!llvm.module.flags = !{"+strings.Join(c.flags, ", ")+"}\n\n"...)
}
