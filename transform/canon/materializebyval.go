package canon

import (
	"strconv"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// MaterializeByval gives a function that may change a struct it gets by value
// (byval) a slot of its own for it, filled at the start. The parameter's memory
// then only is read: a caller may pass the address of its own struct, and the
// shadow of the parameter is not touched by what happens to the copy.
func MaterializeByval(f *ir.Function) bool {
	changed := false
	for _, p := range f.Params {
		text, ok := p.Attr("byval")
		if !ok || onlyRead(p) {
			continue
		}
		t, err := f.Module.ParseType(text)
		if err != nil {
			continue
		}
		b := ir.NewBuilder(f.Entry())
		b.AtStart(f.Entry())
		align := 0
		if a, ok := p.Attr("align"); ok {
			align, _ = strconv.Atoi(a)
		}
		slot := b.Alloca(t, nil, align)
		ir.ReplaceAllUses(p, b.Cast(ir.BitCast, slot, p.Typ))
		b.MemCpy(slot, p, ir.NewInt(ir.I64, f.Module.Layout.AllocSize(t)))
		changed = true
	}
	return changed
}

// onlyRead reports whether the memory behind a pointer is read and nothing
// else, and the pointer goes nowhere.
func onlyRead(p ir.Value) bool {
	for u := range ir.Uses(p) {
		i := u.User
		switch i.Op {
		case ir.Load:
		case ir.GetElementPtr, ir.BitCast, ir.AddrSpaceCast:
			if !onlyRead(i) {
				return false
			}
		case ir.Call, ir.Invoke:
			k := u.Index()
			if k >= i.NumCallArgs() {
				return false
			}
			_, copied := i.ArgAttr(k, "byval")
			fn := i.CalledFunc()
			if !copied && !(fn != nil && k == 1 && isMemCpy(fn.Name)) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

func isMemCpy(name string) bool {
	return edit.IsOverload(name, "llvm.memcpy") || edit.IsOverload(name, "llvm.memmove")
}
