package reverse

import (
	"slices"

	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/reverse/shadowmem"
	"github.com/llad-ad/llad/reverse/tape"
	"github.com/llad-ad/llad/rules"
)

// accesses writes the adjoints of what reads and writes memory.
type accesses struct {
	cu *cursor
	lk *lookups
	ad *adjoints

	updates map[*ir.Instr]bool  // loads whose adjoint takes the place of their store's, see updated
	found   map[inLane]ir.Value // the adjoint of that store
	carries []*carry            // of the block being reversed
}

// target gives the address in shadow memory for an access through primal
// pointer p with shadow dp. Where p may lead to memory without shadow, the
// access then goes to a slot of the function's own: one that stays zero when
// it is read and cleared (clears), one whose content nobody reads otherwise.
func (acs *accesses) target(p, dp ir.Value, t *ir.Type, clears bool) ir.Value {
	d := acs.lk.lookup(dp)
	if !acs.cu.s.fn.info.MaybeConst(p) {
		return d
	}
	junk := acs.cu.slot(t)
	if clears {
		acs.cu.top.Store(ir.Zero(t), junk, 0)
	}
	same := acs.cu.b.ICmp(ir.EQ, acs.lk.lookup(p), d)
	return acs.cu.b.Select(same, acs.cu.b.Cast(ir.BitCast, junk, d.Type()), d)
}

// differs is an i1 that says whether p has a shadow of its own; nil when it
// always has.
func (lks *lookups) differs(p ir.Value) ir.Value {
	if !lks.cu.s.fn.info.MaybeConst(p) {
		return nil
	}
	return lks.cu.b.ICmp(ir.NE, lks.lookup(p), lks.lookup(lks.cu.s.sh.shadowOf(p)))
}

func (acs *accesses) load(i *ir.Instr) {
	d := acs.ad.take(i)
	p := i.Arg(0)
	dp := acs.cu.s.sh.shadowOf(p)
	if dp == nil || nothing(d) && !acs.updates[i] || acs.updates[i] && acs.found[inLane{i, acs.cu.s.sh.lane}] == d {
		return
	}
	if l := acs.cu.loop; l != nil && !acs.updates[i] {
		if st := acs.cu.s.sts.stencilsIn(l)[i]; st != nil {
			acs.noteCarried(st, i, d)
			return
		}
	}
	addr := acs.target(p, dp, d.Type(), false)
	acs.ad.shared = acs.cu.s.fn.mayShare(i) && acs.cu.s.mem.isShared(p)
	if holds := acs.cu.s.at.partly(i); holds != nil {
		acs.ad.loadPlaces(addr, d, holds)
	} else if acs.updates[i] {
		acs.cu.s.fn.env.accesses(acs.cu.b.Store(d, addr, int(i.Align)), tape.Shadow)
	} else if acs.cu.s.fn.info.Word(i) && !acs.ad.shared {
		acs.addWord(addr, d, i.Typ, int(i.Align))
	} else {
		flags := acs.cu.b.Flags
		acs.cu.b.Flags |= acs.ad.anyOrder(p)
		acs.ad.addAt(addr, d, int(i.Align))
		acs.cu.b.Flags = flags
	}
	acs.ad.shared = false
}

func (acs *accesses) store(i *ir.Instr) {
	v, p := i.Arg(0), i.Arg(1)
	t := acs.cu.s.at.adjType(v)
	if l := acs.cu.s.fn.info.Parts(i); l != nil {
		acs.cut(i, l)
		return
	}
	if acs.cu.s.sh.leavesAddress(i) {
		acs.clearAddress(i)
		return
	}
	addr := acs.target(p, acs.cu.s.sh.shadowOf(p), t, true)
	if t.IsAggregate() && t.HasPtr() {
		acs.cu.s.fn.fail(i, "L0311", "cannot store a value that mixes floats and pointers in one piece")
		return
	}
	if holds := acs.cu.s.at.partly(v); holds != nil {
		acs.ad.add(v, acs.ad.storePlaces(addr, t, holds))
		return
	}
	if acs.cu.s.sh.wordStore(i) {
		words := acs.cu.s.fn.m.Types.Vector(ir.Double, v.Type().Len, false)
		if !v.Type().IsVector() {
			words = ir.Double
		}
		acs.ad.add(v, acs.takeWord(addr, v.Type(), words, int(i.Align)))
		return
	}
	if acs.cu.s.rv.isActive(v) {
		d := acs.cu.s.fn.env.accesses(acs.cu.b.Load(t, addr, int(i.Align)), tape.Shadow)
		if l := acs.cu.s.mem.updated(i); l != nil {
			acs.updates[l] = true
			acs.found[inLane{l, acs.cu.s.sh.lane}] = d
		} else {
			acs.cu.s.fn.env.accesses(acs.cu.b.Store(ir.Zero(t), addr, int(i.Align)), tape.Shadow)
		}
		acs.ad.add(v, d)
		return
	}
	acs.cu.s.fn.env.accesses(acs.cu.b.Store(ir.Zero(t), addr, int(i.Align)), tape.Shadow)
}

func (acs *accesses) atomic(i *ir.Instr) {
	if i.X.RMWOp == "xchg" {
		acs.swapped(i)
		return
	}
	if i.X.RMWOp != "fadd" && i.X.RMWOp != "fsub" || acs.cu.s.rv.isActive(i) {
		acs.cu.s.fn.fail(i, "L0204", "no derivative of atomicrmw %s here", i.X.RMWOp)
		return
	}
	v, p := i.Arg(1), i.Arg(0)
	if !acs.cu.s.rv.isActive(v) {
		return
	}
	d := ir.Value(acs.cu.b.Load(v.Type(), acs.target(p, acs.cu.s.sh.shadowOf(p), v.Type(), true), int(i.Align)))
	if i.X.RMWOp == "fsub" {
		d = acs.cu.b.FNeg(d)
	}
	acs.ad.add(v, d)
}

// exchanged writes the adjoint of a compare-and-exchange: that of a store, where it took place.
// What it found is read by a load (see typerecovery.Exchanges).
func (acs *accesses) exchanged(i *ir.Instr) {
	var done ir.Value
	for u := range ir.Uses(i) {
		if u.User.Op == ir.ExtractValue && u.User.Indices[0] == 1 {
			done = u.User
		}
	}
	if done == nil {
		acs.cu.s.fn.fail(i, "L0204", "compare-and-exchange on active data")
		return
	}
	acs.replaced(i, i.Arg(2), acs.lk.lookup(done), nil)
}

// swapped writes the adjoint of an atomic exchange: those of a load and a store.
func (acs *accesses) swapped(i *ir.Instr) {
	var d ir.Value
	if acs.cu.s.rv.isActive(i) {
		d = acs.ad.take(i)
	}
	acs.replaced(i, i.Arg(1), acs.lk.differs(i.Arg(0)), d)
}

// replaced hands what stands in shadow memory on to v, by which an atomic operation i replaced
// what was in memory, if it did (nil for always), and puts d in its place, nil for zero.
func (acs *accesses) replaced(i *ir.Instr, v, ok, d ir.Value) {
	p := i.Arg(0)
	if pieces := acs.cu.s.fn.info.Pieces(i); len(pieces) != 1 || pieces[0].Type == nil || acs.cu.s.mem.isShared(p) {
		acs.cu.s.fn.fail(i, "L0204", "an atomic exchange of active data that threads share")
		return
	}
	t := acs.cu.s.fn.info.Pieces(i)[0].Type
	addr := acs.target(p, acs.cu.s.sh.shadowOf(p), t, true)
	old, left := ir.Value(acs.cu.b.Load(t, addr, int(i.Align))), ir.Value(ir.Zero(t))
	if d != nil {
		left = acs.cu.as(d, t)
	}
	given := old
	if ok != nil {
		left, given = acs.cu.choice(ok, left, old), acs.cu.choice(ok, old, none(t))
	}
	acs.cu.b.Store(left, addr, int(i.Align))
	acs.ad.add(v, given)
}

// known writes the adjoint of a call of a library function.
func (ins *instructions) known(i *ir.Instr) {
	if m := rules.MaskedOf(i); m.Kind != rules.NotMasked {
		ins.ac.masked(i, m)
		return
	}
	ci := ins.cu.s.fn.info.Call(i)
	if ci == nil || ci.Known == nil {
		ins.cu.s.fn.fail(i, "L0104", "no derivative of the call of %s", i.CalledName())
		return
	}
	switch ci.Known.Class {
	case rules.MemSet:
		ins.ac.clear(i)
	case rules.MemCpy, rules.MemMove:
		src := i.Arg(1)
		dsrc := ins.cu.s.sh.shadowOf(src)
		var from, ok ir.Value
		if dsrc != nil {
			from, ok = ins.lk.lookup(dsrc), ins.lk.differs(src)
		}
		ins.ac.moveBack(ins.cu.s.fn.info.Pieces(i), i, blockMove{
			src: from, dst: ins.lk.lookup(ins.cu.s.sh.shadowOf(i.Arg(0))), size: ins.lk.lookup(i.Arg(2)),
			srcOK: ok, dstOK: ins.lk.differs(i.Arg(0)), overlap: ci.Known.Class == rules.MemMove,
		})
	default:
		ins.rule(i)
	}
}

// clear reverses a memset: the shadow's floats become zero.
func (acs *accesses) clear(i *ir.Instr) {
	dst := i.Arg(0)
	size := acs.cu.b.Cast(ir.ZExt, acs.lk.lookup(i.Arg(2)), ir.I64)
	if ok := acs.lk.differs(dst); ok != nil {
		size = acs.cu.b.Select(ok, size, i64(0))
	}
	pieces := acs.cu.s.fn.info.Pieces(i)
	if !acs.cu.s.fn.info.TellsWords() {
		pieces = unread(pieces)
	}
	acs.clearBlock(i, pieces, acs.lk.lookup(acs.cu.s.sh.shadowOf(dst)), size)
}

// clearable are the floats that may stand in bytes of which nothing is known.
var clearable = []memtypes.Piece{{Size: 8, Type: ir.Double}, {Size: 4, Type: ir.Float}, {Size: 2, Type: ir.Half}}

// unread gives the pieces that a memset clears, bytes of which nothing at all is known
// beside others, or of which too few are undecided for an address, as floats, as far as
// they fit: nobody reads them as addresses.
func unread(pieces []memtypes.Piece) []memtypes.Piece {
	if len(pieces) < 2 {
		return pieces
	}
	var list []memtypes.Piece
	for _, p := range pieces {
		if p.Class != memtypes.Unknown && (p.Class != memtypes.Mixed || p.Size >= 8) {
			list = append(list, p)
			continue
		}
		for at, end := p.Offset, p.Offset+p.Size; at < end; {
			q := memtypes.Piece{Offset: at, Size: 1, Class: memtypes.Integer}
			for _, c := range clearable {
				if at+c.Size <= end && at%c.Size == 0 {
					q = memtypes.Piece{Offset: at, Size: c.Size, Class: memtypes.FloatData, Type: c.Type}
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
func (acs *accesses) clearBlock(i *ir.Instr, pieces []memtypes.Piece, dst, size ir.Value) {
	pointers := slices.ContainsFunc(pieces, func(p memtypes.Piece) bool { return p.Class == memtypes.Pointer })
	mv := acs.cu.s.fn.env.moves()
	switch {
	case shadowmem.InWords(pieces), pointers && !decided(pieces) && acs.cu.s.fn.info.TellsWords():
		acs.cu.b.CallFunc(mv.WordFunc(shadowmem.Clear), dst, dst, size, ir.NewBool(false))
	case !pointers:
		acs.cu.b.MemSet(dst, size)
	case acs.cu.decided(i, pieces):
		mv.Block(acs.cu.b, shadowmem.Clear, memtypes.FloatData, pieces, shadowmem.Blocks{Src: dst, Dst: dst, Bytes: size, To: ir.NewBool(false)})
	}
}

// decided reports whether it is known of every byte of a block what it holds.
func decided(pieces []memtypes.Piece) bool {
	return len(pieces) > 0 && !slices.ContainsFunc(pieces, func(p memtypes.Piece) bool {
		return p.Class != memtypes.FloatData && p.Class != memtypes.Integer && p.Class != memtypes.Pointer
	})
}

// decided refuses blocks of which it is not known what they hold.
func (cu *cursor) decided(i *ir.Instr, pieces []memtypes.Piece) bool {
	ok := decided(pieces)
	if !ok {
		cu.s.fn.fail(i, "L0311", "it is not known where the block that is moved here holds floats")
	}
	return ok
}

// blockMove is the shadow side of a block move. src is nil where the source has no shadow;
// srcOK and dstOK, where not nil, say at run time whether the shadows exist.
type blockMove struct {
	src, dst, size ir.Value
	srcOK, dstOK   ir.Value
	overlap        bool // the blocks may
}

// moveBack reverses a block move: the floats of the shadow at dst are added to
// the shadow at src and cleared.
func (acs *accesses) moveBack(pieces []memtypes.Piece, i *ir.Instr, m blockMove) {
	src, dst, srcOK := m.src, m.dst, m.srcOK
	words, bytes := shadowmem.InWords(pieces), shadowmem.InBytes(pieces)
	if src != nil && !words && !bytes && !acs.cu.decided(i, pieces) {
		return
	}
	size := acs.cu.b.Cast(ir.ZExt, m.size, ir.I64)
	if m.dstOK != nil {
		size = acs.cu.b.Select(m.dstOK, size, i64(0))
	}
	mv := acs.cu.s.fn.env.moves()
	mv.Atomic = src != nil && acs.cu.s.fn.parallel && (i.Parent == nil || acs.cu.s.mem.isShared(i.Arg(1))) // a realloc is gone by now
	defer func() { mv.Atomic = false }()
	switch t := shadowmem.Uniform(pieces); {
	case src == nil:
		acs.clearBlock(i, pieces, dst, size)
	case words, bytes:
		if mv.Atomic && bytes {
			acs.cu.s.fn.fail(i, "L0109", "threads copy memory of which it is not known where it holds floats")
			return
		}
		if srcOK == nil {
			srcOK = ir.NewBool(true)
		}
		if bytes {
			acs.cu.b.CallFunc(mv.MoveBytesFunc(), src, dst, size, srcOK)
			return
		}
		acs.cu.b.CallFunc(mv.WordFunc(shadowmem.Move), src, dst, size, srcOK)
	case t != nil && !m.overlap && srcOK == nil:
		acs.cu.b.CallFunc(mv.PlainMove(t), src, dst, size)
	default:
		if srcOK == nil {
			srcOK = ir.NewBool(true)
		}
		mv.Block(acs.cu.b, shadowmem.Move, memtypes.FloatData, pieces, shadowmem.Blocks{Src: src, Dst: dst, Bytes: size, To: srcOK, Overlap: m.overlap})
	}
}
