package reverse

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/structured"
	"github.com/llad-ad/llad/rules"
)

// Memory of which it is not known before the program runs how many blocks there
// are, such as the rows of a matrix, or whether there is one: the program writes
// down the blocks that an allocation makes, in a list that has the form of the
// control block's table of pieces. The lists are there from the sweep's
// beginning to its end.
const (
	listData = 8 * iota // the blocks: address and bytes of each
	listCount
	listRoom
	listSize
)

// inOtherLoop reports whether i is in a loop that the checkpointed one is not in.
func (f *stateFinder) inOtherLoop(i *ir.Instr) bool {
	l := f.loops.Of(i.Parent)
	return l != nil && !l.Contains(f.l.Header) && !f.inLoop(i)
}

// listed reports whether the blocks of an allocation can be listed: the loop does
// not make them, and their size is known when they are made. Those that end before
// the loop begins stay until the sweep is over, and in the list.
func (f *stateFinder) listed(root ir.Value) bool {
	r, ok := root.(*ir.Instr)
	if !ok || !f.isAlloc(r) || f.inLoop(r) || len(rules.Lookup(r.CalledFunc().Name).SizeArgs) == 0 {
		return false
	}
	_, ok = f.endedBefore(r)
	return ok
}

// endedBefore lists the deallocations of blocks of r that may run before the loop
// begins; ok is false where such blocks are moved.
func (f *stateFinder) endedBefore(r *ir.Instr) (ends []*ir.Instr, ok bool) {
	around := f.around(r)
	for _, b := range f.p.Blocks {
		for _, i := range b.Instrs {
			k := f.knownOf(i)
			if k == nil || k.Class != rules.Free && k.Class != rules.Realloc || f.inLoop(i) {
				continue
			}
			if f.reaches(i.Parent, around) && slices.Contains(f.rootsOf(i.Arg(k.PtrArg)), ir.Value(r)) {
				if k.Class == rules.Realloc {
					return nil, false
				}
				ends = append(ends, i)
			}
		}
	}
	return ends, true
}

// around is the innermost loop that has both r and the checkpointed loop in it.
func (f *stateFinder) around(r *ir.Instr) *ir.Loop {
	l := f.loops.Of(r.Parent)
	for l != nil && !l.Contains(f.l.Header) {
		l = l.Parent
	}
	return l
}

// reaches reports whether control may come from b to the checkpointed loop, in
// one iteration of the loop around.
func (f *stateFinder) reaches(b *ir.Block, around *ir.Loop) bool {
	seen := map[*ir.Block]bool{}
	stack := []*ir.Block{b}
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if b == f.l.Header {
			return true
		}
		for _, to := range b.Succs() {
			if !seen[to] && (around == nil || to != around.Header) {
				seen[to] = true
				stack = append(stack, to)
			}
		}
	}
	return false
}

// list enters the blocks of r into the state.
func (f *stateFinder) list(r *ir.Instr, st *loopState) {
	if f.scratch[r] && f.inputs {
		st.onceBlocks = append(st.onceBlocks, r)
	} else {
		st.blocks = append(st.blocks, r)
	}
	ends, _ := f.endedBefore(r)
	st.frees = append(st.frees, ends...)
	if l := f.around(r); l != nil {
		st.resets[r] = l.Header
	}
}

// blockList gives the list of the blocks of r, a stack object of the function
// that sweeps, and has it kept when first asked for. reset is a block at whose
// beginning it is emptied, nil for none.
func (s *synth) blockList(r *ir.Instr, reset *ir.Block) ir.Value {
	return s.listOf(r, reset, r, func(_ *ir.Builder, size ir.Value) ir.Value { return size })
}

// shadowList is blockList for the shadows of the blocks, of whose words those that
// are addresses count; nil where there are none.
func (s *synth) shadowList(r *ir.Instr, reset *ir.Block) ir.Value {
	sh, ok := s.shadowOf(r).(*ir.Instr)
	if !ok {
		return nil
	}
	return s.listOf(sh, reset, r, func(b *ir.Builder, size ir.Value) ir.Value {
		same := s.mark(b.ICmp(ir.EQ, s.cast(b, ir.BitCast, sh, s.m.Ptr()), s.cast(b, ir.BitCast, r, s.m.Ptr())))
		return s.mark(b.Select(same, i64(0), s.mark(b.Binary(ir.Or, size, i64(pieceOfWords)))))
	})
}

// listOf gives the list of the addresses that block has had, kept when first asked
// for; bytes makes of the size of what r allocates what is entered.
func (s *synth) listOf(block *ir.Instr, reset *ir.Block, r *ir.Instr, bytes func(b *ir.Builder, size ir.Value) ir.Value) ir.Value {
	if list := s.blockLists[block]; list != nil {
		return list
	}
	s.usesTape = true
	rt := s.env.schedules()
	quiet := func(i *ir.Instr) {
		s.mark(i)
		s.actions[i] = func(*reverser, *ir.Instr) {}
	}
	b := ir.NewBuilder(s.p.Entry())
	b.AtStart(s.p.Entry())
	made := b.Alloca(s.m.Types.Array(ir.I64, listSize/8), nil, 8)
	s.mark(made)
	list := b.Cast(ir.BitCast, made, s.m.Ptr())
	s.mark(list)
	quiet(b.MemSet(list, i64(listSize)))
	quiet(b.CallFunc(rt.Runtime.DeferFunc(), s.tape, rt.endListFunc(), list, i64(0), i64(0)))

	size := ir.Value(nil)
	b.Before(r)
	for _, k := range rules.Lookup(r.CalledFunc().Name).SizeArgs {
		n := s.cast(b, ir.ZExt, r.Arg(k), ir.I64)
		if size != nil {
			n = s.markNew(b.Mul(size, n), size, n)
		}
		size = n
	}
	b = after(block)
	quiet(b.CallFunc(rt.listFunc(), list, s.cast(b, ir.BitCast, block, s.m.Ptr()), bytes(b, size)))
	if reset != nil {
		b.AtStart(reset)
		quiet(b.Store(i64(0), s.mark(b.Offset(list, i64(listCount))), 8))
	}
	if s.blockLists == nil {
		s.blockLists = map[*ir.Instr]ir.Value{}
	}
	s.blockLists[block] = list
	return list
}

// listFunc: void list(ptr list, ptr block, i64 bytes) enters a block.
func (rt *schedules) listFunc() *ir.Function {
	m := rt.M
	return rt.make("list", ir.Void, []*ir.Type{m.Ptr(), m.Ptr(), ir.I64}, func(c *structured.Code, p []*ir.Param) {
		list := p[0]
		c.If(c.ICmp(ir.EQ, p[1], ir.Zero(m.Ptr())), func() { c.Return(nil) })
		n, room := c.Word(list, listCount), c.Word(list, listRoom)
		c.If(c.ICmp(ir.EQ, n, room), func() {
			more := c.Add(c.Mul(room, i64(2)), i64(16))
			realloc := m.Declare("realloc", m.FuncType(m.Ptr(), m.Ptr(), ir.I64))
			data := c.CallFunc(realloc, c.Ptr(list, listData), c.Mul(more, i64(pieceSize)))
			c.If(c.ICmp(ir.EQ, data, ir.Zero(m.Ptr())), func() {
				c.CallFunc(m.Declare("abort", m.FuncType(ir.Void)))
				c.Unreachable()
				c.AtEnd(c.F.NewBlock("behind"))
			})
			c.Put(data, list, listData)
			c.Put(more, list, listRoom)
		})
		e := c.Offset(c.Ptr(list, listData), c.Mul(n, i64(pieceSize)))
		c.Put(p[1], e, 0)
		c.Put(p[2], e, 8)
		c.Put(c.Add(n, i64(1)), list, listCount)
		c.Return(nil)
	})
}

// endListFunc: void endlist(ptr list, i64, i64) frees a list.
func (rt *schedules) endListFunc() *ir.Function {
	m := rt.M
	return rt.make("endlist", ir.Void, []*ir.Type{m.Ptr(), ir.I64, ir.I64}, func(c *structured.Code, p []*ir.Param) {
		c.CallFunc(m.Declare("free", m.FuncType(ir.Void, m.Ptr())), c.Ptr(p[0], listData))
		c.Return(nil)
	})
}

// addListFunc: void addlist(ptr to, ptr list) copies a list to a table of pieces.
func (rt *schedules) addListFunc() *ir.Function {
	m := rt.M
	return rt.make("addlist", ir.Void, []*ir.Type{m.Ptr(), m.Ptr()}, func(c *structured.Code, p []*ir.Param) {
		c.MemCpy(p[0], c.Ptr(p[1], listData), c.Mul(c.Word(p[1], listCount), i64(pieceSize)))
		c.Return(nil)
	})
}
