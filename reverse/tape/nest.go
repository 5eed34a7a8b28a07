package tape

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/rules"
)

// nest is the array in which a loop's records lie, for all iterations of the
// loops around it whose number is known before the outermost of them starts:
// one allocation instead of one each time the loop is entered.
type nest struct {
	loops  []*analysis.Loop // outermost first; the last is the record's own
	counts []ir.Value       // how many records each has for one of the loop around, known before the first
	total  ir.Value         // their product; zero when the records' loop is never entered
	before *analysis.Loop   // in front of which the allocation stands: the first, or a replayed loop around it
	turns  bool             // it is a replayed loop, whose iterations use the records by turns
}

// guard is a condition under which a loop is entered.
type guard struct {
	cond ir.Value // i1, or a number that is not to be zero
	want bool     // of the i1
	num  bool     // it is a number
}

const maxMoved = 24 // instructions that are computed before a nest for one value

// nestOf finds the widest nest for the records of a loop whose trip count is known.
// Its values are computed before the nest. ahead: each entry of the loop has one record more.
func (l *Layout) nestOf(in *analysis.Loop, ahead bool) *nest {
	loops := []*analysis.Loop{in}
	var guards []guard
	before := in
	for p := in.Parent; p != nil && l.plan.Trip(p) != nil && before == loops[0]; p = p.Parent {
		more, ok := l.entryGuards(loops[0], p)
		if !ok {
			break
		}
		more = append(more, guards...)
		for _, k := range loops {
			ok = ok && l.movable(l.plan.Trip(k), p, new(int))
		}
		for _, g := range more {
			ok = ok && l.movable(g.cond, p, new(int))
		}
		if !ok {
			break
		}
		guards, before = more, p
		if !l.plan.Replayed(p) {
			loops = append([]*analysis.Loop{p}, loops...)
		}
	}
	n := &nest{loops: loops, before: before, turns: before != loops[0]}
	b := ir.NewBuilder(before.Preheader())
	b.Before(before.Preheader().Term())
	note := l.plan.NoteCode
	mv := &mover{b: b, out: before, note: note, done: map[ir.Value]ir.Value{}}
	for _, k := range loops {
		more := int64(1)
		if k == in && ahead {
			more++
		}
		c := b.Add(mv.move(l.plan.Trip(k)), i64(more))
		note(c)
		n.counts = append(n.counts, c)
		if n.total == nil {
			n.total = c
		} else {
			n.total = b.Mul(n.total, c)
			note(n.total)
		}
	}
	for _, g := range guards {
		c := mv.move(g.cond)
		switch {
		case g.num:
			c = b.ICmp(ir.NE, c, ir.Zero(c.Type()))
			note(c)
			n.total = b.Select(c, n.total, i64(0))
		case g.want:
			n.total = b.Select(c, n.total, i64(0))
		default:
			n.total = b.Select(c, i64(0), n.total)
		}
		note(n.total)
	}
	return n
}

// entryGuards lists the conditions under which an iteration of p, the loop around
// in, comes to in; ok is false when they are not such as one can name.
func (l *Layout) entryGuards(in, p *analysis.Loop) (guards []guard, ok bool) {
	for x := in.Preheader(); x != p.Header; x = l.plan.Dom.Idom(x) {
		if x == nil {
			return nil, false
		}
		ps := l.plan.Preds(x)
		if len(ps) != 1 {
			if !bypassed(l.plan.Dom.Idom(x), x, p) {
				continue
			}
			return nil, false // the condition is one of several
		}
		from := ps[0]
		if other := l.plan.Loops.Of(from); other != nil && !other.Contains(x) {
			if len(other.ExitBlocks()) != 1 {
				return nil, false
			}
			continue // a loop in front of this one ends sooner or later
		}
		t := from.Term()
		switch {
		case len(t.Blocks) == 1:
		case t.Op != ir.Br || len(t.Blocks) != 2 || t.Blocks[0] == t.Blocks[1]:
			return nil, false
		case l.movable(t.Arg(0), p, new(int)):
			guards = append(guards, guard{cond: t.Arg(0), want: t.Blocks[0] == x})
		case len(p.ExitEdges()) == 1 && p.ExitEdges()[0].From == from:
			guards = append(guards, guard{cond: l.plan.Trip(p), num: true}) // the test that ends p
		default:
			return nil, false
		}
	}
	return guards, true
}

// bypassed reports whether control may go from d to the end of an iteration of p, or leave p, without coming to x. Code
// that never goes on does not count.
func bypassed(d, x *ir.Block, p *analysis.Loop) bool {
	seen := map[*ir.Block]bool{x: true}
	work := []*ir.Block{d}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, to := range b.Succs() {
			switch {
			case to == p.Header, !p.Contains(to) && to.Term().Op != ir.Unreachable:
				return true
			case p.Contains(to) && !seen[to]:
				seen[to] = true
				work = append(work, to)
			}
		}
	}
	return false
}

// movable reports whether v can be computed before loop out is entered, and
// that at any time without harm.
func (l *Layout) movable(v ir.Value, out *analysis.Loop, steps *int) bool {
	i, ok := v.(*ir.Instr)
	if !ok || !out.Contains(i.Parent) {
		return true
	}
	if *steps++; *steps > maxMoved {
		return false
	}
	switch i.Op {
	case ir.Add, ir.Sub, ir.Mul, ir.And, ir.Or, ir.Xor, ir.Shl, ir.LShr, ir.AShr,
		ir.ZExt, ir.SExt, ir.Trunc, ir.ICmp, ir.Select:
	case ir.Call:
		if k := known(i); k == nil || !k.Pure || !i.Typ.IsInt() {
			return false
		}
	default:
		return false
	}
	for k := range i.NumArgs() {
		if !ir.IsConstant(i.Arg(k)) && !l.movable(i.Arg(k), out, steps) {
			return false
		}
	}
	return true
}

// known is what is known of the function that i calls, nil where that is nothing.
func known(i *ir.Instr) *rules.Known {
	f := i.CalledFunc()
	if f == nil {
		return nil
	}
	return rules.KnownOf(f)
}

// mover computes values before loop out.
type mover struct {
	b    *ir.Builder
	out  *analysis.Loop
	note func(...ir.Value)
	done map[ir.Value]ir.Value
}

func (m *mover) move(v ir.Value) ir.Value {
	i, ok := v.(*ir.Instr)
	if !ok || !m.out.Contains(i.Parent) {
		return v
	}
	if c := m.done[v]; c != nil {
		return c
	}
	c := i.Copy()
	c.Name = ""
	c.Flags = 0 // what held where it stood need not hold here
	c.DropMetadata()
	for k := range c.NumArgs() {
		if !ir.IsConstant(i.Arg(k)) {
			c.SetArg(k, m.move(i.Arg(k)))
		}
	}
	m.b.Insert(c)
	m.note(c)
	m.done[v] = c
	return c
}

// index gives the number of the current iteration among all of the nest, from
// the loops' counters.
func (n *nest) index(b *ir.Builder, val func(ir.Value) ir.Value, counter func(*analysis.Loop) ir.Value) ir.Value {
	x := counter(n.loops[0])
	for k, l := range n.loops[1:] {
		x = b.Add(b.Mul(x, val(n.counts[k+1])), counter(l))
	}
	return x
}
