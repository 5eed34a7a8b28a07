package main

import (
	"fmt"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
)

// collectLate puts the first garbage collection off until the process holds what
// firstCollection allows, and lets the heap treble between later ones: most runs end
// before the first, and those that do not would spend a quarter of their time on
// collecting little. What the environment says of GOGC or GOMEMLIMIT has precedence.
func collectLate() {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(firstCollection())
	// Nothing holds first: the first collection finds it unused.
	first := new([64]byte)
	runtime.AddCleanup(first, func(int) {
		debug.SetMemoryLimit(math.MaxInt64)
		debug.SetGCPercent(200)
	}, 0)
}

// firstCollection is how many bytes the process may hold before it collects: an eighth
// of what the machine has to spare, if it tells, but half a GiB at least and one at most.
func firstCollection() int64 {
	const least, most = 512 << 20, 1 << 30
	text, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return least
	}
	for _, line := range strings.Split(string(text), "\n") {
		var kb int64
		if n, _ := fmt.Sscanf(line, "MemAvailable: %d kB", &kb); n == 1 {
			return min(max(kb<<10/8, least), most)
		}
	}
	return least
}
