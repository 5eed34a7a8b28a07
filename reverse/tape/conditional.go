package tape

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
)

// conditionalBytes is how many bytes a part of an iteration that is not always run keeps at least for a record of its own:
// a record costs what takes it, and its address.
const conditionalBytes = 40

// splitConditional gives what a loop with linked records keeps in parts of its iterations that are not always
// run, such as pairs within a cutoff, records of their own: the others take no memory for it. Each is taken from the tape where
// its part begins; its address stands in the record of the iteration.
func (l *Layout) splitConditional(rec *record) {
	in := rec.loop
	if l.plan.Replayed(in) {
		return
	}
	begins := l.conditionalParts(rec)
	for _, at := range begins {
		l.parts[at] = &record{loop: in, part: true}
	}
	var rest []ir.Value
	for _, v := range rec.values {
		to := l.partOf(v, in)
		if to == nil {
			l.places[v] = place{rec: rec, field: len(rest)}
			rest = append(rest, v)
			continue
		}
		l.places[v] = place{rec: to, field: len(to.values)}
		to.values = append(to.values, v)
	}
	rec.values = rest
	for _, at := range begins {
		p := l.parts[at]
		l.finishRecord(p, nil)
		b := ir.NewBuilder(at)
		b.AtStart(at)
		p.cur = b.CallFunc(l.rt.PushFunc(), l.plan.Tape, i64(l.bytes(p.typ)))
		l.plan.NoteMemory(p.cur)
		l.plan.NoteCode(p.cur)
		rec.conditional += l.bytes(p.typ)
		l.keepAt(p.cur)
	}
}

// partOf gives the record of the part of an iteration in which v is computed; nil where that is none of those.
func (l *Layout) partOf(v ir.Value, in *analysis.Loop) *record {
	i, ok := v.(*ir.Instr)
	if !ok {
		return nil
	}
	for b := i.Parent; b != nil && b != in.Header; b = l.plan.Dom.Idom(b) {
		if p := l.parts[b]; p != nil && p.loop == in {
			return p
		}
	}
	return nil
}

// conditionalParts gives the blocks at which parts of an iteration begin that are not always run and that keep so much
// that a record of their own is worth it, in the order of the function.
func (l *Layout) conditionalParts(rec *record) (parts []*ir.Block) {
	in := rec.loop
	bytes := map[*ir.Block]int64{} // kept in what a block dominates
	for _, v := range rec.values {
		i, ok := v.(*ir.Instr)
		if !ok {
			continue
		}
		for b := i.Parent; b != nil && b != in.Header; b = l.plan.Dom.Idom(b) {
			bytes[b] += l.bytes(StoreType(l.rt.M, v.Type()))
		}
	}
	for _, b := range l.plan.F.Blocks {
		if bytes[b] < conditionalBytes || l.plan.Loops.Of(b) != in || l.plan.Dom.Dominates(b, in.Latch()) {
			continue
		}
		if l.plan.Dom.Dominates(l.plan.Dom.Idom(b), in.Latch()) {
			parts = append(parts, b)
		}
	}
	return parts
}
