package reverse

import "github.com/llad-ad/llad/ir/analysis"

// inversions are updates of integers and pointers that the reverse sweep runs backwards.
type inversions struct {
	fn  *primal
	sh  *shadows
	rv  *reversals
	cf  *controlFlow
	rps *replays
	sws *swapping

	inversions map[*analysis.Loop]*inversion
}
