package main

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
)

// collectLate puts the first garbage collection off until the process holds firstCollection bytes, and lets the heap
// treble between later ones: most runs end before the first, and those that do not would spend a quarter of
// their time on collecting little. What the environment says of GOGC or GOMEMLIMIT has precedence.
func collectLate() {
	const firstCollection = 512 << 20
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
