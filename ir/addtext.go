package ir

import (
	"regexp"
	"strings"
)

// AddText appends whole lines of IR, definitions of functions and variables under names
// that are free, to what is written. They are not read: Defined gives values for them.
func AddText(m *Module, text string) { m.added.texts = append(m.added.texts, text) }

// Complete gives the module with what AddText was handed among its functions: read again
// from what is written, where there is such text.
func Complete(m *Module) (*Module, error) {
	if len(m.added.texts) == 0 {
		return m, nil
	}
	return Read(m.Name, m.Bytes())
}

// Defined is the address of a function that text handed to AddText defines. It is
// not written as a declaration.
func Defined(m *Module, name string, typ *Type) *Function {
	f := &Function{Name: name, Typ: typ, Module: m, IsDecl: true, loaded: true, inText: true}
	for k, t := range typ.Fields {
		f.Params = append(f.Params, &Param{Typ: t, Index: k, Parent: f})
	}
	return f
}

// IsText reports whether a function is one that Defined gave.
func IsText(f *Function) bool { return f.inText }

// HasText reports whether AddText was handed any.
func HasText(m *Module) bool { return len(m.added.texts) > 0 }

var pointerWord = regexp.MustCompile(`PTR\(([^()]+)\)`)

// Spelled is a text of functions as it is handed to AddText for m: without the lines that are comments, and with
// PTR(t), the pointer to t, as m spells it.
func Spelled(m *Module, text string) string {
	var keep []string
	for _, line := range strings.Split(text, "\n") {
		if !strings.HasPrefix(line, ";") {
			keep = append(keep, line)
		}
	}
	return pointerWord.ReplaceAllStringFunc(strings.Join(keep, "\n"), func(w string) string {
		if m.Typed {
			return pointerWord.FindStringSubmatch(w)[1] + "*"
		}
		return "ptr"
	})
}
