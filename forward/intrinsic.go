package forward

import (
	"strings"

	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/ir"
)

// movers are the intrinsics that only move elements: repeated on the tangents
// of the operands listed.
var movers = []struct {
	prefix string
	at     []int
}{
	{"llvm.ssa.copy.", []int{0}},
	{"llvm.vector.insert.", []int{0, 1}},
	{"llvm.vector.extract.", []int{0}},
	{"llvm.vector.reverse.", []int{0}},
	{"llvm.vector.splice.", []int{0, 1}},
	{"llvm.vector.interleave", []int{0, 1}},
	{"llvm.vector.deinterleave", []int{0}},
	{"llvm.experimental.vector.insert.", []int{0, 1}},
	{"llvm.experimental.vector.extract.", []int{0}},
	{"llvm.experimental.vector.reverse.", []int{0}},
	{"llvm.experimental.vector.splice.", []int{0, 1}},
	{"llvm.experimental.vector.interleave", []int{0, 1}},
	{"llvm.experimental.vector.deinterleave", []int{0}},
}

// intrinsic writes an intrinsic that package rules has no row for, and its
// tangents; false when i is none of them.
func (ars *arithmetic) intrinsic(i *ir.Instr) bool {
	f := i.CalledFunc()
	if f == nil || !strings.HasPrefix(f.Name, "llvm.") {
		return false
	}
	name := f.Name
	for _, m := range movers {
		if strings.HasPrefix(name, m.prefix) {
			ars.bd.place(i)
			ars.mirrorAt(i, m.at...)
			return true
		}
	}
	switch {
	case strings.HasPrefix(name, "llvm.masked.load."), strings.HasPrefix(name, "llvm.masked.gather."),
		strings.HasPrefix(name, "llvm.masked.expandload."):
		ars.bd.place(i)
		ars.ac.maskedLoad(i)
	case strings.HasPrefix(name, "llvm.masked.store."), strings.HasPrefix(name, "llvm.masked.scatter."),
		strings.HasPrefix(name, "llvm.masked.compressstore."):
		ars.bd.place(i)
		ars.ac.maskedStore(i)
	case strings.HasPrefix(name, "llvm.vector.reduce.f"):
		ars.bd.place(i)
		ars.reduce(i, reduction(name))
	default:
		return false
	}
	return true
}

// maskedLoad reads vectors under a mask from shadow memory. What the mask
// leaves out comes from the last operand.
func (acs *accesses) maskedLoad(i *ir.Instr) {
	if !acs.tg.carries(i) {
		return
	}
	p := i.Arg(0)
	if !acs.tg.shadowed(p) {
		acs.bd.refuse(i, activity.CodeUnknownMem, "load of a value that carries a derivative from memory without a shadow")
		return
	}
	if acs.bd.split != nil && acs.tg.maybeConst(p) {
		acs.bd.split.deny(i, "a masked access of memory that may have no shadow")
		return
	}
	last := i.NumCallArgs() - 1
	mask := i.Arg(last - 1)
	for lane := range acs.bd.t.width {
		sp := acs.tg.of(p, lane, false)
		rest := acs.tg.of(i.Arg(last), lane, acs.tg.floats(i))
		c := acs.bd.callLike(i)
		c.Meta = accessMeta(i)
		c.SetArg(0, sp)
		c.SetArg(last, rest)
		v := ir.Value(acs.bd.b.Insert(c))
		if acs.tg.maybeConst(p) && acs.tg.active(i) {
			without := acs.bd.b.Select(mask, acs.tg.none(i, acs.tg.floats(i)), rest)
			v = acs.bd.b.Select(acs.tg.isShadowless(sp, p), without, v)
		}
		acs.tg.set(i, v)
	}
}

func (acs *accesses) maskedStore(i *ir.Instr) {
	v, p := i.Arg(0), i.Arg(1)
	if !acs.tg.shadowed(p) {
		return
	}
	if acs.bd.split != nil && acs.tg.maybeConst(p) {
		acs.bd.split.deny(i, "a masked access of memory that may have no shadow")
		return
	}
	if !v.Type().HasFloat() {
		acs.bd.mayLeave(i, p)
	}
	for lane := range acs.bd.t.width {
		sp := acs.tg.of(p, lane, false)
		c := acs.bd.callLike(i)
		c.Meta = accessMeta(i)
		c.SetArg(0, acs.tg.unlessShadowless(p, sp, v, acs.tg.of(v, lane, acs.holds(i).float)))
		c.SetArg(1, sp)
		acs.bd.b.Insert(c)
	}
}

// reduction is the operation of llvm.vector.reduce.<op>.<type>.
func reduction(name string) string {
	op, _, _ := strings.Cut(strings.TrimPrefix(name, "llvm.vector.reduce."), ".")
	return op
}

// reduce writes the tangent of a reduction of a vector.
func (ars *arithmetic) reduce(i *ir.Instr, op string) {
	if !ars.tg.active(i) {
		return
	}
	ars.bd.b.Flags = tangentFlags(i.Flags)&ir.FastMath | ars.bd.contract
	for lane := range ars.bd.t.width {
		switch op {
		case "fadd":
			c := ars.bd.callLike(i)
			c.Flags = tangentFlags(c.Flags)
			c.SetArg(0, ars.tg.of(i.Arg(0), lane, true))
			c.SetArg(1, ars.tg.of(i.Arg(1), lane, true))
			ars.tg.set(i, ars.bd.b.Insert(c))
		case "fmul":
			ars.reduceMul(i, lane)
		case "fmax", "fmin", "fmaximum", "fminimum":
			ars.reduceChoice(i, lane)
		default:
			ars.bd.refuse(i, CodeInstr, "llvm.vector.reduce.%s on active data", op)
			return
		}
	}
}

// reduceMul follows the product element by element.
func (ars *arithmetic) reduceMul(i *ir.Instr, lane int) {
	vec := i.Arg(1)
	if vec.Type().Scalable {
		ars.bd.refuse(i, CodeInstr, "product of a scalable vector on active data")
		return
	}
	d := ars.tg.of(vec, lane, true)
	p, dp := i.Arg(0), ars.tg.of(i.Arg(0), lane, true)
	for k := range vec.Type().NumElems() {
		n := ir.NewInt(ir.I32, int64(k))
		x, dx := ars.bd.b.ExtractElement(vec, n), ars.bd.b.ExtractElement(d, n)
		if ir.IsZero(dp) {
			dp = ars.bd.b.FMul(p, dx)
		} else {
			dp = ars.bd.b.FAdd(ars.bd.b.FMul(dp, x), ars.bd.b.FMul(p, dx))
		}
		p = ars.bd.b.FMul(p, x)
	}
	ars.tg.set(i, dp)
}

// reduceChoice takes the tangent of the first element that is the result.
func (ars *arithmetic) reduceChoice(i *ir.Instr, lane int) {
	vec := i.Arg(0)
	if vec.Type().Scalable {
		ars.bd.refuse(i, CodeInstr, "extremum of a scalable vector on active data")
		return
	}
	d := ars.tg.of(vec, lane, true)
	last := vec.Type().NumElems() - 1
	v := ars.bd.b.ExtractElement(d, ir.NewInt(ir.I32, int64(last)))
	for k := last - 1; k >= 0; k-- {
		n := ir.NewInt(ir.I32, int64(k))
		same := ars.bd.b.FCmp(ir.OEQ, ars.bd.b.ExtractElement(vec, n), i)
		v = ars.bd.b.Select(same, ars.bd.b.ExtractElement(d, n), v)
	}
	ars.tg.set(i, v)
}
