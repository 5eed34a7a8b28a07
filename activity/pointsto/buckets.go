package pointsto

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/ir"
)

// single reports whether an address is that of the one bucket that a hash table of
// libstdc++ holds in itself while it is empty: an array of one, whatever stands behind.
func (p *Analysis) single(a memtypes.Addr) bool {
	o := &p.Objs[a.Obj]
	if a.Stride != 0 || p.Merged[a.Obj] != nil {
		return false
	}
	for _, n := range p.buckets {
		if slices.Contains(p.Sets[n], a) {
			return true
		}
	}
	var t *ir.Type
	switch o.Kind {
	case ObjAlloca:
		t = o.Site.(*ir.Instr).Elem
	case ObjGlobal:
		t = o.Site.(*ir.Global).ValueType
	default:
		return false
	}
	return bucketAt(p.Layout, t, a.Off)
}

// bucketAt reports whether the last member of a hash table stands at an offset of a
// declared type.
func bucketAt(l *ir.Layout, t *ir.Type, off int64) bool {
	switch {
	case off < 0:
		return false
	case t.Kind == ir.ArrayKind && t.Len > 0 && t.Elem.Kind != ir.IntKind:
		size := l.AllocSize(t.Elem)
		return size > 0 && off/size < t.Len && bucketAt(l, t.Elem, off%size)
	case t.Kind != ir.StructKind || IsOpaque(t) || len(t.Fields) == 0:
		return false
	}
	k := len(t.Fields) - 1
	for k > 0 && l.FieldOffset(t, k) > off {
		k--
	}
	if name := strings.Trim(t.Name, `"`); strings.HasPrefix(name, "class.std::_Hashtable") && k == len(t.Fields)-1 {
		return t.Fields[k].IsPtr() && l.FieldOffset(t, k) == off
	}
	return bucketAt(l, t.Fields[k], off-l.FieldOffset(t, k))
}

// Where the members of such a table stand in it: the address of its buckets is first.
const (
	loadFactor   = 32 // a float
	singleBucket = 48
)

// findBuckets notes the addresses of single buckets by what makes tables: the address
// goes into the table, and one is the load factor.
func (p *Analysis) findBuckets() {
	if p.Layout.PtrBits(0) != 64 {
		return
	}
	type place struct {
		base ir.Value
		off  int64
	}
	factors := map[place]bool{}
	var stores []*ir.Instr
	for _, b := range p.Func.Blocks {
		for _, i := range b.Instrs {
			if i.Op != ir.Store {
				continue
			}
			base, off := p.member(i.Arg(1))
			if v, to := p.member(i.Arg(0)); v == base && to == off+singleBucket {
				stores = append(stores, i)
			} else if c, ok := ir.FloatValue(i.Arg(0)); ok && c == 1 && i.Arg(0).Type() == ir.Float {
				factors[place{base, off}] = true
			}
		}
	}
	for _, i := range stores {
		if base, off := p.member(i.Arg(1)); factors[place{base, off + loadFactor}] {
			p.buckets = append(p.buckets, p.at(i.Arg(0)))
		}
	}
}
