package native

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// Toolchain is one LLVM release's clang and opt.
type Toolchain struct {
	Version int
	Clang   string
	Opt     string
}

// Versions lists the LLVM releases the tests use.
var Versions = []int{14, 19, 22}

// FindToolchain looks for the clang and opt of an LLVM release: in the
// environment (LLAD_CLANG_19, LLAD_OPT_19), else as clang-19 and opt-19 on the
// PATH. The error says which package to install.
func FindToolchain(version int) (*Toolchain, error) {
	find := func(tool, pkg string) (string, error) {
		name := fmt.Sprintf("%s-%d", tool, version)
		env := fmt.Sprintf("LLAD_%s_%d", strings.ToUpper(tool), version)
		if v := os.Getenv(env); v != "" {
			name = v
		}
		path, err := exec.LookPath(name)
		if err != nil {
			return "", fmt.Errorf("%s not found (package %s-%d; or set %s): run `make deps`", name, pkg, version, env)
		}
		return path, nil
	}
	clang, err1 := find("clang", "clang")
	opt, err2 := find("opt", "llvm")
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	return &Toolchain{Version: version, Clang: clang, Opt: opt}, nil
}

// RunError is a command that failed, with what it printed.
type RunError struct {
	Cmd    string
	Err    error
	Output string
}

// Error is the command, why it failed, and the head of its output.
func (e *RunError) Error() string {
	out := e.Output
	if len(out) > 3000 {
		out = out[:3000] + "\n…"
	}
	return fmt.Sprintf("%s: %v\n%s", e.Cmd, e.Err, out)
}

// Unwrap is why the command failed.
func (e *RunError) Unwrap() error { return e.Err }

// run executes a command with stdin closed and gives its standard output. A
// command that outlives the limit is killed.
func run(limit time.Duration, env []string, name string, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = append(os.Environ(), env...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	start := time.Now()
	err := cmd.Run()
	Profile(purpose(filepath.Base(name), args), start, cmd.ProcessState, args...)
	if err != nil {
		if ctx.Err() != nil {
			err = fmt.Errorf("no end after %v", limit)
		}
		text := errs.String()
		if text == "" {
			text = out.String()
		}
		return nil, &RunError{name + " " + strings.Join(args, " "), err, text}
	}
	return out.Bytes(), nil
}
