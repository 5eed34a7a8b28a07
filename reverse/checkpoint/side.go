package checkpoint

import (
	"slices"

	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/structured"
)

// Side is what a loop's code is for one seed: the layout of its arguments
// in the control block, and the functions that the schedules call.
type Side struct {
	Seed signature.Seed
	Args []loopArg
	// pointers are the places whose shadows hold the shadows of pointers that
	// iterations change: a state has those too.
	Pointers []Slot
	// asides are such places in memory that is put aside once.
	Asides []Slot
	// asideBlocks says that there are such places in blocks of lists too.
	AsideBlocks bool

	Width int          // adjoints at once
	size  int64        // of the control block
	adv   *ir.Function // i32(ptr ctl, i64 n): runs up to n iterations
	rev   *ir.Function // void(ptr ctl, i64 n): reverses n iterations from the state at hand
	keep  *ir.Function // i32(ptr ctl, i64 kind): runs an iteration and holds its tape
	back  *ir.Function // void(ptr ctl, ptr frame): reverses an iteration from its tape
}

// Slot is a piece of the shadow memory behind a parameter, or of a shadow
// variable.
type Slot struct {
	Param     int
	Lane      int
	Variable  *ir.Global // instead of param
	Off, Size int64      // size is 0 for all of it
	Words     bool       // of its words those that are addresses
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

// FirstPiece is the first argument that describes a piece of memory.
const FirstPiece = 3

// Halves is the split form of one iteration.
type Halves struct {
	Augment, Reverse *ir.Function
	FrameAt, RetAt   int   // members of what Augment gives
	Outs             []int // parameters whose adjoints Reverse adds to
}

// Adjoint is where the control block at ctl has the adjoint of parameter k, in a lane.
func (side *Side) Adjoint(b *ir.Builder, ctl ir.Value, k, lane int) ir.Value {
	return b.Offset(ctl, i64(side.Args[k].of(lane)))
}

// LayOut gives every argument its place in the control block.
func (side *Side) LayOut(lc *Loop) {
	l := lc.LoopFuncs.Advance.Module.Layout
	off := int64(ctlHead + pieceSize*(lc.Carried+len(side.Pointers)+lc.Written+lc.Inputs+len(side.Asides)))
	place := func(t *ir.Type) int64 {
		at := off
		off += (l.AllocSize(t) + 7) / 8 * 8
		return at
	}
	side.Args = make([]loopArg, len(side.Seed.Params))
	for k, t := range lc.LoopFuncs.Advance.Typ.Fields {
		if k < 2 {
			side.Args[k].second = -1
			continue
		}
		a := loopArg{typ: t, at: place(t), second: -1}
		if side.Seed.Params[k] != signature.Const {
			a.second = off
			for range side.Width {
				place(t)
			}
			a.pitch = (l.AllocSize(t) + 7) / 8 * 8
		}
		side.Args[k] = a
	}
	side.size = off
}

// arguments reads the arguments of a loop's function from its control block, for
// the given number of steps. With shadows those follow that have one; with
// adjoints, the places of the adjoints of floats.
func (side *Side) arguments(c *structured.Code, lc *Loop, steps ir.Value, shadows, adjoints bool) (args []ir.Value, made ir.Value) {
	ctl := c.F.Params[0]
	made = c.Top.Alloca(ir.I64, nil, 8)
	args = []ir.Value{steps, made}
	for k, a := range side.Args[2:] {
		if k+2 == lc.seen {
			args = append(args, c.Word(ctl, ctlSeen))
		} else {
			args = append(args, c.Load(a.typ, c.At(ctl, a.at), 8))
		}
		for lane := range side.Width {
			switch isOut := side.Seed.Params[k+2] == signature.Out; {
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
func (lc *Loop) wrapper(rt *Schedules, name string, t *ir.Type) *ir.Function {
	f, _ := rt.control.rt.Fn(name, t.Ret, t.Fields...)
	f.Suffix = lc.LoopFuncs.Advance.Suffix
	return f
}

// WriteAdvance writes the function that runs iterations, or blocks of them.
func (rt *Schedules) WriteAdvance(lc *Loop, side *Side, advance *ir.Function, shadows bool) {
	f := lc.wrapper(rt, "llad.loop.adv", rt.control.advType())
	side.adv = f
	c := structured.New(f)
	ctl := f.Params[0]
	steps := lc.stepsOf(c, f.Params[1])
	args, made := side.arguments(c, lc, steps, shadows, false)
	c.Store(steps, made, 8)
	exit := c.CallFunc(advance, args...)
	n := ir.Value(c.Load(ir.I64, made, 8))
	rt.control.count(c, statAdvances, n)
	lc.ran(c, n)
	if lc.Strategy.blocks() { // the last one may be shorter
		k := c.Word(ctl, ctlBlock)
		n = c.Binary(ir.UDiv, c.Add(n, c.Sub(k, i64(1))), k)
	}
	c.Put(c.Add(c.Word(ctl, ctlHand), n), ctl, ctlHand)
	c.Return(exit)
	c.End()
	rt.control.finish(f)
}

// ran notes that n iterations were run from the state at hand.
func (lc *Loop) ran(c *structured.Code, n ir.Value) {
	if lc.seen < 0 {
		return
	}
	ctl := c.F.Params[0]
	now, seen := c.Add(c.Mul(c.Word(ctl, ctlHand), c.Word(ctl, ctlBlock)), n), c.Word(ctl, ctlSeen)
	c.Put(c.Select(c.ICmp(ir.SGT, now, seen), now, seen), ctl, ctlSeen)
}

// stepsOf is the number of steps in n blocks.
func (lc *Loop) stepsOf(c *structured.Code, n ir.Value) ir.Value {
	if !lc.Strategy.blocks() {
		return n
	}
	return c.Mul(n, c.Word(c.F.Params[0], ctlBlock))
}

// WriteReverse writes the function that reverses iterations, or blocks of them.
func (rt *Schedules) WriteReverse(lc *Loop, side *Side, grad *ir.Function) {
	f := lc.wrapper(rt, "llad.loop.rev", rt.control.revType())
	side.rev = f
	c := structured.New(f)
	steps := lc.stepsOf(c, f.Params[1])
	args, made := side.arguments(c, lc, steps, true, true)
	c.Store(steps, made, 8)
	c.CallFunc(grad, append(args, c.Ptr(f.Params[0], ctlTape))...)
	rt.control.count(c, statReversals, c.Load(ir.I64, made, 8))
	c.Return(nil)
	c.End()
	rt.control.finish(f)
}

// WriteKeep writes the function that runs an iteration and holds its tape.
func (rt *Schedules) WriteKeep(lc *Loop, side *Side, half Halves) {
	f := lc.wrapper(rt, "llad.loop.keep", rt.control.keepType())
	side.keep = f
	c := structured.New(f)
	ctl := f.Params[0]
	args, _ := side.arguments(c, lc, i64(1), true, false)
	res := c.CallFunc(half.Augment, append(args, c.Ptr(f.Params[0], ctlTape))...)
	lc.ran(c, i64(1))
	c.CallFunc(rt.snapshots.putFunc(), ctl, c.ExtractValue(res, half.FrameAt), f.Params[1])
	c.Put(c.Add(c.Word(ctl, ctlHand), i64(1)), ctl, ctlHand)
	c.Return(c.ExtractValue(res, half.RetAt))
	c.End()
	rt.control.finish(f)
}

// WriteBack writes the function that reverses an iteration from its tape.
func (rt *Schedules) WriteBack(lc *Loop, side *Side, half Halves) {
	f := lc.wrapper(rt, "llad.loop.back", rt.control.backType())
	side.back = f
	c := structured.New(f)
	ctl := f.Params[0]
	args := []ir.Value{f.Params[1], c.Ptr(ctl, ctlTape)}
	for _, k := range half.Outs {
		for lane := range side.Width {
			args = append(args, c.At(ctl, side.Args[k].of(lane)))
		}
	}
	c.CallFunc(half.Reverse, args...)
	rt.control.count(c, statReversals, i64(1))
	c.Return(nil)
	c.End()
	rt.control.finish(f)
}

// Add enters a piece of shadow memory into the state. Of what is entered as a whole
// no parts are, and where words may be adjoints as well as addresses only addresses are.
func (side *Side) Add(slot Slot) {
	side.Pointers = withSlot(side.Pointers, slot)
}

// Aside enters a piece of shadow memory that is put aside once.
func (side *Side) Aside(slot Slot) { side.Asides = withSlot(side.Asides, slot) }

func withSlot(at []Slot, slot Slot) []Slot {
	for k, p := range at {
		same := p
		same.Words = slot.Words
		switch {
		case p.Size == 0 && p.Param == slot.Param && p.Lane == slot.Lane:
			return at
		case same == slot:
			at[k].Words = p.Words || slot.Words
			return at
		}
	}
	if slot.Size == 0 {
		at = slices.DeleteFunc(at, func(p Slot) bool { return p.Variable == nil && p.Param == slot.Param && p.Lane == slot.Lane })
	}
	return append(at, slot)
}
