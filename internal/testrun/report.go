package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

const (
	slowest    = 12  // tests that are listed
	failedTail = 120 // lines of a failed test that are shown
)

// tierLine reads `GROUP: 20 taken, 180 left` (package tier).
func (c *collector) tierLine(text string) {
	at := strings.LastIndex(text, ": ")
	if at < 0 {
		return
	}
	var taken, left int
	if n, _ := fmt.Sscanf(text[at+2:], "%d taken, %d left", &taken, &left); n == 2 {
		have := c.tier[text[:at]]
		c.tier[text[:at]] = [2]int{have[0] + taken, have[1] + left}
	}
}

// write prints the failures, the slowest tests, what did not run, and the count.
func (o *outcome) write(w io.Writer) {
	for _, f := range o.failures {
		fmt.Fprintf(w, "\nFAIL %s %s\n%s", f.pkg, f.name, tail(f.output, failedTail))
	}
	o.writeSlowest(w)
	o.writeLeft(w)
	for _, n := range o.notes {
		fmt.Fprintln(w, n)
	}
	fmt.Fprintf(w, "%d passed, %d failed, %d skipped\n", o.passed, o.failed, len(o.skips))
}

func tail(text string, lines int) string {
	all := strings.SplitAfter(text, "\n")
	if len(all) <= lines {
		return text
	}
	return fmt.Sprintf("… (%d lines before)\n%s", len(all)-lines, strings.Join(all[len(all)-lines:], ""))
}

func (o *outcome) writeSlowest(w io.Writer) {
	tests := slices.SortedFunc(maps.Keys(o.times), func(a, b test) int {
		return cmp.Or(cmp.Compare(o.times[b], o.times[a]), strings.Compare(a.pkg+a.name, b.pkg+b.name))
	})
	if len(tests) == 0 {
		return
	}
	fmt.Fprintln(w, "\nslowest:")
	for _, t := range tests[:min(slowest, len(tests))] {
		fmt.Fprintf(w, "%7.1f s  %s %s\n", o.times[t], shortName(t.pkg), t.name)
	}
}

// writeLeft prints what was skipped, by reason, and what the tier left out.
func (o *outcome) writeLeft(w io.Writer) {
	why := map[string]int{}
	for _, s := range o.skips {
		why[fmt.Sprintf("%s %s: %s", shortName(s.pkg), strings.SplitN(s.name, "/", 2)[0], s.why)]++
	}
	for _, r := range slices.Sorted(maps.Keys(why)) {
		fmt.Fprintf(w, "skipped %d: %s\n", why[r], r)
	}
	taken, left := 0, 0
	for _, g := range slices.Sorted(maps.Keys(o.tier)) {
		n := o.tier[g]
		taken, left = taken+n[0], left+n[1]
		fmt.Fprintf(w, "fast tier: %s: %d taken, %d left\n", g, n[0], n[1])
	}
	if left > 0 {
		fmt.Fprintf(w, "the fast tier took %d of these %d checks; `make test-all` runs all\n", taken, taken+left)
	}
}

// shortName is an import path below the module's.
func shortName(pkg string) string {
	return strings.TrimPrefix(strings.TrimPrefix(pkg, "github.com/llad-ad/"), "llad/")
}
