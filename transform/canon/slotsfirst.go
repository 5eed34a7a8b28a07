package canon

import "github.com/llad-ad/llad/ir"

// SlotsFirst moves the allocas of the entry block to its start: an alloca after a call that is
// inlined as several blocks would be executed dynamically. It reports whether anything
// changed.
func SlotsFirst(f *ir.Function) bool {
	e := f.Entry()
	var slots, rest []*ir.Instr
	changed := false
	for _, i := range e.Instrs {
		if i.Op == ir.Alloca && (i.NumArgs() == 0 || ir.IsConstant(i.Arg(0))) {
			slots = append(slots, i)
			changed = changed || len(rest) > 0
		} else {
			rest = append(rest, i)
		}
	}
	if changed {
		e.Instrs = append(slots, rest...)
	}
	return changed
}
