package raise

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// rerollWriter emits the loops of one sum.
type rerollWriter struct {
	s      *unrolledSum
	affine *edit.Strides
	reads  []*rerolledRead
	at     int // of reads, while a term is copied
}

// rerolledRead is a load of an iteration.
type rerolledRead struct {
	all   []laneValue // of all iterations
	moves bool        // its address is not always the same
	flags ir.Flags
	steps []rerolledStep // of the loops, from the innermost one
}

// rerolledStep is the stride of an address, count times size bytes; nil for an invariant one.
type rerolledStep struct {
	count ir.Value
	typ   *ir.Type
}

// reroll emits a loop nest in place of the last addition, which is instruction at of its
// block.
func (s *unrolledSum) reroll(affine *edit.Strides, at int) {
	first, last := s.chain[0], s.chain[len(s.chain)-1].i
	pre := last.Parent
	behind := edit.SplitBehind(pre, at, "sum.end")
	b := ir.NewBuilder(pre)
	w := &rerollWriter{s: s, affine: affine}
	for k := range s.chain[:s.count] {
		for range s.chain[k].loads {
			w.reads = append(w.reads, w.read(b, len(w.reads)))
		}
	}
	from := make([]ir.Value, len(w.reads))
	for k, rd := range w.reads {
		if rd.moves {
			from[k] = rd.first(b)
		}
	}
	out := w.loop(len(s.loops)-1, pre, behind, first.i.Arg(first.sum), from)
	ir.ReplaceAllUses(last, out)
	for k := len(s.chain) - 1; k >= 0; k-- {
		edit.Kill(s.chain[k].i)
	}
}

// read prepares load k of an iteration.
func (w *rerollWriter) read(b *ir.Builder, k int) *rerolledRead {
	rd := &rerolledRead{flags: ir.InBounds}
	for from := 0; from < len(w.s.chain); from += w.s.count {
		var loads []laneValue
		for _, a := range w.s.chain[from : from+w.s.count] {
			loads = append(loads, a.loads...)
		}
		rd.all = append(rd.all, loads[k])
		rd.flags &= addressFlags(loads[k].instr().Arg(0))
	}
	t := rd.all[0].typ()
	size := b.Module().Layout.AllocSize(t)
	for _, l := range w.s.loops {
		step := rerolledStep{typ: t}
		if d := l.steps[k]; len(d) > 0 {
			rd.moves = true
			if slices.ContainsFunc(d, func(t edit.StrideTerm) bool { return int64(t.Factor)%size != 0 }) {
				step.typ, step.count = ir.I8, w.affine.Write(b, d, 1)
			} else {
				step.count = w.affine.Write(b, d, size)
			}
		}
		rd.steps = append(rd.steps, step)
	}
	return rd
}

// first is the address of the first iteration.
func (rd *rerolledRead) first(b *ir.Builder) ir.Value {
	n := rd.all[0]
	p := n.instr().Arg(0)
	if n.lane <= 0 {
		return p
	}
	q := b.GEP(n.typ(), b.Cast(ir.BitCast, p, b.Module().PtrTo(n.typ())), ir.NewInt(ir.I64, n.lane))
	q.(*ir.Instr).Flags = rd.flags
	return q
}

// load emits the load from an address, with the metadata that all loads have.
func (rd *rerolledRead) load(b *ir.Builder, p ir.Value) ir.Value {
	first := rd.all[0].instr()
	t := rd.all[0].typ()
	n := b.Load(t, b.Cast(ir.BitCast, p, b.Module().PtrTo(t)), int(first.Align))
	n.Line = first.Line
	for _, a := range first.Meta {
		if !slices.ContainsFunc(rd.all, func(o laneValue) bool { return a.Kind != "dbg" && !slices.Contains(o.instr().Meta, a) }) {
			n.Meta = append(n.Meta, a)
		}
	}
	for _, o := range rd.all {
		n.Align = min(n.Align, o.instr().Align)
	}
	if size := b.Module().Layout.AllocSize(t); int64(n.Align) > size {
		n.Align = int32(size)
	}
	return n
}

// addressFlags are the flags that all GEPs of an address have.
func addressFlags(p ir.Value) ir.Flags {
	flags := ir.InBounds
	for {
		i, ok := p.(*ir.Instr)
		if !ok || i.Op != ir.GetElementPtr && i.Op != ir.BitCast {
			return flags
		}
		if i.Op == ir.GetElementPtr {
			flags &= i.Flags
		}
		p = i.Arg(0)
	}
}

// loop emits the loop of a level between two blocks, from the sum and the addresses of its
// first iteration, and returns the sum after it.
func (w *rerollWriter) loop(level int, pre, exit *ir.Block, sum ir.Value, from []ir.Value) ir.Value {
	f := pre.Parent
	head := f.NewBlock(f.FreshName("sum"))
	b := ir.NewBuilder(pre)
	b.Br(head)
	b.AtEnd(head)
	count, total := b.Phi(ir.I64), b.Phi(sum.Type())
	b.AtEnd(head)
	count.AddIncoming(ir.NewInt(ir.I64, 0), pre)
	total.AddIncoming(sum, pre)
	here := slices.Clone(from)
	for k, rd := range w.reads {
		if step := rd.steps[level]; step.count != nil {
			p := b.Cast(ir.BitCast, from[k], b.Module().PtrTo(step.typ))
			here[k] = b.GEP(step.typ, p, edit.NoWrap(b, ir.Mul, count, step.count))
			here[k].(*ir.Instr).Flags = rd.flags
		}
	}
	latch := head
	var next ir.Value
	if level == 0 {
		next = w.terms(b, total, here)
	} else {
		latch = f.NewBlock(f.FreshName("sum.next"))
		next = w.loop(level-1, head, latch, total, here)
	}
	b.AtEnd(latch)
	more := edit.NoWrap(b, ir.Add, count, ir.NewInt(ir.I64, 1))
	b.CondBr(b.ICmp(ir.EQ, more, ir.NewInt(ir.I64, int64(w.s.loops[level].trips))), exit, head)
	count.AddIncoming(more, latch)
	total.AddIncoming(next, latch)
	return next
}

// terms emits the additions of an iteration.
func (w *rerollWriter) terms(b *ir.Builder, total ir.Value, at []ir.Value) ir.Value {
	w.at = 0
	for _, a := range w.s.chain[:w.s.count] {
		n := a.i.CopyShell()
		args := a.i.Args()
		for k := range args {
			if k == a.sum {
				args[k] = total
			} else {
				args[k] = w.term(b, a.i.Parent, laneValue{args[k], -1}, at, 0)
			}
		}
		n.SetArgs(args...)
		total = b.Insert(n)
	}
	return total
}

// term copies what reroller.term describes.
func (w *rerollWriter) term(b *ir.Builder, from *ir.Block, n laneValue, at []ir.Value, depth int) ir.Value {
	n = n.origin()
	switch {
	case n.isRead():
		k := w.at
		if w.at++; w.reads[k].moves {
			return w.reads[k].load(b, at[k])
		}
	case n.isPart(from, depth):
		i := n.instr()
		c := i.CopyShell()
		c.Typ = n.typ()
		args := i.Args()
		for k := range args {
			args[k] = w.term(b, from, n.with(args[k]), at, depth+1)
		}
		c.SetArgs(args...)
		return b.Insert(c)
	}
	if n.lane >= 0 {
		return b.ExtractElement(n.v, ir.NewInt(ir.I64, n.lane))
	}
	return n.v
}
