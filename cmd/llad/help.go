package main

import (
	"fmt"
	"io"
	"strings"
)

// helpWanted is the error of -h among the flags of a command.
type helpWanted struct{ flagSet string }

func (h helpWanted) Error() string { return "help is wanted" }

// of are the arguments of the help command for what -h was given to.
func (h helpWanted) of() []string { return strings.Fields(h.flagSet)[1:] }

// helpWidth is how wide the text of the help may be.
const helpWidth = 108

var (
	whatItDoes = fmt.Sprintf("makes derivatives of functions in LLVM IR (clang %d to %d, rustc)", oldestLLVM, newestLLVM)

	argumentRule = "Flags and the file may stand in any order; - is standard input or output."

	exitCodes = []use{
		{"0", "done"},
		{"1", "the program cannot be differentiated"},
		{"2", "wrong usage"},
	}

	// generated says what the functions look like that a derivative adds.
	generated = "<f>_grad has f's parameters in order, each active one followed by the place its gradient is added to " +
		"(a pointer for a float by value, the shadow for a pointer), and a last parameter 'seed' when f returns " +
		"a float. <f>_jvp has each active one followed by its tangent, and a last pointer that receives the " +
		"tangent of the result, or the shadow of a pointer that f returns. Both return what f returns."
)

// help is the command that lists commands and flags.
func help(args []string, s streams) error {
	text := ""
	switch len(args) {
	case 0:
		text = helpText()
	case 1:
		var err error
		if text, err = page(args[0]); err != nil {
			return err
		}
	default:
		return usagef("help takes one name")
	}
	_, err := io.WriteString(s.out, text)
	return err
}

// helpText is the help of the whole command line.
func helpText() string {
	var b strings.Builder
	fmt.Fprintf(&b, "llad %s.\n\n", whatItDoes)
	var all []use
	for _, c := range commands() {
		for _, u := range c.uses {
			all = append(all, use{"llad " + u.line, u.text})
		}
	}
	columns(&b, all, 34)
	fmt.Fprintf(&b, "\n%s\n\n", argumentRule)
	columns(&b, flagUses(commands()[0]), 20)
	var codes []string
	for _, c := range exitCodes {
		codes = append(codes, c.line+" "+c.text)
	}
	fmt.Fprintf(&b, "\nExit codes: %s.\n\n", strings.Join(codes, ", "))
	b.WriteString(strings.Join(wrap(generated, helpWidth), "\n") + "\n\n")
	b.WriteString(strings.Join(wrap("More, with examples: llad help "+strings.Join(helpWords, "|")+", and llad help CODE for the code of a message.",
		helpWidth), "\n") + "\n")
	return b.String()
}

// commandHelp is the help of one command.
func commandHelp(c command) string {
	var b strings.Builder
	var lines []use
	for _, u := range c.uses {
		lines = append(lines, use{"llad " + u.line, u.text})
	}
	columns(&b, lines, 34)
	if c.about != "" {
		b.WriteString("\n" + strings.Join(wrap(c.about, helpWidth), "\n") + "\n")
	}
	if flags := flagUses(c); len(flags) > 0 {
		b.WriteString("\n")
		columns(&b, flags, 20)
	}
	writeExamples(&b, c.name)
	return b.String()
}

// flagUses are the flags of a command with their values, and what they do.
func flagUses(c command) []use {
	var all []use
	for _, t := range c.texts() {
		all = append(all, t.use())
	}
	return all
}

// use is a flag with its value, and what it does.
func (t flagText) use() use { return use{strings.TrimSpace("-" + t.name + " " + t.value), t.text} }

// columns writes two columns, the second one wrapped, which begins at so many characters
// behind the margin.
func columns(b *strings.Builder, rows []use, at int) {
	for _, r := range rows {
		left := r.line
		if len(left) >= at {
			fmt.Fprintf(b, "  %s\n", left)
			left = ""
		}
		for k, line := range wrap(r.text, helpWidth-2-at) {
			if k > 0 {
				left = ""
			}
			fmt.Fprintf(b, "  %-*s%s\n", at, left, line)
		}
	}
}

// wrap breaks a text between words, into lines of at most width characters where words are
// no longer.
func wrap(text string, width int) []string {
	var lines []string
	line := ""
	for _, w := range strings.Fields(text) {
		if line != "" && len(line)+1+len(w) > width {
			lines = append(lines, line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += w
	}
	return append(lines, line)
}
