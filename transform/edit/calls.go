package edit

import (
	"strings"

	"github.com/llad-ad/llad/ir"
)

// PredicateCalls executes calls, whose results are unused, only where cond holds; cond emits
// the condition before each. Loop information of f is out of date afterwards.
func PredicateCalls(f *ir.Function, calls []*ir.Instr, cond func(b *ir.Builder) ir.Value) {
	for _, i := range calls {
		head := i.Parent
		at := head.Index(i)
		tail := append([]*ir.Instr(nil), head.Instrs[at+1:]...)
		head.Instrs = head.Instrs[:at]
		does, after := f.NewBlock(f.FreshName("does")), f.NewBlock(f.FreshName("after"))
		does.Line, after.Line = i.Line, i.Line
		does.Append(i)
		for _, n := range tail {
			after.Append(n)
		}
		for _, to := range DistinctBlocks(after.Succs()) {
			ReplaceIncomingBlock(to, head, after)
		}
		b := ir.NewBuilder(does)
		b.Meta = DebugLoc(i)
		b.Br(after)
		b.AtEnd(head)
		b.CondBr(cond(b), does, after)
	}
	SortBlocks(f)
}

// DropCalls removes calls whose results are unused; an invoke becomes a branch to its normal
// destination. Loop information of f is out of date afterwards.
func DropCalls(f *ir.Function, calls []*ir.Instr) {
	for _, i := range calls {
		if i.Op == ir.Invoke {
			ChangeToCall(i.Parent)
		}
		Kill(i)
	}
	Compact(f)
	RemoveUnreachable(f)
	SortBlocks(f)
}

// ChangeToCall turns the invoke at the end of b into a call followed by a branch to the normal
// destination.
func ChangeToCall(b *ir.Block) {
	t := b.Term()
	to, unwind := t.Blocks[0], t.Blocks[1]
	DropEdge(b, unwind)
	t.Op, t.Blocks = ir.Call, nil
	at := ir.NewBuilder(b)
	at.Meta = DebugLoc(t)
	at.Br(to).Line = t.Line
}

// Suffixed puts a suffix behind a symbol that may be quoted.
func Suffixed(name, suffix string) string {
	if strings.HasSuffix(name, `"`) {
		return name[:len(name)-1] + suffix + `"`
	}
	return name + suffix
}
