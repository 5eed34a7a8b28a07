package raise

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// laneWriter writes the loop over the lanes.
type laneWriter struct {
	l    *laneOps
	b    *ir.Builder
	lane ir.Value
	made map[ir.Value]ir.Value
}

// write puts the loop over the lanes in the place of the operations. The vectors that it takes and
// those that others use go through stack slots of one element a lane.
func (l *laneOps) write() {
	f := l.block.Parent
	behindLoop := l.block.Instrs[l.end]
	ins, outs := l.slots(l.ins), l.slots(l.outs)
	b := ir.NewBuilder(l.block)
	for k, v := range l.ins {
		b.After(v)
		if v.Op == ir.Phi {
			b.AtStart(v.Parent)
		}
		b.Store(v, b.Cast(ir.BitCast, ins[k], b.Module().PtrTo(v.Typ)), int(elementSize(v)))
	}
	pre := l.block
	behind := edit.SplitBehind(pre, pre.Index(behindLoop)-1, "lanes.end")
	head := f.NewBlock(f.FreshName("lanes"))
	ir.NewBuilder(pre).Br(head)
	b.AtEnd(head)
	lane := b.Phi(ir.I64)
	lane.AddIncoming(ir.NewInt(ir.I64, 0), pre)
	b.AtEnd(head)
	w := &laneWriter{l: l, b: b, lane: lane, made: map[ir.Value]ir.Value{}}
	for k, v := range l.ins {
		w.made[v] = b.Load(v.Typ.Elem, w.element(ins[k], v.Typ.Elem, lane), 0)
	}
	for _, i := range l.ops {
		w.of(i)
	}
	for k, o := range l.outs {
		b.Store(w.of(o), w.element(outs[k], o.Typ.Elem, lane), 0)
	}
	next := edit.NoWrap(b, ir.Add, lane, ir.NewInt(ir.I64, 1))
	b.CondBr(b.ICmp(ir.EQ, next, ir.NewInt(ir.I64, l.lanes)), behind, head)
	lane.AddIncoming(next, head)
	b.AtStart(behind)
	for k, o := range l.outs {
		w.handOut(b, o, outs[k])
	}
	for k := len(l.ops) - 1; k >= 0; k-- {
		edit.Kill(l.ops[k])
	}
	edit.Compact(f)
}

// slots makes a stack slot for each vector.
func (l *laneOps) slots(of []*ir.Instr) []ir.Value {
	b := ir.NewBuilder(l.block)
	b.AtStart(l.block.Parent.Entry())
	out := make([]ir.Value, len(of))
	for k, v := range of {
		out[k] = b.Alloca(b.Module().Types.Array(v.Typ.Elem, l.lanes), nil, int(elementSize(v)))
	}
	return out
}

// elementSize is the number of bytes of a lane of v.
func elementSize(v *ir.Instr) int64 {
	return v.Parent.Parent.Module.Layout.AllocSize(v.Typ.Elem)
}

// element is the address of element k of a slot.
func (w *laneWriter) element(slot ir.Value, t *ir.Type, k ir.Value) ir.Value {
	p := w.b.GEP(t, w.b.Cast(ir.BitCast, slot, w.b.Module().PtrTo(t)), k)
	if i, ok := p.(*ir.Instr); ok && i.Op == ir.GetElementPtr {
		i.Flags |= ir.InBounds
	}
	return p
}

// handOut has the users of o read what the loop has stored: single lanes where they take these.
func (w *laneWriter) handOut(b *ir.Builder, o *ir.Instr, slot ir.Value) {
	w.b = b
	var whole ir.Value
	read := map[int64]ir.Value{}
	for _, u := range edit.UsesOf(o) {
		i := u.User
		if w.l.in[i] {
			continue
		}
		if k := laneNumber(i.Arg(1), o.Typ); i.Op == ir.ExtractElement && k >= 0 {
			if read[k] == nil {
				read[k] = b.Load(o.Typ.Elem, w.element(slot, o.Typ.Elem, ir.NewInt(ir.I64, k)), 0)
			}
			edit.Replace(i, read[k])
			continue
		}
		if whole == nil {
			whole = b.Load(o.Typ, b.Cast(ir.BitCast, slot, b.Module().PtrTo(o.Typ)), int(elementSize(o)))
		}
		i.SetArg(u.Index(), whole)
	}
}

// of is the value of v in the lane of the iteration.
func (w *laneWriter) of(v ir.Value) ir.Value {
	if !v.Type().IsVector() {
		return v
	}
	if x := w.made[v]; x != nil {
		return x
	}
	x := w.make(v)
	w.made[v] = x
	return x
}

func (w *laneWriter) make(v ir.Value) ir.Value {
	if x := splatOf(v); x != nil {
		return x
	}
	if first, step, ok := affineLanes(v); ok {
		t := v.Type().Elem
		at := w.b.Cast(ir.Trunc, w.lane, t)
		return edit.NoWrap(w.b, ir.Add, edit.NoWrap(w.b, ir.Mul, at, ir.NewInt(t, step)), ir.NewInt(t, first))
	}
	i := v.(*ir.Instr) // see isOp and computable
	if gathersAll(i) {
		n := w.b.Load(i.Typ.Elem, w.of(i.Arg(0)), 0)
		n.Align = int32(min(gatherAlign(i), elementSize(i)))
		n.Line, n.Meta = i.Line, i.Meta
		return n
	}
	if i.IsCall() {
		return w.call(i)
	}
	c := i.CopyShell()
	c.Typ = i.Typ.Elem
	args := i.Args()
	for k, a := range args {
		args[k] = w.of(a)
	}
	c.SetArgs(args...)
	return w.b.Insert(c)
}

// gatherAlign is the alignment of the elements that i gathers: an argument or, since LLVM 22, an
// attribute.
func gatherAlign(i *ir.Instr) int64 {
	if n, ok := ir.IntValue(i.Arg(1)); ok && i.NumCallArgs() == 4 && n > 0 {
		return n
	}
	return edit.ArgAlign(i, 0)
}

// call is the call of the intrinsic that i calls, for one lane.
func (w *laneWriter) call(i *ir.Instr) ir.Value {
	args := i.CallArgs()
	for k, a := range args {
		args[k] = w.of(a)
	}
	t := i.Typ.Elem
	c := w.b.Intrinsic(edit.LanewiseIntrinsic(i), t, []*ir.Type{t}, args...)
	c.Flags, c.Line, c.Meta = i.Flags, i.Line, i.Meta
	return c
}
