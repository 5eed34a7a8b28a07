package ir

import (
	"fmt"
	"sort"
	"strconv"
	"strings"
)

// NewBytes is the text of what transformations added, made to stand alone:
// the added functions, variables and types, declarations of everything they
// use, and the types, comdat-free variables and metadata these need. What the
// module defines under a name that is visible from outside is declared;
// private functions and constants are copied, because
// nothing else could give them (see carries).
//
// The error is a *Diagnostic when added code uses something that can neither be
// declared nor copied: a writable variable that only this module sees, or a
// function whose address has to stay the same.
func (m *Module) NewBytes() ([]byte, error) {
	c := &collector{m: m, seen: map[any]bool{}, nodes: map[string]bool{}, copied: map[*Function]bool{}}
	for _, g := range m.added.globals {
		c.global(g)
	}
	for _, f := range m.added.funcs {
		if len(f.Blocks) > 0 {
			c.function(f)
		}
	}
	for _, text := range m.added.texts {
		c.symbolsIn(text)
	}
	for c.err == nil && len(c.work) > 0 {
		next := c.work[0]
		c.work = c.work[1:]
		next()
	}
	c.compared()
	c.known()
	if c.err != nil {
		return nil, c.err
	}
	return c.text(), nil
}

// collector gathers what added code needs.
type collector struct {
	m       *Module
	seen    map[any]bool
	work    []func() // still to look through
	types   []*Type
	globals []*Global
	decls   []*Function
	bodies  [][]byte // of functions that are added, or copied
	copied  map[*Function]bool
	nodes   map[string]bool
	units   []string // of debug information, among the nodes
	noType  string   // of functions, there
	flags   []string // of the module, which say of what version it is
	err     error
}

func (c *collector) fail(format string, args ...any) {
	if c.err == nil {
		d := &Diagnostic{File: c.m.Name, Code: codePrivate, Hint: "write the whole module instead (-emit whole)"}
		d.Message = fmt.Sprintf(format, args...)
		c.err = d
	}
}

func (c *collector) typ(t *Type) {
	if t == nil || c.seen[t] {
		return
	}
	switch t.Kind {
	case PtrKind, VectorKind, ArrayKind, StructKind, FuncKind:
	default:
		return
	}
	c.seen[t] = true
	c.typ(t.Elem)
	c.typ(t.Ret)
	for _, f := range t.Fields {
		c.typ(f)
	}
	if t.Name != "" && t.Kind == StructKind {
		c.types = append(c.types, t)
	}
}

// attrTypes notes the types that an attribute text names, as in byval(%T).
func (c *collector) attrTypes(text string) {
	if strings.IndexByte(text, '%') < 0 {
		return
	}
	eachAttr(text, func(a attr) bool {
		if t, err := c.m.ParseType(a.arg); !a.str && a.arg != "" && err == nil {
			c.typ(t)
		}
		return true
	})
}

func (c *collector) value(v Value) {
	switch v := v.(type) {
	case *Function:
		c.function(v)
	case *Global:
		c.global(v)
	case *Const:
		c.typ(v.Typ)
		c.typ(v.Elem)
		for _, e := range v.Elems {
			c.value(e)
		}
		c.raw(v)
	case *Meta:
		c.nodesIn(v.Text)
	case *Instr, *Param:
	}
}

// raw looks through a constant kept as text. Blocks have addresses only where
// their function is written.
func (c *collector) raw(v *Const) {
	switch {
	case v.Kind != ConstRaw:
	case v.Block != nil:
		c.function(v.Block.Parent)
	case strings.HasPrefix(v.Text, "blockaddress"):
		c.fail("the generated code uses the address of a block of another function: %s", v.Text)
	default:
		c.symbolsIn(v.Text)
	}
}

// symbolsIn notes the symbols that a text names.
func (c *collector) symbolsIn(text string) { c.inText(text, c.value) }

func (c *collector) nodesIn(text string) {
	for i := 0; i < len(text); i++ {
		if text[i] == '"' {
			_, n := quotedAt(text, i)
			i = n - 1
			continue
		}
		if text[i] != '!' || i+1 >= len(text) || !isDigit(text[i+1]) {
			continue
		}
		n := nameLen(text, i+1)
		id := text[i:n]
		if !c.nodes[id] {
			c.nodes[id] = true
			c.work = append(c.work, func() { c.node(id) })
		}
		i = n - 1
	}
}

func (c *collector) function(f *Function) {
	if g := c.m.funcs[f.Name]; g != nil && f.entity == nil && len(f.Blocks) == 0 {
		f = g // which f, no longer part of the module, was declared for
	}
	if c.seen[f] || f.inText {
		return
	}
	c.seen[f] = true
	c.typ(f.Typ)
	c.attrTypes(f.RetAttrs)
	for _, p := range f.Params {
		c.attrTypes(p.Attrs)
	}
	if f.entity == nil && len(f.Blocks) > 0 {
		c.work = append(c.work, func() { c.body(f) })
		return
	}
	if c.carries(f) {
		c.copied[f] = true
		c.work = append(c.work, func() { c.carry(f) })
		return
	}
	c.decls = append(c.decls, f)
}

// local reports whether linkage words make a symbol invisible to other
// modules.
func local(prefix string) bool {
	for _, w := range strings.Fields(prefix) {
		if w == "private" || w == "internal" {
			return true
		}
	}
	return false
}

// body looks through an added function. Types are those of the text as it is
// written, casts included.
func (c *collector) body(f *Function) {
	c.symbolsIn(splitSuffix(f.Suffix).personality)
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if newLifetime(i) {
				continue
			}
			c.typ(i.Typ)
			c.typ(i.Elem)
			if i.X != nil {
				c.typ(i.X.FnType)
				for _, a := range i.X.ArgAttrs {
					c.attrTypes(a)
				}
				c.symbolsIn(i.X.Bundles)
			}
			for k := range i.ops {
				c.value(i.ops[k].Val)
			}
		}
	}
	text := f.append(nil, true)
	c.bodies = append(c.bodies, text)
	c.nodesIn(string(text))
}

func (c *collector) global(g *Global) {
	if c.seen[g] {
		return
	}
	c.seen[g] = true
	c.typ(g.ValueType)
	c.globals = append(c.globals, g)
	if g.entity == nil {
		c.value(g.Init)
		return
	}
	if !local(g.Prefix) {
		return
	}
	if g.Keyword != "constant" {
		c.fail("@%s is a variable private to the module, but the generated code uses it", g.Name)
		return
	}
	if err := g.LoadInit(); err != nil {
		c.err = err
		return
	}
	c.value(g.Init)
}

func (c *collector) text() []byte {
	m := c.m
	var out []byte
	for _, e := range m.Entities {
		if e.Kind == TargetEntity {
			out = append(out, strings.TrimRight(m.file.of(e), "\n")...)
			out = append(out, '\n')
		}
	}
	for _, t := range c.types {
		out = append(out, t.spelling+" = type "+t.Body()+"\n"...)
	}
	for _, g := range c.globals {
		out = c.appendGlobal(out, g)
	}
	for _, b := range c.bodies {
		out = append(append(out, '\n'), b...)
	}
	if len(c.decls) > 0 {
		out = append(out, '\n')
	}
	for _, f := range c.decls {
		out = append(out, c.declaration(f)...)
	}
	out = appendLines(out, m.added.texts)
	return renumbered(c.appendNodes(out))
}

func (c *collector) appendNodes(out []byte) []byte {
	ids := make([]int, 0, len(c.nodes))
	for id := range c.nodes {
		if n, err := strconv.Atoi(id[1:]); err == nil {
			ids = append(ids, n)
		}
	}
	sort.Ints(ids)
	if len(ids) > 0 {
		out = append(out, '\n')
	}
	out = c.appendUnits(out)
	for _, n := range ids {
		id := "!" + strconv.Itoa(n)
		if t := c.aloneNode(id); t != "" {
			out = append(out, id+" = "+t+"\n"...)
		}
	}
	return out
}

// node notes what a node needs.
func (c *collector) node(id string) {
	text := c.aloneNode(id)
	if kindOfNode(text) == "DICompileUnit" {
		c.unit(id)
	}
	c.nodesIn(text)
}

// appendGlobal writes a variable for text that stands alone: whole when it is
// added or private, else as a declaration.
func (c *collector) appendGlobal(out []byte, g *Global) []byte {
	if t := g.ValueType; t.Kind == FuncKind { // an alias of a function
		params := make([]string, 0, len(t.Fields)+1)
		for _, p := range t.Fields {
			params = append(params, p.spelling)
		}
		if t.Variadic {
			params = append(params, "...")
		}
		return append(out, "declare "+t.Ret.spelling+" @"+g.Name+"("+strings.Join(params, ", ")+")\n"...)
	}
	copied := *g
	if g.entity != nil {
		copied.Suffix = alignOf(g.Suffix)
		copied.Prefix = keepWords(g.Prefix, "private", "internal", "unnamed_addr", "local_unnamed_addr", "thread_local")
		copied.entity = nil
		if !local(g.Prefix) {
			copied.Prefix = strings.TrimSpace("external " + keepWords(g.Prefix, "thread_local"))
			copied.Init, copied.InitText = nil, ""
			if g.Keyword == "alias" || g.Keyword == "ifunc" {
				copied.Keyword = "global"
			}
		}
	}
	return copied.append(out)
}

// keepWords are those of the linkage words that are wanted, with what stands
// in parentheses behind them.
func keepWords(prefix string, wanted ...string) string {
	var out []string
	eachAttr(prefix, func(a attr) bool {
		for _, w := range wanted {
			if a.name == w {
				out = append(out, a.text)
			}
		}
		return true
	})
	return strings.Join(out, " ")
}

// alignOf is the `, align n` in what stands behind a variable's initialiser.
func alignOf(suffix string) string {
	for _, part := range strings.Split(suffix, ",") {
		if part = strings.TrimSpace(part); strings.HasPrefix(part, "align ") {
			return ", " + part
		}
	}
	return ""
}

// declaration declares a function of the module with the attributes that
// callers must agree on.
func (c *collector) declaration(f *Function) string {
	m := c.m
	var b strings.Builder
	b.WriteString("declare ")
	if f.IsDecl && strings.Contains(f.Prefix, "extern_weak") {
		b.WriteString("extern_weak ")
	}
	if cc := conventionOf(f.Prefix); cc != "" {
		b.WriteString(cc + " ")
	}
	if a := m.attrs.filter(f.RetAttrs, keptRet); a != "" {
		b.WriteString(a + " ")
	}
	b.WriteString(f.Typ.Ret.spelling + " @" + f.Name + "(")
	for k, p := range f.Params {
		if k > 0 {
			b.WriteString(", ")
		}
		b.WriteString(p.Typ.spelling)
		a := m.attrs.portable(p.Attrs)
		if strings.HasPrefix(f.Name, "llvm.") {
			a = ""
		}
		if a != "" {
			b.WriteString(" " + a)
		}
	}
	if f.Typ.Variadic {
		if len(f.Params) > 0 {
			b.WriteString(", ")
		}
		b.WriteString("...")
	}
	b.WriteByte(')')
	if !strings.HasPrefix(f.Name, "llvm.") {
		if a := m.attrs.filter(splitSuffix(f.Suffix).attrs, declaredFn); a != "" {
			b.WriteString(" " + a)
		}
	}
	b.WriteByte('\n')
	return b.String()
}

// declaredFn are the attributes of a function that its declaration keeps.
var declaredFn = words(`nounwind noreturn returns_twice readnone readonly writeonly argmemonly inaccessiblememonly
	inaccessiblemem_or_argmemonly willreturn nofree nosync allocsize noalias cold`)
