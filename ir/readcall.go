package ir

import "strings"

// call takes a call, invoke or callbr behind its opcode; nil for a debug
// intrinsic.
func (b *bodyReader) call(op Op) *Instr {
	line := b.r.line
	x := &take(&b.extras, 1, 32)[0]
	fl := Flags(0)
	for {
		f, ok := flagNames[b.r.peekWord()]
		if !ok {
			break
		}
		b.r.word()
		fl |= f
	}
	start := b.r.pos
	b.r.convention()
	x.CC = b.r.from(start)
	x.RetAttrs = b.r.attrs(b.r.typeStops)
	t := b.r.typ()
	if strings.HasPrefix(b.r.s[b.r.pos:b.r.end], "@llvm.dbg.") {
		b.debugIntrinsic()
		return nil
	}
	callee := b.callee()
	b.callArgs(x)
	x.FnType = b.calleeType(t, b.args)
	b.setCallee(callee, x.FnType)
	if u, ok := callee.(*undeclared); ok {
		callee = b.r.m.implicit(u.name, x.FnType)
	}
	x.FnAttrs = b.fnAttrs()
	if b.r.peek() == '[' {
		b.bundles(x)
	}
	b.args = append(b.args, callee)
	i := b.make(op, x.FnType.Ret, b.args...)
	i.Flags, i.X, i.Line = fl, x, line
	if x.Bundles != "" && i.CalledFunc() != nil && i.CalledFunc().Name == "llvm.assume" {
		x.Bundles, x.bundleVals = "", nil
	}
	switch op {
	case Invoke:
		b.r.expectKw("to")
		to := b.labelOp()
		b.r.expectKw("unwind")
		i.Blocks = b.to(to, b.labelOp())
	case CallBr:
		b.r.expectKw("to")
		to := b.labelOp()
		i.Blocks = append([]*Block{to}, b.labelList()...)
	}
	return i
}

// debugIntrinsic moves over the rest of a call of a debug intrinsic.
func (b *bodyReader) debugIntrinsic() {
	b.r.name()
	b.r.balanced()
	b.fnAttrs()
	for b.r.peek() == ',' {
		b.r.skip(1)
		b.r.skip(1)
		b.r.word()
		b.r.node()
	}
}

// callArgs takes the arguments of a call, in parentheses, into args, and their
// attributes into x.
func (b *bodyReader) callArgs(x *Extra) {
	b.r.expect('(')
	b.args, b.attrsOf = b.args[:0], b.attrsOf[:0]
	for n := 0; b.r.peek() != ')'; n++ {
		if n > 0 {
			b.r.expect(',')
		}
		if b.r.ellipsis() { // musttail in a thunk passes on what it got
			b.r.fail("a call that passes on ... is not supported")
		}
		at := b.r.typ()
		if at == MetaType {
			b.args = append(b.args, b.r.metaValue())
			continue
		}
		if a := b.r.attrs(valueWord); a != "" {
			for len(b.attrsOf) < n {
				b.attrsOf = append(b.attrsOf, "")
			}
			b.attrsOf = append(b.attrsOf, a)
		}
		b.args = append(b.args, b.r.value(at))
	}
	b.r.skip(1)
	if len(b.attrsOf) > 0 {
		x.ArgAttrs = make([]string, len(b.args))
		copy(x.ArgAttrs, b.attrsOf)
	}
}

// callee takes the called value. Its type is not stated.
func (b *bodyReader) callee() Value {
	switch b.r.peek() {
	case '%':
		return b.locals.local(nil)
	case '@':
		return b.r.symbol(nil)
	}
	if b.r.peekWord() == "asm" {
		return b.r.inlineAsm(nil)
	}
	return b.r.value(b.r.m.Ptr())
}

// calleeType is the function type of a call from the type in the text, which
// is the result's unless it is a function type itself.
func (b *bodyReader) calleeType(t *Type, args []Value) *Type {
	if t.Kind == FuncKind {
		if len(args) < len(t.Fields) || len(args) > len(t.Fields) && !t.Variadic {
			b.r.fail("%d arguments for a function of type %s", len(args), t)
		}
		return t
	}
	b.types = b.types[:0]
	for _, a := range args {
		b.types = append(b.types, a.Type())
	}
	return b.r.m.Types.Func(t, b.types, false)
}

// setCallee completes what only the call tells about its callee.
func (b *bodyReader) setCallee(v Value, fn *Type) {
	switch v := v.(type) {
	case *forward:
		if v.typ == nil {
			v.typ = b.r.m.PtrTo(fn)
		}
	case *InlineAsm:
		v.Typ = b.r.m.PtrTo(fn)
	}
}

// fnAttrs takes the attributes behind a call's arguments, all on one line.
func (b *bodyReader) fnAttrs() string {
	start := b.r.pos
	for b.r.sameLine() {
		switch c := b.r.peek(); {
		case c == '#':
			b.r.skip(1)
			b.r.uint()
		case c == '"':
			b.r.str()
			if b.r.eat('=') {
				b.r.str()
			}
		case isLetter(c):
			w := b.r.peekWord()
			if OpByName(w) != BadOp || w == "to" || w == "tail" || w == "musttail" || w == "notail" ||
				b.r.followedBy(len(w), ':') {
				return b.r.from(start)
			}
			b.r.skip(len(w))
			if b.r.peek() == '(' {
				b.r.balanced()
			} else if b.r.eat('=') {
				b.r.uint()
			}
		default:
			return b.r.from(start)
		}
	}
	return b.r.from(start)
}

// bundles takes [ "tag"(operands...), ... ]. Locals in it are replaced by
// marks in the text, because their names may change.
func (b *bodyReader) bundles(x *Extra) {
	start := b.r.pos
	var text strings.Builder
	b.r.skip(1)
	for b.r.peek() != ']' {
		if b.r.peek() == '%' && b.r.pos > start {
			text.WriteString(b.r.s[start:b.r.pos])
			x.bundleVals = append(x.bundleVals, b.locals.local(nil))
			text.WriteByte(0)
			start = b.r.tail
			continue
		}
		if b.r.peek() == 0 {
			b.r.fail("operand bundle is not closed")
		}
		if b.r.peek() == '"' {
			b.r.str()
			continue
		}
		n := 1
		for b.r.pos+n < b.r.end && identChar[b.r.s[b.r.pos+n]] {
			n++
		}
		b.r.skip(n)
	}
	b.r.skip(1)
	text.WriteString(b.r.upTo(start))
	x.Bundles = text.String()
}
