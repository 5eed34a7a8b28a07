package canon

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/edit"
)

// LoopFuncs are the functions that OutlineLoop makes of a loop. Both have the parameters
//
//	(i64 steps, ptr made, extra..., carried..., results..., inputs...)
//
// carried are the addresses of slots for the header's phis, in order, results those of slots
// for the phis of the exit blocks, and inputs are the values defined outside that the loop
// uses.
type LoopFuncs struct {
	// Call stands in place of the loop: it calls Advance with 2^64-1 steps.
	Call *ir.Instr
	// Advance, i32(...), runs iterations from the carried slots on. It gives
	// the number of the exit that was taken, and in *made how many iterations
	// there were, the one that left counted; or -1 after `steps` iterations,
	// with the carried slots ready for the next.
	Advance *ir.Function
	// Step, i32(...), runs one iteration and gives the exit that was taken, or
	// -1; steps and made are not used.
	Step *ir.Function

	Extra, Carried, Results, Inputs int // numbers of parameters of each kind
}

// First parameter of each kind.
const firstExtra = 2

// CarriedAt is the index of the first carried parameter.
func (o *LoopFuncs) CarriedAt() int { return firstExtra + o.Extra }

// ResultsAt is the index of the first result parameter.
func (o *LoopFuncs) ResultsAt() int { return o.CarriedAt() + o.Carried }

// InputsAt is the index of the first input parameter.
func (o *LoopFuncs) InputsAt() int { return o.ResultsAt() + o.Results }

// CanOutline reports whether OutlineLoop accepts the loop: only branches exit it, and no block
// address or exception of it matters outside.
func CanOutline(l *analysis.Loop) bool {
	if l.Preheader() == nil || l.Latch() == nil || len(l.ExitEdges()) == 0 {
		return false
	}
	for _, e := range l.ExitEdges() {
		if op := e.From.Term().Op; op != ir.Br && op != ir.Switch {
			return false
		}
	}
	for _, b := range l.Blocks {
		switch b.Term().Op {
		case ir.Br, ir.Switch, ir.Invoke, ir.Unreachable:
		default:
			return false
		}
		for _, i := range b.Instrs {
			switch {
			case i.Typ.Kind == ir.TokenKind, i.Op == ir.Alloca, i.X != nil && i.X.Bundles != "" && !IsAssume(i):
				return false
			}
		}
	}
	return true
}

// IsAssume reports whether i calls llvm.assume.
func IsAssume(i *ir.Instr) bool {
	f := i.CalledFunc()
	return f != nil && f.Name == "llvm.assume"
}

// OutlineLoop moves a loop of a normalised function into functions of its own and calls one of
// them instead; loop information of the function is out of date afterwards. extra are values
// available before the loop that the call passes on, and name begins the names of the
// functions. alone says whether an input is the only address through which the loop accesses
// the memory behind it, if it writes there. The loop must be one that CanOutline accepts.
func OutlineLoop(l *analysis.Loop, name string, extra []ir.Value, alone func(ir.Value) bool) *LoopFuncs {
	pre := l.Preheader()
	f := pre.Parent
	m := f.Module
	x := &outliner{f: f, m: m, l: l, phis: append([]*ir.Instr(nil), l.Header.Phis()...), exits: l.ExitBlocks()}
	for _, to := range x.exits {
		x.results = append(x.results, to.Phis()...)
	}
	x.findInputs()
	x.findApart()

	top := ir.NewBuilder(f.Entry())
	top.AtStart(f.Entry())
	slot := func(t *ir.Type) ir.Value { return top.Alloca(t, nil, 0) }
	args := []ir.Value{ir.NewInt(ir.I64, -1), slot(ir.I64)}
	args = append(args, extra...)
	var carried, results []ir.Value
	for _, p := range x.phis {
		carried = append(carried, slot(p.Typ))
	}
	for _, p := range x.results {
		results = append(results, slot(p.Typ))
	}
	args = append(append(append(args, carried...), results...), x.inputs...)
	o := &LoopFuncs{Extra: len(extra), Carried: len(carried), Results: len(results), Inputs: len(x.inputs)}
	types := make([]*ir.Type, len(args))
	for k, a := range args {
		types[k] = a.Type()
	}
	x.o = o
	for _, v := range x.inputs {
		x.alone = append(x.alone, v.Type().IsPtr() && alone(v))
	}
	o.Advance = x.declare(name+".advance", m.FuncType(ir.I32, types...))
	o.Step = x.declare(name+".step", m.FuncType(ir.I32, types...))
	x.advance(o.Advance)
	x.step(o.Step)

	b := ir.NewBuilder(pre)
	t := pre.Term()
	b.Before(t)
	for k, p := range x.phis {
		b.Store(p.Incoming(pre), carried[k], 0)
	}
	o.Call = b.CallFunc(o.Advance, args...)
	o.Call.Line = l.Header.Line
	if at := l.Header.Term(); at != nil {
		o.Call.Line, o.Call.Meta = at.Line, edit.DebugLoc(at)
	}
	t.Erase()
	b.AtEnd(pre)
	if len(x.exits) == 1 {
		b.Br(x.exits[0])
	} else {
		cases := make([]int64, len(x.exits)-1)
		for k := range cases {
			cases[k] = int64(k + 1)
		}
		b.Switch(o.Call, x.exits[0], cases, x.exits[1:])
	}
	for k, p := range x.results {
		b.AtStart(p.Parent)
		v := b.Load(p.Typ, results[k], 0)
		ir.ReplaceAllUses(p, v)
	}
	for _, p := range x.results {
		p.Erase()
	}
	x.remove()
	return o
}

type outliner struct {
	f       *ir.Function
	m       *ir.Module
	l       *analysis.Loop
	o       *LoopFuncs
	phis    []*ir.Instr
	results []*ir.Instr
	exits   []*ir.Block
	inputs  []ir.Value
	alone   []bool      // of the inputs
	apart   []*ir.Instr // phis, see findApart
}

// findInputs lists the values defined outside that the loop, or a phi of an exit block, uses.
func (x *outliner) findInputs() {
	seen := map[ir.Value]bool{}
	note := func(v ir.Value) {
		switch i := v.(type) {
		case *ir.Instr:
			if x.l.Contains(i.Parent) {
				return
			}
		case *ir.Param:
		default:
			return
		}
		if !seen[v] {
			seen[v] = true
			x.inputs = append(x.inputs, v)
		}
	}
	for _, b := range x.l.Blocks {
		for _, i := range b.Instrs {
			if i.Op == ir.Phi && b == x.l.Header {
				note(i.Incoming(x.l.Latch()))
				continue
			}
			if IsAssume(i) {
				continue
			}
			for k := range i.NumArgs() {
				note(i.Arg(k))
			}
		}
	}
	for _, p := range x.results {
		for k := range p.Blocks {
			note(p.Arg(k))
		}
	}
}

// declare makes a function with the attributes of the one with the loop.
func (x *outliner) declare(name string, t *ir.Type) *ir.Function {
	g := x.m.AddFunc(x.m.FreshSymbol(name), t)
	g.Prefix = "internal"
	g.Suffix = x.f.Suffix
	g.Line = x.f.Line
	g.IsDecl = false
	for k := x.o.CarriedAt(); k < x.o.InputsAt(); k++ {
		g.Params[k].Attrs = "noalias"
	}
	for k, alone := range x.alone {
		if alone {
			g.Params[x.o.InputsAt()+k].Attrs = "noalias"
		}
	}
	return g
}

// advance emits the loop with a bound on its iterations.
func (x *outliner) advance(g *ir.Function) {
	entry, check, stop := g.NewBlock("entry"), g.NewBlock("check"), g.NewBlock("stop")
	c := x.copier(g)
	top, b := ir.NewBuilder(entry), ir.NewBuilder(check)
	count := b.Phi(ir.I64)
	count.AddIncoming(ir.NewInt(ir.I64, 0), entry)
	first := map[ir.Value]ir.Value{}
	for k, p := range x.phis {
		first[p] = top.Load(p.Typ, g.Params[x.o.CarriedAt()+k], 0)
	}
	x.markApart(top, first)
	phis := make([]*ir.Instr, len(x.phis))
	for k, p := range x.phis {
		phis[k] = b.Phi(p.Typ)
		phis[k].Flags = p.Flags
		phis[k].AddIncoming(first[p], entry)
		c.values[p] = phis[k]
	}
	top.Br(check)
	latch := g.NewBlock("next")
	c.edge = func(from, to *ir.Block) *ir.Block {
		if to == x.l.Header {
			return latch
		}
		return x.exit(c, from, to, func(b *ir.Builder) {
			b.Store(b.Add(count, ir.NewInt(ir.I64, 1)), g.Params[1], 8)
		})
	}
	c.run()
	b.AtEnd(check)
	b.CondBr(b.ICmp(ir.EQ, count, g.Params[0]), stop, c.blocks[x.l.Header])
	b.AtEnd(latch)
	count.AddIncoming(b.Add(count, ir.NewInt(ir.I64, 1)), latch)
	for k, p := range x.phis {
		phis[k].AddIncoming(c.val(p.Incoming(x.l.Latch())), latch)
	}
	b.Br(check)
	b.AtEnd(stop)
	for k := len(phis) - 1; k >= 0; k-- {
		b.Store(phis[k], g.Params[x.o.CarriedAt()+k], 0)
	}
	b.Ret(ir.NewInt(ir.I32, -1))
	edit.SortBlocks(g)
}

// carriedApart is a check number that no check has: see findApart.
const carriedApart = -1

// findApart finds header phis of pointers that never point into the same object at one time,
// though they may be swapped.
func (x *outliner) findApart() {
	var pointers []*ir.Instr
	for _, p := range x.phis {
		if p.Typ.IsPtr() {
			pointers = append(pointers, p)
		}
	}
	if len(pointers) < 2 {
		return
	}
	a := edit.NewAlias(x.f)
	for _, p := range pointers {
		if !slices.ContainsFunc(x.apart, func(q *ir.Instr) bool { return !a.DisjointTogether(p, q) }) {
			x.apart = append(x.apart, p)
		}
	}
}

// markApart marks what is loaded from the slots of such pointers as disjoint.
func (x *outliner) markApart(b *ir.Builder, values map[ir.Value]ir.Value) {
	for k, p := range x.apart {
		mark := ir.NewInstr(ir.GetElementPtr, p.Typ, values[p], ir.NewInt(ir.I64, 0))
		mark.Elem = ir.I8
		if p.Typ.Elem != nil {
			mark.Elem = p.Typ.Elem
		}
		mark.Flags |= ir.InBounds
		b.Insert(mark)
		analysis.MarkDisjoint(mark, carriedApart, k)
		values[p] = mark
	}
}

// step emits one iteration. The slots are stored in reverse order of the phis: the reverse
// sweep then visits them in the phis' order.
func (x *outliner) step(g *ir.Function) {
	entry := g.NewBlock("entry")
	c := x.copier(g)
	b := ir.NewBuilder(entry)
	for k, p := range x.phis {
		c.values[p] = b.Load(p.Typ, g.Params[x.o.CarriedAt()+k], 0)
	}
	x.markApart(b, c.values)
	next := g.NewBlock("next")
	c.edge = func(from, to *ir.Block) *ir.Block {
		if to == x.l.Header {
			return next
		}
		return x.exit(c, from, to, func(*ir.Builder) {})
	}
	c.run()
	b.Br(c.blocks[x.l.Header])
	b.AtEnd(next)
	for k := len(x.phis) - 1; k >= 0; k-- {
		b.Store(c.val(x.phis[k].Incoming(x.l.Latch())), g.Params[x.o.CarriedAt()+k], 0)
	}
	b.Ret(ir.NewInt(ir.I32, -1))
	edit.SortBlocks(g)
}

// exit is a block that leaves the loop by an edge: it stores the results and returns the
// number of the exit.
func (x *outliner) exit(c *bodyCopier, from, to *ir.Block, more func(*ir.Builder)) *ir.Block {
	blk := c.g.NewBlock("leave")
	c.late = append(c.late, func() {
		b := ir.NewBuilder(blk)
		for k := len(x.results) - 1; k >= 0; k-- {
			if p := x.results[k]; p.Parent == to {
				b.Store(c.val(p.Incoming(from)), c.g.Params[x.o.ResultsAt()+k], 0)
			}
		}
		more(b)
		b.Ret(ir.NewInt(ir.I32, int64(slices.Index(x.exits, to))))
	})
	return blk
}

// bodyCopier copies the blocks of a loop, without the header's phis, into a function.
type bodyCopier struct {
	x      *outliner
	g      *ir.Function
	values map[ir.Value]ir.Value
	blocks map[*ir.Block]*ir.Block
	edge   func(from, to *ir.Block) *ir.Block // where edges to the header and out of the loop lead
	late   []func()
}

func (x *outliner) copier(g *ir.Function) *bodyCopier {
	c := &bodyCopier{x: x, g: g, values: map[ir.Value]ir.Value{}, blocks: map[*ir.Block]*ir.Block{}}
	for k, v := range x.inputs {
		c.values[v] = g.Params[x.o.InputsAt()+k]
	}
	return c
}

func (c *bodyCopier) val(v ir.Value) ir.Value {
	if n := c.values[v]; n != nil {
		return n
	}
	return v
}

func (c *bodyCopier) run() {
	l := c.x.l
	for _, blk := range l.Blocks {
		c.blocks[blk] = c.g.NewBlock(blk.Name)
		c.blocks[blk].Line = blk.Line
	}
	var copied [][2]*ir.Instr
	for _, blk := range l.Blocks {
		n := c.blocks[blk]
		for _, i := range blk.Instrs {
			if i.Op == ir.Phi && blk == l.Header || IsAssume(i) {
				continue
			}
			k := i.Copy()
			k.Name = i.Name
			c.values[i] = k
			copied = append(copied, [2]*ir.Instr{i, k})
			n.Append(k)
		}
	}
	for _, p := range copied {
		i, n := p[0], p[1]
		for k := range n.NumArgs() {
			n.SetArg(k, c.val(i.Arg(k)))
		}
		if i.Op == ir.Phi {
			for k, from := range i.Blocks {
				n.Blocks[k] = c.blocks[from]
			}
			continue
		}
		edges := map[*ir.Block]*ir.Block{}
		for k, to := range i.Blocks {
			t := c.blocks[to]
			if to == l.Header || t == nil {
				if t = edges[to]; t == nil {
					t = c.edge(i.Parent, to)
					edges[to] = t
				}
			}
			n.Blocks[k] = t
		}
	}
	for _, f := range c.late {
		f()
	}
}

// remove removes the loop's blocks from the function.
func (x *outliner) remove() {
	for _, b := range x.l.Blocks {
		for _, i := range b.Instrs {
			i.DropArgs()
		}
	}
	keep := x.f.Blocks[:0]
	for _, b := range x.f.Blocks {
		if !x.l.Contains(b) {
			keep = append(keep, b)
		}
	}
	clear(x.f.Blocks[len(keep):])
	x.f.Blocks = keep
}
