package main

import (
	"flag"
	"io"
	"os"
	"runtime/debug"
	"slices"

	"github.com/llad-ad/llad/diag"
)

// newPrinter writes messages in colour where they go to a terminal that has colours.
func newPrinter(w io.Writer) *diag.Printer {
	info, _ := debug.ReadBuildInfo()
	form := os.Getenv("LLAD_DIAGNOSTICS")
	if !slices.Contains(diag.Formats, form) {
		form = ""
	}
	return &diag.Printer{W: w, Format: form, Color: isTerminal(w) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb",
		Version: shortVersion(info, release)}
}

// colorAsCompiler has messages coloured as those of a compiler with such arguments are.
func colorAsCompiler(p *diag.Printer, args []string) {
	for _, a := range args {
		switch a {
		case "-fcolor-diagnostics", "-fdiagnostics-color", "-fdiagnostics-color=always":
			p.Color = true
		case "-fno-color-diagnostics", "-fno-diagnostics-color", "-fdiagnostics-color=never":
			p.Color = false
		}
	}
}

// isTerminal tells whether a stream is a terminal.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok || f.Name() == os.DevNull {
		return false
	}
	st, err := f.Stat()
	return err == nil && st.Mode()&os.ModeCharDevice != 0
}

// messageFlags are the flags for messages.
type messageFlags struct {
	color, form string
	verbose     bool
}

func (m *messageFlags) register(fs *flag.FlagSet) {
	choice(fs, "color", &m.color, "auto", "always", "never")
	choice(fs, "diagnostics", &m.form, diag.Formats...)
	fs.BoolVar(&m.verbose, "v", false, "")
}

// choice registers a flag that has one of several values.
func choice(fs *flag.FlagSet, name string, to *string, values ...string) {
	fs.Func(name, "", func(v string) error {
		if !slices.Contains(values, v) {
			return usagef("it is %s", either(values))
		}
		*to = v
		return nil
	})
}

// either joins values: a, b or c.
func either(values []string) string {
	s := values[0]
	for k, v := range values[1:] {
		if k == len(values)-2 {
			s += " or " + v
		} else {
			s += ", " + v
		}
	}
	return s
}

// stages watches those of a derivative, on a terminal unless other output goes there meanwhile.
func (m *messageFlags) stages(s streams, other bool) *stageView {
	if other || !isTerminal(s.err) || !m.text() {
		return watchStages(nil)
	}
	return watchStages(s.err)
}

// costs writes what stages have cost where that is wanted.
func (m *messageFlags) costs(s streams, v *stageView) {
	if m.verbose && m.text() {
		v.report(s.err)
	}
}

// text tells that messages are for people.
func (m *messageFlags) text() bool { return m.form == "" || m.form == diag.Formats[0] }

func (m *messageFlags) apply(p *diag.Printer) {
	switch m.color {
	case "always":
		p.Color = true
	case "never":
		p.Color = false
	}
	if m.form != "" {
		p.Format = m.form
	}
	m.form, p.Verbose = p.Format, m.verbose
}
