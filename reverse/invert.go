package reverse

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/reverse/tape"
)

// inversions are updates of integers and pointers that the reverse sweep runs backwards.
type inversions struct {
	fn  *primal
	sh  *shadows
	rv  *reversals
	cf  *controlFlow
	rps *replays
	sws *swapping

	inversions map[*analysis.Loop]*inversion
}

// Where iterations update an integer or a pointer such that nothing is lost, as
// x ^= x << 13, or two pointers change places, the reverse sweep runs the update
// backwards and nothing is kept. What the value is when the loop is left is where
// it begins.

// inversion computes what phis of a loop's header were in one iteration from
// what they are in the next.
type inversion struct {
	loop  *analysis.Loop
	back  map[*ir.Instr]recipe
	given map[ir.Value]recipe // further values of the iteration before that follow
	exits map[*ir.Instr]map[*ir.Block]ir.Value
	needs map[*ir.Instr]*inverseNeeds
	used  []*ir.Instr // those that the reverse sweep has in slots
}

// inverseNeeds is what an inverse takes: phis in the later iteration, and
// values that the reverse sweep can get in the earlier one.
type inverseNeeds struct {
	phis   []*ir.Instr
	values []ir.Value
}

// recipe computes a value of the iteration before.
type recipe func(u *unstep) ir.Value

// unstep is the code that goes back from one iteration to the one before.
type unstep struct {
	r    *lookups
	v    *inversion
	memo map[ir.Value]ir.Value
	need *inverseNeeds // only noted, when not nil
}

// now is a phi of the header in the later iteration.
func (u *unstep) now(phi *ir.Instr) ir.Value {
	if u.need != nil {
		u.need.phis = append(u.need.phis, phi)
		return ir.Undef(phi.Typ)
	}
	return u.r.cu.get(u.r.entry(u.v.loop).back[phi], phi.Typ)
}

// before is v in the earlier iteration.
func (u *unstep) before(v ir.Value) ir.Value {
	if ir.IsConstant(v) {
		return v
	}
	x, ok := u.memo[v]
	if !ok {
		x = u.compute(v)
		u.memo[v] = x
	}
	return x
}

func (u *unstep) compute(v ir.Value) ir.Value {
	i, ok := v.(*ir.Instr)
	if ok && u.v.back[i] != nil {
		return u.v.back[i](u)
	}
	if ok && u.v.given[i] != nil {
		return u.v.given[i](u)
	}
	if !ok || u.r.cu.s.inv.atHandIn(u.v.loop, i) {
		if u.need != nil {
			u.need.values = append(u.need.values, v)
		}
		return u.r.lookup(v)
	}
	return u.r.again(i, u.before)
}

// atHandIn reports whether the reverse sweep has i in an iteration of l without
// keeping anything in l: it is from outside, or affine in the counter.
func (ivs *inversions) atHandIn(l *analysis.Loop, i *ir.Instr) bool {
	if l.Invariant(i) || ivs.cf.isCounter(i) && i.Parent == l.Header {
		return true
	}
	_, _, of, ok := ivs.cf.affine(i)
	return ok && of == l
}

// planInversions finds the loops of which the plan keeps values and whose updates
// can be run backwards.
func (s *synth) planInversions() {
	keeps := map[*analysis.Loop]bool{}
	for _, v := range s.kp.plan.Values() {
		if i, ok := v.(*ir.Instr); ok {
			keeps[s.fn.loops.Of(i.Parent)] = true
		}
	}
	for _, o := range s.rv.swaps.objects { // what swaps back reads where elements are
		for _, sw := range o.swaps {
			for l := s.fn.loops.Of(sw.last.Parent); l != nil && o.allowed; l = l.Parent {
				keeps[l] = true
			}
		}
	}
	for _, l := range s.fn.allLoops() {
		if !keeps[l] || s.cf.counter[l] == nil || s.inv.inversions[l] != nil {
			continue
		}
		if rp := s.rps.replayOf(l.Header); rp != nil && (rp.loop != l || rp.fused) {
			continue
		}
		if v := s.invert(l); v != nil {
			s.inv.inversions[l] = v
		}
	}
}

// invert gives the inverse of l's updates, nil if none can be inverted.
func (s *synth) invert(l *analysis.Loop) *inversion {
	z := &inverter{fn: s.fn, cf: s.cf, inv: s.inv, rv: s.rv, kp: s.kp, l: l, back: map[*ir.Instr]recipe{}, given: map[ir.Value]recipe{}}
	var phis []*ir.Instr
	for _, phi := range l.Header.Phis() {
		if _, _, _, affine := s.cf.affine(phi); affine || s.cf.isCounter(phi) || !s.inv.invertible(phi.Typ) {
			continue
		}
		phis = append(phis, phi)
		z.open = append(z.open, equation{v: phi.Incoming(l.Latch()), is: func(u *unstep) ir.Value { return u.now(phi) }})
	}
	if len(phis) == 0 || len(phis) > maxInverted {
		return nil
	}
	z.solve()
	v := &inversion{loop: l, back: z.back, given: z.given, exits: map[*ir.Instr]map[*ir.Block]ir.Value{}, needs: map[*ir.Instr]*inverseNeeds{}}
	for _, phi := range phis {
		if z.back[phi] != nil {
			v.needs[phi] = s.inverseNeeds(v, phi)
		}
	}
	for changed := true; changed; { // all that an inverse takes must have one
		changed = false
		for _, phi := range phis {
			n := v.needs[phi]
			for k := 0; n != nil && k < len(n.phis); k++ {
				if v.needs[n.phis[k]] == nil {
					delete(v.needs, phi)
					changed = true
					break
				}
			}
		}
	}
	for _, phi := range phis {
		if v.needs[phi] != nil {
			s.inv.addExits(v, phi)
		}
	}
	if len(v.needs) == 0 {
		return nil
	}
	return v
}

// maxInverted is how many values of a loop are solved for.
const maxInverted = 32

func (ivs *inversions) invertible(t *ir.Type) bool {
	ck := ivs.fn.env.checkpoints
	return t.IsInt() && t.Bits <= 64 || t.IsPtr() || t.IsFP() && ck != nil && ck.InvertFloats
}

// inverseNeeds finds out what phi's inverse takes, from code that is thrown away.
func (s *synth) inverseNeeds(v *inversion, phi *ir.Instr) *inverseNeeds {
	scratch := s.fn.m.AddFunc(s.fn.m.FreshSymbol("llad.scratch"), s.fn.m.FuncType(ir.Void))
	defer s.fn.m.Remove(scratch)
	r := newReverser(s, scratch)
	r.cu.dry = true
	r.cu.loop = v.loop
	r.cu.b = ir.NewBuilder(scratch.NewBlock("back"))
	u := &unstep{r: r.lk, v: v, memo: map[ir.Value]ir.Value{}, need: &inverseNeeds{}}
	u.before(phi)
	return u.need
}

// addExits gives phi a name wherever its loop is left.
func (ivs *inversions) addExits(v *inversion, phi *ir.Instr) {
	at := map[*ir.Block]ir.Value{}
	v.exits[phi] = at
	for _, e := range v.loop.ExitEdges() {
		if !ivs.fn.reach[e.To] || at[e.To] != nil {
			continue
		}
		x := ivs.fn.exitPhi(e.To, v.loop, phi)
		ivs.sh.isShadow[x] = ivs.sh.isShadow[phi]
		ivs.rv.active[x] = false
		at[e.To] = x
	}
}

// inversionOf gives the inversion that computes i back, nil if there is none.
func (ivs *inversions) inversionOf(i *ir.Instr) *inversion {
	if i.Op != ir.Phi {
		return nil
	}
	l := ivs.fn.loops.Of(i.Parent)
	if l == nil || ivs.inversions[l] == nil || ivs.inversions[l].needs[i] == nil {
		return nil
	}
	return ivs.inversions[l]
}

// with lists the phis whose inverses have to run for phi's.
func (v *inversion) with(phi *ir.Instr) []*ir.Instr {
	all := []*ir.Instr{phi}
	seen := map[*ir.Instr]bool{phi: true}
	for k := 0; k < len(all); k++ {
		for _, p := range v.needs[all[k]].phis {
			if !seen[p] {
				seen[p] = true
				all = append(all, p)
			}
		}
	}
	return all
}

// operands lists the values from which phi is computed back.
func (v *inversion) operands(phi *ir.Instr) []ir.Value {
	var out []ir.Value
	for _, p := range v.with(phi) {
		seen := map[*ir.Block]bool{}
		for _, e := range v.loop.ExitEdges() {
			if x := v.exits[p][e.To]; x != nil && !seen[e.To] {
				seen[e.To] = true
				out = append(out, x)
			}
		}
		out = append(out, variables(v.needs[p].values...)...)
	}
	return out
}

// usePlan notes which phis the plan computes back for what is needed, and in which
// objects it swaps back.
func (kp *keeping) usePlan(needed []ir.Value, split bool) {
	seen := map[ir.Value]bool{}
	used := map[*ir.Instr]bool{}
	work := append([]ir.Value(nil), needed...)
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		if ir.IsConstant(v) || seen[v] || kp.plan.Kept(v) {
			continue
		}
		seen[v] = true
		n := kp.node(v, split)
		if n.Free {
			continue
		}
		if i, ok := v.(*ir.Instr); ok {
			if inv := kp.inv.inversionOf(i); inv != nil {
				for _, p := range inv.with(i) {
					used[p] = true
				}
			}
			if o := kp.sws.swappedObject(i); o != nil && n.Recompute && !kp.canRecompute(i) {
				o.used = true
			}
		}
		work = append(work, n.Operands...)
	}
	for _, l := range kp.fn.allLoops() {
		for _, phi := range l.Header.Phis() {
			if used[phi] {
				kp.inv.inversions[l].used = append(kp.inv.inversions[l].used, phi)
			}
		}
	}
}

// beginBack notes what the phis of l that are computed back are on leaving l for to.
func (lks *lookups) beginBack(l *analysis.Loop, to *ir.Block) {
	v := lks.cu.s.inv.inversions[l]
	if v == nil || lks.cu.dry {
		return
	}
	for _, phi := range v.used {
		put(lks.cu.b, lks.backSlot(v, phi), lks.lookup(v.exits[phi][to]))
	}
}

// stepBack computes the phis of l in the iteration that is reversed next.
func (lks *lookups) stepBack(l *analysis.Loop) {
	v := lks.cu.s.inv.inversions[l]
	if v == nil || lks.cu.dry || len(v.used) == 0 {
		return
	}
	lks.cu.segs++
	lks.cu.seg = lks.cu.segs
	for _, phi := range v.used {
		lks.backSlot(v, phi)
	}
	u := &unstep{r: lks, v: v, memo: map[ir.Value]ir.Value{}}
	var before []ir.Value
	for _, phi := range v.used {
		before = append(before, u.before(phi))
	}
	for k, phi := range v.used {
		put(lks.cu.b, lks.backSlot(v, phi), before[k])
	}
	lks.cu.segs++
	lks.cu.seg = lks.cu.segs
}

// backSlot gives the slot of a phi that is computed back.
func (lks *lookups) backSlot(v *inversion, phi *ir.Instr) *ir.Instr {
	e := lks.entry(v.loop)
	if e.back == nil {
		e.back = map[*ir.Instr]*ir.Instr{}
	}
	if e.back[phi] == nil {
		e.back[phi] = lks.cu.slot(tape.StoreType(lks.cu.s.fn.m, phi.Typ))
	}
	return e.back[phi]
}
