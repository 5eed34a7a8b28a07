package edit

import "github.com/llad-ad/llad/ir"

// Inserter collects new instructions and inserts them all at once: inserting one at a time
// would move the rest of the block each time.
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

// At calls build with a builder whose instructions will be inserted before i, after those
// inserted there earlier. i may itself be pending, or be killed later.
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

// drop discards the instructions pending before i.
func (e *Inserter) drop(i *ir.Instr) {
	list := e.before[i]
	for k := len(list) - 1; k >= 0; k-- {
		Kill(list[k])
	}
	delete(e.before, i)
}

// InOrder visits the instructions that a block will have, in order, until visit returns false.
// It visits nothing for the block of pending instructions.
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

// Flush inserts everything and removes killed instructions.
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

// RewriteEach replaces each instruction of blocks for which what returns a function by the
// value that the function emits before it; a nil function or value leaves it as it is. It
// reports whether anything changed.
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
