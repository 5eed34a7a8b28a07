package shadowmem

import (
	"fmt"
	"slices"

	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/ir"
)

// blockOp is what a block function does with each element.
type blockOp string

const (
	Move  blockOp = "move"  // add dst's element to src's (if `to`), clear dst's
	Clear blockOp = "clear" // clear dst's element
	Copy  blockOp = "copy"  // put src's element into dst's
)

// blockFunc: void f(ptr src, ptr dst, i64 bytes, i64 period, i64 offset, i64 count, i1 to)
// works on count elements of type t at offset of every period of a block. The
// two blocks may overlap: a move reads an element of dst before the element of
// src in its place is added to, a copy reads one of src before it is
// overwritten.
func (mv *Functions) blockFunc(op blockOp, t *ir.Type) *ir.Function {
	m := mv.Tape.M
	name := "llad." + string(op) + "." + m.Mangle(t) + mv.sharing()
	if f := mv.Tape.Made(name); f != nil {
		return f
	}
	f, b := mv.Tape.Fn(name, ir.Void, m.Ptr(), m.Ptr(), ir.I64, ir.I64, ir.I64, ir.I64, ir.I1)
	mv.Tape.Helper(name, f)
	src, dst, bytes, period, offset, count, to := f.Params[0], f.Params[1], f.Params[2], f.Params[3], f.Params[4], f.Params[5], f.Params[6]
	size := i64(m.Layout.AllocSize(t))
	// What was moved may end inside of a period: a reallocation moves what there was.
	rest := b.Binary(ir.URem, bytes, period)
	part := b.Binary(ir.UDiv, b.Sub(rest, offset), size)
	part = b.Select(b.ICmp(ir.ULT, part, count), part, count)
	part = b.Select(b.ICmp(ir.UGT, rest, offset), part, i64(0))
	n := b.Add(b.Mul(b.Binary(ir.UDiv, bytes, period), count), part)
	up := upwards(b, op, src, dst)
	countLoop(f, b, n, func(k ir.Value, next *ir.Block) {
		at := b.Select(up, k, b.Sub(b.Sub(n, i64(1)), k))
		off := b.Add(b.Mul(b.Binary(ir.UDiv, at, count), period),
			b.Add(offset, b.Mul(b.Binary(ir.URem, at, count), size)))
		p := b.Offset(dst, off)
		switch op {
		case Move:
			d := b.Load(t, p, 1)
			b.Store(ir.Zero(t), p, 1)
			adds := f.NewBlock("adds")
			b.CondBr(to, adds, next)
			b.AtEnd(adds)
			q := b.Offset(src, off)
			mv.addTo(b, t, q, d)
		case Clear:
			b.Store(ir.Zero(t), p, 1)
		case Copy:
			b.Store(b.Load(t, b.Offset(src, off), 1), p, 1)
		}
	})
	b.Ret(nil)
	return f
}

// sharing tells apart, in the names of functions, those for memory that other
// threads add to.
func (mv *Functions) sharing() string {
	if mv.Atomic {
		return ".shared"
	}
	return ""
}

// addTo adds d to memory at p.
func (mv *Functions) addTo(b *ir.Builder, t *ir.Type, p, d ir.Value) {
	if !mv.Atomic {
		b.Store(b.FAdd(b.Load(t, p, 1), d), p, 1)
		return
	}
	i := ir.NewInstr(ir.AtomicRMW, t, b.Cast(ir.BitCast, p, mv.Tape.M.PtrTo(t)), d)
	i.Extra().RMWOp, i.X.Ordering = "fadd", "monotonic"
	b.Insert(i)
}

// PlainMove: void f(ptr src, ptr dst, i64 bytes) adds the floats at dst to
// those at src, which do not overlap, and clears them at dst.
func (mv *Functions) PlainMove(t *ir.Type) *ir.Function {
	m := mv.Tape.M
	name := "llad.move.plain." + m.Mangle(t) + mv.sharing()
	if f := mv.Tape.Made(name); f != nil {
		return f
	}
	f, b := mv.Tape.Fn(name, ir.Void, m.Ptr(), m.Ptr(), ir.I64)
	mv.Tape.Helper(name, f)
	src, dst := f.Params[0], f.Params[1]
	src.Attrs, dst.Attrs = "noalias", "noalias"
	n := b.Binary(ir.UDiv, f.Params[2], i64(m.Layout.AllocSize(t)))
	countLoop(f, b, n, func(k ir.Value, _ *ir.Block) {
		p, q := b.GEP(t, dst, k), b.GEP(t, src, k)
		mv.addTo(b, t, q, b.Load(t, p, 1))
		b.Store(ir.Zero(t), p, 1)
	})
	b.Ret(nil)
	return f
}

// countLoop emits a loop over the numbers k below n: body emits what is done
// for one of them and may branch to next to end it early. b goes on behind the
// loop.
func countLoop(f *ir.Function, b *ir.Builder, n ir.Value, body func(k ir.Value, next *ir.Block)) {
	entry := b.B
	loop, first, next, done := f.NewBlock("loop"), f.NewBlock("body"), f.NewBlock("next"), f.NewBlock("done")
	b.Br(loop)
	b.AtEnd(loop)
	k := b.Phi(ir.I64)
	b.CondBr(b.ICmp(ir.ULT, k, n), first, done)
	b.AtEnd(first)
	body(k, next)
	b.Br(next)
	b.AtEnd(next)
	k1 := b.Add(k, i64(1))
	b.Br(loop)
	k.AddIncoming(i64(0), entry)
	k.AddIncoming(k1, next)
	b.AtEnd(done)
}

// Blocks are the two blocks that a function works on.
type Blocks struct {
	Src, Dst, Bytes ir.Value
	To              ir.Value // an i1: of a move, whether there is a source
	Overlap         bool     // they may
}

// Block calls the block functions for the pieces of a class.
func (mv *Functions) Block(b *ir.Builder, op blockOp, class memtypes.PieceClass, pieces []memtypes.Piece, of Blocks) {
	var list []element
	period := int64(0)
	for _, p := range pieces {
		period += p.Size
		if p.Class != class {
			continue
		}
		t := p.Type
		if class == memtypes.Pointer {
			t = mv.Tape.M.Ptr()
		}
		list = append(list, element{t, p.Offset, mv.count(t, p.Size)})
	}
	if of.Overlap && len(list) > 1 {
		b.CallFunc(mv.orderedFunc(op, period, list), of.Src, of.Dst, of.Bytes, of.To)
		return
	}
	for _, e := range list {
		b.CallFunc(mv.blockFunc(op, e.typ), of.Src, of.Dst, of.Bytes, i64(period), i64(e.offset), i64(e.count), of.To)
	}
}

// count is how many values of a type are in a piece; the padding behind the last may be another
// piece's.
func (mv *Functions) count(t *ir.Type, size int64) int64 {
	l := mv.Tape.M.Layout
	return (size + l.AllocSize(t) - l.StoreSize(t)) / l.AllocSize(t)
}

// element is a run of values of one type in a period of a block.
type element struct {
	typ           *ir.Type
	offset, count int64
}

// orderedFunc: void f(ptr src, ptr dst, i64 bytes, i1 to) does with several elements of every
// period what blockFunc does with one. Blocks that overlap may have one element where another
// is in the other block: they are worked on in the order in which they stand.
func (mv *Functions) orderedFunc(op blockOp, period int64, list []element) *ir.Function {
	m := mv.Tape.M
	name := fmt.Sprintf("llad.%s.each.%d", op, period)
	key := name + mv.sharing()
	for _, e := range list {
		key += fmt.Sprintf(".%s.%d.%d", m.Mangle(e.typ), e.offset, e.count)
	}
	if f := mv.Tape.Made(key); f != nil {
		return f
	}
	f, b := mv.Tape.Fn(name, ir.Void, m.Ptr(), m.Ptr(), ir.I64, ir.I1)
	mv.Tape.Helper(key, f)
	src, dst, bytes, to := f.Params[0], f.Params[1], f.Params[2], f.Params[3]
	up := upwards(b, op, src, dst)
	n := b.Binary(ir.UDiv, b.Add(bytes, i64(period-1)), i64(period))
	countLoop(f, b, n, func(k ir.Value, next *ir.Block) {
		at := b.Mul(b.Select(up, k, b.Sub(b.Sub(n, i64(1)), k)), i64(period))
		p, q := b.Offset(dst, at), b.Offset(src, at)
		left := b.Sub(bytes, at)
		left = b.Select(b.ICmp(ir.ULT, left, i64(period)), left, i64(period))
		each := func(e element) {
			b.CallFunc(mv.blockFunc(op, e.typ), q, p, left, i64(period), i64(e.offset), i64(e.count), to)
		}
		first, last := f.NewBlock("first"), f.NewBlock("last")
		b.CondBr(up, first, last)
		b.AtEnd(first)
		for _, e := range list {
			each(e)
		}
		b.Br(next)
		b.AtEnd(last)
		for _, e := range slices.Backward(list) {
			each(e)
		}
	})
	b.Ret(nil)
	return f
}

// upwards says in which order the elements of blocks that may overlap are worked on: whether
// the first one comes first.
func upwards(b *ir.Builder, op blockOp, src, dst ir.Value) ir.Value {
	if op == Copy {
		return b.ICmp(ir.ULE, dst, src)
	}
	return b.ICmp(ir.UGT, dst, src)
}

// Uniform gives the float type that fills a block, nil when there is none.
func Uniform(pieces []memtypes.Piece) *ir.Type {
	var t *ir.Type
	for _, p := range pieces {
		if p.Class != memtypes.FloatData || t != nil && t != p.Type {
			return nil
		}
		t = p.Type
	}
	return t
}
