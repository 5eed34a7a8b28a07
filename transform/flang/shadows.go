package flang

import (
	"strconv"
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/structured"
)

// CheckShadows has a derivative end the program with a message where the descriptor of an array, as
// which the function uses its parameter p, has not the shape and the strides of its shadow: the
// elements of the shadow are found by those of the array. primal and shadow are parameters of the
// derivative.
func CheckShadows(p *ir.Param, primal, shadow *ir.Param) {
	m := p.Parent.Module
	rank := rankOf(p, map[*ir.Param]bool{})
	if rank == 0 || m.Typed || !p.Typ.IsPtr() || !shadow.Typ.IsPtr() {
		return
	}
	f := primal.Parent
	b := ir.NewBuilder(f.Entry())
	for _, i := range f.Entry().Instrs {
		if i.Op != ir.Alloca {
			b.Before(i)
			break
		}
	}
	b.CallFunc(sameShape(m, rank), primal, shadow)
}

// rankOf is the rank of the descriptor as which a function, or what it passes the parameter to,
// uses a parameter; 0 where it does not.
func rankOf(p *ir.Param, seen map[*ir.Param]bool) (rank int) {
	if seen[p] {
		return 0
	}
	seen[p] = true
	for u := range ir.Uses(p) {
		i := u.User
		switch {
		case i.Op == ir.GetElementPtr && u.Index() == 0:
			rank = max(rank, rankOfType(i.Elem), rankOfLoads(i))
		case i.IsCall() && u.Index() < i.NumCallArgs():
			if g := i.CalledFunc(); g != nil && !g.IsDecl && u.Index() < len(g.Params) && g.Load() == nil {
				rank = max(rank, rankOf(g.Params[u.Index()], seen))
			}
		}
	}
	return rank
}

// rankOfType is the rank of descriptors of a type, 0 for other types.
func rankOfType(t *ir.Type) int {
	if t == nil || t.Kind != ir.StructKind || len(t.Fields) < 8 {
		return 0
	}
	for k, want := range []*ir.Type{nil, ir.I64, ir.I32, ir.I8, ir.I8, ir.I8, ir.I8} {
		if want == nil && !t.Fields[k].IsPtr() || want != nil && t.Fields[k] != want {
			return 0
		}
	}
	dims := t.Fields[7]
	if dims.Kind != ir.ArrayKind || dims.Elem.Kind != ir.ArrayKind || dims.Elem.NumElems() != 3 || dims.Elem.Elem != ir.I64 {
		return 0
	}
	return dims.NumElems()
}

// rankOfLoads is the least rank of a descriptor from which a member at a constant distance is loaded,
// 0 where it is not.
func rankOfLoads(gep *ir.Instr) (rank int) {
	m := gep.Parent.Parent.Module
	off, ok := (&memory{layout: m.Layout}).distance(gep.Elem, gep.Args()[1:])
	if !ok || off < atDimensions {
		return 0
	}
	for u := range ir.Uses(gep) {
		if u.User.Op == ir.Load && u.User.Typ == ir.I64 && isMember(m, u.User.Metadata("tbaa")) {
			rank = int(off-atDimensions)/dimension + 1
		}
	}
	return rank
}

// isMember reports whether an access tag of flang's is that of members of descriptors.
func isMember(m *ir.Module, tag string) bool {
	if tag == "" {
		return false
	}
	ops := m.Metadata().Operands(tag)
	return len(ops) > 0 && strings.Contains(m.Metadata().Node(ops[0]), `!"descriptor member"`)
}

// sameShape is a function of two descriptors of a rank that ends the program where they differ.
func sameShape(m *ir.Module, rank int) *ir.Function {
	l := &lowering{m: m}
	return l.function(ownPrefix+"shadow.r"+strconv.Itoa(rank), m.FuncType(ir.Void, m.Ptr(), m.Ptr()), func(k *structured.Code) {
		p, d := k.F.Params[0], k.F.Params[1]
		k.If(not(k, isNull(k, k.Ptr(p, atBase))), func() {
			v, w := viewOf(k, p, rank), viewOf(k, d, rank)
			for n := range rank {
				differ := k.ICmp(ir.NE, v.extents[n], w.extents[n])
				several := k.ICmp(ir.SGT, v.extents[n], number(1))
				strides := k.Binary(ir.And, several, k.ICmp(ir.NE, v.stride[n], w.stride[n]))
				stop(k, k.Binary(ir.Or, differ, strides), "the shadow of an array has another shape, or other strides, than the array: pass sections of both, or of neither")
			}
		})
	})
}
