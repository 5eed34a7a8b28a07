package canon

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
)

// LCSSA puts f into loop-closed SSA form: a value defined in a loop is used outside of it only
// by phis in exit blocks. f must have dedicated exits (LoopSimplify). It reports whether
// anything changed.
func LCSSA(f *ir.Function) bool {
	dt := ir.Dominators(f)
	li := analysis.Loops(f, dt)
	preds := f.Preds()
	changed := false
	for _, b := range f.Blocks {
		if li.Of(b) == nil || !dt.Reachable(b) {
			continue
		}
		for k := 0; k < len(b.Instrs); k++ {
			i := b.Instrs[k]
			if i.Typ == ir.Void || i.Typ.Kind == ir.TokenKind {
				continue
			}
			// One loop at a time, from the inside: the new phis then are
			// values of the next loop.
			if closeValue(li, preds, i) {
				changed = true
			}
		}
	}
	return changed
}

// useBlock is the block in which an operand is used: the incoming block for a phi.
func useBlock(u *ir.Use) *ir.Block {
	if u.User.Op == ir.Phi {
		return u.User.Blocks[u.Index()]
	}
	return u.User.Parent
}

func closeValue(li *analysis.LoopInfo, preds [][]*ir.Block, v *ir.Instr) bool {
	l := li.Of(v.Parent)
	if l == nil {
		return false
	}
	var outside []*ir.Use
	for u := range ir.Uses(v) {
		if b := useBlock(u); !l.Contains(b) && u.User.Parent != nil {
			outside = append(outside, u)
		}
	}
	if len(outside) == 0 {
		return false
	}
	c := &closer{l: l, preds: preds, v: v, at: map[*ir.Block]ir.Value{}}
	for _, u := range outside {
		u.User.SetArg(u.Index(), c.entry(useBlock(u)))
	}
	c.fold()
	for _, phi := range c.phis {
		closeValue(li, preds, phi)
	}
	return true
}

// closer finds the value of v in blocks outside its loop.
type closer struct {
	l     *analysis.Loop
	preds [][]*ir.Block
	v     *ir.Instr
	at    map[*ir.Block]ir.Value
	phis  []*ir.Instr
}

// entry is the value at the end of block b, outside the loop; b does not define v, so that it
// is the value at its start too.
func (c *closer) entry(b *ir.Block) ir.Value {
	var chain []*ir.Block
	for {
		if v, ok := c.at[b]; ok {
			for _, x := range chain {
				c.at[x] = v
			}
			return v
		}
		ps := c.preds[b.ID]
		if len(ps) == 1 && !c.l.Contains(ps[0]) {
			chain = append(chain, b)
			b = ps[0]
			continue
		}
		phi := ir.NewInstr(ir.Phi, c.v.Typ)
		phi.Line = c.v.Line
		b.InsertAt(0, phi)
		c.at[b] = phi
		c.phis = append(c.phis, phi)
		for _, p := range ps {
			v := ir.Value(c.v)
			if !c.l.Contains(p) {
				v = c.entry(p)
			}
			for _, s := range p.Succs() { // an entry for each edge
				if s == b {
					phi.AddIncoming(v, p)
				}
			}
		}
	}
}

// fold removes new phis whose incoming values are one value, as in headers of later loops,
// except those in exit blocks.
func (c *closer) fold() {
	for changed := true; changed; {
		changed = false
		kept := c.phis[:0]
		for _, phi := range c.phis {
			v := c.only(phi)
			if v == nil {
				kept = append(kept, phi)
				continue
			}
			ir.ReplaceAllUses(phi, v)
			phi.Erase()
			changed = true
		}
		c.phis = kept
	}
}

// only is the single incoming value of phi; nil where there are several, or it comes out of
// the loop.
func (c *closer) only(phi *ir.Instr) (v ir.Value) {
	for k, p := range phi.Blocks {
		switch x := phi.Arg(k); {
		case c.l.Contains(p):
			return nil
		case x == phi || x == v:
		case v != nil:
			return nil
		default:
			v = x
		}
	}
	return v
}
