package reverse

import (
	"slices"

	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/rules"
)

// primal is the function that is differentiated, and what is known of its form. It becomes the augmented primal.
type primal struct {
	env      *Env
	m        *ir.Module
	p        *ir.Function
	info     *activity.Info
	pair     *pair    // split form, nil when combined
	catches  bool     // exceptions of callees
	parallel bool     // runs in the threads of a team
	inTeam   bool     // which a thread of another team starts
	contract ir.Flags // see rules.Contraction
	name     string   // of the primal, "" for the function that was asked for
	dt       *ir.DomTree
	loops    *analysis.LoopInfo
	// the primal's instrumentation
	params   []*ir.Param // the original ones
	tape     *ir.Param   // stands for the tape in p
	usesTape bool
	reach    map[*ir.Block]bool // blocks from which the return is reached
	ret      *ir.Instr          // the one ret, nil if none
	predList [][]*ir.Block
	unread   map[*ir.Instr]bool // see findUnread
	inout    bool               // Options.Inout
	err      error
}

// caught reports whether a call may throw and the function goes on then. A
// derivative that the program gives answers for itself.
func (fn *primal) caught(i *ir.Instr, callee *ir.Function) bool {
	if i.Op != ir.Invoke || !fn.reach[i.Blocks[1]] || i.HasAttr("nounwind") {
		return false
	}
	return callee == nil || !callee.HasAttr("nounwind") && !rules.GivenOf(callee).Has(false)
}

// findsFrames reports whether the frames of callees are on top of the tape when
// s reverses the calls.
func (fn *primal) findsFrames() bool { return fn.pair != nil && !fn.catches }

// readsAgain reports whether the reverse sweep may find memory as the forward sweep did: iterations
// can be run again then.
func (fn *primal) readsAgain() bool { return fn.pair == nil || fn.pair.memory != nil }

// movesFloat reports whether an atomic operation exchanges floats.
func (fn *primal) movesFloat(i *ir.Instr) bool {
	return slices.ContainsFunc(fn.info.Pieces(i), func(p memtypes.Piece) bool { return p.Class == memtypes.FloatData })
}

// exitPhi gives v, a value of loop l, a name at exit block x.
func (fn *primal) exitPhi(x *ir.Block, l *analysis.Loop, v ir.Value) *ir.Instr {
	phi := ir.NewInstr(ir.Phi, v.Type())
	x.InsertAt(0, phi)
	for _, p := range fn.preds(x) {
		phi.AddIncoming(v, p)
	}
	return phi
}

// preds gives the predecessors of b; the blocks do not change after the
// normalisation.
func (fn *primal) preds(b *ir.Block) []*ir.Block {
	if fn.predList == nil {
		fn.predList = fn.p.Preds()
	}
	return fn.predList[b.ID]
}

// allLoops lists the loops, outer ones first.
func (fn *primal) allLoops() []*analysis.Loop {
	var all []*analysis.Loop
	var walk func(ls []*analysis.Loop)
	walk = func(ls []*analysis.Loop) {
		for _, l := range ls {
			all = append(all, l)
			walk(l.Inner)
		}
	}
	walk(fn.loops.Top)
	return all
}

// left lists the loops that the edge leaves, outermost first.
func (fn *primal) left(from, to *ir.Block) []*analysis.Loop {
	var ls []*analysis.Loop
	for l := fn.loops.Of(from); l != nil && !l.Contains(to); l = l.Parent {
		ls = append([]*analysis.Loop{l}, ls...)
	}
	return ls
}

// inLoop reports whether v is computed in a loop: kept, it takes memory for
// each iteration, where others take a place on the stack.
func (fn *primal) inLoop(v ir.Value) bool {
	i, ok := v.(*ir.Instr)
	return ok && fn.loops.Of(i.Parent) != nil
}

// direct reports whether i, outside of loops, is at hand in the reverse sweep
// of a combined function because it dominates the return.
func (fn *primal) direct(i *ir.Instr) bool {
	b := i.Parent
	if i.Op == ir.Invoke {
		b = i.Blocks[0]
	}
	return fn.loops.Of(i.Parent) == nil && fn.ret != nil && fn.dt.Dominates(b, fn.ret.Parent)
}

func (fn *primal) knownOf(i *ir.Instr) *rules.Known {
	f := i.CalledFunc()
	if f == nil {
		return nil
	}
	return rules.KnownOf(f)
}

// callsActive reports whether p calls a function with a body that takes part.
func (fn *primal) callsActive() bool {
	for _, b := range fn.p.Blocks {
		for _, i := range b.Instrs {
			if i.IsCall() {
				if ci := fn.info.Call(i); ci != nil && ci.Known == nil && ci.Active && ci.Callee != nil {
					return true
				}
			}
		}
	}
	return false
}

// fail records the first refusal.
func (fn *primal) fail(i *ir.Instr, code, format string, args ...any) {
	if fn.err == nil {
		fn.err = ir.DiagAt(i, code, format, args...)
	}
}

// addParam gives p one more parameter; emission binds it to a value.
func (fn *primal) addParam(t *ir.Type, name string) *ir.Param {
	p := &ir.Param{Typ: t, Name: name, Index: len(fn.p.Params), Parent: fn.p}
	fn.p.Params = append(fn.p.Params, p)
	return p
}

// findReturn finds the ret and the blocks that reach it.
func (fn *primal) findReturn() {
	preds := fn.p.Preds()
	fn.reach = map[*ir.Block]bool{}
	var stack []*ir.Block
	for _, b := range fn.p.Blocks {
		if t := b.Term(); t != nil && t.Op == ir.Ret {
			fn.ret = t
			fn.reach[b] = true
			stack = append(stack, b)
		}
	}
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, p := range preds[b.ID] {
			if !fn.reach[p] {
				fn.reach[p] = true
				stack = append(stack, p)
			}
		}
	}
}

// findUnread collects the stores that the derivative leaves out: they write
// what a parameter of kind DupNoNeed points to, which the caller does not want
// and the function itself never reads through that parameter. Without them
// memory still holds what was read before, and what only they need is not
// computed. Their adjoints stay.
func (fn *primal) findUnread() {
	fn.unread = map[*ir.Instr]bool{}
	for k, p := range fn.params {
		if k < len(fn.info.Seed.Params) && fn.info.Seed.Params[k] == signature.DupNoNeed {
			if stores, only := onlyStores(p, nil); only {
				for _, i := range stores {
					fn.unread[i] = true
				}
			}
		}
	}
}

// onlyStores appends to list the stores through the address v and reports
// whether nothing else is done with it, save for comparing it.
func onlyStores(v ir.Value, list []*ir.Instr) ([]*ir.Instr, bool) {
	only := true
	for u := range ir.Uses(v) {
		switch i := u.User; i.Op {
		case ir.ICmp:
		case ir.Store:
			if u.Index() == 0 || i.Flags&(ir.Volatile|ir.Atomic) != 0 {
				return nil, false
			}
			list = append(list, i)
		case ir.GetElementPtr, ir.BitCast:
			if u.Index() != 0 {
				return nil, false
			}
			if list, only = onlyStores(i, list); !only {
				return nil, false
			}
		default:
			return nil, false
		}
	}
	return list, true
}
