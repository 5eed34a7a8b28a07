package pass

import "github.com/llad-ad/llad/ir"

// RotateLoops makes loops that test at their head, as all do in code that was not
// optimised, such that test behind each iteration, with one test in front of them: what
// every iteration does is then done whenever the loop is entered. It is for loops that
// are left from their head alone, by a test that costs little, and reports whether there
// were any.
func RotateLoops(f *ir.Function) bool {
	changed := false
	for depth, deeper := 1, true; deeper; depth++ {
		preds := f.Preds()
		var todo []*rotation
		deeper = false
		for _, l := range ir.Loops(f, ir.Dominators(f)).All {
			deeper = deeper || l.Depth > depth
			if l.Depth != depth { // what is known of loops around changes
				continue
			}
			if r := findRotation(l, preds); r != nil {
				todo = append(todo, r)
			}
		}
		for _, r := range todo {
			r.run()
			changed = true
		}
	}
	return changed
}

// maxTest is how many instructions are computed for a test at most.
const maxTest = 12

// rotation is a loop that tests at its head.
type rotation struct {
	l                   *ir.Loop
	head, before, latch *ir.Block
	into, exit          *ir.Block
	outside             map[*ir.Instr]bool // values of the head that are read behind the loop
	slice               []*ir.Instr        // what is computed again for the test and those values, in order
}

func findRotation(l *ir.Loop, preds [][]*ir.Block) *rotation {
	h, t := l.Header, l.Header.Term()
	r := &rotation{l: l, head: h, latch: l.Latch(), outside: map[*ir.Instr]bool{}}
	edges := l.ExitEdges()
	if r.latch == nil || r.latch == h || len(edges) != 1 || edges[0].From != h || t.Op != ir.Br || len(t.Blocks) != 2 || len(preds[h.ID]) != 2 {
		return nil
	}
	if lt := r.latch.Term(); lt.Op != ir.Br || len(lt.Blocks) != 1 {
		return nil
	}
	for _, p := range preds[h.ID] {
		if p != r.latch {
			r.before = p
		}
	}
	if bt := r.before.Term(); bt.Op != ir.Br || len(bt.Blocks) != 1 {
		return nil
	}
	r.exit, r.into = t.Blocks[0], t.Blocks[1]
	if l.Contains(r.exit) {
		r.exit, r.into = r.into, r.exit
	}
	if len(preds[r.into.ID]) != 1 || len(r.into.Phis()) > 0 {
		return nil
	}
	need := map[*ir.Instr]bool{}
	for _, i := range h.Instrs {
		if i != t && i.Op != ir.Phi && !plainTest(i) {
			return nil
		}
		for u := range ir.Uses(i) {
			if i != t && !l.Contains(u.User.Parent) {
				r.outside[i] = true
			}
		}
	}
	for k := len(h.Instrs) - 1; k >= 0; k-- {
		i := h.Instrs[k]
		if i.Op == ir.Phi || i != t && !need[i] && !r.outside[i] {
			continue
		}
		for _, v := range i.Args() {
			if x, ok := v.(*ir.Instr); ok && x.Parent == h {
				need[x] = true
			}
		}
		if i != t {
			r.slice = append(r.slice, i)
		}
	}
	for _, b := range l.Blocks {
		if b == h {
			continue
		}
		for _, i := range b.Instrs {
			for u := range ir.Uses(i) {
				if !l.Contains(u.User.Parent) {
					return nil
				}
			}
		}
	}
	if len(r.slice) > maxTest {
		return nil
	}
	return r
}

// plainTest reports whether i may be computed once more in front of a loop and behind
// an iteration.
func plainTest(i *ir.Instr) bool {
	switch {
	case i.Op == ir.Load:
		return i.Flags&(ir.Volatile|ir.Atomic) == 0
	case i.IsCall():
		f := i.CalledFunc()
		return i.Op == ir.Call && f != nil && f.IsDecl && Removable(i) && touchesNothing(i, f)
	case i.Op == ir.Alloca, i.Op == ir.Freeze, i.Typ.Kind == ir.TokenKind:
		return false
	}
	return Removable(i)
}

func (r *rotation) run() {
	f, h := r.head.Parent, r.head
	t := h.Term()
	behind := f.NewBlock(f.FreshName(h.Name + ".behind"))
	enter := f.NewBlock(f.FreshName(h.Name + ".enter"))
	ir.NewBuilder(behind).Br(r.exit)
	ir.NewBuilder(enter).Br(h)
	// What is read behind the loop is a phi there.
	phis := map[*ir.Instr]*ir.Instr{}
	for _, i := range append([]*ir.Instr(nil), h.Instrs...) {
		if !r.outside[i] {
			continue
		}
		phi := ir.NewInstr(ir.Phi, i.Typ)
		phi.Flags = i.Flags & ir.FastMath
		phis[i] = phi
		behind.InsertAt(0, phi)
		var uses []ir.Use
		for u := range ir.Uses(i) {
			if !r.l.Contains(u.User.Parent) && u.User.Parent != behind {
				uses = append(uses, *u)
			}
		}
		for _, u := range uses {
			u.User.SetArg(u.Index(), phi)
		}
	}
	for _, p := range r.exit.Phis() {
		for k, from := range p.Blocks {
			if from == h {
				p.Blocks[k] = behind
			}
		}
	}
	for _, from := range []*ir.Block{r.before, r.latch} {
		values := map[ir.Value]ir.Value{}
		for _, p := range h.Phis() {
			values[p] = p.Incoming(from)
		}
		meta := from.Term().Meta
		from.Term().Erase()
		b := ir.NewBuilder(from)
		value := func(v ir.Value) ir.Value {
			if c := values[v]; c != nil {
				return c
			}
			return v
		}
		add := func(i *ir.Instr) *ir.Instr {
			c := i.Copy()
			for k := range c.NumArgs() {
				c.SetArg(k, value(c.Arg(k)))
			}
			return b.Insert(c)
		}
		for k := len(r.slice) - 1; k >= 0; k-- {
			values[r.slice[k]] = add(r.slice[k])
		}
		c := add(t)
		for k, to := range c.Blocks {
			switch {
			case to == r.exit:
				c.Blocks[k] = behind
			case from == r.before:
				c.Blocks[k] = enter
			default:
				c.Blocks[k] = h
			}
		}
		if from == r.latch {
			c.Meta = meta // of the loop
		}
		for i, phi := range phis {
			phi.AddIncoming(value(i), from)
		}
	}
	for _, p := range h.Phis() {
		for k, from := range p.Blocks {
			if from == r.before {
				p.Blocks[k] = enter
			}
		}
	}
	line := t.Line
	t.Erase()
	b := ir.NewBuilder(h)
	b.Br(r.into).Line = line
}
