package pass

import (
	"strings"

	"github.com/llad-ad/llad/ir"
)

// tableEntry is the address that a load finds in a constant table of the
// module's own, a virtual table of Rust say; nil where that is not seen.
func tableEntry(i *ir.Instr) ir.Value {
	if !i.Typ.IsPtr() || i.Flags&(ir.Volatile|ir.Atomic) != 0 {
		return nil
	}
	at, off := i.Arg(0), int64(0)
	for {
		g, isInstr := at.(*ir.Instr)
		c, isConst := at.(*ir.Const)
		var elem *ir.Type
		var args []ir.Value
		switch {
		case isInstr && g.Op == ir.BitCast:
			at = g.Arg(0)
			continue
		case isConst && c.Kind == ir.ConstExpr && c.Op == ir.BitCast:
			at = c.Elems[0]
			continue
		case isInstr && g.Op == ir.GetElementPtr:
			elem, args = g.Elem, g.Args()
		case isConst && c.Kind == ir.ConstExpr && c.Op == ir.GetElementPtr:
			elem, args = c.Elem, c.Elems
		default:
			g, ok := at.(*ir.Global)
			if !ok || !g.IsConst() || !strings.Contains(" "+g.Prefix+" ", " private ") || g.LoadInit() != nil || g.Init == nil {
				return nil
			}
			return entryAt(i.Parent.Parent.Module.Layout, g.Init, off, i.Typ)
		}
		if elem != ir.I8 || len(args) != 2 {
			return nil
		}
		n, ok := ir.IntValue(args[1])
		if !ok {
			return nil
		}
		at, off = args[0], off+n
	}
}

// entryAt is the address in an initialiser at an offset.
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

// zeroBytes reports whether bytes of a string constant, spelled as in IR, are
// zero.
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
