package pipeline

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/llad-ad/llad/diag"
	"github.com/llad-ad/llad/ir"
)

// Guard turns a broken invariant into a diagnostic: no input may end the
// program, and a caller must not write the module.
func Guard(m *ir.Module, err *error) {
	if r := recover(); r != nil {
		d := diag.InModule(m, codeInternal, "internal error: %v", r)
		d.Causes = panicSite()
		d.Hint = "this is a defect of llad: please report it with the input"
		*err = d
	}
}

// panicSite names the innermost functions of this module on the stack of a
// panic.
func panicSite() []string {
	pc := make([]uintptr, 64)
	frames := runtime.CallersFrames(pc[:runtime.Callers(3, pc)])
	var out []string
	for len(out) < 4 {
		f, more := frames.Next()
		if strings.Contains(f.Function, "llad-ad/llad") {
			out = append(out, fmt.Sprintf("%s:%d in %s", filepath.Base(f.File), f.Line, f.Function[strings.LastIndexByte(f.Function, '/')+1:]))
		}
		if !more {
			break
		}
	}
	return out
}
