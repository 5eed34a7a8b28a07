package canon

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
)

// LCSSA puts f into loop-closed form: a value computed in a loop is read
// outside of it only through a phi in a block behind one of the loop's exits.
// f must have dedicated exits (LoopSimplify). It reports whether it changed f.
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

// useBlock is where an operand is read: for a phi at the end of the incoming block.
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

// closer finds the value of v at blocks outside its loop.
type closer struct {
	l     *analysis.Loop
	preds [][]*ir.Block
	v     *ir.Instr
	at    map[*ir.Block]ir.Value
	phis  []*ir.Instr
}

// entry gives the value at the end of block b, which lies outside the loop
// (and at its start too: b does not define v).
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

// fold takes out the phis that hand on one value, as they do at the heads of later loops
// that read it, but those behind exits.
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

// only is what phi hands on, nil where that is not one value or comes out of the loop.
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
