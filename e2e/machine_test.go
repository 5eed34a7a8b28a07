package e2e

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/internal/native"
	"github.com/llad-ad/llad/internal/tier"
	"github.com/llad-ad/llad/interp"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// The derivatives in the interpreter, which sees more than the sanitizers:
// values that are undefined or poison where they decide something or reach the
// result, stores to constants, every leak, whatever the machine allows.
func TestDerivativesInMachine(t *testing.T) {
	for _, level := range []string{"0", "3"} {
		c := native.Config{Toolchain: toolchain(t, 19), Level: level, Grad: true, JVP: true}
		t.Run(c.Name(), func(t *testing.T) {
			for _, p := range programs(t) {
				if !tier.Take("derivatives in the interpreter", p.Name+level, machineShare) {
					continue
				}
				t.Run(p.Name, func(t *testing.T) {
					t.Parallel()
					text, err := workspace.IR(c.Toolchain, p, level)
					require.NoError(t, err)
					checkInMachine(t, p, c, text)
				})
			}
		})
	}
}

// What the vectoriser makes for AVX-512, on any machine: the interpreter runs it.
func TestWideVectorsInMachine(t *testing.T) {
	c := native.Config{Toolchain: toolchain(t, 19), Level: "3-avx512", Grad: true, JVP: true}
	for _, p := range programs(t) {
		if !p.HasTag("vector") || !tier.Take("wide vectors in the interpreter", p.Name, machineShare) {
			continue
		}
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			text, err := workspace.IR(c.Toolchain, p, "3", "-march=skylake-avx512", "-mprefer-vector-width=512")
			require.NoError(t, err)
			checkInMachine(t, p, c, text)
		})
	}
}

func checkInMachine(t *testing.T, p *native.Program, c native.Config, text []byte) {
	t.Helper()
	out, err := differentiate(t, p, text, llad.Reverse, llad.Forward)
	if err != nil {
		t.Skip("TestDerivatives reports it")
	}
	linked, err := workspace.Link(p, c, out)
	require.NoError(t, err)
	m, err := ir.Read(p.Name+".ll", linked)
	require.NoError(t, err)
	var printed bytes.Buffer
	// The chunks of the tape that a thread keeps are no leaks, nor those that derivatives by names
	// keep for any thread.
	roots := interp.ThreadLocalRoots
	if bytes.Contains(out, []byte(".names.spare")) {
		roots = interp.GlobalRoots
	}
	machine, err := interp.New(m, interp.Options{Evaluators: rules.Evaluator, Stdout: &printed, Roots: roots, MaxSteps: 1e9})
	require.NoError(t, err)
	_, err = machine.Call("main")
	require.NoError(t, err)
	for _, leak := range machine.Leaks() {
		t.Error(leak)
	}
	ref, err := workspace.Reference(p)
	require.NoError(t, err)
	got, err := native.ParseReport(printed.Bytes())
	require.NoError(t, err)
	report(t, native.Check(p, c, ref, got))
}
