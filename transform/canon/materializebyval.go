package canon

import (
	"strconv"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// MaterializeByval copies a byval parameter that the function may change into a stack slot.
// The parameter's memory is then only read: a caller may pass the address of its own struct,
// and changes of the copy do not affect the parameter's shadow. It reports whether anything
// changed.
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

// onlyRead reports whether the memory behind a pointer is only read, and the pointer does not
// escape.
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
