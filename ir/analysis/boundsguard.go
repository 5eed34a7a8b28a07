package analysis

import "github.com/llad-ad/llad/ir"

// counterSum is a linear sum of values and iteration numbers of loops.
type counterSum struct {
	terms map[any]int64 // Value or *Loop
	c     int64
}

func (x counterSum) plus(y counterSum, factor int64) counterSum {
	z := counterSum{map[any]int64{}, x.c + factor*y.c}
	for k, n := range x.terms {
		z.terms[k] = n
	}
	for k, n := range y.terms {
		if z.terms[k] += factor * n; z.terms[k] == 0 {
			delete(z.terms, k)
		}
	}
	return z
}

// testedBefore reports whether a branch on the way to loop l implies that e, whose operations
// do not wrap, is not negative.
func (s *Bounds) testedBefore(l *Loop, e *expr) bool {
	want, ok := s.sumOf(e, 0)
	if !ok {
		return false
	}
	if s.preds == nil {
		s.preds = s.at.Parent.Preds()
	}
	for b := l.Header; b != nil; b = s.dt.Idom(b) {
		if len(s.preds[b.ID]) != 1 {
			continue
		}
		t := s.preds[b.ID][0].Term()
		if t.Op != ir.Br || len(t.Blocks) != 2 || t.Blocks[0] == t.Blocks[1] {
			continue
		}
		cmp, ok := t.Arg(0).(*ir.Instr)
		if !ok || cmp.Op != ir.ICmp || !cmp.Arg(0).Type().IsInt() {
			continue
		}
		p, v, w := cmp.Pred, cmp.Arg(0), cmp.Arg(1)
		if b == t.Blocks[1] {
			p = inverse[p]
		}
		if p == ir.UGT || p == ir.UGE || p == ir.SGT || p == ir.SGE {
			p, v, w = swapped[p], w, v
		}
		if p != ir.ULT && p != ir.ULE && p != ir.SLT && p != ir.SLE {
			continue
		}
		x, ok := s.sumOfValue(v, 0)
		y, ok2 := s.sumOfValue(w, 0)
		if !ok || !ok2 {
			continue
		}
		known := y.plus(x, -1) // not negative
		if p == ir.ULT || p == ir.SLT {
			known.c--
		}
		if d := want.plus(known, -1); len(d.terms) > 0 || d.c < 0 {
			continue
		}
		a, c := s.of(v), s.of(w)
		if a == nil || c == nil {
			continue
		}
		if p == ir.ULT || p == ir.ULE {
			s.nonNegative(a)
			s.nonNegative(c)
		}
		return true
	}
	return false
}

const maxSumDepth = 10

func (s *Bounds) sumOf(e *expr, depth int) (counterSum, bool) {
	if c, ok := e.isInt(); ok {
		return counterSum{c: c}, true
	}
	if e.op == ir.BadOp {
		return s.sumOfValue(e.leaf, depth+1)
	}
	if depth > maxSumDepth {
		return counterSum{}, false
	}
	switch e.op {
	case ir.SExt, ir.Trunc:
		return s.sumOf(e.args[0], depth+1)
	case ir.Add, ir.Sub:
		x, ok := s.sumOf(e.args[0], depth+1)
		y, ok2 := s.sumOf(e.args[1], depth+1)
		return x.plus(y, sign(e.op)), ok && ok2
	}
	return counterSum{}, false
}

func sign(op ir.Op) int64 {
	if op == ir.Sub {
		return -1
	}
	return 1
}

// sumOfValue decomposes v, none of whose operations wraps.
func (s *Bounds) sumOfValue(v ir.Value, depth int) (counterSum, bool) {
	if c, ok := ir.IntValue(v); ok {
		return counterSum{c: c}, true
	}
	leaf := counterSum{terms: map[any]int64{v: 1}}
	i, ok := v.(*ir.Instr)
	if !ok || depth > maxSumDepth {
		return leaf, true
	}
	switch i.Op {
	case ir.Add, ir.Sub:
		x, ok := s.sumOfValue(i.Arg(0), depth+1)
		y, ok2 := s.sumOfValue(i.Arg(1), depth+1)
		return x.plus(y, sign(i.Op)), ok && ok2 && s.of(v) != nil
	case ir.ZExt:
		x, ok := s.sumOfValue(i.Arg(0), depth+1)
		return x, ok && s.nonNegative(s.of(i.Arg(0))) != nil
	case ir.SExt, ir.Trunc:
		x, ok := s.sumOfValue(i.Arg(0), depth+1)
		return x, ok && s.of(v) != nil
	case ir.Phi:
		l := s.li.Of(i.Parent)
		if i.Typ != ir.I64 || l == nil || l.Header != i.Parent {
			break
		}
		r := l.Recurrence(i)
		if r == nil {
			break
		}
		if step, ok := r.step.isInt(); ok && absInt(step) < 1<<20 {
			if x, ok := s.sumOf(r.start, depth+1); ok {
				return x.plus(counterSum{terms: map[any]int64{l: step}}, 1), true
			}
		}
	}
	return leaf, true
}
