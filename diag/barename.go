package diag

import (
	"regexp"
	"strings"

	"github.com/llad-ad/llad/ir"
)

var (
	inBrackets = regexp.MustCompile(`<[^<>]*>|\([^()]*\)|\[[^\[\]]*\]`)
	rustHash   = regexp.MustCompile(`::h[0-9a-f]{16}$`)
)

// BareName is the name of f as its author wrote it, without namespaces, template arguments and
// parameters.
func BareName(f *ir.Function) string {
	name := rustHash.ReplaceAllString(Demangled(f), "")
	for before := ""; before != name; {
		before, name = name, inBrackets.ReplaceAllString(name, "")
	}
	if at := strings.LastIndex(name, "::"); at >= 0 {
		name = name[at+2:]
	}
	if at := strings.LastIndex(strings.TrimSpace(name), " "); at >= 0 { // the result's type, of templates
		name = name[at+1:]
	}
	return strings.TrimSpace(name)
}
