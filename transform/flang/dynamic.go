package flang

import (
	"regexp"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// tableType is the type of tables of derived types; linked modules have it with numbers behind it, too.
var tableType = regexp.MustCompile(`^%"?_QM__fortran_type_infoTderivedtype(\.\d+)?"?$`)

// all are the derived types of the module whose tables can be read.
func (t *types) all() (list []*derived) {
	for _, name := range t.m.GlobalNames() {
		if !strings.HasPrefix(name, "_Q") {
			continue
		}
		if g := t.m.Global(name); g != nil && tableType.MatchString(g.ValueType.String()) {
			if d := t.of(g); d != nil {
				list = append(list, d)
			}
		}
	}
	return list
}

// anyRank is the rank that a descriptor has when the program runs.
func anyRank(k *code, p ir.Value) ir.Value { return k.Cast(ir.ZExt, small(k, p, atRank), ir.I64) }

// anySize is how many elements an array has whose rank is not known.
func anySize(k *code, p ir.Value) ir.Value {
	n := k.NewVar(number(1))
	k.Times(anyRank(k, p), func(dim ir.Value) {
		at := k.Offset(p, k.Mul(dim, number(dimension)))
		n.Set(k.Mul(n.Get(), k.Word(at, extentAt(0))))
	})
	return n.Get()
}

// anyTable is the table of the derived type that a descriptor has when the program runs.
func anyTable(k *code, p ir.Value) ir.Value {
	return k.Ptr(k.Offset(p, k.Mul(anyRank(k, p), number(dimension))), atDimensions)
}

// destroyAny releases what the components of the elements of an allocated array have allocated, where
// the type of elements is not known: those of a derived type have one of the module's.
func destroyAny(k *code, types []*derived, p, base ir.Value) {
	k.If(byteIs(k, p, atType, codeDerived), func() {
		table, bytes := anyTable(k, p), k.Word(p, atLength)
		end := endOfAny(k, types)
		k.Times(anySize(k, p), func(n ir.Value) { k.CallFunc(end, table, k.Offset(base, k.Mul(n, bytes))) })
	})
}

// assignPolymorphic is AssignPolymorphic(to, from, source, line): an allocatable object gets the type and
// the value of another.
func assignPolymorphic(s *site) func(k *code) {
	to, from := s.box(0), s.box(1)
	e, known := s.element(from)
	if from.rank < 0 {
		from.rank, from.open = to.rank, true
	}
	if from.rank < 0 || from.null {
		return nil
	}
	if intrinsic := from.code != codeDerived && from.code != 0; intrinsic || s.unlimited(from) {
		return s.assignAny(from)
	}
	types := s.types.all()
	if known {
		s.note(e)
		types = []*derived{e.of}
	}
	return func(k *code) {
		p, q := k.F.Params[0], k.F.Params[1]
		suppose(k, from, q, element{code: codeDerived}, from.rank)
		stop(k, not(k, byteIs(k, p, atAttribute, allocatable)), "a polymorphic object that is not allocatable is assigned")
		finalizeAny(k, s.types.all(), p)
		k.If(byteIs(k, p, atRank, from.rank), func() { becomes(k, types, p, q, from.rank) }, func() { stop(k, ir.NewBool(true), wrongRank) })
	}
}

// becomes makes what an allocatable descriptor leads to a copy of what another does, of one of some
// types. What it led to before ends last: it may have been a part of that.
func becomes(k *code, types []*derived, p, q ir.Value, rank int) {
	table, f := k.Ptr(q, atDimensions+int64(rank)*dimension), copyOfAny(k, types)
	replace(k, types[0].in.all(), p, q, rank, func(to, from ir.Value) { k.CallFunc(f, table, to, from) })
	giveType(k, p, ir.NewInt(ir.I8, codeDerived), table, rank)
}

// replace gives an allocatable descriptor new memory with the shape and the elements of what another
// describes, each made by copied, and releases what it had, of one of some types. The type of the
// descriptor stays.
func replace(k *code, types []*derived, p, q ir.Value, rank int, copied func(to, from ir.Value)) {
	source, bytes := viewOf(k, q, rank), k.Word(q, atLength)
	made := view{allocate(k, sizeOf(k, source.extents), bytes), source.extents, packedStrides(k, bytes, source.extents)}
	nest(k, made.extents, func(index []ir.Value) { copied(elementAt(k, made, index), elementAt(k, source, index)) })
	was := k.Ptr(p, atBase)
	k.If(not(k, isNull(k, was)), func() {
		destroyAny(k, types, p, was)
		release(k, was)
	})
	k.Put(made.base, p, atBase)
	k.Put(bytes, p, atLength)
	for n := range rank {
		k.Put(k.Word(q, extentAt(n)-8), p, extentAt(n)-8)
		k.Put(made.extents[n], p, extentAt(n))
		k.Put(made.stride[n], p, extentAt(n)+8)
	}
}

// anyOf is a function of a table and of objects of its type, which does what each writes for that type
// of some.
func anyOf(k *code, what string, types []*derived, objects int, each func(k *code, e element)) *ir.Function {
	list := make([]*ir.Type, objects+1)
	for n := range list {
		list[n] = k.Module().Ptr()
	}
	names := []string{ownPrefix + what + ".any"}
	for _, d := range types {
		names = append(names, d.name)
	}
	l := &lowering{m: k.Module()}
	return l.function(strings.Join(names, "."), k.Module().FuncType(ir.Void, list...), func(k *code) {
		for _, d := range types {
			k.If(k.ICmp(ir.EQ, k.F.Params[0], d.table), func() {
				each(k, element{code: codeDerived, of: d})
				k.Return(nil)
			})
		}
		stop(k, ir.NewBool(true), "an object has a derived type that the module does not describe, or one with a final procedure of arrays or an assignment of its own")
	})
}

// anyObjects initialises or ends the elements of an array of a derived type that is known when the
// program runs, or a scalar, which is supposed where the rank is not known.
func (s *site) anyObjects(b box) func(k *code) {
	types, rank, unlimited := s.types.all(), max(b.rank, 0), s.unlimited(b)
	s.note(unlimited)
	return func(k *code) {
		p := k.F.Params[0]
		if unlimited {
			k.If(not(k, byteIs(k, p, atType, codeDerived)), func() { k.Return(nil) })
		}
		suppose(k, b, p, element{code: codeDerived}, rank)
		table := k.Ptr(p, atDimensions+int64(rank)*dimension)
		var f *ir.Function
		switch s.name {
		case "Initialize":
			f = initialOfAny(k, types)
		case "Destroy":
			final := finalOfAny(k, types, rank == 0)
			each(k, viewOf(k, p, rank), func(at ir.Value) { k.CallFunc(final, table, at) })
			fallthrough
		default:
			f = endOfAny(k, types)
		}
		each(k, viewOf(k, p, rank), func(at ir.Value) { k.CallFunc(f, table, at) })
	}
}

// initialOfAny is the function that gives an object of any type what it begins with.
func initialOfAny(k *code, types []*derived) *ir.Function {
	return anyOf(k, "initialize", types, 1, func(k *code, e element) {
		if e.of.begins() {
			k.CallFunc(initialOf(k, e), k.F.Params[1])
		}
	})
}

// copyOfAny is the function that makes an object of any type a copy of another.
func copyOfAny(k *code, types []*derived) *ir.Function {
	return anyOf(k, "copy", types, 2, func(k *code, e element) {
		push(k, e, k.F.Params[1], k.F.Params[2], nil, nil)
	})
}

// endOfAny is the function that releases what the components of an object of any type have allocated.
func endOfAny(k *code, types []*derived) *ir.Function {
	return anyOf(k, "destroy", types, 1, func(k *code, e element) {
		if e.of.owns() {
			k.CallFunc(endOf(k, e), k.F.Params[1])
		}
	})
}

// copyDescriptor is CopyAndUpdateDescriptor(to, from, type, attribute, bounds): the same array with
// another attribute, and with lower bounds as they are, of one or of zero.
func copyDescriptor(s *site) func(k *code) {
	from := s.box(1)
	bounds, ok := s.constant(4)
	if !ok || bounds < 0 || bounds > 2 || s.call.Arg(3).Type() != ir.I8 {
		return nil
	}
	if from.rank < 0 || from.code == 0 {
		return func(k *code) { copyAny(k, bounds) }
	}
	return func(k *code) {
		p, q := k.F.Params[0], k.F.Params[1]
		if from.open {
			stop(k, not(k, byteIs(k, q, atRank, from.rank)), wrongRank)
			stop(k, not(k, byteIs(k, q, atType, from.code)), wrongType)
		}
		pointTo(k, p, q, from.rank)
		k.Store(k.Load(ir.I32, k.At(q, atVersion), 0), k.At(p, atVersion), 0)
		for off, v := range []ir.Value{ir.NewInt(ir.I8, int64(from.rank)), ir.NewInt(ir.I8, int64(from.code)), k.F.Params[3], small(k, q, atExtra)} {
			k.Store(v, k.At(p, atRank+int64(off)), 0)
		}
		for n := range from.rank {
			if bounds > 0 {
				k.Put(number(int64(2-bounds)), p, extentAt(n)-8)
			}
		}
		if from.code == codeDerived {
			at := atDimensions + int64(from.rank)*dimension
			table := k.F.Params[2]
			k.Put(k.Select(isNull(k, table), k.Ptr(q, at), table), p, at)
			k.Put(number(0), p, at+8)
		}
	}
}

// copyAny is CopyAndUpdateDescriptor for an array of which neither rank nor type is known.
func copyAny(k *code, bounds int) {
	p, q := k.F.Params[0], k.F.Params[1]
	rank := anyRank(k, q)
	k.Put(k.Ptr(q, atBase), p, atBase)
	k.Put(k.Word(q, atLength), p, atLength)
	k.Store(k.Load(ir.I32, k.At(q, atVersion), 0), k.At(p, atVersion), 0)
	for off, v := range []ir.Value{small(k, q, atRank), small(k, q, atType), k.F.Params[3], small(k, q, atExtra)} {
		k.Store(v, k.At(p, atRank+int64(off)), 0)
	}
	k.Times(rank, func(n ir.Value) {
		to, from := k.Offset(p, k.Mul(n, number(dimension))), k.Offset(q, k.Mul(n, number(dimension)))
		lower := k.Word(from, atDimensions)
		if bounds > 0 {
			lower = number(int64(2 - bounds))
		}
		k.Put(lower, to, atDimensions)
		k.Put(k.Word(from, extentAt(0)), to, extentAt(0))
		k.Put(k.Word(from, extentAt(0)+8), to, extentAt(0)+8)
	})
	k.If(byteIs(k, q, atType, codeDerived), func() {
		end, table := k.Mul(rank, number(dimension)), k.F.Params[2]
		k.Put(k.Select(isNull(k, table), anyTable(k, q), table), k.Offset(p, end), atDimensions)
		k.Put(number(0), k.Offset(p, end), atDimensions+8)
	})
}
