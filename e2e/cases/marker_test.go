package cases

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/llad-ad/llad/e2e/known"
	"github.com/llad-ad/llad/internal/native"
)

// marked is a program that calls markers, runs them and judges itself.
type marked struct {
	src   string
	flags []string // of the compiler
	link  []string
	good  string // what it prints when all is right; "" when its status says so
}

var complains = regexp.MustCompile(`(?m)^BAD|WRONG|: wrong, |^got `)

// run lowers the program's markers and runs it.
func (m *marked) run(t *testing.T, c config) (known.Outcome, error) {
	t.Helper()
	text, err := compile(c, m.src, m.flags...)
	if e, ok := err.(*failure); ok {
		return known.Outcome{Verdicts: []string{e.verdict}, Note: e.note}, nil
	} else if err != nil {
		return known.Outcome{}, err
	}
	return outcome(func(dir string) (known.Outcome, error) {
		if err := differentiate(dir, "program.ll", text, markerLimit); err != nil {
			return known.Outcome{}, err
		}
		if err := m.build(dir, c); err != nil {
			return known.Outcome{}, err
		}
		return repeat(dir, 3, m.judge)
	}, "marked", c.id(), string(text), strings.Join(m.link, " "), m.good)
}

// build links what llad wrote, with lld where link-time optimisation or the
// program needs it.
func (m *marked) build(dir string, c config) error {
	args := append([]string{"-O2", "-w", "-Wno-override-module", "derivative.ll", "-o", "program"}, m.link...)
	args = append(args, "-lm", "-lpthread", "-lstdc++")
	if strings.Contains(strings.Join(m.link, " "), "-flto") {
		if err := tool(dir, c.tc.Clang, append(args, "-fuse-ld=lld")...); err == nil {
			return nil
		}
	}
	return tool(dir, c.tc.Clang, args...)
}

func (m *marked) judge(e native.Ended) (verdict, note string) {
	text := e.Stdout + e.Stderr
	switch {
	case e.OK() && strings.Contains(text, m.good):
		return known.Right, ""
	case complains.MatchString(text):
		for _, line := range strings.Split(text, "\n") {
			if complains.MatchString(line) {
				return "WRONG", line
			}
		}
	}
	return "crash", fmt.Sprint("status ", e.Code)
}

// slice is a Rust function fn(&[f64]) -> f64, judged by the folder's driver.
type slice struct{ src string }

func (s slice) run(t *testing.T, c config, mode string) (known.Outcome, error) {
	t.Helper()
	text, err := compile(c, s.src)
	if err != nil {
		return known.Outcome{}, err
	}
	what := map[string]string{"reverse": "-DREV", "forward": "-DFWD"}[mode]
	driver, err := produce(config{tc: base}, base.Clang, filepath.Join(folder, "features", "driver.c"), "driver.o", "-O1", "-w", "-c", what, "-DTOL=1e-5")
	if err != nil {
		return known.Outcome{}, err
	}
	return outcome(func(dir string) (known.Outcome, error) {
		if err := differentiate(dir, "program.ll", text, lladLimit, "-"+mode, "-func", "f"); err != nil {
			return known.Outcome{}, err
		}
		if err := os.WriteFile(filepath.Join(dir, "driver.o"), driver, 0o644); err != nil {
			return known.Outcome{}, err
		}
		if err := tool(dir, c.tc.Clang, "-O1", "-w", "-Wno-override-module", "-c", "derivative.ll", "-o", "built.o"); err != nil {
			return known.Outcome{}, err
		}
		libs, err := linked(c)
		if err != nil {
			return known.Outcome{}, err
		}
		if err := tool(dir, base.Clang, append([]string{"-o", "program", "driver.o", "built.o", "-lm"}, libs...)...); err != nil {
			return known.Outcome{}, err
		}
		m := &marked{good: "ok"}
		return repeat(dir, 3, m.judge)
	}, "slice", c.id(), mode, string(text), string(driver))
}
