package transform_test

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/pipeline"
	"github.com/llad-ad/llad/reverse"
	"github.com/llad-ad/llad/transform"
)

// cost is what a derivative is measured by.
type cost struct {
	refused      string // the first line of the refusal; "" for a derivative
	kept         int64  // bytes that the reverse sweep finds on the tape or on the stack, per iteration
	instructions int    // of what was generated
	accesses     int    // loads and stores of it
	parallel     int    // loops marked as parallel
	vectors      int    // operations on vectors of floats
	domains      int    // of alias scopes
	atomics      int    // additions to what threads share
}

// worse are the ways in which one derivative is worse than another.
var worse = map[string]func(than, c cost) bool{
	"refused":      func(than, c cost) bool { return than.refused == "" && c.refused != "" },
	"kept":         func(than, c cost) bool { return c.refused == "" && c.kept > than.kept },
	"accesses":     func(than, c cost) bool { return c.refused == "" && 20*c.accesses > 21*than.accesses },
	"instructions": func(than, c cost) bool { return c.refused == "" && 20*c.instructions > 21*than.instructions },
	"not parallel": func(than, c cost) bool { return c.refused == "" && c.parallel < than.parallel },
	"aliased":      func(than, c cost) bool { return c.refused == "" && c.domains < than.domains },
	"atomic":       func(than, c cost) bool { return c.refused == "" && c.atomics > than.atomics },
	"scalar":       func(than, c cost) bool { return c.refused == "" && c.vectors < than.vectors },
}

var (
	instruction = regexp.MustCompile(`(?m)^  (%\S+ = )?[a-z]`)
	access      = regexp.MustCompile(`(?m)^  (%\S+ = load|store) `)
	vector      = regexp.MustCompile(`(?m)^  %\S+ = f(add|sub|mul|div|neg) [a-z ]*<`)
	atomic      = regexp.MustCompile(`(?m)^  %\S+ = atomicrmw fadd `)
	domain      = regexp.MustCompile(`(?m)^!\d+ = distinct !\{!\d+, !"llad"\}`)
	parallel    = regexp.MustCompile(`(?m)^!\d+ = !\{!"llvm.loop.parallel_accesses"`)
)

// reports collects what an attempt keeps.
type reports struct {
	bytes *int64
	own   int64
}

func (*reports) Prepared(_, _ *ir.Function, _ *activity.Info) {}
func (r *reports) Kept()                                      { *r.bytes = r.own }
func (r *reports) Reversed(list []*reverse.Report, _ []*ir.Diagnostic) {
	for _, f := range list {
		r.own += f.Frame
		for _, l := range f.Loops {
			r.own += l.Kept + l.Saved
		}
		for _, v := range f.Values {
			if v.How == reverse.OnTape || v.How == reverse.OnStack {
				r.own += v.Bytes
			}
		}
	}
}

func count(what *regexp.Regexp, text []byte) int { return len(what.FindAll(text, -1)) }

// measure makes a derivative with the passes in these sequences.
func measure(t testing.TB, text []byte, name string, mode pipeline.Mode, p *transform.Passes) (c cost) {
	m, err := ir.Read("test.ll", text)
	require.NoError(t, err)
	d := pipeline.New(m)
	d.Transport = pipeline.TransportSettled
	pipeline.SetPasses(d, p)
	pipeline.Observe(d, func() pipeline.Observer { return &reports{bytes: &c.kept} })
	if _, err = d.Differentiate(pipeline.Request{Func: name, Mode: mode}); err != nil {
		first := &ir.Diagnostic{}
		errors.As(err, &first)
		c.refused = first.Code + " " + strings.SplitN(err.Error(), "\n", 2)[0]
		return c
	}
	out, err := d.Write(pipeline.WriteOptions{})
	require.NoError(t, err)
	c.instructions = count(instruction, out) - count(instruction, text)
	c.accesses = count(access, out) - count(access, text)
	c.vectors = count(vector, out) - count(vector, text)
	c.parallel = count(parallel, out) - count(parallel, text)
	c.domains = count(domain, out) - count(domain, text)
	c.atomics = count(atomic, out) - count(atomic, text)
	return c
}

// evidence is a function for which the order of a pair matters: a line of a file in
// testdata/order of the form
//
//	; order: X before Y, moving X: reverse, kept
//
// says that the gradient keeps more when X is moved from in front of Y to behind it, with all
// other passes where they are. "cleanup order" is that of the passes after differentiation.
type evidence struct {
	file   string
	text   []byte
	moving string
	mode   pipeline.Mode
	metric string
}

var evidenceLine = regexp.MustCompile(`(?m)^; ((?:cleanup )?order: \S+ before \S+), moving (\S+): (reverse|forward), (.*)$`)

// allEvidence is that of all files, by pair.
func allEvidence(t *testing.T) map[string]evidence {
	files, err := filepath.Glob("testdata/order/*.ll")
	require.NoError(t, err)
	all := map[string]evidence{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		lines := evidenceLine.FindAllStringSubmatch(string(text), -1)
		require.NotEmpty(t, lines, "%s shows nothing", file)
		for _, l := range lines {
			e := evidence{file: file, text: text, moving: l[2], metric: l[4]}
			if l[3] == "forward" {
				e.mode = pipeline.Forward
			}
			require.NotContains(t, all, l[1], "%s: a second function for this pair", file)
			require.Contains(t, worse, l[4], file)
			all[l[1]] = e
		}
	}
	return all
}

// Every constraint holds in its sequence, and for each there is a function whose derivative is
// worse when it does not: with one of the two passes moved to the other side of the other one,
// and all others where they are. On the near side that pass does no harm.
func TestOrder(t *testing.T) {
	shown := allEvidence(t)
	for _, table := range []struct {
		name     string
		pairs    []transform.Constraint
		sequence []string
		with     func(sequence []string) *transform.Passes
	}{
		{"order", transform.NormalizationOrder, transform.Normalization, func(s []string) *transform.Passes {
			return &transform.Passes{Normalization: s, Cleanup: transform.Cleanup}
		}},
		{"cleanup order", transform.CleanupOrder, transform.Cleanup, func(s []string) *transform.Passes {
			return &transform.Passes{Normalization: transform.Normalization, Cleanup: s}
		}},
	} {
		for _, pair := range table.pairs {
			key := table.name + ": " + pair.String()
			e, ok := shown[key]
			delete(shown, key)
			t.Run(key, func(t *testing.T) {
				require.True(t, ok, "no function shows that the order matters")
				require.Less(t, place(table.sequence, pair.Before), place(table.sequence, pair.After), "the sequence is against it")
				near, exchanged := exchange(t, table.sequence, pair, e.moving)
				usual := measure(t, e.text, "f", e.mode, table.with(table.sequence))
				require.Empty(t, usual.refused, e.file)
				isWorse := worse[e.metric]
				require.False(t, isWorse(usual, measure(t, e.text, "f", e.mode, table.with(near))), "%s: on the near side it does harm already", e.file)
				got := measure(t, e.text, "f", e.mode, table.with(exchanged))
				require.True(t, isWorse(usual, got), "%s: not worse (%s): %+v, usually %+v", e.file, e.metric, got, usual)
			})
		}
	}
	require.Empty(t, shown, "functions for pairs that are no constraints")
}

// exchange moves one pass of a pair to the other one: to its near side, and to its other side.
func exchange(t *testing.T, sequence []string, pair transform.Constraint, moving string) (near, exchanged []string) {
	x, y := place(sequence, pair.Before), place(sequence, pair.After)
	require.True(t, x >= 0 && y >= 0, "no such run")
	if moving == pair.Before {
		return moved(sequence, x, y), moved(sequence, x, y+1)
	}
	require.Equal(t, pair.After, moving)
	return moved(sequence, y, x+1), moved(sequence, y, x)
}

// place is the index of a run in a sequence, -1 where it is not in it.
func place(sequence []string, run string) int {
	name, number, again := strings.Cut(run, "#")
	n := 1
	if again {
		n, _ = strconv.Atoi(number)
	}
	for k, s := range sequence {
		if s == name {
			if n--; n == 0 {
				return k
			}
		}
	}
	return -1
}

// moved is the sequence with the pass at one index put in front of what is at another.
func moved(sequence []string, from, to int) []string {
	s := slices.Delete(slices.Clone(sequence), from, from+1)
	if to > from {
		to--
	}
	return slices.Insert(s, to, sequence[from])
}
