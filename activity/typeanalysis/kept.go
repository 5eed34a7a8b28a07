package typeanalysis

import (
	"slices"

	"github.com/llad-ad/llad/ir"
)

// keptBehind are the parameters of a function in whose memory, or in memory that this leads to, addresses may stand
// that lead to other memory than the caller's.
func keptBehind(s *System, root *ir.Function) (list []int) {
	for k, p := range root.Params {
		if p.Typ.IsPtr() && slices.ContainsFunc(s.facts.objects, func(o *object) bool { return o.site == ir.Value(p) && s.facts.keeps(o) }) {
			list = append(list, k)
		}
	}
	return list
}

// keeps reports whether addresses of other memory than the caller's may stand in an object.
func (s *solver) keeps(o *object) bool {
	return slices.ContainsFunc(o.cells, func(c cell) bool {
		return slices.ContainsFunc(c.order, func(id objectID) bool {
			to := s.objects[id]
			if to.fn != nil {
				return false
			}
			_, callers := to.site.(*ir.Param)
			return !callers
		})
	})
}
