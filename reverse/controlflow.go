package reverse

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/rules"
)

// controlFlow is what the reverse sweep must know of the way that control took: counters of loops, paths, choices.
type controlFlow struct {
	fn *primal
	sh *shadows
	rv *reversals

	counter  map[*analysis.Loop]*ir.Instr              // header phi 0, 1, 2, ...
	counts   map[*ir.Block]map[*analysis.Loop]ir.Value // at an exit block: the counter's value on leaving the loop
	trip     map[*analysis.Loop]ir.Value               // how often the backedge is taken, where the preheader knows
	skip     map[*ir.Block]*ir.Block                   // where the reverse sweep goes on above a block, when at once
	path     map[*ir.Block]ir.Value                    // which predecessor control came from, an i32 value of p
	work     []bool                                    // by block ID: has something to reverse
	loopWork map[*analysis.Loop]bool
	choices  map[*ir.Instr]*choice
	chosen   map[*analysis.Loop][]*choice
	serves   map[*analysis.Loop]*choice // see onlyFor
}

func newControlFlow(fn *primal, sh *shadows, rv *reversals) *controlFlow {
	return &controlFlow{
		fn: fn, sh: sh, rv: rv,
		counter:  map[*analysis.Loop]*ir.Instr{},
		counts:   map[*ir.Block]map[*analysis.Loop]ir.Value{},
		trip:     map[*analysis.Loop]ir.Value{},
		path:     map[*ir.Block]ir.Value{},
		loopWork: map[*analysis.Loop]bool{},
		choices:  map[*ir.Instr]*choice{},
		chosen:   map[*analysis.Loop][]*choice{},
		serves:   map[*analysis.Loop]*choice{},
	}
}

func (shs *shadows) outsShadowed(i *ir.Instr, rule *rules.Rule) bool {
	for _, o := range rule.Outs {
		if o.Arg >= 0 && !o.Int && shs.shadowOf(i.Arg(o.Arg)) != nil {
			return true
		}
	}
	return false
}

// addCounters gives every loop with work an iteration counter 0, 1, 2, ... and
// tells at its exits how often its backedge was taken.
func (cf *controlFlow) addCounters() {
	for _, l := range cf.fn.allLoops() {
		if !cf.loopWork[l] {
			continue
		}
		pre, latch := l.Preheader(), l.Latch()
		if pre == nil || latch == nil {
			cf.fn.err = &ir.Diagnostic{File: cf.fn.m.Name, Line: int(l.Header.Line), Code: "L0501",
				Message: "a loop of " + cf.fn.p.Name + " has no preheader or several latches"}
			return
		}
		c := ir.NewInstr(ir.Phi, ir.I64)
		c.Name = "llad.i"
		l.Header.InsertAt(0, c)
		b := ir.NewBuilder(latch)
		b.Before(latch.Term())
		next := b.Add(c, i64(1)).(*ir.Instr)
		next.Flags = ir.NUW | ir.NSW
		c.AddIncoming(i64(0), pre)
		c.AddIncoming(next, latch)
		cf.counter[l] = c
		var known ir.Value
		if tc := analysis.BackedgeCount(l); tc != nil {
			b.Before(pre.Term())
			known = tc.Emit(b)
		}
		cf.trip[l] = known
		for _, e := range l.ExitEdges() {
			if !cf.fn.reach[e.To] {
				continue
			}
			if cf.counts[e.To] == nil {
				cf.counts[e.To] = map[*analysis.Loop]ir.Value{}
			}
			if cf.counts[e.To][l] != nil {
				continue
			}
			if known != nil && (l.Parent == nil || l.Parent.Contains(e.To)) {
				cf.counts[e.To][l] = known
				continue
			}
			cf.counts[e.To][l] = cf.fn.exitPhi(e.To, l, c)
		}
	}
}

// skipTo gives the block from which the reverse sweep goes on above b when
// nothing between the two has anything to reverse; nil when something has.
func (cf *controlFlow) skipTo(b *ir.Block) *ir.Block {
	for _, phi := range b.Phis() {
		if cf.rv.isActive(phi) {
			return nil
		}
	}
	d := cf.fn.dt.Idom(b)
	for l := cf.fn.loops.Of(d); l != nil && !l.Contains(b); l = cf.fn.loops.Of(d) {
		if d = l.Preheader(); d == nil {
			return nil
		}
	}
	seen := map[*ir.Block]bool{b: true, d: true}
	stack := []*ir.Block{b}
	for len(stack) > 0 {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, p := range cf.fn.preds(x) {
			if seen[p] {
				continue
			}
			if cf.work[p.ID] {
				return nil
			}
			seen[p] = true
			stack = append(stack, p)
		}
	}
	return d
}

// addPaths plans the reverse control flow: for every block that the reverse
// sweep visits, where it goes on. Where that depends on the path taken, the
// path becomes a value of the primal.
func (cf *controlFlow) addPaths() {
	cf.skip = map[*ir.Block]*ir.Block{}
	if cf.fn.ret == nil {
		return
	}
	seen := map[*ir.Block]bool{}
	queue := []*ir.Block{cf.fn.ret.Parent}
	push := func(b *ir.Block) {
		if !seen[b] {
			seen[b] = true
			queue = append(queue, b)
		}
	}
	seen[cf.fn.ret.Parent] = true
	for len(queue) > 0 {
		b := queue[0]
		queue = queue[1:]
		if b == cf.fn.p.Entry() {
			continue
		}
		if l := cf.fn.loops.Of(b); l != nil && l.Header == b {
			push(l.Preheader())
			push(l.Latch())
			continue
		}
		if d := cf.skipTo(b); d != nil {
			cf.skip[b] = d
			push(d)
			continue
		}
		ps := cf.fn.preds(b)
		for _, p := range ps {
			push(cf.enter(p, b))
		}
		if len(ps) > 1 {
			cf.path[b] = cf.pathValue(b, ps)
		}
	}
}

// enter gives the block where the reverse sweep enters when it goes from `to`
// to its predecessor `from`: from itself, or the preheader of a loop without
// work that the edge leaves.
func (cf *controlFlow) enter(from, to *ir.Block) *ir.Block {
	for _, l := range cf.fn.left(from, to) {
		if !cf.loopWork[l] {
			return l.Preheader()
		}
	}
	return from
}

// pathValue is an i32 that tells which of ps control came from to b: computed
// from the branch condition where two ways part and meet, else a phi of numbers.
func (cf *controlFlow) pathValue(b *ir.Block, ps []*ir.Block) ir.Value {
	if len(ps) == 2 {
		d := cf.fn.dt.Idom(b)
		t := d.Term()
		if t.Op == ir.Br && t.NumArgs() == 1 && t.Blocks[0] != t.Blocks[1] && cf.fn.loops.Of(d) == cf.fn.loops.Of(b) {
			side := func(p *ir.Block) int { // the successor of d through which p is reached
				for k, succ := range t.Blocks {
					only := len(cf.fn.preds(succ)) == 1 // reached from d alone
					if p == d && succ == b || p != d && succ != b && only && cf.fn.dt.Dominates(succ, p) {
						return k
					}
				}
				return -1
			}
			if a, c := side(ps[0]), side(ps[1]); a >= 0 && c >= 0 && a != c {
				bld := ir.NewBuilder(d)
				bld.Before(t)
				if a == 0 {
					return bld.Select(t.Arg(0), ir.NewInt(ir.I32, 0), ir.NewInt(ir.I32, 1))
				}
				return bld.Select(t.Arg(0), ir.NewInt(ir.I32, 1), ir.NewInt(ir.I32, 0))
			}
		}
	}
	phi := ir.NewInstr(ir.Phi, ir.I32)
	phi.Name = "llad.from"
	b.InsertAt(0, phi)
	for k, p := range ps {
		for _, succ := range p.Succs() { // a switch may lead here by several cases
			if succ == b {
				phi.AddIncoming(ir.NewInt(ir.I32, int64(k)), p)
			}
		}
	}
	return phi
}

func (cf *controlFlow) isCounter(i *ir.Instr) bool {
	if i.Op != ir.Phi {
		return false
	}
	l := cf.fn.loops.Of(i.Parent)
	return l != nil && cf.counter[l] == i
}

// affine recognises a loop's phi that is start + counter*step: an integer, or
// a pointer with step in bytes.
func (cf *controlFlow) affine(i *ir.Instr) (start, step ir.Value, l *analysis.Loop, ok bool) {
	if i.Op != ir.Phi || i.NumArgs() != 2 {
		return nil, nil, nil, false
	}
	l = cf.fn.loops.Of(i.Parent)
	if l == nil || l.Header != i.Parent || cf.counter[l] == nil || !(i.Typ.IsInt() || i.Typ.IsPtr()) {
		return nil, nil, nil, false
	}
	latch := l.Latch()
	next, isInstr := i.Incoming(latch).(*ir.Instr)
	start = i.Incoming(l.Preheader())
	if !isInstr || start == nil {
		return nil, nil, nil, false
	}
	switch next.Op {
	case ir.Add:
		switch {
		case next.Arg(0) == i && l.Invariant(next.Arg(1)):
			return start, next.Arg(1), l, true
		case next.Arg(1) == i && l.Invariant(next.Arg(0)):
			return start, next.Arg(0), l, true
		}
	case ir.GetElementPtr:
		if next.Arg(0) == i && next.NumArgs() == 2 && next.Typ.IsPtr() {
			if c, isConst := ir.IntValue(next.Arg(1)); isConst {
				return start, i64(c * cf.fn.m.Layout.AllocSize(next.Elem)), l, true
			}
		}
	}
	return nil, nil, nil, false
}
