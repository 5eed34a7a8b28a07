package transport

import (
	"strconv"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// traceOf is the number of the trace that a symbol belongs to, 0 for others.
func traceOf(symbol string) int64 {
	rest, ok := strings.CutPrefix(symbol, "llad.trace")
	if !ok {
		return 0
	}
	number, _, _ := strings.Cut(rest, ".")
	n, err := strconv.ParseInt(number, 10, 32)
	if err != nil {
		return 0
	}
	return n
}

// supportOf is the name that text in runtime.ll has for a support function of another trace,
// "" for other functions.
func supportOf(f *ir.Function) string {
	if traceOf(f.Name) == 0 {
		return ""
	}
	_, name, _ := strings.Cut(strings.TrimPrefix(f.Name, "llad.trace"), ".")
	return name
}

// traceSupport traces calls of those support functions of another trace, which made what is
// traced now, that do with addresses what would not be understood, or keep memory between
// sweeps. The others are code like any other.
func traceSupport(x *body, i *ir.Instr, f *ir.Function) bool {
	switch supportOf(f) {
	case "word.mark", "word.unmark", "word.ours":
		// the mark is the other trace's affair: the shadow leads where the address does
		x.b.After(i)
		x.setWord(i, x.word(i.Arg(0)))
	case "names.kept":
		// what an earlier sweep kept has no shadow, or one of another sweep
		ir.ReplaceAllUses(i, ir.NewInt(ir.I64, 0))
		i.Erase()
	case "names.keep":
		ir.ReplaceAllUses(i, i.Arg(1))
		i.Erase()
	default:
		return false
	}
	return true
}

// IsSupport reports whether f is a support function of derivatives that were made by names.
func IsSupport(f *ir.Function) bool { return traceOf(f.Name) > 0 }
