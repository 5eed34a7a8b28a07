package reverse

import (
	"sort"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/reverse/tape"
)

// place is where a kept value lives between the sweeps.
type place struct {
	direct bool    // the value itself dominates the reverse sweep
	slot   bool    // a stack slot of the combined function
	rec    *record // field of the record
	field  int
}

// record is the layout of what is kept per iteration of a loop, or per call
// (loop nil) in the split form.
type record struct {
	loop   *ir.Loop
	values []ir.Value
	typ    *ir.Type
	field  []int // struct field of each value

	// A loop whose trip count its preheader knows has an array of records, base,
	// for the whole nest, on the stack where they are few and their number is
	// constant; in an innermost one, where the compiler is to use
	// vectors, each member is an array of its own. Any other loop takes a record
	// per iteration, linked to the one before.
	nest   *nest
	base   *ir.Instr
	arrays []ir.Value // by field, when each has an array
	before []int64    // by field then: bytes of those before it
	cur    *ir.Instr
	last   map[*ir.Block]*ir.Instr // at an exit block: the last record
}

// storeType is the type a value has in a record. Bits become bytes, those of vectors
// too: LLVM 14 takes the elements of a vector of bits in memory for bytes.
func storeType(m *ir.Module, t *ir.Type) *ir.Type {
	switch {
	case t == ir.I1:
		return ir.I8
	case t.IsVector() && t.Elem == ir.I1:
		return m.Types.Vector(ir.I8, t.Len, t.Scalable)
	}
	return t
}

// asStored gives v as the type t that it has in a record.
func asStored(b *ir.Builder, v ir.Value, t *ir.Type) ir.Value {
	if v.Type().Scalar() == ir.I1 {
		return b.Cast(ir.ZExt, v, t)
	}
	return v
}

// asRead gives x, read from a record, as the type t of the value that was stored.
func asRead(b *ir.Builder, x ir.Value, t *ir.Type) ir.Value {
	if t.Scalar() == ir.I1 {
		return b.Cast(ir.Trunc, x, t)
	}
	return x
}

// layOut gives every kept value a place and inserts the records' allocation
// into p. Inner loops come first, since their records' addresses are kept
// with the loop around them.
func (s *synth) layOut(split bool) {
	s.places = map[ir.Value]place{}
	if split {
		s.frame = &record{}
	}
	for _, v := range s.plan.Values() {
		s.keepAt(v, split)
	}
	all := s.allLoops()
	for k := len(all) - 1; k >= 0; k-- {
		if rec := s.recs[all[k]]; rec != nil {
			s.allocRecord(rec, split)
		}
	}
	if s.frame != nil {
		s.finishRecord(s.frame, nil)
		s.pair.frameSize = 0
		if len(s.frame.values) > 0 {
			s.pair.frameSize = (s.m.Layout.AllocSize(s.frame.typ) + tape.Align - 1) &^ (tape.Align - 1)
		}
	}
}

// keepAt gives v its place, by the loop it is computed in.
func (s *synth) keepAt(v ir.Value, split bool) {
	if _, ok := s.places[v]; ok {
		return
	}
	var l *ir.Loop
	i, isInstr := v.(*ir.Instr)
	if isInstr {
		l = s.loops.Of(i.Parent)
	}
	switch {
	case l != nil && s.replays[l] != nil && s.replayed(i) != nil:
	case l != nil:
		rec := s.recs[l]
		if rec == nil {
			rec = &record{loop: l}
			s.recs[l] = rec
		}
		s.places[v] = place{rec: rec, field: len(rec.values)}
		rec.values = append(rec.values, v)
	case split:
		s.places[v] = place{rec: s.frame, field: len(s.frame.values)}
		s.frame.values = append(s.frame.values, v)
	case !isInstr || s.direct(i):
		s.places[v] = place{direct: true}
	default:
		s.places[v] = place{slot: true}
	}
}

// spelledFields is how many fields the type of a record has at most without
// getting a name: every access spells it.
const spelledFields = 8

// finishRecord fixes the record's struct type, large members first so that no
// padding is lost. head fields stand before the values.
func (s *synth) finishRecord(rec *record, head []*ir.Type) {
	order := make([]int, len(rec.values))
	for k := range order {
		order[k] = k
	}
	size := func(k int) int64 { return s.m.Layout.AllocSize(storeType(s.m, rec.values[k].Type())) }
	sort.SliceStable(order, func(a, b int) bool { return size(order[a]) > size(order[b]) })
	fields := append([]*ir.Type(nil), head...)
	fieldOf, first := s.shareFields(rec, order)
	for k := range fieldOf {
		fieldOf[k] += len(head)
	}
	rec.field = fieldOf
	for _, k := range first {
		fields = append(fields, storeType(s.m, rec.values[k].Type()))
	}
	if len(fields) > spelledFields {
		rec.typ = s.m.AddType(s.m.FreshType("llad.record"), fields...)
	} else {
		rec.typ = s.m.Struct(fields...)
	}
}

// allocRecord inserts into p what takes a loop's records from the tape.
func (s *synth) allocRecord(rec *record, split bool) {
	l := rec.loop
	if s.trip[l] != nil {
		s.allocArray(rec, split)
		return
	}
	s.usesTape = true
	push := s.env.runtime().PushFunc()
	s.finishRecord(rec, []*ir.Type{s.m.Ptr()})
	b := ir.NewBuilder(l.Header)
	prev := ir.NewInstr(ir.Phi, s.m.Ptr())
	l.Header.InsertAt(0, prev)
	b.AtStart(l.Header)
	rec.cur = b.CallFunc(push, s.tape, i64(s.m.Layout.AllocSize(rec.typ)))
	s.isShadow[rec.cur] = true
	link := b.Store(prev, rec.cur, 8)
	s.isShadow[link] = true
	s.markTape(prev, rec.cur, link)
	prev.AddIncoming(ir.Zero(s.m.Ptr()), l.Preheader())
	prev.AddIncoming(rec.cur, l.Latch())
	rec.last = map[*ir.Block]*ir.Instr{}
	for _, e := range l.ExitEdges() {
		if s.counts[e.To][l] == nil || rec.last[e.To] != nil {
			continue
		}
		rec.last[e.To] = s.exitPhi(e.To, l, rec.cur)
		s.markTape(rec.last[e.To])
		s.keepAt(rec.last[e.To], split)
	}
}

// allocArray inserts the allocation of the records of a loop of known length,
// in front of the nest that they are for.
func (s *synth) allocArray(rec *record, split bool) {
	s.finishRecord(rec, nil)
	rec.nest = s.nestOf(rec.loop, s.markTape)
	root := rec.nest.before
	b := ir.NewBuilder(root.Preheader())
	if n := s.fewRecords(rec); n > 0 && !split {
		rec.nest.total = i64(n)
		b.AtStart(s.p.Entry())
		rec.base = b.Alloca(s.m.Types.Array(rec.typ, n), nil, tape.Align)
		b.Before(root.Preheader().Term())
	} else {
		b.Before(root.Preheader().Term())
		s.usesTape = true
		bytes := b.Mul(rec.nest.total, i64(s.m.Layout.AllocSize(rec.typ)))
		rec.base = b.CallFunc(s.env.runtime().PushFunc(), s.tape, bytes)
		ownMemory(rec.base)
		s.markTape(bytes)
		if s.nests[root] == nil {
			s.nests[root] = rec.base
		}
	}
	s.isShadow[rec.base] = true
	s.markTape(rec.base)
	s.keepAt(rec.base, split)
	for _, c := range rec.nest.counts[1:] {
		if !ir.IsConstant(c) {
			s.keepAt(c, split)
		}
	}
	if split || len(rec.loop.Inner) > 0 || len(rec.values) < 2 {
		return // per call, an address for each array would have to be kept
	}
	var before int64
	for k := range rec.typ.NumElems() {
		skip := b.Mul(rec.nest.total, i64(before))
		at := b.Offset(rec.base, skip)
		s.markTape(skip, at)
		s.keepAt(at, split)
		rec.arrays, rec.before = append(rec.arrays, at), append(rec.before, before)
		before += s.m.Layout.AllocSize(rec.typ.At(k))
	}
}

// stackBytes is how much a function keeps on the stack, in arrays of which each
// has a quarter of it at most.
const stackBytes = 16 << 10

// fewRecords gives how many records rec has in all, when that is known and they
// are so few that they may stand on the stack; otherwise 0. The loops must be
// entered once in a call.
func (s *synth) fewRecords(rec *record) int64 {
	if rec.nest.before.Parent != nil {
		return 0
	}
	n := int64(1)
	for _, c := range rec.nest.counts {
		k, ok := ir.IntValue(c)
		if !ok || k < 1 || k > stackBytes {
			return 0
		}
		if n *= k; n > stackBytes {
			return 0
		}
	}
	size := n * s.m.Layout.AllocSize(rec.typ)
	if size > stackBytes/4 || s.onStack+size > stackBytes {
		return 0
	}
	s.onStack += size
	return n
}

// markTape notes instructions as code that takes records from the tape.
func (s *synth) markTape(vs ...ir.Value) {
	for _, v := range vs {
		if i, ok := v.(*ir.Instr); ok {
			s.tapeCode[i] = true
		}
	}
}
