package python

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/llad-ad/llad"
)

// Options says what a Python module has. Parameters are named, or numbered from 0.
type Options struct {
	Funcs    []string                 // symbols or names; one that is "" is the only function a linker sees
	Args     map[string]llad.Activity // as a request for a derivative has it
	Shapes   map[string]Shape         // of arrays
	Types    map[string]string        // of their elements, where the code does not tell: double, float, i32 and the like
	ReadOnly []string                 // arrays that are not written, where the code does not tell
	Make     []string                 // some of Derivatives; nil means all

	Transport llad.Transport // as the Differentiator has it
}

// Derivatives are what a module can have of a function besides the function.
var Derivatives = []string{"grad", "jvp", "hvp"}

// makes tells whether a derivative is wanted.
func (o *Options) makes(what string) bool { return o.Make == nil || slices.Contains(o.Make, what) }

// Shape is the lengths of an array along its axes: integer parameters of the function, which the array
// then tells, and numbers.
type Shape []string

// ParseShape reads NAME=LENGTH or NAME=LENGTH*LENGTH, such as a=rows*3.
func ParseShape(text string) (name string, s Shape, err error) {
	name, lengths, ok := strings.Cut(text, "=")
	if name = strings.TrimSpace(name); !ok || name == "" {
		return "", nil, fmt.Errorf("%s: it is NAME=LENGTH, such as x=n or a=rows*3", text)
	}
	for _, l := range strings.Split(lengths, "*") {
		l = strings.TrimSpace(l)
		if n, err := strconv.Atoi(l); l == "" || err == nil && n < 0 {
			return "", nil, fmt.Errorf("%s: a length is an integer parameter or a number", text)
		}
		s = append(s, l)
	}
	return name, s, nil
}

// isNumber tells whether a length is a number.
func isNumber(length string) bool {
	_, err := strconv.Atoi(length)
	return err == nil
}
