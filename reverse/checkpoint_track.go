package reverse

import (
	"fmt"
	"strings"

	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/reverse/checkpoint"
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
func (env *Env) advanceOf(lc *checkpoint.Loop, side *checkpoint.Side) (advancer, error) {
	plain := lc.LoopFuncs.Advance
	p, info, err := env.prepare(plain, side.Seed)
	if err != nil {
		return advancer{}, err
	}
	defer env.M.Remove(p)
	s := newSynth(env, p, info)
	s.fn.dt = ir.Dominators(p)
	s.fn.loops = analysis.Loops(p, s.fn.dt)
	s.fn.findReturn()
	s.fn.tape = s.fn.addParam(env.M.Ptr(), "tape")
	s.ins.addShadows()
	if s.fn.err != nil {
		return advancer{}, s.fn.err
	}
	if err := s.putShadowsAside(lc, side); err != nil {
		return advancer{}, err
	}
	moves := false
	for _, b := range p.Blocks {
		for _, i := range b.Instrs {
			if !s.sh.isShadow[i] {
				continue
			}
			switch {
			case i.Op == ir.Store:
				k, lane, off := s.sh.shadowParam(i.Arg(1))
				variable, _ := i.Arg(1).(*ir.Global)
				t := i.Arg(0).Type()
				slot := checkpoint.Slot{Param: k, Lane: lane, Variable: variable, Off: off, Size: env.M.Layout.StoreSize(t), Words: !t.HasPtr()}
				if in, ok := lc.Inside[k]; ok && off >= 0 {
					slot.Param, slot.Off = in.Arg, in.Off+off
					side.Add(slot)
				} else if variable != nil || off >= 0 && k >= lc.InputsAt() || off == 0 && k >= lc.CarriedAt() && k < lc.ResultsAt() {
					side.Add(slot)
				} else if in, ok := s.ins.wholly(lc, k); ok {
					side.Add(checkpoint.Slot{Param: in.Arg, Lane: lane, Words: true})
				} else if (k < lc.CarriedAt() || off != 0) && !s.ins.noteGoals(i, side) {
					env.checkpoints.WantPools = true
					return advancer{}, ir.DiagAt(i, checkpoint.CodeNotAgain, "the loop stores pointers to active data into memory; it is not checkpointed")
				}
				moves = true
			case i.IsCall() && s.fn.info.Call(i) == nil && s.ins.isMemCopy(i):
				to := i.Arg(0)
				if i.CalledName() == "llad.copy.words" {
					to = i.Arg(1)
				}
				k, lane, _ := s.sh.shadowParam(to)
				if in, ok := s.ins.wholly(lc, k); ok {
					side.Add(checkpoint.Slot{Param: in.Arg, Lane: lane, Words: true})
				} else if !s.ins.noteGoals(i, side) {
					env.checkpoints.WantPools = true
					return advancer{}, ir.DiagAt(i, checkpoint.CodeNotAgain, "the loop moves pointers to active data in memory; it is not checkpointed")
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
		kind := side.Seed.Params[at]
		if (kind == signature.Dup || kind == signature.DupNoNeed) && env.slotHasPtr(lc, k) {
			for lane := range env.Width {
				side.Add(checkpoint.Slot{Param: at, Lane: lane, Size: env.M.Layout.StoreSize(lc.Call.CallArgs()[at].(*ir.Instr).Elem)})
			}
		}
	}
	s.pushesOnStack()
	if ir.HasUses(s.fn.tape) {
		env.checkpoints.WantPools = true
		return advancer{}, ir.DiagAt(lc.LoopFuncs.Call, checkpoint.CodeNotAgain, "the loop moves pointers to active data, and calls functions that work on it or allocates memory that has a shadow; it is not checkpointed")
	}
	return advancer{f: s.emitTracking(lc), shadows: true}, s.fn.err
}

// pushesOnStack makes stack objects of memory from the tape whose size is known:
// where nothing is reversed it need not outlive an iteration.
func (s *synth) pushesOnStack() {
	push, top := s.fn.env.runtime().PushFunc(), ir.NewBuilder(s.fn.p.Entry())
	top.Before(s.fn.p.Entry().Instrs[0])
	var pushes []*ir.Instr
	for u := range ir.Uses(s.fn.tape) {
		if u.User.CalledFunc() != push {
			continue
		}
		if _, known := ir.IntValue(u.User.Arg(1)); known {
			pushes = append(pushes, u.User)
		}
	}
	for _, c := range pushes {
		n, _ := ir.IntValue(c.Arg(1))
		words := s.fn.m.Types.Array(ir.I64, (n+7)/8)
		slot := top.Alloca(words, nil, tape.Align)
		s.sh.mark(slot)
		ir.ReplaceAllUses(c, s.sh.cast(top, ir.BitCast, slot, s.fn.m.Ptr()))
		delete(s.rv.actions, c)
		c.Erase()
	}
}

// putShadowsAside notes where the loop reads shadows of pointers from memory that
// later code changes: it changes those shadows as well.
func (s *synth) putShadowsAside(lc *checkpoint.Loop, side *checkpoint.Side) error {
	for _, b := range s.fn.p.Blocks {
		for _, i := range b.Instrs {
			if i.Op != ir.Load || !s.sh.isShadow[i] || !i.Typ.HasPtr() {
				continue
			}
			k, lane, off := s.sh.shadowParam(i.Arg(0))
			if k >= lc.CarriedAt() && k < lc.InputsAt() {
				continue
			}
			in, inside := lc.Inside[k]
			if len(lc.OnceBlocks) > 0 && !inside {
				side.AsideBlocks = s.fn.info.TellsWords()
				if !side.AsideBlocks {
					return ir.DiagAt(i, checkpoint.CodeNotAgain, "the loop reads pointers to active data from memory that later code changes; it is not checkpointed")
				}
			}
			for n := lc.Written; n < lc.Written+lc.Inputs; n++ {
				at := checkpoint.FirstPiece + 2*n
				switch {
				case lc.Variables[n] != nil || inside && in.Arg != at:
				case inside && off >= 0:
					side.Aside(checkpoint.Slot{Param: at, Lane: lane, Off: in.Off + off, Size: s.fn.m.Layout.StoreSize(i.Typ)})
				case s.fn.info.TellsWords():
					for lane := range s.fn.env.Width {
						side.Aside(checkpoint.Slot{Param: at, Lane: lane, Words: true})
					}
				default:
					return ir.DiagAt(i, checkpoint.CodeNotAgain, "the loop reads pointers to active data from memory that later code changes; it is not checkpointed")
				}
			}
		}
	}
	return nil
}

// wholly gives the piece that a parameter leads into if all addresses in its shadow
// memory can be part of the state: its words tell which are addresses.
func (ins *inserter) wholly(lc *checkpoint.Loop, k int) (checkpoint.Place, bool) {
	in, ok := lc.Inside[k]
	return in, ok && ins.fn.info.TellsWords()
}

// isMemCopy reports whether i copies a block of memory.
func (ins *inserter) isMemCopy(i *ir.Instr) bool {
	f := i.CalledFunc()
	if f == nil || f == ins.fn.env.runtime().PushFunc() { // that makes shadows of what is the iteration's own
		return false
	}
	if e, ok := checkpoint.KnownEffects(f.Name); ok {
		return e.Arg == analysis.Reads|analysis.Writes && i.NumCallArgs() > 1 && i.Arg(1).Type().IsPtr()
	}
	return !f.IsDecl
}

// shadowParam gives the number of the parameter in whose shadow memory, in which
// lane, v is an address, and how far in; both -1 where they are not known.
func (shs *shadows) shadowParam(v ir.Value) (k, lane int, off int64) {
	for {
		for k, p := range shs.fn.params {
			for lane, shadows := range shs.laneShadows {
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
			n, ok := checkpoint.GEPBytes(shs.fn.m.Layout, i)
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
func (env *Env) slotHasPtr(lc *checkpoint.Loop, k int) bool {
	for u := range ir.Uses(lc.LoopFuncs.Advance.Params[lc.CarriedAt()+k]) {
		if u.User.Op == ir.Load && u.User.Typ.HasPtr() {
			return true
		}
	}
	return false
}

// emitTracking writes p, whose shadows were inserted, without a tape.
func (s *synth) emitTracking(lc *checkpoint.Loop) *ir.Function {
	var types []*ir.Type
	for k, p := range s.fn.params {
		types = append(types, p.Typ)
		if kind := s.fn.info.Seed.Params[k]; kind == signature.Dup || kind == signature.DupNoNeed {
			types = append(types, times(s.fn.env.Width, p.Typ)...)
		}
	}
	out := s.fn.m.AddFunc(s.fn.m.FreshSymbol(ir.AppendName(lc.LoopFuncs.Advance.Name, ".shadows")), s.fn.m.FuncType(ir.I32, types...))
	out.Prefix = "internal"
	out.Suffix = s.fn.p.Suffix
	out.IsDecl = false
	e := newEmitter(s, out, ir.NewBuilder(out.NewBlock("entry")))
	n := 0
	for _, p := range s.fn.params {
		e.vals[p] = out.Params[n]
		n++
		s.sh.eachLane(func() {
			if sh, ok := s.sh.shadows[p]; ok {
				e.vals[sh] = out.Params[n]
				n++
			}
		})
	}
	e.vals[s.fn.tape] = ir.Zero(s.fn.m.Ptr())
	e.run()
	e.top.Br(e.blocks[s.fn.p.Entry()])
	ir.NewBuilder(e.ret).Ret(e.retVal)
	s.fn.env.finish(out)
	return out
}

// noteGoal notes where what keeps shadow memory in step with i writes.
func (ins *inserter) noteGoal(i *ir.Instr) {
	node := i.Metadata(checkpoint.GoalKind)
	if node == "" {
		return
	}
	pieces := []int{}
	for _, text := range strings.Fields(node) {
		var k int
		fmt.Sscan(text, &k)
		pieces = append(pieces, k)
	}
	for _, c := range i.Parent.Instrs[i.Parent.Index(i)+1:] {
		if !ins.sh.isShadow[c] {
			return
		}
		ins.goals[c] = pieces
	}
}

// noteGoals enters the addresses in the shadows of the pieces that i writes into into
// the state; it reports false where these are not known.
func (ins *inserter) noteGoals(i *ir.Instr, side *checkpoint.Side) bool {
	pieces, ok := ins.goals[i]
	if !ok || !ins.fn.info.TellsWords() {
		return false
	}
	for _, k := range pieces {
		for lane := range ins.fn.env.Width {
			side.Add(checkpoint.Slot{Param: checkpoint.FirstPiece + 2*k, Lane: lane, Words: true})
		}
	}
	return true
}
