package ir

import "strings"

// flagNames are the one-word modifiers behind opcodes.
var flagNames = map[string]Flags{
	"nuw": NUW, "nsw": NSW, "exact": Exact, "inbounds": InBounds, "nusw": NUSW, "nneg": NNeg,
	"disjoint": Disjoint, "samesign": SameSign, "volatile": Volatile, "atomic": Atomic, "weak": Weak,
	"inalloca": InAlloca, "swifterror": SwiftError,
	"fast": FastMath, "reassoc": FMFReassoc, "nnan": FMFNNaN, "ninf": FMFNInf, "nsz": FMFNSZ, "arcp": FMFARcp,
	"contract": FMFContract, "afn": FMFAFn,
}

// predByName is the predicate of op spelled w, NoPred if there is none.
func predByName(op Op, w string) Pred {
	from, to := EQ, SLE
	if op == FCmp {
		from, to = FFalse, FTrue
	}
	for p := from; p <= to; p++ {
		if predNames[p] == w {
			return p
		}
	}
	return NoPred
}

// instruction takes an instruction with its name and attachments; nil for a
// debug intrinsic, which is dropped.
func (b *bodyReader) instruction() *Instr {
	line := b.line
	name, num, bound := "", -1, false
	if b.peek() == '%' {
		name, num = b.localName()
		b.expect('=')
		bound = true
	}
	i := b.operation()
	if i == nil {
		return nil
	}
	i.Line = line
	b.trailer(i)
	switch {
	case i.Typ == Void:
		if bound {
			b.fail("%s gives no value to name", i.Op)
		}
	case bound:
		b.define(name, num, i)
	default:
		b.define("", b.next, i)
	}
	return i
}

// flags takes modifier words up to a type. Words that are not known are kept
// for the writer.
func (b *bodyReader) flags() (fl Flags, others string) {
	for {
		w := b.peekWord()
		if w == "" || b.m.simpleType(w) != nil || w == "target" {
			return
		}
		f, ok := flagNames[w]
		if !ok {
			start := b.pos
			b.skip(len(w))
			if b.peek() == '(' {
				b.balanced()
			}
			if others != "" {
				others += " "
			}
			others += b.upTo(start)
			continue
		}
		fl |= f
		b.skip(len(w))
	}
}

// mod puts flags on an instruction.
func (b *bodyReader) mod(i *Instr, fl Flags, others string) *Instr {
	i.Flags |= fl
	if others != "" {
		i.Extra().Others = others
	}
	return i
}

// comma takes a comma and the value of type t behind it.
func (b *bodyReader) comma(t *Type) Value {
	b.expect(',')
	return b.value(t)
}

func (b *bodyReader) commaTyped() Value {
	b.expect(',')
	return b.typedValue()
}

// operation takes an instruction from its opcode to its last operand.
func (b *bodyReader) operation() *Instr {
	pos, line := b.pos, b.line
	w := b.word()
	switch w {
	case "tail", "musttail", "notail":
		b.expectKw("call")
		fl := map[string]Flags{"tail": TailCall, "musttail": MustTail, "notail": NoTail}[w]
		i := b.call(Call)
		if i != nil {
			i.Flags |= fl
		}
		return i
	}
	op := OpByName(w)
	switch {
	case op == BadOp:
		b.failAt(pos, line, codeInstr, "unknown instruction '%s'", w)
	case op.IsTerminator():
		return b.terminator(op)
	case op.IsBinary():
		fl, others := b.flags()
		t := b.typ()
		x := b.value(t)
		return b.mod(b.make(op, t, x, b.comma(t)), fl, others)
	case op.IsCast():
		fl, others := b.flags()
		x := b.typedValue()
		b.expectKw("to")
		return b.mod(b.make(op, b.typ(), x), fl, others)
	}
	switch op {
	case Call:
		return b.call(op)
	case Load:
		return b.load()
	case Store:
		return b.store()
	case GetElementPtr:
		return b.gep()
	case Alloca:
		return b.alloca()
	case Phi:
		return b.phi()
	case ICmp, FCmp:
		return b.compare(op)
	case Select:
		fl, others := b.flags()
		c := b.typedValue()
		x := b.commaTyped()
		return b.mod(b.make(op, x.Type(), c, x, b.commaTyped()), fl, others)
	case FNeg, Freeze:
		fl, others := b.flags()
		x := b.typedValue()
		return b.mod(b.make(op, x.Type(), x), fl, others)
	case ExtractValue, InsertValue:
		return b.aggregateOp(op)
	case ExtractElement:
		x := b.typedValue()
		b.needVector(x)
		return b.make(op, x.Type().Elem, x, b.commaTyped())
	case InsertElement:
		x := b.typedValue()
		b.needVector(x)
		v := b.commaTyped()
		return b.make(op, x.Type(), x, v, b.commaTyped())
	case ShuffleVector:
		x := b.typedValue()
		b.needVector(x)
		y := b.commaTyped()
		mask := b.commaTyped()
		b.needVector(mask)
		mt := mask.Type()
		return b.make(op, b.m.Types.Vector(x.Type().Elem, mt.Len, mt.Scalable), x, y, mask)
	case VAArg:
		x := b.typedValue()
		b.expect(',')
		return b.make(op, b.typ(), x)
	case Fence:
		i := b.make(op, Void)
		b.ordering(i)
		return i
	case AtomicRMW, CmpXchg:
		return b.atomic(op)
	}
	return b.pad(op)
}

func (b *bodyReader) needVector(v Value) {
	if v.Type().Kind != VectorKind {
		b.fail("a vector is needed here, not %s", v.Type())
	}
}

func (b *bodyReader) load() *Instr {
	fl, others := b.flags()
	t := b.typ()
	i := b.make(Load, t, b.commaTyped())
	b.mod(i, fl, others)
	if fl&Atomic != 0 {
		b.ordering(i)
	}
	return i
}

func (b *bodyReader) store() *Instr {
	fl, others := b.flags()
	v := b.typedValue()
	i := b.make(Store, Void, v, b.commaTyped())
	b.mod(i, fl, others)
	if fl&Atomic != 0 {
		b.ordering(i)
	}
	return i
}

// ordering takes syncscope and ordering words.
func (b *bodyReader) ordering(i *Instr) {
	start := b.pos
	for b.sameLine() && b.peekWord() != "" {
		b.word()
		if b.peek() == '(' {
			b.balanced()
		}
	}
	i.Extra().Ordering = b.from(start)
}

func (b *bodyReader) atomic(op Op) *Instr {
	fl := Flags(0)
	for {
		f, ok := flagNames[b.peekWord()]
		if !ok {
			break
		}
		b.word()
		fl |= f
	}
	if op == AtomicRMW {
		rmw := b.word()
		if b.kw("elementwise") {
			rmw += " elementwise"
		}
		p := b.typedValue()
		v := b.commaTyped()
		i := b.mod(b.make(op, v.Type(), p, v), fl, "")
		i.Extra().RMWOp = rmw
		b.ordering(i)
		return i
	}
	p := b.typedValue()
	old := b.commaTyped()
	i := b.make(op, b.m.Struct(old.Type(), I1), p, old, b.commaTyped())
	b.ordering(i)
	return b.mod(i, fl, "")
}

func (b *bodyReader) gep() *Instr {
	fl, others := b.flags()
	elem := b.typ()
	b.args = append(b.args[:0], b.commaTyped())
	for b.peek() == ',' && !b.beforeNode() {
		b.skip(1)
		if b.peekWord() == "inrange" {
			b.word()
		}
		b.args = append(b.args, b.typedValue())
	}
	if !b.args[0].Type().IsPtrOrVec() {
		b.fail("getelementptr of %s, which is no pointer", b.args[0].Type())
	}
	b.m.resolveTypes()
	i := b.make(GetElementPtr, GEPType(b.m, elem, b.args), b.args...)
	i.Elem = elem
	return b.mod(i, fl, others)
}

// beforeNode reports whether the comma here is followed by an attachment.
func (b *bodyReader) beforeNode() bool {
	for i := b.pos + 1; i < b.end; i++ {
		if !isSpace(b.s[i]) {
			return b.s[i] == '!'
		}
	}
	return false
}

// alignment takes a number of bytes. LLVM knows up to 2^32, of null; of so much
// the half will do.
func (b *bodyReader) alignment() int32 { return int32(min(b.int64(), 1<<30)) }

func (b *bodyReader) alloca() *Instr {
	fl, _ := b.flags()
	elem := b.typ()
	var n Value
	space, text, align := 0, "", int32(0)
	for b.peek() == ',' && !b.beforeNode() {
		b.skip(1)
		switch b.peekWord() {
		case "align":
			b.word()
			align = b.alignment()
		case "addrspace":
			start := b.pos
			b.word()
			space = b.addrSpace()
			text = b.upTo(start)
		default:
			n = b.typedValue()
		}
	}
	if n == nil {
		n = NewInt(I32, 1)
	}
	i := b.make(Alloca, b.m.addrType(elem, space), n)
	i.Elem, i.Align, i.Flags = elem, align, fl
	if text != "" {
		i.Extra().AddrSpace = text
	}
	return i
}

func (b *bodyReader) phi() *Instr {
	fl, others := b.flags()
	t := b.typ()
	b.args = b.args[:0]
	var from []*Block
	for {
		b.expect('[')
		b.args = append(b.args, b.value(t))
		b.expect(',')
		from = append(from, b.block())
		b.expect(']')
		if b.peek() != ',' || b.beforeNode() {
			break
		}
		b.skip(1)
	}
	i := b.make(Phi, t, b.args...)
	i.Blocks = from
	return b.mod(i, fl, others)
}

func (b *bodyReader) compare(op Op) *Instr {
	fl, others := Flags(0), ""
	p := NoPred
	for p == NoPred {
		w := b.word()
		if p = predByName(op, w); p != NoPred {
			break
		}
		if b.startsType() {
			b.fail("unknown predicate '%s'", w)
		}
		if f, ok := flagNames[w]; ok {
			fl |= f
		} else {
			others = strings.TrimSpace(others + " " + w)
		}
	}
	t := b.typ()
	x := b.value(t)
	rt := I1
	if t.Kind == VectorKind {
		rt = b.m.Types.Vector(I1, t.Len, t.Scalable)
	}
	i := b.make(op, rt, x, b.comma(t))
	i.Pred = p
	return b.mod(i, fl, others)
}

func (b *bodyReader) aggregateOp(op Op) *Instr {
	agg := b.typedValue()
	var v Value
	if op == InsertValue {
		v = b.commaTyped()
	}
	var path []int
	b.m.resolveTypes()
	t := agg.Type()
	for b.peek() == ',' && !b.beforeNode() {
		b.skip(1)
		k := b.uint()
		if !t.IsAggregate() || k >= t.NumElems() {
			b.fail("index %d does not fit type %s", k, t)
		}
		t = t.At(k)
		path = append(path, k)
	}
	if len(path) == 0 {
		b.expected("an index")
	}
	var i *Instr
	if op == InsertValue {
		i = b.make(op, agg.Type(), agg, v)
	} else {
		i = b.make(op, t, agg)
	}
	i.Indices = path
	return i
}

// pad takes landingpad and the funclet pads.
func (b *bodyReader) pad(op Op) *Instr {
	switch op {
	case LandingPad:
		t := b.typ()
		fl := Flags(0)
		if b.kw("cleanup") {
			fl = Cleanup
		}
		b.args = b.args[:0]
		clauses := ""
		for w := b.peekWord(); w == "catch" || w == "filter"; w = b.peekWord() {
			b.word()
			b.args = append(b.args, b.typedValue())
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
		b.expectKw("within")
		b.args = append(b.args[:0], b.value(Token))
		b.expect('[')
		for n := 0; b.peek() != ']'; n++ {
			if n > 0 {
				b.expect(',')
			}
			b.args = append(b.args, b.typedValue())
		}
		b.skip(1)
		return b.make(op, Token, b.args...)
	}
	b.fail("instruction '%s' is not read", op)
	return nil
}

// terminator takes the instructions that end a block, behind their opcode.
func (b *bodyReader) terminator(op Op) *Instr {
	switch op {
	case Ret:
		t := b.typ()
		if t == Void {
			return b.make(op, Void)
		}
		return b.make(op, Void, b.value(t))
	case Br:
		return b.branch()
	case Switch:
		return b.switchOp()
	case IndirectBr:
		i := b.make(op, Void, b.typedValue())
		b.expect(',')
		i.Blocks = b.labelList()
		return i
	case Invoke, CallBr:
		return b.call(op)
	case Resume:
		return b.make(op, Void, b.typedValue())
	case CleanupRet:
		b.expectKw("from")
		i := b.make(op, Void, b.value(Token))
		b.unwind(i)
		return i
	case CatchRet:
		b.expectKw("from")
		i := b.make(op, Void, b.value(Token))
		b.expectKw("to")
		i.Blocks = b.to(b.labelOp())
		return i
	case CatchSwitch:
		b.expectKw("within")
		i := b.make(op, Token, b.value(Token))
		i.Blocks = b.labelList()
		b.unwind(i)
		return i
	}
	return b.make(op, Void)
}

// unwind takes `unwind to caller` or `unwind label %x`; the former is noted in
// Clauses.
func (b *bodyReader) unwind(i *Instr) {
	b.expectKw("unwind")
	if b.kw("to") {
		b.expectKw("caller")
		i.Extra().Clauses = "caller"
		return
	}
	i.Blocks = append(i.Blocks, b.labelOp())
}

func (b *bodyReader) branch() *Instr {
	if b.peekWord() == "label" {
		i := b.make(Br, Void)
		i.Blocks = b.to(b.labelOp())
		return i
	}
	c := b.typedValue()
	b.expect(',')
	yes := b.labelOp()
	b.expect(',')
	i := b.make(Br, Void, c)
	i.Blocks = b.to(yes, b.labelOp())
	return i
}

func (b *bodyReader) switchOp() *Instr {
	b.args = append(b.args[:0], b.typedValue())
	b.expect(',')
	to := b.to(b.labelOp())
	b.expect('[')
	for b.peek() != ']' {
		b.args = append(b.args, b.typedValue())
		b.expect(',')
		to = append(to, b.labelOp())
	}
	b.skip(1)
	i := b.make(Switch, Void, b.args...)
	i.Blocks = to
	return i
}

func (b *bodyReader) labelList() (l []*Block) {
	b.expect('[')
	for b.peek() != ']' {
		if len(l) > 0 {
			b.expect(',')
		}
		l = append(l, b.labelOp())
	}
	b.skip(1)
	return l
}

// trailer takes what may stand behind any instruction: alignment and
// attachments.
func (b *bodyReader) trailer(i *Instr) {
	for b.peek() == ',' {
		b.skip(1)
		if b.peek() == '!' {
			b.skip(1)
			n := nameLen(b.s[:b.end], b.pos)
			if n < 0 {
				b.expected("the kind of an attachment")
			}
			kind := b.s[b.pos:n]
			b.skip(n - b.pos)
			if b.peek() != '!' {
				b.expected("a metadata node")
			}
			i.Meta = append(i.Meta, Attachment{kind, b.node()})
			continue
		}
		b.expectKw("align")
		i.Align = b.alignment()
	}
}
