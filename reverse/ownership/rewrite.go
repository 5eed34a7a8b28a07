package ownership

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/reverse/tape"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/edit"
)

// rewriter rewrites the accesses of a reverse sweep.
type rewriter struct {
	s      *support
	f      *ir.Function
	thread ir.Value // the address of the thread's record
	lines  ir.Value // its cache
}

func newRewriter(s *support, f *ir.Function, record func(*ir.Builder) ir.Value) *rewriter {
	b := ir.NewBuilder(f.Entry())
	b.Before(f.Entry().Instrs[afterVariables(f.Entry())])
	p := record(b)
	return &rewriter{s: s, f: f, thread: address(b, p), lines: b.Offset(p, ir.NewInt(ir.I64, 64))}
}

// afterVariables is the index of the first instruction of a block behind its stack variables.
func afterVariables(b *ir.Block) int {
	at := 0
	for k, i := range b.Instrs {
		if i.Op == ir.Alloca {
			at = k + 1
		}
	}
	return at
}

// line looks for the block at an address, where floats of type t stand, in the thread's cache: whether it is there, and
// the line.
func (r *rewriter) line(b *ir.Builder, at ir.Value, t *ir.Type) (found, line ir.Value) {
	size := r.s.rt.M.Layout.AllocSize(t)
	key := b.Binary(ir.And, at, ir.NewInt(ir.I64, ^(1023&^(size-1))))
	if t.Kind == ir.FloatKind {
		key = b.Binary(ir.Or, key, ir.NewInt(ir.I64, 1<<62))
	}
	n := b.Binary(ir.LShr, b.Binary(ir.Mul, key, ir.NewInt(ir.I64, hash)), ir.NewInt(ir.I64, shift))
	line = b.Offset(r.lines, b.Binary(ir.Shl, n, ir.NewInt(ir.I64, 4)))
	return b.ICmp(ir.EQ, r.word(b, line, 0), key), line
}

// sameBlock is whether the byte so many behind an address is in the address's block.
func sameBlock(b *ir.Builder, at ir.Value, bytes int64) ir.Value {
	return b.ICmp(ir.ULT, b.Binary(ir.Xor, at, b.Add(at, ir.NewInt(ir.I64, bytes))), ir.NewInt(ir.I64, 1024))
}

// word reads a word of a line, which additions do not change.
func (r *rewriter) word(b *ir.Builder, line ir.Value, off int64) ir.Value {
	p := b.Cast(ir.BitCast, b.Offset(line, ir.NewInt(ir.I64, off)), r.s.rt.M.PtrTo(ir.I64))
	return r.s.rt.Regions.Note(b.Load(ir.I64, p, 8), tape.Records)
}

// add has atomic additions to floats of one type at constant distances from each other (see group) add plainly where
// the thread has a line for their block.
func (r *rewriter) add(group []*ir.Instr) {
	last := group[len(group)-1]
	t := last.Arg(1).Type()
	block := last.Parent
	rest := cut(last)
	b := ir.NewBuilder(block)
	first, end := r.span(group)
	at := address(b, first.Arg(0))
	mine, other := r.f.NewBlock(r.f.FreshName("llad.owned")), r.f.NewBlock(r.f.FreshName("llad.other"))
	found, line := r.line(b, at, t)
	if end > 0 {
		found = b.Binary(ir.And, found, sameBlock(b, at, end))
	}
	b.CondBr(found, mine, other)
	b.AtEnd(mine)
	by := r.word(b, line, 8)
	note := r.s.rt.Regions.Note
	for _, i := range group {
		p := i.Arg(0)
		to := b.Cast(ir.IntToPtr, b.Add(address(b, p), by), p.Type()) // a copy is another object
		note(b.Store(b.FAdd(note(b.Load(t, to, 0), tape.Shadow), i.Arg(1)), to, 0), tape.Shadow)
	}
	b.Br(rest)
	b.AtEnd(other)
	for _, i := range group {
		b.CallFunc(r.s.fn("add."+nameOf(t), ir.Void, ir.I64, ir.I64, t), r.thread, address(b, i.Arg(0)), i.Arg(1))
	}
	b.Br(rest)
	for _, i := range group {
		i.Erase()
	}
}

// span is the addition of a group at the lowest address, and the bytes from there to the highest.
func (r *rewriter) span(group []*ir.Instr) (first *ir.Instr, end int64) {
	var low, high int64
	for k, i := range group {
		at, _ := canon.BaseOffsetOf(r.s.rt.M.Layout, i.Arg(0))
		if k == 0 || at.Off < low {
			low, first = at.Off, i
		}
		if k == 0 || at.Off > high {
			high = at.Off
		}
	}
	return first, high - low
}

// touch has the thread bring home, in front of the access i, what it has added to copies of the floats there.
func (r *rewriter) touch(i *ir.Instr) {
	p, t := i.Arg(0), i.Typ
	if i.Op == ir.Store {
		p, t = i.Arg(1), i.Arg(0).Type()
	}
	block := i.Parent
	rest := cut(i)
	b := ir.NewBuilder(block)
	at := address(b, p)
	other := r.f.NewBlock(r.f.FreshName("llad.settle"))
	elem, n := t, 1
	if t.IsVector() {
		elem, n = t.Elem, t.NumElems()
	}
	found, line := r.line(b, at, elem)
	owned := b.Binary(ir.And, found, b.ICmp(ir.EQ, r.word(b, line, 8), ir.NewInt(ir.I64, 0)))
	size := r.s.rt.M.Layout.AllocSize(elem)
	if n > 1 {
		owned = b.Binary(ir.And, owned, sameBlock(b, at, size*int64(n)-1))
	}
	b.CondBr(owned, rest, other)
	b.AtEnd(other)
	for k := range n {
		b.CallFunc(r.s.fn("settle."+nameOf(elem), ir.Void, ir.I64, ir.I64), r.thread, b.Add(at, ir.NewInt(ir.I64, size*int64(k))))
	}
	b.Br(rest)
}

// barrier has the threads bring home what they have in copies where they wait for each other.
func (r *rewriter) barrier(i *ir.Instr) {
	b := ir.NewBuilder(i.Parent)
	b.Before(i)
	b.CallFunc(r.s.rt.Made(tableName+".meet"), r.thread, i.Arg(0), i.Arg(1))
	i.Erase()
}

// pop has the thread bring home what it has in copies of memory that ends.
func (r *rewriter) pop(i *ir.Instr) {
	b := ir.NewBuilder(i.Parent)
	b.Before(i)
	b.CallFunc(r.s.fn("popped", ir.Void, ir.I64, ir.I64, ir.I64), r.thread, address(b, i.Arg(0)), address(b, i.Arg(1)))
}

func nameOf(t *ir.Type) string {
	if t.Kind == ir.FloatKind {
		return "float"
	}
	return "double"
}

// cut moves i and what stands behind it in its block to a new block, and gives that; the old one has no end.
func cut(i *ir.Instr) *ir.Block { return edit.SplitBehind(i.Parent, i.Parent.Index(i)-1, "llad.rest") }
