package rules

import (
	"strings"

	"github.com/llad-ad/llad/ir"
)

// Masked describes a call of an intrinsic that loads or stores the elements
// of a vector which a mask names. What it does not know (expandload,
// compressstore) has kind 0.
type Masked struct {
	Kind      MaskedKind
	Load      bool
	Addr      int // argument numbers
	Mask      int
	Otherwise int // load: what the elements that are not loaded become
}

// MaskedKind says at how many addresses a masked access is.
type MaskedKind uint8

// The kinds of masked accesses.
const (
	NotMasked MaskedKind = iota
	OneAddress
	ManyAddresses
)

// MaskedOf takes a call of a masked intrinsic apart.
func MaskedOf(i *ir.Instr) Masked {
	f := i.CalledFunc()
	if f == nil || i.Op != ir.Call {
		return Masked{}
	}
	last := i.NumCallArgs() - 1
	for _, m := range []struct {
		name string
		op   Masked
	}{
		{"llvm.masked.load.", Masked{OneAddress, true, 0, last - 1, last}},
		{"llvm.masked.gather.", Masked{ManyAddresses, true, 0, last - 1, last}},
		{"llvm.masked.store.", Masked{OneAddress, false, 1, last, 0}},
		{"llvm.masked.scatter.", Masked{ManyAddresses, false, 1, last, 0}},
	} {
		if strings.HasPrefix(f.Name, m.name) {
			return m.op
		}
	}
	return Masked{}
}
