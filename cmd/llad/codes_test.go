package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/diag"
	"github.com/llad-ad/llad/internal/tier"
)

// noValue are codes whose ways out have no derivative to look at, and why.
var noValue = map[string]string{
	"L0001": "the ways make IR of what is none", "L0002": "the ways make IR of what is none", "L0003": "the ways make IR of what is none",
	"L0004": "the ways ask LLVM about the text", "L0005": "the ways ask for other text", "L0006": "the ways ask for other text",
	"L0007": "the ways ask LLVM about the text", "L0008": "the ways ask LLVM about the text",
	"L0613": "the ways say of a variable what it is",
}

// Every code is provoked by an example of the table, and left by the programs that are its ways out (one of them in the fast
// tier), of which one or more has a derivative that is compared with differences, or prints what it should.
func TestCodesAreProvokedAndLeft(t *testing.T) {
	if _, err := exec.LookPath("clang-19"); err != nil {
		t.Skip("clang-19 is not installed")
	}
	include, err := filepath.Abs("../../include")
	require.NoError(t, err)
	tools := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(tools, "clang"), []byte("#!/bin/sh\nexec clang-19 \"$@\"\n"), 0o755))
	t.Setenv("PATH", tools+string(filepath.ListSeparator)+os.Getenv("PATH"))
	if python, err := exec.LookPath(pythonWith("numpy")); err == nil {
		require.NoError(t, os.WriteFile(filepath.Join(tools, "python3"), []byte("#!/bin/sh\nexec "+python+" \"$@\"\n"), 0o755))
	}
	none := 0
	for _, c := range diag.Codes() {
		if c.NoProgram != "" {
			none++
			continue
		}
		t.Run(c.Names[0], func(t *testing.T) {
			var said []string
			for _, e := range c.Examples {
				_, text := runProgram(t, e, include, e.Args)
				said = append(said, text)
			}
			for _, n := range c.Names {
				assert.Contains(t, strings.Join(said, "\n"), "["+n+"]")
			}
			ways := slices.DeleteFunc(slices.Clone(c.Ways), func(w diag.WayOut) bool { return w.Program == nil })
			right, all := 0, true
			for k, w := range ways {
				if !tier.Count("ways out of refusals", tier.All() || k == tier.Pick(c.Names[0], len(ways))) {
					all = false
					continue
				}
				if left(t, &c, w, include) {
					right++
				}
			}
			if all && noValue[c.Names[0]] == "" {
				assert.NotZero(t, right, "no way out has a derivative that is right")
			}
		})
	}
	assert.LessOrEqual(t, none, 5)
}

// A way out whose derivatives `llad check` does not run says what one is, where x are four numbers and dx four zeros.
var value = regexp.MustCompile(`(?m)^// (?:with x = ({.*?})(?:, dx = ({.*?}))?: )?(.*?;)? ?([^;\n]*) is (\S+)$`)

// left runs a way out, which has none of the codes, and reports whether a derivative of it was found to be right.
func left(t *testing.T, c *diag.Code, w diag.WayOut, include string) bool {
	p := *w.Program
	if p.Lang == "build" && len(c.Examples) > 0 {
		files, _, _ := strings.Cut(c.Examples[0].Source, "$ ")
		p.Source = files + p.Source
	}
	exit, said := runProgram(t, &p, include, p.Args)
	assert.Zero(t, exit, "%s: %s", w.Text, said)
	for _, n := range c.Names {
		assert.NotContains(t, said, "["+n+"]", w.Text)
	}
	switch args, ok := checked(&p); {
	case p.Lang == "build":
		return true // what is typed prints what the table says
	case p.Lang == "go":
		_, want, _ := strings.Cut(p.Source, "fmt.Println(g, err) // ")
		want, _, _ = strings.Cut(want, "\n")
		return assert.Equal(t, want, strings.TrimSpace(said))
	case ok && !value.MatchString(p.Source):
		exit, said = runProgram(t, &p, include, args)
		assert.NotContains(t, said, "too large", "%s: %s", w.Text, said)
		return exit == exitDone
	case len(p.Args) > 0 && p.Args[0] == "check":
		return exit == exitDone
	}
	says := value.FindStringSubmatch(p.Source)
	return says != nil && exit == exitDone && assert.Equal(t, says[5], computed(t, p, says, include, ""), w.Text)
}

// computed is what a program prints that computes what a way out says, with definitions that it leaves to others.
func computed(t *testing.T, p diag.Program, says []string, include, definitions string) string {
	start := func(text string) string { return cmp.Or(text, "{0}") }
	body := definitions + fmt.Sprintf("#include <stdio.h>\nint main(void) { double x[4] = %s, dx[4] = %s; %s printf(\"%%g\\n\", (double)(%s)); }\n",
		start(says[1]), start(says[2]), says[3], says[4])
	words := append([]string{"-w", "-x", "ir", "out.ll", "-lm", "-o", "main"}, p.Flags...)
	if len(p.Args) == 0 { // of markers, which have no header
		p.Source += body
		runProgram(t, &p, include, nil)
	} else {
		require.Equal(t, exitDone, run(append(slices.Clone(p.Args), "-header", "out.h", "f.ll", "-o", "out.ll"), nil, io.Discard, os.Stderr))
		require.NoError(t, os.WriteFile("main.c", []byte("#include \"out.h\"\n"+body), 0o600))
		words = append([]string{"-x", "c", "main.c"}, words...)
	}
	out, err := exec.Command("clang-19", words...).CombinedOutput()
	require.NoError(t, err, "%s", out)
	out, err = exec.Command("./main").CombinedOutput()
	require.NoError(t, err)
	return strings.TrimSpace(string(out))
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
	switch p.Lang {
	case "build":
		return typedIn(t, t.TempDir(), p.Source, include)
	case "go":
		file := filepath.Join(t.TempDir(), "f.go")
		require.NoError(t, os.WriteFile(file, []byte(p.Source), 0o600))
		out, err := exec.Command("go", "run", file).CombinedOutput()
		require.NoError(t, err, "%s", out)
		return exitDone, string(out)
	}
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

var fileName = regexp.MustCompile(`^// ([\w.]+)$`)

// typedIn writes the files of a build to a folder, and runs its commands there, which print what stands below them. It
// gives the exit code of the last, and what all have said.
func typedIn(t *testing.T, dir, source, include string) (int, string) {
	t.Helper()
	file, want, exit := "", "", exitDone
	var said, last strings.Builder
	texts := map[string]string{}
	for line := range strings.Lines(source) {
		if name := fileName.FindStringSubmatch(strings.TrimSpace(line)); name != nil {
			file = name[1]
			texts[file] = ""
			continue
		}
		command, ok := strings.CutPrefix(line, "$ ")
		switch {
		case !ok && file != "":
			texts[file] += line
			continue
		case !ok:
			want += line
			continue
		}
		file, want = "", ""
		for name, text := range texts {
			require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
		}
		cmd := exec.Command("bash", "-c", command)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "LLAD_CC=clang-19", "CPATH="+include)
		if strings.Contains(command, "LLAD_CC=") || strings.Contains(command, "llad rustc") {
			cmd.Env = os.Environ()
		}
		out, _ := cmd.CombinedOutput()
		exit = cmd.ProcessState.ExitCode()
		last.Reset()
		last.Write(out)
		said.Write(out)
		clear(texts)
	}
	if want != "" {
		assert.Equal(t, want, last.String())
	}
	return exit, said.String()
}
