package transport

import (
	"strings"

	"github.com/llad-ad/llad/ir"
)

// reductionOf is the operation of a reduction of a vector of floats, "" for other calls.
func reductionOf(i *ir.Instr) string {
	f := i.CalledFunc()
	if f == nil {
		return ""
	}
	rest, ok := strings.CutPrefix(f.Name, "llvm.vector.reduce.f")
	if !ok {
		return ""
	}
	op, _, _ := strings.Cut(rest, ".")
	return op
}

// traceIntrinsic traces intrinsics that package rules has no row for, or says no more of than that
// they move no derivative. It reports whether i is one.
func traceIntrinsic(x *body, i *ir.Instr, f *ir.Function) bool {
	rest, ok := strings.CutPrefix(f.Name, "llvm.")
	if !ok {
		return false
	}
	name, _, _ := strings.Cut(rest, ".")
	x.b.After(i)
	switch {
	case reductionOf(i) != "":
		traceReduction(x, i, reductionOf(i))
	case strings.HasPrefix(rest, "vector.reduce.") && i.Typ.IsInt() && i.Typ != ir.I1:
		traceIntegers(x, i, strings.Split(rest, ".")[2])
	case strings.HasPrefix(rest, "masked."):
		traceMasked(x, i, rest)
	case name == "expect":
		x.setWord(i, x.word(i.Arg(0)))
	case name == "bswap":
		x.setWord(i, callAgain(x, i, x.word(i.Arg(0))))
	case name == "fshl" || name == "fshr":
		traceFunnel(x, i)
	case name == "umax" || name == "umin" || name == "smax" || name == "smin":
		if x.hasShadow(i.Arg(0)) || x.hasShadow(i.Arg(1)) {
			first := x.b.ICmp(ir.EQ, i, i.Arg(0))
			x.setWord(i, x.b.Select(first, x.word(i.Arg(0)), x.word(i.Arg(1))))
		}
	case name == "ptrmask":
		s := x.integerOf(x.word(i.Arg(0)))
		d := x.b.Sub(x.integerOf(i), x.integerOf(i.Arg(0)))
		none := x.b.ICmp(ir.EQ, s, ir.NewInt(ir.I64, 0))
		x.setWord(i, x.b.Cast(ir.IntToPtr, x.b.Select(none, s, x.b.Add(s, d)), i.Typ))
	case strings.HasSuffix(name, ".with") || strings.HasPrefix(rest, "sadd.with") || strings.HasPrefix(rest, "uadd.with") ||
		strings.HasPrefix(rest, "ssub.with") || strings.HasPrefix(rest, "usub.with") || strings.HasPrefix(rest, "smul.with") || strings.HasPrefix(rest, "umul.with"):
		traceOverflow(x, i, rest[1:4])
	case i.Typ.Scalar().IsInt() && i.Typ.Scalar() != ir.I1 && i.NumCallArgs() > 0 && computesBits[name]:
		traceBits(x, i)
	default:
		return false
	}
	return true
}

// computesBits are intrinsics on integers that compute with the bits of what they are handed.
var computesBits = map[string]bool{"ctpop": true, "ctlz": true, "cttz": true, "bitreverse": true, "abs": true,
	"sadd": true, "uadd": true, "ssub": true, "usub": true, "sshl": true, "ushl": true, "clmul": true}

// traceBits taints a number that is computed from the bits of an operand's shadow.
func traceBits(x *body, i *ir.Instr) {
	t := i.Typ
	var any ir.Value
	for _, v := range i.CallArgs() {
		if v.Type() != t || !x.hasShadow(v) {
			continue
		}
		s := x.word(v)
		if t == ir.I64 {
			s = x.call("llad.word.number", s, ir.NewInt(ir.I64, 0))
		}
		if any == nil {
			any = s
		} else {
			any = x.b.Binary(ir.Or, any, s)
		}
	}
	if any != nil && !t.IsVector() {
		x.setWord(i, x.b.Select(x.b.ICmp(ir.NE, any, ir.Zero(t)), x.tainted(t), ir.Zero(t)))
	} else if any != nil {
		x.setWord(i, x.b.Cast(ir.SExt, x.b.ICmp(ir.NE, any, ir.Zero(t)), t))
	}
}

// traceFunnel is a rotation by whole bytes, or computes with bits: the amount may tell when the program runs.
func traceFunnel(x *body, i *ir.Instr) {
	t := i.Typ
	if t.IsVector() || t.Bits > 64 {
		if n, ok := ir.IntValue(i.Arg(2)); ok && n%8 == 0 {
			x.setWord(i, callAgain(x, i, x.word(i.Arg(0)), x.word(i.Arg(1)), i.Arg(2)))
			return
		}
		traceBits(x, i)
		return
	}
	sa, sb := x.word(i.Arg(0)), x.word(i.Arg(1))
	taint := x.tainted(t)
	clean := x.b.ICmp(ir.EQ, x.b.Binary(ir.And, i.Arg(2), ir.NewInt(t, 7)), ir.Zero(t))
	for _, s := range []ir.Value{sa, sb} {
		clean = x.b.Binary(ir.And, clean, x.b.ICmp(ir.NE, s, taint))
	}
	s := x.b.Select(clean, callAgain(x, i, sa, sb, i.Arg(2)), taint)
	none := x.b.ICmp(ir.EQ, x.b.Binary(ir.Or, sa, sb), ir.Zero(t))
	x.setWord(i, x.b.Select(none, ir.Zero(t), s))
}

// traceIntegers is a reduction of integers: that of the lane which is chosen, or what the lanes make
// one after the other.
func traceIntegers(x *body, i *ir.Instr, op string) {
	vec := i.Arg(0)
	if !x.hasShadow(vec) {
		return
	}
	if vec.Type().Scalable {
		x.refuse(i, "a reduction of a scalable vector has no traced form")
		return
	}
	shadow := x.word(vec)
	at := func(v ir.Value, n int64) ir.Value { return x.b.ExtractElement(v, ir.NewInt(ir.I32, n)) }
	s, v := at(shadow, 0), at(vec, 0)
	code, computes := map[string]ir.Op{"add": ir.Add, "mul": ir.Mul, "and": ir.And, "or": ir.Or, "xor": ir.Xor}[op]
	for n := int64(1); n < vec.Type().Len; n++ {
		lane, other := at(vec, n), at(shadow, n)
		if !computes {
			s = x.b.Select(x.b.ICmp(ir.EQ, lane, i), other, s)
			continue
		}
		now := x.b.Binary(code, v, lane)
		like := ir.NewInstr(code, i.Typ, v, lane)
		s = x.combined(like, now, v, lane, s, other)
		like.DropArgs()
		v = now
	}
	x.setWord(i, s)
}

// traceOverflow is arithmetic that tells of overflow.
func traceOverflow(x *body, i *ir.Instr, op string) {
	a, b := i.Arg(0), i.Arg(1)
	if !x.hasShadow(a) && !x.hasShadow(b) || a.Type().IsVector() {
		return
	}
	like := ir.NewInstr(map[string]ir.Op{"add": ir.Add, "sub": ir.Sub, "mul": ir.Mul}[op], a.Type(), a, b)
	s := x.combined(like, x.b.ExtractValue(i, 0), a, b, x.word(a), x.word(b))
	like.DropArgs()
	x.words[i] = x.b.InsertValue(ir.Zero(i.Typ), s, 0)
}

// traceReduction is a reduction of a vector, element by element.
func traceReduction(x *body, i *ir.Instr, op string) {
	vec := i.Arg(i.NumCallArgs() - 1)
	if !x.hasShadow(vec) && (i.NumCallArgs() < 2 || !x.hasShadow(i.Arg(0))) {
		x.places[i] = ir.NewInt(ir.I32, 0)
		return
	}
	if vec.Type().Scalable {
		x.refuse(i, "a reduction of a scalable vector has no traced form")
		return
	}
	one := ir.NewFloat(ir.Double, 1)
	lanes := func(visit func(lane, v, p ir.Value)) {
		for n := range vec.Type().Len {
			lane := ir.NewInt(ir.I32, n)
			visit(lane, x.b.ExtractElement(vec, lane), x.lanePlace(i, vec, int(n)))
		}
	}
	var s ir.Value
	switch op {
	case "add":
		var sum sums
		sum.add(x.place(i.Arg(0)), one)
		lanes(func(_, _, p ir.Value) { sum.add(p, one) })
		s = x.pushed(sum)
	case "mul":
		s = x.place(i.Arg(0))
		product := i.Arg(0)
		lanes(func(_, v, p ir.Value) {
			s = x.call("llad.names.push2", s, x.double(v), p, x.double(product))
			product = x.b.FMul(product, v)
		})
	default:
		s = ir.NewInt(ir.I32, 0)
		lanes(func(_, v, p ir.Value) { s = x.b.Select(x.b.FCmp(ir.OEQ, v, i), p, s) })
	}
	x.setPlace(i, s)
}

// traceMasked is a load or store under a mask, element by element: what the mask leaves out goes nowhere.
func traceMasked(x *body, i *ir.Instr, name string) {
	load := strings.HasPrefix(name, "masked.load.") || strings.HasPrefix(name, "masked.gather.")
	if !load && !strings.HasPrefix(name, "masked.store.") && !strings.HasPrefix(name, "masked.scatter.") {
		x.refuse(i, "'llvm.%s' has no traced form", name)
		return
	}
	data, addr := ir.Value(i), i.Arg(0)
	last := i.NumCallArgs() - 1
	mask := i.Arg(last)
	if load {
		mask = i.Arg(last - 1)
	} else {
		data, addr = i.Arg(0), i.Arg(1)
	}
	t := data.Type()
	if t.Scalable {
		x.refuse(i, "an access of a scalable vector has no traced form")
		return
	}
	var s ir.Value = ir.Zero(x.t.shadowType(t))
	zero := ir.NewInt(ir.I64, 0)
	for n := range t.Len {
		lane := ir.NewInt(ir.I32, n)
		p, sp := addr, x.word(addr)
		if addr.Type().IsVector() {
			p, sp = x.b.ExtractElement(p, lane), x.b.ExtractElement(sp, lane)
		}
		m := &memory{shadow: x.integerOf(sp), primal: x.integerOf(p), moved: true, line: x.at(i)}
		if !addr.Type().IsVector() {
			m = x.offset(m, x.memberOffset(t, int(n)))
		}
		on := x.b.ExtractElement(mask, lane)
		m.shadow = x.b.Select(on, m.shadow, zero)
		if !load {
			v := x.b.ExtractElement(x.word(data), lane)
			x.write(i, t.Elem, x.b.ExtractElement(data, lane), x.b.Select(on, v, ir.Zero(v.Type())), m)
			continue
		}
		v := x.read(i, t.Elem, m)
		if v == nil {
			return
		}
		rest := x.b.ExtractElement(x.word(i.Arg(last)), lane)
		s = x.b.InsertElement(s, x.b.Select(on, v, rest), lane)
	}
	if load {
		x.setWord(i, s)
	}
}
