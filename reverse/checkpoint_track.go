package reverse

import (
	"slices"

	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/reverse/tape"
)

// advancer runs iterations of a loop without taping them. Where iterations move
// pointers about (buffers that change places) their shadows move with them, and
// the function takes the shadows as its derivatives do.
type advancer struct {
	f       *ir.Function
	shadows bool
}

// advanceOf gives the function that runs iterations of a loop for a seed, and
// notes where iterations change pointers in shadow memory.
func (env *Env) advanceOf(lc *loopCode, side *loopSide) (advancer, error) {
	plain := lc.LoopFuncs.Advance
	p, info, err := env.prepare(plain, side.seed)
	if err != nil {
		return advancer{}, err
	}
	defer env.M.Remove(p)
	s := newSynth(env, p, info)
	s.dt = ir.Dominators(p)
	s.loops = ir.Loops(p, s.dt)
	s.findReturn()
	s.tape = s.addParam(env.M.Ptr(), "tape")
	s.addShadows()
	if s.err != nil {
		return advancer{}, s.err
	}
	if err := s.putShadowsAside(lc, side); err != nil {
		return advancer{}, err
	}
	moves := false
	for _, b := range p.Blocks {
		for _, i := range b.Instrs {
			if !s.isShadow[i] {
				continue
			}
			switch {
			case i.Op == ir.Store:
				k, lane, off := s.shadowParam(i.Arg(1))
				variable, _ := i.Arg(1).(*ir.Global)
				t := i.Arg(0).Type()
				slot := shadowSlot{param: k, lane: lane, variable: variable, off: off, size: env.M.Layout.StoreSize(t), words: !t.HasPtr()}
				if in, ok := lc.inside[k]; ok && off >= 0 {
					slot.param, slot.off = in.arg, in.off+off
					side.note(slot)
				} else if variable != nil || off >= 0 && k >= lc.InputsAt() || off == 0 && k >= lc.CarriedAt() && k < lc.ResultsAt() {
					side.note(slot)
				} else if in, ok := s.wholly(lc, k); ok {
					side.note(shadowSlot{param: in.arg, lane: lane, words: true})
				} else if (k < lc.CarriedAt() || off != 0) && !s.noteGoals(i, side) {
					env.checkpoints.WantPools = true
					return advancer{}, ir.DiagAt(i, codeNotAgain, "the loop stores pointers to active data into memory; it is not checkpointed")
				}
				moves = true
			case i.IsCall() && s.info.Call(i) == nil && s.isMemCopy(i):
				to := i.Arg(0)
				if i.CalledName() == "llad.copy.words" {
					to = i.Arg(1)
				}
				k, lane, _ := s.shadowParam(to)
				if in, ok := s.wholly(lc, k); ok {
					side.note(shadowSlot{param: in.arg, lane: lane, words: true})
				} else if !s.noteGoals(i, side) {
					env.checkpoints.WantPools = true
					return advancer{}, ir.DiagAt(i, codeNotAgain, "the loop moves pointers to active data in memory; it is not checkpointed")
				}
				moves = true
			}
		}
	}
	if !moves {
		return advancer{f: plain}, nil
	}
	for k := range lc.Carried {
		at := lc.CarriedAt() + k
		kind := side.seed.Params[at]
		if (kind == activity.Dup || kind == activity.DupNoNeed) && env.slotHasPtr(lc, k) {
			for lane := range env.Width {
				side.note(shadowSlot{param: at, lane: lane, size: env.M.Layout.StoreSize(lc.Call.CallArgs()[at].(*ir.Instr).Elem)})
			}
		}
	}
	s.pushesOnStack()
	if ir.HasUses(s.tape) {
		env.checkpoints.WantPools = true
		return advancer{}, ir.DiagAt(lc.LoopFuncs.Call, codeNotAgain, "the loop moves pointers to active data, and calls functions that work on it or allocates memory that has a shadow; it is not checkpointed")
	}
	return advancer{f: s.emitTracking(lc), shadows: true}, s.err
}

// pushesOnStack makes stack objects of memory from the tape whose size is known:
// where nothing is reversed it need not outlive an iteration.
func (s *synth) pushesOnStack() {
	push, top := s.env.runtime().PushFunc(), ir.NewBuilder(s.p.Entry())
	top.Before(s.p.Entry().Instrs[0])
	var pushes []*ir.Instr
	for u := range ir.Uses(s.tape) {
		if u.User.CalledFunc() != push {
			continue
		}
		if _, known := ir.IntValue(u.User.Arg(1)); known {
			pushes = append(pushes, u.User)
		}
	}
	for _, c := range pushes {
		n, _ := ir.IntValue(c.Arg(1))
		words := s.m.Types.Array(ir.I64, (n+7)/8)
		slot := top.Alloca(words, nil, tape.Align)
		s.mark(slot)
		ir.ReplaceAllUses(c, s.cast(top, ir.BitCast, slot, s.m.Ptr()))
		delete(s.actions, c)
		c.Erase()
	}
}

// putShadowsAside notes where the loop reads shadows of pointers from memory that
// later code changes: it changes those shadows as well.
func (s *synth) putShadowsAside(lc *loopCode, side *loopSide) error {
	for _, b := range s.p.Blocks {
		for _, i := range b.Instrs {
			if i.Op != ir.Load || !s.isShadow[i] || !i.Typ.HasPtr() {
				continue
			}
			k, lane, off := s.shadowParam(i.Arg(0))
			if k >= lc.CarriedAt() && k < lc.InputsAt() {
				continue
			}
			in, inside := lc.inside[k]
			if len(lc.onceBlocks) > 0 && !inside {
				side.asideBlocks = s.info.TellsWords()
				if !side.asideBlocks {
					return ir.DiagAt(i, codeNotAgain, "the loop reads pointers to active data from memory that later code changes; it is not checkpointed")
				}
			}
			for n := lc.written; n < lc.written+lc.inputs; n++ {
				at := firstPiece + 2*n
				switch {
				case lc.variables[n] != nil || inside && in.arg != at:
				case inside && off >= 0:
					side.asides = withSlot(side.asides, shadowSlot{param: at, lane: lane, off: in.off + off, size: s.m.Layout.StoreSize(i.Typ)})
				case s.info.TellsWords():
					for lane := range s.env.Width {
						side.asides = withSlot(side.asides, shadowSlot{param: at, lane: lane, words: true})
					}
				default:
					return ir.DiagAt(i, codeNotAgain, "the loop reads pointers to active data from memory that later code changes; it is not checkpointed")
				}
			}
		}
	}
	return nil
}

// note enters a piece of shadow memory into the state. Of what is entered as a whole
// no parts are, and where words may be adjoints as well as addresses only addresses are.
func (side *loopSide) note(slot shadowSlot) { side.pointers = withSlot(side.pointers, slot) }

func withSlot(at []shadowSlot, slot shadowSlot) []shadowSlot {
	for k, p := range at {
		same := p
		same.words = slot.words
		switch {
		case p.size == 0 && p.param == slot.param && p.lane == slot.lane:
			return at
		case same == slot:
			at[k].words = p.words || slot.words
			return at
		}
	}
	if slot.size == 0 {
		at = slices.DeleteFunc(at, func(p shadowSlot) bool { return p.variable == nil && p.param == slot.param && p.lane == slot.lane })
	}
	return append(at, slot)
}

// wholly gives the piece that a parameter leads into if all addresses in its shadow
// memory can be part of the state: its words tell which are addresses.
func (s *synth) wholly(lc *loopCode, k int) (inPiece, bool) {
	in, ok := lc.inside[k]
	return in, ok && s.info.TellsWords()
}

// isMemCopy reports whether i copies a block of memory.
func (s *synth) isMemCopy(i *ir.Instr) bool {
	f := i.CalledFunc()
	if f == nil || f == s.env.runtime().PushFunc() { // that makes shadows of what is the iteration's own
		return false
	}
	if e, ok := knownEffects(f.Name); ok {
		return e.Arg == ir.Reads|ir.Writes && i.NumCallArgs() > 1 && i.Arg(1).Type().IsPtr()
	}
	return !f.IsDecl
}

// shadowParam gives the number of the parameter in whose shadow memory, in which
// lane, v is an address, and how far in; both -1 where they are not known.
func (s *synth) shadowParam(v ir.Value) (k, lane int, off int64) {
	for {
		for k, p := range s.params {
			for lane, shadows := range s.laneShadows {
				if shadows[p] == v {
					return k, lane, max(off, -1)
				}
			}
		}
		i, ok := v.(*ir.Instr)
		if !ok {
			return -1, 0, 0
		}
		switch i.Op {
		case ir.BitCast:
		case ir.GetElementPtr:
			n, ok := gepBytes(s.m.Layout, i)
			if off += n; !ok || off < 0 {
				off = -1 << 40
			}
		default:
			return -1, 0, 0
		}
		v = i.Arg(0)
	}
}

// slotHasPtr reports whether a carried slot holds a pointer.
func (env *Env) slotHasPtr(lc *loopCode, k int) bool {
	for u := range ir.Uses(lc.LoopFuncs.Advance.Params[lc.CarriedAt()+k]) {
		if u.User.Op == ir.Load && u.User.Typ.HasPtr() {
			return true
		}
	}
	return false
}

// emitTracking writes p, whose shadows were inserted, without a tape.
func (s *synth) emitTracking(lc *loopCode) *ir.Function {
	var types []*ir.Type
	for k, p := range s.params {
		types = append(types, p.Typ)
		if kind := s.info.Seed.Params[k]; kind == activity.Dup || kind == activity.DupNoNeed {
			types = append(types, times(s.env.Width, p.Typ)...)
		}
	}
	out := s.m.AddFunc(s.m.FreshSymbol(ir.AppendName(lc.LoopFuncs.Advance.Name, ".shadows")), s.m.FuncType(ir.I32, types...))
	out.Prefix = "internal"
	out.Suffix = s.p.Suffix
	out.IsDecl = false
	e := newEmitter(s, out, ir.NewBuilder(out.NewBlock("entry")))
	n := 0
	for _, p := range s.params {
		e.vals[p] = out.Params[n]
		n++
		s.eachLane(func() {
			if sh, ok := s.shadows[p]; ok {
				e.vals[sh] = out.Params[n]
				n++
			}
		})
	}
	e.vals[s.tape] = ir.Zero(s.m.Ptr())
	e.run()
	e.top.Br(e.blocks[s.p.Entry()])
	ir.NewBuilder(e.ret).Ret(e.retVal)
	s.env.finish(out)
	return out
}
