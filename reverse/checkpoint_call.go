package reverse

import (
	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/cache/schedule"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/structured"
)

// loopSide is what a loop's code is for one seed: the layout of its arguments
// in the control block, and the functions that the schedules call.
type loopSide struct {
	seed activity.Seed
	args []loopArg
	// pointers are the places whose shadows hold the shadows of pointers that
	// iterations change: a state has those too.
	pointers []shadowSlot
	// asides are such places in memory that is put aside once.
	asides []shadowSlot
	// asideBlocks says that there are such places in blocks of lists too.
	asideBlocks bool

	size int64        // of the control block
	adv  *ir.Function // i32(ptr ctl, i64 n): runs up to n iterations
	rev  *ir.Function // void(ptr ctl, i64 n): reverses n iterations from the state at hand
	keep *ir.Function // i32(ptr ctl, i64 kind): runs an iteration and holds its tape
	back *ir.Function // void(ptr ctl, ptr frame): reverses an iteration from its tape
}

// shadowSlot is a piece of the shadow memory behind a parameter, or of a shadow
// variable.
type shadowSlot struct {
	param     int
	lane      int
	variable  *ir.Global // instead of param
	off, size int64      // size is 0 for all of it
	words     bool       // of its words those that are addresses
}

// loopArg is where the control block has an argument of the loop's functions.
type loopArg struct {
	typ    *ir.Type
	at     int64
	second int64 // its shadow, or the adjoint of a float; -1 for none
	pitch  int64 // from there to that of the next lane
}

// of is where that of a lane is.
func (a loopArg) of(lane int) int64 { return a.second + int64(lane)*a.pitch }

// checkpoint puts the sweeps of a schedule in place of the call of a loop that
// was taken out. It reports false where the loop is to be treated as any other
// call: in the split form memory may change between the sweeps in ways that are
// not known here.
func (s *synth) checkpoint(i *ir.Instr, ci *activity.CallInfo) bool {
	lc := s.env.checkpoints.of(ci.Callee)
	if lc == nil {
		return false
	}
	if s.pair != nil {
		if !lc.split {
			lc.split = true
			s.env.checkpoints.Notes = append(s.env.checkpoints.Notes, ir.DiagAt(i, codeNotAgain,
				"a loop of a function that is recursive, or called through a pointer, or differentiated in two parts is not checkpointed: its values are kept"))
		}
		return lc.pool >= 0 && s.noPool(i, lc, nil)
	}
	side, why := s.env.loopSide(lc, ci.Seed)
	if side == nil {
		return lc.pool >= 0 && s.noPool(i, lc, why)
	}
	s.usesTape = true
	if s.env.Explain {
		s.checkpointed = append(s.checkpointed, s.explainSchedule(i, lc))
	}
	rt := s.env.schedulesOf(lc)
	b := ir.NewBuilder(i.Parent)
	b.Before(i)
	b.Meta = debugOf(i)
	args := i.CallArgs()
	emit := func(v ir.Value) ir.Value { return s.mark(v) }
	ctl := b.CallFunc(rt.PushFunc(), s.tape, i64(side.size))
	emit(ctl)
	put := func(v ir.Value, off int64) {
		emit(b.Store(v, emit(b.Offset(ctl, i64(off))), 8))
	}
	emit(b.MemSet(ctl, i64(ctlHead)))
	put(s.tape, ctlTape)
	total := args[2]
	if k := lc.strategy.block(); k > 1 {
		total = emit(b.Binary(ir.SDiv, emit(b.Add(total, i64(k-1))), i64(k))) // not used where it is not known
	}
	put(total, ctlTotal)
	put(i64(lc.strategy.block()), ctlBlock)
	put(i64(lc.strategy.param()), ctlParam)
	if lc.pool >= 0 {
		put(args[lc.pool], ctlPool)
		put(i64(lc.strategy.Fit), ctlFit)
	}
	var written []ir.Value
	t := s.pieceTable(b, ctl, lc, side, int64(lc.Carried+len(side.pointers)+lc.written), int64(lc.inputs+len(side.asides)))
	put(t.place, ctlPlace)
	put(t.pieces, ctlPieces)
	put(t.onces, ctlOnces)
	n := int64(0)
	piece := func(p, size ir.Value) {
		at := emit(b.Offset(t.place, i64(n*pieceSize)))
		if k := n - t.static; k >= 0 {
			at = emit(b.Offset(t.behind, i64(k*pieceSize)))
		}
		emit(b.Store(emit(b.Cast(ir.BitCast, p, s.m.Ptr())), at, 8))
		emit(b.Store(size, emit(b.Offset(at, i64(8))), 8))
		n++
	}
	for k := range lc.Carried {
		p := args[lc.CarriedAt()+k]
		piece(p, i64(s.m.Layout.StoreSize(p.(*ir.Instr).Elem)))
		written = append(written, p)
	}
	shadowPiece := func(slot shadowSlot) (of, size ir.Value) {
		s.setLane(slot.lane)
		of = slot.variable
		if slot.variable == nil {
			of = s.shadowOrSelf(args[slot.param])
		}
		s.setLane(0)
		size = i64(slot.size)
		if slot.size == 0 {
			size = args[slot.param+1]
		}
		if slot.words {
			size = emit(b.Binary(ir.Or, size, i64(pieceOfWords)))
		}
		return emit(b.Offset(of, i64(slot.off))), size
	}
	for _, slot := range side.pointers {
		shadow, size := shadowPiece(slot)
		piece(shadow, size)
		written = append(written, shadow)
	}
	for k := range lc.Results {
		p := args[lc.ResultsAt()+k]
		written = append(written, p)
		s.eachLane(func() { written = append(written, s.shadowOrSelf(p)) })
	}
	for k := range lc.written + lc.inputs {
		p, size := args[firstPiece+2*k], args[firstPiece+2*k+1]
		if g := lc.variables[k]; g != nil {
			p = g
		}
		piece(p, size)
		if k < lc.written {
			written = append(written, p)
		}
	}
	for _, slot := range side.asides {
		p := args[slot.param]
		if shadow, size := shadowPiece(slot); s.shadowOrSelf(p) == p {
			piece(p, i64(0))
		} else { // memory without a shadow is its own at run time
			same := emit(b.ICmp(ir.EQ, emit(b.Offset(p, i64(slot.off))), shadow))
			piece(shadow, emit(b.Select(same, i64(0), size)))
		}
	}
	for _, blocks := range [][]*ir.Instr{lc.blocks, lc.fromPool} {
		for _, r := range blocks {
			written = append(written, r)
		}
	}
	for k, a := range side.args {
		if a.typ == nil {
			continue
		}
		put(args[k], a.at)
		if kind := side.seed.Params[k]; a.second >= 0 && kind != activity.Out {
			s.eachLane(func() { put(s.shadowOrSelf(args[k]), a.of(s.lane)) })
		}
	}
	forth, back := []ir.Value{ctl, side.adv}, []ir.Value{nil, side.adv, side.rev}
	if lc.strategy.tapes() {
		forth, back = append(forth, side.keep), append(back, side.keep, side.back)
	}
	c := b.CallFunc(rt.sweepFunc(lc.strategy), forth...)
	c.Line = i.Line
	s.sweeps[c] = written
	s.active[c] = false
	unwind := rt.unwindFunc(lc.strategy)
	s.actions[c] = func(r *reverser, _ *ir.Instr) {
		at := r.lookup(ctl)
		each := func(f func(v ir.Value, p ir.Value)) {
			for k, a := range side.args {
				if side.seed.Params[k] == activity.Out {
					r.eachLane(func() { f(args[k], r.b.Offset(at, i64(a.of(s.lane)))) })
				}
			}
		}
		each(func(v, p ir.Value) {
			if s.isActive(v) {
				r.b.Store(r.take(v), p, 8)
			} else {
				r.b.Store(ir.Zero(v.Type()), p, 8)
			}
		})
		back[0] = at
		r.b.CallFunc(unwind, back...)
		each(func(v, p ir.Value) {
			if s.isActive(v) {
				r.add(v, r.b.Load(v.Type(), p, 8))
			}
		})
		r.b.CallFunc(rt.PopFunc(), r.tape, at)
	}
	ir.ReplaceAllUses(i, c)
	i.Erase()
	return true
}

// pieceTable is a loop's table of pieces.
type pieceTable struct {
	place         ir.Value
	static        int64    // pieces at its beginning that are known now
	behind        ir.Value // where those that are put aside once begin
	pieces, onces ir.Value // numbers
}

// pieceTable makes the table, with the blocks in lists; there are so many other
// pieces.
func (s *synth) pieceTable(b *ir.Builder, ctl ir.Value, lc *loopCode, side *loopSide, pieces, onces int64) pieceTable {
	emit := func(v ir.Value) ir.Value { return s.mark(v) }
	t := pieceTable{static: pieces, pieces: i64(pieces), onces: i64(onces)}
	if len(lc.blocks)+len(lc.onceBlocks) == 0 {
		t.place = emit(b.Offset(ctl, i64(ctlHead)))
		t.behind = emit(b.Offset(t.place, i64(pieces*pieceSize)))
		return t
	}
	rt := s.env.schedules()
	var written, once []ir.Value
	for _, r := range lc.blocks {
		written = append(written, s.blockList(r, lc.resets[r]))
	}
	for _, r := range lc.onceBlocks {
		once = append(once, s.blockList(r, lc.resets[r]))
		if side.asideBlocks {
			s.eachLane(func() {
				if list := s.shadowList(r, lc.resets[r]); list != nil {
					once = append(once, list)
				}
			})
		}
	}
	count := func(lists []ir.Value, n int64) ir.Value {
		sum := i64(n)
		for _, list := range lists {
			sum = emit(b.Add(sum, emit(b.Load(ir.I64, emit(b.Offset(list, i64(listCount))), 8))))
		}
		return sum
	}
	t.pieces, t.onces = count(written, pieces), count(once, onces)
	size := emit(b.Mul(emit(b.Add(t.pieces, t.onces)), i64(pieceSize)))
	t.place = emit(b.CallFunc(rt.PushFunc(), s.tape, size))
	fill := func(at ir.Value, lists []ir.Value) ir.Value {
		for _, list := range lists {
			emit(b.CallFunc(rt.addListFunc(), at, list))
			n := emit(b.Load(ir.I64, emit(b.Offset(list, i64(listCount))), 8))
			at = emit(b.Offset(at, emit(b.Mul(n, i64(pieceSize)))))
		}
		return at
	}
	t.behind = fill(emit(b.Offset(t.place, i64(pieces*pieceSize))), written)
	fill(emit(b.Offset(t.behind, i64(onces*pieceSize))), once)
	return t
}

// firstPiece is the first argument that describes a piece of memory.
const firstPiece = 3

// of gives the loop that f runs, nil when it is none.
func (ck *Checkpoints) of(f *ir.Function) *loopCode {
	if ck == nil {
		return nil
	}
	return ck.loops[f]
}

// param is the number that the strategy's functions find in the control block.
func (st Strategy) param() int64 {
	switch sc := st.steps().(type) {
	case schedule.Binomial:
		return int64(sc)
	case schedule.Online:
		return int64(sc)
	case schedule.Periodic:
		return int64(sc)
	case schedule.Mixed:
		return int64(sc)
	}
	return st.Mem
}

// schedules gives the functions that carry schedules out.
func (env *Env) schedules() *schedules {
	ck := env.checkpoints
	if ck.rt == nil {
		ck.rt = &schedules{Runtime: env.runtime(), stats: ck.Stats || env.M.Func(statsName) != nil,
			spill: ck.Spill, mem: ck.Mem, finish: env.finish}
		if ck.rt.stats {
			ck.rt.statsFunc()
		}
	}
	return ck.rt
}

// schedulesOf gives those for a loop.
func (env *Env) schedulesOf(lc *loopCode) *schedules {
	rt := env.schedules()
	if lc.pool < 0 {
		return rt
	}
	if env.checkpoints.pools == nil {
		of := *rt
		of.pool, of.spill, of.shadows = true, "", env.Width
		env.checkpoints.pools = &of
	}
	return env.checkpoints.pools
}

// loopSide gives a loop's functions for a seed, made when new; nil, and why, when
// they cannot be made.
func (env *Env) loopSide(lc *loopCode, seed activity.Seed) (*loopSide, *ir.Diagnostic) {
	key := seedKey(seed)
	if side, ok := lc.sides[key]; ok {
		return side, nil
	}
	side := &loopSide{seed: seed}
	advance, err := env.advanceOf(lc, side)
	var grad *ir.Function
	if err == nil {
		grad, err = env.gradientOf(lc, side)
	}
	var halves *pair
	if err == nil && lc.strategy.tapes() {
		halves, err = env.halvesOf(lc, side)
	}
	var why *ir.Diagnostic
	if err != nil {
		notes := noteOf(err)
		env.checkpoints.Notes = append(env.checkpoints.Notes, notes...)
		side, why = nil, notes[0]
	} else {
		env.layOutLoop(lc, side)
		env.writeAdvance(lc, side, advance)
		env.writeReverse(lc, side, grad)
		if halves != nil {
			env.writeKeep(lc, side, halves)
			env.writeBack(lc, side, halves)
		}
	}
	lc.sides[key] = side
	return side, why
}

// layOutLoop gives every argument its place in the control block.
func (env *Env) layOutLoop(lc *loopCode, side *loopSide) {
	l := env.M.Layout
	off := int64(ctlHead + pieceSize*(lc.Carried+len(side.pointers)+lc.written+lc.inputs+len(side.asides)))
	place := func(t *ir.Type) int64 {
		at := off
		off += (l.AllocSize(t) + 7) / 8 * 8
		return at
	}
	side.args = make([]loopArg, len(side.seed.Params))
	for k, t := range lc.LoopFuncs.Advance.Typ.Fields {
		if k < 2 {
			side.args[k].second = -1
			continue
		}
		a := loopArg{typ: t, at: place(t), second: -1}
		if side.seed.Params[k] != activity.Const {
			a.second = off
			for range env.Width {
				place(t)
			}
			a.pitch = (l.AllocSize(t) + 7) / 8 * 8
		}
		side.args[k] = a
	}
	side.size = off
}

// arguments reads the arguments of a loop's function from its control block, for
// the given number of steps. With shadows those follow that have one; with
// adjoints, the places of the adjoints of floats.
func (env *Env) loopArguments(c *structured.Code, lc *loopCode, side *loopSide, steps ir.Value, shadows, adjoints bool) (args []ir.Value, made ir.Value) {
	ctl := c.F.Params[0]
	made = c.Top.Alloca(ir.I64, nil, 8)
	args = []ir.Value{steps, made}
	for k, a := range side.args[2:] {
		if k+2 == lc.seen {
			args = append(args, c.Word(ctl, ctlSeen))
		} else {
			args = append(args, c.Load(a.typ, c.At(ctl, a.at), 8))
		}
		for lane := range env.Width {
			switch isOut := side.seed.Params[k+2] == activity.Out; {
			case a.second < 0:
			case isOut && adjoints:
				args = append(args, c.At(ctl, a.of(lane)))
			case !isOut && shadows:
				args = append(args, c.Load(a.typ, c.At(ctl, a.of(lane)), 8))
			}
		}
	}
	return args, made
}

// wrapper makes a function that calls one of the loop's, with its attributes: how
// vectors are passed depends on the target's features.
func (lc *loopCode) wrapper(rt *schedules, name string, t *ir.Type) *ir.Function {
	f, _ := rt.Fn(name, t.Ret, t.Fields...)
	f.Suffix = lc.LoopFuncs.Advance.Suffix
	return f
}

// writeAdvance writes the function that runs iterations, or blocks of them.
func (env *Env) writeAdvance(lc *loopCode, side *loopSide, advance advancer) {
	rt := env.schedulesOf(lc)
	f := lc.wrapper(rt, "llad.loop.adv", rt.advType())
	side.adv = f
	c := structured.New(f)
	ctl := f.Params[0]
	steps := lc.stepsOf(c, f.Params[1])
	args, made := env.loopArguments(c, lc, side, steps, advance.shadows, false)
	c.Store(steps, made, 8)
	exit := c.CallFunc(advance.f, args...)
	n := ir.Value(c.Load(ir.I64, made, 8))
	rt.count(c, statAdvances, n)
	lc.ran(c, n)
	if lc.strategy.blocks() { // the last one may be shorter
		k := c.Word(ctl, ctlBlock)
		n = c.Binary(ir.UDiv, c.Add(n, c.Sub(k, i64(1))), k)
	}
	c.Put(c.Add(c.Word(ctl, ctlHand), n), ctl, ctlHand)
	c.Return(exit)
	c.End()
	env.finish(f)
}

// ran notes that n iterations were run from the state at hand.
func (lc *loopCode) ran(c *structured.Code, n ir.Value) {
	if lc.seen < 0 {
		return
	}
	ctl := c.F.Params[0]
	now, seen := c.Add(c.Mul(c.Word(ctl, ctlHand), c.Word(ctl, ctlBlock)), n), c.Word(ctl, ctlSeen)
	c.Put(c.Select(c.ICmp(ir.SGT, now, seen), now, seen), ctl, ctlSeen)
}

// stepsOf is the number of steps in n blocks.
func (lc *loopCode) stepsOf(c *structured.Code, n ir.Value) ir.Value {
	if !lc.strategy.blocks() {
		return n
	}
	return c.Mul(n, c.Word(c.F.Params[0], ctlBlock))
}

// writeReverse writes the function that reverses iterations, or blocks of them.
func (env *Env) writeReverse(lc *loopCode, side *loopSide, grad *ir.Function) {
	rt := env.schedulesOf(lc)
	f := lc.wrapper(rt, "llad.loop.rev", rt.revType())
	side.rev = f
	c := structured.New(f)
	steps := lc.stepsOf(c, f.Params[1])
	args, made := env.loopArguments(c, lc, side, steps, true, true)
	c.Store(steps, made, 8)
	c.CallFunc(grad, append(args, c.Ptr(f.Params[0], ctlTape))...)
	rt.count(c, statReversals, c.Load(ir.I64, made, 8))
	c.Return(nil)
	c.End()
	env.finish(f)
}

// gradientOf synthesises the gradient of one iteration, or of as many as its
// first parameter says.
func (env *Env) gradientOf(lc *loopCode, side *loopSide) (*ir.Function, error) {
	f, seed := lc.Step, side.seed
	if lc.strategy.segments() {
		f = lc.LoopFuncs.Advance
	}
	p, info, err := env.prepare(f, seed)
	if err != nil {
		return nil, err
	}
	s := newSynth(env, p, info)
	s.name = f.Name
	g, err := s.synthesize(Options{Name: env.M.FreshSymbol(ir.AppendName(f.Name, ".grad")), Sig: activity.GradSignature(f, seed, env.Width), Inout: true})
	if err != nil {
		return nil, err
	}
	g.Prefix = "internal"
	return g, nil
}

// halvesOf synthesises the split form of one iteration, whose tape can be held.
func (env *Env) halvesOf(lc *loopCode, side *loopSide) (*pair, error) {
	p, info, err := env.prepare(lc.Step, side.seed)
	if err != nil {
		return nil, err
	}
	pr := env.declarePair(lc.Step, side.seed, nil)
	m := env.M
	pr.inout = true
	params := []*ir.Type{m.Ptr(), m.Ptr()}
	for range len(pr.outs) * env.Width {
		params = append(params, m.Ptr())
	}
	m.Remove(pr.reverse)
	pr.shape.reverse = m.FuncType(ir.Void, params...)
	pr.reverse = m.AddFunc(m.FreshSymbol("llad.loop.reverse"), pr.shape.reverse)
	pr.reverse.Prefix = "internal"
	return pr, env.writePair(pr, lc.Step, p, info)
}

// writeKeep writes the function that runs an iteration and holds its tape.
func (env *Env) writeKeep(lc *loopCode, side *loopSide, pr *pair) {
	rt := env.schedulesOf(lc)
	f := lc.wrapper(rt, "llad.loop.keep", rt.keepType())
	side.keep = f
	c := structured.New(f)
	ctl := f.Params[0]
	args, _ := env.loopArguments(c, lc, side, i64(1), true, false)
	res := c.CallFunc(pr.augment, append(args, c.Ptr(f.Params[0], ctlTape))...)
	lc.ran(c, i64(1))
	c.CallFunc(rt.putFunc(), ctl, c.ExtractValue(res, pr.frameAt), f.Params[1])
	c.Put(c.Add(c.Word(ctl, ctlHand), i64(1)), ctl, ctlHand)
	c.Return(c.ExtractValue(res, pr.retAt))
	c.End()
	env.finish(f)
}

// writeBack writes the function that reverses an iteration from its tape.
func (env *Env) writeBack(lc *loopCode, side *loopSide, pr *pair) {
	rt := env.schedulesOf(lc)
	f := lc.wrapper(rt, "llad.loop.back", rt.backType())
	side.back = f
	c := structured.New(f)
	ctl := f.Params[0]
	args := []ir.Value{f.Params[1], c.Ptr(ctl, ctlTape)}
	for _, k := range pr.outs {
		for lane := range env.Width {
			args = append(args, c.At(ctl, side.args[k].of(lane)))
		}
	}
	c.CallFunc(pr.reverse, args...)
	rt.count(c, statReversals, i64(1))
	c.Return(nil)
	c.End()
	env.finish(f)
}

// KeptInstead is the note that a function is differentiated without checkpoints
// because of err.
func KeptInstead(err error) *ir.Diagnostic {
	d := noteOf(err)[0]
	n := *d
	n.Message += "; the values of its loops are kept instead"
	return &n
}

// noteOf takes an error apart into diagnostics.
func noteOf(err error) []*ir.Diagnostic {
	if d, ok := err.(*ir.Diagnostic); ok {
		return []*ir.Diagnostic{d}
	}
	if l, ok := err.(interface{ Unwrap() []error }); ok {
		var out []*ir.Diagnostic
		for _, e := range l.Unwrap() {
			out = append(out, noteOf(e)...)
		}
		return out
	}
	return []*ir.Diagnostic{{Code: codeNoLoop, Message: err.Error()}}
}
