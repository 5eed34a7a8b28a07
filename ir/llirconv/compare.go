package llirconv

import (
	"math"

	"github.com/llad-ad/llad/ir"
)

// differ tells the first instruction of f that g does not have in the same
// place, "" when there is none. Names of local values may differ; attributes
// and metadata are not compared.
func differ(f, g *ir.Function) string {
	c := &comparison{local: map[ir.Value]ir.Value{}, block: map[*ir.Block]*ir.Block{}}
	if len(f.Blocks) != len(g.Blocks) || len(f.Params) != len(g.Params) {
		return "define"
	}
	for k, p := range f.Params {
		c.local[p] = g.Params[k]
	}
	for k, b := range f.Blocks {
		c.block[b] = g.Blocks[k]
		if len(b.Instrs) != len(g.Blocks[k].Instrs) {
			return b.Ident()
		}
		for n, i := range b.Instrs {
			c.local[i] = g.Blocks[k].Instrs[n]
		}
	}
	for k, b := range f.Blocks {
		for n, i := range b.Instrs {
			if !c.instr(i, g.Blocks[k].Instrs[n]) {
				return i.Op.String() + " " + i.Ident()
			}
		}
	}
	return ""
}

type comparison struct {
	local map[ir.Value]ir.Value
	block map[*ir.Block]*ir.Block
}

func (c *comparison) instr(a, b *ir.Instr) bool {
	if a.Op != b.Op || a.Pred != b.Pred || a.Flags != b.Flags || a.Align != b.Align ||
		a.Typ.String() != b.Typ.String() || a.NumArgs() != b.NumArgs() || len(a.Blocks) != len(b.Blocks) ||
		len(a.Indices) != len(b.Indices) {
		return false
	}
	for k := range a.NumArgs() {
		if !c.value(a.Arg(k), b.Arg(k)) {
			return false
		}
	}
	for k := range a.Blocks {
		if c.block[a.Blocks[k]] != b.Blocks[k] {
			return false
		}
	}
	for k := range a.Indices {
		if a.Indices[k] != b.Indices[k] {
			return false
		}
	}
	return true
}

func (c *comparison) value(a, b ir.Value) bool {
	if other, ok := c.local[a]; ok {
		return other == b
	}
	if a.Type().String() != b.Type().String() {
		return false
	}
	x, ok := a.(*ir.Const)
	y, both := b.(*ir.Const)
	if !ok || !both {
		return ok == both && a.Ident() == b.Ident()
	}
	return c.constant(x, y)
}

// constant compares what constants mean: numbers have several spellings.
func (c *comparison) constant(a, b *ir.Const) bool {
	if x, ok := scalarFloat(a); ok {
		y, ok := scalarFloat(b)
		return ok && math.Float64bits(x) == math.Float64bits(y)
	}
	if a.Kind != b.Kind || a.Op != b.Op || a.Pred != b.Pred || len(a.Elems) != len(b.Elems) {
		return false
	}
	if len(a.Elems) == 0 {
		return a.Ident() == b.Ident()
	}
	for k := range a.Elems {
		if !c.value(a.Elems[k], b.Elems[k]) {
			return false
		}
	}
	return true
}

func scalarFloat(c *ir.Const) (float64, bool) {
	if c.Kind != ir.ConstFP {
		return 0, false
	}
	return ir.FloatValue(c)
}
