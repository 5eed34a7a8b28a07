package reverse

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
)

// swapping finds elements of arrays that change places, and chooses those that the reverse sweep swaps back.
type swapping struct {
	fn  *primal
	sh  *shadows
	rv  *reversals
	mem *memory
	rps *replays
}

// Where elements of an array change places, as in shuffles, nothing is lost: the
// reverse sweep swaps them back when it comes to the swap, and what loops in
// between read of the array may be read again when they are reversed. For that
// all that writes to the array once swaps have begun must be swaps, and the array
// the function's own, since it ends up as it was before the first one. Only loops
// in which nothing is swapped read again: values of theirs are wanted nowhere else.

// swap exchanges what is at two addresses: elements by loads and stores, larger ones
// by copies.
type swap struct {
	first, last *ir.Instr // what writes there
	p, q        ir.Value
	reads       []*ir.Instr // the loads, if there are any
	t           *ir.Type
}

// swapped is a local object whose elements change places.
type swapped struct {
	object  ir.Value
	swaps   []*swap
	allowed bool // nothing else writes there once swaps have begun
	used    bool // the reverse sweep swaps back
	reads   map[*ir.Instr]bool
}

// swaps are those of a function.
type swaps struct {
	objects []*swapped
	of      map[ir.Value]*swapped
	lasts   map[*ir.Instr]*swap
	alias   *analysis.Alias
	ignored map[*ir.Instr]bool // stores of swaps, while only other writers are looked for
}

// findSwaps finds the swaps in local objects, by their last stores.
func (sws *swapping) findSwaps() {
	sws.rv.swaps = &swaps{of: map[ir.Value]*swapped{}, lasts: map[*ir.Instr]*swap{}}
	if sws.fn.pair != nil || sws.fn.inout || sws.fn.parallel || sws.fn.ret == nil {
		return
	}
	for _, b := range sws.fn.p.Blocks {
		for k, i := range b.Instrs {
			if !sws.fn.reach[b] || sws.fn.loops.Of(b) == nil || !isSwapStore(i) && copyOf(i) == 0 {
				continue
			}
			if sws.rv.swaps.alias == nil {
				sws.rv.swaps.alias = sws.mem.newAlias()
			}
			if sw := sws.swapEndingAt(b, k, sws.rv.swaps.alias); sw != nil {
				sws.addSwap(sw)
			}
		}
	}
}

func (sws *swapping) addSwap(sw *swap) {
	o, ok := sws.rv.swaps.alias.Private(sw.p).(*ir.Instr)
	if sws.sh.isShadow[sw.last] && !sw.t.IsPtr() {
		return // what is in shadow memory besides addresses is the reverse sweep's
	}
	if !ok || sws.rv.swaps.alias.Private(sw.q) != o || sws.fn.loops.Of(o.Parent) != nil {
		return
	}
	t := sws.rv.swaps.of[o]
	if t == nil {
		t = &swapped{object: o, reads: map[*ir.Instr]bool{}}
		sws.rv.swaps.of[o] = t
		sws.rv.swaps.objects = append(sws.rv.swaps.objects, t)
	}
	t.swaps = append(t.swaps, sw)
	sws.rv.swaps.lasts[sw.last] = sw
}

// isSwapStore reports whether i may be a store of a swap: of what was read.
func isSwapStore(i *ir.Instr) bool {
	if i.Op != ir.Store || i.Flags&(ir.Volatile|ir.Atomic) != 0 {
		return false
	}
	l, ok := i.Arg(0).(*ir.Instr)
	return ok && l.Op == ir.Load && l.Flags&(ir.Volatile|ir.Atomic) == 0
}

// copyOf is how many bytes i copies if it may be one of the copies of a swap, else 0.
func copyOf(i *ir.Instr) int64 {
	if i.Op != ir.Call || i.NumCallArgs() != 4 || i.CalledFunc() == nil {
		return 0
	}
	f := i.CalledFunc()
	n, ok := ir.IntValue(i.Arg(2))
	if !ok || n <= 0 || !ir.IsZero(i.Arg(3)) || !isIntrinsic(f, "llvm.memcpy.") && !isIntrinsic(f, "llvm.memmove.") {
		return 0
	}
	return n
}

// maxSwapped is how many instructions a swap may stretch over.
const maxSwapped = 200

// swapEndingAt gives the swap whose last store or copy is number k of block b, nil if
// there is none: what was read at two addresses is written to the other one, and
// nothing else writes there in between. Elements that are compared first have been
// read in front of the block.
func (sws *swapping) swapEndingAt(b *ir.Block, k int, a *analysis.Alias) *swap {
	if last := b.Instrs[k]; last.Op != ir.Store {
		return sws.blockSwap(b, k, a)
	}
	last := b.Instrs[k]
	l, q := last.Arg(0).(*ir.Instr), last.Arg(1)
	p, size := l.Arg(0), sws.fn.m.Layout.StoreSize(l.Typ)
	at := func(x, y ir.Value) bool { return a.Alias(x, size, y, size) == analysis.MustAlias }
	var first, other *ir.Instr
	read := 0
	for range maxSwapped {
		if k--; k < 0 {
			ps := sws.fn.preds(b)
			if first == nil || len(ps) != 1 || sws.fn.loops.Of(ps[0]) != sws.fn.loops.Of(b) {
				return nil
			}
			b = ps[0]
			k = len(b.Instrs)
			continue
		}
		switch i := b.Instrs[k]; {
		case first == nil && isSwapStore(i) && i.Arg(0).Type() == l.Typ && at(i.Arg(1), p) && at(i.Arg(0).(*ir.Instr).Arg(0), q):
			first, other = i, i.Arg(0).(*ir.Instr)
			if !a.EqualOrDisjoint(p, q, size) && !aligned(last, l, size) {
				return nil
			}
		case first != nil && (i == l || i == other):
			if read++; read == 2 || l == other {
				return &swap{first, last, first.Arg(1), q, []*ir.Instr{l, other}, l.Typ}
			}
		case i == l, a.MayWrite(i, p, size), a.MayWrite(i, q, size):
			return nil
		}
	}
	return nil
}

// blockSwap gives the swap whose last copy is number k of block b: of one element to a
// place spare, of the other one to where the first was, and back from spare.
func (sws *swapping) blockSwap(b *ir.Block, k int, a *analysis.Alias) *swap {
	last := b.Instrs[k]
	size, q, spare := copyOf(last), last.Arg(0), last.Arg(1)
	at := func(x, y ir.Value) bool { return a.Alias(x, size, y, size) == analysis.MustAlias }
	var first *ir.Instr
	for j := k - 1; j >= max(0, k-maxSwapped); j-- {
		switch i := b.Instrs[j]; {
		case first == nil && copyOf(i) == size && at(i.Arg(1), q):
			first = i
		case first != nil && copyOf(i) == size && at(i.Arg(0), spare) && at(i.Arg(1), first.Arg(0)):
			p := first.Arg(0)
			if !a.EqualOrDisjoint(p, q, size) || a.Alias(p, size, spare, size) != analysis.NoAlias || a.Alias(q, size, spare, size) != analysis.NoAlias {
				return nil
			}
			return &swap{first, last, p, q, nil, sws.fn.m.Types.Array(ir.I8, size)}
		case a.MayWrite(i, q, size), a.MayWrite(i, spare, size), first != nil && a.MayWrite(i, first.Arg(0), size):
			return nil
		}
	}
	return nil
}

// aligned reports whether both addresses of a swap are multiples of the size of what is
// swapped.
func aligned(st, l *ir.Instr, size int64) bool {
	return int64(st.Align)%size == 0 && int64(l.Align)%size == 0 && st.Align > 0 && l.Align > 0
}

// holdsSwaps reports whether p is the address of an object in which elements
// change places: its end waits for the reverse sweep.
func (rvs *reversals) holdsSwaps(p ir.Value) bool {
	return len(rvs.swaps.objects) > 0 && rvs.swaps.of[rvs.swaps.alias.Private(p)] != nil
}

// chooseSwaps finds out in which objects nothing but swaps happens once they have
// begun, and where swapping back may save keeping something.
func (sws *swapping) chooseSwaps() {
	if len(sws.rv.swaps.objects) == 0 {
		return
	}
	sws.findSwaps() // those of shadow pointers too
	sws.mem.collectWriters()
	for _, o := range sws.rv.swaps.objects {
		o.allowed = true
		for _, sw := range o.swaps {
			o.allowed = o.allowed && sws.onlySwapsBehind(o, sw)
		}
		for _, b := range sws.fn.p.Blocks {
			for _, i := range b.Instrs {
				if o.allowed && i.Op == ir.Load && sws.rv.swaps.alias.Private(i.Arg(0)) == o.object && sws.restored(o, i) {
					o.reads[i] = true
				}
			}
		}
		o.allowed = o.allowed && sws.worthSwapping(o)
	}
	sws.mem.order, sws.mem.groups, sws.mem.alias, sws.mem.passed, sws.mem.asked = nil, nil, nil, nil, 0 // more instructions are still to come
}

// onlySwapsBehind reports whether nothing but swaps in o writes, after sw, to what it
// exchanges.
func (sws *swapping) onlySwapsBehind(o *swapped, sw *swap) bool {
	if sw.reads != nil {
		return sws.mem.onlySwaps(o, sw.reads[0]) && sws.mem.onlySwaps(o, sw.reads[1])
	}
	only := true
	for _, p := range []ir.Value{sw.p, sw.q} {
		l := ir.NewInstr(ir.Load, sw.t, p) // stands for the copy, in no block's list
		l.Parent = sw.last.Parent
		only = only && sws.mem.onlySwaps(o, l)
		l.DropArgs()
	}
	return only
}

// onlySwaps reports whether nothing but swaps in o writes, after load l has run,
// what it reads.
func (mem *memory) onlySwaps(o *swapped, l *ir.Instr) bool {
	mem.rv.swaps.ignored = map[*ir.Instr]bool{}
	for _, sw := range o.swaps {
		mem.rv.swaps.ignored[sw.first], mem.rv.swaps.ignored[sw.last] = true, true
	}
	r := !mem.overwritten(l, nil, nil)
	mem.rv.swaps.ignored = nil
	return r
}

// restored reports whether memory holds what load i of o reads whenever its loop is
// reversed, if swaps are undone.
func (sws *swapping) restored(o *swapped, i *ir.Instr) bool {
	l := sws.fn.loops.Of(i.Parent)
	if l == nil || i.Flags&(ir.Volatile|ir.Atomic) != 0 || !sws.mem.onlySwaps(o, i) {
		return false
	}
	return !slices.ContainsFunc(o.swaps, func(sw *swap) bool { return l.Contains(sw.last.Parent) })
}

// worthSwapping reports whether swapping back in o may save keeping something. Where
// the reverse sweep would otherwise pass the swaps by, they must happen in every
// iteration of loops whose number of iterations is known, and what is read must lead
// to something active.
func (sws *swapping) worthSwapping(o *swapped) bool {
	worth := false
	for i := range o.reads {
		worth = worth || sws.rv.isActive(i) || sws.findsActive(i, 0)
	}
	for _, sw := range o.swaps {
		worth = worth && (sws.rv.hasReversal(sw.last) || sws.always(sw.last.Parent))
	}
	return worth
}

// findsActive reports whether what is computed from v is an address of active data.
func (sws *swapping) findsActive(v *ir.Instr, depth int) bool {
	for u := range ir.Uses(v) {
		i := u.User
		switch {
		case i.Op == ir.GetElementPtr:
			if sws.sh.shadowOf(i) != nil {
				return true
			}
		case depth < 8 && (i.Op.IsBinary() || i.Op.IsCast() || i.Op == ir.Select):
			if sws.findsActive(i, depth+1) {
				return true
			}
		}
	}
	return false
}

// always reports whether every iteration of the loops around b comes to b, as far as no
// condition that is the same in all of them forbids, and how many there are is known.
func (sws *swapping) always(b *ir.Block) bool {
	for l := sws.fn.loops.Of(b); l != nil; l = l.Parent {
		if analysis.BackedgeCount(l) == nil {
			return false
		}
		if l.Latch() == nil || !sws.mem.everyTime(l, b) {
			return false
		}
		b = l.Header
	}
	return true
}

// swapsBack gives the swap that ends with i and that the reverse sweep may undo.
func (rvs *reversals) swapsBack(i *ir.Instr) *swap {
	if sw := rvs.swaps.lasts[i]; sw != nil && rvs.swaps.of[rvs.swaps.alias.Private(sw.p)].allowed {
		return sw
	}
	return nil
}

// swappedObject gives the object that load i may read again if swaps in it are undone,
// nil if that is not so. Swaps in loops that are replayed are not.
func (sws *swapping) swappedObject(i *ir.Instr) *swapped {
	if i.Op != ir.Load || len(sws.rv.swaps.objects) == 0 {
		return nil
	}
	o := sws.rv.swaps.of[sws.rv.swaps.alias.Private(i.Arg(0))]
	if o == nil || !o.allowed || !o.reads[i] {
		return nil
	}
	for _, sw := range o.swaps {
		if sws.rps.replayOf(sw.last.Parent) != nil {
			return nil
		}
	}
	return o
}

// addresses are those that swaps in o exchange.
func (o *swapped) addresses() []ir.Value {
	var out []ir.Value
	for _, sw := range o.swaps {
		out = append(out, sw.p, sw.q)
	}
	return out
}

// swapBack undoes a swap.
func (acs *accesses) swapBack(sw *swap) {
	if o := acs.cu.s.rv.swaps.of[acs.cu.s.rv.swaps.alias.Private(sw.p)]; !o.used || acs.cu.dry {
		return
	}
	p, q, b := acs.lk.lookup(sw.p), acs.lk.lookup(sw.q), acs.cu.b
	in := func(i *ir.Instr) *ir.Instr { return acs.cu.s.fn.env.accesses(i, acs.cu.s.sh.regionOf(sw.last)) }
	if sw.last.Op != ir.Store {
		size, spare := i64(sw.t.Len), acs.cu.slot(sw.t)
		b.MemCpy(spare, p, size)
		b.MemCpy(p, q, size)
		b.MemCpy(q, spare, size)
		return
	}
	x := in(b.Load(sw.t, p, int(sw.first.Align)))
	y := in(b.Load(sw.t, q, int(sw.last.Align)))
	in(b.Store(x, q, int(sw.last.Align)))
	in(b.Store(y, p, int(sw.first.Align)))
}

// undoes reports whether store i is part of a swap that may be undone.
func (sw *swaps) undoes(i *ir.Instr) bool {
	return slices.ContainsFunc(sw.objects, func(o *swapped) bool {
		return o.allowed && slices.ContainsFunc(o.swaps, func(s *swap) bool { return s.first == i || s.last == i })
	})
}

// mayUndoSwaps reports whether the reverse sweep may undo swaps.
func (sws *swapping) mayUndoSwaps() bool {
	return slices.ContainsFunc(sws.rv.swaps.objects, func(o *swapped) bool { return o.allowed })
}
