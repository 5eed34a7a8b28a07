package main

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/diag"
)

// typeable are codes whose messages say what to type, so that no one has to think: each is left by the text behind
// `help:` alone. With them is what the derivatives of the examples are where `llad check` does not run them.
var typeable = map[string][]string{
	"L0104": {"double potential(double r) { return 1 / (1 + r * r); }\n// energy_grad(2, dx, 1); dx[0] is 0.2\n"},
	"L0107": {"none"}, // a list of C++, which a driver in C does not make
	"L0108": nil,
	"L0201": nil,
	"L0313": nil,
	"L0318": nil,
	"L0413": nil,
	"L0415": nil,
	"L0607": {"// slope(3, 4) is 4\n"},
	"L0612": {"double potential_augmented(double r) { return r * r; }\n" +
		"double potential_gradient(double r, double adjoint) { return 2 * r * adjoint; }\n// slope(3) is 6\n"},
	"L0701": nil,
	"L0703": nil,
	"L0704": nil,
	"L0705": nil,
	"L0709": nil,
	"L0711": {"// with x = {2, 3}, dx = {1, 0}: double *s; squares_jvp(x, dx, 2, &s); s[0] is 4\n"},
	"L0712": nil,
	"L0717": {"#include <pthread.h>\npthread_barrier_t b, d;\n" +
		"// with x = {2, 3}, dx = {0, 1}: double s; pthread_barrier_init(&b, 0, 1); energy_jvp(x, dx, &b, &d, &s); s is 1\n"},
	"L0720": nil,
	"L0902": nil,
	"L0908": {"none"}, // what it makes is compiled in a folder of its own
}

// What a message says behind `help:` is done to the program, letter by letter; it has the message no more, and its
// derivative is right.
func TestHelpIsDoneByTheLetter(t *testing.T) {
	if _, err := exec.LookPath("clang-19"); err != nil {
		t.Skip("clang-19 is not installed")
	}
	include, err := filepath.Abs("../../include")
	require.NoError(t, err)
	for code, expected := range typeable {
		c, ok := diag.FindCode(code)
		require.True(t, ok, code)
		t.Run(code, func(t *testing.T) {
			done := 0
			for k, e := range c.Examples {
				_, said := runProgram(t, e, include, e.Args)
				message, help := messageAndHelp(said, c.Names)
				p := *e
				if !apply(&p, message, help) {
					continue
				}
				known := ""
				if k < len(expected) {
					known = expected[k]
				}
				done++
				exit, after := runProgram(t, &p, include, p.Args)
				assert.Zero(t, exit, "%s\n%v\n%s", help, p.Args, after)
				for _, n := range c.Names {
					assert.NotContains(t, after, "error["+n+"]", help)
				}
				rightAfter(t, p, known, include)
			}
			assert.NotZero(t, done, "the messages of the examples say nothing that can be typed")
		})
	}
}

// rightAfter compares the derivative of a program that was mended with differences, or with a value that is known.
func rightAfter(t *testing.T, p diag.Program, expected, include string) {
	switch args, ok := checked(&p); {
	case p.Lang == "build" || expected == "none":
	case expected != "":
		says := value.FindStringSubmatch(expected)
		require.NotNil(t, says)
		assert.Equal(t, says[5], computed(t, p, says, include, expected))
	case ok:
		exit, said := runProgram(t, &p, include, args)
		assert.Equal(t, exitDone, exit, said)
	default:
		t.Errorf("nothing is known of the derivative")
	}
}

// messageAndHelp is the message and the help of the first finding in what llad said that has one of the codes.
func messageAndHelp(said string, codes []string) (message, help string) {
	for line := range strings.Lines(said) {
		head, text, ok := strings.Cut(line, "]: ")
		if ok && message == "" && slices.ContainsFunc(codes, func(c string) bool { return strings.HasSuffix(head, "["+c) }) {
			message = strings.TrimSpace(text)
		}
		if _, text, ok = strings.Cut(line, "  help: "); ok && message != "" {
			return message, strings.TrimSpace(text)
		}
	}
	return message, ""
}

var (
	toType = regexp.MustCompile("(leave out )?`([^`]*)`")
	meant  = regexp.MustCompile(`did you mean ([^ ?]+)\?`)
	among  = regexp.MustCompile(`its parameters are (?:[\w, ]+, )?(\w+) \(`)
	listed = regexp.MustCompile(`name one with (-func): ([\w:]+)`)
	quotes = regexp.MustCompile(`'([^']+)'|(--[\w-]+)`)
)

// apply changes a program as a help says: a name in place of the one that the message has in quotes, a flag that is
// added, replaced or left out, an attribute before a function. It reports whether the help says something of the kind.
func apply(p *diag.Program, message, help string) bool {
	wrong := ""
	for _, q := range quotes.FindAllStringSubmatch(message, -1) {
		name := q[1] + q[2]
		if strings.Contains(p.Source+" "+strings.Join(p.Args, " "), name) && (wrong == "" || !strings.Contains(help, "__attribute__")) {
			wrong = name // the last, since functions stand before their parameters
		}
	}
	for _, way := range []*regexp.Regexp{meant, among} {
		m := way.FindStringSubmatch(help)
		if m == nil || wrong == "" {
			continue
		}
		p.Source = strings.ReplaceAll(p.Source, wrong, m[1])
		p.Args = slices.Clone(p.Args)
		for k, a := range p.Args {
			p.Args[k] = strings.ReplaceAll(a, wrong, m[1])
		}
		return true
	}
	if m := listed.FindStringSubmatch(help); m != nil {
		p.Args = append(slices.Clone(p.Args), m[1], m[2])
		return true
	}
	for _, m := range toType.FindAllStringSubmatch(help, -1) {
		words := strings.Fields(m[2])
		switch {
		case strings.HasPrefix(m[2], "__attribute__"):
			at := regexp.MustCompile(`(?m)^.*\b` + wrong + `\(`).FindStringIndex(p.Source)
			p.Source = p.Source[:at[0]] + m[2] + " " + p.Source[at[0]:]
			return true
		case m[1] != "":
			p.Args = without(p.Args, words)
			return true
		case strings.HasPrefix(m[2], "-") && p.Lang == "build":
			p.Source = strings.ReplaceAll(p.Source, "$ llad cc ", "$ llad cc "+m[2]+" ")
			return true
		case strings.HasPrefix(m[2], "-") && len(words) > 0 && m[2] != "-const":
			p.Args = with(p.Args, words)
			return true
		}
	}
	return false
}

// without are arguments without a flag and its value.
func without(args, flag []string) []string {
	for k := range args {
		if k+len(flag) <= len(args) && slices.Equal(args[k:k+len(flag)], flag) {
			return slices.Delete(slices.Clone(args), k, k+len(flag))
		}
	}
	return args
}

// with are arguments with a flag, in place of another that says something else of the same.
func with(args, flag []string) []string {
	args = slices.Clone(args)
	kinds := []string{"-const", "-dup", "-out"}
	for k, a := range args {
		switch {
		case flag[0] == "-forward" && a == "-reverse":
			args[k] = flag[0]
			return args
		case len(flag) == 2 && (a == flag[0] || slices.Contains(kinds, a) && slices.Contains(kinds, flag[0]) && args[k+1] == flag[1]):
			if before, ok := strings.CutSuffix(flag[1], "..."); ok { // the user's own stays
				_, own, _ := strings.Cut(args[k+1], "=")
				flag[1] = before + own
			}
			args[k], args[k+1] = flag[0], flag[1]
			return args
		}
	}
	for k, w := range flag {
		if w == "NAME" {
			flag[k] = "energy"
		}
	}
	return append(args, flag...)
}

// A page about a code, as it is printed, leads to what the tests run: to the source of each way out, and to the
// commands, which are those of the example where the page shows no others.
func TestPagesLeadToTheProgramsThatAreTested(t *testing.T) {
	for _, c := range diag.Codes() {
		page := c.Explain(func(text string) []string { return []string{text} })
		parts := strings.Split(page, "\n\nWay out: ")
		require.Len(t, parts, len(c.Ways)+1)
		for k, w := range c.Ways {
			if w.Program == nil || w.Program.Lang == "build" {
				continue
			}
			_, code, ok := strings.Cut(parts[k+1], "\n\n")
			require.True(t, ok, c.Names)
			var source, commands []string
			for line := range strings.Lines(code) {
				line = strings.TrimPrefix(line, "    ")
				if command, ok := strings.CutPrefix(line, "$ "); ok {
					commands = append(commands, strings.TrimSpace(command))
					continue
				}
				source = append(source, line)
			}
			assert.Equal(t, strings.TrimSpace(w.Program.Source), strings.TrimSpace(strings.Join(source, "")), c.Names)
			for _, want := range w.Program.Commands() {
				if len(commands) == 0 {
					assert.Contains(t, parts[0], "    $ "+want, "%v: %s", c.Names, w.Text)
				} else {
					assert.Contains(t, commands, want, "%v: %s", c.Names, w.Text)
				}
			}
		}
	}
}
