package pointsto

import (
	"strings"

	"github.com/llad-ad/llad/ir"
)

// MaxAddressWays bounds the instructions that an address is followed through.
const MaxAddressWays = 64

// FromPieces reports whether an integer is made of the bits of floats or of addresses, or
// of parts of words that were read one by one.
func (p *Analysis) FromPieces(v ir.Value, seen map[*ir.Instr]bool) bool {
	i, ok := v.(*ir.Instr)
	if !ok || seen[i] || len(seen) >= MaxAddressWays {
		return false
	}
	seen[i] = true
	switch i.Op {
	case ir.BitCast:
		return i.Arg(0).Type().IsFP() && !ir.IsConstant(i.Arg(0)) || p.FromPieces(i.Arg(0), seen)
	case ir.PtrToInt:
		return true
	case ir.Load:
		return i.Typ.IsInt() && i.Typ.Bits < 64
	case ir.ExtractElement, ir.Trunc, ir.ZExt, ir.LShr, ir.Shl, ir.Freeze:
		return p.FromPieces(i.Arg(0), seen)
	case ir.Or, ir.And, ir.Add, ir.Sub, ir.ShuffleVector, ir.InsertElement:
		return p.FromPieces(i.Arg(0), seen) || p.FromPieces(i.Arg(1), seen)
	case ir.Call:
		if f := i.CalledFunc(); f == nil || !strings.HasPrefix(f.Name, "llvm.fsh") {
			return false
		}
		fallthrough
	case ir.Phi, ir.Select:
		for _, x := range i.Args() {
			if p.FromPieces(x, seen) {
				return true
			}
		}
	}
	return false
}
