package activity

import (
	"strings"

	"github.com/llad-ad/llad/ir"
)

// This file is about code into which AddressSanitizer or MemorySanitizer has put its checks: those compute addresses of
// the sanitizer's own shadow memory from the program's, and move bits of that beside floats. Checks of a primal
// hold of nothing that a derivative does: shadows would be looked up as if they were the program's memory.

// sanitizerCalls and sanitizerVariables are how such code is recognised: what ends a check, and where
// MemorySanitizer passes on what it knows of arguments.
var (
	sanitizerCalls     = []string{"__asan_report_", "__asan_stack_malloc_", "__hwasan_tag_memory", "__msan_warning", "__msan_maybe_warning_", "__msan_chain_origin"}
	sanitizerVariables = map[string]bool{
		"__msan_param_tls": true, "__msan_retval_tls": true, "__msan_va_arg_tls": true, "__msan_va_arg_overflow_size_tls": true,
		"__msan_param_origin_tls": true, "__msan_retval_origin_tls": true, "__msan_va_arg_origin_tls": true, "__msan_origin_tls": true,
	}
)

// instrumented refuses a function with such checks.
func (e *Env) instrumented(f *ir.Function) *ir.Diagnostic {
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if sanitizes(i) {
				d := ir.DiagAt(i, CodeInstrumented, "'%s' has the checks of a sanitizer in it", e.first(f).Name)
				d.Hint = "differentiate the IR before they are put there, and let the compiler put them into the result: clang -fsanitize=... -Xclang -disable-llvm-passes for llad's input, clang -fsanitize=... for its output"
				return d
			}
		}
	}
	return nil
}

// sanitizes reports whether an instruction is part of such a check.
func sanitizes(i *ir.Instr) bool {
	if g := i.CalledFunc(); g != nil {
		for _, prefix := range sanitizerCalls {
			if strings.HasPrefix(g.Name, prefix) {
				return true
			}
		}
	}
	for _, a := range i.Args() {
		if namesSanitizer(a) {
			return true
		}
	}
	return false
}

// namesSanitizer reports whether an operand is made of the address of one of the variables.
func namesSanitizer(v ir.Value) bool {
	switch v := v.(type) {
	case *ir.Global:
		return sanitizerVariables[v.Name]
	case *ir.Const:
		for _, e := range v.Elems {
			if namesSanitizer(e) {
				return true
			}
		}
	}
	return false
}
