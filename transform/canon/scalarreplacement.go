package canon

import (
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/rules"
	"github.com/llad-ad/llad/transform/edit"
)

// ScalarReplacement carries an integer from one iteration to the next in a register, where the
// loop passes it on in memory: the state of a random number generator behind a pointer, a
// counter in a struct (scalar replacement; Allen and Kennedy, Optimizing Compilers for Modern
// Architectures, 2001, chapter 8). The compiler has done so where no other access may alias;
// it assumes that functions of the mathematical library, which write errno, may. An update of
// a value may be run backwards (see package reverse), and nothing is kept for it. The stores
// stay, as memory may be read at any time.
//
// Only the result of integer arithmetic counts as an integer: one that is merely moved may be
// the bits of a float. It needs preheaders, single latches and addresses that are one value,
// and reports whether anything changed.
func ScalarReplacement(f *ir.Function) bool {
	dt := ir.Dominators(f)
	li := analysis.Loops(f, dt)
	if len(li.All) == 0 {
		return false
	}
	h := &scalarReplacer{f: f, dt: dt, alias: edit.NewAlias(f)}
	for _, l := range li.All { // outer loops first
		h.loop(l)
	}
	if h.changed {
		Mem2Reg(f)
	}
	return h.changed
}

type scalarReplacer struct {
	f       *ir.Function
	dt      *ir.DomTree
	alias   *analysis.Alias
	changed bool
}

// memoryCell is memory of one address and type that a loop reads and writes.
type memoryCell struct {
	at            ir.Value
	typ           *ir.Type
	loads, stores []*ir.Instr
	first         *ir.Instr // a load that every iteration does
	integer       bool
}

func (h *scalarReplacer) loop(l *analysis.Loop) {
	pre := l.Preheader()
	if pre == nil || l.Latch() == nil {
		return
	}
	var writers []*ir.Instr
	var order []*memoryCell
	cells := map[ir.Value]*memoryCell{}
	of := func(p ir.Value, t *ir.Type) *memoryCell {
		c := cells[p]
		if c == nil && l.Invariant(p) && t.IsInt() && t.Bits <= 64 && t.Bits%8 == 0 {
			c = &memoryCell{at: p, typ: t}
			cells[p] = c
			order = append(order, c)
		}
		if c == nil || c.typ != t {
			return nil // of another type: the store is one that may write there
		}
		return c
	}
	for _, b := range l.Blocks {
		every := everyIteration(h.dt, l, b)
		for _, i := range b.Instrs {
			switch {
			case i.Flags&(ir.Volatile|ir.Atomic) != 0 && (i.Op == ir.Load || i.Op == ir.Store):
				return
			case i.Op == ir.Store:
				writers = append(writers, i)
				if c := of(i.Arg(1), i.Arg(0).Type()); c != nil {
					c.stores = append(c.stores, i)
				}
			case i.Op == ir.Load:
				if c := of(i.Arg(0), i.Typ); c != nil {
					c.loads = append(c.loads, i)
					if every && c.first == nil {
						c.first = i
					}
				}
			case i.Op == ir.Call && i.CalledFunc() != nil && strings.HasPrefix(i.CalledFunc().Name, "llvm.mem"):
				writers = append(writers, i)
			case i.Op == ir.Call && i.CalledFunc() != nil && IsPure(i.CalledFunc()):
			case MayWrite(i), i.IsCall() && !removableCall(i):
				return // may also not come back
			}
		}
	}
	var found []*memoryCell
	for _, c := range order {
		if c.first != nil && len(c.stores) > 0 && len(writers)*len(c.loads) <= maxHoistQueries && h.alone(c, writers) {
			found = append(found, c)
		}
	}
	keepIntegers(found)
	for _, c := range found {
		if c.integer {
			h.replace(c, pre)
		}
	}
}

// IsPure reports whether f, nil for one that is not known, is a library function that computes a value and writes at
// most errno.
func IsPure(f *ir.Function) bool {
	if f == nil {
		return false
	}
	k := rules.KnownOf(f)
	return k != nil && k.Pure
}

// alone reports whether only the cell's own stores may write to it.
func (h *scalarReplacer) alone(c *memoryCell, writers []*ir.Instr) bool {
	own := map[*ir.Instr]bool{}
	for _, s := range c.stores {
		own[s] = true
	}
	for _, w := range writers {
		for _, i := range c.loads {
			if !own[w] && h.alias.Clobbers(w, i) {
				return false
			}
		}
	}
	return true
}

// keepIntegers keeps the cells that hold integers: at least one stored value is computed by
// integer arithmetic, and all others are constants or were loaded from such cells.
func keepIntegers(cells []*memoryCell) {
	at := map[ir.Value]*memoryCell{}
	for _, c := range cells {
		at[c.at] = c
	}
	for changed := true; changed; {
		changed = false
		for _, c := range cells {
			some, all := false, true
			for _, s := range c.stores {
				v, ok := s.Arg(0).(*ir.Instr)
				switch {
				case ok && computed(v), ok && v.Op == ir.Load && at[v.Arg(0)] != nil && at[v.Arg(0)].integer:
					some = true
				case !ir.IsConstant(s.Arg(0)):
					all = false
				}
			}
			if some && all && !c.integer {
				c.integer, changed = true, true
			}
		}
	}
}

// computed reports whether v is the result of integer arithmetic.
func computed(v *ir.Instr) bool {
	if f := v.CalledFunc(); v.Op == ir.Call && f != nil {
		return strings.HasPrefix(f.Name, "llvm.fsh") || strings.HasPrefix(f.Name, "llvm.bswap.")
	}
	return v.Op.IsBinary() && v.Typ.IsInt()
}

// replace adds a stack slot for the cell, which mem2reg promotes to a phi.
func (h *scalarReplacer) replace(c *memoryCell, pre *ir.Block) {
	entry := ir.NewBuilder(h.f.Entry())
	entry.Before(h.f.Entry().Instrs[0])
	slot := entry.Alloca(c.typ, nil, 0)
	b := ir.NewBuilder(pre)
	b.Before(pre.Term())
	x := b.Load(c.typ, c.at, int(c.first.Align))
	x.Line, x.Meta = c.first.Line, c.first.Meta
	b.Store(x, slot, 0)
	for _, s := range c.stores {
		b := ir.NewBuilder(s.Parent)
		b.Before(s)
		b.Store(s.Arg(0), slot, 0)
	}
	for _, i := range c.loads {
		b := ir.NewBuilder(i.Parent)
		b.Before(i)
		v := b.Load(c.typ, slot, 0)
		ir.ReplaceAllUses(i, v)
		i.Erase()
	}
	h.changed = true
}
