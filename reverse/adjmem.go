package reverse

import (
	"slices"

	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/reverse/tape"
	"github.com/llad-ad/llad/rules"
)

// target gives the address in shadow memory for an access through primal
// pointer p with shadow dp. Where p may lead to memory without shadow, the
// access then goes to a slot of the function's own: one that stays zero when
// it is read and cleared (clears), one whose content nobody reads otherwise.
func (r *reverser) target(p, dp ir.Value, t *ir.Type, clears bool) ir.Value {
	d := r.lookup(dp)
	if !r.s.fn.info.MaybeConst(p) {
		return d
	}
	junk := r.slot(t)
	if clears {
		r.top.Store(ir.Zero(t), junk, 0)
	}
	same := r.b.ICmp(ir.EQ, r.lookup(p), d)
	return r.b.Select(same, r.b.Cast(ir.BitCast, junk, d.Type()), d)
}

// differs is an i1 that says whether p has a shadow of its own; nil when it
// always has.
func (r *reverser) differs(p ir.Value) ir.Value {
	if !r.s.fn.info.MaybeConst(p) {
		return nil
	}
	return r.b.ICmp(ir.NE, r.lookup(p), r.lookup(r.s.sh.shadowOf(p)))
}

func (r *reverser) load(i *ir.Instr) {
	d := r.take(i)
	p := i.Arg(0)
	dp := r.s.sh.shadowOf(p)
	if dp == nil || nothing(d) && !r.updates[i] || r.updates[i] && r.found[inLane{i, r.s.sh.lane}] == d {
		return
	}
	if l := r.loop; l != nil && !r.updates[i] {
		if st := r.s.sts.stencilsIn(l)[i]; st != nil {
			r.handOn(st, i, d)
			return
		}
	}
	addr := r.target(p, dp, d.Type(), false)
	r.shared = r.s.mem.isShared(p)
	if holds := r.s.at.partly(i); holds != nil {
		r.loadPlaces(addr, d, holds)
	} else if r.updates[i] {
		r.s.fn.env.accesses(r.b.Store(d, addr, int(i.Align)), tape.Shadow)
	} else if r.s.fn.info.Word(i) && r.s.fn.info.TellsPairs() {
		r.addPairs(addr, d, i.Typ)
	} else if r.s.fn.info.Word(i) && !r.shared {
		r.addWord(addr, d, i.Typ, int(i.Align))
	} else {
		flags := r.b.Flags
		r.b.Flags |= r.anyOrder(p)
		r.addAt(addr, d, int(i.Align))
		r.b.Flags = flags
	}
	r.shared = false
}

func (r *reverser) store(i *ir.Instr) {
	v, p := i.Arg(0), i.Arg(1)
	t := r.s.at.adjType(v)
	if l := r.s.fn.info.Parts(i); l != nil {
		r.cut(i, l)
		return
	}
	if r.s.sh.leavesAddress(i) {
		r.clearAddress(i)
		return
	}
	addr := r.target(p, r.s.sh.shadowOf(p), t, true)
	if t.IsAggregate() && t.HasPtr() {
		r.s.fn.fail(i, "L0302", "cannot store a value that mixes floats and pointers in one piece")
		return
	}
	if holds := r.s.at.partly(v); holds != nil {
		r.add(v, r.storePlaces(addr, t, holds))
		return
	}
	if r.s.sh.wordStore(i) && r.s.fn.info.TellsPairs() {
		r.add(v, r.takePairs(addr, v.Type()))
		return
	}
	if r.s.sh.wordStore(i) {
		words := r.s.fn.m.Types.Vector(ir.Double, v.Type().Len, false)
		if !v.Type().IsVector() {
			words = ir.Double
		}
		r.add(v, r.takeWord(addr, v.Type(), words, int(i.Align)))
		return
	}
	if r.s.rv.isActive(v) {
		d := r.s.fn.env.accesses(r.b.Load(t, addr, int(i.Align)), tape.Shadow)
		if l := r.s.mem.updated(i); l != nil {
			r.updates[l] = true
			r.found[inLane{l, r.s.sh.lane}] = d
		} else {
			r.s.fn.env.accesses(r.b.Store(ir.Zero(t), addr, int(i.Align)), tape.Shadow)
		}
		r.add(v, d)
		return
	}
	r.s.fn.env.accesses(r.b.Store(ir.Zero(t), addr, int(i.Align)), tape.Shadow)
}

func (r *reverser) atomic(i *ir.Instr) {
	if i.X.RMWOp == "xchg" {
		r.swapped(i)
		return
	}
	if i.X.RMWOp != "fadd" && i.X.RMWOp != "fsub" || r.s.rv.isActive(i) {
		r.s.fn.fail(i, "L0306", "no derivative of atomicrmw %s here", i.X.RMWOp)
		return
	}
	v, p := i.Arg(1), i.Arg(0)
	if !r.s.rv.isActive(v) {
		return
	}
	d := ir.Value(r.b.Load(v.Type(), r.target(p, r.s.sh.shadowOf(p), v.Type(), true), int(i.Align)))
	if i.X.RMWOp == "fsub" {
		d = r.b.FNeg(d)
	}
	r.add(v, d)
}

// exchanged writes the adjoint of a compare-and-exchange: that of a store, where it took place.
// What it found is read by a load (see typerecovery.Exchanges).
func (r *reverser) exchanged(i *ir.Instr) {
	var done ir.Value
	for u := range ir.Uses(i) {
		if u.User.Op == ir.ExtractValue && u.User.Indices[0] == 1 {
			done = u.User
		}
	}
	if done == nil {
		r.s.fn.fail(i, "L0204", "compare-and-exchange on active data")
		return
	}
	r.replaced(i, i.Arg(2), r.lookup(done), nil)
}

// swapped writes the adjoint of an atomic exchange: those of a load and a store.
func (r *reverser) swapped(i *ir.Instr) {
	var d ir.Value
	if r.s.rv.isActive(i) {
		d = r.take(i)
	}
	r.replaced(i, i.Arg(1), r.differs(i.Arg(0)), d)
}

// replaced hands what stands in shadow memory on to v, by which an atomic operation i replaced
// what was in memory, if it did (nil for always), and puts d in its place, nil for zero.
func (r *reverser) replaced(i *ir.Instr, v, ok, d ir.Value) {
	p := i.Arg(0)
	if pieces := r.s.fn.info.Pieces(i); len(pieces) != 1 || pieces[0].Type == nil || r.s.mem.isShared(p) {
		r.s.fn.fail(i, "L0204", "an atomic exchange of active data that threads share")
		return
	}
	t := r.s.fn.info.Pieces(i)[0].Type
	addr := r.target(p, r.s.sh.shadowOf(p), t, true)
	old, left := ir.Value(r.b.Load(t, addr, int(i.Align))), ir.Value(ir.Zero(t))
	if d != nil {
		left = r.as(d, t)
	}
	given := old
	if ok != nil {
		left, given = r.choice(ok, left, old), r.choice(ok, old, none(t))
	}
	r.b.Store(left, addr, int(i.Align))
	r.add(v, given)
}

// known writes the adjoint of a call of a library function.
func (r *reverser) known(i *ir.Instr) {
	if m := rules.MaskedOf(i); m.Kind != rules.NotMasked {
		r.masked(i, m)
		return
	}
	ci := r.s.fn.info.Call(i)
	if ci == nil || ci.Known == nil {
		r.s.fn.fail(i, "L0104", "no derivative of the call of %s", i.CalledName())
		return
	}
	switch ci.Known.Class {
	case rules.MemSet:
		r.clear(i)
	case rules.MemCpy, rules.MemMove:
		src := i.Arg(1)
		dsrc := r.s.sh.shadowOf(src)
		var from, ok ir.Value
		if dsrc != nil {
			from, ok = r.lookup(dsrc), r.differs(src)
		}
		r.moveBack(r.s.fn.info.Pieces(i), i, from, r.lookup(r.s.sh.shadowOf(i.Arg(0))), r.lookup(i.Arg(2)),
			ok, r.differs(i.Arg(0)), ci.Known.Class == rules.MemMove)
	default:
		r.rule(i)
	}
}

// clear reverses a memset: the shadow's floats become zero.
func (r *reverser) clear(i *ir.Instr) {
	dst := i.Arg(0)
	size := r.b.Cast(ir.ZExt, r.lookup(i.Arg(2)), ir.I64)
	if ok := r.differs(dst); ok != nil {
		size = r.b.Select(ok, size, i64(0))
	}
	pieces := r.s.fn.info.Pieces(i)
	if !r.s.fn.info.TellsWords() {
		pieces = unread(pieces)
	}
	r.clearBlock(i, pieces, r.lookup(r.s.sh.shadowOf(dst)), size)
}

// clearable are the floats that may stand in bytes of which nothing is known.
var clearable = []activity.Piece{{Size: 8, Type: ir.Double}, {Size: 4, Type: ir.Float}, {Size: 2, Type: ir.Half}}

// unread gives the pieces that a memset clears, bytes of which nothing at all is known
// beside others, or of which too few are undecided for an address, as floats, as far as
// they fit: nobody reads them as addresses.
func unread(pieces []activity.Piece) []activity.Piece {
	if len(pieces) < 2 {
		return pieces
	}
	var list []activity.Piece
	for _, p := range pieces {
		if p.Class != activity.Unknown && (p.Class != activity.Mixed || p.Size >= 8) {
			list = append(list, p)
			continue
		}
		for at, end := p.Offset, p.Offset+p.Size; at < end; {
			q := activity.Piece{Offset: at, Size: 1, Class: activity.Integer}
			for _, c := range clearable {
				if at+c.Size <= end && at%c.Size == 0 {
					q = activity.Piece{Offset: at, Size: c.Size, Class: activity.FloatData, Type: c.Type}
					break
				}
			}
			list = append(list, q)
			at += q.Size
		}
	}
	return list
}

// clearBlock clears the floats of a block of shadow memory. Where it holds no
// pointers all of it may go: nobody reads a shadow's integers, so bytes of
// which nothing is known do no harm.
func (r *reverser) clearBlock(i *ir.Instr, pieces []activity.Piece, dst, size ir.Value) {
	pointers := slices.ContainsFunc(pieces, func(p activity.Piece) bool { return p.Class == activity.Pointer })
	mv := r.s.fn.env.moves()
	switch {
	case inWords(pieces), pointers && !decided(pieces) && r.s.fn.info.TellsWords():
		r.b.CallFunc(mv.wordFunc(clearOp), dst, dst, size, ir.NewBool(false))
	case !pointers:
		r.b.MemSet(dst, size)
	case r.decided(i, pieces):
		mv.block(r.b, clearOp, activity.FloatData, pieces, dst, dst, size, ir.NewBool(false), false)
	}
}

// decided reports whether it is known of every byte of a block what it holds.
func decided(pieces []activity.Piece) bool {
	return len(pieces) > 0 && !slices.ContainsFunc(pieces, func(p activity.Piece) bool {
		return p.Class != activity.FloatData && p.Class != activity.Integer && p.Class != activity.Pointer
	})
}

// decided refuses blocks of which it is not known what they hold.
func (r *reverser) decided(i *ir.Instr, pieces []activity.Piece) bool {
	ok := decided(pieces)
	if !ok {
		r.s.fn.fail(i, "L0305", "it is not known where the block that is moved here holds floats")
	}
	return ok
}

// moveBack reverses a block move: the floats of the shadow at dst are added to
// the shadow at src and cleared. src is nil where the source has no shadow.
// srcOK and dstOK, where not nil, say at run time whether the shadows exist.
func (r *reverser) moveBack(pieces []activity.Piece, i *ir.Instr, src, dst, size, srcOK, dstOK ir.Value, overlap bool) {
	words, bytes := inWords(pieces), inBytes(pieces)
	if src != nil && !words && !bytes && !r.decided(i, pieces) {
		return
	}
	size = r.b.Cast(ir.ZExt, size, ir.I64)
	if dstOK != nil {
		size = r.b.Select(dstOK, size, i64(0))
	}
	mv := r.s.fn.env.moves()
	mv.atomic = src != nil && r.s.fn.parallel && (i.Parent == nil || r.s.mem.isShared(i.Arg(1))) // a realloc is gone by now
	defer func() { mv.atomic = false }()
	switch t := uniform(pieces); {
	case src == nil:
		r.clearBlock(i, pieces, dst, size)
	case words, bytes:
		if mv.atomic {
			r.s.fn.fail(i, "L0109", "threads copy memory of which it is not known where it holds floats")
			return
		}
		if srcOK == nil {
			srcOK = ir.NewBool(true)
		}
		if bytes {
			r.b.CallFunc(mv.moveBytesFunc(), src, dst, size, srcOK)
			return
		}
		r.b.CallFunc(mv.wordFunc(moveOp), src, dst, size, srcOK)
	case t != nil && !overlap && srcOK == nil:
		r.b.CallFunc(mv.plainMove(t), src, dst, size)
	default:
		if srcOK == nil {
			srcOK = ir.NewBool(true)
		}
		mv.block(r.b, moveOp, activity.FloatData, pieces, src, dst, size, srcOK, overlap)
	}
}
