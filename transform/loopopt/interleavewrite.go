package loopopt

import "github.com/llad-ad/llad/ir"

// interleaveWriter rewrites the accesses of the chosen arrays.
type interleaveWriter struct {
	*interleaver
	pack     *packer
	pointers map[*team]ir.Value
	phis     []*team
}

func (w *interleaveWriter) write() {
	var stores []*team
	for _, t := range w.teams {
		switch i := t.reach; i.Op {
		case ir.Load:
			if o := w.chosen(w.operand(t, 0)); o != nil {
				b := ir.NewBuilder(i.Parent)
				b.Before(i)
				v := b.Load(w.vector(o.elem), w.pointer(w.operand(t, 0)), w.align(o))
				v.Meta = accessTypes(i)
				w.pack.vectors[t] = v
			}
		case ir.Store:
			if w.chosen(w.operand(t, 1)) != nil {
				stores = append(stores, t)
			}
		}
	}
	w.pack.plan()
	for _, t := range stores {
		i := t.lanes[w.width-1]
		b := ir.NewBuilder(i.Parent)
		o := w.chosen(w.operand(t, 1))
		v := w.pack.vector(t.args(0), i)
		b.After(i)
		c := b.Store(v, w.pointer(w.operand(t, 1)), w.align(o))
		c.Meta = accessTypes(i)
	}
	w.pack.write()
	for _, t := range w.teams {
		switch {
		case w.fills(t):
			w.fill(t)
		case w.copies(t):
			w.copy(t)
		case w.frees(t) && w.chosen(w.operand(t, 0)) != nil:
			p := w.pointer(w.operand(t, 0))
			b := ir.NewBuilder(t.reach.Parent)
			b.Before(t.reach)
			c := t.reach.Copy()
			c.SetArg(0, p)
			b.Insert(c)
		}
	}
	w.fillPhis()
	w.pack.unpack()
	for _, t := range w.teams {
		i := t.reach
		done := i.Op == ir.Store && w.chosen(w.operand(t, 1)) != nil ||
			(w.fills(t) || w.copies(t) || w.frees(t)) && w.chosen(w.operand(t, 0)) != nil ||
			w.copies(t) && w.chosen(w.operand(t, 1)) != nil || w.fromHeap(t) && w.chosen(t) != nil
		if !done {
			continue
		}
		for _, i := range t.lanes {
			i.Detach()
		}
	}
	for _, t := range w.teams {
		if t.reach.Parent != nil {
			continue
		}
		for _, i := range t.lanes {
			i.DropArgs()
		}
	}
}

// accessTypes keeps the type metadata of an access, which describes the elements.
func accessTypes(i *ir.Instr) (out []ir.Attachment) {
	for _, a := range i.Meta {
		if a.Kind == "tbaa" {
			out = append(out, a)
		}
	}
	return out
}

func (w *interleaveWriter) vector(t *ir.Type) *ir.Type {
	return w.f.Module.Types.Vector(t, int64(w.width), false)
}

// align is the alignment of a vector access: heap memory is aligned for elements only.
func (w *interleaveWriter) align(o *interleavedObject) int {
	if o.heap {
		return int(w.size(o))
	}
	return int(w.size(o)) * w.width
}

// pointer is the address of the vector that corresponds to the elements at the addresses t.
func (w *interleaveWriter) pointer(t *team) ir.Value {
	if p := w.pointers[t]; p != nil {
		return p
	}
	i, o := t.reach, w.chosen(t)
	b := ir.NewBuilder(i.Parent)
	var p ir.Value
	switch i.Op {
	case ir.Alloca:
		b.Before(i)
		p = b.Alloca(w.f.Module.Types.Array(i.Elem, int64(w.width)), i.Arg(0), max(int(i.Align), w.align(o)))
	case ir.Call:
		b.Before(i)
		c := i.Copy()
		c.SetArg(1, w.times(b, i.Arg(1)))
		p = b.Insert(c)
	case ir.GetElementPtr:
		base := w.pointer(w.operand(t, 0))
		b.Before(i)
		elem := w.f.Module.Types.Array(i.Elem, int64(w.width))
		if i.NumArgs() > 2 {
			elem = w.wide(i.Elem, o.elem)
		}
		p = b.GEP(elem, base, i.Args()[1:]...)
		if g, ok := p.(*ir.Instr); ok {
			g.Flags = i.Flags
		}
	case ir.Select:
		x, y := w.pointer(w.operand(t, 1)), w.pointer(w.operand(t, 2))
		b.Before(i)
		p = b.Select(i.Arg(0), x, y)
	case ir.Phi:
		c := ir.NewInstr(ir.Phi, i.Typ)
		b.Before(i)
		p = b.Insert(c)
		w.phis = append(w.phis, t)
	}
	w.pointers[t] = p
	return p
}

func (w *interleaveWriter) fillPhis() {
	for k := 0; k < len(w.phis); k++ {
		t := w.phis[k]
		phi := w.pointers[t].(*ir.Instr)
		for n, by := range t.reach.Blocks {
			phi.AddIncoming(w.pointer(w.operand(t, n)), by)
		}
	}
}

// fill emits one memset for all directions.
func (w *interleaveWriter) fill(t *team) {
	to := w.operand(t, 0)
	if w.chosen(to) == nil {
		return
	}
	p := w.pointer(to)
	i := t.lanes[w.width-1]
	b := ir.NewBuilder(i.Parent)
	b.After(i)
	w.again(b, i, p, i.Arg(1), w.times(b, i.Arg(2)))
}

// again repeats a memset or memcpy with other operands.
func (w *interleaveWriter) again(b *ir.Builder, i *ir.Instr, x, y, n ir.Value) {
	c := i.Copy()
	c.Meta = nil
	c.Extra().ArgAttrs = nil
	c.SetArg(0, x)
	c.SetArg(1, y)
	c.SetArg(2, n)
	b.Insert(c)
}

func (w *interleaveWriter) times(b *ir.Builder, n ir.Value) ir.Value {
	return b.Mul(n, ir.NewInt(n.Type(), int64(w.width)))
}

// copy emits a memcpy between interleaved arrays, or a call of a gatherer where one side is
// not interleaved.
func (w *interleaveWriter) copy(t *team) {
	to, from := w.operand(t, 0), w.operand(t, 1)
	in, out := w.chosen(to), w.chosen(from)
	if in == nil && out == nil {
		return
	}
	i := t.lanes[w.width-1]
	b := ir.NewBuilder(i.Parent)
	if in != nil && out != nil {
		x, y := w.pointer(to), w.pointer(from)
		b.After(i)
		w.again(b, i, x, y, w.times(b, i.Arg(2)))
		return
	}
	packed, apart, o := to, 1, in
	if in == nil {
		packed, apart, o = from, 0, out
	}
	args := []ir.Value{w.pointer(packed)}
	b.After(i)
	n := b.Cast(ir.ZExt, i.Arg(2), ir.I64)
	args = append(args, b.Binary(ir.LShr, n, ir.NewInt(ir.I64, int64(map[int64]int{4: 2, 8: 3}[w.size(o)]))))
	args = append(args, t.args(apart)...)
	b.CallFunc(gatherer(w.f.Module, o.elem, args, in != nil), args...)
}
