package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

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
	os.Exit(run(argumentsOf(os.Args), os.Stdin, os.Stdout, os.Stderr))
}

// argumentsOf are the arguments of a process; one that is called llad-cc, llad-c++ or the like,
// through a link, is that command: some builds take a compiler of one word only.
func argumentsOf(words []string) []string {
	name := strings.TrimSuffix(filepath.Base(words[0]), ".exe")
	if name, ok := strings.CutPrefix(name, "llad-"); ok {
		if c, ok := find(name); ok && c.wraps {
			return append([]string{name}, words[1:]...)
		}
	}
	return words[1:]
}

// run is the command without its process.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	s := streams{in: stdin, out: stdout, err: stderr, say: newPrinter(stderr)}
	err := dispatch(args, s)
	if err == nil {
		s.say.Close()
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
	s.say.Errors(err)
	s.say.Close()
	return exitRefused
}

type streams struct {
	in       io.Reader
	out, err io.Writer
	say      *diag.Printer // what errors and notes go to
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
	case len(args) > 1 && isRustc(args[1]): // by another wrapper, such as clippy's
		return compileRust(args[:2], args[2:], s)
	case wrapper.IsCompiler(args[0]): // a launcher, for CMake
		return launch(args, s)
	}
	do, rest := derive, args
	if c, ok := find(args[0]); ok {
		do, rest = c.run, args[1:]
	} else if meant := meantCommand(args[0]); meant != "" {
		return usagef("there is no command %s; did you mean %s?", args[0], meant)
	}
	err := do(rest, s)
	if asked := (helpWanted{}); errors.As(err, &asked) {
		return help(asked.of(), s)
	}
	return err
}
