package reverse

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/reverse/tape"
)

// lookup gives the value that v, a value of p, had at the point of the forward
// sweep that the code at b reverses. What does not change in the loops being
// reversed is fetched before they are entered.
func (r *reverser) lookup(v ir.Value) ir.Value {
	if ir.IsConstant(v) {
		return v
	}
	if v == r.s.fn.tape {
		return r.tape
	}
	if r.dry {
		r.need(v)
		return ir.Undef(v.Type())
	}
	var home *ir.Loop
	if i, ok := v.(*ir.Instr); ok {
		home = r.s.fn.loops.Of(i.Parent)
	}
	if home == r.loop {
		return r.fetchOnce(v, r.seg)
	}
	if home != nil && !home.Contains(r.headerOf(r.loop)) {
		r.fail(v)
		return ir.Undef(v.Type())
	}
	// The outermost loop around b that does not contain v.
	l := r.loop
	for l.Parent != home {
		l = l.Parent
	}
	e := r.entry(l)
	b, loop, seg, flags := *r.b, r.loop, r.seg, r.b.Flags
	r.b.AtEnd(e.block)
	r.b.Flags = 0
	r.loop, r.seg = home, e.seg
	x := r.fetchOnce(v, e.seg)
	*r.b, r.loop, r.seg = b, loop, seg
	r.b.Flags = flags
	return x
}

func (r *reverser) headerOf(l *ir.Loop) *ir.Block {
	if l == nil {
		return nil
	}
	return l.Header
}

func (r *reverser) fail(v ir.Value) {
	if i, ok := v.(*ir.Instr); ok {
		r.s.fn.fail(i, "L0499", "internal: the value of this instruction is wanted outside of its loop")
	}
}

func (r *reverser) fetchOnce(v ir.Value, seg int) ir.Value {
	key := memoKey{v, seg}
	if x, ok := r.memo[key]; ok {
		return x
	}
	x := r.fetch(v)
	r.memo[key] = x
	return x
}

// fetch gives the value from its place, or computes it again.
func (r *reverser) fetch(v ir.Value) ir.Value {
	s := r.s
	i, isInstr := v.(*ir.Instr)
	if isInstr && s.cf.isCounter(i) {
		return r.b.Load(ir.I64, r.entry(s.fn.loops.Of(i.Parent)).counter, 8)
	}
	if room := s.mem.beginning(v); room != nil {
		return r.b.Cast(ir.BitCast, r.get(r.fwd.rooms[room], room.Typ), v.Type())
	}
	if p := r.inherited[v]; p != nil {
		return p
	}
	if s.records.Kept(v) != tape.Nowhere {
		return r.readKept(v)
	}
	if isInstr {
		if rp := s.rps.replayOf(i.Parent); rp != nil && rp.carries(i) {
			return r.get(r.carried(rp, i).now, i.Typ)
		}
		if rp := s.rps.replayed(i); rp != nil && s.fn.loops.Of(i.Parent) == rp.loop && (rp.code[i] || s.tapeCode[i]) {
			return r.get(rp.slot(r, i), i.Typ)
		}
	}
	if r.fwd != nil && (!isInstr || s.fn.direct(i)) {
		return r.fwd.val(v)
	}
	if !isInstr {
		r.s.fn.err = &ir.Diagnostic{File: s.fn.m.Name, Code: "L0499", Message: "internal: a parameter of " + s.fn.p.Name + " was not kept"}
		return ir.Undef(v.Type())
	}
	if inv := s.inv.inversionOf(i); inv != nil {
		return r.get(r.backSlot(inv, i), i.Typ)
	}
	if start, step, l, ok := s.cf.affine(i); ok {
		return r.recurrence(i, start, step, l)
	}
	if k := s.kp.firsts[i]; k != nil {
		return r.firstResult(i, k)
	}
	return r.again(i, r.lookup)
}

// again computes i once more from what operand gives for its operands.
func (r *reverser) again(i *ir.Instr, operand func(ir.Value) ir.Value) ir.Value {
	c := i.Copy()
	c.Flags &^= ir.TailCall | ir.MustTail
	c.DropMetadata()
	r.s.fn.env.accesses(c, r.s.sh.regionOf(i))
	for k := range c.NumArgs() {
		c.SetArg(k, operand(i.Arg(k)))
	}
	return r.b.Insert(c)
}

// recurrence computes start + counter*step.
func (r *reverser) recurrence(i *ir.Instr, start, step ir.Value, l *ir.Loop) ir.Value {
	n := r.fetchOnce(r.s.cf.counter[l], r.seg)
	a, d := r.lookup(start), r.lookup(step)
	if i.Typ.IsPtr() {
		p := r.b.Offset(a, r.b.Mul(n, d))
		if g, ok := p.(*ir.Instr); ok && g.Op == ir.GetElementPtr {
			g.Flags = 0
		}
		return r.b.Cast(ir.BitCast, p, i.Typ)
	}
	if w := i.Typ.Bits; w < 64 {
		n = r.b.Cast(ir.Trunc, n, i.Typ)
	} else if w > 64 {
		n = r.b.Cast(ir.ZExt, n, i.Typ)
	}
	return r.b.Add(a, r.b.Mul(n, d))
}

// readKept gives a value that was kept.
func (r *reverser) readKept(v ir.Value) ir.Value {
	var w *tape.Writer
	if r.fwd != nil {
		w = r.fwd.kept
	}
	return r.s.records.Read(r.b, v, w, sweepState{r})
}

// sweepState tells the layout of records where the sweep stands.
type sweepState struct{ r *reverser }

func (st sweepState) Lookup(v ir.Value) ir.Value  { return st.r.lookup(v) }
func (st sweepState) Counter(l *ir.Loop) ir.Value { return st.r.lookup(st.r.s.cf.counter[l]) }
func (st sweepState) Record(l *ir.Loop) *ir.Instr { return st.r.entry(l).rec }
func (st sweepState) Frame() ir.Value             { return st.r.frame }
