package raise

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/edit"
)

// A compiler that vectorizes a short loop of constant trip count and unrolls what is in it leaves
// hundreds of operations on whole vectors, whose lanes are the iterations of that loop, with a
// gather where an array is read at a stride. A derivative would keep every gather and update
// every lane by itself. RerollLanes makes the loop again.

const (
	minRerolledLanes = 4
	minLaneOps       = 16  // operations on vectors that are worth a loop
	maxLaneDepth     = 100 // of what an address is computed from
)

// laneOps are operations of one block on vectors of one length, lane by lane, that a loop over the
// lanes can do.
type laneOps struct {
	block *ir.Block
	lanes int64
	ops   []*ir.Instr
	in    map[*ir.Instr]bool
	ins   []*ir.Instr // other vectors that they use
	outs  []*ir.Instr // whose values others use
	end   int         // number of the instruction in front of which the loop goes
}

// RerollLanes replaces straight-line operations on all lanes of vectors, with gathers among them,
// by loops over the lanes. It reports whether anything changed.
func RerollLanes(f *ir.Function) bool {
	changed := false
	for _, b := range slices.Clone(f.Blocks) {
		for l := lanesIn(b, 0); l != nil; l = lanesIn(b, l.end) {
			if !l.worthwhile() {
				continue
			}
			l.write()
			changed = true
			break // what is behind is in a block of its own
		}
	}
	if changed {
		f.Number()
	}
	return changed
}

// lanesIn finds the operations of b that belong together, from the first gather behind
// instruction from on; nil if there is none.
func lanesIn(b *ir.Block, from int) *laneOps {
	l := &laneOps{block: b, in: map[*ir.Instr]bool{}}
	for k := from; k < len(b.Instrs); k++ {
		i := b.Instrs[k]
		l.end = k
		switch {
		case l.lanes == 0:
			if l.begins(i) {
				l.take(i)
			}
			continue
		case canon.MayWrite(i), i.Op.IsTerminator():
			return l.finish()
		case l.isOp(i):
			l.take(i)
			continue
		}
		for j := range i.NumArgs() {
			if a, ok := i.Arg(j).(*ir.Instr); ok && l.in[a] {
				return l.finish()
			}
		}
	}
	return nil
}

// begins reports whether i is an operation on what is gathered, and fixes the number of lanes.
func (l *laneOps) begins(i *ir.Instr) bool {
	gathers := gathersAll(i)
	for k := range i.NumArgs() {
		a, ok := i.Arg(k).(*ir.Instr)
		gathers = gathers || ok && gathersAll(a)
	}
	if !gathers || !i.Typ.IsVector() || i.Typ.Len < minRerolledLanes {
		return false
	}
	l.lanes = i.Typ.Len
	if !l.isOp(i) {
		l.lanes = 0
	}
	return l.lanes > 0
}

// take adds the operation i.
func (l *laneOps) take(i *ir.Instr) {
	l.ops = append(l.ops, i)
	l.in[i] = true
	if gathersAll(i) {
		return
	}
	for k := range operands(i) {
		if a, ok := i.Arg(k).(*ir.Instr); ok && !l.in[a] && splatOf(a) == nil && !slices.Contains(l.ins, a) {
			l.ins = append(l.ins, a)
		}
	}
}

// operands is the number of operands that i computes with.
func operands(i *ir.Instr) int {
	if i.IsCall() {
		return i.NumCallArgs()
	}
	return i.NumArgs()
}

// finish finds out what others use.
func (l *laneOps) finish() *laneOps {
	for _, i := range l.ops {
		for u := range ir.Uses(i) {
			if !l.in[u.User] {
				l.outs = append(l.outs, i)
				break
			}
		}
	}
	return l
}

// worthwhile reports whether the loop would be much shorter than what it replaces.
func (l *laneOps) worthwhile() bool {
	moved := len(l.outs)
	for _, i := range l.ins {
		if i.Parent == l.block {
			moved++
		}
	}
	return len(l.ops) >= minLaneOps && len(l.outs) > 0 && 4*moved <= len(l.ops)
}

// isOp reports whether i is one of the operations: done lane by lane on vectors of floats.
func (l *laneOps) isOp(i *ir.Instr) bool {
	if !l.isFloats(i.Typ) {
		return false
	}
	if gathersAll(i) {
		return l.computable(i.Arg(0), 0)
	}
	switch i.Op {
	case ir.FNeg, ir.FAdd, ir.FSub, ir.FMul, ir.FDiv:
	default:
		if edit.LanewiseIntrinsic(i) == "" {
			return false
		}
	}
	for k := range operands(i) {
		a, ok := i.Arg(k).(*ir.Instr)
		if (!ok || !l.isFloats(a.Typ) || a.Op == ir.Invoke) && splatOf(i.Arg(k)) == nil {
			return false
		}
	}
	return true
}

// isFloats reports whether t is the type of a vector of the lanes.
func (l *laneOps) isFloats(t *ir.Type) bool {
	return t.IsVector() && !t.Scalable && t.Len == l.lanes && (t.Elem == ir.Double || t.Elem == ir.Float)
}

// computable reports whether lane k of v, which addresses are made of, can be computed from k.
func (l *laneOps) computable(v ir.Value, depth int) bool {
	if !v.Type().IsVector() || splatOf(v) != nil {
		return true
	}
	if _, _, ok := affineLanes(v); ok {
		return true
	}
	i, ok := v.(*ir.Instr)
	if !ok || depth > maxLaneDepth || i.Op != ir.GetElementPtr && !i.Op.IsBinary() && i.Op != ir.SExt && i.Op != ir.ZExt {
		return false
	}
	for k := range i.NumArgs() {
		if !l.computable(i.Arg(k), depth+1) {
			return false
		}
	}
	return true
}

// splatOf is the value of all lanes of v; nil where they may differ.
func splatOf(v ir.Value) ir.Value {
	if lanes := edit.ConstLanes(v); lanes != nil {
		for _, x := range lanes[1:] {
			if !edit.SameValue(x, lanes[0]) {
				return nil
			}
		}
		return lanes[0]
	}
	i, ok := v.(*ir.Instr)
	if !ok || i.Op != ir.ShuffleVector {
		return nil
	}
	for _, at := range edit.ShuffleMask(i.Arg(2), i.Typ.Len) {
		if at != 0 {
			return nil
		}
	}
	first, ok := i.Arg(0).(*ir.Instr)
	if !ok || first.Op != ir.InsertElement {
		return nil
	}
	if at, ok := ir.IntValue(first.Arg(2)); !ok || at != 0 {
		return nil
	}
	return first.Arg(1)
}

// affineLanes gives the first lane of a constant vector of integers and the difference between
// neighbours, if it is the same for all.
func affineLanes(v ir.Value) (first, step int64, ok bool) {
	lanes := edit.ConstLanes(v)
	if len(lanes) < 2 {
		return 0, 0, false
	}
	for k, x := range lanes {
		n, ok := ir.IntValue(x)
		switch {
		case !ok:
			return 0, 0, false
		case k == 0:
			first = n
		case k == 1:
			step = n - first
		case n != first+int64(k)*step:
			return 0, 0, false
		}
	}
	return first, step, true
}
