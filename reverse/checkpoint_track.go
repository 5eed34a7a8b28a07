package reverse

import (
	"slices"

	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/ir"
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
				if variable != nil || k >= lc.InputsAt() || off == 0 && k >= lc.CarriedAt() && k < lc.ResultsAt() {
					slot := shadowSlot{k, lane, variable, off, env.M.Layout.StoreSize(i.Arg(0).Type())}
					if !slices.Contains(side.pointers, slot) {
						side.pointers = append(side.pointers, slot)
					}
				} else if k < lc.CarriedAt() || off != 0 {
					return advancer{}, ir.DiagAt(i, codeNotAgain, "the loop stores pointers to active data into memory; it is not checkpointed")
				}
				moves = true
			case i.IsCall() && s.info.Call(i) == nil && s.isMemCopy(i):
				return advancer{}, ir.DiagAt(i, codeNotAgain, "the loop moves pointers to active data in memory; it is not checkpointed")
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
				slot := shadowSlot{param: at, lane: lane, size: env.M.Layout.StoreSize(lc.Call.CallArgs()[at].(*ir.Instr).Elem)}
				if !slices.Contains(side.pointers, slot) {
					side.pointers = append(side.pointers, slot)
				}
			}
		}
	}
	if s.usesTape {
		env.checkpoints.WantPools = true
		return advancer{}, ir.DiagAt(lc.LoopFuncs.Call, codeNotAgain, "the loop moves pointers to active data and calls functions that work on it; it is not checkpointed")
	}
	return advancer{f: s.emitTracking(lc), shadows: true}, s.err
}

// isMemCopy reports whether i copies a block of memory.
func (s *synth) isMemCopy(i *ir.Instr) bool {
	f := i.CalledFunc()
	if f == nil {
		return false
	}
	if e, ok := knownEffects(f.Name); ok {
		return e.Arg == ir.Reads|ir.Writes && i.NumCallArgs() > 1 && i.Arg(1).Type().IsPtr()
	}
	return !f.IsDecl
}

// shadowParam gives the number of the parameter in whose shadow memory, in which
// lane, v is an address, and how far in; -1 when that is not known.
func (s *synth) shadowParam(v ir.Value) (k, lane int, off int64) {
	for {
		for k, p := range s.params {
			for lane, shadows := range s.laneShadows {
				if shadows[p] == v {
					return k, lane, off
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
			if !ok {
				return -1, 0, 0
			}
			off += n
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
	out := s.m.AddFunc(s.m.FreshSymbol(lc.LoopFuncs.Advance.Name+".shadows"), s.m.FuncType(ir.I32, types...))
	out.Prefix = "internal"
	out.Suffix = s.p.Suffix
	out.IsDecl = false
	e := newEmitter(s, out)
	e.top = ir.NewBuilder(out.NewBlock("entry"))
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
