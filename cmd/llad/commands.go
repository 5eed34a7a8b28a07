package main

import (
	"flag"
	"os"
	"slices"
	"strings"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/diag"
)

// command is one of the things that llad does. The help, the manual page and the
// completions of shells are made of these and of flagTexts.
type command struct {
	name  string // the first argument; "" for derivatives, which have none
	uses  []use
	about string               // what the manual says further
	flags func() *flag.FlagSet // its flags; nil: it has none
	words []string             // what may stand behind the name, where that is no file
	wraps bool                 // its arguments are those of a compiler
	run   func(args []string, s streams) error
}

// use is a line of the synopsis, without the word llad, and what it does.
type use struct{ line, text string }

// commands lists what llad does; derivatives, which have no name, are first.
func commands() []command { return slices.Concat(derivatives(), languages(), wrappers(), others()) }

// derivatives are the commands about derivatives of a file.
func derivatives() []command {
	return []command{
		{
			uses: []use{
				{"-reverse f.ll -o f_grad.ll", "add gradient functions (<f>_grad)"},
				{"-forward f.ll -o f_jvp.ll", "add tangent functions (<f>_jvp)"},
				{"f.ll -o out.ll", "replace calls of __enzyme_autodiff, __llad_reverse, ... by derivatives"},
			},
			flags: func() *flag.FlagSet { return new(options).flags() },
			run:   derive,
		},
		{
			name: "check",
			uses: []use{{"check f.ll", "compare forward, reverse and finite differences in the interpreter"}},
			about: "Inputs are random numbers. Flags of the form NAME=VALUE may be repeated, one parameter each. " +
				"The exit code is 1 where a relative error is larger than its bound.",
			flags: func() *flag.FlagSet { return newCheckFlags().flags() },
			run:   check,
		},
		{
			name:  "explain",
			uses:  []use{{"explain f.ll", "what is active and why; what is kept, computed again, at hand"}},
			about: "It explains the gradient, or the tangent with -forward. Compile with -g to see source lines.",
			flags: func() *flag.FlagSet { return new(explainFlags).flags() },
			run:   explain,
		},
	}
}

// languages are the commands that make derivatives for other languages.
func languages() []command {
	return []command{
		{
			name:  "py",
			uses:  []use{{"py f.c -func f -shape x=n", "make a Python module of a function and its derivatives"}},
			about: pyAbout,
			flags: func() *flag.FlagSet { return newPyFlags().flags() },
			run:   py,
		},
	}
}

// others are the commands about llad itself.
func others() []command {
	return []command{
		{
			name: "demo",
			uses: []use{{"demo", "a tour that needs no compiler"}},
			run:  demo,
		},
		{
			name:  "help",
			uses:  []use{{"help [NAME]", "this text, or help with examples: a command, a topic (reverse, cache, ...), a code (L0104)"}},
			run:   help,
			words: helpWords,
		},
		{
			name: "version",
			uses: []use{{"version", "the version, its commit, and the LLVM releases it reads"}},
			run:  printVersion,
		},
		{
			name:  "completion",
			uses:  []use{{"completion SHELL", "completions of this command line for bash, zsh or fish"}},
			about: "For bash: source <(llad completion bash). `make install` puts them where the shells look for them.",
			words: []string{"bash", "zsh", "fish"},
			run:   completion,
		},
		{
			name: "man",
			uses: []use{{"man", "the manual page, for man -l -"}},
			run:  manual,
		},
	}
}

// find is the command of a name.
func find(name string) (command, bool) {
	for _, c := range commands() {
		if c.name != "" && c.name == name {
			return c, true
		}
	}
	return command{}, false
}

// meantCommand is the command that a word which is neither one nor a file or flag may stand for; ""
// for none.
func meantCommand(word string) string {
	if strings.ContainsAny(word, "-./\\") {
		return ""
	}
	if _, err := os.Stat(word); err == nil {
		return ""
	}
	var names []string
	for _, c := range commands() {
		if c.name != "" {
			names = append(names, c.name)
		}
	}
	return diag.Meant(word, names)
}

// texts are the rows of flagTexts that the command has flags for, in their order.
func (c command) texts() []flagText {
	if c.flags == nil {
		return nil
	}
	fs := c.flags()
	var rows []flagText
	for _, t := range flagTexts {
		if fs.Lookup(t.name) != nil {
			rows = append(rows, t)
		}
	}
	return rows
}

// flagText says what a flag is for, the same in every command that has it.
type flagText struct {
	name  string
	value string   // what its value stands for, FILE and DIR being paths; "" for a switch
	text  string   // what it does
	words []string // values that a shell may offer
}

// flagTexts has a row for every flag, in the order in which they are listed.
var flagTexts = []flagText{
	{name: "reverse", text: "gradients (reverse mode)"},
	{name: "forward", text: "tangents (forward mode)"},
	{name: "o", value: "FILE", text: "where the output goes (default: standard output)"},
	{name: "func", value: "NAME[,NAME]", text: "the functions: symbols, or C++ and Rust names; default: the only external one"},
	{name: "const", value: "LIST", text: "parameters, by name or by position from 0, that carry no derivative; return is the result"},
	{name: "dup", value: "LIST", text: "pointers with a shadow (the default for pointers)"},
	{name: "dupnoneed", value: "LIST", text: "the same; the primal result behind them is not needed"},
	{name: "out", value: "LIST", text: "floats by value that are active (the default for them)"},
	{name: "inactive", value: "NAME[,NAME]", text: "functions and variables that have no derivatives, as if the source registered them so"},
	{name: "rule", value: "FILE", text: "derivatives of functions without a body, a line each: `potential: -2*x*r*r*d`, `fastlog: like log`, " +
		"`tick: inactive` (`llad help rules`)"},
	{name: "name", value: "NAME[,NAME]", text: "what the derivatives are called (default: <f>_grad, <f>_jvp)"},
	{name: "width", value: "N", text: "N tangents at once; with -reverse, N adjoints at once"},
	{name: "header", value: "FILE", text: "write C prototypes of what was generated"},
	{name: "rust", value: "FILE", text: "write Rust extern declarations of it"},
	{name: "rust-edition", value: "N", text: "for which edition of Rust: 2018, 2021 or 2024 (default: 2021)"},
	{name: "emit", value: "WHAT", text: "whole: the module with the derivatives (default); derivatives: only those",
		words: []string{"whole", "derivatives"}},
	{name: "gnone", text: "no debug information of derivatives, where the module has some: by default they have functions of their " +
		"own (energy [gradient]) and the lines of what they were made from"},
	{name: "dialect", value: "N", text: "LLVM version whose syntax is written (default: the input's)",
		words: []string{"14", "15", "16", "17", "18", "19", "20", "21", "22"}},
	{name: "transport", value: "WAY", text: "how derivatives move through memory of which it is not known what it holds: settled refuses it, " +
		"names gives every active float a place on a tape (default: settled, by names where that is refused)",
		words: []string{"settled", "names"}},
	{name: "cache", value: "LIST", text: "which loops are run again from snapshots instead of being kept: a strategy " +
		"(keep, recompute, ctz, binomial:S, online:S, periodic:K, mixed:S, auto; binomial:S/K takes blocks of K steps) " +
		"for all, f=STRATEGY for the function f, f:42=STRATEGY for its loop in line 42",
		words: []string{"keep", "recompute", "ctz", "binomial:", "online:", "periodic:", "mixed:", "auto"}},
	{name: "stats", text: "generated code counts snapshots and steps run again (llad_stats)"},
	{name: "mem", value: "BYTES", text: "memory for a loop, such as 64MiB: a strategy is chosen when the program runs, with as " +
		"little run again as fits"},
	{name: "state", value: "LIST", text: "bytes behind parameters, which the code does not tell: " +
		"f:u=8*n,g:v=8*rows*columns,h:0=8*#2"},
	{name: "invert-float", text: "updates of floats by additions are undone by subtractions instead of keeping the " +
		"values, which are then off by rounding (those of integers and pointers always are)"},
	{name: "spill", value: "DIR", text: "snapshots of more than -mem go into files in DIR, which have no names"},
	{name: "tape-storage", value: "WHERE", text: "what keeps a tape's memory for the next gradient: thread (default), or global, the program, " +
		"without thread-local variables, which some just-in-time compilers cannot load", words: []string{"thread", "global"}},
	{name: "print-after", value: "LIST", text: "print functions to standard error after each run of these passes (docs/passes.md): those " +
		"of -func, for gradients where -forward is not given, or all", words: llad.PassNames()},
	{name: "stop-after", value: "PASS", text: "stop after the first run of a pass, after run N (from 0) with PASS,N: the output has the " +
		"functions of -func as the pass left them, and derivatives only where the pass runs after differentiation",
		words: llad.PassNames()},
	{name: "time-passes", text: "seconds and allocated bytes of each pass, on standard error"},
	{name: "color", value: "WHEN", text: "colours in messages: auto (default: on a terminal, unless NO_COLOR is set), always, never",
		words: []string{"auto", "always", "never"}},
	{name: "diagnostics", value: "FORM", text: "messages as text (default), json (an object a line) or sarif (one document at the end)",
		words: diag.Formats},
	{name: "v", text: "all causes in messages, and what each stage of derivatives has taken, in seconds and MiB"},
	{name: "format", value: "FORMAT", text: "text (default), json or html", words: []string{"text", "json", "html"}},
	{name: "points", value: "N", text: "how many random points are tried (default: 3)"},
	{name: "seed", value: "N", text: "of the random numbers (default: 1)"},
	{name: "range", value: "LOW:HIGH", text: "where random inputs lie (default: 0.5:1.5)"},
	{name: "tol", value: "X", text: "bound of the relative error of finite differences (default: 1e-6; 1e-3 where " +
		"a float takes part)"},
	{name: "size", value: "[NAME=]N", text: "elements behind a pointer, or behind all; and the value of integers (default: 8)"},
	{name: "shape", value: "NAME=N[*N]", text: "the lengths of an array, which are integer parameters or numbers"},
	{name: "readonly", value: "LIST", text: "arrays that the function does not write, where the code does not tell"},
	{name: "make", value: "LIST", text: "which derivatives are made: some of grad, jvp and hvp (default: all)"},
	{name: "n", value: "NAME=INTEGER", text: "the value of an integer parameter"},
	{name: "at", value: "NAME=X[,X]", text: "the values of a parameter, instead of random ones"},
	{name: "type", value: "NAME=TYPE", text: "the IR type of the elements behind a pointer, where its uses do not tell"},
}
