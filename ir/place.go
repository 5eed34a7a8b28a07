package ir

import (
	"path/filepath"
	"strconv"
	"strings"
)

// Place is a position in source code.
type Place struct {
	File      string // as the compiler was given it
	Dir       string // where File begins, unless that is absolute
	Line, Col int    // 1-based; 0 when unknown
	Func      string // the symbol of the function it stands in, or its name; "" where it is not known
}

// String is file:line:column, as far as it is known.
func (p Place) String() string {
	s := p.File
	if filepath.IsAbs(s) {
		s = filepath.Clean(s)
	}
	if p.Line > 0 && s != "" {
		s += ":" + strconv.Itoa(p.Line)
		if p.Col > 0 {
			s += ":" + strconv.Itoa(p.Col)
		}
	}
	return s
}

// libraries are folders where installed headers and sources are.
var libraries = []string{"/usr/", "/opt/", "/rustc/", "/Library/", "/Applications/"}

// packaged are parts of paths to sources that build tools have fetched.
var packaged = []string{"/rustlib/src/", "/.cargo/registry/", "/include/c++/"}

// IsLibrary reports whether a place is in code that its user did not write: outside of the folder
// that was compiled in, where systems and build tools put libraries.
func (p Place) IsLibrary() bool {
	if !filepath.IsAbs(p.File) || p.Dir != "" && strings.HasPrefix(p.File, strings.TrimSuffix(p.Dir, "/")+"/") {
		return false
	}
	for _, l := range libraries {
		if strings.HasPrefix(p.File, l) {
			return true
		}
	}
	for _, l := range packaged {
		if strings.Contains(p.File, l) {
			return true
		}
	}
	return false
}

// Places are a position, and behind it the calls through which its code was inlined,
// innermost first.
type Places []Place

// Own is the first place that is not in library code; 0 where all are.
func (at Places) Own() int {
	for k, p := range at {
		if !p.IsLibrary() {
			return k
		}
	}
	return 0
}
