package edit

import (
	"slices"

	"github.com/llad-ad/llad/ir"
)

// Kill marks i for removal by Compact: its operands are dropped and its parent becomes nil.
// Removing instructions from blocks one by one would be quadratic.
func Kill(i *ir.Instr) {
	i.DropArgs()
	i.Parent = nil
}

// Replace replaces all uses of i by v and kills i.
func Replace(i *ir.Instr, v ir.Value) {
	ir.ReplaceAllUses(i, v)
	Kill(i)
}

// Compact removes killed instructions from their blocks.
func Compact(f *ir.Function) {
	for _, b := range f.Blocks {
		CompactBlock(b)
	}
}

// CompactBlock removes killed instructions from one block.
func CompactBlock(b *ir.Block) {
	keep := b.Instrs[:0]
	for _, i := range b.Instrs {
		if i.Parent != nil {
			keep = append(keep, i)
		}
	}
	clear(b.Instrs[len(keep):])
	b.Instrs = keep
}

// FreshName is a new name derived from one that was read; unnamed stays unnamed.
func FreshName(f *ir.Function, name string) string {
	if name == "" || name[0] == '"' {
		return ""
	}
	return f.FreshName(name)
}

// SameValue reports whether a and b are the same value: constants are not interned.
func SameValue(a, b ir.Value) bool {
	if a == b {
		return true
	}
	x, ok := a.(*ir.Const)
	y, ok2 := b.(*ir.Const)
	if !ok || !ok2 || x.Kind != y.Kind || !ir.Same(x.Typ, y.Typ) || len(x.Elems) != len(y.Elems) {
		return false
	}
	switch x.Kind {
	case ir.ConstInt:
		return x.Int == y.Int && (x.Big == nil) == (y.Big == nil) && (x.Big == nil || x.Big.Cmp(y.Big) == 0)
	case ir.ConstFP, ir.ConstString, ir.ConstRaw:
		return x.Text == y.Text
	case ir.ConstNull, ir.ConstZero, ir.ConstUndef, ir.ConstPoison, ir.ConstNone:
		return true
	case ir.ConstExpr:
		if x.Op != y.Op || x.Pred != y.Pred || x.Flags != y.Flags || x.InRange != y.InRange || x.Elem != y.Elem || !slices.Equal(x.Indices, y.Indices) {
			return false
		}
	}
	for k := range x.Elems {
		if !SameValue(x.Elems[k], y.Elems[k]) {
			return false
		}
	}
	return true
}

// Poison is a placeholder for a value that no execution reads.
func Poison(t *ir.Type) ir.Value {
	if t == ir.Token {
		return &ir.Const{Kind: ir.ConstNone, Typ: t}
	}
	return ir.Poison(t)
}

// UsesOf lists the uses of v, so that they can be changed while walking over them.
func UsesOf(v ir.Value) (list []*ir.Use) {
	for u := range ir.Uses(v) {
		list = append(list, u)
	}
	return list
}
