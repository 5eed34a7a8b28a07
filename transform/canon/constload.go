package canon

import (
	"math/big"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// tableEntry folds a load from a constant table of the module: a vtable of Rust, type
// identifiers, or the address of a function in a named table. It is nil where the load is none
// of these.
func tableEntry(i *ir.Instr) ir.Value {
	if !i.Typ.IsPtr() && !i.Typ.IsInt() || i.Flags&(ir.Volatile|ir.Atomic) != 0 {
		return nil
	}
	l := i.Parent.Parent.Module.Layout
	g, off, ok := placeOf(l, i.Arg(0))
	if !ok || !g.IsConst() || g.LoadInit() != nil || g.Init == nil {
		return nil
	}
	private, internal := strings.Contains(" "+g.Prefix+" ", " private "), strings.Contains(" "+g.Prefix+" ", " internal ")
	switch {
	case i.Typ.IsInt():
		if private || internal {
			return numberAt(l, g.Init, off, i.Typ)
		}
	case private || internal:
		v := entryAt(l, g.Init, off, i.Typ)
		if _, code := ir.StripConstCasts(v).(*ir.Function); private || code {
			return v
		}
	}
	return nil
}

// entryAt is the address at an offset of an initialiser.
func entryAt(l *ir.Layout, v ir.Value, off int64, t *ir.Type) ir.Value {
	size := l.StoreSize(t)
	if off < 0 || off+size > l.StoreSize(v.Type()) {
		return nil
	}
	if v.Type() == t && off == 0 {
		return v
	}
	c, ok := v.(*ir.Const)
	if !ok {
		return nil
	}
	switch c.Kind {
	case ir.ConstZero:
		return ir.Zero(t)
	case ir.ConstString:
		if zeroBytes(strings.TrimPrefix(c.Text, `c"`), off, size) {
			return ir.Zero(t)
		}
	case ir.ConstStruct:
		for k, e := range c.Elems {
			at := l.FieldOffset(c.Typ, k)
			if off >= at && off+size <= at+l.StoreSize(e.Type()) {
				return entryAt(l, e, off-at, t)
			}
		}
	}
	return nil
}

// numberAt is the integer at an offset of an initialiser.
func numberAt(l *ir.Layout, v ir.Value, off int64, t *ir.Type) ir.Value {
	size := l.StoreSize(t)
	if l.BigEndian() || int64(t.Bits) != 8*size || off < 0 || off+size > l.StoreSize(v.Type()) {
		return nil
	}
	text, ok := digitsOf(l, v, off, size)
	if !ok {
		return nil
	}
	n := new(big.Int).SetBytes(text)
	if n.Bit(int(t.Bits)-1) == 1 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(t.Bits)))
	}
	if n.IsInt64() {
		return ir.NewInt(t, n.Int64())
	}
	return &ir.Const{Kind: ir.ConstInt, Typ: t, Big: n}
}

// digitsOf are bytes of an initialiser, the last first, where they belong to integers or to
// addresses that are constants.
func digitsOf(l *ir.Layout, v ir.Value, off, size int64) ([]byte, bool) {
	c, ok := v.(*ir.Const)
	if !ok {
		return nil, false
	}
	out := make([]byte, size)
	switch c.Kind {
	case ir.ConstZero, ir.ConstNull:
		return out, true
	case ir.ConstExpr:
		if c.Op != ir.IntToPtr || l.StoreSize(c.Typ) != l.StoreSize(c.Elems[0].Type()) {
			return nil, false
		}
		return digitsOf(l, c.Elems[0], off, size)
	case ir.ConstInt:
		n, is := ir.IntValue(c)
		if !is || c.Typ.Bits > 64 {
			return nil, false
		}
		for k := range size {
			out[size-1-k] = byte(n >> (8 * (off + k)))
		}
		return out, true
	case ir.ConstStruct:
		return digitsOfParts(l, c.Elems, 0, func(k int) int64 { return l.FieldOffset(c.Typ, k) }, off, size)
	case ir.ConstArray:
		if each := l.AllocSize(c.Typ.Elem); each > 0 {
			first, past := off/each, min((off+size-1)/each+1, int64(len(c.Elems)))
			return digitsOfParts(l, c.Elems[first:past], int(first), func(k int) int64 { return each * int64(k) }, off, size)
		}
	}
	return nil, false
}

// digitsOfParts is digitsOf for the members of a struct or array from a number on, which begin at offsets.
func digitsOfParts(l *ir.Layout, parts []ir.Value, number int, offset func(k int) int64, off, size int64) ([]byte, bool) {
	out, covered := make([]byte, size), int64(0)
	for k, e := range parts {
		at := offset(number + k)
		from, to := max(off, at), min(off+size, at+l.StoreSize(e.Type()))
		if from >= to {
			continue
		}
		part, ok := digitsOf(l, e, from-at, to-from)
		if !ok {
			return nil, false
		}
		copy(out[off+size-to:], part)
		covered += to - from
	}
	return out, covered == size // padding has no value
}

// zeroBytes reports whether bytes of a string constant, as spelled in IR, are zero.
func zeroBytes(text string, off, size int64) bool {
	for n := int64(0); n < off+size; n++ {
		if n >= off && !strings.HasPrefix(text, `\00`) {
			return false
		}
		width := 1
		if strings.HasPrefix(text, `\\`) {
			width = 2
		} else if strings.HasPrefix(text, `\`) {
			width = 3
		}
		text = text[min(width, len(text)):]
	}
	return true
}
