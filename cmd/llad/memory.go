package main

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// firstCollection is how many bytes the process holds before it collects first, and
// nextCollection what the heap grows to before later collections.
const (
	firstCollection = 400 << 20
	nextCollection  = 384 << 20
)

// collectLate puts the first garbage collection off until the process holds
// firstCollection, and later ones until the heap is as large as nextCollection or three
// times what is in use: most runs end before the first, and little is in use in the others.
// What the environment says of GOGC or GOMEMLIMIT has precedence.
func collectLate() {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(firstCollection)
	afterEach()
}

// afterEach says behind each collection when the next one is to come.
func afterEach() {
	// Nothing holds it: the next collection finds it unused.
	sentinel := new([64]byte)
	runtime.AddCleanup(sentinel, func(int) {
		debug.SetMemoryLimit(math.MaxInt64)
		debug.SetGCPercent(growth(inUse()))
		afterEach()
	}, 0)
}

// growth is by how many percent the heap may grow when so many bytes of it are in use.
func growth(inUse uint64) int {
	return max(200, 100*nextCollection/int(max(inUse, 1<<20))-100)
}

// inUse is how many bytes of the heap the last collection found in use.
func inUse() uint64 {
	s := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(s)
	if s[0].Value.Kind() != metrics.KindUint64 {
		return nextCollection
	}
	return s[0].Value.Uint64()
}
