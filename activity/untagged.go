package activity

import (
	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/activity/pointsto"
	"github.com/llad-ad/llad/ir"
)

// This file looks for bits of floats that are moved as integers whose type says that they are none: memcpy
// gives an array of integers floats, accesses that carry no type, and what sorts the array reads and
// writes integers.

// stretch is a piece of memory at an address.
type stretch struct {
	memtypes.Addr
	size int64
	bits int // of what stands there, or of one of several
}

// overlaps reports whether two stretches may have a byte in common.
func (p stretch) overlaps(q stretch) bool {
	if p.Obj != q.Obj {
		return false
	}
	s := memtypes.Gcd(p.Stride, q.Stride)
	if s == 0 {
		return p.Off < q.Off+q.size && q.Off < p.Off+p.size
	}
	d := ((p.Off-q.Off)%s + s) % s // of p behind q
	return d < q.size || s-d < p.size
}

// stretches are the pieces that an access of a type to local arrays of integers may touch.
func (s *solution) stretches(ptr ir.Value, t *ir.Type) []stretch {
	var l []stretch
	for _, d := range s.p.Pointees(ptr) {
		site, _ := s.p.Objs[d.Obj].Site.(*ir.Instr)
		if s.p.Objs[d.Obj].Kind == pointsto.ObjAlloca && s.p.Merged[d.Obj] == nil && site != nil && ofIntegers(site.Elem) {
			l = append(l, stretch{Addr: d, size: s.p.Layout.StoreSize(t), bits: int(8 * s.p.Layout.StoreSize(t.Scalar()))})
		}
	}
	return l
}

// ofIntegers reports whether a type is an integer or an array of such.
func ofIntegers(t *ir.Type) bool {
	for t.Kind == ir.ArrayKind {
		t = t.Elem
	}
	return t.IsInt()
}

// meet reports whether two accesses may be to the same bytes, as numbers of the same size.
func meet(l, m []stretch) bool {
	for _, p := range l {
		for _, q := range m {
			if p.bits == q.bits && p.overlaps(q) {
				return true
			}
		}
	}
	return false
}

// checkUntagged refuses integers that are read where active floats were written in accesses without a type, and
// written where floats are read so.
func (a *Info) checkUntagged() {
	s := a.sol
	var written, read []stretch
	each := func(op ir.Op, visit func(i *ir.Instr)) {
		for _, b := range a.F.Blocks {
			for _, i := range b.Instrs {
				if i.Op == op {
					visit(i)
				}
			}
		}
	}
	each(ir.Store, func(i *ir.Instr) {
		if v := i.Arg(0); v.Type().Scalar().IsFP() && i.Metadata("tbaa") == "" && a.variedValue(v) {
			written = append(written, s.stretches(i.Arg(1), v.Type())...)
		}
	})
	each(ir.Load, func(i *ir.Instr) {
		if i.Typ.Scalar().IsFP() && i.Metadata("tbaa") == "" && s.useful[s.p.Index.At(i)] {
			read = append(read, s.stretches(i.Arg(0), i.Typ)...)
		}
	})
	if len(written) == 0 || len(read) == 0 {
		return
	}
	from := map[ir.Value]bool{}
	var list []*ir.Instr
	each(ir.Load, func(i *ir.Instr) {
		if i.Typ.Scalar().IsInt() && i.Metadata("tbaa") != "" && !s.varied[s.p.Index.At(i)] && meet(s.stretches(i.Arg(0), i.Typ), written) {
			from[i] = true
			list = append(list, i)
		}
	})
	for k := 0; k < len(list); k++ {
		for u := range ir.Uses(list[k]) {
			switch i := u.User; {
			case i.Op == ir.Store && u.Index() == 0:
				if meet(s.stretches(i.Arg(1), i.Arg(0).Type()), read) {
					a.refuseBits(i)
					return
				}
			case from[i] || i.Typ != list[k].Typ:
			case pointsto.IsChoice(i) && (i.Op != ir.Select || u.Index() > 0), i.Op == ir.ShuffleVector, i.Op == ir.Call && keepsBits(i):
				from[i] = true
				list = append(list, i)
			}
		}
	}
}
