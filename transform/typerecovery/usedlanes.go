package typerecovery

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// UsedLanes loads single integers where a vector of integers is loaded of which some lanes are used
// nowhere: compilers widen loads to whole registers, over members of other types. It reports whether
// anything changed.
func UsedLanes(f *ir.Function) bool {
	l := f.Module.Layout
	return edit.RewriteEach(f, ir.RPO(f), func(i *ir.Instr) func(b *ir.Builder) ir.Value {
		t := i.Typ
		if i.Op != ir.Load || !t.IsVector() || t.Scalable || t.Len > 16 || !t.Elem.IsInt() || l.BitSize(t.Elem) != 8*l.AllocSize(t.Elem) || i.Flags&(ir.Volatile|ir.Atomic) != 0 {
			return nil
		}
		used, some, all := usedLanes(i)
		if all || !some {
			return nil
		}
		size := l.AllocSize(t.Elem)
		return func(b *ir.Builder) ir.Value {
			var v ir.Value = ir.Poison(t)
			for k, use := range used {
				if !use {
					continue
				}
				at := int64(k) * size
				x := b.Load(t.Elem, b.Offset(i.Arg(0), ir.NewInt(ir.I64, at)), memberAlign(i, t, k))
				v = b.InsertElement(v, x, ir.NewInt(ir.I32, int64(k)))
			}
			return v
		}
	})
}

// usedLanes tells which lanes of a vector are used, whether any is, and whether all are, for all that is known.
func usedLanes(i *ir.Instr) (used []bool, some, all bool) {
	n := i.Typ.Len
	used = make([]bool, n)
	use := func(k int64) {
		if k >= 0 && k < n {
			used[k] = true
		}
	}
	for u := range ir.Uses(i) {
		switch u.User.Op {
		case ir.ExtractElement:
			k, ok := ir.IntValue(u.User.Arg(1))
			if !ok {
				return nil, true, true
			}
			use(k)
		case ir.ShuffleVector:
			mask := edit.ShuffleMask(u.User.Arg(2), u.User.Typ.Len)
			if mask == nil {
				return nil, true, true
			}
			for _, k := range mask {
				use(k - int64(u.Index())*n)
			}
		default:
			return nil, true, true
		}
	}
	all = true
	for _, x := range used {
		some, all = some || x, all && x
	}
	return used, some, all
}
