package flang

import "github.com/llad-ad/llad/ir"

// dimensions are those of an array that an argument of a call may choose: one where it is constant, else each.
type dimensions struct {
	arg, first, last int
	known            bool
}

// dimensions are what an argument chooses of the dimensions of an array of a rank, false where it has none of them.
func (s *site) dimensions(arg, rank int) (d dimensions, ok bool) {
	n, known := s.constant(arg)
	if !known {
		return dimensions{arg: arg, first: 1, last: rank}, rank > 0 && rank <= maxRank
	}
	return dimensions{arg, n, n, true}, n >= 1 && n <= rank
}

// choose writes body for the dimension that is chosen when the program runs.
func (d dimensions) choose(k *code, body func(dim int)) {
	if d.known {
		body(d.first)
		return
	}
	chosen := k.F.Params[d.arg]
	for dim := d.first; dim <= d.last; dim++ {
		k.If(k.ICmp(ir.EQ, chosen, ir.NewInt(chosen.Typ, int64(dim))), func() {
			body(dim)
			k.Return(nil)
		})
	}
	stop(k, ir.NewBool(true), "a dimension is chosen that an array does not have")
}
