package reverse

// swapping finds elements of arrays that change places, and chooses those that the reverse sweep swaps back.
type swapping struct {
	fn  *primal
	sh  *shadows
	rv  *reversals
	mem *memory
	rps *replays
}
