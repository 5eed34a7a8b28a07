package tape

import "github.com/llad-ad/llad/ir"

// Loops of so few iterations, which keep more values than so many, have records instead of arrays: vectors would gain less
// than the addresses cost. So do those of several blocks that keep more than a few values: they are hardly vectorised, and
// each array is one more stream of memory.
const (
	fewTrips   = 2
	fewArrays  = 8
	fewStreams = 4
)

// allocRecord inserts what takes a loop's records from the tape.
func (l *Layout) allocRecord(rec *record) {
	in, m := rec.loop, l.rt.M
	if l.plan.Trip(in) != nil {
		l.allocArray(rec)
		return
	}
	l.usesTape = true
	push := l.rt.PushFunc()
	l.splitConditional(rec)
	l.finishRecord(rec, []*ir.Type{m.Ptr()})
	b := ir.NewBuilder(in.Header)
	prev := ir.NewInstr(ir.Phi, m.Ptr())
	in.Header.InsertAt(0, prev)
	b.AtStart(in.Header)
	rec.cur = b.CallFunc(push, l.plan.Tape, i64(l.bytes(rec.typ)))
	link := b.Store(prev, rec.cur, 8)
	l.plan.NoteMemory(rec.cur)
	l.plan.NoteMemory(link)
	l.plan.NoteCode(prev, rec.cur, link)
	prev.AddIncoming(ir.Zero(m.Ptr()), in.Preheader())
	prev.AddIncoming(rec.cur, in.Latch())
	rec.last = map[*ir.Block]*ir.Instr{}
	for _, e := range in.ExitEdges() {
		if !l.plan.EntersBy(in, e.To) || rec.last[e.To] != nil {
			continue
		}
		phi := ir.NewInstr(ir.Phi, m.Ptr())
		e.To.InsertAt(0, phi)
		for _, p := range l.plan.Preds(e.To) {
			phi.AddIncoming(rec.cur, p)
		}
		rec.last[e.To] = phi
		l.plan.NoteCode(phi)
		l.keepAt(phi)
	}
}

// allocArray inserts the allocation of the records of a loop of known length,
// in front of the nest that they are for.
func (l *Layout) allocArray(rec *record) {
	l.finishRecord(rec, nil)
	rec.nest = l.nestOf(rec.loop, rec.ahead)
	root := rec.nest.before
	b := ir.NewBuilder(root.Preheader())
	apart := l.membersApart(rec)
	if n := l.fewRecords(rec); n > 0 && !l.plan.Split {
		rec.nest.total = i64(n)
		b.AtStart(l.plan.F.Entry())
		rec.base = b.Alloca(l.rt.M.Types.Array(rec.typ, n), nil, Align)
		b.Before(root.Preheader().Term())
	} else {
		b.Before(root.Preheader().Term())
		l.usesTape = true
		if apart {
			l.padArrays(b, rec.nest)
		}
		bytes := b.Mul(rec.nest.total, i64(l.bytes(rec.typ)))
		rec.base = b.CallFunc(l.rt.PushFunc(), l.plan.Tape, bytes)
		OwnMemory(rec.base)
		l.plan.NoteCode(bytes)
		switch {
		case rec.nest.turns:
			l.later[root] = append(l.later[root], rec.base)
			l.isLater[rec.base] = root
		case l.first[root] == nil:
			l.first[root] = rec.base
		}
	}
	l.plan.NoteMemory(rec.base)
	l.plan.NoteCode(rec.base)
	l.keepAddress(rec, rec.base)
	for _, c := range rec.nest.counts[1:] {
		if !ir.IsConstant(c) {
			l.keepAt(c)
		}
	}
	if !apart {
		return
	}
	var before int64
	for k := range rec.typ.NumElems() {
		skip := b.Mul(rec.nest.total, i64(before))
		at := b.Offset(rec.base, skip)
		l.plan.NoteCode(skip, at)
		l.keepAddress(rec, at)
		rec.arrays, rec.before = append(rec.arrays, at), append(rec.before, before)
		before += l.bytes(rec.typ.At(k))
	}
}

// membersApart reports whether each member of the records has an array of its own.
func (l *Layout) membersApart(rec *record) bool {
	if l.plan.Split || len(rec.loop.Inner) > 0 || len(rec.values) < 2 {
		return false // per call, an address for each array would have to be kept
	}
	if len(rec.loop.Blocks) > 1 && len(rec.values) > fewStreams {
		return false
	}
	n, ok := ir.IntValue(l.plan.Trip(rec.loop))
	return !ok || n >= fewTrips || len(rec.values) <= fewArrays
}

// Arrays of members are longer than they have to be by a part of their length, and by no more elements than so many.
const (
	padShift    = 6
	padElements = 40
)

// padArrays makes the arrays of a nest longer, so that the same element of each is not at a power of two from that of
// the next: all of them would meet in one set of a cache (Hennessy and Patterson, Computer Architecture, section 2.3).
func (l *Layout) padArrays(b *ir.Builder, n *nest) {
	part := b.Binary(ir.LShr, n.total, i64(padShift))
	pad := b.Intrinsic("umin", ir.I64, []*ir.Type{ir.I64}, part, i64(padElements))
	n.total = b.Add(n.total, pad)
	l.plan.NoteCode(part, pad, n.total)
}

// number gives the number of the record of iteration n.
func (rec *record) number(b *ir.Builder, n ir.Value) ir.Value {
	if !rec.ahead {
		return n
	}
	return b.Add(n, i64(1))
}

// keepAddress keeps an address that array rec has; where the reverse sweep takes the array it is enough to know how long that is.
func (l *Layout) keepAddress(rec *record, at ir.Value) {
	root, ok := l.isLater[rec.base]
	switch {
	case !ok:
		l.keepAt(at)
	default:
		l.isLater[at] = root
		if !ir.IsConstant(rec.nest.total) {
			l.keepAt(rec.nest.total)
		}
	}
}

// OwnMemory tells the compiler that what a push gives is memory of its own; that
// is forgotten where calls are inlined.
func OwnMemory(push *ir.Instr) {
	push.X.RetAttrs, push.X.FnAttrs = "noalias", "noinline"
}

// stackBytes is how much a function keeps on the stack, in arrays of which each
// has a quarter of it at most.
const stackBytes = 16 << 10

// fewRecords gives how many records rec has in all, when that is known and they
// are so few that they may stand on the stack; otherwise 0. The loops must be
// entered once in a call, or use the records by turns.
func (l *Layout) fewRecords(rec *record) int64 {
	if rec.nest.before.Parent != nil && !rec.nest.turns {
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
	size := n * l.bytes(rec.typ)
	if size > stackBytes/4 || l.onStack+size > stackBytes {
		return 0
	}
	l.onStack += size
	return n
}
