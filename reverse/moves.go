package reverse

import "github.com/llad-ad/llad/reverse/tape"

// moves writes the functions that move blocks of memory whose shadows move with them.
type moves struct {
	rt     *tape.Runtime
	atomic bool // they add to memory that other threads add to
}
