package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/llad-ad/llad/diag"
)

// topic is a page of help about something that is no command.
type topic struct {
	name  string
	title string
	about []string // paragraphs; code has four blanks before each line
	flags []string // those that belong there
}

// topics are the pages of help besides those of commands.
var topics = []topic{
	{
		name: "reverse", title: "gradients: -reverse",
		about: []string{
			"The gradient of f takes f's parameters in order. Behind each active one stands the place that its gradient is " +
				"added to: a pointer for a float by value, the shadow for a pointer. The last parameter is the adjoint of the " +
				"result, where f returns a float: 1 for the gradient itself. Shadows begin as zeros, or as what is to be added to. " +
				"The function returns what f returns.",
			"Floats by value are active and pointers have a shadow where -const, -dup, -dupnoneed and -out say nothing else.",
		},
		flags: []string{"func", "const", "dup", "dupnoneed", "out", "name", "width", "header", "rust", "emit", "inactive", "rule", "transport"},
	},
	{
		name: "forward", title: "tangents: -forward",
		about: []string{
			"The tangent function of f takes f's parameters in order, behind each active one its tangent: a float for a float, " +
				"the shadow for a pointer. A last pointer receives the tangent of the result, or the shadow of a pointer that " +
				"f returns. With -width N there are N tangents of each, side by side.",
		},
		flags: []string{"func", "const", "dup", "out", "name", "width", "header", "rust", "emit", "inactive", "rule", "transport"},
	},
	{
		name: "markers", title: "derivatives that the source asks for",
		about: []string{
			"`llad f.ll -o out.ll` replaces calls of markers by calls of derivatives. llad.h declares them for C, llad.hpp typed " +
				"ones for C++17; the names of Enzyme are understood as well. docs/markers.md lists all.",
			"    #include \"llad.h\"\n    double f(double x, double *y, int n);\n" +
				"    double dx = llad_gradient(f, x, llad_dup, y, dy, n);     // returns df/dx, adds df/dy to dy\n" +
				"    double t  = llad_tangent(f, x, 1.0, llad_dup, y, ty, n); // the tangent of the result",
			"Behind a marker (llad_const, llad_dup, ...) stand its argument and, behind llad_dup and llad_dupnoneed, its shadow. " +
				"Without one a float is active, a pointer has a shadow, an integer is constant.",
		},
	},
	{
		name: "cache", title: "what a gradient keeps: -cache",
		about: []string{
			"A gradient needs values of the primal in reverse order. By default each iteration of a loop keeps on a tape what it " +
				"cannot compute again. For loops over many steps, snapshots of their state and steps that are run again take less " +
				"memory: `llad explain` says what a loop keeps, docs/checkpoints.md what the strategies cost.",
		},
		flags: []string{"cache", "mem", "state", "spill", "stats", "invert-float", "tape-storage"},
	},
	{
		name: "rules", title: "functions whose code llad does not have",
		about: []string{
			"A function without a body and without a rule is refused (L0104). Its code may be linked (llvm-link), its derivative " +
				"registered in the source (docs/markers.md), or stated: -inactive NAME, or -rule FILE with a line for each.",
			"    # potential(x) is 1 / (1 + x*x)\n    potential: -2*x*r*r*d\n    distance: x/r*d; y/r*d\n    fastlog: like log\n    tick: inactive",
			"A line has one expression for each parameter, the partial derivative with respect to it times d, the derivative that " +
				"comes in. x, y, z, w are the parameters, r is the result; there are + - * /, comparisons, c ? a : b, the functions " +
				"of math.h, and the constants pi, ln2, ln10, log2e, log10e.",
		},
		flags: []string{"inactive", "rule"},
	},
	{
		name: "messages", title: "what llad says, and how",
		about: []string{
			"With debug information (-g) a message shows the line of the source, what it was inlined into, and causes in names of " +
				"the source. `llad help CODE` explains a code and shows ways out as code; docs/codes.md has all.",
			"With -diagnostics json each message is an object in a line of standard error, with code, severity (error, note), " +
				"message, file, line, column, causes, ways_out, inlined and others (places that have the same). With sarif there is " +
				"one document; LLAD_DIAGNOSTICS in the environment says the same to compiler wrappers. Wrong usage is always said as text, with exit code 2.",
		},
		flags: []string{"color", "diagnostics", "v"},
	},
}

// examples are command lines, by the name of a command or topic, and what they do.
var examples = map[string][]use{
	"reverse": {
		{"llad -reverse -func energy energy.ll -header energy_grad.h -o energy_grad.ll", "energy_grad, and its prototype"},
		{"llad -reverse -func ns::energy -const n energy.ll -o energy_grad.ll", "of C++, with a parameter that has no derivative"},
		{"llad -reverse -func f,g -emit derivatives energy.ll -o grads.ll", "two gradients, without the functions themselves"},
	},
	"forward": {
		{"llad -forward -func energy energy.ll -o energy_jvp.ll", "energy_jvp"},
		{"llad -forward -width 4 -func energy energy.ll -o energy_jvp.ll", "four directions at once"},
	},
	"markers": {
		{"clang -O2 -S -emit-llvm f.c && llad f.ll -o g.ll && clang -O2 g.ll -o f", "by hand"},
		{"make CC=\"llad cc\" CXX=\"llad c++\"", "in a build"},
	},
	"cache": {
		{"llad -reverse -func run -cache binomial:20 run.ll -o run_grad.ll", "20 snapshots for each loop over time"},
		{"llad -reverse -func run -cache run:42=ctz run.ll -o run_grad.ll", "only of the loop in line 42"},
		{"llad -reverse -func run -mem 64MiB run.ll -o run_grad.ll", "as little run again as fits into 64 MiB"},
	},
	"rules": {
		{"llad -reverse -func energy -inactive report energy.ll -o energy_grad.ll", "report() has no derivative"},
		{"llad -reverse -func energy -rule rules.txt energy.ll -o energy_grad.ll", "as stated in a file"},
	},
	"messages": {
		{"llad -reverse -func energy energy.ll -diagnostics sarif -o out.ll 2> llad.sarif", "for a viewer or a code host"},
		{"llad help L0104", "what a code means"},
	},
	"check": {
		{"llad check energy.ll", "at three random points"},
		{"llad check -func energy -n n=20 -size x=20 energy.ll", "an array of 20, whose length n says"},
		{"llad check -func energy -at x=1,2,3 -points 1 energy.ll", "at a point"},
	},
	"explain": {
		{"llad explain -func energy energy.ll", "what is active and why, what the tape holds"},
		{"llad explain -func energy -format html -o energy.html energy.ll", "as a page"},
	},
	"cc": {
		{"CC=\"llad cc\" CXX=\"llad c++\" cmake -B build", "a build with derivatives"},
		{"llad cc -O3 -march=native energy.c main.c -o demo", "one command"},
		{"llad cc -O3 -c energy.c --llad-reverse=energy --llad-header=energy_grad.h", "a gradient without markers"},
		{"llad cc -g -O1 -fsanitize=address energy.c main.c -o demo", "the derivatives are checked, too"},
	},
	"c++": {
		{"llad c++ -std=c++17 -O3 energy.cpp main.cpp -o demo", "with llad.hpp"},
	},
	"rustc": {
		{"RUSTC_WRAPPER=llad cargo build --release", "the crates of a build"},
	},
	"link": {
		{"llad link main.o energy.o libmodel.a -lm -o demo", "derivatives across objects that hold their IR"},
	},
	"py": {
		{"llad py energy.c -func energy -shape x=n -o energy.py", "energy.energy(x), energy.energy_and_grad(x)"},
		{"llad py model.cpp -func ns::loss -shape w=n -o loss.py -- -O3 -march=native", "C++, with flags for the compiler"},
	},
	"completion": {
		{"source <(llad completion bash)", "for this shell"},
	},
	"man": {
		{"llad man | man -l -", "read it"},
	},
}

// findTopic is the topic of a name.
func findTopic(name string) (topic, bool) {
	k := slices.IndexFunc(topics, func(t topic) bool { return t.name == name })
	if k < 0 {
		return topic{}, false
	}
	return topics[k], true
}

// text is the page of a topic.
func (t topic) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", t.title)
	for _, p := range t.about {
		b.WriteString("\n")
		if strings.HasPrefix(p, " ") {
			b.WriteString(p + "\n")
		} else {
			b.WriteString(strings.Join(wrap(p, helpWidth), "\n") + "\n")
		}
	}
	var flags []use
	for _, f := range flagTexts {
		if slices.Contains(t.flags, f.name) {
			flags = append(flags, f.use())
		}
	}
	if len(flags) > 0 {
		b.WriteString("\n")
		columns(&b, flags, 20)
	}
	writeExamples(&b, t.name)
	return b.String()
}

// writeExamples writes the examples of a command or topic.
func writeExamples(b *strings.Builder, name string) {
	if len(examples[name]) == 0 {
		return
	}
	b.WriteString("\nExamples:\n")
	for _, e := range examples[name] {
		fmt.Fprintf(b, "\n  # %s\n  %s\n", e.text, e.line)
	}
}

// helpWords are what `llad help` takes, codes excepted: topics, and commands that have flags or
// examples.
var helpWords = []string{
	"reverse", "forward", "markers", "cache", "rules", "messages",
	"check", "explain", "py", "cc", "c++", "rustc", "link", "completion", "man",
}

// page is the help about a command, a topic or a code.
func page(name string) (string, error) {
	if c, ok := diag.FindCode(name); ok {
		return c.Explain(func(t string) []string { return wrap(t, helpWidth) }), nil
	}
	if c, ok := find(name); ok {
		return commandHelp(c), nil
	}
	if t, ok := findTopic(name); ok {
		return t.text(), nil
	}
	if meant := diag.Meant(name, helpWords); meant != "" {
		return "", usagef("there is no help on %s; did you mean %s?", name, meant)
	}
	return "", usagef("there is no help on %s; there is some on %s, and on codes of messages", name, either(helpWords))
}
