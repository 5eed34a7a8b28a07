package reverse

// moves writes the functions that move blocks of memory whose shadows move with them.
type moves struct {
	rt     *runtime
	atomic bool // they add to memory that other threads add to
}
