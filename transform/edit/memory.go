package edit

import (
	"math/bits"
	"strconv"
	"strings"

	"github.com/llad-ad/llad/ir"
)

var memKinds = [...]string{"memcpy", "memmove", "memset"}

// MemIntrinsic is "memcpy", "memmove" or "memset" where i calls that intrinsic, else "".
func MemIntrinsic(i *ir.Instr) string {
	f := i.CalledFunc()
	if f == nil || i.NumCallArgs() != 4 {
		return ""
	}
	name, ok := strings.CutPrefix(f.Name, "llvm.mem")
	if !ok {
		return ""
	}
	for _, k := range memKinds {
		if rest, ok := strings.CutPrefix(name, k[len("mem"):]); ok && strings.HasPrefix(rest, ".") && !strings.HasPrefix(rest, ".element.") {
			return k
		}
	}
	return ""
}

// IsFalse reports whether v is the constant false: no volatile access, as the last argument
// of a memory intrinsic.
func IsFalse(v ir.Value) bool {
	n, ok := ir.IntValue(v)
	return ok && n == 0
}

// ConstOffset is the constant offset in bytes of a GEP; false where an index is no constant.
func ConstOffset(layout *ir.Layout, gep *ir.Instr) (off int64, ok bool) {
	var room [8]ir.Value
	indices := room[:0]
	for k := 1; k < gep.NumArgs(); k++ {
		indices = append(indices, gep.Arg(k))
	}
	return IndexOffset(layout, gep.Elem, indices)
}

// IndexOffset is the constant offset in bytes of indices into elements of a type; false where
// one is no constant.
func IndexOffset(layout *ir.Layout, elem *ir.Type, indices []ir.Value) (off int64, ok bool) {
	ok = layout.Steps(elem, indices, func(v ir.Value, bytes int64) bool {
		if v == nil {
			off += bytes
			return true
		}
		n, ok := ir.IntValue(v)
		if hi, lo := bits.Mul64(uint64(n), uint64(bytes)); !ok || n >= 0 && (hi != 0 || int64(lo) < 0) {
			return false
		}
		off += n * bytes
		return true
	})
	return off, ok
}

// ArgAlign is the align attribute of a call's pointer argument.
func ArgAlign(i *ir.Instr, arg int) int64 {
	if i.X == nil || arg >= len(i.X.ArgAttrs) {
		return 1
	}
	w := strings.Fields(i.X.ArgAttrs[arg])
	for k, s := range w {
		if s == "align" && k+1 < len(w) {
			if n, err := strconv.ParseInt(w[k+1], 10, 64); err == nil {
				return n
			}
		}
	}
	return 1
}

// SetsOrCopies reports whether i sets or copies memory.
func SetsOrCopies(i *ir.Instr) bool {
	f := i.CalledFunc()
	return i.Op == ir.Call && f != nil && (IsOverload(f.Name, "llvm.memset") || IsOverload(f.Name, "llvm.memcpy") || IsOverload(f.Name, "llvm.memmove"))
}

// IsOverload reports whether name is base with overload suffixes.
func IsOverload(name, base string) bool {
	return len(name) > len(base) && name[:len(base)] == base && name[len(base)] == '.'
}

// AccessAlign is the alignment of what a masked access loads or stores at its argument k: an argument behind the
// address or, since LLVM 22, an attribute.
func AccessAlign(i *ir.Instr, k int) int64 {
	if n, ok := ir.IntValue(i.Arg(k + 1)); ok && n > 0 && !i.Arg(k+1).Type().IsVector() {
		return n
	}
	return ArgAlign(i, k)
}
