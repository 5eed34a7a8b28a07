package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/llad-ad/llad/diag"
	"github.com/llad-ad/llad/wrapper"
)

// The exit codes.
const (
	exitDone    = 0
	exitRefused = 1 // the program cannot be differentiated; a diagnostic says why
	exitUsage   = 2 // wrong flags, or a file that cannot be read
)

// usageError is an error in how the command was called.
type usageError struct{ msg string }

func (e usageError) Error() string { return e.msg }

func usagef(format string, args ...any) error { return usageError{fmt.Sprintf(format, args...)} }

func main() {
	collectLate()
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run is the command without its process.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	s := streams{in: stdin, out: stdout, err: stderr}
	err := dispatch(args, s)
	if err == nil {
		return exitDone
	}
	var code wrapper.ExitError
	if errors.As(err, &code) {
		return int(code)
	}
	var u usageError
	if errors.As(err, &u) {
		fmt.Fprintln(stderr, "llad: "+u.msg)
		return exitUsage
	}
	diag.Print(stderr, err)
	return exitRefused
}

type streams struct {
	in       io.Reader
	out, err io.Writer
}

func dispatch(args []string, s streams) error {
	if len(args) == 0 {
		return usagef("no input file; `llad help` lists the flags, `llad demo` shows an example")
	}
	switch args[0] {
	case "-h", "-help", "--help":
		args[0] = "help"
	case "-version", "--version":
		args[0] = "version"
	}
	switch {
	case wrapper.IsRustLinker():
		return newBuild(s).RustLinker(args)
	case isRustc(args[0]):
		return compileRust(args[:1], args[1:], s)
	}
	do, rest := derive, args
	if c, ok := find(args[0]); ok {
		do, rest = c.run, args[1:]
	}
	err := do(rest, s)
	if asked := (helpWanted{}); errors.As(err, &asked) {
		return help(asked.of(), s)
	}
	return err
}
