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
	line := b.r.line
	name, num, bound := "", -1, false
	if b.r.peek() == '%' {
		name, num = b.r.localName()
		b.r.expect('=')
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
			b.r.fail("%s gives no value to name", i.Op)
		}
	case bound:
		b.locals.define(name, num, i)
	default:
		b.locals.define("", b.locals.next, i)
	}
	return i
}

// flags takes modifier words up to a type. Words that are not known are kept
// for the writer.
func (b *bodyReader) flags() (fl Flags, others string) {
	for {
		w := b.r.peekWord()
		if w == "" || b.r.m.simpleType(w) != nil || w == "target" {
			return
		}
		f, ok := flagNames[w]
		if !ok {
			start := b.r.pos
			b.r.skip(len(w))
			if b.r.peek() == '(' {
				b.r.balanced()
			}
			if others != "" {
				others += " "
			}
			others += b.r.upTo(start)
			continue
		}
		fl |= f
		b.r.skip(len(w))
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
	b.r.expect(',')
	return b.r.value(t)
}

func (b *bodyReader) commaTyped() Value {
	b.r.expect(',')
	return b.r.typedValue()
}

// operation takes an instruction from its opcode to its last operand.
func (b *bodyReader) operation() *Instr {
	pos, line := b.r.pos, b.r.line
	w := b.r.word()
	switch w {
	case "tail", "musttail", "notail":
		b.r.expectKw("call")
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
		b.r.failAt(pos, line, codeInstr, "unknown instruction '%s'", w)
	case op.IsTerminator():
		return b.terminator(op)
	case op.IsBinary():
		fl, others := b.flags()
		t := b.r.typ()
		x := b.r.value(t)
		return b.mod(b.make(op, t, x, b.comma(t)), fl, others)
	case op.IsCast():
		fl, others := b.flags()
		x := b.r.typedValue()
		b.r.expectKw("to")
		return b.mod(b.make(op, b.r.typ(), x), fl, others)
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
		c := b.r.typedValue()
		x := b.commaTyped()
		return b.mod(b.make(op, x.Type(), c, x, b.commaTyped()), fl, others)
	case FNeg, Freeze:
		fl, others := b.flags()
		x := b.r.typedValue()
		return b.mod(b.make(op, x.Type(), x), fl, others)
	case ExtractValue, InsertValue:
		return b.aggregateOp(op)
	case ExtractElement, InsertElement, ShuffleVector:
		return b.vectorOp(op)
	case VAArg:
		x := b.r.typedValue()
		b.r.expect(',')
		return b.make(op, b.r.typ(), x)
	case Fence:
		i := b.make(op, Void)
		b.ordering(i)
		return i
	case AtomicRMW, CmpXchg:
		return b.atomic(op)
	}
	return b.pad(op)
}

func (b *bodyReader) vectorOp(op Op) *Instr {
	x := b.r.typedValue()
	b.needVector(x)
	y := b.commaTyped()
	switch op {
	case ExtractElement:
		return b.make(op, x.Type().Elem, x, y)
	case InsertElement:
		return b.make(op, x.Type(), x, y, b.commaTyped())
	}
	mask := b.commaTyped()
	b.needVector(mask)
	mt := mask.Type()
	return b.make(op, b.r.m.Types.Vector(x.Type().Elem, mt.Len, mt.Scalable), x, y, mask)
}

func (b *bodyReader) needVector(v Value) {
	if v.Type().Kind != VectorKind {
		b.r.fail("a vector is needed here, not %s", v.Type())
	}
}

func (b *bodyReader) load() *Instr {
	fl, others := b.flags()
	t := b.r.typ()
	i := b.make(Load, t, b.commaTyped())
	b.mod(i, fl, others)
	if fl&Atomic != 0 {
		b.ordering(i)
	}
	return i
}

func (b *bodyReader) store() *Instr {
	fl, others := b.flags()
	v := b.r.typedValue()
	i := b.make(Store, Void, v, b.commaTyped())
	b.mod(i, fl, others)
	if fl&Atomic != 0 {
		b.ordering(i)
	}
	return i
}

// ordering takes syncscope and ordering words.
func (b *bodyReader) ordering(i *Instr) {
	start := b.r.pos
	for b.r.sameLine() && b.r.peekWord() != "" {
		b.r.word()
		if b.r.peek() == '(' {
			b.r.balanced()
		}
	}
	i.Extra().Ordering = b.r.from(start)
}

func (b *bodyReader) atomic(op Op) *Instr {
	fl := Flags(0)
	for {
		f, ok := flagNames[b.r.peekWord()]
		if !ok {
			break
		}
		b.r.word()
		fl |= f
	}
	if op == AtomicRMW {
		rmw := b.r.word()
		if b.r.kw("elementwise") {
			rmw += " elementwise"
		}
		p := b.r.typedValue()
		v := b.commaTyped()
		i := b.mod(b.make(op, v.Type(), p, v), fl, "")
		i.Extra().RMWOp = rmw
		b.ordering(i)
		return i
	}
	p := b.r.typedValue()
	old := b.commaTyped()
	i := b.make(op, b.r.m.Struct(old.Type(), I1), p, old, b.commaTyped())
	b.ordering(i)
	return b.mod(i, fl, "")
}

func (b *bodyReader) gep() *Instr {
	fl, others := b.flags()
	elem := b.r.typ()
	b.args = append(b.args[:0], b.commaTyped())
	for b.r.peek() == ',' && !b.beforeNode() {
		b.r.skip(1)
		if b.r.peekWord() == "inrange" {
			b.r.word()
		}
		b.args = append(b.args, b.r.typedValue())
	}
	if !b.args[0].Type().IsPtrOrVec() {
		b.r.fail("getelementptr of %s, which is no pointer", b.args[0].Type())
	}
	b.r.m.resolveTypes()
	i := b.make(GetElementPtr, GEPType(b.r.m, elem, b.args), b.args...)
	i.Elem = elem
	return b.mod(i, fl, others)
}

// beforeNode reports whether the comma here is followed by an attachment.
func (b *bodyReader) beforeNode() bool {
	for i := b.r.pos + 1; i < b.r.end; i++ {
		if !isSpace(b.r.s[i]) {
			return b.r.s[i] == '!'
		}
	}
	return false
}

// alignment takes a number of bytes. LLVM knows up to 2^32, of null; of so much
// the half will do.
func (b *bodyReader) alignment() int32 { return int32(min(b.r.int64(), 1<<30)) }

func (b *bodyReader) alloca() *Instr {
	fl, _ := b.flags()
	elem := b.r.typ()
	var n Value
	space, text, align := 0, "", int32(0)
	for b.r.peek() == ',' && !b.beforeNode() {
		b.r.skip(1)
		switch b.r.peekWord() {
		case "align":
			b.r.word()
			align = b.alignment()
		case "addrspace":
			start := b.r.pos
			b.r.word()
			space = b.r.addrSpace()
			text = b.r.upTo(start)
		default:
			n = b.r.typedValue()
		}
	}
	if n == nil {
		n = NewInt(I32, 1)
	}
	i := b.make(Alloca, b.r.m.addrType(elem, space), n)
	i.Elem, i.Align, i.Flags = elem, align, fl
	if text != "" {
		i.Extra().AddrSpace = text
	}
	return i
}

func (b *bodyReader) phi() *Instr {
	fl, others := b.flags()
	t := b.r.typ()
	b.args = b.args[:0]
	var from []*Block
	for {
		b.r.expect('[')
		b.args = append(b.args, b.r.value(t))
		b.r.expect(',')
		from = append(from, b.locals.block())
		b.r.expect(']')
		if b.r.peek() != ',' || b.beforeNode() {
			break
		}
		b.r.skip(1)
	}
	i := b.make(Phi, t, b.args...)
	i.Blocks = from
	return b.mod(i, fl, others)
}

func (b *bodyReader) compare(op Op) *Instr {
	fl, others := Flags(0), ""
	p := NoPred
	for p == NoPred {
		w := b.r.word()
		if p = predByName(op, w); p != NoPred {
			break
		}
		if b.r.startsType() {
			b.r.fail("unknown predicate '%s'", w)
		}
		if f, ok := flagNames[w]; ok {
			fl |= f
		} else {
			others = strings.TrimSpace(others + " " + w)
		}
	}
	t := b.r.typ()
	x := b.r.value(t)
	rt := I1
	if t.Kind == VectorKind {
		rt = b.r.m.Types.Vector(I1, t.Len, t.Scalable)
	}
	i := b.make(op, rt, x, b.comma(t))
	i.Pred = p
	return b.mod(i, fl, others)
}

func (b *bodyReader) aggregateOp(op Op) *Instr {
	agg := b.r.typedValue()
	var v Value
	if op == InsertValue {
		v = b.commaTyped()
	}
	var path []int
	b.r.m.resolveTypes()
	t := agg.Type()
	for b.r.peek() == ',' && !b.beforeNode() {
		b.r.skip(1)
		k := b.r.uint()
		if !t.IsAggregate() || k >= t.NumElems() {
			b.r.fail("index %d does not fit type %s", k, t)
		}
		t = t.At(k)
		path = append(path, k)
	}
	if len(path) == 0 {
		b.r.expected("an index")
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

// trailer takes what may stand behind any instruction: alignment and
// attachments.
func (b *bodyReader) trailer(i *Instr) {
	for b.r.peek() == ',' {
		b.r.skip(1)
		if b.r.peek() == '!' {
			b.r.skip(1)
			n := nameLen(b.r.s[:b.r.end], b.r.pos)
			if n < 0 {
				b.r.expected("the kind of an attachment")
			}
			kind := b.r.s[b.r.pos:n]
			b.r.skip(n - b.r.pos)
			if b.r.peek() != '!' {
				b.r.expected("a metadata node")
			}
			i.Meta = append(i.Meta, Attachment{Kind: kind, Node: b.r.node()})
			continue
		}
		b.r.expectKw("align")
		i.Align = b.alignment()
	}
}
