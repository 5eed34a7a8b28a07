package indirect

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/edit"
)

const maxPromoted = 16 // calls of a function

// Promote compares the pointers of calls in loops with the addresses of the candidates, and calls
// these directly where they are equal. It reports whether there was such a call.
func Promote(f *ir.Function, c *Candidates) bool {
	calls := callsInLoops(f, c)
	for _, i := range calls {
		promote(i, c.of(i.X.FnType))
	}
	if len(calls) > 0 {
		f.MarkChanged()
	}
	return len(calls) > 0
}

// callsInLoops lists the calls through pointers in loops for which there are candidates.
func callsInLoops(f *ir.Function, c *Candidates) []*ir.Instr {
	if !slices.ContainsFunc(f.Blocks, func(b *ir.Block) bool { return slices.ContainsFunc(b.Instrs, isIndirect) }) {
		return nil
	}
	li := analysis.Loops(f, ir.Dominators(f))
	var list []*ir.Instr
	for _, b := range f.Blocks {
		if li.Of(b) == nil {
			continue
		}
		for _, i := range b.Instrs {
			if isIndirect(i) && len(list) < maxPromoted && len(c.of(i.X.FnType)) > 0 {
				list = append(list, i)
			}
		}
	}
	return list
}

// isIndirect reports whether i calls through a pointer that is computed.
func isIndirect(i *ir.Instr) bool {
	if i.Op != ir.Call && i.Op != ir.Invoke || i.X == nil || i.X.FnType == nil || i.X.FnType.Variadic || i.X.Bundles != "" {
		return false
	}
	callee, ok := i.Callee().(*ir.Instr)
	return ok && (callee.Op == ir.Load || callee.Op == ir.Phi || callee.Op == ir.Select)
}

// promote puts the comparisons of the pointer that i calls in front of i.
func promote(i *ir.Instr, list []*ir.Function) {
	b := i.Parent
	f := b.Parent
	at := b.Index(i)
	join := joinBehind(i, at)
	phi := ir.NewInstr(ir.Phi, i.Typ)
	for _, callee := range list {
		direct, next := f.NewBlock(f.FreshName("direct")), f.NewBlock(f.FreshName("indirect"))
		w := ir.NewBuilder(b)
		w.CondBr(w.ICmp(ir.EQ, i.Callee(), callee), direct, next)
		w.AtEnd(direct)
		c := i.CopyShell()
		c.Op, c.Blocks = ir.Call, nil
		args := i.Args()
		args[len(args)-1] = callee
		c.SetArgs(args...)
		w.Insert(c)
		w.Br(join)
		if i.Typ.Kind != ir.VoidKind {
			phi.AddIncoming(c, direct)
		}
		b = next
	}
	i.Parent = b
	b.Instrs = append(b.Instrs, i)
	if i.Op == ir.Invoke {
		i.Blocks[0] = join
		edit.ReplaceIncomingBlock(i.Blocks[1], join, b)
	} else {
		ir.NewBuilder(b).Br(join)
	}
	if i.Typ.Kind != ir.VoidKind {
		ir.ReplaceAllUses(i, phi)
		phi.AddIncoming(i, b)
		join.InsertAt(0, phi)
	}
}

// joinBehind takes i, instruction at of its block, out, and moves what follows into a block of its own. An invoke
// leaves a branch to its normal destination there.
func joinBehind(i *ir.Instr, at int) *ir.Block {
	b := i.Parent
	if i.Op != ir.Invoke {
		join := edit.SplitBehind(b, at, "called")
		b.Instrs = b.Instrs[:at]
		return join
	}
	join := b.Parent.NewBlock(b.Parent.FreshName("called"))
	b.Instrs = b.Instrs[:at]
	ir.NewBuilder(join).Br(i.Blocks[0])
	edit.ReplaceIncomingBlock(i.Blocks[0], b, join)
	edit.ReplaceIncomingBlock(i.Blocks[1], b, join) // until the block of the invoke is known
	return join
}
