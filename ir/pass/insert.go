package pass

import "github.com/llad-ad/llad/ir"

// inserter collects new instructions and puts them into their blocks all at
// once: inserting each at once would move the rest of its block every time.
type inserter struct {
	f      *ir.Function
	before map[*ir.Instr][]*ir.Instr
	tmp    *ir.Block
	b      *ir.Builder
}

func newInserter(f *ir.Function) *inserter {
	tmp := &ir.Block{Parent: f}
	return &inserter{f: f, before: map[*ir.Instr][]*ir.Instr{}, tmp: tmp, b: ir.NewBuilder(tmp)}
}

// at runs build with a builder whose instructions will stand just before i,
// behind those put there earlier. i may itself be pending, and may be killed.
func (e *inserter) at(i *ir.Instr, build func(b *ir.Builder)) {
	e.tmp.Instrs = nil
	e.b.AtEnd(e.tmp)
	e.b.Meta = debugOnly(i)
	build(e.b)
	for _, n := range e.tmp.Instrs {
		n.Line = i.Line
	}
	if len(e.tmp.Instrs) > 0 {
		e.before[i] = append(e.before[i], e.tmp.Instrs...)
	}
}

// drop takes back what was put in front of i.
func (e *inserter) drop(i *ir.Instr) {
	list := e.before[i]
	for k := len(list) - 1; k >= 0; k-- {
		kill(list[k])
	}
	delete(e.before, i)
}

// inOrder visits what will stand in a block, in that order, until visit says no. It
// visits nothing for the block of what is pending itself.
func (e *inserter) inOrder(b *ir.Block, visit func(*ir.Instr) bool) {
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

// flush puts everything into its place and takes killed instructions out.
func (e *inserter) flush() {
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

// rewrite replaces the instructions of blocks for which what gives a function by
// the value that this builds in front of them; nil leaves one as it is. It
// reports whether it replaced any.
func rewrite(f *ir.Function, blocks []*ir.Block, what func(i *ir.Instr) func(b *ir.Builder) ir.Value) bool {
	e := newInserter(f)
	changed := false
	for _, b := range blocks {
		for _, i := range b.Instrs {
			build := what(i)
			if build == nil {
				continue
			}
			var v ir.Value
			e.at(i, func(b *ir.Builder) { v = build(b) })
			if v == nil {
				e.drop(i)
				continue
			}
			ir.ReplaceAllUses(i, v)
			kill(i)
			changed = true
		}
	}
	if changed {
		e.flush()
	}
	return changed
}
