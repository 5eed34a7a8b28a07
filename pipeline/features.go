package pipeline

import (
	"strings"

	"github.com/llad-ad/llad/ir"
)

// baseFeatures are what code has for a processor of which nothing more is said, by the
// architecture that begins the target's name: compilers may leave it out.
var baseFeatures = map[string]string{
	"x86_64":  "cmov cx8 fxsr mmx sse sse2 x87 64bit",
	"aarch64": "neon fp-armv8 v8a outline-atomics fmv",
}

// moreFeatures reports whether a function is compiled for instructions that a call of it stands
// outside of: one of several versions among which a program chooses when running. Put into
// the caller, its vectors would be taken apart and its fused multiplications be calls, or the
// compiler would have no code for its intrinsics.
func moreFeatures(call *ir.Instr, callee *ir.Function) bool {
	caller := call.Parent.Parent
	wanted, ok := callee.Attr("target-features")
	if have, _ := caller.Attr("target-features"); !ok || wanted == have {
		return false
	}
	had := features(caller)
	arch, _, _ := strings.Cut(caller.Module.Triple, "-")
	for _, name := range strings.Fields(baseFeatures[arch]) {
		had[name] = true
	}
	for name := range features(callee) {
		if !had[name] {
			return true
		}
	}
	return false
}

// features are the names that a function's attribute turns on.
func features(f *ir.Function) map[string]bool {
	text, _ := f.Attr("target-features")
	on := map[string]bool{}
	for _, name := range strings.Split(strings.Trim(text, `"`), ",") {
		if name, ok := strings.CutPrefix(name, "+"); ok {
			on[name] = true
		}
	}
	return on
}
