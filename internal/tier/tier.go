package tier

import (
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"slices"
	"sync"
)

// All reports whether the whole matrix is to run: LLAD_TIER=all, or LLAD_PROGRAMS
// names the programs that are wanted.
func All() bool { return os.Getenv("LLAD_TIER") == "all" || os.Getenv("LLAD_PROGRAMS") != "" }

// Share reports whether the check of this name is among so many of a thousand
// that the fast tier takes; always when the whole matrix runs.
func Share(name string, permille int) bool {
	return All() || Hash(name)%1000 < uint32(permille)
}

// Pick chooses one of n by a name, the same one in every run.
func Pick(name string, n int) int { return int(Hash(name) % uint32(n)) }

// Hash is FNV-1a of 32 bits, with its bits mixed once more: the last letters of
// a name would else decide little of the upper ones.
func Hash(name string) uint32 {
	h := fnv.New32a()
	io.WriteString(h, name)
	x := h.Sum32()
	x = (x ^ x>>16) * 0x45d9f3b
	return x ^ x>>16
}

var (
	mu     sync.Mutex
	counts = map[string]*[2]int{} // by group: taken, left
)

// Take is Share for a group of checks, and counts what is taken and what is
// left out. The group and the name together choose.
func Take(group, name string, permille int) bool {
	return Count(group, Share(group+" "+name, permille))
}

// Count notes that one check of the group was taken or left out, and gives taken.
func Count(group string, taken bool) bool {
	mu.Lock()
	defer mu.Unlock()
	c := counts[group]
	if c == nil {
		c = &[2]int{}
		counts[group] = c
	}
	if taken {
		c[0]++
	} else {
		c[1]++
	}
	return taken
}

// Report prints one line for each group of which something was left out, in the
// order of their names: `tier: GROUP: 20 taken, 180 left`.
func Report(w io.Writer) {
	mu.Lock()
	defer mu.Unlock()
	var groups []string
	for g, c := range counts {
		if c[1] > 0 {
			groups = append(groups, g)
		}
	}
	slices.Sort(groups)
	for _, g := range groups {
		fmt.Fprintf(w, "tier: %s: %d taken, %d left\n", g, counts[g][0], counts[g][1])
	}
}
