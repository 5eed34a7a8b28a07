package diag

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Code is what there is to say about the code of a diagnostic, or several that mean the same.
type Code struct {
	Names     []string // L0104, ...
	Title     string
	Means     string
	Why       string     // why llad insists
	Examples  []*Program // what provokes them; none where NoProgram says why
	NoProgram string
	Ways      []WayOut
}

// WayOut is what to do about a diagnostic: a program in place of the example, or commands and code
// to read.
type WayOut struct {
	Text    string
	Program *Program // nil where Lines are to be read only
	Lines   []string
}

// Program is a source and what llad is called with.
type Program struct {
	Lang   string   // c, cpp, ll (IR), text, go, or build: files and commands as they are typed
	Flags  []string // of the compiler; of text, variables of the environment
	Args   []string // of llad, behind which the file stands
	Source string
}

//go:embed codes/*.txt
var codeFiles embed.FS

// Codes is the table of all codes, in the order of their numbers. It is not to be changed.
func Codes() []Code { return codes() }

var codes = sync.OnceValue(readCodes)

func readCodes() []Code {
	names, err := codeFiles.ReadDir("codes")
	if err != nil {
		panic(err) // they are part of the program
	}
	var all []Code
	for _, n := range names {
		text, _ := codeFiles.ReadFile("codes/" + n.Name())
		for _, entry := range strings.Split("\n"+string(text), "\n== ")[1:] {
			all = append(all, parseCode(entry))
		}
	}
	slices.SortStableFunc(all, func(a, b Code) int { return strings.Compare(a.Names[0], b.Names[0]) })
	return all
}

// FindCode is what there is to say about a code; false where there is no such.
func FindCode(name string) (Code, bool) {
	for _, c := range Codes() {
		if slices.Contains(c.Names, strings.ToUpper(name)) {
			return c, true
		}
	}
	return Code{}, false
}

// parseCode reads an entry: a line of codes and a title, then what is said of them, each in a line
// that begins with a word, code in the indented lines behind it.
func parseCode(entry string) (c Code) {
	lines := strings.Split(strings.TrimRight(entry, "\n"), "\n")
	for _, w := range strings.Fields(lines[0]) {
		if len(c.Names) > 0 && !isCode(w) {
			break
		}
		c.Names = append(c.Names, w)
	}
	c.Title = strings.TrimPrefix(lines[0], strings.Join(c.Names, " ")+" ")
	for k := 1; k < len(lines); {
		head := lines[k]
		var body []string
		for k++; k < len(lines) && (lines[k] == "" || strings.HasPrefix(lines[k], "    ")); k++ {
			body = append(body, strings.TrimPrefix(lines[k], "    "))
		}
		for len(body) > 0 && body[len(body)-1] == "" {
			body = body[:len(body)-1]
		}
		c.add(head, body)
	}
	return c
}

func (c *Code) add(head string, body []string) {
	word, rest, _ := strings.Cut(head, " ")
	switch word {
	case "means:":
		c.Means = rest
	case "why:":
		c.Why = rest
	case "no":
		c.NoProgram = strings.TrimPrefix(rest, "example: ")
	case "example":
		c.Examples = append(c.Examples, parseProgram(strings.TrimSuffix(rest, ":"), body))
	case "way":
		w := WayOut{Text: strings.TrimSuffix(rest, ":"), Lines: body}
		if how, text, ok := strings.Cut(w.Text, "; "); ok {
			w.Text = text
			if how != "sh" {
				w.Program = parseProgram(how, body)
			}
		}
		c.Ways = append(c.Ways, w)
	}
}

func isCode(w string) bool {
	return len(w) == 5 && w[0] == 'L' && strings.Trim(w[1:], "0123456789") == ""
}

// parseProgram reads `c {flags} arguments`.
func parseProgram(how string, body []string) *Program {
	p := &Program{Source: strings.Join(body, "\n") + "\n"}
	p.Lang, how, _ = strings.Cut(how, " ")
	if rest, ok := strings.CutPrefix(how, "{"); ok {
		flags, args, _ := strings.Cut(rest, "}")
		p.Flags, how = strings.Fields(flags), args
	}
	p.Args = strings.Fields(how)
	return p
}

// asked reports whether a way out has commands of its own, other than those of the first example.
func (c *Code) asked(p *Program) bool {
	return len(p.Commands()) > 0 && (len(c.Examples) == 0 || !slices.Equal(p.Commands(), c.Examples[0].Commands()))
}

// Commands are what makes IR of the program, where it is none, and has llad work on it.
func (p *Program) Commands() (lines []string) {
	file := "f.ll"
	switch p.Lang {
	case "build":
		return nil
	case "go":
		return []string{"go run f.go"}
	case "c", "cpp":
		compiler := map[string]string{"c": "clang", "cpp": "clang++"}[p.Lang]
		lines = append(lines, strings.Join(append([]string{compiler + " -O1 -g -S -emit-llvm"}, append(slices.Clone(p.Flags), "f."+p.Lang)...), " "))
	case "text":
		file = "f.c"
	}
	words := append(append([]string{"llad"}, p.Args...), file)
	if p.Lang == "text" {
		words = append(slices.Clone(p.Flags), words...)
	}
	return append(lines, strings.Join(words, " "))
}

// Explain is the page about a code, for a terminal.
func (c *Code) Explain(wrap func(text string) []string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n\n", strings.Join(c.Names, ", "), c.Title)
	paragraph := func(text string) { b.WriteString(strings.Join(wrap(text), "\n") + "\n\n") }
	code := func(lines []string) {
		for _, l := range lines {
			b.WriteString(strings.TrimRight("    "+l, " ") + "\n")
		}
		b.WriteString("\n")
	}
	paragraph(c.Means)
	paragraph("Why: " + c.Why)
	for _, e := range c.Examples {
		b.WriteString("Example:\n\n")
		code(append(e.lines(), prompt(e.Commands())...))
	}
	for _, w := range c.Ways {
		paragraph("Way out: " + w.Text)
		if w.Program == nil {
			code(w.Lines)
			continue
		}
		lines := w.Program.lines()
		if c.asked(w.Program) {
			lines = append(lines, prompt(w.Program.Commands())...)
		}
		code(lines)
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

func (p *Program) lines() []string { return strings.Split(strings.TrimSuffix(p.Source, "\n"), "\n") }

func prompt(commands []string) (lines []string) {
	for _, c := range commands {
		lines = append(lines, "$ "+c)
	}
	return lines
}

// CodesPage is the table as a document in Markdown.
func CodesPage() string {
	var b strings.Builder
	b.WriteString("# Codes of messages\n\n")
	b.WriteString("What each code means, why llad insists, an example that provokes it, and ways out. `llad help L0104` shows\n" +
		"one of these. This page is made of the table in `diag/codes` (`go test ./diag -update`).\n\n")
	block := func(lang string, lines []string) {
		fmt.Fprintf(&b, "```%s\n%s\n```\n\n", lang, strings.Join(lines, "\n"))
	}
	for _, c := range Codes() {
		fmt.Fprintf(&b, "## %s: %s\n\n%s\n\n*Why.* %s\n\n", strings.Join(c.Names, ", "), c.Title, c.Means, c.Why)
		for _, e := range c.Examples {
			block(e.fence(), e.lines())
			if commands := prompt(e.Commands()); len(commands) > 0 {
				block("console", commands)
			}
		}
		for _, w := range c.Ways {
			fmt.Fprintf(&b, "*Way out:* %s.\n\n", w.Text)
			if w.Program == nil {
				block("", w.Lines)
				continue
			}
			block(w.Program.fence(), w.Program.lines())
			if c.asked(w.Program) {
				block("console", prompt(w.Program.Commands()))
			}
		}
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

func (p *Program) fence() string {
	switch p.Lang {
	case "ll":
		return "llvm"
	case "cpp", "go":
		return p.Lang
	case "build":
		return "text"
	}
	return "c"
}
