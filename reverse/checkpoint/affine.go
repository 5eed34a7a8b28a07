package checkpoint

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/rules"
)

// How much memory of the caller's a loop works on, where its own inner loops tell:
// what is written in every iteration lies between addresses that are known before
// the loop, as are the inner loops' numbers of iterations.

// span is where an integer, or an address less its base, may lie: both ends are
// i64 values known before the loop.
type span struct{ lo, hi ir.Value }

func point(v ir.Value) span { return span{v, v} }

// spanner computes spans for what is done in one block.
type spanner struct {
	f     *stateFinder
	at    *ir.Block
	depth int
}

const maxSpanDepth = 40

// affineRange gives the bytes behind a parameter that the loop changes, or with
// f.inputs those that it reads.
func (f *stateFinder) affineRange(p *ir.Param, all []access) (ptr, size ir.Value, ok bool) {
	var sum *span
	b := f.b
	for k, a := range all {
		if !f.inputs && k >= len(f.writes) || !f.mayLead(a.ptr, p) {
			continue
		}
		s, ok := f.accessSpan(a, all)
		if !ok {
			return nil, nil, false
		}
		if sum == nil {
			sum = &s
		} else {
			sum = &span{least(b, sum.lo, s.lo), most(b, sum.hi, s.hi)}
		}
	}
	if sum == nil {
		return nil, nil, false
	}
	bytes := most(b, b.Sub(sum.hi, sum.lo), i64(0))
	some := b.ICmp(ir.SGT, bytes, i64(0))
	return b.Offset(b.Cast(ir.BitCast, p, f.m.Ptr()), b.Select(some, sum.lo, i64(0))), bytes, true
}

func (f *stateFinder) mayLead(v, root ir.Value) bool {
	for _, r := range f.rootsOf(v) {
		if r == root {
			return true
		}
	}
	return false
}

// Ends of the span of what does not happen: beyond all others.
const farAway = 1 << 60

// accessSpan gives the bytes that an access works on, the end not included. It must
// be made in every iteration, or another one to the same place.
func (f *stateFinder) accessSpan(a access, all []access) (span, bool) {
	s, ok := f.madeSpan(a)
	if ok || a.size < 0 {
		return s, ok
	}
	for _, o := range all {
		if o.size >= a.size && f.loops.Of(o.i.Parent) == f.loops.Of(a.i.Parent) && o.i != a.i {
			if d, same := analysis.Distance(f.m.Layout, o.ptr, a.ptr); same && d == 0 {
				if s, ok = f.madeSpan(o); ok {
					return s, true
				}
			}
		}
	}
	return s, false
}

func (f *stateFinder) madeSpan(a access) (span, bool) {
	x := &spanner{f: f, at: a.i.Parent}
	made, ok := x.made()
	if !ok {
		return span{}, false
	}
	s, ok := x.address(a.ptr)
	if !ok {
		return span{}, false
	}
	bytes := ir.Value(i64(a.size))
	if a.size < 0 {
		k := f.knownOf(a.i)
		if k == nil || k.Class != rules.MemCpy && k.Class != rules.MemMove && k.Class != rules.MemSet {
			return span{}, false
		}
		n, ok := x.span(a.i.Arg(2))
		if !ok || n.lo != n.hi {
			return span{}, false
		}
		bytes = n.hi
	}
	s.hi = f.b.Add(s.hi, bytes)
	if made != nil {
		s.lo, s.hi = f.b.Select(made, s.lo, i64(farAway)), f.b.Select(made, s.hi, i64(-farAway))
	}
	return s, true
}

func least(b *ir.Builder, x, y ir.Value) ir.Value {
	if x == y {
		return x
	}
	return b.Select(b.ICmp(ir.SLT, x, y), x, y)
}

func most(b *ir.Builder, x, y ir.Value) ir.Value {
	if x == y {
		return x
	}
	return b.Select(b.ICmp(ir.SGT, x, y), x, y)
}

// made gives the condition, known before the loop, under which the block runs in
// every iteration; nil for always.
func (x *spanner) made() (cond ir.Value, ok bool) {
	f := x.f
	preds := f.p.Preds()
	also := func(c ir.Value) {
		if cond == nil {
			cond = c
		} else {
			cond = f.b.Binary(ir.And, cond, c)
		}
	}
	for b := x.at; b != f.l.Header; {
		d := f.dt.Idom(b)
		if d == nil || !f.l.Contains(d) {
			return nil, false
		}
		t := d.Term()
		if succs := d.Succs(); len(succs) > 1 {
			if t.Op != ir.Br {
				return nil, false
			}
			way := -1
			for k, s := range succs {
				if s != succs[1-k] && f.dt.Dominates(s, x.at) && len(preds[s.ID]) == 1 {
					way = k
				}
			}
			l := f.loops.Of(d)
			exits := l != nil && (!l.Contains(succs[0]) || !l.Contains(succs[1]))
			switch {
			case way < 0: // the ways meet before
			case exits && l.Header == f.l.Header: // the loop itself ends, or the program
			case exits && l.Contains(x.at):
				if d == l.Header && d != x.at {
					n, ok := x.backedges(l)
					if !ok {
						return nil, false
					}
					also(f.b.ICmp(ir.SGT, n, i64(0)))
				}
			case exits: // behind an inner loop
			default:
				c, ok := x.before(t.Arg(0))
				if !ok {
					return nil, false
				}
				if way == 1 {
					c = f.b.Binary(ir.Xor, c, ir.NewBool(true))
				}
				also(c)
			}
		}
		b = d
	}
	return cond, true
}

// backedges gives how often an inner loop goes back, not negative.
func (x *spanner) backedges(l *analysis.Loop) (ir.Value, bool) {
	tc := analysis.BackedgeCount(l)
	if tc == nil || l.Preheader() == nil {
		return nil, false
	}
	if n, ok := tc.Const(); ok {
		return i64(n), true
	}
	b := ir.NewBuilder(l.Preheader())
	b.Before(l.Preheader().Term())
	n, ok := x.before(tc.Emit(b))
	if !ok {
		return nil, false
	}
	return most(x.f.b, n, i64(0)), true
}

// before gives v as computed before the loop, where that can be.
func (x *spanner) before(v ir.Value) (ir.Value, bool) {
	i, ok := v.(*ir.Instr)
	if !ok || !x.f.inLoop(i) {
		return v, !ok || x.f.before(i)
	}
	if x.depth++; x.depth > maxSpanDepth {
		return nil, false
	}
	defer func() { x.depth-- }()
	switch i.Op {
	case ir.Add, ir.Sub, ir.Mul, ir.Shl, ir.LShr, ir.AShr, ir.And, ir.Or, ir.Xor, ir.ICmp, ir.Select, ir.SExt, ir.ZExt, ir.Trunc, ir.Freeze:
	case ir.Call:
		if k := x.f.knownOf(i); k == nil || !k.Pure || i.Typ.HasFloat() {
			return nil, false
		}
	case ir.Phi:
		if i.NumArgs() == 1 {
			return x.before(i.Arg(0))
		}
		return nil, false
	default:
		return nil, false
	}
	args := make([]ir.Value, i.NumArgs())
	for k, a := range i.Args() {
		if args[k], ok = x.before(a); !ok {
			return nil, false
		}
	}
	c := i.Copy()
	c.Flags, c.Meta = 0, nil
	for k, a := range args {
		c.SetArg(k, a)
	}
	x.f.b.Insert(c)
	return c, true
}

// span gives where an integer of the loop may lie.
func (x *spanner) span(v ir.Value) (span, bool) {
	b := x.f.b
	t := v.Type()
	if !t.IsInt() || t.Bits > 64 {
		return span{}, false
	}
	if n, ok := ir.IntValue(v); ok {
		return point(i64(n)), true
	}
	i, ok := v.(*ir.Instr)
	if !ok || !x.f.inLoop(i) {
		if ok && !x.f.before(i) || ir.IsConstant(v) {
			return span{}, false
		}
		return point(b.Cast(ir.SExt, v, ir.I64)), true
	}
	if x.depth++; x.depth > maxSpanDepth {
		return span{}, false
	}
	defer func() { x.depth-- }()
	switch i.Op {
	case ir.SExt, ir.ZExt, ir.Freeze:
		return x.span(i.Arg(0))
	case ir.Or:
		if i.Flags&ir.Disjoint == 0 {
			break
		}
		return x.sum(i, ir.Add)
	case ir.Add, ir.Sub:
		return x.sum(i, i.Op)
	case ir.Mul, ir.Shl:
		s, ok := x.span(i.Arg(0))
		if !ok {
			return span{}, false
		}
		if i.Op == ir.Shl {
			n, ok := ir.IntValue(i.Arg(1))
			if !ok || n < 0 || n > 30 {
				return span{}, false
			}
			return x.scaled(s, i64(1<<n)), true
		}
		by, ok := x.span(i.Arg(1))
		switch {
		case !ok:
			return span{}, false
		case by.lo == by.hi:
			return x.scaled(s, by.lo), true
		case s.lo == s.hi:
			return x.scaled(by, s.lo), true
		}
	case ir.Phi:
		return x.phi(i, x.span)
	default:
		if c, ok := x.before(i); ok {
			return point(b.Cast(ir.SExt, c, ir.I64)), true
		}
	}
	return span{}, false
}

func (x *spanner) sum(i *ir.Instr, op ir.Op) (span, bool) {
	p, ok := x.span(i.Arg(0))
	q, ok2 := x.span(i.Arg(1))
	if !ok || !ok2 {
		return span{}, false
	}
	if op == ir.Sub {
		q.lo, q.hi = q.hi, q.lo
	}
	return x.combined(p, q, op), true
}

// combined is p op q, the ends of q being in the order that fits op.
func (x *spanner) combined(p, q span, op ir.Op) span {
	lo := x.f.b.Binary(op, p.lo, q.lo)
	if p.lo == p.hi && q.lo == q.hi {
		return point(lo)
	}
	return span{lo, x.f.b.Binary(op, p.hi, q.hi)}
}

func (x *spanner) scaled(s span, by ir.Value) span {
	b := x.f.b
	lo := b.Mul(s.lo, by)
	if s.lo == s.hi {
		return point(lo)
	}
	hi := b.Mul(s.hi, by)
	return span{least(b, lo, hi), most(b, lo, hi)}
}

// phi gives the span of a phi of an inner loop's header that goes by constant steps.
func (x *spanner) phi(i *ir.Instr, of func(ir.Value) (span, bool)) (span, bool) {
	if i.NumArgs() == 1 {
		return of(i.Arg(0))
	}
	l := x.f.loops.Of(i.Parent)
	if l == nil || l.Header != i.Parent || l.Header == x.f.l.Header || !l.Contains(x.at) {
		return span{}, false
	}
	rec := l.Recurrence(i)
	if rec == nil {
		return span{}, false
	}
	step, ok := rec.Step()
	if !ok {
		return span{}, false
	}
	s, ok := of(i.Incoming(l.Preheader()))
	if !ok {
		return span{}, false
	}
	n, ok := x.backedges(l)
	if !ok {
		return span{}, false
	}
	for _, e := range l.ExitEdges() { // a pass that ends before it comes to the block does not count
		if e.From == l.Header && x.at != l.Header {
			n = most(x.f.b, x.f.b.Sub(n, i64(1)), i64(0))
			break
		}
	}
	far := x.f.b.Mul(n, i64(step))
	if step < 0 {
		return span{x.f.b.Add(s.lo, far), s.hi}, true
	}
	return span{s.lo, x.f.b.Add(s.hi, far)}, true
}

// address gives the span of an address less the root that it comes from.
func (x *spanner) address(v ir.Value) (span, bool) {
	i, ok := v.(*ir.Instr)
	if !ok {
		return point(i64(0)), true
	}
	if x.depth++; x.depth > maxSpanDepth {
		return span{}, false
	}
	defer func() { x.depth-- }()
	switch i.Op {
	case ir.BitCast, ir.AddrSpaceCast, ir.Freeze:
		return x.address(i.Arg(0))
	case ir.GetElementPtr:
		s, ok := x.address(i.Arg(0))
		if !ok {
			return span{}, false
		}
		d, ok := x.displacement(i)
		if !ok {
			return span{}, false
		}
		return x.combined(s, d, ir.Add), true
	case ir.Phi:
		if s, ok := x.phi(i, x.address); ok {
			return s, true
		}
		if l := x.f.loops.Of(i.Parent); x.f.inLoop(i) && l != nil && l.Header == i.Parent && l.Header != x.f.l.Header {
			return span{}, false
		}
		return point(i64(0)), x.chosen(i)
	case ir.Select:
		return point(i64(0)), x.chosen(i)
	}
	return point(i64(0)), true
}

// chosen reports whether an address is one of several roots as it is.
func (x *spanner) chosen(i *ir.Instr) bool {
	seen := map[*ir.Instr]bool{}
	work := []*ir.Instr{i}
	for len(work) > 0 {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[i] {
			continue
		}
		seen[i] = true
		args := i.Args()
		switch i.Op {
		case ir.GetElementPtr:
			return false
		case ir.Select:
			args = args[1:]
		case ir.Phi, ir.BitCast:
		default:
			continue
		}
		for _, a := range args {
			if y, ok := a.(*ir.Instr); ok {
				work = append(work, y)
			}
		}
	}
	return true
}

// displacement is by how many bytes a getelementptr moves.
func (x *spanner) displacement(i *ir.Instr) (span, bool) {
	sum := point(i64(0))
	ok := x.f.m.Layout.Steps(i.Elem, i.Args()[1:], func(v ir.Value, bytes int64) bool {
		if v == nil {
			sum = x.combined(sum, point(i64(bytes)), ir.Add)
			return true
		}
		s, ok := x.span(v)
		if ok {
			sum = x.combined(sum, x.scaled(s, i64(bytes)), ir.Add)
		}
		return ok
	})
	return sum, ok
}

// disjoint takes what is behind parameters apart where the caller has them overlap:
// every byte is part of one piece.
func (f *stateFinder) disjoint(pieces []memPiece) {
	b := f.b
	at := func(p memPiece) (from, to ir.Value) {
		from = b.Cast(ir.PtrToInt, p.ptr, ir.I64)
		return from, b.Add(from, p.size)
	}
	for k := range pieces {
		for n := range k {
			p, q := &pieces[n], &pieces[k]
			pf, pt := at(*p)
			qf, qt := at(*q)
			// q begins in p: it goes on behind p. p begins in q: it ends, or q ends there.
			within := b.Binary(ir.And, b.ICmp(ir.ULE, pf, qf), b.ICmp(ir.ULT, qf, pt))
			across := b.Binary(ir.And, b.ICmp(ir.ULT, qf, pf), b.ICmp(ir.ULT, pf, qt))
			beyond := b.Binary(ir.And, across, b.ICmp(ir.ULT, pt, qt))
			rest := b.Select(b.ICmp(ir.ULT, pt, qt), b.Sub(qt, pt), i64(0))
			q.ptr = b.Offset(b.Cast(ir.BitCast, q.ptr, f.m.Ptr()), b.Select(within, b.Sub(pt, qf), i64(0)))
			q.size = b.Select(within, rest, b.Select(b.Binary(ir.And, across, b.Binary(ir.Xor, beyond, ir.NewBool(true))), b.Sub(pf, qf), q.size))
			p.size = b.Select(beyond, i64(0), p.size)
		}
	}
}
