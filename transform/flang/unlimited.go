package flang

import (
	"slices"

	"github.com/llad-ad/llad/ir"
)

// Objects that are unlimited polymorphic (class(*)) may be of any type: a derived one, which their
// descriptor has the table of, or an intrinsic one, which it has the code of.

// unlimited reports whether what a descriptor describes may be of an intrinsic type: it is made with
// several types, or it is not known which it is made with and the module has components of any type.
func (s *site) unlimited(b box) bool {
	if b.code != 0 || b.null {
		return false
	}
	return b.varied || slices.ContainsFunc(s.types.all(), func(d *derived) bool {
		return slices.ContainsFunc(d.components, func(c component) bool { return c.any != nil })
	})
}

// dynamicType is the type that a descriptor has when the program runs: its code, and the table of a
// derived type, else null. Descriptors of intrinsic types may have no place for a table.
func dynamicType(k *code, q ir.Value) (code, table ir.Value) {
	t := k.NewVar(nullAddress(k))
	k.If(byteIs(k, q, atType, codeDerived), func() { t.Set(anyTable(k, q)) })
	return small(k, q, atType), t.Get()
}

// giveType makes p a descriptor of a type.
func giveType(k *code, p, code, table ir.Value, rank int) {
	k.Store(code, k.At(p, atType), 0)
	k.Put(table, p, atDimensions+int64(rank)*dimension)
}

// copyUnlimited is the function of a descriptor and of two addresses that makes what the first leads to a copy of
// what the second does, which is of the type that the descriptor has.
func copyUnlimited(k *code, t *types) *ir.Function {
	p, l := k.Module().Ptr(), &lowering{m: k.Module()}
	return l.function(ownPrefix+"copy.unlimited", k.Module().FuncType(ir.Void, p, p, p), func(k *code) {
		box, to, from := k.F.Params[0], k.F.Params[1], k.F.Params[2]
		if list := t.all(); len(list) > 0 {
			k.If(byteIs(k, box, atType, codeDerived), func() {
				k.CallFunc(copyOfAny(k, list), anyTable(k, box), to, from)
				k.Return(nil)
			})
		}
		for _, code := range []int{28, 27, 35, 34} {
			e := element{code: code, typ: scalars[code].typ, parts: scalars[code].parts}
			if !t.kinds[e.typ] {
				continue
			}
			k.If(byteIs(k, box, atType, code), func() {
				storeElement(k, loadElement(k, e, from), to)
				k.Return(nil)
			})
		}
		k.MemCpy(to, from, k.Word(box, atLength))
	})
}

// becomesAny makes what an allocatable descriptor leads to a copy of what another does, of any type.
func becomesAny(k *code, t *types, p, q ir.Value, rank int) {
	f := copyUnlimited(k, t)
	code, table := dynamicType(k, q)
	replace(k, t.all(), p, q, rank, func(to, from ir.Value) { k.CallFunc(f, q, to, from) })
	giveType(k, p, code, table, rank)
}

// loadedKinds are the types of floats that functions access.
func loadedKinds(fns []*ir.Function) map[*ir.Type]bool {
	kinds := map[*ir.Type]bool{}
	for _, f := range fns {
		for _, b := range f.Blocks {
			for _, i := range b.Instrs {
				switch i.Op {
				case ir.Load:
					kinds[i.Type().Scalar()] = true
				case ir.Store:
					kinds[i.Arg(0).Type().Scalar()] = true
				}
			}
		}
	}
	return kinds
}

// assignAny is assignPolymorphic where what is assigned may be of an intrinsic type.
func (s *site) assignAny(from box) func(k *code) {
	s.note("any")
	return func(k *code) {
		p, q := k.F.Params[0], k.F.Params[1]
		stop(k, not(k, byteIs(k, p, atAttribute, allocatable)), "a polymorphic object that is not allocatable is assigned")
		stop(k, not(k, byteIs(k, p, atRank, from.rank)), wrongRank)
		if from.open {
			stop(k, not(k, byteIs(k, q, atRank, from.rank)), wrongRank)
		}
		finalizeAny(k, s.types.all(), p)
		becomesAny(k, s.types, p, q, from.rank)
	}
}

// allocateUnlimited is allocateSource where the source is of any type.
func (s *site) allocateUnlimited(to, from box) func(k *code) {
	s.note("any")
	return s.allocation(to, element{code: codeDerived}, func(k *code, v view) {
		q := k.F.Params[1]
		if from.open {
			stop(k, not(k, byteIs(k, q, atRank, from.rank)), wrongRank)
		}
		source, f := viewOf(k, q, from.rank), copyUnlimited(k, s.types)
		nest(k, v.extents, func(index []ir.Value) {
			k.CallFunc(f, q, elementAt(k, v, index), elementAt(k, source, index[:from.rank]))
		})
	})
}

// moldUnlimited is applyMold where the mold is of any type.
func moldUnlimited(mold box, rank int) func(k *code) {
	return func(k *code) {
		to, from := k.F.Params[0], k.F.Params[1]
		if mold.open {
			stop(k, not(k, byteIs(k, from, atRank, mold.rank)), wrongRank)
		}
		code, table := dynamicType(k, from)
		k.Put(k.Word(from, atLength), to, atLength)
		giveType(k, to, code, table, rank)
		if mold.rank >= rank {
			shapeOf(k, to, from, rank)
		}
	}
}
