package canon

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// dropOverwritten removes stores to a slot that a larger memcpy or memset overwrites before
// any load, as libstdc++ clears the first byte of a place before it constructs a struct there:
// that byte would become a part of its own, and would split the copied number. acc are all
// accesses of the slot.
func (s *splitter) dropOverwritten(acc []access) []access {
	var over []access
	for _, a := range acc {
		if a.kind == copyTo || a.kind == setAccess {
			over = append(over, a)
		}
	}
	if len(over) == 0 {
		return acc
	}
	at := map[*ir.Instr][]access{}
	for _, a := range acc {
		at[a.i] = append(at[a.i], a)
	}
	return slices.DeleteFunc(acc, func(a access) bool {
		drop := a.kind == storeAccess && len(at[a.i]) == 1 && slices.ContainsFunc(over, func(o access) bool { return o.overwrites(a) }) && s.overwritten(a, at)
		if drop {
			edit.Kill(a.i)
		}
		return drop
	})
}

// overwritten reports whether a memcpy or memset after the store, in its block, overwrites it
// before any load, pending instructions included. An access that may be of several slots is in
// at for each of them.
func (s *splitter) overwritten(a access, at map[*ir.Instr][]access) bool {
	behind, is := false, false
	s.ins.InOrder(a.i.Parent, func(i *ir.Instr) bool {
		if i == a.i {
			behind = true
			return true
		}
		if !behind {
			return true
		}
		for _, o := range at[i] {
			if len(at[i]) == 1 && o.overwrites(a) {
				is = true
				return false
			}
			if o.kind != noAccess && o.off < a.off+a.size && a.off < o.off+o.size {
				return false
			}
		}
		return true
	})
	return is
}

// overwrites reports whether a memcpy or memset covers more than the store b.
func (a access) overwrites(b access) bool {
	return (a.kind == copyTo || a.kind == setAccess) && a.size > b.size && a.off <= b.off && b.off+b.size <= a.off+a.size
}
