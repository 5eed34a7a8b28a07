package main

import (
	"errors"
	"fmt"
	"io"
	"os"
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
	report(stderr, err, map[string]bool{})
	var u usageError
	if errors.As(err, &u) {
		return exitUsage
	}
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

// report writes every error that was joined into err, one after the other, but what was
// told already: several calls of markers differentiate the same function.
func report(w io.Writer, err error, told map[string]bool) {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range joined.Unwrap() {
			report(w, e, told)
		}
		return
	}
	var u usageError
	if errors.As(err, &u) {
		fmt.Fprintln(w, "llad: "+u.msg)
		return
	}
	if text := err.Error(); !told[text] {
		told[text] = true
		fmt.Fprintln(w, text)
	}
}
