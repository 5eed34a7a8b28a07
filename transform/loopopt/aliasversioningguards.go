package loopopt

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/edit"
)

// A pointer of C does not say that what it points to may be read. A member is read ahead of the
// versions then under the conditions under which the loops read it for certain.

// guard is a condition that is known where the versions begin.
type guard struct {
	cond ir.Value
	is   bool
}

// guardedRead is a member that is read ahead: head branches to read or, without it, to behind.
type guardedRead struct {
	head, read, behind *ir.Block
	made               []*ir.Instr
}

// guards lists the conditions under which control comes from where the versions begin to i;
// false where these are not all known there.
func (a *aliasVersioner) guards(i *ir.Instr) ([]guard, bool) {
	if a.preds == nil {
		a.preds = a.f.Preds()
	}
	var out []guard
	last := i
	for b := i.Parent; ; last = b.Term() {
		from := 0
		if b == a.at {
			from = a.from
		}
		if !returns(b.Instrs[from:b.Index(last)]) {
			return nil, false
		}
		if b == a.at {
			return out, true
		}
		d := a.dt.Idom(b)
		for _, p := range a.preds[b.ID] {
			if p != d && !a.dt.Dominates(b, p) {
				return nil, false
			}
		}
		t := d.Term()
		if t.Op != ir.Br {
			return nil, false
		}
		if len(t.Blocks) == 2 {
			if t.Blocks[0] == t.Blocks[1] || !a.before(t.Arg(0)) {
				return nil, false
			}
			out = append(out, guard{t.Arg(0), t.Blocks[0] == b})
		}
		b = d
	}
}

// returns reports whether no instruction of l keeps control.
func returns(l []*ir.Instr) bool {
	for _, i := range l {
		if f := i.CalledFunc(); i.IsCall() && (f == nil || !strings.HasPrefix(f.Name, "llvm.")) {
			return false
		}
	}
	return true
}

// readGuarded reads the members that need it where the versions begin, which is behind that from
// then on.
func (a *aliasVersioner) readGuarded() {
	for _, f := range a.guarded {
		g := guardedRead{head: a.at}
		g.behind = edit.SplitBehind(a.at, a.from-1, "members")
		g.read = a.f.NewBlock(a.f.FreshName("member"))
		b := ir.NewBuilder(g.head)
		from := len(g.head.Instrs)
		b.CondBr(anyOf(b, f.guards), g.read, g.behind)
		g.made = append(g.made, g.head.Instrs[from:len(g.head.Instrs)-1]...)
		b.AtEnd(g.read)
		first := f.loads[0]
		v := b.Load(first.Typ, b.Offset(f.of, ir.NewInt(ir.I64, f.off)), 1)
		v.Align = first.Align
		b.Br(g.behind)
		phi := ir.NewInstr(ir.Phi, first.Typ, v, ir.Zero(first.Typ))
		phi.Blocks = []*ir.Block{g.read, g.head}
		g.behind.InsertAt(0, phi)
		f.value = phi
		a.reads = append(a.reads, g)
		a.at, a.from = g.behind, 1
	}
	if len(a.reads) == 0 {
		return
	}
	a.front = map[*ir.Instr]bool{}
	for _, i := range a.at.Phis() {
		a.front[i] = true
	}
	a.dt = ir.Dominators(a.f)
	a.li = analysis.Loops(a.f, a.dt)
}

// anyOf is whether all conditions of one of the lists hold.
func anyOf(b *ir.Builder, lists [][]guard) ir.Value {
	var some ir.Value
	for _, l := range lists {
		var all ir.Value = ir.NewInt(ir.I1, 1)
		for _, g := range l {
			c := g.cond
			if !g.is {
				c = b.Binary(ir.Xor, c, ir.NewInt(ir.I1, 1))
			}
			all = b.Binary(ir.And, all, c)
		}
		if some == nil {
			some = all
		} else {
			some = b.Binary(ir.Or, some, all)
		}
	}
	return some
}

// undoReads takes back what readGuarded has read and nobody uses.
func (a *aliasVersioner) undoReads() {
	gone := map[*ir.Block]bool{}
	for k := len(a.reads) - 1; k >= 0; k-- {
		g := a.reads[k]
		phi := g.behind.Instrs[0]
		if ir.HasUses(phi) {
			continue
		}
		phi.DropArgs()
		g.behind.Instrs = g.behind.Instrs[1:]
		for _, i := range g.read.Instrs {
			i.DropArgs()
		}
		g.head.Term().DropArgs()
		edit.JoinBehind(g.head, g.behind)
		for k := len(g.made) - 1; k >= 0; k-- {
			edit.Kill(g.made[k])
		}
		edit.CompactBlock(g.head)
		gone[g.read], gone[g.behind] = true, true
	}
	if len(gone) > 0 {
		a.f.Blocks = slices.DeleteFunc(a.f.Blocks, func(b *ir.Block) bool { return gone[b] })
		a.f.Number()
	}
}
