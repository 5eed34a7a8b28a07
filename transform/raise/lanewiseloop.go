package raise

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/rules"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/edit"
)

// A loop of constant trip count may be vectorized without a scalar loop beside it: all of its
// iterations are lanes, those of the last vector perhaps under a mask that says which there are.
// Inner loops were unrolled before, and their arrays are gathered. Where every vector operation is
// done lane by lane, an iteration is what it does for one lane. The compiler's mark on the loop says
// that its iterations had that order.

// laneLoop is a vectorized loop while its iterations are made.
type laneLoop struct {
	body  *ir.Block
	count *counting
	next  *ir.Instr // what the counter becomes
	lanes int64
	mask  *ir.Instr // which lanes are iterations; nil for all
	full  bool      // all lanes are stored
	end   int64     // what an iteration later than the last one would begin with
	steps map[*ir.Instr]int64
	in    map[*ir.Instr]laneStart // vectors that hold the numbers of the iterations
	made  map[ir.Value]ir.Value
}

// laneStart is an induction variable: its start and its step from iteration to iteration.
type laneStart struct{ first, step int64 }

// lanewise makes a vectorized loop whose operations are lanewise one of single iterations.
func (t *loopPairs) lanewise(l *analysis.Loop) bool {
	if len(l.Blocks) != 1 || len(l.ExitEdges()) != 1 || l.Preheader() == nil || len(l.Header.Instrs) > maxAlone || !t.vectorised[l] {
		return false
	}
	c := countingOf(l)
	if c == nil || c.low != nil || c.step < 2 || !c.phi.Typ.IsInt() || !usedOnlyBy(c.cond, l.Header.Term()) {
		return false
	}
	next, ok := c.cond.Arg(0).(*ir.Instr)
	end, constant := ir.IntValue(c.cond.Arg(1))
	if !ok || next.Op != ir.Add || !ir.IsZero(c.phi.Incoming(l.Preheader())) || !constant || end < c.step || end%c.step != 0 {
		return false
	}
	s := &laneLoop{body: l.Header, count: c, next: next, lanes: c.step, end: end,
		steps: map[*ir.Instr]int64{c.phi: 1}, in: map[*ir.Instr]laneStart{}, made: map[ir.Value]ir.Value{}}
	if !s.allLanewise() {
		return false
	}
	s.write(l.Preheader())
	t.made[l.Header] = true
	return true
}

// allLanewise reports whether the loop can be taken apart into its lanes.
func (s *laneLoop) allLanewise() bool {
	for _, i := range s.body.Instrs[:len(s.body.Instrs)-1] {
		for u := range ir.Uses(i) {
			if u.User.Parent != s.body || i == s.next && u.User != s.count.cond && u.User != s.count.phi {
				return false
			}
		}
		switch {
		case i == s.count.phi, i == s.next, i == s.count.cond:
		case i.Op == ir.Phi:
			if !s.counts(i) {
				return false
			}
		case i.Op == ir.Store && i.Arg(0).Type().IsVector():
			s.full = true
			if !s.isLane(i.Arg(0)) || !s.follows(i.Arg(1), i.Arg(0).Type()) || i.Flags&(ir.Volatile|ir.Atomic) != 0 {
				return false
			}
		case i.Typ.IsVector() || rules.MaskedOf(i).Kind != rules.NotMasked:
			if !s.vector(i) {
				return false
			}
		case !s.scalar(i):
			return false
		}
	}
	return s.mask == nil || !s.full && s.endsBy(s.mask)
}

// counts reports whether a phi is a vector with the numbers of the iterations.
func (s *laneLoop) counts(phi *ir.Instr) bool {
	if !phi.Typ.IsVector() || phi.Typ.Len != s.lanes || len(phi.Blocks) != 2 {
		return false
	}
	next, ok := phi.Incoming(s.body).(*ir.Instr)
	first, step, affine := affineLanes(phi.Arg(1 - (&counting{phi: phi}).indexOf(s.body)))
	if !ok || !affine || next.Op != ir.Add || next.Arg(0) != ir.Value(phi) {
		return false
	}
	by := splatOf(next.Arg(1))
	if by == nil {
		return false
	}
	n, ok := ir.IntValue(by)
	s.in[phi] = laneStart{first, step}
	return ok && n == s.lanes*step
}

// scalar reports whether i is the same for all lanes, or a sum that grows with the counter.
func (s *laneLoop) scalar(i *ir.Instr) bool {
	if canon.MayWrite(i) || i.IsCall() && edit.LanewiseIntrinsic(i) == "" || i.Typ == ir.Void {
		return false
	}
	step, ok := s.stepOf(i)
	if !ok || step == 0 {
		return ok
	}
	s.steps[i] = step
	for u := range ir.Uses(i) {
		switch m := rules.MaskedOf(u.User); {
		case u.User.Typ.IsVector() && u.User.Op != ir.Load && m.Kind != rules.OneAddress:
			return false // the lanes get one number
		case u.User.Op == ir.Store && u.Index() != 1:
			return false
		}
	}
	return true
}

// stepOf is by how much i, a scalar, grows from one iteration to the next; false where that is not
// known.
func (s *laneLoop) stepOf(i *ir.Instr) (int64, bool) {
	var of [2]int64
	grows := false
	for k, a := range i.Args() {
		x, ok := a.(*ir.Instr)
		if a.Type().IsVector() {
			return 0, false
		}
		if ok && s.steps[x] != 0 {
			if k > 1 {
				return 0, false
			}
			of[k], grows = s.steps[x], true
		}
	}
	if !grows {
		return 0, true
	}
	switch i.Op {
	case ir.Add:
		return of[0] + of[1], true
	case ir.Or:
		return of[0] + of[1], i.Flags&ir.Disjoint != 0
	case ir.Sub:
		return of[0] - of[1], true
	case ir.Mul, ir.Shl:
		n, ok := ir.IntValue(i.Arg(1))
		if i.Op == ir.Shl {
			ok = ok && n >= 0 && n < 32
			n = 1 << (n & 31)
		}
		return of[0] * n, ok && n > 0 && n < 1<<32
	case ir.GetElementPtr:
		if i.NumArgs() == 2 && (of[1] == 0 || edit.IntWidth(i.Arg(1).Type()) == 64) {
			return of[0] + of[1]*s.body.Parent.Module.Layout.AllocSize(i.Elem), true
		}
	}
	return 0, false
}

// follows reports whether an address goes from lane to lane of a vector as it goes from iteration to
// iteration.
func (s *laneLoop) follows(p ir.Value, vector *ir.Type) bool {
	i, ok := p.(*ir.Instr)
	return ok && vector.IsVector() && vector.Len == s.lanes && s.steps[i] == s.body.Parent.Module.Layout.AllocSize(vector.Elem)
}

// isLane reports whether a lane of v can be computed: by the loop, or it is the same for all.
func (s *laneLoop) isLane(v ir.Value) bool {
	if i, ok := v.(*ir.Instr); ok && i.Parent == s.body && i.Typ.IsVector() && i.Op != ir.ShuffleVector {
		return i.Typ.Len == s.lanes && !i.Typ.Scalable
	}
	x := splatOf(v)
	if i, ok := x.(*ir.Instr); ok && s.steps[i] != 0 {
		return false
	}
	return x != nil && edit.NumLanes(v.Type()) == s.lanes
}

// vector reports whether i is done lane by lane.
func (s *laneLoop) vector(i *ir.Instr) bool {
	m := rules.MaskedOf(i)
	switch {
	case i.Op == ir.InsertElement:
		for u := range ir.Uses(i) {
			if u.User.Op != ir.ShuffleVector || splatOf(u.User) == nil {
				return false
			}
		}
		return true
	case i.Op == ir.ShuffleVector:
		return s.isLane(i)
	case i.Op == ir.Load:
		return s.follows(i.Arg(0), i.Typ) && i.Flags&(ir.Volatile|ir.Atomic) == 0
	case m.Kind != rules.NotMasked:
		moved := i.Typ
		if !m.Load {
			moved = i.Arg(0).Type()
		}
		ok := m.Load || s.isLane(i.Arg(0))
		if m.Kind == rules.OneAddress {
			ok = ok && s.follows(i.Arg(m.Addr), moved)
		} else {
			ok = ok && s.isLane(i.Arg(m.Addr))
		}
		return ok && edit.NumLanes(moved) == s.lanes && s.maskedBy(i.Arg(m.Mask), m.Load)
	case i.Op == ir.FNeg, i.Op.IsBinary(), i.Op.IsCast() && i.Op != ir.BitCast, i.Op == ir.GetElementPtr, i.Op == ir.ICmp, i.Op == ir.FCmp, i.Op == ir.Select:
	case edit.LanewiseIntrinsic(i) == "":
		return false
	}
	if i.Typ.Len != s.lanes || i.Typ.Scalable {
		return false
	}
	for k := range operands(i) {
		if a := i.Arg(k); a.Type().IsVector() && !s.isLane(a) {
			return false
		}
	}
	return true
}

// maskedBy reports whether a mask has all lanes, or those that are iterations: the same for all
// accesses. What is loaded beyond the last iteration is used by nothing.
func (s *laneLoop) maskedBy(mask ir.Value, load bool) bool {
	if x := splatOf(mask); x != nil {
		n, ok := ir.IntValue(x)
		s.full = s.full || !load
		return ok && n != 0
	}
	i, ok := mask.(*ir.Instr)
	if !ok || s.mask != nil && s.mask != i {
		return false
	}
	s.mask = i
	return true
}

// endsBy reports whether a mask has the lanes whose iteration has a number below a constant, and ends the
// loop there.
func (s *laneLoop) endsBy(mask *ir.Instr) bool {
	if mask.Op != ir.ICmp || mask.Pred != ir.ULT && mask.Pred != ir.ULE {
		return false
	}
	iv, ok := mask.Arg(0).(*ir.Instr)
	most := splatOf(mask.Arg(1))
	if !ok || most == nil || s.in[iv] != (laneStart{0, 1}) {
		return false
	}
	n, ok := ir.IntValue(most)
	if mask.Pred == ir.ULE {
		n++
	}
	if !ok || n <= s.end-s.lanes || n > s.end {
		return false
	}
	s.end = n
	return true
}

// write puts single iterations in the place of the vectors.
func (s *laneLoop) write(pre *ir.Block) {
	b := ir.NewBuilder(s.body)
	var old []*ir.Instr
	for _, i := range slices.Clone(s.body.Instrs[:len(s.body.Instrs)-1]) {
		switch {
		case i == s.count.phi, i == s.next, i == s.count.cond:
			continue
		case i.Op == ir.Or && s.steps[i] != 0:
			b.Before(i)
			sum := b.Add(i.Arg(0), i.Arg(1))
			ir.ReplaceAllUses(i, sum)
			if x, ok := sum.(*ir.Instr); ok {
				s.steps[x] = s.steps[i]
			}
		case i.Typ.IsVector(), i.Op == ir.Store, rules.MaskedOf(i).Kind != rules.NotMasked:
			b.Before(i)
			s.lane(b, i, pre)
		default:
			if s.steps[i] != 0 {
				i.Flags &^= ir.NUW | ir.NSW
			}
			continue
		}
		old = append(old, i)
	}
	for phi, iv := range s.in {
		one := s.made[phi].(*ir.Instr)
		b.Before(s.count.cond)
		one.AddIncoming(edit.NoWrap(b, ir.Add, one, ir.NewInt(one.Typ, iv.step)), s.body)
	}
	s.next.SetArg(1, ir.NewInt(s.next.Typ, 1))
	if s.next.Arg(0) != ir.Value(s.count.phi) {
		s.next.SetArg(0, s.count.phi)
	}
	s.count.cond.SetArg(1, ir.NewInt(s.next.Typ, s.end))
	for _, i := range slices.Backward(old) {
		edit.Kill(i)
	}
	edit.CompactBlock(s.body)
	t := s.body.Term()
	t.Meta = slices.DeleteFunc(slices.Clone(t.Meta), func(a ir.Attachment) bool { return a.Kind == edit.LoopMetadata })
}

// lane makes what i does for one lane.
func (s *laneLoop) lane(b *ir.Builder, i *ir.Instr, pre *ir.Block) {
	m := rules.MaskedOf(i)
	access := func(x *ir.Instr, t *ir.Type, align int64) {
		x.Align = int32(max(min(align, s.body.Parent.Module.Layout.AllocSize(t)), 1))
		x.Line, x.Meta = i.Line, i.Meta
	}
	switch {
	case i.Op == ir.Phi:
		b.AtStart(s.body)
		one := b.Phi(i.Typ.Elem)
		one.AddIncoming(ir.NewInt(i.Typ.Elem, s.in[i].first), pre)
		s.made[i] = one
	case i.Op == ir.InsertElement, i.Op == ir.ShuffleVector, i == s.mask:
	case i.Op == ir.Store:
		access(b.Store(s.of(i.Arg(0)), i.Arg(1), 0), i.Arg(0).Type().Elem, int64(i.Align))
	case i.Op == ir.Load:
		x := b.Load(i.Typ.Elem, i.Arg(0), 0)
		access(x, i.Typ.Elem, int64(i.Align))
		s.made[i] = x
	case m.Kind != rules.NotMasked && m.Load:
		x := b.Load(i.Typ.Elem, s.of(i.Arg(m.Addr)), 0)
		access(x, i.Typ.Elem, edit.AccessAlign(i, m.Addr))
		s.made[i] = x
	case m.Kind != rules.NotMasked:
		access(b.Store(s.of(i.Arg(0)), s.of(i.Arg(m.Addr)), 0), i.Arg(0).Type().Elem, edit.AccessAlign(i, m.Addr))
	case i.IsCall():
		args := i.CallArgs()
		for k, a := range args {
			args[k] = s.of(a)
		}
		x := b.Intrinsic(edit.LanewiseIntrinsic(i), i.Typ.Elem, []*ir.Type{i.Typ.Elem}, args...)
		x.Flags, x.Line, x.Meta = i.Flags, i.Line, i.Meta
		s.made[i] = x
	default:
		c := i.CopyShell()
		c.Typ = i.Typ.Elem
		args := i.Args()
		for k, a := range args {
			args[k] = s.of(a)
		}
		c.SetArgs(args...)
		s.made[i] = b.Insert(c)
	}
}

// of is the value of v in the iteration.
func (s *laneLoop) of(v ir.Value) ir.Value {
	if x := s.made[v]; x != nil {
		return x
	}
	if s.mask != nil && v == ir.Value(s.mask) {
		return ir.NewInt(ir.I1, 1)
	}
	if x := splatOf(v); v.Type().IsVector() && x != nil {
		return x
	}
	return v
}
