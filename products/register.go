package products

import (
	"regexp"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// Parameters of Eigen::internal::general_matrix_matrix_product<...>::run: the product
// res += alpha * lhs * rhs, of rows x depth and depth x cols. Eigen 3.3 has no distance
// between the elements of a column of res.
type product struct {
	fn                       *ir.Function
	scalar                   *ir.Type
	lhsRows, rhsRows         bool // stored row by row
	lhs, rhs, res, alpha     int  // the parameters
	lhsStride, rhsStride     int
	resStride, resIncr       int // resIncr is -1 where there is none
	augment, gradient, along *ir.Function
}

// symbol is that of products into a matrix that is stored column by column, which the others
// call, of equal real scalars, with 64-bit indices: the scalar and the two orders.
var symbol = regexp.MustCompile(`^_ZN5Eigen8internal29general_matrix_matrix_productIl([df])Li([01])ELb[01]E([df])Li([01])ELb[01]ELi0E(?:Li\d+E)?E3runE`)

// Register gives the derivatives of the products in m, where the program has not registered
// its own. Programs whose products run in threads of OpenMP are left alone.
func Register(m *ir.Module) {
	if m.Func("__kmpc_fork_call") != nil || m.Func("GOMP_parallel") != nil {
		return
	}
	for _, name := range m.FuncNames() {
		at := symbol.FindStringSubmatch(name)
		if at == nil || at[1] != at[3] {
			continue
		}
		f := m.Func(name)
		if f == nil || f.Load() != nil || rules.GivenOf(f) != nil {
			continue
		}
		p := &product{fn: f, scalar: map[string]*ir.Type{"d": ir.Double, "f": ir.Float}[at[1]], lhsRows: at[2] == "1", rhsRows: at[4] == "1"}
		if !p.parameters() {
			continue
		}
		p.derive()
		f.Given = &rules.Given{Augment: p.augment, Gradient: p.gradient, Tangent: p.along,
			PartialGradient: true, PartialTangent: true, Reads: []int{p.lhs, p.rhs, p.alpha}, Writes: []int{p.res}}
	}
}

// parameters finds them by their types, false when they are others.
func (p *product) parameters() bool {
	kinds := ""
	for _, t := range p.fn.Typ.Fields {
		switch {
		case t == ir.I64:
			kinds += "i"
		case t.IsPtr():
			kinds += "p"
		case t == p.scalar:
			kinds += "s"
		default:
			return false
		}
	}
	p.lhs, p.lhsStride, p.rhs, p.rhsStride, p.res = 3, 4, 5, 6, 7
	switch kinds {
	case "iiipipipiispp":
		p.resIncr, p.resStride, p.alpha = 8, 9, 10
	case "iiipipipispp":
		p.resIncr, p.resStride, p.alpha = -1, 8, 9
	default:
		return false
	}
	return p.fn.Typ.Ret == ir.Void && !p.fn.Typ.Variadic
}
