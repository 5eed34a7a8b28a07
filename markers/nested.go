package markers

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// symbol is a symbol in a module's text.
var symbol = regexp.MustCompile(`@("[^"]*"|[-a-zA-Z$._0-9]+)`)

// nestedNames are the names of the functions and variables that can be reached from functions
// whose addresses are operands in functions with marker calls: what is differentiated. What
// marker calls in these derive is differentiated again. Only the text is looked at, so that no
// function is read before its turn.
func nestedNames(m *ir.Module, has map[*ir.Function]bool) map[string]bool {
	mentions := map[string][]string{}
	nested := map[string]bool{}
	var queue []string
	visit := func(name string) {
		if !nested[name] {
			nested[name] = true
			queue = append(queue, name)
		}
	}
	for _, e := range m.Entities {
		if e.Kind != ir.DefineEntity && e.Kind != ir.GlobalEntity {
			continue
		}
		text := m.Src[e.Start:e.End]
		name := strings.Trim(e.Name, `"`)
		marked := e.Kind == ir.DefineEntity && namesMarker(text) && has[m.Func(e.Name)]
		for k, at := range symbol.FindAllIndex(text, -1) {
			if k == 0 {
				continue // its own name
			}
			other := string(bytes.Trim(text[at[0]+1:at[1]], `"`))
			mentions[name] = append(mentions[name], other)
			if marked && !bytes.HasPrefix(text[at[1]:], []byte("(")) {
				visit(other)
			}
		}
	}
	for len(queue) > 0 {
		name := queue[0]
		queue = queue[1:]
		for _, other := range mentions[name] {
			visit(other)
		}
	}
	return nested
}
