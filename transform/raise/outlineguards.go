package raise

import (
	"fmt"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/edit"
)

// What an iteration does on a condition has a block of its own in each copy that the unroller made. It
// becomes a call, too, whose first argument is the condition.

// guardOf is the code of a block that only the condition of the block in front skips, else nil.
func guardOf(b *ir.Block, preds []*ir.Block) *loopCode {
	if len(preds) != 1 || len(b.Instrs) > maxInner || b.Term().Op != ir.Br || len(b.Succs()) != 1 || preds[0] == b {
		return nil
	}
	t, ok := edit.CondBranch(preds[0])
	exit := b.Succs()[0]
	if !ok || t.Blocks[0] != exit && t.Blocks[1] != exit || exit == b || len(b.Phis()) > 0 {
		return nil
	}
	c := &loopCode{block: b, pre: preds[0], exit: exit, cond: t.Arg(0)}
	if !c.read() {
		return nil
	}
	return c
}

// guards lists the guarded blocks that can become calls.
func guards(f *ir.Function, loops *analysis.LoopInfo) (list []*loopCode) {
	preds := f.Preds()
	for _, b := range f.Blocks {
		if len(loops.All) > 0 {
			if c := guardOf(b, preds[b.ID]); c != nil {
				list = append(list, c)
			}
		}
	}
	return list
}

// readGuard adds the condition and what follows from it to the key.
func (c *loopCode) readGuard() {
	fmt.Fprintf(&c.key, " if %t", c.pre.Term().Blocks[0] == c.block)
	c.operand(c.cond)
	for _, phi := range c.exit.Phis() {
		c.outs = append(c.outs, phi)
		fmt.Fprintf(&c.key, "\nphi %s", phi.Typ)
		c.operand(phi.Incoming(c.pre))
		c.operand(phi.Incoming(c.block))
	}
}

// guardFunction completes the function of a guard.
func (c *loopCode) guardFunction(entry, then, exit *ir.Block) []ir.Value {
	cond := c.within(then, c.cond)
	b := ir.NewBuilder(entry)
	if c.pre.Term().Blocks[0] == c.block {
		b.CondBr(cond, then, exit)
	} else {
		b.CondBr(cond, exit, then)
	}
	results := make([]ir.Value, len(c.outs))
	for k, phi := range c.outs {
		p := ir.NewInstr(ir.Phi, phi.Typ)
		p.AddIncoming(c.within(then, phi.Incoming(c.pre)), entry)
		p.AddIncoming(c.within(then, phi.Incoming(c.block)), then)
		exit.Append(p)
		results[k] = p
	}
	return results
}

// skipGuard leaves the block of a guard out: results are what its phis have behind it.
func (c *loopCode) skipGuard(results []ir.Value) {
	edit.DropEdge(c.block, c.exit)
	for k, phi := range c.outs {
		for n, from := range phi.Blocks {
			if from == c.pre {
				phi.SetArg(n, results[k])
			}
		}
	}
	edit.Jump(c.pre, c.exit)
}
