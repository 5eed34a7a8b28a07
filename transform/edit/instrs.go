package edit

import (
	"slices"

	"github.com/llad-ad/llad/ir"
)

// Kill marks i for the next Compact: its operands are dropped and it has no
// parent any more. Taking instructions out of their blocks one by one would be
// quadratic.
func Kill(i *ir.Instr) {
	i.DropArgs()
	i.Parent = nil
}

// Replace puts v wherever i stands and kills i.
func Replace(i *ir.Instr, v ir.Value) {
	ir.ReplaceAllUses(i, v)
	Kill(i)
}

// Compact takes killed instructions out of their blocks.
func Compact(f *ir.Function) {
	for _, b := range f.Blocks {
		CompactBlock(b)
	}
}

// CompactBlock takes killed instructions out of one block.
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

// FreshName is a new name made from one that was read; unnamed stays unnamed.
func FreshName(f *ir.Function, name string) string {
	if name == "" || name[0] == '"' {
		return ""
	}
	return f.FreshName(name)
}

// SameValue reports whether a and b are one value: constants are not interned.
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

// Poison is a placeholder for a value no execution reads.
func Poison(t *ir.Type) ir.Value {
	if t == ir.Token {
		return &ir.Const{Kind: ir.ConstNone, Typ: t}
	}
	return ir.Poison(t)
}

// UsesOf lists the uses of v, which may then be changed.
func UsesOf(v ir.Value) (list []*ir.Use) {
	for u := range ir.Uses(v) {
		list = append(list, u)
	}
	return list
}
