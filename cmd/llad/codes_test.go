package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/diag"
)

// Examples of the table of codes provoke the codes, and the programs that are ways out do not; what
// `llad check` can run of those has right derivatives.
func TestCodesAreProvokedAndLeft(t *testing.T) {
	if _, err := exec.LookPath("clang-19"); err != nil {
		t.Skip("clang-19 is not installed")
	}
	include, err := filepath.Abs("../../include")
	require.NoError(t, err)
	right := 0
	for _, c := range diag.Codes() {
		t.Run(c.Names[0], func(t *testing.T) {
			if c.Example != nil {
				_, said := runProgram(t, c.Example, include, c.Example.Args)
				found := slices.ContainsFunc(c.Names, func(n string) bool { return strings.Contains(said, "["+n+"]") })
				assert.True(t, found, "%v gives\n%s", c.Example.Args, said)
			}
			for _, w := range c.Ways {
				if w.Program == nil {
					continue
				}
				exit, said := runProgram(t, w.Program, include, w.Program.Args)
				assert.Zero(t, exit, "%s: %s", w.Text, said)
				for _, n := range c.Names {
					assert.NotContains(t, said, "["+n+"]", w.Text)
				}
				if args, ok := checked(w.Program); ok {
					exit, said = runProgram(t, w.Program, include, args)
					assert.NotContains(t, said, "too large", "%s: %s", w.Text, said)
					if exit == exitDone {
						right++
					}
				}
			}
		})
	}
	t.Logf("%d ways out have derivatives that were checked", right)
	assert.GreaterOrEqual(t, right, 25)
}

// checked are the arguments that compare the derivatives which a program asks for.
func checked(p *diag.Program) ([]string, bool) {
	if len(p.Args) == 0 || p.Args[0] != "-reverse" && p.Args[0] != "-forward" {
		return nil, false
	}
	args := []string{"check"}
	for k := 1; k+1 < len(p.Args); k += 2 {
		switch p.Args[k] {
		case "-func", "-const":
			args = append(args, p.Args[k:k+2]...)
		}
	}
	return args, true
}

// runProgram gives the exit code of llad for a program, and what it said.
func runProgram(t *testing.T, p *diag.Program, include string, args []string) (int, string) {
	t.Helper()
	t.Chdir(t.TempDir())
	file := "f.ll"
	switch p.Lang {
	case "c", "cpp":
		compiler, source := map[string]string{"c": "clang-19", "cpp": "clang++-19"}[p.Lang], "f."+p.Lang
		require.NoError(t, os.WriteFile(source, []byte(p.Source), 0o600))
		out, err := exec.Command(compiler, append([]string{"-O1", "-g", "-S", "-emit-llvm", "-I", include, source}, p.Flags...)...).CombinedOutput()
		require.NoError(t, err, "%s", out)
	case "text":
		file = "f.c"
		for _, f := range p.Flags {
			name, value, _ := strings.Cut(f, "=")
			t.Setenv(name, value)
			defer os.Unsetenv(name)
		}
		fallthrough
	default:
		require.NoError(t, os.WriteFile(file, []byte(p.Source), 0o600))
	}
	args = append(slices.Clone(args), file)
	switch args[0] {
	case "check":
	case "py":
		args = append(args, "-o", "out.py")
	default:
		args = append(args, "-o", "out.ll")
	}
	var said bytes.Buffer
	return run(args, nil, &said, &said), said.String()
}
