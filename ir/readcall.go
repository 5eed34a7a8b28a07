package ir

import "strings"

// call takes a call, invoke or callbr behind its opcode; nil for a debug
// intrinsic.
func (b *bodyReader) call(op Op) *Instr {
	line := b.line
	x := &take(&b.extras, 1, 32)[0]
	fl := Flags(0)
	for {
		f, ok := flagNames[b.peekWord()]
		if !ok {
			break
		}
		b.word()
		fl |= f
	}
	start := b.pos
	b.convention()
	x.CC = b.from(start)
	x.RetAttrs = b.attrs(b.typeStops)
	t := b.typ()
	if strings.HasPrefix(b.s[b.pos:b.end], "@llvm.dbg.") {
		b.name()
		b.balanced()
		b.fnAttrs()
		for b.peek() == ',' {
			b.skip(1)
			b.skip(1)
			b.word()
			b.node()
		}
		return nil
	}
	callee := b.callee()
	b.expect('(')
	b.args, b.attrsOf = b.args[:0], b.attrsOf[:0]
	for n := 0; b.peek() != ')'; n++ {
		if n > 0 {
			b.expect(',')
		}
		if b.ellipsis() { // musttail in a thunk passes on what it got
			b.fail("a call that passes on ... is not supported")
		}
		at := b.typ()
		if at == MetaType {
			b.args = append(b.args, b.metaValue())
			continue
		}
		if a := b.attrs(valueWord); a != "" {
			for len(b.attrsOf) < n {
				b.attrsOf = append(b.attrsOf, "")
			}
			b.attrsOf = append(b.attrsOf, a)
		}
		b.args = append(b.args, b.value(at))
	}
	b.skip(1)
	if len(b.attrsOf) > 0 {
		x.ArgAttrs = make([]string, len(b.args))
		copy(x.ArgAttrs, b.attrsOf)
	}
	x.FnType = b.calleeType(t, b.args)
	b.setCallee(callee, x.FnType)
	if u, ok := callee.(*undeclared); ok {
		callee = b.m.implicit(u.name, x.FnType)
	}
	x.FnAttrs = b.fnAttrs()
	if b.peek() == '[' {
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
		b.expectKw("to")
		to := b.labelOp()
		b.expectKw("unwind")
		i.Blocks = b.to(to, b.labelOp())
	case CallBr:
		b.expectKw("to")
		to := b.labelOp()
		i.Blocks = append([]*Block{to}, b.labelList()...)
	}
	return i
}

// callee takes the called value. Its type is not stated.
func (b *bodyReader) callee() Value {
	switch b.peek() {
	case '%':
		return b.local(nil)
	case '@':
		return b.symbol(nil)
	}
	if b.peekWord() == "asm" {
		return b.inlineAsm(nil)
	}
	return b.value(b.m.Ptr())
}

// calleeType is the function type of a call from the type in the text, which
// is the result's unless it is a function type itself.
func (b *bodyReader) calleeType(t *Type, args []Value) *Type {
	if t.Kind == FuncKind {
		if len(args) < len(t.Fields) || len(args) > len(t.Fields) && !t.Variadic {
			b.fail("%d arguments for a function of type %s", len(args), t)
		}
		return t
	}
	b.types = b.types[:0]
	for _, a := range args {
		b.types = append(b.types, a.Type())
	}
	return b.m.Types.Func(t, b.types, false)
}

// setCallee completes what only the call tells about its callee.
func (b *bodyReader) setCallee(v Value, fn *Type) {
	switch v := v.(type) {
	case *forward:
		if v.typ == nil {
			v.typ = b.m.PtrTo(fn)
		}
	case *InlineAsm:
		v.Typ = b.m.PtrTo(fn)
	}
}

// fnAttrs takes the attributes behind a call's arguments, all on one line.
func (b *bodyReader) fnAttrs() string {
	start := b.pos
	for b.sameLine() {
		switch c := b.peek(); {
		case c == '#':
			b.skip(1)
			b.uint()
		case c == '"':
			b.str()
			if b.eat('=') {
				b.str()
			}
		case isLetter(c):
			w := b.peekWord()
			if OpByName(w) != BadOp || w == "to" || w == "tail" || w == "musttail" || w == "notail" ||
				b.followedBy(len(w), ':') {
				return b.from(start)
			}
			b.skip(len(w))
			if b.peek() == '(' {
				b.balanced()
			} else if b.eat('=') {
				b.uint()
			}
		default:
			return b.from(start)
		}
	}
	return b.from(start)
}

// bundles takes [ "tag"(operands...), ... ]. Locals in it are replaced by
// marks in the text, because their names may change.
func (b *bodyReader) bundles(x *Extra) {
	start := b.pos
	var text strings.Builder
	b.skip(1)
	for b.peek() != ']' {
		if b.peek() == '%' && b.pos > start {
			text.WriteString(b.s[start:b.pos])
			x.bundleVals = append(x.bundleVals, b.local(nil))
			text.WriteByte(0)
			start = b.tail
			continue
		}
		if b.peek() == 0 {
			b.fail("operand bundle is not closed")
		}
		if b.peek() == '"' {
			b.str()
			continue
		}
		n := 1
		for b.pos+n < b.end && identChar[b.s[b.pos+n]] {
			n++
		}
		b.skip(n)
	}
	b.skip(1)
	text.WriteString(b.upTo(start))
	x.Bundles = text.String()
}
