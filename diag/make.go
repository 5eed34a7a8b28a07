package diag

import (
	"fmt"

	"github.com/llad-ad/llad/ir"
)

// InModule makes a diagnostic about a whole module.
func InModule(m *ir.Module, code, format string, args ...any) *ir.Diagnostic {
	return &ir.Diagnostic{File: m.Name, Code: code, Message: fmt.Sprintf(format, args...)}
}

// AtFunc makes a diagnostic at a function's definition, in the source where debug information tells
// it.
func AtFunc(f *ir.Function, code, format string, args ...any) *ir.Diagnostic {
	return ir.InFunc(f, ir.Diagnostic{Code: code, Message: fmt.Sprintf(format, args...)})
}
