package rules

import (
	"strings"
	"sync"
)

// Variable is what is known of a variable of Rust's library.
type Variable uint8

// The kinds of known variables.
const (
	UnknownVariable Variable = iota
	Table                    // never changes, even where it is declared as if it could
	Numbers                  // holds neither floats nor addresses
)

// variableRow gives what is known to variables by their paths, spelled as in rustRow.
type variableRow struct {
	known Variable
	paths string
}

var variableRows = []variableRow{
	// which characters are letters, and which white space
	{Table, `core::unicode::..`},
	// how many threads panic, which every lock asks, and the keys of a thread's hash tables
	{Numbers, `std::..::GLOBAL_PANIC_COUNT|LOCAL_PANIC_COUNT::.. std::..::RandomState::new::KEYS::..`},
}

// variableOf is what is known of symbols that were compared with all the rows.
var variableOf sync.Map

// LookupVariable gives what is known of a variable of that symbol.
func LookupVariable(symbol string) Variable {
	symbol = unquote(symbol)
	if k, ok := variableOf.Load(symbol); ok {
		return k.(Variable)
	}
	known := UnknownVariable
	if path := rustPathOf(symbol); path != nil {
		known = knownVariable(path)
	}
	variableOf.Store(strings.Clone(symbol), known) // the symbol is part of a module's text
	return known
}

func knownVariable(path rustPath) Variable {
	for k, paths := range variablePaths {
		for _, p := range paths {
			if p.matches(path) {
				return variableRows[k].known
			}
		}
	}
	return UnknownVariable
}

// variablePaths are the paths of each of variableRows.
var variablePaths = func() [][]rustPath {
	var list [][]rustPath
	for _, r := range variableRows {
		list = append(list, rowPaths(r.paths))
	}
	return list
}()
