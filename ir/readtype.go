package ir

// ParseType reads the text of a type as it stands in the module.
func (m *Module) ParseType(text string) (t *Type, err error) {
	defer catch(&err)
	r := m.newTextReader(text)
	t = r.typ()
	if r.pos < r.end {
		r.expected("the end of the type")
	}
	m.resolveTypes()
	return t, nil
}

// simpleType is the type that a keyword alone spells, nil if it spells none.
func (m *Module) simpleType(w string) *Type {
	switch w {
	case "ptr":
		return OpaquePtr
	case "i32":
		return I32
	case "i64":
		return I64
	case "double":
		return Double
	case "i8":
		return I8
	case "i1":
		return I1
	case "float":
		return Float
	case "void":
		return Void
	case "label":
		return Label
	case "metadata":
		return MetaType
	case "i16":
		return I16
	case "i128":
		return I128
	case "half":
		return Half
	case "bfloat":
		return BFloat
	case "x86_fp80":
		return X86FP80
	case "fp128":
		return FP128
	case "ppc_fp128":
		return PPCFP128
	case "token":
		return Token
	case "x86_mmx":
		return X86MMX
	case "x86_amx":
		return X86AMX
	}
	if len(w) < 2 || w[0] != 'i' || len(w) > 9 {
		return nil
	}
	bits := 0
	for i := 1; i < len(w); i++ {
		if !isDigit(w[i]) {
			return nil
		}
		bits = bits*10 + int(w[i]-'0')
	}
	if bits == 0 || bits > 1<<23 {
		return nil
	}
	return m.Types.Int(bits)
}

// startsType reports whether a type stands here.
func (r *reader) startsType() bool {
	switch r.peek() {
	case '%', '{', '[', '<':
		return true
	}
	w := r.peekWord()
	if w == "" {
		return false
	}
	return r.m.simpleType(w) != nil || w == "target" && r.followedBy(len(w), '(')
}

// followedBy reports whether c stands n characters on.
func (r *reader) followedBy(n int, c byte) bool {
	return r.pos+n < r.end && r.s[r.pos+n] == c
}

// typ takes a type.
func (r *reader) typ() *Type {
	t := r.baseType()
	for {
		switch r.peek() {
		case '*':
			r.skip(1)
			t = r.m.Types.TypedPtr(t, 0)
		case '(':
			t = r.funcType(t)
		case 'a':
			if !r.kw("addrspace") {
				return t
			}
			n := r.addrSpace()
			r.expect('*')
			t = r.m.Types.TypedPtr(t, n)
		default:
			return t
		}
	}
}

// addrSpace takes the (n) behind addrspace.
func (r *reader) addrSpace() int {
	r.expect('(')
	if r.peek() == '"' { // a letter of the data layout, as in addrspace("P")
		r.fail("symbolic address spaces are not supported")
	}
	n := r.uint()
	r.expect(')')
	return n
}

func (r *reader) baseType() *Type {
	switch r.peek() {
	case '%':
		return r.namedType()
	case '{':
		return r.structType(false)
	case '<':
		r.enter()
		defer r.leave()
		r.skip(1)
		if r.peek() == '{' {
			t := r.structType(true)
			r.expect('>')
			return t
		}
		scalable := r.kw("vscale")
		if scalable {
			r.expectKw("x")
		}
		n, elem := r.sized()
		r.expect('>')
		return r.m.Types.Vector(elem, n, scalable)
	case '[':
		r.enter()
		defer r.leave()
		r.skip(1)
		n, elem := r.sized()
		r.expect(']')
		return r.m.Types.Array(elem, n)
	}
	w := r.peekWord()
	t := r.m.simpleType(w)
	switch {
	case t == OpaquePtr:
		r.skip(len(w))
		if r.kw("addrspace") {
			return r.m.Types.OpaquePtr(r.addrSpace())
		}
		return t
	case t != nil:
		r.skip(len(w))
		return t
	case w == "target" && r.followedBy(len(w), '('):
		start := r.pos
		r.skip(len(w))
		r.balanced()
		return r.m.Types.Target(r.upTo(start))
	}
	r.failAt(r.pos, r.line, codeType, "expected a type, found %s", r.excerpt())
	return nil
}

// sized takes the `n x elem` of an array or vector.
func (r *reader) sized() (int64, *Type) {
	n := r.int64()
	r.expectKw("x")
	return n, r.typ()
}

func (r *reader) structType(packed bool) *Type {
	return r.m.Types.Struct(r.structFields(), packed)
}

func (r *reader) structFields() []*Type {
	r.enter()
	defer r.leave()
	r.expect('{')
	var fields []*Type
	for r.peek() != '}' {
		if len(fields) > 0 {
			r.expect(',')
		}
		fields = append(fields, r.typ())
	}
	r.skip(1)
	return fields
}

func (r *reader) funcType(ret *Type) *Type {
	r.enter()
	defer r.leave()
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
		params = append(params, r.typ())
	}
	r.expect(')')
	return r.m.Types.Func(ret, params, variadic)
}

func (r *reader) ellipsis() bool {
	if r.pos+3 <= r.end && r.s[r.pos:r.pos+3] == "..." {
		r.skip(3)
		return true
	}
	return false
}

// namedType takes %name and sees to it that its definition will be read.
func (r *reader) namedType() *Type {
	pos, line := r.pos, r.line
	name := r.name()
	if t, ok := r.m.Types.named[name]; ok {
		return t
	}
	if r.m.file.index["%"+name] == nil {
		r.failAt(pos, line, codeType, "type %%%s is not defined", name)
	}
	t := r.m.Types.Named(name)
	r.m.pending = append(r.m.pending, t)
	return t
}

// resolveTypes reads the definitions of the named structs met since the last
// call, and of those these mention.
func (m *Module) resolveTypes() {
	if len(m.pending) == 0 {
		return
	}
	var read []*Type
	ok := false
	defer func() {
		if !ok { // forget what was not read well, so that it fails again
			for _, t := range append(read, m.pending...) {
				delete(m.Types.named, t.Name)
			}
			m.pending = nil
		}
	}()
	for len(m.pending) > 0 {
		t := m.pending[len(m.pending)-1]
		m.pending = m.pending[:len(m.pending)-1]
		read = append(read, t)
		readTypeBody(m, t)
	}
	seen := map[*Type]bool{}
	for _, t := range read {
		checkSized(m, t, seen, 0)
	}
	ok = true
}

func readTypeBody(m *Module, t *Type) {
	e := m.file.index["%"+t.Name]
	r := m.newReader(e.Start, e.End, e.Line)
	r.name()
	r.expect('=')
	r.expectKw("type")
	if r.kw("opaque") {
		return
	}
	packed := false
	if r.peek() == '<' {
		packed = true
		r.skip(1)
	}
	t.SetBody(r.structFields(), packed)
	if packed {
		r.expect('>')
	}
}

// checkSized refuses a struct that contains itself other than behind a
// pointer. seen is false for types on the path, true for those that are fine.
func checkSized(m *Module, t *Type, seen map[*Type]bool, depth int) {
	switch t.Kind {
	case ArrayKind, VectorKind:
		checkSized(m, t.Elem, seen, depth)
	case StructKind:
		if t.Name != "" {
			done, met := seen[t]
			if done {
				return
			}
			if met || depth > 10*maxDepth {
				e := m.file.index["%"+t.Name]
				d := &Diagnostic{File: m.Name, Code: codeType, Message: "type %" + t.Name + " contains itself"}
				if e != nil {
					d.Line = int(e.Line)
				}
				panic(readError{d})
			}
			seen[t] = false
		}
		for _, f := range t.Fields {
			checkSized(m, f, seen, depth+1)
		}
		if t.Name != "" {
			seen[t] = true
		}
	}
}
