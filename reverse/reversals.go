package reverse

import (
	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/reverse/tape"
	"github.com/llad-ad/llad/rules"
)

// reversals knows what the reverse sweep has to do for an instruction.
type reversals struct {
	fn *primal
	sh *shadows
	at *adjointTypes

	active   map[ir.Value]bool                            // overrides info.Active for inserted values
	calls    map[*ir.Instr]*augCall                       // the augmented call in p, by the frame that it gives
	augments map[*ir.Instr]*augCall                       // likewise, by the call itself
	members  map[*ir.Instr]bool                           // members of an augmented call's result: reversed with the call
	actions  map[*ir.Instr]func(r *reverser, i *ir.Instr) // special reversals of inserted instructions
	outVals  map[*ir.Instr]map[int]ir.Value               // what a call stored through its pointers, as values of p
	sweeps   map[*ir.Instr][]ir.Value                     // forward sweeps of checkpointed loops: the memory that the loop writes
	swaps    *swaps                                       // see findSwaps
}

func newReversals(fn *primal, sh *shadows, at *adjointTypes) *reversals {
	return &reversals{
		fn: fn, sh: sh, at: at,
		members:  map[*ir.Instr]bool{},
		calls:    map[*ir.Instr]*augCall{},
		augments: map[*ir.Instr]*augCall{},
		actions:  map[*ir.Instr]func(*reverser, *ir.Instr){},
		active:   map[ir.Value]bool{},
		outVals:  map[*ir.Instr]map[int]ir.Value{},
		swaps:    &swaps{},
		sweeps:   map[*ir.Instr][]ir.Value{},
	}
}

// outValues makes what a function stores through its pointers values of p.
func (rvs *reversals) outValues(i *ir.Instr) {
	rule := rules.ForInstr(i)
	if rule == nil {
		return
	}
	for o, out := range rule.Outs {
		if out.Arg < 0 || out.Inactive || rvs.sh.shadowOf(i.Arg(out.Arg)) == nil {
			continue
		}
		if rvs.outVals[i] == nil {
			rvs.outVals[i] = map[int]ir.Value{}
		}
		v := after(i).Load(floatType(i, rule), i.Arg(out.Arg), 0)
		rvs.active[v] = false
		rvs.outVals[i][o] = v
	}
}

// memberOf gives a member of the struct that a call returns as a value of p.
func (rvs *reversals) memberOf(i *ir.Instr, field int) ir.Value {
	if rvs.outVals[i] == nil {
		rvs.outVals[i] = map[int]ir.Value{}
	}
	if v := rvs.outVals[i][field]; v != nil {
		return v
	}
	v := memberValue(after(i), i, field)
	rvs.active[v] = false
	rvs.outVals[i][field] = v
	return v
}

// hasReversal reports whether the reverse sweep does something for i.
func (rvs *reversals) hasReversal(i *ir.Instr) bool {
	if rvs.actions[i] != nil || rvs.calls[i] != nil {
		return true
	}
	if rvs.sh.isShadow[i] || rvs.members[i] {
		return false
	}
	if rvs.isActive(i) {
		return true
	}
	switch i.Op {
	case ir.Ret:
		return i.NumArgs() > 0 && rvs.isActive(i.Arg(0))
	case ir.Store:
		return rvs.sh.shadowOf(i.Arg(1)) != nil && (rvs.at.storesFloats(i) || rvs.sh.wordStore(i) || rvs.fn.info.Parts(i) != nil || rvs.sh.leavesAddress(i))
	case ir.AtomicRMW:
		return rvs.sh.shadowOf(i.Arg(0)) != nil && (i.Arg(1).Type().HasFloat() || i.X.RMWOp == "xchg" && rvs.fn.movesFloat(i))
	case ir.CmpXchg:
		return rvs.sh.shadowOf(i.Arg(0)) != nil && rvs.fn.movesFloat(i)
	case ir.Call, ir.Invoke:
		ci := rvs.fn.info.Call(i)
		if ci == nil || ci.Known == nil {
			return rvs.sh.maskedReversal(i)
		}
		switch ci.Known.Class {
		case rules.MemCpy, rules.MemMove, rules.MemSet:
			if rvs.sh.shadowOf(i.Arg(0)) == nil {
				return false
			}
			for _, p := range rvs.fn.info.Pieces(i) {
				if p.Class != memtypes.Integer && p.Class != memtypes.Pointer {
					return true
				}
			}
		case rules.Math:
			rule := rules.ForInstr(i)
			return rule != nil && len(rule.Outs) > 0 && rvs.sh.outsShadowed(i, rule)
		}
	}
	return false
}

// isPushed reports whether i takes a local object from the tape.
func (rvs *reversals) isPushed(i *ir.Instr) bool {
	return rvs.actions[i] != nil && i.CalledFunc() != nil && rvs.fn.env.runtime().IsPush(i.CalledFunc())
}

// pushObject takes memory for an object from the tape, aligned as the stack
// object `like` is; its reversal gives it back.
func (rvs *reversals) pushObject(b *ir.Builder, bytes ir.Value, like *ir.Instr) ir.Value {
	align := max(int64(like.Align), rvs.fn.m.Layout.Align(like.Elem))
	if align > tape.Align {
		bytes = b.Add(bytes, i64(align-tape.Align))
	}
	c := rvs.pushBytes(b, bytes)
	p := ir.Value(c)
	if align > tape.Align {
		at := rvs.sh.mark(b.Cast(ir.PtrToInt, c, ir.I64))
		gap := rvs.sh.mark(b.Binary(ir.And, rvs.sh.mark(b.Sub(i64(0), at)), i64(align-1)))
		p = rvs.sh.mark(b.Offset(c, gap))
	}
	return b.Cast(ir.BitCast, p, like.Typ)
}

// pushBytes takes memory from the tape; its reversal gives it back.
func (rvs *reversals) pushBytes(b *ir.Builder, bytes ir.Value) *ir.Instr {
	rvs.fn.usesTape = true
	rt := rvs.fn.env.runtime()
	c := b.CallFunc(rt.PushFunc(), rvs.fn.tape, bytes)
	if rvs.fn.loops.Of(b.B) == nil {
		tape.OwnMemory(c)
	} else {
		c.X.RetAttrs = "noalias" // as the stack object was
	}
	rvs.actions[c] = func(r *reverser, i *ir.Instr) {
		r.cu.b.CallFunc(rt.PopFunc(), r.cu.tape, r.lk.lookup(i))
	}
	return c
}

// isActive reports whether v carries an adjoint.
func (rvs *reversals) isActive(v ir.Value) bool {
	if a, ok := rvs.active[v]; ok {
		return a
	}
	switch v := v.(type) {
	case *ir.Instr:
		if v.Typ.Scalar().IsInt() && rvs.fn.info.FloatLanes(v) == nil {
			return false // the integer part of something active
		}
		return rvs.fn.info.Active(v)
	case *ir.Param:
		return v.Parent == rvs.fn.p && v.Index < len(rvs.fn.params) && rvs.fn.info.Active(v)
	}
	return false
}
