package products

import (
	"regexp"
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// routine is a function of Eigen's of which the derivative is made here.
type routine interface {
	// fits finds the parameters by their types, which a letter each stands for: i 64 bits,
	// p an address, s the scalar; false when they are others.
	fits(kinds string) bool
	// derive adds the augmented primal, the gradient and the tangent.
	derive() (augment, gradient, tangent *ir.Function)
	// moves are the parameters by which floats come in, and behind which they get out.
	moves() (reads, writes []int)
}

// base is what routines have in common.
type base struct {
	fn     *ir.Function
	scalar *ir.Type
}

// known are the routines: their symbols, in which the first group is the scalar, and what
// the other groups say of one. All are for matrices of one real scalar, with 64-bit indices;
// what is stored row by row calls those for columns.
var known = []struct {
	symbol *regexp.Regexp
	make   func(b base, groups []string) routine
}{
	{regexp.MustCompile(`^_ZN5Eigen8internal29general_matrix_matrix_productIl([df])Li([01])ELb[01]E([df])Li([01])ELb[01]ELi0E(?:Li\d+E)?E3runE`), makeProduct},
	{regexp.MustCompile(`^_ZN5Eigen8internal40general_matrix_matrix_triangular_productIl([df])Li([01])ELb[01]E([df])Li([01])ELb[01]ELi0E(?:Li\d+E)?Li([12])ELi0EE3runE`), makeProduct},
	{regexp.MustCompile(`^_ZN5Eigen8internal32product_triangular_matrix_matrixI([df])lLi(\d+)ELb([01])ELi([01])ELb[01]ELi([01])ELb[01]ELi0E(?:Li1E)?Li0EE3runE`), makeTriangular},
	{regexp.MustCompile(`^_ZN5Eigen8internal23triangular_solve_matrixI([df])lLi([12])ELi([1256])ELb[01]ELi([01])ELi0E(?:Li1E)?E3runE`), makeSolve},
}

// Register gives the derivatives of the routines in m, where the program has not registered
// its own. Programs whose products run in threads of OpenMP are left alone.
func Register(m *ir.Module) {
	if m.Func("__kmpc_fork_call") != nil || m.Func("GOMP_parallel") != nil {
		return
	}
	for _, name := range m.FuncNames() {
		if !strings.HasPrefix(name, "_ZN5Eigen8internal") {
			continue
		}
		for _, k := range known {
			if groups := k.symbol.FindStringSubmatch(name); groups != nil {
				f := m.Func(name)
				if f != nil && f.Load() == nil && rules.GivenOf(f) == nil {
					register(f, k.make, groups[1:])
				}
				break
			}
		}
	}
}

func register(f *ir.Function, make func(base, []string) routine, groups []string) {
	b := base{f, map[string]*ir.Type{"d": ir.Double, "f": ir.Float}[groups[0]]}
	kinds := ""
	for _, t := range f.Typ.Fields {
		switch {
		case t == ir.I64:
			kinds += "i"
		case t.IsPtr():
			kinds += "p"
		case t == b.scalar:
			kinds += "s"
		default:
			return
		}
	}
	r := make(b, groups[1:])
	if r == nil || f.Typ.Ret != ir.Void || f.Typ.Variadic || !r.fits(kinds) {
		return
	}
	g := &rules.Given{PartialGradient: true, PartialTangent: true, OfBody: true}
	g.Augment, g.Gradient, g.Tangent = r.derive()
	g.Reads, g.Writes = r.moves()
	f.Given = g
}
