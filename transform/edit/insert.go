package edit

import "github.com/llad-ad/llad/ir"

// Inserter collects new instructions and puts them into their blocks all at
// once: inserting each at once would move the rest of its block every time.
type Inserter struct {
	f      *ir.Function
	before map[*ir.Instr][]*ir.Instr
	tmp    *ir.Block
	b      *ir.Builder
}

// NewInserter is an inserter for f.
func NewInserter(f *ir.Function) *Inserter {
	tmp := &ir.Block{Parent: f}
	return &Inserter{f: f, before: map[*ir.Instr][]*ir.Instr{}, tmp: tmp, b: ir.NewBuilder(tmp)}
}

// At runs build with a builder whose instructions will stand just before i,
// behind those put there earlier. i may itself be pending, and may be killed.
func (e *Inserter) At(i *ir.Instr, build func(b *ir.Builder)) {
	e.tmp.Instrs = nil
	e.b.AtEnd(e.tmp)
	e.b.Meta = DebugLoc(i)
	build(e.b)
	for _, n := range e.tmp.Instrs {
		n.Line = i.Line
	}
	if len(e.tmp.Instrs) > 0 {
		e.before[i] = append(e.before[i], e.tmp.Instrs...)
	}
}

// drop takes back what was put in front of i.
func (e *Inserter) drop(i *ir.Instr) {
	list := e.before[i]
	for k := len(list) - 1; k >= 0; k-- {
		Kill(list[k])
	}
	delete(e.before, i)
}

// InOrder visits what will stand in a block, in that order, until visit says no. It
// visits nothing for the block of what is pending itself.
func (e *Inserter) InOrder(b *ir.Block, visit func(*ir.Instr) bool) {
	var walk func(list []*ir.Instr) bool
	walk = func(list []*ir.Instr) bool {
		for _, i := range list {
			if !walk(e.before[i]) || i.Parent != nil && !visit(i) {
				return false
			}
		}
		return true
	}
	if b != e.tmp {
		walk(b.Instrs)
	}
}

// Flush puts everything into its place and takes killed instructions out.
func (e *Inserter) Flush() {
	var list []*ir.Instr
	var put func(b *ir.Block, i *ir.Instr)
	put = func(b *ir.Block, i *ir.Instr) {
		for _, n := range e.before[i] {
			put(b, n)
		}
		if i.Parent != nil {
			i.Parent = b
			list = append(list, i)
		}
	}
	for _, b := range e.f.Blocks {
		list = make([]*ir.Instr, 0, len(b.Instrs))
		for _, i := range b.Instrs {
			put(b, i)
		}
		b.Instrs = list
	}
	e.before = map[*ir.Instr][]*ir.Instr{}
}

// RewriteEach replaces the instructions of blocks for which what gives a function by
// the value that this builds in front of them; nil leaves one as it is. It
// reports whether it replaced any.
func RewriteEach(f *ir.Function, blocks []*ir.Block, what func(i *ir.Instr) func(b *ir.Builder) ir.Value) bool {
	e := NewInserter(f)
	changed := false
	for _, b := range blocks {
		for _, i := range b.Instrs {
			build := what(i)
			if build == nil {
				continue
			}
			var v ir.Value
			e.At(i, func(b *ir.Builder) { v = build(b) })
			if v == nil {
				e.drop(i)
				continue
			}
			ir.ReplaceAllUses(i, v)
			Kill(i)
			changed = true
		}
	}
	if changed {
		e.Flush()
	}
	return changed
}
