package main

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
)

// firstCollection is how many bytes the process holds before it collects first.
const firstCollection = 768 << 20

// collectLate puts the first garbage collection off until the process holds
// firstCollection, and lets the heap treble between later ones: most runs end before the
// first, and those that do not would spend a quarter of their time on collecting little.
// What the environment says of GOGC or GOMEMLIMIT has precedence.
func collectLate() {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(firstCollection)
	// Nothing holds first: the first collection finds it unused.
	first := new([64]byte)
	runtime.AddCleanup(first, func(int) {
		debug.SetMemoryLimit(math.MaxInt64)
		debug.SetGCPercent(200)
	}, 0)
}
