package canon

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// throwApart duplicates a throw that the compiler has merged from several.
func throwApart(f *ir.Function) {
	changed := false
	for _, b := range append([]*ir.Block(nil), f.Blocks...) {
		if t := soleThrow(b); t != nil {
			copyThrow(b, t)
			changed = true
		}
	}
	if changed {
		edit.RemoveUnreachable(f)
		edit.SortBlocks(f)
	}
}

// soleThrow is the throw in a block with nothing else, whose result is used only where it
// unwinds to; nil in other blocks.
func soleThrow(b *ir.Block) *ir.Instr {
	k := b.FirstNonPhi()
	if k == 0 || k >= len(b.Instrs) || len(b.Instrs) > k+2 || !calls(b.Instrs[k], "__cxa_throw") {
		return nil
	}
	t := b.Instrs[k]
	if at, ok := t.Arg(0).(*ir.Instr); !ok || at.Op != ir.Phi || at.Parent != b {
		return nil
	}
	if last := b.Term(); last != t && last.Op != ir.Unreachable {
		return nil
	}
	for _, phi := range b.Phis() {
		for u := range ir.Uses(phi) {
			incoming := u.User.Op == ir.Phi && u.User.Blocks[u.Index()] == b && t.Op == ir.Invoke && u.User.Parent == t.Blocks[1]
			if u.User != t && !incoming {
				return nil
			}
		}
		for _, from := range phi.Blocks {
			if !edit.CanRedirect(from) {
				return nil
			}
		}
	}
	return t
}

// copyThrow appends a copy of a throw to each predecessor.
func copyThrow(b *ir.Block, t *ir.Instr) {
	f := b.Parent
	phis := b.Phis()
	done := map[*ir.Block]bool{}
	for _, from := range append([]*ir.Block(nil), phis[0].Blocks...) {
		if done[from] {
			continue
		}
		done[from] = true
		here := func(v ir.Value) ir.Value {
			if i, ok := v.(*ir.Instr); ok && i.Op == ir.Phi && i.Parent == b {
				return i.Incoming(from)
			}
			return v
		}
		own := f.NewBlock(f.FreshName("throw"))
		own.Line = b.Line
		for _, i := range b.Instrs[len(phis):] {
			c := i.Copy()
			for k := range c.NumArgs() {
				c.SetArg(k, here(c.Arg(k)))
			}
			own.Append(c)
		}
		for _, to := range edit.DistinctBlocks(own.Succs()) {
			for _, phi := range to.Phis() {
				phi.AddIncoming(here(phi.Incoming(b)), own)
			}
		}
		edit.RedirectEdges(from, b, own)
	}
}
