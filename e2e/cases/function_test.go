package cases

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/e2e/known"
	"github.com/llad-ad/llad/internal/native"
)

// function is a program with double f(const double *, size_t).
type function struct {
	src string
	n   int
	tol float64 // relative error against the nearest of the differences
}

var option = regexp.MustCompile(`(?m)^(?://|!) opt: (.*)$`)

// readFunction reads the options in a program's head.
func readFunction(src string) (*function, error) {
	text, err := os.ReadFile(src)
	if err != nil {
		return nil, err
	}
	f := &function{src: src, n: 12, tol: 2e-5}
	for _, m := range option.FindAllSubmatch(text, -1) {
		for _, word := range strings.Fields(string(m[1])) {
			value, ok := strings.CutPrefix(word, "tol=")
			if !ok {
				return nil, fmt.Errorf("%s: unknown option %q", src, word)
			}
			if f.tol, err = strconv.ParseFloat(value, 64); err != nil {
				return nil, fmt.Errorf("%s: %w", src, err)
			}
		}
	}
	return f, nil
}

func (f *function) flags() []string {
	switch filepath.Ext(f.src) {
	case ".cpp":
		return []string{"-std=c++20"}
	case ".c":
		return []string{"-std=gnu11"}
	}
	return nil
}

// driver is the object of the driver for REF, GRAD or JVP.
func (f *function) driver(what string) ([]byte, error) {
	return produce(config{tc: base}, base.Clang, filepath.Join(folder, "driver.c"), "driver.o", "-O1", "-w", "-c",
		"-D"+what, "-DN="+strconv.Itoa(f.n), "-DLO=0.3", "-DHI=1.7")
}

// build makes IR text and the driver into dir/program.
func (f *function) build(dir string, c config, text []byte, what string) error {
	driver, err := f.driver(what)
	if err != nil {
		return err
	}
	for name, data := range map[string][]byte{"driver.o": driver, "built.ll": text} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			return err
		}
	}
	if err := tool(dir, c.tc.Clang, "-O1", "-w", "-Wno-override-module", "-c", "built.ll", "-o", "built.o"); err != nil {
		return err
	}
	libs, err := linked(c)
	if err != nil {
		return err
	}
	linker := base.Clang
	if c.flang != "" {
		linker = c.flang
	}
	return tool(dir, linker, append(append([]string{"-o", "program", "driver.o", "built.o"}, libs...), "-lstdc++", "-lm")...)
}

// figures is what the driver printed.
type figures struct {
	f     map[int]float64      // the function, by point
	g     map[[2]int]float64   // derivatives, by point and parameter
	d     map[[2]int][]float64 // differences
	again string               // a second gradient that does not add up
	held  int                  // bytes that 50 calls leave behind
}

func parseFigures(text string) *figures {
	r := &figures{f: map[int]float64{}, g: map[[2]int]float64{}, d: map[[2]int][]float64{}}
	for _, line := range strings.Split(text, "\n") {
		w := strings.Fields(line)
		if len(w) < 2 {
			continue
		}
		at := func(k int) int {
			i, _ := strconv.Atoi(w[k])
			return i
		}
		float := func(k int) float64 {
			v, err := strconv.ParseFloat(w[k], 64)
			if err != nil {
				return math.NaN()
			}
			return v
		}
		switch {
		case w[0] == "f" && len(w) == 3:
			r.f[at(1)] = float(2)
		case w[0] == "g" && len(w) == 4:
			r.g[[2]int{at(1), at(2)}] = float(3)
		case w[0] == "d":
			for k := 3; k < len(w); k++ {
				key := [2]int{at(1), at(2)}
				r.d[key] = append(r.d[key], float(k))
			}
		case w[0] == "again" && r.again == "":
			r.again = line
		case w[0] == "held":
			r.held = at(1)
		}
	}
	return r
}

// reference builds and runs the function itself, for its differences.
func (f *function) reference(t *testing.T) (*figures, string) {
	t.Helper()
	c := config{tc: base, options: []string{"-O1"}}
	switch filepath.Ext(f.src) {
	case ".rs":
		c = rustcs(t, []string{"2"})[0]
	case ".f90":
		c = flangs(t, []string{"-O1"})[0]
	}
	text, err := compile(c, f.src, f.flags()...)
	require.NoError(t, err)
	out, err := workspace.Keep(func() ([]byte, error) {
		dir := t.TempDir()
		if err := f.build(dir, c, text, "REF"); err != nil {
			return nil, err
		}
		e, err := native.Limited(runLimit, dir, "env", countAll, filepath.Join(dir, "program"))
		if err == nil && !e.OK() {
			err = fmt.Errorf("the function itself ends with %d: %s", e.Code, e.Stderr)
		}
		return []byte(e.Stdout), err
	}, "case reference", c.id(), f.src, string(text), driverText)
	require.NoError(t, err, "%s", f.src)
	return parseFigures(string(out)), string(out)
}

// judge says what is wrong with a derivative's figures.
func (f *function) judge(ref, got *figures) (verdict, note string) {
	var bad []string
	for s := range len(ref.f) {
		want := ref.f[s]
		if v, ok := got.f[s]; !ok || !(math.Abs(v-want) <= 1e-5*(1+math.Abs(want))) {
			bad = append(bad, "the primal's result differs")
		}
	}
	scale := map[int]float64{}
	for key, v := range got.g {
		if !math.IsNaN(v) {
			scale[key[0]] = math.Max(scale[key[0]], math.Abs(v))
		}
	}
	for s := range len(ref.f) {
		for i := range f.n {
			v, ok := got.g[[2]int{s, i}]
			if !ok {
				bad = append(bad, "a derivative is missing")
				continue
			}
			err := 9e9
			for _, d := range ref.d[[2]int{s, i}] {
				if !math.IsNaN(d) {
					err = math.Min(err, math.Abs(v-d))
				}
			}
			if !(err <= f.tol*(math.Abs(v)+0.02*math.Max(scale[s], 1e-9)+1e-9)) {
				l := append([]float64{}, ref.d[[2]int{s, i}]...)
				sort.Float64s(l)
				bad = append(bad, fmt.Sprintf("derivative %d at point %d is %.8g, not %.8g", i, s, v, l[len(l)/2]))
			}
		}
	}
	if got.again != "" {
		bad = append(bad, "a second gradient does not add: "+got.again)
	}
	switch {
	case len(bad) > 0:
		return "WRONG", bad[0]
	case got.held-ref.held >= 400:
		return "leak", fmt.Sprintf("%d bytes in 50 calls", got.held-ref.held)
	}
	return known.Right, ""
}

// run differentiates the function in one mode and judges what comes out. change, which
// may be nil, is done to the IR text; flags are more flags of the compiler.
func (f *function) run(t *testing.T, c config, mode, name string, change func(string) string) (known.Outcome, error) {
	t.Helper()
	text, err := compile(c, f.src, f.flags()...)
	if e, ok := err.(*failure); ok {
		return known.Outcome{Verdicts: []string{e.verdict}, Note: e.note}, nil
	} else if err != nil {
		return known.Outcome{}, err
	}
	if change != nil {
		text = []byte(change(string(text)))
	}
	ref, printed := f.reference(t)
	what := map[string]string{"reverse": "GRAD", "forward": "JVP"}[mode]
	return outcome(func(dir string) (known.Outcome, error) {
		if err := differentiate(dir, name, text, lladLimit, "-"+mode, "-func", "f"); err != nil {
			return known.Outcome{}, err
		}
		derivative, err := os.ReadFile(filepath.Join(dir, "derivative.ll"))
		if err != nil {
			return known.Outcome{}, err
		}
		if err := f.build(dir, c, derivative, what); err != nil {
			return known.Outcome{}, err
		}
		return repeat(dir, 3, func(e native.Ended) (string, string) {
			if !e.OK() {
				return "crash", fmt.Sprint("status ", e.Code)
			}
			return f.judge(ref, parseFigures(e.Stdout))
		})
	}, "function", c.id(), mode, name, string(text), printed, driverText, fmt.Sprint(f.tol))
}
