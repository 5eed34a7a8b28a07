package canon

import (
	"strconv"
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// simplePad reports whether b is a landing pad.
func simplePad(b *ir.Block) bool {
	k := b.FirstNonPhi()
	return k < len(b.Instrs) && b.Instrs[k].Op == ir.LandingPad
}

// byValue is an argument in the inlined body: itself, or the address of a copy of the struct
// for a byval parameter.
func (n *inliner) byValue(p *ir.Param, arg ir.Value) ir.Value {
	text, ok := p.Attr("byval")
	if !ok {
		return arg
	}
	t, err := n.f.Module.ParseType(text)
	if err != nil {
		return arg // inlinable has parsed it
	}
	align := 0
	if a, ok := p.Attr("align"); ok {
		align, _ = strconv.Atoi(a)
	}
	slot := ir.NewInstr(ir.Alloca, n.f.Module.PtrTo(t), ir.NewInt(ir.I32, 1))
	slot.Elem, slot.Align = t, int32(align)
	n.slots = append(n.slots, slot)
	b := ir.NewBuilder(n.call.Parent)
	b.Before(n.call)
	b.Meta = edit.DebugLoc(n.call)
	b.MemCpy(slot, arg, ir.NewInt(ir.I64, n.f.Module.Layout.AllocSize(t)))
	return slot
}

// throwing lets exceptions unwind from an inlined body to the destination of the invoke: calls
// that may throw become invokes, the body's landing pads also catch what the destination
// catches, and its resumes branch there.
func (n *inliner) throwing() {
	unwind := n.call.Blocks[1]
	n.passOn(unwind)
	// The value each phi of the pad has for the old invoke's block holds at every
	// new one, which that block dominates.
	from := n.call.Parent
	type entry struct {
		phi *ir.Instr
		v   ir.Value
	}
	var entries []entry
	for _, phi := range unwind.Phis() {
		entries = append(entries, entry{phi, phi.Incoming(from)})
	}
	edit.DropEdge(from, unwind)
	for _, c := range n.calls {
		if c.Op != ir.Call || !mayThrow(c) {
			continue
		}
		b := c.Parent
		toInvoke(c, unwind, n.f.FreshName("inl.cont"))
		for _, e := range entries {
			e.phi.AddIncoming(e.v, b)
		}
	}
}

// toInvoke turns a call into an invoke whose normal destination is a new block with what
// follows. The phis of unwind have no values for the new edge yet.
func toInvoke(c *ir.Instr, unwind *ir.Block, name string) {
	b := c.Parent
	at := b.Index(c)
	rest := b.Parent.NewBlock(name)
	rest.Line = c.Line
	for _, i := range b.Instrs[at+1:] {
		rest.Append(i)
	}
	clear(b.Instrs[at+1:])
	b.Instrs = b.Instrs[:at+1]
	for _, s := range edit.DistinctBlocks(rest.Succs()) {
		edit.ReplaceIncomingBlock(s, b, rest)
	}
	c.Op = ir.Invoke
	c.Blocks = []*ir.Block{rest, unwind}
}

// passOn turns every resume of the inlined body into a branch to the code after the landing
// pad of the invoke.
func (n *inliner) passOn(unwind *ir.Block) {
	if len(n.pads) == 0 {
		return
	}
	outer := unwind.Instrs[unwind.FirstNonPhi()]
	for _, p := range n.pads {
		p.Flags |= outer.Flags & ir.Cleanup
		if outer.NumArgs() == 0 {
			continue
		}
		x := *p.Extra()
		x.Clauses = strings.TrimSpace(x.Clauses + " " + outer.X.Clauses)
		p.X = &x
		p.SetArgs(append(p.Args(), outer.Args()...)...)
	}
	if len(n.resumes) == 0 {
		return
	}
	body := n.f.NewBlock(n.f.FreshName("inl.caught"))
	body.Line = outer.Line
	at := unwind.FirstNonPhi() + 1
	rest := append([]*ir.Instr(nil), unwind.Instrs[at:]...)
	clear(unwind.Instrs[at:])
	unwind.Instrs = unwind.Instrs[:at]
	for _, i := range rest {
		body.Append(i)
	}
	for _, s := range edit.DistinctBlocks(body.Succs()) {
		edit.ReplaceIncomingBlock(s, unwind, body)
	}
	b := ir.NewBuilder(unwind)
	b.Br(body).Line = outer.Line

	here := append([]*ir.Instr{outer}, unwind.Phis()...)
	for _, v := range here {
		b.AtStart(body)
		phi := b.Phi(v.Typ)
		phi.Line = v.Line
		ir.ReplaceAllUses(v, phi)
		phi.AddIncoming(v, unwind)
		for _, r := range n.resumes {
			if v == outer {
				phi.AddIncoming(r.Arg(0), r.Parent)
			} else {
				phi.AddIncoming(v.Incoming(n.call.Parent), r.Parent)
			}
		}
	}
	for _, r := range n.resumes {
		from, line := r.Parent, r.Line
		meta := r.Meta
		r.Erase()
		b.AtEnd(from)
		b.Meta = meta
		b.Br(body).Line = line
	}
}

// mayThrow reports whether a call may unwind.
func mayThrow(i *ir.Instr) bool {
	f := i.CalledFunc()
	if f == nil {
		_, asm := i.Callee().(*ir.InlineAsm)
		return !asm && !i.HasAttr("nounwind")
	}
	return !strings.HasPrefix(f.Name, "llvm.") && !HasAttr(i, f, "nounwind")
}
