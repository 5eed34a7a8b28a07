package reverse

import "github.com/llad-ad/llad/ir"

// A stencil reads neighbours; its reversal adds to them. Within one iteration
// and the next these additions hit the same few elements, so that no vectors of
// them can be made, and scalars wait for each other's stores. Therefore an
// innermost loop only notes what is to be added for all but one of the reads
// that lie that close together, in an array for each, and the additions follow
// behind it, a plain loop for each read. That is right where the loop does
// nothing else with the shadow.
type deferral struct {
	load  *ir.Instr
	d     ir.Value // what is to be added
	array ir.Value // the same, by iteration; several reads may share one
	last  ir.Value // the last iteration
}

// closeBy is the distance in bytes within which additions disturb each other.
const closeBy = 128

// neighbour is an address as a variable part and a distance.
type neighbour struct {
	base, index ir.Value
	size        int64
	off         int64
}

// neighbourOf takes constants off the address p.
func (s *synth) neighbourOf(p ir.Value) neighbour {
	n := neighbour{base: p}
	for {
		g, ok := n.base.(*ir.Instr)
		if !ok || g.Op != ir.GetElementPtr || g.NumArgs() != 2 || !g.Typ.IsPtr() {
			return n
		}
		size := s.m.Layout.AllocSize(g.Elem)
		if c, isConst := ir.IntValue(g.Arg(1)); isConst {
			n.off += c * size
			n.base = g.Arg(0)
			continue
		}
		idx := g.Arg(1)
		for {
			a, isAdd := idx.(*ir.Instr)
			if !isAdd || a.Op != ir.Add {
				break
			}
			c, isConst := ir.IntValue(a.Arg(1))
			if !isConst {
				break
			}
			n.off += c * size
			idx = a.Arg(0)
		}
		n.base, n.index, n.size = g.Arg(0), idx, size
		return n
	}
}

// meets reports whether two accesses of the given size and distance come to the
// same bytes, in one iteration or in different ones; stride 0 is unknown.
func meets(d, stride, size int64) bool {
	if stride == 0 {
		return false
	}
	d %= stride
	if d < 0 {
		d += stride
	}
	return d < size || stride-d < size
}

// stride is by how many bytes an address grows with every iteration of l, 0
// when that is not seen.
func (s *synth) stride(n neighbour, l *ir.Loop) int64 {
	var step func(v ir.Value) (int64, bool)
	step = func(v ir.Value) (int64, bool) {
		if l.Invariant(v) {
			return 0, true
		}
		i, ok := v.(*ir.Instr)
		if !ok {
			return 0, false
		}
		switch i.Op {
		case ir.Phi:
			if _, by, in, ok := s.affine(i); ok && in == l {
				return ir.IntValue(by)
			}
		case ir.Add, ir.Or:
			a, aok := step(i.Arg(0))
			b, bok := step(i.Arg(1))
			return a + b, aok && bok
		case ir.Sub:
			a, aok := step(i.Arg(0))
			b, bok := step(i.Arg(1))
			return a - b, aok && bok
		case ir.SExt, ir.ZExt:
			return step(i.Arg(0))
		}
		return 0, false
	}
	a, ok := step(n.base)
	if !ok {
		return 0
	}
	if n.index != nil {
		b, ok := step(n.index)
		if !ok {
			return 0
		}
		a += b * n.size
	}
	return max(a, -a)
}

// deferredIn lists the reads of l whose additions are put off.
func (s *synth) deferredIn(l *ir.Loop) map[*ir.Instr]bool {
	if s.replays[l] != nil {
		return nil // chosen when this may have been asked before
	}
	if d, ok := s.deferred[l]; ok {
		return d
	}
	out := map[*ir.Instr]bool{}
	s.deferred[l] = out
	if s.env.Width > 1 || s.parallel || len(l.Inner) > 0 || len(l.Blocks) != 1 || s.counter[l] == nil || s.trip[l] == nil ||
		len(s.chosen[l]) > 0 || s.serves[l] != nil {
		return out
	}
	type group struct {
		at    neighbour
		loads []*ir.Instr
		offs  []int64
	}
	var groups []*group
	var stencils []neighbour
	var writers []*ir.Instr
	for _, i := range l.Header.Instrs {
		switch {
		case s.actions[i] != nil || s.calls[i] != nil:
			return out
		case i.Op == ir.Store && !s.isShadow[i]:
			writers = append(writers, i)
		case s.writes(i):
			return out
		case i.Op == ir.Load && s.isActive(i) && !s.isShadow[i] && i.Typ.IsFP() && s.shadowOf(i.Arg(0)) != nil && !s.info.MaybeConst(i.Arg(0)):
			n := s.neighbourOf(i.Arg(0))
			var g *group
			for _, x := range groups {
				if x.at.base == n.base && x.at.index == n.index && x.at.size == n.size {
					g = x
				}
			}
			if g == nil {
				g = &group{at: n}
				groups = append(groups, g)
			}
			g.loads = append(g.loads, i)
			g.offs = append(g.offs, n.off)
		}
	}
	for _, g := range groups {
		var near []*ir.Instr
		for k, i := range g.loads {
			for m := range g.loads[:k] {
				size := s.m.Layout.StoreSize(i.Typ)
				if d := g.offs[k] - g.offs[m]; d != 0 && -closeBy < d && d < closeBy && meets(d, s.stride(g.at, l), size) {
					near = append(near, i)
					break
				}
			}
		}
		// Two neighbours disturb each other less than two loops cost.
		if len(near) > 1 && s.apart(g.loads, writers) {
			for _, i := range near {
				out[i] = true
			}
			stencils = append(stencils, g.at)
		}
	}
	// Reads in other rows of the same array would need checks at run time that
	// rows do not overlap, which compilers make for all rows at once.
	for _, g := range groups {
		for _, at := range stencils {
			if at != g.at && s.aliases().Base(at.base) == s.aliases().Base(g.at.base) && s.apart(g.loads, writers) {
				for _, i := range g.loads {
					out[i] = true
				}
			}
		}
	}
	return out
}

// apart reports whether none of the stores writes what the loads read.
func (s *synth) apart(loads, stores []*ir.Instr) bool {
	size := func(t *ir.Type) int64 { return s.m.Layout.StoreSize(t) }
	for _, i := range loads {
		for _, w := range stores {
			if s.aliases().AliasAnytime(w.Arg(1), size(w.Arg(0).Type()), i.Arg(0), size(i.Typ)) != ir.NoAlias {
				return false
			}
		}
	}
	return true
}

// putOff notes that d is to be added to the shadow of what i reads.
func (r *reverser) putOff(i *ir.Instr, d ir.Value) {
	s, l := r.s, r.loop
	s.usesTape = true
	for _, y := range r.putOffs[l] {
		if y.d == d {
			r.putOffs[l] = append(r.putOffs[l], &deferral{load: i, d: d, last: y.last, array: y.array})
			return
		}
	}
	e := r.entry(l)
	b := ir.NewBuilder(e.block)
	last := b.Load(ir.I64, e.counter, 8)
	bytes := b.Mul(b.Add(last, i64(1)), i64(s.m.Layout.AllocSize(d.Type())))
	x := &deferral{load: i, d: d, last: last, array: b.CallFunc(s.env.runtime().pushFunc(), r.tape, bytes)}
	r.putOffs[l] = append(r.putOffs[l], x)
	to := r.b.GEP(d.Type(), x.array, r.fetchOnce(s.counter[l], r.seg))
	s.env.accesses(r.b.Store(d, to, s.noteAlign(d.Type())), tapeMemory)
}

func (s *synth) noteAlign(t *ir.Type) int { return commonAlign(s.m.Layout.AllocSize(t), 0) }

// addPutOff writes, behind the reversal of l, the loops that add what was put
// off.
func (r *reverser) addPutOff(l *ir.Loop) {
	s := r.s
	list := r.putOffs[l]
	if len(list) == 0 {
		return
	}
	saved := r.enters[l]
	for _, x := range list {
		r.segs++
		e := &loopEntry{block: r.out.NewBlock("llad.add"), seg: r.segs, counter: r.slot(ir.I64), sel: saved.sel, rec: saved.rec}
		r.enters[l] = e
		r.b.Store(i64(0), e.counter, 8)
		r.b.Br(e.block)
		body, next, done := r.out.NewBlock("llad.adds"), r.out.NewBlock("llad.next"), r.out.NewBlock("llad.added")
		r.at(body, l)
		c := r.b.Load(ir.I64, e.counter, 8)
		t := s.adjType(x.load)
		d := s.env.accesses(r.b.Load(t, r.b.GEP(t, x.array, c), s.noteAlign(t)), tapeMemory)
		p := x.load.Arg(0)
		r.addAt(r.target(p, s.shadowOf(p), t, false), d, int(x.load.Align))
		r.b.CondBr(r.b.ICmp(ir.EQ, c, x.last), done, next)
		r.at(next, l)
		r.b.Store(r.b.Add(c, i64(1)), e.counter, 8)
		r.b.Br(body)
		ir.NewBuilder(e.block).Br(body)
		r.at(done, l.Parent)
	}
	r.enters[l] = saved
	r.b.CallFunc(s.env.runtime().popFunc(), r.tape, list[0].array)
}
