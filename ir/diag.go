package ir

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/ianlancetaylor/demangle"
)

// Diagnostic is a refusal or a warning as a value.
type Diagnostic struct {
	File      string
	Line, Col int    // 1-based; 0 when unknown
	At        Places // by debug information: the place above, and where its code was inlined
	NoSource  bool   // the place is one of the module's text, which has no debug information
	Code      string // stable, e.g. L0104; listed in LIMITATIONS.md
	Message   string
	Causes    []string // why it came to this, outermost last
	Hint      string   // the way out
	NoRule    bool     // what is refused has no rule, however derivatives move
}

// Error is `file:line:col: error[code]: message`, then causes and hint on
// lines of their own.
func (d *Diagnostic) Error() string { return d.text("error") }

// Note is Error for what does no harm: `note[code]`.
func (d *Diagnostic) Note() string { return d.text("note") }

func (d *Diagnostic) text(kind string) string {
	var b strings.Builder
	if d.File != "" {
		b.WriteString(d.File)
		if d.Line > 0 {
			fmt.Fprintf(&b, ":%d", d.Line)
			if d.Col > 0 {
				fmt.Fprintf(&b, ":%d", d.Col)
			}
		}
		b.WriteString(": ")
	}
	fmt.Fprintf(&b, "%s[%s]: %s", kind, d.Code, Readable(d.Message))
	for _, c := range d.Causes {
		b.WriteString("\n  because: ")
		b.WriteString(Readable(c))
	}
	if d.Hint != "" {
		b.WriteString("\n  help: ")
		b.WriteString(d.Hint)
	}
	return b.String()
}

var mangled = regexp.MustCompile(`\b_[ZR][A-Za-z0-9_.$]+`)

// Readable spells the symbols of C++ and Rust in a text as the program does. Hints
// keep them: they are what the command line takes where names are not unique.
func Readable(text string) string {
	return mangled.ReplaceAllStringFunc(text, func(symbol string) string {
		name, err := demangle.ToString(symbol, demangle.NoParams)
		if err != nil {
			return symbol
		}
		return name
	})
}

// DiagAt makes a diagnostic at an instruction: at its source position, or one near it,
// where the module has debug information, else at its line in the module's text.
func DiagAt(i *Instr, code, format string, args ...any) *Diagnostic {
	d := &Diagnostic{Code: code, Message: fmt.Sprintf(format, args...)}
	if i.Parent == nil || i.Parent.Parent == nil {
		return d
	}
	f := i.Parent.Parent
	if d.Place(f.Module.Metadata().Near(i)) {
		return d
	}
	d.File, d.Line = f.Module.Name, int(i.Line)
	d.NoSource = !f.Module.HasSource()
	return d
}

// InFunc puts a diagnostic at a function's definition: in the source where debug information tells
// it, else in the module's text.
func InFunc(f *Function, d Diagnostic) *Diagnostic {
	d.File = f.Module.Name
	if !d.Place(f.Source().Places()) {
		d.Line, d.NoSource = int(f.Source().Line), !f.Module.HasSource()
	}
	return &d
}

// Place puts a diagnostic where the innermost of the places is; false where there is none.
func (d *Diagnostic) Place(at Places) bool {
	if len(at) == 0 {
		return false
	}
	d.At = at
	d.File, d.Line, d.Col = at[0].File, at[0].Line, at[0].Col
	return true
}
