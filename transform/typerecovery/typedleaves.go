package typerecovery

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// typeLeaves loads and merges floats as floats where a float with another exponent is made of their bits: optimised code
// loads such bits as an integer at once, and merges them and their upper halves where libraries scale subnormal numbers
// first. It reports whether anything changed.
func typeLeaves(f *ir.Function) bool {
	l := f.Module.Layout
	changed := false
	preds := f.Preds()
	for _, b := range f.Blocks {
		for _, p := range append([]*ir.Instr(nil), b.Phis()...) {
			changed = partOfPhi(p, preds) || changed
		}
	}
	for _, b := range f.Blocks {
		for _, i := range append([]*ir.Instr(nil), b.Instrs...) {
			if i.Op != ir.BitCast {
				continue
			}
			if d, ok := digitsBehind(l, i, true); ok && d.x.Type().IsInt() {
				changed = typeLeaf(d.x.(*ir.Instr), i.Typ) || changed
			}
		}
	}
	if changed {
		edit.Compact(f)
	}
	return changed
}

// typeLeaf makes a load or phi i of an integer one of a float of type t, and reports whether it did.
func typeLeaf(i *ir.Instr, t *ir.Type) bool {
	b := ir.NewBuilder(i.Parent)
	b.Before(i)
	if i.Op == ir.Load {
		n := b.Load(t, b.Cast(ir.BitCast, i.Arg(0), i.Parent.Parent.Module.PtrTo(t)), int(i.Align))
		n.Meta = i.Meta
		edit.Replace(i, b.Cast(ir.BitCast, n, i.Typ))
		return true
	}
	for k, v := range i.Args() {
		if v == ir.Value(i.Blocks[k].Term()) {
			return false // what an invoke returns
		}
	}
	n := b.Phi(t)
	for k, v := range i.Args() {
		b.Before(i.Blocks[k].Term())
		n.AddIncoming(b.Cast(ir.BitCast, v, t), i.Blocks[k])
	}
	b.AtStart(i.Parent)
	edit.Replace(i, b.Cast(ir.BitCast, n, i.Typ))
	return true
}

// partOfPhi replaces a phi of the bits of several floats, or of the same part of those of each, by the bits of a phi of the
// floats, and reports whether it did. A constant counts as the part that it was compared with before.
func partOfPhi(p *ir.Instr, preds [][]*ir.Block) bool {
	if !p.Typ.IsInt() || p.NumArgs() == 0 {
		return false
	}
	floats := make([]ir.Value, p.NumArgs())
	var x ir.Value
	var by int64
	for k, v := range p.Args() {
		y, n := partOf(v)
		if c, ok := ir.IntValue(v); ok {
			y, n = partEqual(c, p.Typ, p.Blocks[k], preds)
		}
		if x == nil {
			x, by = y, n
		}
		if y == nil || n != by || !ir.Same(y.Type(), x.Type()) {
			return false
		}
		floats[k] = y
	}
	b := ir.NewBuilder(p.Parent)
	b.AtStart(p.Parent)
	word := b.Cast(ir.BitCast, phiOf(b, p, floats), intsLike(b.Module(), x.Type()))
	if by > 0 {
		word = b.Insert(ir.NewInstr(ir.LShr, word.Type(), word, ir.NewInt(word.Type(), by)))
	}
	edit.Replace(p, b.Cast(ir.Trunc, word, p.Typ))
	return true
}

// phiOf is a phi of floats beside p, one that is there if there is such.
func phiOf(b *ir.Builder, p *ir.Instr, floats []ir.Value) ir.Value {
	for _, q := range p.Parent.Phis() {
		same := ir.Same(q.Typ, floats[0].Type())
		for k, v := range floats {
			same = same && unwrapped(q.Incoming(p.Blocks[k])) == v
		}
		if same {
			return q
		}
	}
	n := b.Phi(floats[0].Type())
	for k, v := range floats {
		n.AddIncoming(v, p.Blocks[k])
	}
	return n
}

// maxEdges bounds the blocks that are looked back for a comparison.
const maxEdges = 4

// partEqual is the float of whose bits a part is known to be the constant c in block b, where control came from a comparison,
// and the number of bits below that part; nil where there is none.
func partEqual(c int64, t *ir.Type, b *ir.Block, preds [][]*ir.Block) (ir.Value, int64) {
	for range maxEdges {
		if len(preds[b.ID]) != 1 {
			break
		}
		to := b
		b = preds[b.ID][0]
		br, ok := edit.CondBranch(b)
		if !ok {
			continue
		}
		cmp, ok := br.Arg(0).(*ir.Instr)
		if !ok || cmp.Op != ir.ICmp || !(cmp.Pred == ir.EQ && br.Blocks[0] == to || cmp.Pred == ir.NE && br.Blocks[1] == to) {
			continue
		}
		if n, ok := ir.IntValue(cmp.Arg(1)); !ok || n != c {
			continue
		}
		v := cmp.Arg(0)
		s, isShift := v.(*ir.Instr)
		if by, ok := int64(0), isShift && s.Op == ir.LShr && v.Type() != t; ok { // nothing is above the part
			if by, ok = ir.IntValue(s.Arg(1)); ok && by == int64(v.Type().Bits-t.Bits) {
				if x, _ := partOf(s.Arg(0)); x != nil {
					return x, by
				}
			}
		}
		if v.Type() == t {
			return partOf(v)
		}
	}
	return nil, 0
}

// partOf is the float whose bits, or a part of them, v is, and the number of bits below that part; nil where v is none.
func partOf(v ir.Value) (ir.Value, int64) {
	by := int64(0)
	if i, ok := v.(*ir.Instr); ok && i.Op == ir.Trunc {
		v = i.Arg(0)
		if s, ok := v.(*ir.Instr); ok && s.Op == ir.LShr {
			n, known := ir.IntValue(s.Arg(1))
			if !known {
				return nil, 0
			}
			by, v = n, s.Arg(0)
		}
	}
	if x := unwrapped(v); mantissa(x.Type()) != nil && !x.Type().IsVector() && !ir.IsConstant(x) {
		return x, by
	}
	return nil, 0
}
