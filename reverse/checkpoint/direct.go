package checkpoint

import (
	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/activity/shadowrt"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform"
)

// mostTargets is how many functions a call through a pointer may reach to be
// replaced by direct calls.
const mostTargets = 4

// Directly has calls in f, which is normalised, made directly where it may have
// loops to checkpoint, and inlined by what it is given, which tells how many there
// were; f is normalised again.
func (ck *Checkpoints) Directly(env *activity.Env, f *ir.Function, passes *transform.Passes, inline func(*ir.Function) int) {
	if !ck.Wants(f) {
		return
	}
	for range 4 { // what was inlined may call through pointers too
		changed := ck.direct(env, f)
		if inline(f) == 0 && !changed {
			return
		}
		passes.Normalize(f, transform.Checkpointed)
	}
}

// direct makes direct calls of the calls through pointers in f, a function with loops which
// is normalised, where it is known which functions they reach: virtual functions,
// functions in objects. What they do is then seen, and so the state of the loop. It
// reports whether it changed f, which is to be normalised again.
func (ck *Checkpoints) direct(env *activity.Env, f *ir.Function) bool {
	var origins *activity.Origins
	li := analysis.Loops(f, ir.Dominators(f))
	if len(li.All) == 0 {
		return false
	}
	targets, certain := map[*ir.Instr][]*ir.Function{}, map[*ir.Instr]bool{}
	var calls []*ir.Instr
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if !i.IsCall() || i.CalledFunc() != nil {
				continue
			}
			if _, asm := i.Callee().(*ir.InlineAsm); asm || i.FnType() == nil {
				continue
			}
			if origins == nil {
				origins = env.Origins(f)
			}
			to, sure := functionsAt(origins, i)
			if len(to) == 0 && li.Of(b) != nil {
				to = virtualsAt(env, i)
			}
			if len(to) > 0 {
				targets[i], certain[i] = to, sure
				calls = append(calls, i)
			}
		}
	}
	for _, i := range calls {
		callDirectly(f, i, targets[i], certain[i])
	}
	return len(calls) > 0
}

// Wants reports whether loops of f may be checkpointed.
func (ck *Checkpoints) Wants(f *ir.Function) bool {
	return ck != nil && (ck.Any() || len(markersOf(f, markCheckpoint)) > 0)
}

// functionsAt lists the functions that a call may reach, nil when that is not known
// or they are many; sure is false where it is one that the address was seen to be
// of, in an object of the function's own that others may have changed.
func functionsAt(origins *activity.Origins, i *ir.Instr) (out []*ir.Function, sure bool) {
	sites, all := origins.Of(i.Callee())
	for _, s := range sites {
		f, ok := s.(*ir.Function)
		switch {
		case ok && ir.Same(f.Typ, i.FnType()):
			out = append(out, f)
		case ok && f.Name == "__cxa_pure_virtual": // ends the program
		default:
			all = false
		}
	}
	switch {
	case all && len(out) <= mostTargets:
		return out, true
	case len(out) == 1 && inOwnObject(origins, i.Callee()):
		return out, false
	}
	return nil, false
}

// inOwnObject reports whether v is read from an object that the function made.
func inOwnObject(origins *activity.Origins, v ir.Value) bool {
	l, ok := v.(*ir.Instr)
	if !ok || l.Op != ir.Load {
		return false
	}
	sites, all := origins.Of(l.Arg(0))
	for _, s := range sites {
		o, ok := s.(*ir.Instr)
		all = all && ok && (o.Op == ir.Alloca || o.IsCall())
	}
	return all
}

// callDirectly replaces a call by calls of the functions that it may reach. Where it is
// not sure that there are no others, the program ends if there are.
func callDirectly(f *ir.Function, i *ir.Instr, to []*ir.Function, sure bool) {
	if len(to) == 1 && sure {
		i.SetArg(i.NumArgs()-1, to[0])
		return
	}
	head := i.Parent
	after := f.NewBlock(f.FreshName("called"))
	b := ir.NewBuilder(after)
	var pad *ir.Block
	if i.Op == ir.Invoke {
		b.Br(i.Blocks[0])
		pad = i.Blocks[1]
	} else {
		at := head.Index(i)
		for _, n := range append([]*ir.Instr(nil), head.Instrs[at+1:]...) {
			after.Append(n)
		}
		head.Instrs = head.Instrs[:at+1]
	}
	for _, s := range after.Succs() {
		comesFrom(s, head, after)
	}
	i.Detach()
	b.AtStart(after)
	var result *ir.Instr
	if i.Typ.Kind != ir.VoidKind {
		result = b.Phi(i.Typ)
		ir.ReplaceAllUses(i, result)
	}
	at, first := head, head
	for k, g := range to {
		does := f.NewBlock(f.FreshName("call"))
		b.AtEnd(at)
		if k+1 < len(to) || !sure {
			next := f.NewBlock(f.FreshName("other"))
			b.CondBr(b.ICmp(ir.EQ, i.Callee(), g), does, next)
			at = next
		} else {
			b.Br(does)
		}
		c := i.Copy()
		c.SetArg(c.NumArgs()-1, g)
		does.Append(c)
		back := does
		if pad != nil {
			back = f.NewBlock(f.FreshName("returned"))
			c.Blocks = []*ir.Block{back, pad}
			if k == 0 {
				comesFrom(pad, head, does)
			} else {
				for _, phi := range pad.Phis() {
					phi.AddIncoming(phi.Incoming(first), does)
				}
			}
		}
		if k == 0 {
			first = does
		}
		if result != nil {
			result.AddIncoming(c, back)
		}
		b.AtEnd(back)
		b.Br(after)
	}
	if !sure {
		b.AtEnd(at)
		shadowrt.Stop(b, "error[L0105]: a loop over time calls a function of another module through a table of virtual functions; keep what it computes (-cache keep)")
		b.Unreachable()
	}
	i.DropArgs()
}

// comesFrom has the phis of b take from one block what they took from another.
func comesFrom(b, was, is *ir.Block) {
	for _, phi := range b.Phis() {
		for k, from := range phi.Blocks {
			if from == was {
				phi.Blocks[k] = is
			}
		}
	}
}
