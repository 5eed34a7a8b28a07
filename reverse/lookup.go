package reverse

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/reverse/tape"
	"github.com/llad-ad/llad/rules"
)

// lookups give values of the forward sweep in the reverse sweep.
type lookups struct {
	cu *cursor

	fwd       *emitter              // combined form: the forward sweep in the same function
	inherited map[ir.Value]ir.Value // split form: parameters of p that are parameters here
	enters    map[*analysis.Loop]*loopEntry
	memo      map[memoKey]ir.Value
	needed    []ir.Value
	neededs   map[ir.Value]bool
	scratch   map[*ir.Instr]*ir.Instr // see scratchObject
}

// lookup gives the value that v, a value of p, had at the point of the forward
// sweep that the code at b reverses. What does not change in the loops being
// reversed is fetched before they are entered.
func (lks *lookups) lookup(v ir.Value) ir.Value {
	if ir.IsConstant(v) {
		return v
	}
	if v == lks.cu.s.fn.tape {
		return lks.cu.tape
	}
	if lks.cu.dry {
		lks.need(v)
		return ir.Undef(v.Type())
	}
	var home *analysis.Loop
	if i, ok := v.(*ir.Instr); ok {
		home = lks.cu.s.fn.loops.Of(i.Parent)
	}
	if home == lks.cu.loop {
		return lks.fetchOnce(v, lks.cu.seg)
	}
	if home != nil && !home.Contains(lks.cu.headerOf(lks.cu.loop)) {
		lks.cu.fail(v)
		return ir.Undef(v.Type())
	}
	// The outermost loop around b that does not contain v.
	l := lks.cu.loop
	for l.Parent != home {
		l = l.Parent
	}
	e := lks.entry(l)
	b, loop, seg, flags := *lks.cu.b, lks.cu.loop, lks.cu.seg, lks.cu.b.Flags
	lks.cu.b.AtEnd(e.block)
	lks.cu.b.Flags = 0
	lks.cu.loop, lks.cu.seg = home, e.seg
	x := lks.fetchOnce(v, e.seg)
	*lks.cu.b, lks.cu.loop, lks.cu.seg = b, loop, seg
	lks.cu.b.Flags = flags
	return x
}

func (cu *cursor) headerOf(l *analysis.Loop) *ir.Block {
	if l == nil {
		return nil
	}
	return l.Header
}

func (cu *cursor) fail(v ir.Value) {
	if i, ok := v.(*ir.Instr); ok {
		cu.s.fn.fail(i, "L0799", "internal: the value of this instruction is wanted outside of its loop")
	}
}

func (lks *lookups) fetchOnce(v ir.Value, seg int) ir.Value {
	key := memoKey{v, seg}
	if x, ok := lks.memo[key]; ok {
		return x
	}
	x := lks.fetch(v)
	lks.memo[key] = x
	return x
}

// fetch gives the value from its place, or computes it again.
func (lks *lookups) fetch(v ir.Value) ir.Value {
	s := lks.cu.s
	i, isInstr := v.(*ir.Instr)
	if isInstr && s.cf.isCounter(i) {
		return lks.cu.b.Load(ir.I64, lks.entry(s.fn.loops.Of(i.Parent)).counter, 8)
	}
	if room := s.mem.beginning(v); room != nil {
		return lks.cu.b.Cast(ir.BitCast, lks.cu.get(lks.fwd.rooms[room], room.Typ), v.Type())
	}
	if p := lks.inherited[v]; p != nil {
		return p
	}
	if s.rps.scratch[v] {
		return lks.scratchObject(i)
	}
	if s.records.Kept(v) != tape.Nowhere {
		return lks.readKept(v)
	}
	if l := s.records.TakenLater(v); l != nil {
		if slot := lks.takeLater(l)[i]; slot != nil {
			return lks.cu.get(slot, i.Typ)
		}
		return lks.again(i, lks.lookup)
	}
	if isInstr {
		if rp := s.rps.replayOf(i.Parent); rp != nil && rp.carries(i) {
			return lks.cu.get(lks.carried(rp, i).now, i.Typ)
		}
		if rp := s.rps.replayed(i); rp != nil && s.fn.loops.Of(i.Parent) == rp.loop && (rp.code[i] || s.tapeCode[i]) {
			return lks.cu.get(lks.waiting(rp, i), i.Typ)
		}
	}
	if lks.fwd != nil && (!isInstr || s.fn.direct(i)) {
		return lks.fwd.val(v)
	}
	if !isInstr {
		lks.cu.s.fn.err = &ir.Diagnostic{File: s.fn.m.Name, Code: "L0799", Message: "internal: a parameter of " + s.fn.p.Name + " was not kept"}
		return ir.Undef(v.Type())
	}
	if inv := s.inv.inversionOf(i); inv != nil {
		return lks.cu.get(lks.backSlot(inv, i), i.Typ)
	}
	if s.kp.readsBefore(i) {
		return s.records.ReadBefore(lks.cu.b, s.kp.before[i], sweepState{lks})
	}
	if start, step, l, ok := s.cf.affine(i); ok {
		return lks.recurrence(i, start, step, l)
	}
	if k := s.kp.firsts[i]; k != nil {
		return lks.firstResult(i, k)
	}
	return lks.again(i, lks.lookup)
}

// scratchObject is the object that the reverse half has in the place of i.
func (lks *lookups) scratchObject(i *ir.Instr) ir.Value {
	if lks.scratch[i] == nil {
		if lks.scratch == nil {
			lks.scratch = map[*ir.Instr]*ir.Instr{}
		}
		lks.scratch[i] = lks.cu.top.Alloca(i.Elem, i.Arg(0), int(i.Align))
	}
	return lks.scratch[i]
}

// Arrays of records that the iterations of a replayed loop use by turns are taken from the tape where the
// reverse sweep enters the loop, and given back where it leaves it. In the forward sweep each entry of the loop,
// or each call of the function, would add one that nothing is in.
//
// takeLater writes, once, what takes the arrays of loop l, and gives the stack slots that hold their addresses.
func (lks *lookups) takeLater(l *analysis.Loop) map[*ir.Instr]*ir.Instr {
	e := lks.entry(l)
	if e.later != nil {
		return e.later
	}
	e.later = map[*ir.Instr]*ir.Instr{}
	cu, rt := lks.cu, lks.cu.s.fn.env.runtime()
	b, loop, seg, flags := *cu.b, cu.loop, cu.seg, cu.b.Flags
	cu.b.AtEnd(e.block)
	cu.b.Flags = 0
	cu.loop, cu.seg = l.Parent, e.seg
	for _, i := range cu.s.records.Later(l) {
		p := cu.b.CallFunc(rt.PushFunc(), cu.tape, lks.lookup(i.Arg(1)))
		tape.OwnMemory(p)
		e.later[i] = cu.slot(i.Typ)
		put(cu.b, e.later[i], p)
	}
	*cu.b, cu.loop, cu.seg = b, loop, seg
	cu.b.Flags = flags
	return e.later
}

// again computes i once more from what operand gives for its operands.
func (lks *lookups) again(i *ir.Instr, operand func(ir.Value) ir.Value) ir.Value {
	c := i.Copy()
	c.Flags &^= ir.TailCall | ir.MustTail
	if _, _, mark := analysis.DisjointMark(i); !mark {
		c.DropMetadata()
	}
	lks.cu.s.fn.env.accesses(c, lks.cu.s.sh.regionOf(i))
	for k := range c.NumArgs() {
		c.SetArg(k, operand(i.Arg(k)))
	}
	return lks.cu.b.Insert(c)
}

// recurrence computes start + counter*step.
func (lks *lookups) recurrence(i *ir.Instr, start, step ir.Value, l *analysis.Loop) ir.Value {
	n := lks.fetchOnce(lks.cu.s.cf.counter[l], lks.cu.seg)
	a, d := lks.lookup(start), lks.lookup(step)
	if i.Typ.IsPtr() {
		p := lks.cu.b.Offset(a, lks.cu.b.Mul(n, d))
		if g, ok := p.(*ir.Instr); ok && g.Op == ir.GetElementPtr {
			g.Flags = 0
		}
		return lks.cu.b.Cast(ir.BitCast, p, i.Typ)
	}
	if w := i.Typ.Bits; w < 64 {
		n = lks.cu.b.Cast(ir.Trunc, n, i.Typ)
	} else if w > 64 {
		n = lks.cu.b.Cast(ir.ZExt, n, i.Typ)
	}
	return lks.cu.b.Add(a, lks.cu.b.Mul(n, d))
}

// readKept gives a value that was kept.
func (lks *lookups) readKept(v ir.Value) ir.Value {
	var w *tape.Writer
	if lks.fwd != nil {
		w = lks.fwd.kept
	}
	return lks.cu.s.records.Read(lks.cu.b, v, w, sweepState{lks})
}

// sweepState tells the layout of records where the sweep stands.
type sweepState struct{ lks *lookups }

func (st sweepState) Lookup(v ir.Value) ir.Value { return st.lks.lookup(v) }
func (st sweepState) Counter(l *analysis.Loop) ir.Value {
	return st.lks.lookup(st.lks.cu.s.cf.counter[l])
}
func (st sweepState) Record(l *analysis.Loop) *ir.Instr { return st.lks.entry(l).rec }
func (st sweepState) Frame() ir.Value                   { return st.lks.cu.frame }

// siblings gives the values of functions, by name, of the first operand of i
// that the primal computes as well: cos where the derivative of sin is wanted.
func (lks *lookups) siblings(i *ir.Instr, names []string) map[string]ir.Value {
	var known map[string]ir.Value
	for _, name := range names {
		if c := lks.cu.s.sibling(i, name); c != nil {
			if known == nil {
				known = map[string]ir.Value{}
			}
			known[name] = lks.lookup(c)
		}
	}
	return known
}

// sibling finds a call of the function with the first operand of i that is
// executed whenever i is; nil if there is none.
func (s *synth) sibling(i *ir.Instr, name string) *ir.Instr {
	for u := range ir.Uses(i.Arg(0)) {
		c := u.User
		if c == i || c.Parent == nil || c.Op != ir.Call || u.Index() != 0 || c.Typ != i.Typ || c.NumCallArgs() != 1 {
			continue
		}
		if rule := rules.ForInstr(c); rule == nil || rule.Name != name {
			continue
		}
		if c.Parent == i.Parent || s.fn.dt.Dominates(c.Parent, i.Parent) && s.encloses(c, i) {
			return c
		}
	}
	return nil
}

// encloses reports whether the loops around a are around b too.
func (s *synth) encloses(a, b *ir.Instr) bool {
	l := s.fn.loops.Of(a.Parent)
	return l == nil || l.Contains(b.Parent)
}
