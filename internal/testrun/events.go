package main

import (
	"bufio"
	"encoding/json"
	"io"
	"strings"
)

// event is one line of `go test -json` (see `go doc test2json`).
type event struct {
	Action      string
	Package     string
	ImportPath  string // of a build
	Test        string
	Elapsed     float64
	Output      string
	FailedBuild string
}

// test is the name of a test and the package that it is of.
type test struct{ pkg, name string }

// outcome is what came of tests.
type outcome struct {
	passed, failed int
	failures       []failure
	skips          []skip
	times          map[test]float64 // seconds, of top-level tests
	tier           map[string][2]int
	notes          []string // other lines that tests print for the summary
	packages       int
}

// failure is a test, a package or a build that failed, with what it printed.
type failure struct {
	test
	output string
}

// skip is a test that said why it did not run.
type skip struct {
	test
	why string
}

func newOutcome() *outcome {
	return &outcome{times: map[test]float64{}, tier: map[string][2]int{}}
}

// add joins what came of other tests.
func (o *outcome) add(other *outcome) {
	o.passed += other.passed
	o.failed += other.failed
	o.failures = append(o.failures, other.failures...)
	o.skips = append(o.skips, other.skips...)
	o.packages += other.packages
	for t, s := range other.times {
		o.times[t] += s
	}
	for g, n := range other.tier {
		have := o.tier[g]
		o.tier[g] = [2]int{have[0] + n[0], have[1] + n[1]}
	}
	o.notes = append(o.notes, other.notes...)
}

// collector reads events and keeps the output of what may yet fail.
type collector struct {
	*outcome
	printed map[test]*strings.Builder
	built   map[string]*strings.Builder // output of builds, by import path
	ends    func(pkg, action string, seconds float64)
}

// collect reads the events of one `go test -json`; ends is told of each package.
// What is no event, as the messages of a go command that fails at once, is kept
// as a failure's output.
func collect(r io.Reader, ends func(pkg, action string, seconds float64)) *outcome {
	c := &collector{newOutcome(), map[test]*strings.Builder{}, map[string]*strings.Builder{}, ends}
	lines := bufio.NewReaderSize(r, 1<<20)
	for {
		line, err := lines.ReadString('\n')
		if line != "" {
			var e event
			if json.Unmarshal([]byte(line), &e) != nil {
				c.notes = append(c.notes, strings.TrimSpace(line))
			} else {
				c.take(e)
			}
		}
		if err != nil {
			return c.outcome
		}
	}
}

func (c *collector) take(e event) {
	at := test{e.Package, e.Test}
	switch e.Action {
	case "build-output":
		write(c.built, e.ImportPath, e.Output)
	case "output":
		c.output(at, e.Output)
	case "pass", "fail", "skip":
		c.ended(at, e)
		delete(c.printed, at)
	}
}

func write[K comparable](m map[K]*strings.Builder, key K, text string) {
	b := m[key]
	if b == nil {
		b = &strings.Builder{}
		m[key] = b
	}
	b.WriteString(text)
}

func (c *collector) output(at test, text string) {
	if group, ok := strings.CutPrefix(text, "tier: "); ok {
		c.tierLine(strings.TrimSpace(group))
		return
	}
	if note, ok := strings.CutPrefix(text, "note: "); ok {
		c.notes = append(c.notes, strings.TrimSpace(note))
		return
	}
	write(c.printed, at, text)
}

// ended notes the end of a test, or of a package where no test is named.
func (c *collector) ended(at test, e event) {
	said := ""
	if b := c.printed[at]; b != nil {
		said = b.String()
	}
	if at.name == "" {
		c.packages++
		c.ends(at.pkg, e.Action, e.Elapsed)
		if b := c.built[e.FailedBuild]; e.Action == "fail" && b != nil {
			said = b.String() + said
		}
		// A package fails with its tests; alone it does when it was not built, or died.
		if e.Action == "fail" && (e.FailedBuild != "" || !c.failedIn(at.pkg)) {
			c.failed++
			c.failures = append(c.failures, failure{at, said})
		}
		return
	}
	if !strings.Contains(at.name, "/") {
		c.times[at] = e.Elapsed
	}
	switch e.Action {
	case "pass":
		c.passed++
	case "fail":
		c.failed++
		c.failures = append(c.failures, failure{at, said})
	case "skip":
		c.skips = append(c.skips, skip{at, reason(said)})
	}
}

func (c *collector) failedIn(pkg string) bool {
	for _, f := range c.failures {
		if f.pkg == pkg {
			return true
		}
	}
	return false
}

// reason is the last line that a skipped test printed of its own, without its place.
func reason(output string) string {
	why := ""
	for _, line := range strings.Split(output, "\n") {
		line = strings.TrimSpace(line)
		if line != "" && !strings.HasPrefix(line, "===") && !strings.HasPrefix(line, "---") {
			why = line
		}
	}
	if _, said, ok := strings.Cut(why, ".go:"); ok {
		if _, text, ok := strings.Cut(said, ": "); ok {
			return text
		}
	}
	return why
}
