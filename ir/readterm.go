package ir

// pad takes landingpad and the funclet pads.
func (b *bodyReader) pad(op Op) *Instr {
	switch op {
	case LandingPad:
		t := b.r.typ()
		fl := Flags(0)
		if b.r.kw("cleanup") {
			fl = Cleanup
		}
		b.args = b.args[:0]
		clauses := ""
		for w := b.r.peekWord(); w == "catch" || w == "filter"; w = b.r.peekWord() {
			b.r.word()
			b.args = append(b.args, b.r.typedValue())
			if clauses != "" {
				clauses += " "
			}
			clauses += w
		}
		i := b.make(op, t, b.args...)
		i.Flags = fl
		if clauses != "" {
			i.Extra().Clauses = clauses
		}
		return i
	case CatchPad, CleanupPad:
		b.r.expectKw("within")
		b.args = append(b.args[:0], b.r.value(Token))
		b.r.expect('[')
		for n := 0; b.r.peek() != ']'; n++ {
			if n > 0 {
				b.r.expect(',')
			}
			b.args = append(b.args, b.r.typedValue())
		}
		b.r.skip(1)
		return b.make(op, Token, b.args...)
	}
	b.r.fail("instruction '%s' is not read", op)
	return nil
}

// terminator takes the instructions that end a block, behind their opcode.
func (b *bodyReader) terminator(op Op) *Instr {
	switch op {
	case Ret:
		t := b.r.typ()
		if t == Void {
			return b.make(op, Void)
		}
		return b.make(op, Void, b.r.value(t))
	case Br:
		return b.branch()
	case Switch:
		return b.switchOp()
	case IndirectBr:
		i := b.make(op, Void, b.r.typedValue())
		b.r.expect(',')
		i.Blocks = b.labelList()
		return i
	case Invoke, CallBr:
		return b.call(op)
	case Resume:
		return b.make(op, Void, b.r.typedValue())
	case CleanupRet:
		b.r.expectKw("from")
		i := b.make(op, Void, b.r.value(Token))
		b.unwind(i)
		return i
	case CatchRet:
		b.r.expectKw("from")
		i := b.make(op, Void, b.r.value(Token))
		b.r.expectKw("to")
		i.Blocks = b.to(b.labelOp())
		return i
	case CatchSwitch:
		b.r.expectKw("within")
		i := b.make(op, Token, b.r.value(Token))
		i.Blocks = b.labelList()
		b.unwind(i)
		return i
	}
	return b.make(op, Void)
}

// unwind takes `unwind to caller` or `unwind label %x`; the former is noted in
// Clauses.
func (b *bodyReader) unwind(i *Instr) {
	b.r.expectKw("unwind")
	if b.r.kw("to") {
		b.r.expectKw("caller")
		i.Extra().Clauses = "caller"
		return
	}
	i.Blocks = append(i.Blocks, b.labelOp())
}

func (b *bodyReader) branch() *Instr {
	if b.r.peekWord() == "label" {
		i := b.make(Br, Void)
		i.Blocks = b.to(b.labelOp())
		return i
	}
	c := b.r.typedValue()
	b.r.expect(',')
	yes := b.labelOp()
	b.r.expect(',')
	i := b.make(Br, Void, c)
	i.Blocks = b.to(yes, b.labelOp())
	return i
}

func (b *bodyReader) switchOp() *Instr {
	b.args = append(b.args[:0], b.r.typedValue())
	b.r.expect(',')
	to := b.to(b.labelOp())
	b.r.expect('[')
	for b.r.peek() != ']' {
		b.args = append(b.args, b.r.typedValue())
		b.r.expect(',')
		to = append(to, b.labelOp())
	}
	b.r.skip(1)
	i := b.make(Switch, Void, b.args...)
	i.Blocks = to
	return i
}

func (b *bodyReader) labelList() (l []*Block) {
	b.r.expect('[')
	for b.r.peek() != ']' {
		if len(l) > 0 {
			b.r.expect(',')
		}
		l = append(l, b.labelOp())
	}
	b.r.skip(1)
	return l
}
