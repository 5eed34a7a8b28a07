package main

import (
	"fmt"
	"io"
	"runtime/debug"
	"strings"
)

// manual is the command that writes the manual page.
func manual(args []string, s streams) error {
	if len(args) > 0 {
		return usagef("man takes no arguments")
	}
	info, _ := debug.ReadBuildInfo()
	_, err := io.WriteString(s.out, manPage(shortVersion(info, release)))
	return err
}

// manPage is llad(1) in the macros of man(7).
func manPage(version string) string {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH LLAD 1 \"\" \"llad %s\"\n", roff(version))
	fmt.Fprintf(&b, ".SH NAME\nllad \\- %s\n", roff(whatItDoes))
	b.WriteString(".SH SYNOPSIS\n.nf\n")
	all := commands()
	for _, c := range all {
		for _, u := range c.uses {
			fmt.Fprintf(&b, "\\fBllad\\fR %s\n", roff(u.line))
		}
	}
	b.WriteString(".fi\n.SH DESCRIPTION\n")
	b.WriteString("llad reads the text of LLVM IR that a compiler prints, and writes functions that compute " +
		"gradients or tangents as IR that the same compiler builds. What it cannot differentiate correctly it " +
		"refuses, with the position in the source and the reason.\n.PP\n")
	b.WriteString(roff(argumentRule) + "\n.PP\n" + roff(generated) + "\n")
	b.WriteString(".SH OPTIONS\n")
	manFlags(&b, all[0])
	b.WriteString(".SH COMMANDS\n")
	for _, c := range all[1:] {
		for _, u := range c.uses {
			fmt.Fprintf(&b, ".SS llad %s\n%s.\n", roff(u.line), roff(u.text))
		}
		if c.about != "" {
			b.WriteString(roff(c.about) + "\n")
		}
		manFlags(&b, c)
	}
	b.WriteString(".SH EXIT STATUS\n")
	for _, c := range exitCodes {
		fmt.Fprintf(&b, ".TP\n%s\n%s\n", c.line, roff(c.text))
	}
	b.WriteString(".SH EXAMPLES\n.nf\n")
	for _, line := range []string{
		"clang -O2 -S -emit-llvm energy.c -o energy.ll",
		"llad -reverse -func energy energy.ll -header energy_grad.h -o energy_grad.ll",
		"clang -O2 main.c energy_grad.ll -lm -o demo",
	} {
		b.WriteString(roff(line) + "\n")
	}
	b.WriteString(".fi\n.SH SEE ALSO\nclang(1), rustc(1)\n")
	return b.String()
}

// manFlags writes the flags of a command as tagged paragraphs.
func manFlags(b *strings.Builder, c command) {
	for _, t := range c.texts() {
		fmt.Fprintf(b, ".TP\n\\fB%s\\fR", roff("-"+t.name))
		if t.value != "" {
			fmt.Fprintf(b, " \\fI%s\\fR", roff(t.value))
		}
		fmt.Fprintf(b, "\n%s\n", roff(t.text))
	}
}

// roff escapes a line of text that does not begin a request of roff.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "~", `\(ti`, "^", `\(ha`).Replace(text)
	if strings.HasPrefix(text, ".") {
		text = `\&` + text
	}
	return text
}
