package tape

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
)

// Writer keeps values in one copy of the forward sweep's code.
type Writer struct {
	l       *Layout
	top     *ir.Builder
	val     func(ir.Value) ir.Value
	records map[*record]ir.Value // address of the current record, or its number where each field has an array
	slots   map[ir.Value]*ir.Instr
}

// NewWriter keeps values in a copy of the code in which val gives a value's copy;
// stack slots are made at top.
func (l *Layout) NewWriter(top *ir.Builder, val func(ir.Value) ir.Value) *Writer {
	return &Writer{l: l, top: top, val: val, records: map[*record]ir.Value{}, slots: map[ir.Value]*ir.Instr{}}
}

// SetFrame says where the frame of the call is.
func (w *Writer) SetFrame(at ir.Value) { w.records[w.l.frame] = at }

// Start computes, at the head of a loop that has an array of records, the address
// of the iteration's one. counter gives the copy of a loop's counter.
func (w *Writer) Start(b *ir.Builder, in *analysis.Loop, counter func(*analysis.Loop) ir.Value) {
	rec := w.l.records[in]
	if rec == nil || rec.base == nil {
		return
	}
	w.records[rec] = rec.at(b, rec.number(b, rec.nest.index(b, w.val, counter)), w.val)
}

// Enter keeps, at the end of a loop's preheader, what the first iteration is given of what others have from the record
// before theirs.
func (w *Writer) Enter(b *ir.Builder, in *analysis.Loop, counter func(*analysis.Loop) ir.Value) {
	rec := w.l.records[in]
	if rec == nil || !rec.ahead {
		return
	}
	n := rec.nest.index(b, w.val, func(l *analysis.Loop) ir.Value {
		if l == in {
			return i64(0)
		}
		return counter(l)
	})
	first := rec.at(b, n, w.val)
	for _, v := range rec.values {
		if phi := w.l.plan.Before[v]; phi != nil {
			w.put(b, w.val(phi.Incoming(in.Preheader())), w.l.places[v], first)
		}
	}
}

// Copied is told that c was written as the copy of i, of block blk. Where i takes a
// linked record from the tape, or one for a part of an iteration, the phis in front of it are kept there now.
func (w *Writer) Copied(b *ir.Builder, blk *ir.Block, i, c *ir.Instr) {
	if i.Op != ir.Call {
		return
	}
	rec := w.l.parts[blk]
	if rec == nil || rec.cur != i {
		rec = w.l.records[w.l.loopOf(i)]
	}
	if rec == nil || rec.cur != i {
		return
	}
	w.records[rec] = c
	for _, phi := range blk.Phis() {
		if p, ok := w.l.places[phi]; ok && p.rec == rec {
			w.store(b, phi, p)
		}
	}
}

func (l *Layout) loopOf(i *ir.Instr) *analysis.Loop {
	if l.plan.Loops == nil {
		return nil
	}
	return l.plan.Loops.Of(i.Parent)
}

// Keep stores v where its place says, right behind its computation.
func (w *Writer) Keep(b *ir.Builder, v ir.Value) {
	p, ok := w.l.places[v]
	if !ok || p.direct || p.rec != nil && p.rec.cur != nil && w.records[p.rec] == nil {
		return
	}
	w.store(b, v, p)
}

func (w *Writer) store(b *ir.Builder, v ir.Value, p place) {
	m := w.l.rt.M
	c := w.val(v)
	if p.slot {
		slot := w.top.Alloca(StoreType(m, v.Type()), nil, 0)
		w.slots[v] = slot
		b.Store(AsStored(b, c, slot.Elem), slot, 0)
		return
	}
	if ld, ok := c.(*ir.Instr); ok && ld.Op == ir.Load && ld.Typ.IsFP() && w.l.copiesRow(p.rec) {
		c = b.Insert(ir.NewInstr(ir.Freeze, ld.Typ, ld))
	}
	w.put(b, c, p, w.records[p.rec])
}

// put stores c, the copy of a value, at its place p in the record at, or of that number where each field has an array.
func (w *Writer) put(b *ir.Builder, c ir.Value, p place, at ir.Value) {
	c = AsStored(b, c, StoreType(w.l.rt.M, c.Type()))
	addr, align := w.l.address(b, p, at, w.val)
	w.l.rt.Regions.Note(b.Store(c, addr, align), w.l.region(p))
}

// copiesRow reports whether storing to rec what its loop loads is better hidden
// from compilers: they make a call of memcpy of it, which costs more than the
// short loops inside of others do. Loops of constant length they unroll.
func (l *Layout) copiesRow(rec *record) bool {
	in := rec.loop
	return in != nil && in.Parent != nil && len(in.Inner) == 0 && l.plan.Trip(in) != nil && !ir.IsConstant(l.plan.Trip(in))
}

// Sweep is what reading kept values asks of the reverse sweep.
type Sweep interface {
	// Lookup gives a value of the function, as it was where the sweep stands.
	Lookup(v ir.Value) ir.Value
	// Counter is the number of the iteration of a loop that is being reversed.
	Counter(in *analysis.Loop) ir.Value
	// Record is the stack slot with the linked record of the iteration of a loop that
	// is being reversed, nil where its records are not linked.
	Record(in *analysis.Loop) *ir.Instr
	// Frame is the frame of the call.
	Frame() ir.Value
}

// Read gives v, which is kept, in the reverse sweep. w is the forward sweep in the
// same function, nil in the split form.
func (l *Layout) Read(b *ir.Builder, v ir.Value, w *Writer, sweep Sweep) ir.Value {
	p, t := l.places[v], v.Type()
	var x ir.Value
	switch {
	case p.direct:
		return w.val(v)
	case p.slot:
		x = b.Load(StoreType(l.rt.M, t), w.slots[v], 0)
	default:
		x = l.get(b, t, p, l.recordAt(b, p.rec, sweep), sweep)
	}
	return AsRead(b, x, t)
}

// recordAt gives the address of the record of the iteration being reversed, or
// its number where each field has an array.
func (l *Layout) recordAt(b *ir.Builder, rec *record, sweep Sweep) ir.Value {
	if rec.loop == nil {
		return sweep.Frame()
	}
	if rec.part {
		return sweep.Lookup(rec.cur)
	}
	if slot := sweep.Record(rec.loop); rec.cur != nil {
		return b.Load(l.rt.M.Ptr(), slot, 8)
	}
	return rec.at(b, rec.number(b, rec.nest.index(b, sweep.Lookup, sweep.Counter)), sweep.Lookup)
}

// at gives the address of record n of an array, which val gives, or n where each field has one.
func (rec *record) at(b *ir.Builder, n ir.Value, val func(ir.Value) ir.Value) ir.Value {
	if rec.arrays != nil {
		return n
	}
	return b.GEP(rec.typ, val(rec.base), n)
}

// ReadBefore gives what v, one of the plan's Before, was in the iteration before.
func (l *Layout) ReadBefore(b *ir.Builder, v ir.Value, sweep Sweep) ir.Value {
	p, t := l.places[v], v.Type()
	n := p.rec.nest.index(b, sweep.Lookup, sweep.Counter) // that of the iteration's record is one more
	return AsRead(b, l.get(b, t, p, p.rec.at(b, n, sweep.Lookup), sweep), t)
}

// get reads what was stored of a value of type t at its place p in the record at, or of that number where each field has an array.
func (l *Layout) get(b *ir.Builder, t *ir.Type, p place, at ir.Value, sweep Sweep) ir.Value {
	addr, align := l.address(b, p, at, sweep.Lookup)
	return l.rt.Regions.Note(b.Load(StoreType(l.rt.M, t), addr, align), l.region(p))
}

// address is the address of a kept value and its alignment: rec is the
// address of the record, or its number where each field has an array, which val
// then gives.
func (l *Layout) address(b *ir.Builder, p place, rec ir.Value, val func(ir.Value) ir.Value) (ir.Value, int) {
	f := p.rec.field[p.field]
	if p.rec.arrays != nil {
		t := p.rec.typ.At(f)
		return b.GEP(t, val(p.rec.arrays[f]), rec), commonAlign(l.bytes(t), p.rec.before[f])
	}
	off := l.rt.M.Layout.FieldOffset(p.rec.typ, f)
	return b.GEP(p.rec.typ, rec, ir.NewInt(ir.I32, 0), ir.NewInt(ir.I32, int64(f))), commonAlign(l.bytes(p.rec.typ), off)
}

// commonAlign is the alignment that steps of a and of b bytes leave of the
// tape's.
func commonAlign(a, b int64) int {
	align := int64(Align)
	for a%align != 0 || b%align != 0 {
		align /= 2
	}
	return int(align)
}

// region is the region of a kept value: that of its own array where it has one. The
// region for any array behind the first few is the same.
func (l *Layout) region(p place) Region {
	if p.rec == nil || p.rec.arrays == nil {
		return Records
	}
	n, ok := l.arraysOf[p.rec]
	if !ok {
		n = l.arrays
		l.arrays += len(p.rec.arrays)
		l.arraysOf[p.rec] = n
	}
	return min(firstArray+Region(n+p.rec.field[p.field]), firstArray+maxArrays-1)
}
