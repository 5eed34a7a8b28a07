package forward

import (
	"strings"

	"github.com/llad-ad/llad/ir"
)

// movers are the intrinsics that only move elements: repeated on the tangents
// of the operands listed.
var movers = []struct {
	prefix string
	at     []int
}{
	{"llvm.ptrmask.", []int{0}},
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
func (s *synth) intrinsic(i *ir.Instr) bool {
	f := i.CalledFunc()
	if f == nil || !strings.HasPrefix(f.Name, "llvm.") {
		return false
	}
	name := f.Name
	for _, m := range movers {
		if strings.HasPrefix(name, m.prefix) {
			s.place(i)
			s.mirrorAt(i, m.at...)
			return true
		}
	}
	switch {
	case strings.HasPrefix(name, "llvm.masked.load."), strings.HasPrefix(name, "llvm.masked.gather."),
		strings.HasPrefix(name, "llvm.masked.expandload."):
		s.place(i)
		s.maskedLoad(i)
	case strings.HasPrefix(name, "llvm.masked.store."), strings.HasPrefix(name, "llvm.masked.scatter."),
		strings.HasPrefix(name, "llvm.masked.compressstore."):
		s.place(i)
		s.maskedStore(i)
	case strings.HasPrefix(name, "llvm.vector.reduce.f"):
		s.place(i)
		s.reduce(i, reduction(name))
	default:
		return false
	}
	return true
}

// maskedLoad reads vectors under a mask from shadow memory. What the mask
// leaves out comes from the last operand.
func (s *synth) maskedLoad(i *ir.Instr) {
	if !s.carries(i) {
		return
	}
	p := i.Arg(0)
	if !s.shadowed(p) {
		s.refuse(i, CodeNoShadow, "load of a value that carries a derivative from memory without a shadow")
		return
	}
	if s.split != nil && s.maybeConst(p) {
		s.split.deny(i, "a masked access of memory that may have no shadow")
		return
	}
	last := i.NumCallArgs() - 1
	mask := i.Arg(last - 1)
	for lane := range s.t.width {
		sp := s.of(p, lane, false)
		rest := s.of(i.Arg(last), lane, s.floats(i))
		c := s.callLike(i)
		c.Meta = accessMeta(i)
		c.SetArg(0, sp)
		c.SetArg(last, rest)
		v := ir.Value(s.b.Insert(c))
		if s.maybeConst(p) && s.active(i) {
			without := s.b.Select(mask, s.none(i, s.floats(i)), rest)
			v = s.b.Select(s.isShadowless(sp, p), without, v)
		}
		s.set(i, v)
	}
}

func (s *synth) maskedStore(i *ir.Instr) {
	v, p := i.Arg(0), i.Arg(1)
	if !s.shadowed(p) {
		return
	}
	if s.split != nil && s.maybeConst(p) {
		s.split.deny(i, "a masked access of memory that may have no shadow")
		return
	}
	if !v.Type().HasFloat() {
		s.mayLeave(i, p)
	}
	for lane := range s.t.width {
		sp := s.of(p, lane, false)
		c := s.callLike(i)
		c.Meta = accessMeta(i)
		c.SetArg(0, s.unlessShadowless(p, sp, v, s.of(v, lane, s.holds(i).float)))
		c.SetArg(1, sp)
		s.b.Insert(c)
	}
}

// reduction is the operation of llvm.vector.reduce.<op>.<type>.
func reduction(name string) string {
	op, _, _ := strings.Cut(strings.TrimPrefix(name, "llvm.vector.reduce."), ".")
	return op
}

// reduce writes the tangent of a reduction of a vector.
func (s *synth) reduce(i *ir.Instr, op string) {
	if !s.active(i) {
		return
	}
	s.b.Flags = tangentFlags(i.Flags)&ir.FastMath | s.contract
	for lane := range s.t.width {
		switch op {
		case "fadd":
			c := s.callLike(i)
			c.Flags = tangentFlags(c.Flags)
			c.SetArg(0, s.of(i.Arg(0), lane, true))
			c.SetArg(1, s.of(i.Arg(1), lane, true))
			s.set(i, s.b.Insert(c))
		case "fmul":
			s.reduceMul(i, lane)
		case "fmax", "fmin", "fmaximum", "fminimum":
			s.reduceChoice(i, lane)
		default:
			s.refuse(i, CodeInstr, "llvm.vector.reduce.%s on active data", op)
			return
		}
	}
}

// reduceMul follows the product element by element.
func (s *synth) reduceMul(i *ir.Instr, lane int) {
	vec := i.Arg(1)
	if vec.Type().Scalable {
		s.refuse(i, CodeInstr, "product of a scalable vector on active data")
		return
	}
	d := s.of(vec, lane, true)
	p, dp := i.Arg(0), s.of(i.Arg(0), lane, true)
	for k := range vec.Type().NumElems() {
		n := ir.NewInt(ir.I32, int64(k))
		x, dx := s.b.ExtractElement(vec, n), s.b.ExtractElement(d, n)
		if ir.IsZero(dp) {
			dp = s.b.FMul(p, dx)
		} else {
			dp = s.b.FAdd(s.b.FMul(dp, x), s.b.FMul(p, dx))
		}
		p = s.b.FMul(p, x)
	}
	s.set(i, dp)
}

// reduceChoice takes the tangent of the first element that is the result.
func (s *synth) reduceChoice(i *ir.Instr, lane int) {
	vec := i.Arg(0)
	if vec.Type().Scalable {
		s.refuse(i, CodeInstr, "extremum of a scalable vector on active data")
		return
	}
	d := s.of(vec, lane, true)
	last := vec.Type().NumElems() - 1
	v := s.b.ExtractElement(d, ir.NewInt(ir.I32, int64(last)))
	for k := last - 1; k >= 0; k-- {
		n := ir.NewInt(ir.I32, int64(k))
		same := s.b.FCmp(ir.OEQ, s.b.ExtractElement(vec, n), i)
		v = s.b.Select(same, s.b.ExtractElement(d, n), v)
	}
	s.set(i, v)
}
