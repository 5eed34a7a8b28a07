package analysis

import (
	"math/bits"

	"github.com/llad-ad/llad/ir"
)

// Recurrence describes a value that starts at some value when a loop is entered
// and grows by the same step with every iteration: {start,+,step}. Pointers
// count as their addresses, with steps in bytes.
type Recurrence struct {
	Loop     *Loop
	Width    int  // bits, at most 64
	NSW, NUW bool // going from one iteration to the next never wraps in the signed (unsigned) sense
	start    *expr
	step     *expr
}

// Step is the step when it is constant.
func (r *Recurrence) Step() (int64, bool) { return r.step.isInt() }

// Start is the first value when it is constant.
func (r *Recurrence) Start() (int64, bool) { return r.start.isInt() }

// EmitStart writes the first value at b, a place that the loop's preheader
// dominates or is; for a pointer, its address as an integer.
func (r *Recurrence) EmitStart(b *ir.Builder) ir.Value {
	return (&emitter{b, map[*expr]ir.Value{}}).emit(r.start)
}

// EmitStep writes the step likewise.
func (r *Recurrence) EmitStep(b *ir.Builder) ir.Value {
	return (&emitter{b, map[*expr]ir.Value{}}).emit(r.step)
}

// Recurrence gives the recurrence of an integer or pointer with respect to l;
// a value that does not change has step 0. nil when none is found.
func (l *Loop) Recurrence(v ir.Value) *Recurrence {
	return (&evolution{l: l, seen: map[ir.Value]*Recurrence{}}).of(v, 0)
}

// evolution finds recurrences of one loop.
type evolution struct {
	l    *Loop
	seen map[ir.Value]*Recurrence
}

const maxEvolution = 60 // depth of operands looked through

func valueWidth(v ir.Value) int {
	switch t := v.Type(); {
	case t.IsInt() && t.Bits <= 64:
		return t.Bits
	case t.IsPtr() && t.AddrSpace == 0:
		return 64
	}
	return 0
}

func (e *evolution) of(v ir.Value, depth int) *Recurrence {
	w := valueWidth(v)
	if w == 0 || depth > maxEvolution {
		return nil
	}
	if r, ok := e.seen[v]; ok {
		return r
	}
	e.seen[v] = nil // a cycle that is no induction finds this
	r := e.find(v, w, depth)
	e.seen[v] = r
	return r
}

func (e *evolution) fixed(x *expr) *Recurrence {
	return &Recurrence{Loop: e.l, Width: x.width, NSW: true, NUW: true, start: x, step: exprInt(x.width, 0)}
}

func (e *evolution) find(v ir.Value, w, depth int) *Recurrence {
	if c, ok := ir.IntValue(v); ok {
		return e.fixed(exprInt(w, c))
	}
	if ir.IsUndef(v) {
		return nil
	}
	if e.l.Invariant(v) {
		if v.Type().IsPtr() && layoutOf(e.l).PtrBits(0) != 64 {
			return nil
		}
		return e.fixed(exprLeaf(v, w))
	}
	i := v.(*ir.Instr)
	switch i.Op {
	case ir.Phi:
		if i.Parent == e.l.Header {
			return e.induction(i, w, depth)
		}
	case ir.Add, ir.Sub, ir.Mul, ir.Shl, ir.Or:
		x, y := e.of(i.Arg(0), depth+1), e.of(i.Arg(1), depth+1)
		if x == nil || y == nil {
			return nil
		}
		return e.arith(i, x, y)
	case ir.ZExt, ir.SExt, ir.Trunc:
		if x := e.of(i.Arg(0), depth+1); x != nil {
			return e.cast(i, x, w)
		}
	case ir.GetElementPtr:
		return e.address(i, depth)
	case ir.BitCast, ir.PtrToInt:
		if valueWidth(i.Arg(0)) == w && i.Arg(0).Type().Kind != ir.VectorKind {
			return e.of(i.Arg(0), depth+1)
		}
	case ir.And, ir.Xor, ir.LShr, ir.AShr, ir.UDiv, ir.SDiv, ir.URem, ir.SRem:
		return e.hoisted(i, depth)
	}
	return nil
}

func layoutOf(l *Loop) *ir.Layout { return l.Header.Parent.Module.Layout }

// hoisted handles an operation on invariants in the loop, which may be computed before it: it
// cannot trap.
func (e *evolution) hoisted(i *ir.Instr, depth int) *Recurrence {
	x, y := e.of(i.Arg(0), depth+1), e.of(i.Arg(1), depth+1)
	if x == nil || y == nil || !x.step.is(0) || !y.step.is(0) {
		return nil
	}
	c, ok := y.start.isInt()
	switch i.Op {
	case ir.UDiv, ir.SDiv, ir.URem, ir.SRem:
		if !ok || c == 0 || c == -1 {
			return nil
		}
	case ir.LShr, ir.AShr:
		if !ok || y.start.unsigned() >= uint64(x.Width) {
			return nil
		}
	}
	return e.fixed(exprBin(i.Op, x.start, y.start))
}

func (e *evolution) arith(i *ir.Instr, x, y *Recurrence) *Recurrence {
	r := &Recurrence{
		Loop: e.l, Width: x.Width,
		NSW: x.NSW && y.NSW && i.Flags&ir.NSW != 0,
		NUW: x.NUW && y.NUW && i.Flags&ir.NUW != 0,
	}
	fixed := x.step.is(0) && y.step.is(0)
	switch i.Op {
	case ir.Or:
		if !fixed {
			if i.Flags&ir.Disjoint == 0 {
				return nil
			}
			r.NSW, r.NUW = x.NSW && y.NSW, x.NUW && y.NUW
			r.start, r.step = exprBin(ir.Add, x.start, y.start), exprBin(ir.Add, x.step, y.step)
			return r
		}
		r.start, r.step = exprBin(ir.Or, x.start, y.start), x.step
	case ir.Add, ir.Sub:
		r.start, r.step = exprBin(i.Op, x.start, y.start), exprBin(i.Op, x.step, y.step)
		if i.Op == ir.Sub && !y.step.is(0) {
			r.NUW = false
		}
	case ir.Mul, ir.Shl:
		if i.Op == ir.Shl {
			n, ok := y.start.isInt()
			if !ok || !y.step.is(0) || y.start.unsigned() >= uint64(x.Width) {
				return nil
			}
			y = e.fixed(exprInt(x.Width, int64(1)<<uint(n)))
			if n == int64(x.Width)-1 { // the factor itself is negative
				r.NSW = false
			}
		}
		if !y.step.is(0) {
			x, y = y, x
		}
		if !y.step.is(0) {
			return nil
		}
		c, ok := y.start.isInt()
		s, ok2 := x.step.isInt()
		if ok && ok2 {
			if hi, _ := bits.Mul64(absInt(c), absInt(s)); hi != 0 || signExtend(c*s, x.Width) != c*s {
				return nil
			}
		}
		if !ok && !fixed {
			r.NSW, r.NUW = false, false
		}
		r.start, r.step = exprBin(ir.Mul, x.start, y.start), exprBin(ir.Mul, x.step, y.start)
	}
	if fixed {
		r.NSW, r.NUW = true, true
	} else if c, ok := r.step.isInt(); ok && c < 0 {
		r.NUW = false
	}
	return r
}

func absInt(v int64) uint64 {
	if v < 0 {
		return -uint64(v)
	}
	return uint64(v)
}

func (e *evolution) cast(i *ir.Instr, x *Recurrence, w int) *Recurrence {
	if x.step.is(0) {
		return e.fixed(exprCast(i.Op, x.start, w))
	}
	r := &Recurrence{Loop: e.l, Width: w}
	s, constant := x.step.isInt()
	switch i.Op {
	case ir.Trunc:
		r.start, r.step = exprCast(ir.Trunc, x.start, w), exprCast(ir.Trunc, x.step, w)
		return r
	case ir.SExt:
		if !x.NSW {
			return nil
		}
		r.start, r.step = exprCast(ir.SExt, x.start, w), exprCast(ir.SExt, x.step, w)
	case ir.ZExt:
		switch {
		case x.NSW && (i.Flags&ir.NNeg != 0 || constant && s > 0 && nonNegative(x.start)):
			r.start, r.step = exprCast(ir.SExt, x.start, w), exprCast(ir.SExt, x.step, w)
			if nonNegative(x.start) {
				r.start = exprCast(ir.ZExt, x.start, w)
			}
		case x.NUW && constant && s > 0:
			r.start, r.step = exprCast(ir.ZExt, x.start, w), exprCast(ir.ZExt, x.step, w)
		default:
			return nil
		}
	}
	// The narrow value fits, so the wide one never comes near its own limits; in
	// the unsigned sense only when it cannot be negative.
	r.NSW = true
	r.NUW = i.Op == ir.ZExt && constant && s > 0
	return r
}

// nonNegative reports whether the expression is known to be at least 0 as a
// signed number.
func nonNegative(x *expr) bool {
	if v, ok := x.isInt(); ok {
		return v >= 0
	}
	if x.op == ir.LShr {
		return !x.args[1].is(0)
	}
	return x.op == ir.ZExt || x.op == ir.And && (nonNegative(x.args[0]) || nonNegative(x.args[1]))
}

// address handles a GEP, whose base and indices may all be recurrences.
func (e *evolution) address(i *ir.Instr, depth int) *Recurrence {
	layout := layoutOf(e.l)
	r := e.of(i.Arg(0), depth+1)
	if r == nil || layout.PtrBits(0) != 64 {
		return nil
	}
	start, step := r.start, r.step
	nsw := r.NSW && i.Flags&ir.InBounds != 0
	ok := layout.Steps(i.Elem, i.Args()[1:], func(v ir.Value, bytes int64) bool {
		size := exprInt(64, bytes)
		if v == nil {
			start = exprBin(ir.Add, start, size)
			return true
		}
		x := e.of(v, depth+1)
		if x == nil {
			return false
		}
		if x.Width < 64 {
			if !x.NSW {
				return false
			}
			x = &Recurrence{NSW: true, start: exprCast(ir.SExt, x.start, 64), step: exprCast(ir.SExt, x.step, 64)}
		}
		nsw = nsw && x.NSW
		start = exprBin(ir.Add, start, exprBin(ir.Mul, x.start, size))
		step = exprBin(ir.Add, step, exprBin(ir.Mul, x.step, size))
		return true
	})
	if !ok {
		return nil
	}
	out := &Recurrence{Loop: e.l, Width: 64, NSW: nsw, start: start, step: step}
	if s, ok := step.isInt(); ok && s >= 0 {
		out.NUW = nsw // an object does not lie across the end of the address space
	}
	return out
}

// induction handles a header phi: its value from the latch must be the phi plus an invariant
// step.
func (e *evolution) induction(phi *ir.Instr, w, depth int) *Recurrence {
	start, next := e.entryAndLatch(phi)
	if start == nil || next == nil || ir.IsUndef(start) {
		return nil
	}
	if next == ir.Value(phi) {
		return e.of(start, depth+1)
	}
	first := e.of(start, depth+1)
	if first == nil {
		return nil
	}
	r := &Recurrence{Loop: e.l, Width: w, NSW: true, NUW: true, start: first.start, step: exprInt(w, 0)}
	signs := 0 // 1: a step up, 2: a step down, 4: unknown
	for v := next; v != ir.Value(phi); {
		i, ok := v.(*ir.Instr)
		if !ok || i.Parent == nil || !e.l.Contains(i.Parent) || depth > maxEvolution {
			return nil
		}
		depth++
		var by *expr
		switch i.Op {
		case ir.Add, ir.Sub:
			if by, v = e.added(i, phi, r, depth); by == nil {
				return nil
			}
		case ir.GetElementPtr:
			d := e.offsets(i, depth)
			if d == nil {
				return nil
			}
			by = d
			r.NSW = r.NSW && i.Flags&ir.InBounds != 0
			r.NUW = r.NUW && i.Flags&ir.InBounds != 0
			v = i.Arg(0)
		case ir.BitCast:
			if !i.Typ.IsPtr() {
				return nil
			}
			v = i.Arg(0)
			continue
		default:
			return nil
		}
		if c, ok := by.isInt(); !ok {
			signs |= 4
		} else if c > 0 {
			signs |= 1
		} else if c < 0 {
			signs |= 2
		}
		r.step = exprBin(ir.Add, r.step, by)
	}
	if signs != 1 && signs != 2 && !(signs == 4 && single(next, phi)) {
		r.NSW, r.NUW = false, false // steps up and down: each may wrap where their sum does not
	}
	if signs == 2 {
		r.NUW = false
	}
	for v, x := range e.seen { // what met the phi while it was unknown may be known now
		if x == nil {
			delete(e.seen, v)
		}
	}
	return r
}

// entryAndLatch gives the values of a header phi from outside the loop and from the latches;
// nil where there are several.
func (e *evolution) entryAndLatch(phi *ir.Instr) (start, next ir.Value) {
	for k, from := range phi.Blocks {
		p := &start
		if e.l.Contains(from) {
			p = &next
		}
		if *p != nil && *p != phi.Arg(k) {
			return nil, nil
		}
		*p = phi.Arg(k)
	}
	return start, next
}

// added is what the sum or difference i adds to its operand v, which leads to phi; nil where
// that varies in the loop. The no-wrap flags of r are intersected with those of i.
func (e *evolution) added(i, phi *ir.Instr, r *Recurrence, depth int) (by *expr, v ir.Value) {
	side := 0
	if i.Op == ir.Add && !e.leadsTo(i.Arg(0), phi) {
		side = 1
	}
	d := e.of(i.Arg(1-side), depth+1)
	if d == nil || !d.step.is(0) {
		return nil, nil
	}
	by = d.start
	r.NSW = r.NSW && i.Flags&ir.NSW != 0
	r.NUW = r.NUW && i.Flags&ir.NUW != 0 && i.Op == ir.Add
	if i.Op == ir.Sub {
		if by.is(-1 << (r.Width - 1)) {
			r.NSW = false
		}
		by = exprBin(ir.Sub, exprInt(r.Width, 0), by)
	}
	return by, i.Arg(side)
}

// single reports whether next is the phi plus one step.
func single(next ir.Value, phi *ir.Instr) bool {
	i, ok := next.(*ir.Instr)
	return ok && (i.Arg(0) == ir.Value(phi) || i.NumArgs() > 1 && i.Arg(1) == ir.Value(phi))
}

// leadsTo reports whether v is the phi, or may be computed from it in the loop: the other
// operand is the step then.
func (e *evolution) leadsTo(v ir.Value, phi *ir.Instr) bool {
	return v == ir.Value(phi) || !e.l.Invariant(v) && e.of(v, 0) == nil
}

// offsets is the offset in bytes of a GEP with invariant indices.
func (e *evolution) offsets(i *ir.Instr, depth int) *expr {
	sum := exprInt(64, 0)
	ok := layoutOf(e.l).Steps(i.Elem, i.Args()[1:], func(v ir.Value, bytes int64) bool {
		if v == nil {
			sum = exprBin(ir.Add, sum, exprInt(64, bytes))
			return true
		}
		x := e.of(v, depth+1)
		if x == nil || !x.step.is(0) {
			return false
		}
		sum = exprBin(ir.Add, sum, exprBin(ir.Mul, exprCast(ir.SExt, x.start, 64), exprInt(64, bytes)))
		return true
	})
	if !ok {
		return nil
	}
	return sum
}

// Equal reports whether two recurrences, of different loops perhaps, start at the same value and grow by the same step.
func (r *Recurrence) Equal(o *Recurrence) bool {
	return sameExpr(r.start, o.start) && sameExpr(r.step, o.step)
}
