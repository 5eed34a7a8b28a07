package ir

import "strings"

// linkageWord reports whether w stands between define/declare and the
// attributes of the result, or between a variable's = and its keyword.
func linkageWord(w string) bool {
	switch w {
	case "private", "internal", "available_externally", "linkonce", "weak", "common", "appending",
		"extern_weak", "linkonce_odr", "weak_odr", "external", "dso_local", "dso_preemptable",
		"hidden", "protected", "default", "dllimport", "dllexport":
		return true
	}
	return false
}

// convWord reports whether w names a calling convention.
func convWord(w string) bool {
	switch w {
	case "swifttailcc", "spir_func", "spir_kernel", "ptx_kernel", "ptx_device", "amdgpu_kernel", "x86_64_sysvcc", "win64cc":
		return true
	}
	return strings.HasSuffix(w, "cc") || strings.HasPrefix(w, "cc") && len(w) > 2 && isDigit(w[2]) ||
		strings.HasPrefix(w, "amdgpu_") || strings.HasPrefix(w, "riscv_vls") || strings.HasSuffix(w, "_pcs")
}

// convention takes a calling convention if one stands here.
func (r *reader) convention() {
	w := r.peekWord()
	if !convWord(w) {
		return
	}
	r.skip(len(w))
	if w == "cc" && isDigit(r.peek()) {
		r.uint()
	}
	if r.peek() == '(' {
		r.balanced()
	}
}

// attrsBefore takes attribute words up to where stop says so: at a type
// (before a result type) or at a value (before an argument). Each may carry
// (...), =value, or, for align, a number.
func (r *reader) attrs(stop func(w string) bool) string {
	start := r.pos
	for {
		switch c := r.peek(); {
		case c == '"':
			r.str()
			if r.eat('=') {
				r.str()
			}
			continue
		case !isLetter(c), c == 'c' && r.followedBy(1, '"'):
			return r.from(start)
		}
		w := r.peekWord()
		if stop(w) {
			return r.from(start)
		}
		r.skip(len(w))
		switch c := r.peek(); {
		case c == '(':
			r.balanced()
		case c == '=':
			r.skip(1)
			r.uint()
		case isDigit(c) && (w == "align" || w == "alignstack"):
			r.int64() // up to 2^32
		}
	}
}

// from is upTo that gives "" when nothing was taken since start.
func (r *reader) from(start int) string {
	if r.pos == start {
		return ""
	}
	return r.upTo(start)
}

func (r *reader) typeStops(w string) bool {
	return r.m.simpleType(w) != nil || w == "target" && r.followedBy(len(w), '(')
}

// Lookup is the function (*Function) or variable (*Global) of that name (as
// spelled, without @), nil if the module has none. The error is a *Diagnostic
// for a header that cannot be read.
func (m *Module) Lookup(name string) (v Value, err error) {
	if f := m.funcs[name]; f != nil {
		return f, nil
	}
	if g := m.globals[name]; g != nil {
		return g, nil
	}
	e := m.file.index["@"+name]
	if e == nil || e.Drop {
		return nil, nil
	}
	defer func() {
		if err != nil {
			v = nil
		}
	}()
	defer catch(&err)
	if e.Kind == GlobalEntity {
		g := m.readGlobal(e)
		m.resolveTypes()
		m.globals[name], e.global = g, g
		return g, nil
	}
	f := m.readHeader(e)
	m.resolveTypes()
	m.funcs[name], e.fn = f, f
	return f, nil
}

// Func is the function of that name (as spelled, without @), nil if there is
// none. Its header is read; Load reads the body. When the header cannot be
// read, Load says why, and the type is not to be relied on.
func (m *Module) Func(name string) *Function {
	v, err := m.Lookup(name)
	if err != nil && m.file.index["@"+name].Kind != GlobalEntity {
		return m.brokenFunc(name, err)
	}
	f, _ := v.(*Function)
	return f
}

// brokenFunc stands for a function whose header cannot be read.
func (m *Module) brokenFunc(name string, err error) *Function {
	if f := m.broken[name]; f != nil {
		return f
	}
	e := m.file.index["@"+name]
	f := &Function{
		Name: name, Typ: m.FuncType(Void), Module: m, IsDecl: e.Kind == DeclareEntity, Line: e.Line, entity: e, broken: err,
	}
	if m.broken == nil {
		m.broken = map[string]*Function{}
	}
	m.broken[name] = f
	return f
}

// Global is the variable, alias or ifunc of that name, nil if there is none or
// its header cannot be read: Lookup tells which.
func (m *Module) Global(name string) *Global {
	v, _ := m.Lookup(name)
	g, _ := v.(*Global)
	return g
}

// readHeader reads a function up to its body.
func (m *Module) readHeader(e *Entity) *Function {
	end := e.End
	if e.Kind == DefineEntity {
		end = e.body - 1
	}
	r := m.newReader(e.Start, end, e.Line)
	f := &Function{Name: e.Name, Module: m, entity: e, Line: r.line, IsDecl: e.Kind == DeclareEntity}
	r.word()
	start := r.pos
	for r.peek() == '!' { // attachments of a declaration
		r.skip(1)
		r.word()
		r.node()
	}
	for linkageWord(r.peekWord()) {
		r.word()
	}
	r.convention()
	f.Prefix = r.from(start)
	f.RetAttrs = r.attrs(r.typeStops)
	ret := r.typ()
	if r.peek() != '@' {
		r.expected("a function name")
	}
	r.name()
	r.expect('(')
	var params []*Type
	variadic := false
	for n := 0; r.peek() != ')'; n++ {
		if n > 0 {
			r.expect(',')
		}
		if r.ellipsis() {
			variadic = true
			break
		}
		p := &Param{Typ: r.typ(), Index: n, Parent: f, number: -1}
		p.Attrs = r.attrs(func(string) bool { return false })
		if r.peek() == '%' {
			p.Name, p.number = r.localName()
		}
		params = append(params, p.Typ)
		f.Params = append(f.Params, p)
	}
	r.expect(')')
	f.Typ = m.Types.Func(ret, params, variadic)
	f.Suffix = strings.TrimSpace(r.s[r.pos:r.end])
	if !f.IsDecl {
		f.Suffix = joinLines(f.Suffix)
	} else {
		f.Suffix = joinLines(stripComment(f.Suffix))
		f.loaded = true
	}
	return f
}

// joinLines makes one line of a header that goes over several.
func joinLines(s string) string {
	if strings.IndexByte(s, '\n') < 0 {
		return s
	}
	lines := strings.Split(s, "\n")
	for k, l := range lines {
		lines[k] = strings.TrimSpace(stripComment(l))
	}
	return strings.TrimSpace(strings.Join(lines, " "))
}

// stripComment drops a comment at the end of a line.
func stripComment(s string) string {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '"':
			n := strings.IndexByte(s[i+1:], '"')
			if n < 0 {
				return s
			}
			i += n + 1
		case ';':
			return strings.TrimSpace(s[:i])
		}
	}
	return s
}

// localName takes %name or %12: a name, or "" and the number.
func (r *reader) localName() (string, int) {
	quoted := r.followedBy(1, '"')
	pos, line := r.pos, r.line
	name := r.name()
	if quoted || !isDigit(name[0]) {
		return name, -1
	}
	n := 0
	for i := range len(name) {
		if !isDigit(name[i]) {
			return name, -1
		}
		n = n*10 + int(name[i]-'0')
		if n > 1<<30 {
			r.failAt(pos, line, codeSyntax, "%%%s: number too large", name)
		}
	}
	return "", n
}

// readGlobal reads a variable, alias or ifunc; its initialiser stays text.
func (m *Module) readGlobal(e *Entity) *Global {
	r := m.newReader(e.Start, e.End, e.Line)
	g := &Global{Name: e.Name, Module: m, entity: e}
	r.name()
	r.expect('=')
	start := r.pos
	external := false
words:
	for {
		w := r.word()
		switch w {
		case "global", "constant", "alias", "ifunc":
			g.Keyword = w
			g.Prefix = strings.TrimSpace(strings.TrimSuffix(r.upTo(start), w))
			break words
		case "external", "extern_weak":
			external = true
		case "addrspace":
			g.AddrSpace = r.addrSpace()
			continue
		}
		if r.peek() == '(' {
			r.balanced()
		}
	}
	if g.Keyword == "alias" || g.Keyword == "ifunc" {
		external = false
	}
	g.Prefix = dropAddrSpace(g.Prefix)
	g.ValueType = r.typ()
	if g.Keyword == "alias" || g.Keyword == "ifunc" {
		r.expect(',')
	}
	start = r.pos
	if !external {
		r.constantAsText()
		g.InitText = r.from(start)
		g.initAt, g.initLine = start, e.Line
	}
	g.Suffix = stripComment(strings.TrimSpace(r.s[r.pos:r.end]))
	return g
}

// dropAddrSpace takes addrspace(n) out of the words before a variable's
// keyword; the writer puts it back from the field.
func dropAddrSpace(words string) string {
	i := strings.Index(words, "addrspace")
	if i < 0 {
		return words
	}
	n := strings.IndexByte(words[i:], ')')
	return strings.TrimSpace(strings.TrimSpace(words[:i]) + " " + strings.TrimSpace(words[i+n+1:]))
}

// LoadInit reads the initialiser of a variable (the aliasee of an alias) into
// Init. Errors are *Diagnostic.
func (g *Global) LoadInit() (err error) {
	if g.Init != nil || g.InitText == "" {
		return nil
	}
	defer catch(&err)
	r := g.Module.newReader(g.initAt, g.initAt+len(g.InitText), g.initLine)
	if g.Keyword == "alias" || g.Keyword == "ifunc" {
		g.Init = r.typedValue()
	} else {
		g.Init = r.value(g.ValueType)
	}
	g.Module.resolveTypes()
	return nil
}
