package activity

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/activity/pointsto"
	"github.com/llad-ad/llad/ir"
)

// This file is about floats that are made of integers which are computed from others. In programs whose words may
// be the float of one variant of an enum and a number in another, a word that is computed and may be a float says
// little: the variant is looked at when running. What is put together of parts, or computed and then used as a float
// at once, whichever way was taken, is no such word. Where its parts come from is not seen
// there: loads of words that are computed with are those of numbers.

// joins is how a value is made of integers that come from elsewhere: memory, arguments, results.
type joins uint8

const (
	notJoined    joins = iota
	alteredBits        // by whatever computes with bits
	composedBits       // of parts
)

// way is an integer on the way to a float, and what was done on the way.
type way struct {
	v    ir.Value
	done joins
}

// joinsFloat reports whether a float is surely made of computed integers.
func (t *types) joinsFloat(i *ir.Instr) bool {
	if i.Op != ir.BitCast || !i.Typ.Scalar().IsFP() || !i.Arg(0).Type().Scalar().IsInt() {
		return false
	}
	switch t.joined(i.Arg(0), i.Typ.Scalar()) {
	case composedBits:
		return true
	case alteredBits:
		for u := range ir.Uses(i) {
			if !pointsto.IsChoice(u.User) {
				return true
			}
		}
	}
	return false
}

// summarizeJoins looks at all ways to an integer that is made a float, or returned where typ is nil. One of them without
// computation, to anything but a constant, makes it a choice of words.
func (t *types) joined(v ir.Value, typ *ir.Type) joins {
	how := notJoined
	seen := map[way]bool{}
	for work := []way{{v: v}}; len(work) > 0; {
		w := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[w] || ir.IsConstant(w.v) {
			continue
		}
		seen[w] = true
		j, ok := w.v.(*ir.Instr)
		switch {
		case ok && j.Typ.Scalar().IsInt() && keepsBits(j):
			if typ == nil || !ownExponent(j, typ) {
				for _, a := range bitsFrom(j) {
					work = append(work, way{a, max(w.done, does(j))})
				}
			}
			continue
		case ok && j.Op == ir.Load && t.partsStored(j, typ), ok && j.IsCall() && t.callComposes(j):
			w.done = composedBits
		}
		switch {
		case w.done == notJoined:
			return notJoined
		case ok && j.Op == ir.Load && !t.constantAt(j), ok && j.IsCall(), !ok && typ != nil:
			how = max(how, w.done)
		}
	}
	return how
}

// does is what an integer instruction that keeps bits does with them.
func does(i *ir.Instr) joins {
	switch {
	case !computes(i):
		return notJoined
	case i.Op == ir.Or && !ir.IsConstant(i.Arg(0)) && !ir.IsConstant(i.Arg(1)), reorders(i):
		return composedBits
	}
	return alteredBits
}

// reorders reports whether a call of an intrinsic gives the bits of its operands in another order.
func reorders(i *ir.Instr) bool {
	f := i.CalledFunc()
	return f != nil && slices.ContainsFunc(bitCalls[:4], func(name string) bool { return strings.HasPrefix(f.Name, "llvm."+name+".") })
}

// bitsFrom are the operands whose bits an integer instruction's result tells.
func bitsFrom(i *ir.Instr) []ir.Value {
	switch i.Op {
	case ir.Shl, ir.LShr, ir.AShr:
		return i.Args()[:1]
	case ir.Select:
		return i.Args()[1:]
	}
	return slices.DeleteFunc(slices.Clone(i.Args()), func(v ir.Value) bool { return !v.Type().Scalar().IsInt() })
}

// ownExponent reports whether the exponent of a float with the bits of an integer is a constant, as that of a random
// number, or all that it has, as that of a power of two.
func ownExponent(i *ir.Instr, typ *ir.Type) bool {
	size, mantissa := 64, 52
	if typ == ir.Float {
		size, mantissa = 32, 23
	}
	if i.NumArgs() < 2 || i.Typ.Scalar().Bits != size {
		return false
	}
	n, ok := ir.IntValue(i.Arg(1))
	switch {
	case !ok:
	case i.Op == ir.Shl:
		return int(n) == mantissa
	case i.Op == ir.Or && uint64(n)>>mantissa != 0:
		x, ok := i.Arg(0).(*ir.Instr)
		if ok && x.Op == ir.LShr {
			by, ok := ir.IntValue(x.Arg(1))
			return ok && int(by) >= size-mantissa
		}
		return ok && pointsto.SignificantBits(x, 0) <= mantissa
	}
	return false
}

// partsStored reports whether integers that are smaller than a float are stored in memory of its size, from which an
// integer of that size is loaded.
func (t *types) partsStored(i *ir.Instr, typ *ir.Type) bool {
	places := t.p.Pointees(i.Arg(0))
	if typ == nil || len(places) != 1 || i.Typ.Bits != int(t.p.Layout.BitSize(typ)) || t.p.Objs[places[0].Obj].Size != t.p.Layout.StoreSize(typ) {
		return false
	}
	for _, b := range t.p.Func.Blocks {
		for _, st := range b.Instrs {
			if st.Op == ir.Store && st.Arg(0).Type().IsInt() && st.Arg(0).Type().Bits < i.Typ.Bits && !ir.IsConstant(st.Arg(0)) &&
				slices.ContainsFunc(t.p.Pointees(st.Arg(1)), func(a memtypes.Addr) bool { return a.Obj == places[0].Obj }) {
				return true
			}
		}
	}
	return false
}

// constantAt reports whether a load gives constants, those of a table.
func (t *types) constantAt(i *ir.Instr) bool {
	places := t.p.Pointees(i.Arg(0))
	return len(places) > 0 && !slices.ContainsFunc(places, func(a memtypes.Addr) bool {
		g, ok := t.p.Objs[t.p.Objs[a.Obj].Root].Site.(*ir.Global)
		return !ok || !pointsto.Constant(g)
	})
}

// callComposes reports whether a callee returns an integer that it puts together of parts.
func (t *types) callComposes(i *ir.Instr) bool {
	target := t.p.TargetOf(i)
	return target.Kind == pointsto.ToDefined && t.env.Summary(target.Fn).Composes
}

// callJoins reports whether a callee makes a float of computed integers.
func (t *types) callJoins(i *ir.Instr) bool {
	target := t.p.TargetOf(i)
	return target.Kind == pointsto.ToDefined && t.env.Summary(target.Fn).Joins
}

// summarizeJoins notes what a function makes of integers that are put together.
func (t *types) summarizeJoins(s *pointsto.Summary) {
	for _, b := range t.p.Func.Blocks {
		for _, i := range b.Instrs {
			s.Joins = s.Joins || t.joinsFloat(i) || i.IsCall() && t.callJoins(i)
			if i.Op == ir.Ret && i.NumArgs() > 0 && i.Arg(0).Type().IsInt() && i.Arg(0).Type().Bits >= 32 {
				s.Composes = s.Composes || t.joined(i.Arg(0), nil) == composedBits
			}
		}
	}
}

// findJoined refuses floats that matter and that are made of computed integers, though nothing is known of where these
// come from.
func (l *lostBits) findJoined() {
	s := l.a.sol
	for _, b := range l.a.F.Blocks {
		for _, i := range b.Instrs {
			n, ok := s.p.Index.Of(i)
			if !ok || !i.Typ.HasFloat() || !s.useful[n] || s.varied[n] {
				continue
			}
			if s.g.ty.joinsFloat(i) || i.IsCall() && s.g.ty.callJoins(i) {
				l.a.reportLost(i, nil)
			}
		}
	}
}
