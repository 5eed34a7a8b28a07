package fuzz

import (
	"math"
	"math/rand/v2"
)

// world says what the arguments of f stand for: how x and y overlap (0: not, 1:
// the same array, 2: y is x+4), and n.
type world struct {
	overlap, n int
}

// slot is one number of the world: where it is, and whether it is a float.
type slot struct {
	block int // x, y, z, s; 4: a, 5: the result
	off   int
	float bool
}

const structSize = 40

// slots lists the numbers in the order in which the driver reads them.
func (w world) slots() (out []slot) {
	for i := range 12 {
		out = append(out, slot{0, 8 * i, false})
	}
	for i := [...]int{0, 12, 8}[w.overlap]; i < 12; i++ {
		out = append(out, slot{1, 8 * i, false})
	}
	for i := range 12 {
		out = append(out, slot{2, 4 * i, true})
	}
	for i := range 4 {
		out = append(out, slot{3, i * structSize, false}, slot{3, i*structSize + 12, true})
		for k := range 3 {
			out = append(out, slot{3, i*structSize + 16 + 8*k, false})
		}
	}
	return append(out, slot{4, 0, false}, slot{5, 0, false})
}

// point draws numbers for all slots: short in binary, so that they are the same
// as floats.
func (w world) point(r *rand.Rand, lo, hi float64) []float64 {
	out := make([]float64, len(w.slots()))
	for k := range out {
		out[k] = math.Round((lo+(hi-lo)*r.Float64())*1024) / 1024
	}
	return out
}

// state is what a call leaves behind: the numbers of the world and, of a
// derivative, those of the shadows; the integers in s.
type state struct {
	primal, shadow []float64
	ints           [4]int
}

// call is one call that a machine is asked for.
type call struct {
	mode           byte // f, g or j
	primal, shadow []float64
}

// machine runs calls, each in fresh memory, in one process.
type machine interface {
	run(w world, calls []call) ([]state, error)
}

var indices = [8]int32{3, 1, 4, 1, 5, 2, 6, 7}
