package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
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
	case "help", "-h", "-help", "--help":
		_, err := io.WriteString(s.out, helpText)
		return err
	case "version", "-version", "--version":
		_, err := fmt.Fprintln(s.out, version())
		return err
	case "check":
		return check(args[1:], s)
	case "explain":
		return explain(args[1:], s)
	case "demo":
		return demo(args[1:], s)
	}
	return derive(args, s)
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

func version() string {
	v := "devel"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		v = info.Main.Version
	}
	return "llad " + v
}

const helpText = `llad makes derivatives of functions in LLVM IR (clang 14 to 22, rustc).

  llad -reverse f.ll -o f_grad.ll   add gradient functions (<f>_grad)
  llad -forward f.ll -o f_jvp.ll    add tangent functions (<f>_jvp)
  llad f.ll -o out.ll               replace calls of __enzyme_autodiff, __llad_reverse, ... by derivatives
  llad check f.ll                   compare forward, reverse and finite differences in the interpreter
  llad explain f.ll                 what is active and why; what is kept, computed again, at hand
  llad demo                         a tour that needs no compiler
  llad version | help

Flags and the file may stand in any order; - is standard input or output.

  -o FILE             where the output goes (default: standard output)
  -func NAME[,NAME]   the functions: symbols, or C++ and Rust names; default: the only external one
  -const LIST         parameters, by name or by position from 0, that carry no derivative
  -dup LIST           pointers with a shadow (the default for pointers)
  -dupnoneed LIST     the same; the primal result behind them is not needed
  -out LIST           floats by value that are active (the default for them)
  -width N            N tangents at once; with -reverse, N adjoints at once
  -header FILE        write C prototypes of what was generated
  -rust FILE          write Rust extern declarations of it
  -emit WHAT          whole: the module with the derivatives (default); derivatives: only those
  -dialect N          LLVM version whose syntax is written (default: the input's)
  -cache LIST         which loops are run again from snapshots instead of being kept: a strategy (keep,
                      recompute, ctz, binomial:S, online:S, periodic:K, mixed:S, auto; binomial:S/K takes
                      blocks of K steps) for all, f=STRATEGY for the function f, f:42=STRATEGY for its
                      loop in line 42
  -stats              generated code counts snapshots and steps run again (llad_stats)
  -mem BYTES          the same, such as 64MiB: a strategy is chosen when the program runs, with as little run
                      again as fits into so much memory for a loop
  -state LIST         bytes behind parameters, which the code does not tell: f:u=8*n,g:v=8*rows*columns,h:0=8*#2
  -invert-float       updates of floats by additions are undone by subtractions instead of keeping the
                      values, which are then off by rounding (those of integers and pointers always are)
  -spill DIR          snapshots of more than -mem go into files in DIR, which have no names

Exit codes: 0 done, 1 the program cannot be differentiated, 2 wrong usage.

<f>_grad has f's parameters in order, each active one followed by the place its gradient is added to
(a pointer for a float by value, the shadow for a pointer), and a last parameter 'seed' when f returns
a float. <f>_jvp has each active one followed by its tangent, and a last pointer that receives the
tangent of the result. Both return what f returns.
`
