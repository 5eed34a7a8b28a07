package diag

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// Formats are the forms of diagnostics that a Printer writes; the first is usual.
var Formats = []string{"text", "json", "sarif"}

// Printer writes diagnostics, each once, what is wrong in several places with the number of the
// others. Close ends it.
type Printer struct {
	W       io.Writer
	Format  string                   // one of Formats; "" is text
	Color   bool                     // of a terminal, in text
	Verbose bool                     // all causes, in text
	Version string                   // of llad, in SARIF
	Flags   func(help string) string // flags as the program that is run takes them; nil: as llad does

	told     map[string]bool
	results  []finding // what SARIF lists at the end
	noSource string    // a module's text that was referred to
	codes    []string  // of errors, in order
	sources  sources
}

// finding is a diagnostic with its severity, where it is for the user, and the other places that
// have the same.
type finding struct {
	*ir.Diagnostic
	severity string
	at       location
	others   []location
}

// same are what tells that two findings are one mistake.
func (f *finding) same() string { return f.severity + f.Code + f.Message + f.Hint }

// help is the way out: that of the diagnostic, or else the first one of its code.
func (f *finding) help() string {
	if f.Hint != "" {
		return f.Hint
	}
	if c, ok := FindCode(f.Code); ok {
		return c.Ways[0].Text
	}
	return ""
}

// Print writes every error that was joined into err as text, as a Printer does.
func Print(w io.Writer, err error) {
	p := Printer{W: w}
	p.Errors(err)
	p.Close()
}

// PrintNotes writes what does no harm.
func PrintNotes(w io.Writer, notes []*ir.Diagnostic) {
	p := Printer{W: w}
	p.Notes(notes)
}

// Errors writes every error that was joined into err.
func (p *Printer) Errors(err error) {
	var list []*ir.Diagnostic
	for _, e := range unjoined(err) {
		if d, ok := e.(*ir.Diagnostic); ok {
			list = append(list, d)
			continue
		}
		p.write("error", list)
		list = nil
		if text := e.Error(); p.first(text) {
			fmt.Fprintln(p.W, text)
		}
	}
	p.write("error", list)
}

// Notes writes what does no harm.
func (p *Printer) Notes(notes []*ir.Diagnostic) { p.write("note", notes) }

// unjoined are the errors that were joined into one.
func unjoined(err error) []error {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return []error{err}
	}
	var all []error
	for _, e := range joined.Unwrap() {
		all = append(all, unjoined(e)...)
	}
	return all
}

// first reports whether a text is new.
func (p *Printer) first(text string) bool {
	if p.told == nil {
		p.told = map[string]bool{}
	}
	is := !p.told[text]
	p.told[text] = true
	return is
}

// write writes diagnostics of a severity, those of one mistake as one.
func (p *Printer) write(severity string, list []*ir.Diagnostic) {
	var found []*finding
	known := map[string]*finding{}
	for _, d := range list {
		if !p.first(severity + d.Error()) {
			continue
		}
		f := &finding{Diagnostic: d, severity: severity, at: locate(d)}
		if first := known[f.same()]; first != nil {
			first.other(f.at)
			continue
		}
		known[f.same()] = f
		found = append(found, f)
	}
	for _, f := range found {
		if severity == "error" && !slices.Contains(p.codes, f.Code) {
			p.codes = append(p.codes, f.Code)
		}
		if f.NoSource {
			p.noSource = f.File
		}
		switch p.Format {
		case "json":
			p.json(f)
		case "sarif":
			p.results = append(p.results, *f)
		default:
			p.text(f)
		}
	}
}

// other enters a further place of the mistake.
func (f *finding) other(at location) {
	for _, o := range append(f.others, f.at) {
		if o.Place == at.Place {
			return
		}
	}
	f.others = append(f.others, at)
}

// Close writes what comes at the end: a whole document of SARIF, or in text what would make the
// messages clearer.
func (p *Printer) Close() {
	switch p.Format {
	case "json":
	case "sarif":
		p.sarif()
	default:
		if p.noSource != "" {
			fmt.Fprintf(p.W, "%s: compile with -g, and messages show lines and names of the source, not those of %s\n",
				p.paint(colorNote, "note"), p.noSource)
		}
		p.more()
	}
	p.noSource, p.codes = "", nil
}

// more says where codes of errors are explained.
func (p *Printer) more() {
	var known []string
	for _, c := range p.codes {
		if _, ok := FindCode(c); ok {
			known = append(known, "`llad help "+c+"`")
		}
	}
	switch len(known) {
	case 0:
	case 1:
		fmt.Fprintf(p.W, "%s shows what it means, and ways out as code\n", known[0])
	default:
		fmt.Fprintf(p.W, "%s show what they mean, and ways out as code\n", List(known, shownPlaces))
	}
}

// shortCauses is how many lines of causes are written without Verbose.
const shortCauses = 5

// text writes a finding as compilers do: the place, the message, the line of the source, where it
// was inlined, causes, the way out.
func (p *Printer) text(f *finding) {
	var b strings.Builder
	if place := f.at.String(); place != "" {
		b.WriteString(p.paint(colorBold, place+":") + " ")
	}
	color := colorError
	if f.severity == "note" {
		color = colorNote
	}
	fmt.Fprintf(&b, "%s: %s\n", p.paint(color, f.severity+"["+f.Code+"]"), p.paint(colorBold, ir.Readable(f.Message)))
	if len(f.At) > 0 {
		p.snippet(&b, f.at.Place)
	}
	for _, in := range f.at.inner {
		fmt.Fprintf(&b, "  in %scode of %s\n", named(in), in)
	}
	for _, out := range f.at.outer {
		fmt.Fprintf(&b, "  inlined into %s at %s\n", quoted(out.Func), out)
	}
	for k, c := range f.Causes {
		if k == shortCauses-1 && len(f.Causes) > shortCauses && !p.Verbose {
			fmt.Fprintf(&b, "  %s: %d more causes, which -v lists\n", p.paint(colorNote, "because"), len(f.Causes)-k)
			break
		}
		fmt.Fprintf(&b, "  %s: %s\n", p.paint(colorNote, "because"), ir.Readable(c))
	}
	p.elsewhere(&b, f)
	if help := f.help(); help != "" {
		if p.Flags != nil {
			help = p.Flags(help)
		}
		fmt.Fprintf(&b, "  %s: %s\n", p.paint(colorHelp, "help"), help)
	}
	io.WriteString(p.W, b.String())
}

// shownPlaces is how many other places of a mistake are written.
const shownPlaces = 3

func (p *Printer) elsewhere(b *strings.Builder, f *finding) {
	n := len(f.others)
	if n == 0 {
		return
	}
	var places []string
	for _, o := range f.others[:min(n, shownPlaces)] {
		places = append(places, o.String())
	}
	more := ""
	if n > shownPlaces {
		more = ", ..."
	}
	fmt.Fprintf(b, "  the same in %d other %s: %s%s\n", n, plural(n, "place"), strings.Join(places, ", "), more)
}

func plural(n int, word string) string {
	if n == 1 {
		return word
	}
	return word + "s"
}

// The colours of a terminal, as compilers use them.
const (
	colorBold  = "1"
	colorError = "1;31"
	colorNote  = "1;36"
	colorHelp  = "1;32"
)

// paint puts a text in a colour.
func (p *Printer) paint(color, text string) string {
	if !p.Color {
		return text
	}
	return "\x1b[" + color + "m" + text + "\x1b[0m"
}
