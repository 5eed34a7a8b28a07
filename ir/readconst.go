package ir

import "strings"

// value takes an operand of type t, which has been read: a local, a symbol or
// a constant.
func (r *reader) value(t *Type) Value {
	c := r.peek()
	switch {
	case c == '%':
		if r.locals == nil {
			r.expected("a constant")
		}
		return r.locals.local(t)
	case c == '@':
		return r.symbol(t)
	case isDigit(c) || c == '-' || c == '+', c == 'u' && r.followedBy(1, '0'):
		return r.number(t)
	case c == '{', c == '[', c == '<':
		return r.aggregate(t)
	case c == 'c' && r.followedBy(1, '"'):
		start := r.pos
		r.pos++
		r.str()
		return &Const{Kind: ConstString, Typ: t, Text: r.upTo(start)}
	case c == '!' && t == MetaType:
		return &Meta{Text: r.node()}
	}
	return r.constWord(t)
}

// typedValue takes a type and a value of it.
func (r *reader) typedValue() Value {
	t := r.typ()
	if t == MetaType {
		return r.metaValue()
	}
	return r.value(t)
}

// constant takes a typed constant as it stands inside another.
func (r *reader) constant() Value {
	r.enter()
	defer r.leave()
	return r.value(r.typ())
}

// symbol takes @name.
func (r *reader) symbol(t *Type) Value {
	pos, line := r.pos, r.line
	name := r.name()
	if f := r.m.funcs[name]; f != nil && f.Typ != nil {
		return f
	}
	if g := r.m.globals[name]; g != nil {
		return g
	}
	v, err := r.m.Lookup(name)
	if err != nil {
		panic(readError{err.(*Diagnostic)})
	}
	if v == nil {
		if strings.HasPrefix(name, "llvm.") {
			return &undeclared{name: name, typ: t}
		}
		r.failAt(pos, line, codeUndefined, "@%s is used but not defined", name)
	}
	return v
}

// undeclared stands for an intrinsic used without a declaration until the
// call it is found in tells its type.
type undeclared struct {
	name string
	typ  *Type
}

func (u *undeclared) Type() *Type   { return u.typ }
func (u *undeclared) Ident() string { return "@" + u.name }

// aggregate takes { }, [ ], < > or <{ }>.
func (r *reader) aggregate(t *Type) Value {
	r.enter()
	defer r.leave()
	c := &Const{Typ: t}
	var closing string
	want := StructKind
	switch {
	case r.peek() == '{':
		c.Kind, closing = ConstStruct, "}"
	case r.peek() == '[':
		c.Kind, closing, want = ConstArray, "]", ArrayKind
	case t.Kind == StructKind:
		c.Kind, closing = ConstStruct, "}>"
		r.skip(1)
		if r.peek() != '{' {
			r.expected("'{'")
		}
	default:
		c.Kind, closing, want = ConstVector, ">", VectorKind
	}
	r.skip(1)
	for r.peek() != closing[0] {
		if len(c.Elems) > 0 {
			r.expect(',')
		}
		et := r.typ()
		c.Elems = append(c.Elems, r.value(et))
	}
	for i := range closing {
		r.expect(closing[i])
	}
	r.m.resolveTypes() // t may be met here first
	if t.Kind != want || int64(len(c.Elems)) != int64(t.NumElems()) || t.Scalable {
		r.fail("a constant with %d members does not fit type %s", len(c.Elems), t)
	}
	for k, e := range c.Elems {
		if et := t.At(k); e.Type() != et && !Same(e.Type(), et) {
			r.fail("member %d of a constant of type %s has type %s", k, t, e.Type())
		}
	}
	return c
}

// valueWord reports whether the keyword w starts a constant.
func valueWord(w string) bool {
	switch w {
	case "true", "false", "null", "undef", "poison", "zeroinitializer", "none", "splat", "asm",
		"blockaddress", "dso_local_equivalent", "no_cfi", "ptrauth":
		return true
	}
	return OpByName(w) != BadOp
}

func (r *reader) constWord(t *Type) Value {
	w := r.peekWord()
	kind := ConstNull
	switch w {
	case "true", "false":
		if t != I1 {
			r.fail("%s cannot have type %s", w, t)
		}
		r.skip(len(w))
		return NewBool(w == "true")
	case "null":
		if !t.IsPtr() {
			r.fail("null cannot have type %s", t)
		}
	case "undef":
		kind = ConstUndef
	case "poison":
		kind = ConstPoison
	case "zeroinitializer":
		kind = ConstZero
	case "none":
		kind = ConstNone
	case "splat":
		if t.Kind != VectorKind {
			r.fail("splat cannot have type %s", t)
		}
		r.skip(len(w))
		r.expect('(')
		v := r.constant()
		r.expect(')')
		return &Const{Kind: ConstSplat, Typ: t, Elems: []Value{v}}
	case "blockaddress", "dso_local_equivalent", "no_cfi", "ptrauth":
		return r.rawConst(t, w)
	case "asm":
		return r.inlineAsm(t)
	default:
		if op := OpByName(w); op != BadOp {
			r.skip(len(w))
			return r.constExpr(t, op)
		}
		r.expected("a value")
	}
	r.skip(len(w))
	return &Const{Kind: kind, Typ: t}
}

// rawConst takes a constant that is kept as text. A block of the function in
// hand is remembered, because the text may hold a number.
func (r *reader) rawConst(t *Type, w string) Value {
	c := &Const{Kind: ConstRaw, Typ: t}
	start := r.pos
	r.skip(len(w))
	if w == "blockaddress" && r.locals != nil {
		r.expect('(')
		if r.peek() != '@' {
			r.expected("a function")
		}
		name := r.name()
		r.expect(',')
		if r.peek() != '%' {
			r.expected("a block")
		}
		if name == r.locals.f.Name {
			c.Block = r.locals.block()
		} else {
			r.name()
		}
		r.expect(')')
	} else if r.peek() == '(' {
		r.balanced()
	} else if r.peek() == '@' {
		r.name()
	} else {
		r.expected("a symbol")
	}
	c.Text = r.upTo(start)
	return c
}

func (r *reader) inlineAsm(t *Type) Value {
	start := r.pos
	r.skip(len("asm"))
	for r.peekWord() != "" {
		r.word()
	}
	r.str()
	r.expect(',')
	r.str()
	return &InlineAsm{Text: r.upTo(start), Typ: t}
}

// constExpr takes the rest of a constant expression behind its opcode.
func (r *reader) constExpr(t *Type, op Op) Value {
	r.enter()
	defer r.leave()
	c := &Const{Kind: ConstExpr, Typ: t, Op: op}
	for r.peek() != '(' {
		w := r.word()
		switch {
		case op == ICmp || op == FCmp:
			c.Pred = predByName(op, w)
			if c.Pred == NoPred {
				r.fail("unknown predicate %q", w)
			}
		case w == "inrange" && r.peek() == '(':
			start := r.pos
			r.balanced()
			c.InRange = "inrange" + r.upTo(start)
		default:
			c.Flags |= flagNames[w]
		}
	}
	r.skip(1)
	if op == GetElementPtr {
		c.Elem = r.typ()
		r.expect(',')
	}
	for n := 0; r.peek() != ')'; n++ {
		if n > 0 {
			if op.IsCast() {
				break
			}
			r.expect(',')
		}
		if isDigit(r.peek()) && (op == ExtractValue || op == InsertValue) {
			c.Indices = append(c.Indices, r.uint())
			continue
		}
		if r.kw("inrange") { // LLVM 14 to 18 mark an index
			c.Indices = append(c.Indices, n)
		}
		c.Elems = append(c.Elems, r.constant())
		if op.IsCast() {
			r.expectKw("to")
			c.Typ = r.typ()
		}
	}
	r.expect(')')
	if len(c.Elems) == 0 || op == GetElementPtr && len(c.Elems) < 1 {
		r.fail("%s without operands", op)
	}
	if op == GetElementPtr {
		r.m.resolveTypes()
		c.Typ = GEPType(r.m, c.Elem, c.Elems)
	}
	return c
}

// metaValue takes a metadata operand behind the type metadata.
func (r *reader) metaValue() Value {
	if r.peek() == '!' {
		return &Meta{Text: r.node()}
	}
	start := r.pos
	r.typ()
	if r.peek() == '%' {
		r.fail("a local as metadata is only supported in debug intrinsics")
	}
	r.constantAsText()
	return &Meta{Text: r.upTo(start)}
}

// constantAsText moves over a constant up to the comma or bracket behind it.
func (r *reader) constantAsText() {
	angle := 0
	for r.pos < r.end {
		switch r.peek() {
		case ',':
			if angle == 0 {
				return
			}
			r.skip(1)
		case ')', ']', '}', '#':
			return
		case '(', '[', '{':
			r.balanced()
		case '<':
			angle++
			r.skip(1)
		case '>':
			angle--
			r.skip(1)
		case '"':
			r.str()
		default:
			n := 1
			for r.pos+n < r.end && identChar[r.s[r.pos+n]] {
				n++
			}
			r.skip(n)
		}
	}
}

// node takes a metadata node: !1, !"text", !{...}, !DIExpression(...).
func (r *reader) node() string {
	start := r.pos
	r.skip(1)
	switch c := r.peek(); {
	case c == '"':
		r.str()
	case c == '{':
		r.balanced()
	case isDigit(c):
		r.uint()
	default:
		n := nameLen(r.s[:r.end], r.pos)
		if n < 0 {
			r.expected("a metadata node")
		}
		r.skip(n - r.pos)
		if r.peek() == '(' {
			r.balanced()
		}
	}
	return r.upTo(start)
}
