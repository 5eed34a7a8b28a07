package pass

import "github.com/llad-ad/llad/ir"

// dropOverwritten removes stores to a slot that a copy or memset of more bytes overwrites
// before anything reads them, as libstdc++ clears the first byte of a place for a struct
// before it makes one there: that byte would else become a part of its own, and
// what is copied a number cut into bytes. acc are all accesses of the slot.
func dropOverwritten(acc []access) []access {
	var kept []access
	for k, a := range acc {
		if a.kind == storeAccess && overwritten(a, acc) {
			if kept == nil {
				kept = append(kept, acc[:k]...)
			}
			kill(a.i)
			continue
		}
		if kept != nil {
			kept = append(kept, a)
		}
	}
	if kept == nil {
		return acc
	}
	return kept
}

func overwritten(a access, acc []access) bool {
	covers := false
	for _, w := range acc {
		covers = covers || w.overwrites(a)
	}
	if !covers {
		return false
	}
	at := map[*ir.Instr][]access{}
	for _, o := range acc {
		at[o.i] = append(at[o.i], o)
	}
	behind := false
	for _, i := range a.i.Parent.Instrs {
		if i == a.i {
			behind = true
			continue
		}
		if !behind {
			continue
		}
		for _, o := range at[i] {
			if o.overwrites(a) {
				return true
			}
			if o.kind != noAccess && o.off < a.off+a.size && a.off < o.off+o.size {
				return false
			}
		}
	}
	return false
}

// overwrites reports whether a copy or memset writes all that a store does, and more.
func (a access) overwrites(b access) bool {
	return (a.kind == copyTo || a.kind == setAccess) && a.size > b.size && a.off <= b.off && b.off+b.size <= a.off+a.size
}
