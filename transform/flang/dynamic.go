package flang

import (
	"strings"

	"github.com/llad-ad/llad/ir"
)

// tableType is the type of tables of derived types.
const tableType = "_QM__fortran_type_infoTderivedtype"

// all are the derived types of the module whose tables can be read.
func (l *lowering) all() (list []*derived) {
	for _, name := range l.m.GlobalNames() {
		if !strings.HasPrefix(name, "_Q") {
			continue
		}
		if g := l.m.Global(name); g != nil && strings.Trim(g.ValueType.String(), `%"`) == tableType {
			if d := l.types.of(g); d != nil {
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

// anyOf is a function of a table and of objects of its type, which does what each writes for that type
// of the module's.
func anyOf(k *code, what string, types []*derived, objects int, each func(k *code, e element)) *ir.Function {
	list := make([]*ir.Type, objects+1)
	for n := range list {
		list[n] = k.Module().Ptr()
	}
	l := &lowering{m: k.Module()}
	return l.function(ownPrefix+what+".any", k.Module().FuncType(ir.Void, list...), func(k *code) {
		for _, d := range types {
			k.If(k.ICmp(ir.EQ, k.F.Params[0], d.table), func() {
				each(k, element{code: codeDerived, of: d})
				k.Return(nil)
			})
		}
		stop(k, ir.NewBool(true), "an object has a derived type that the module does not describe, or one with a final procedure or an assignment of its own")
	})
}

// anyObjects initialises or ends the elements of an array of a derived type that is known when the
// program runs.
func (s *site) anyObjects(b box, begin bool) func(k *code) {
	types := s.all()
	return func(k *code) {
		p := k.F.Params[0]
		suppose(k, b, p, element{code: codeDerived}, b.rank)
		table := k.Ptr(p, atDimensions+int64(b.rank)*dimension)
		f := endOfAny(k, types)
		if begin {
			f = anyOf(k, "initialize", types, 1, func(k *code, e element) {
				if e.of.begins() {
					k.CallFunc(initialOf(k, e), k.F.Params[1])
				}
			})
		}
		each(k, viewOf(k, p, b.rank), func(at ir.Value) { k.CallFunc(f, table, at) })
	}
}

// endOfAny is the function that releases what the components of an object of any type have allocated.
func endOfAny(k *code, types []*derived) *ir.Function {
	return anyOf(k, "destroy", types, 1, func(k *code, e element) {
		if e.of.owns() {
			k.CallFunc(endOf(k, e), k.F.Params[1])
		}
	})
}
