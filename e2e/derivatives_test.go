package e2e

import (
	"fmt"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/internal/native"
	"github.com/llad-ad/llad/internal/tier"
	"github.com/llad-ad/llad/ir"
)

// request is what a program's directives ask of llad. Parameters go by
// position: release builds of clang drop their names.
func request(t *testing.T, p *native.Program, mode llad.Mode) llad.Request {
	t.Helper()
	req := llad.Request{Func: p.Func, Mode: mode, Args: map[string]llad.Activity{}}
	kinds := map[string]llad.Activity{
		"const": llad.Const, "dup": llad.Dup, "dupnoneed": llad.DupNoNeed, "out": llad.Out,
	}
	for i, a := range p.Args {
		kind, ok := kinds[a.Activity]
		require.True(t, ok, "activity %s", a.Activity)
		req.Args[strconv.Itoa(i)] = kind
	}
	return req
}

// differentiate gives the module's text with the derivatives of these modes.
// A panic is a finding like any other: the other programs still run.
func differentiate(t *testing.T, p *native.Program, text []byte, modes ...llad.Mode) (out []byte, err error) {
	t.Helper()
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	defer native.Profile("llad", time.Now(), nil, t.Name())
	m, err := ir.Read(p.Name+".ll", text)
	require.NoError(t, err)
	d := llad.New(m)
	if p.HasTag("settled") {
		d.Transport = llad.TransportSettled
	}
	for _, mode := range modes {
		if _, err := d.Differentiate(request(t, p, mode)); err != nil {
			return nil, err
		}
	}
	return m.Bytes(), nil
}

// checkDerivatives differentiates a program's IR in both modes, runs what
// comes out and compares it with everything there is to compare with. When one
// mode fails the other is still judged.
func checkDerivatives(t *testing.T, p *native.Program, c native.Config, text []byte) {
	t.Helper()
	modes := []llad.Mode{llad.Reverse, llad.Forward}
	out, err := differentiate(t, p, text, modes...)
	if recordOutput(t, out, err) {
		return
	}
	if err != nil {
		modes = modes[:0]
		for _, mode := range []llad.Mode{llad.Reverse, llad.Forward} {
			one, err := differentiate(t, p, text, mode)
			if err != nil {
				t.Errorf("%v: %v", mode, err)
				continue
			}
			modes, out = append(modes, mode), one
		}
	}
	if len(modes) == 0 {
		return
	}
	for _, mode := range modes {
		c.Grad = c.Grad || mode == llad.Reverse
		c.JVP = c.JVP || mode == llad.Forward
	}
	if tier.Share("repeated "+p.Name+c.Name(), repeatedShare) {
		again, err := differentiate(t, p, text, modes...)
		require.NoError(t, err)
		require.Equal(t, string(out), string(again), "the output differs from run to run")
	}
	require.Contains(t, string(out), definition(t, string(text), p.Func), "the primal's text has changed")

	c = builtFor(c, p.Name)
	got, err := workspace.Run(p, c, out)
	if err != nil && len(modes) == 2 {
		// Which of the two is it?
		for _, mode := range modes {
			one := c
			one.Grad, one.JVP = mode == llad.Reverse, mode == llad.Forward
			alone, err := differentiate(t, p, text, mode)
			require.NoError(t, err)
			got, err := workspace.Run(p, one, alone)
			if err != nil {
				t.Errorf("%v: %v", mode, err)
				continue
			}
			judge(t, p, one, got)
		}
		return
	}
	require.NoError(t, err)
	judge(t, p, c, got)
	if !c.Sanitize && !c.Quick && c.Toolchain.Version == 19 {
		original := c
		original.Grad, original.JVP = false, false
		plain, err := workspace.Run(p, original, text)
		require.NoError(t, err)
		report(t, native.SamePrimal(p, plain, got))
	}
}

// definition is the text of a function in a module.
func definition(t *testing.T, module, name string) string {
	t.Helper()
	for rest := module; ; {
		at := strings.Index(rest, "\ndefine ")
		require.GreaterOrEqual(t, at, 0, "no definition of %s", name)
		rest = rest[at+1:]
		end := strings.Index(rest, "\n}\n")
		require.Greater(t, end, 0)
		if line, _, _ := strings.Cut(rest, "\n"); strings.Contains(line, "@"+name+"(") {
			return rest[:end+3]
		}
		rest = rest[end:]
	}
}

func report(t *testing.T, findings []string) {
	t.Helper()
	for i, f := range findings {
		if i == 8 {
			t.Errorf("and %d more", len(findings)-i)
			return
		}
		t.Error(f)
	}
}

// Every program, every compiler, every level.
func TestDerivatives(t *testing.T) {
	var configs []native.Config
	for _, version := range native.Versions {
		for _, level := range levels[version] {
			configs = append(configs, native.Config{Toolchain: toolchain(t, version), Level: level})
		}
	}
	for k, c := range configs {
		t.Run(c.Name(), func(t *testing.T) {
			for _, p := range programs(t) {
				if chosen("derivatives of C", p.Name, k, len(configs)) {
					t.Run(p.Name, func(t *testing.T) { checkBuild(t, p, c) })
				}
			}
		})
	}
}

// The derivatives under AddressSanitizer and, where the machine allows it,
// LeakSanitizer; the drivers and programs under UndefinedBehaviorSanitizer.
func TestDerivativesUnderSanitizers(t *testing.T) {
	for _, level := range []string{"0", "2"} {
		c := native.Config{Toolchain: toolchain(t, 19), Level: level, Sanitize: true}
		t.Run(c.Name(), func(t *testing.T) {
			for _, p := range programs(t) {
				if tier.Take("derivatives of C under sanitizers", p.Name+level, sanitizerShare) {
					t.Run(p.Name, func(t *testing.T) { checkBuild(t, p, c) })
				}
			}
		})
	}
}

// checkBuild compiles a program and checks its derivatives, beside other tests.
func checkBuild(t *testing.T, p *native.Program, c native.Config) {
	t.Parallel()
	text, err := workspace.IR(c.Toolchain, p, c.Level)
	require.NoError(t, err)
	checkDerivatives(t, p, c, text)
}
