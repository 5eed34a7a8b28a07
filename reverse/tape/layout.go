package tape

import (
	"sort"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
)

// Layout is where a function's kept values live between its sweeps.
type Layout struct {
	plan Plan
	rt   *Runtime

	places    map[ir.Value]place
	records   map[*analysis.Loop]*record
	frame     *record                      // split form: what is kept per call
	frameSize int64                        // bytes that it takes on the tape
	first     map[*analysis.Loop]*ir.Instr // the first allocation in front of a loop, with which all of them end
	later     map[*analysis.Loop][]*ir.Instr
	isLater   map[ir.Value]*analysis.Loop // arrays that the reverse sweep takes, and what is computed from their addresses
	onStack   int64                       // bytes of records that stand on the stack
	usesTape  bool

	parts    map[*ir.Block]*record // by the block where it begins, what a part of an iteration keeps
	arrays   int                   // arrays of members that have a region
	arraysOf map[*record]int       // the first one of a record
}

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
	loop   *analysis.Loop
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
	arrays []ir.Value              // by field, when each has an array
	before []int64                 // by field then: bytes of those before it
	ahead  bool                    // a record stands in front of those of each entry of the loop: the one before the first iteration's
	cur    *ir.Instr               // what takes a linked record, or that of a part of an iteration
	last   map[*ir.Block]*ir.Instr // at an exit block: the last record

	part        bool  // it is for a part of an iteration that is not always run
	conditional int64 // bytes that parts of an iteration keep apart
}

// Empty is the layout of a function that keeps nothing.
func Empty(rt *Runtime) *Layout { return &Layout{rt: rt} }

// LayOut gives every kept value of the plan a place and inserts the records'
// allocation into the function. Inner loops come first, since their records'
// addresses are kept with the loop around them.
func LayOut(rt *Runtime, plan Plan) *Layout {
	l := &Layout{plan: plan, rt: rt, places: map[ir.Value]place{}, records: map[*analysis.Loop]*record{},
		first: map[*analysis.Loop]*ir.Instr{}, arraysOf: map[*record]int{},
		parts: map[*ir.Block]*record{}, later: map[*analysis.Loop][]*ir.Instr{}, isLater: map[ir.Value]*analysis.Loop{}}
	if l.plan.Split {
		l.frame = &record{}
	}
	for _, v := range l.plan.Values {
		l.keepAt(v)
	}
	for v := range l.plan.Before {
		l.places[v].rec.ahead = true
	}
	for k := len(l.plan.Order) - 1; k >= 0; k-- {
		if rec := l.records[l.plan.Order[k]]; rec != nil {
			l.allocRecord(rec)
		}
	}
	if l.frame != nil {
		l.finishRecord(l.frame, nil)
		if len(l.frame.values) > 0 {
			l.frameSize = (l.bytes(l.frame.typ) + Align - 1) &^ (Align - 1)
		}
	}
	return l
}

func (l *Layout) bytes(t *ir.Type) int64 { return l.rt.M.Layout.AllocSize(t) }

// keepAt gives v its place, by the loop it is computed in.
func (l *Layout) keepAt(v ir.Value) {
	if _, ok := l.places[v]; ok {
		return
	}
	var in *analysis.Loop
	i, isInstr := v.(*ir.Instr)
	if isInstr {
		in = l.plan.Loops.Of(i.Parent)
	}
	switch {
	case in != nil && l.plan.Replayed(in) && l.plan.Recomputed(i):
	case in != nil:
		rec := l.records[in]
		if rec == nil {
			rec = &record{loop: in}
			l.records[in] = rec
		}
		l.places[v] = place{rec: rec, field: len(rec.values)}
		rec.values = append(rec.values, v)
	case l.plan.Split:
		l.places[v] = place{rec: l.frame, field: len(l.frame.values)}
		l.frame.values = append(l.frame.values, v)
	case !isInstr || l.plan.AtHand(i):
		l.places[v] = place{direct: true}
	default:
		l.places[v] = place{slot: true}
	}
}

// spelledFields is how many fields the type of a record has at most without
// getting a name: every access spells it.
const spelledFields = 8

// finishRecord fixes the record's struct type, large members first so that no
// padding is lost. head fields stand before the values.
func (l *Layout) finishRecord(rec *record, head []*ir.Type) {
	m := l.rt.M
	order := make([]int, len(rec.values))
	for k := range order {
		order[k] = k
	}
	size := func(k int) int64 { return l.bytes(StoreType(m, rec.values[k].Type())) }
	sort.SliceStable(order, func(a, b int) bool { return size(order[a]) > size(order[b]) })
	fields := append([]*ir.Type(nil), head...)
	fieldOf, first := l.shareFields(rec, order)
	for k := range fieldOf {
		fieldOf[k] += len(head)
	}
	rec.field = fieldOf
	for _, k := range first {
		fields = append(fields, StoreType(m, rec.values[k].Type()))
	}
	if len(fields) > spelledFields {
		rec.typ = m.AddType(m.FreshType("llad.record"), fields...)
	} else {
		rec.typ = m.Struct(fields...)
	}
}

// UsesTape reports whether records are taken from the tape.
func (l *Layout) UsesTape() bool { return l.usesTape }

// FrameSize is how many bytes the frame of a call takes on the tape, 0 when there
// is nothing to keep.
func (l *Layout) FrameSize() int64 { return l.frameSize }

// Linked reports whether each iteration of a loop takes a record of its own, linked
// to the one before.
func (l *Layout) Linked(in *analysis.Loop) bool {
	rec := l.records[in]
	return rec != nil && rec.cur != nil
}

// Last is the record, a value of the function, that the last iteration of a loop
// with linked records took where it was left for exit.
func (l *Layout) Last(in *analysis.Loop, exit *ir.Block) ir.Value { return l.records[in].last[exit] }

// Previous reads which record the iteration before that of a linked one has.
func (l *Layout) Previous(b *ir.Builder, rec ir.Value) ir.Value {
	return b.Load(l.rt.M.Ptr(), rec, 8)
}

// InFrontOf is the first allocation of records in front of a loop, a value of the
// function; taken from the tape's top, all of them end. nil where there is none.
func (l *Layout) InFrontOf(in *analysis.Loop) *ir.Instr { return l.first[in] }

// Later are the allocations of arrays that the reverse sweep makes where it enters a loop and ends where it leaves it: iterations
// of the loop are run again, and nothing fills the arrays before.
func (l *Layout) Later(in *analysis.Loop) []*ir.Instr { return l.later[in] }

// TakenLater gives the loop for which the reverse sweep allocates the array that v is, or is computed from; nil where it is none.
func (l *Layout) TakenLater(v ir.Value) *analysis.Loop { return l.isLater[v] }

// InPart is the record that a part of an iteration takes where it begins at b; nil where none does. It ends where that
// has been reversed.
func (l *Layout) InPart(b *ir.Block) *ir.Instr {
	if rec := l.parts[b]; rec != nil {
		return rec.cur
	}
	return nil
}

// TakesIn reports whether a loop or one inside it takes records from the tape.
func (l *Layout) TakesIn(in *analysis.Loop) bool {
	for _, inner := range l.plan.Order {
		if in.ContainsLoop(inner) && (l.first[inner] != nil || l.Linked(inner)) {
			return true
		}
	}
	return false
}

// Kind says where a value is kept.
type Kind int

// The kinds of places.
const (
	Nowhere Kind = iota // not kept
	AtHand              // the value itself dominates the reverse sweep
	OnStack             // in a stack slot
	OnTape              // in a record
)

// Kept says where v is kept.
func (l *Layout) Kept(v ir.Value) Kind {
	switch p, ok := l.places[v]; {
	case !ok:
		return Nowhere
	case p.direct:
		return AtHand
	case p.slot:
		return OnStack
	}
	return OnTape
}

// RecordBytes is the size of what an iteration of a loop keeps where all of its parts are run; ok is false where
// it has no record.
func (l *Layout) RecordBytes(in *analysis.Loop) (n int64, ok bool) {
	rec := l.records[in]
	if rec == nil {
		return 0, false
	}
	return l.bytes(rec.typ) + rec.conditional, true
}

// FrameBytes is the size of the frame of a call, without what aligns the next.
func (l *Layout) FrameBytes() int64 {
	if l.frame == nil {
		return 0
	}
	return l.bytes(l.frame.typ)
}

// StoreType is the type a value has in a record. Bits become bytes, those of vectors
// too: LLVM 14 takes the elements of a vector of bits in memory for bytes.
func StoreType(m *ir.Module, t *ir.Type) *ir.Type {
	switch {
	case t == ir.I1:
		return ir.I8
	case t.IsVector() && t.Elem == ir.I1:
		return m.Types.Vector(ir.I8, t.Len, t.Scalable)
	}
	return t
}

// AsStored gives v as the type t that it has in a record.
func AsStored(b *ir.Builder, v ir.Value, t *ir.Type) ir.Value {
	if v.Type().Scalar() == ir.I1 {
		return b.Cast(ir.ZExt, v, t)
	}
	return v
}

// AsRead gives x, read from a record, as the type t of the value that was stored.
func AsRead(b *ir.Builder, x ir.Value, t *ir.Type) ir.Value {
	if t.Scalar() == ir.I1 {
		return b.Cast(ir.Trunc, x, t)
	}
	return x
}
