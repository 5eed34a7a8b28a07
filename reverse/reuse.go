package reverse

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/reverse/tape"
	"github.com/llad-ad/llad/rules"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/edit"
)

// ReuseBlocks makes one object of the blocks that the iterations of a loop
// allocate and free again, as vectors made inside of loops are, where all have
// the same size and only hold floats: iterations then write what they read of
// one place, as those of loops over an array in front of it do, and the tape need
// not hold a block for each. canon.HoistAllocations does so where no panic is on the way
// and memory is not zeroed. f is normalised and about to be analysed for the
// reverse sweep.
func ReuseBlocks(f *ir.Function) {
	loops := analysis.Loops(f, ir.Dominators(f))
	if len(loops.All) == 0 {
		return
	}
	var calls, ends []*ir.Instr
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if i.Op != ir.Call || i.CalledFunc() == nil || loops.Of(b) == nil {
				continue
			}
			if k := rules.KnownOf(i.CalledFunc()); k != nil && k.Class == rules.Alloc {
				calls = append(calls, i)
			}
		}
	}
	for _, i := range calls {
		ends = append(ends, reuseBlock(loops, i)...)
	}
	edit.RemoveUnreachable(f)
	for k, i := range ends {
		if i.Parent == nil || !slices.Contains(f.Blocks, i.Parent) || slices.Contains(ends[:k], i) {
			continue
		}
		edit.PredicateCalls(f, []*ir.Instr{i}, func(b *ir.Builder) ir.Value {
			p := i.Arg(rules.KnownOf(i.CalledFunc()).PtrArg)
			return b.ICmp(ir.NE, p, ir.Zero(p.Type()))
		})
	}
}

// reused is a block that may become an object.
type reused struct {
	loops   *analysis.LoopInfo
	loop    *analysis.Loop // the innermost that makes it
	call    *ir.Instr
	derived map[ir.Value]bool // addresses in the block
	order   []*ir.Instr
	nowhere map[ir.Value]bool // of these, those that may lead nowhere instead: the vector is empty
	frees   []*ir.Instr
	panics  []*ir.Instr // phis on the way of panics
	floats  bool        // some access tells that it holds floats
}

// reuseBlock gives the calls on the way of panics that end the block or another:
// they are to be made only where there is another.
func reuseBlock(loops *analysis.LoopInfo, call *ir.Instr) []*ir.Instr {
	k := rules.KnownOf(call.CalledFunc())
	if k == nil || k.Class != rules.Alloc || len(k.SizeArgs) != 1 || !mayAllocateEarly(call, k) {
		return nil
	}
	r := &reused{loops: loops, loop: loops.Of(call.Parent), call: call, derived: map[ir.Value]bool{}, nowhere: map[ir.Value]bool{}}
	size := call.Arg(k.SizeArgs[0])
	outer := r.loop
	if !early(outer, size, 0) || outer.Preheader() == nil || !r.collect() || !r.confined() || !r.floats {
		return nil
	}
	for outer.Parent != nil && outer.Parent.Preheader() != nil && early(outer.Parent, size, 0) {
		outer = outer.Parent
	}
	b := ir.NewBuilder(outer.Preheader())
	b.Before(outer.Preheader().Term())
	bytes := b.Cast(ir.ZExt, hoist(b, outer, size), ir.I64)
	object := b.Cast(ir.BitCast, b.Alloca(ir.I8, bytes, tape.Align), call.Typ)
	if k.Zeroed {
		b.Before(call)
		b.MemSet(object, bytes)
	}
	for _, i := range r.frees {
		i.Erase()
	}
	var ends []*ir.Instr
	for _, i := range r.panics {
		for n := range i.NumArgs() {
			if r.derived[i.Arg(n)] {
				i.SetArg(n, ir.Zero(i.Typ))
			}
		}
		ends, _ = onlyFreed(i, ends, 0)
	}
	for _, i := range r.order {
		if i.Op == ir.Phi {
			for n := range i.NumArgs() {
				if analysis.LeadsNowhere(i.Arg(n)) {
					i.SetArg(n, object)
				}
			}
		}
	}
	canon.AssumeNonNull(call, loops.EndsUnreachable)
	ir.ReplaceAllUses(call, object)
	call.Erase()
	for again := true; again; {
		again = false
		for n, i := range r.order {
			if i != nil && i.Op == ir.Phi && alwaysIs(i, object) {
				ir.ReplaceAllUses(i, object)
				i.Erase()
				r.order[n], again = nil, true
			}
		}
	}
	return ends
}

// onlyFreed adds to list the calls that end memory through the address v, and
// reports whether nothing else is done with it.
func onlyFreed(v ir.Value, list []*ir.Instr, depth int) ([]*ir.Instr, bool) {
	only := true
	for u := range ir.Uses(v) {
		i := u.User
		switch {
		case i.Op == ir.Phi && depth < 4:
			if list, only = onlyFreed(i, list, depth+1); !only {
				return nil, false
			}
		case i.Op == ir.Call && i.CalledFunc() != nil:
			if k := rules.KnownOf(i.CalledFunc()); k == nil || k.Class != rules.Free || k.PtrArg != u.Index() {
				return nil, false
			}
			if !slices.Contains(list, i) {
				list = append(list, i)
			}
		default:
			return nil, false
		}
	}
	return list, true
}

// mayAllocateEarly reports whether a function that allocates does nothing else
// that can be seen when it is called though the program would not: operator new
// throws where the size is out of bounds.
func mayAllocateEarly(call *ir.Instr, k *rules.Known) bool {
	if k.FreeWith == "free" {
		return call.CalledFunc().Name == "malloc"
	}
	if !strings.HasSuffix(k.FreeWith, "__rust_dealloc") || call.NumCallArgs() < 2 {
		return false
	}
	align, ok := ir.IntValue(call.Arg(1))
	return ok && align <= tape.Align
}

// early reports whether the integer v may be computed in front of l.
func early(l *analysis.Loop, v ir.Value, depth int) bool {
	if l.Invariant(v) {
		return true
	}
	i, ok := v.(*ir.Instr)
	if !ok || depth > 8 {
		return false
	}
	switch i.Op {
	case ir.Add, ir.Sub, ir.Mul, ir.Shl, ir.And, ir.Or, ir.ZExt, ir.SExt, ir.Trunc:
	default:
		return false
	}
	for k := range i.NumArgs() {
		if !early(l, i.Arg(k), depth+1) {
			return false
		}
	}
	return true
}

// hoist computes at b, in front of l, what early allows.
func hoist(b *ir.Builder, l *analysis.Loop, v ir.Value) ir.Value {
	if l.Invariant(v) {
		return v
	}
	c := v.(*ir.Instr).Copy()
	c.Flags, c.Meta = 0, nil
	for k := range c.NumArgs() {
		c.SetArg(k, hoist(b, l, c.Arg(k)))
	}
	return b.Insert(c)
}

// collect finds the addresses in the block; false when they go where that cannot
// be followed, or to the next iteration.
func (r *reused) collect() bool {
	work := []ir.Value{r.call}
	r.derived[r.call] = true
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for u := range ir.Uses(v) {
			i := u.User
			switch i.Op {
			case ir.GetElementPtr, ir.BitCast, ir.Phi:
				if i.Op == ir.Phi && r.loops.EndsUnreachable(i.Parent) {
					if _, ok := onlyFreed(i, nil, 0); ok {
						r.panics = append(r.panics, i)
						continue
					}
				}
				if i.Op == ir.GetElementPtr && u.Index() != 0 || i.Op == ir.Phi && i.Parent == r.loop.Header {
					return false
				}
				if !r.derived[i] {
					r.derived[i] = true
					r.order = append(r.order, i)
					work = append(work, i)
				}
			case ir.Load:
				if !i.Typ.Scalar().IsFP() || i.Flags&(ir.Volatile|ir.Atomic) != 0 {
					return false
				}
				r.floats = true
			case ir.Store:
				if u.Index() != 1 || !i.Arg(0).Type().Scalar().IsFP() || i.Flags&(ir.Volatile|ir.Atomic) != 0 {
					return false
				}
				r.floats = true
			case ir.ICmp, ir.PtrToInt: // see confined
			case ir.Call:
				if !r.mayCall(i, u.Index()) {
					return false
				}
			default:
				return false
			}
		}
	}
	return true
}

func (r *reused) mayCall(i *ir.Instr, arg int) bool {
	f := i.CalledFunc()
	if f == nil {
		return false
	}
	k := rules.KnownOf(f)
	switch {
	case k == nil:
		return false
	case k.Class == rules.Free:
		if arg != k.PtrArg {
			return false
		}
		r.frees = append(r.frees, i)
	case k.Class == rules.MemSet || k.Class == rules.MemCpy || k.Class == rules.MemMove:
		return arg < 2
	default:
		return false
	}
	return true
}

// confined reports whether phis hold addresses in this block only, or ones that
// lead nowhere, and whether nothing tells these from the others, or the addresses
// of different blocks.
func (r *reused) confined() bool {
	for again := true; again; {
		again = false
		for _, i := range r.order {
			for n := range i.NumArgs() {
				a := i.Arg(n)
				if n > 0 && i.Op != ir.Phi || a == ir.Value(i) {
					continue
				}
				if !r.derived[a] && !analysis.LeadsNowhere(a) {
					return false
				}
				if !r.nowhere[i] && (r.nowhere[a] || !r.derived[a]) {
					r.nowhere[i], again = true, true
				}
			}
		}
	}
	for v := range r.derived {
		for u := range ir.Uses(v) {
			i := u.User
			switch i.Op {
			case ir.ICmp:
				if other := i.Arg(1 - u.Index()); !r.derived[other] && (r.nowhere[v] || !ir.IsZero(other)) {
					return false
				}
			case ir.PtrToInt:
				if !r.onlyDistances(i) {
					return false
				}
			}
		}
	}
	for _, i := range r.frees {
		if !r.derived[i.Arg(rules.KnownOf(i.CalledFunc()).PtrArg)] {
			return false
		}
	}
	return true
}

// onlyDistances reports whether an address in the block, as an integer, is only
// subtracted from others.
func (r *reused) onlyDistances(p *ir.Instr) bool {
	for u := range ir.Uses(p) {
		if u.User.Op != ir.Sub {
			return false
		}
		other, ok := u.User.Arg(1 - u.Index()).(*ir.Instr)
		if !ok || other.Op != ir.PtrToInt || !r.derived[other.Arg(0)] {
			return false
		}
	}
	return true
}

// alwaysIs reports whether a phi has no other value than v.
func alwaysIs(phi *ir.Instr, v ir.Value) bool {
	for k := range phi.NumArgs() {
		if a := phi.Arg(k); a != v && a != ir.Value(phi) {
			return false
		}
	}
	return true
}
