package forward

import (
	"math"

	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/ir"
)

// accesses writes the tangents of what allocates, reads and writes memory.
type accesses struct {
	bd *body
	tg *tangents

	lanes   map[*ir.Instr]int // whose shadow memory accesses are of, -1 for the primal's
	effects [][]*ir.Instr     // what writes to the shadow memory of each lane
}

// unlessShadowless is what is to be stored through the shadow sp of p: d, or
// the primal value once more where p has no shadow.
func (tgs *tangents) unlessShadowless(p, sp, primal, d ir.Value) ir.Value {
	if !tgs.maybeConst(p) || primal == d {
		return d
	}
	return tgs.bd.b.Select(tgs.isShadowless(sp, p), primal, d)
}

// load reads the tangent from shadow memory. Where there is none it is zero; for
// a pointer the primal is read again, which is the right answer.
func (acs *accesses) load(i *ir.Instr) {
	if !acs.tg.carries(i) {
		return
	}
	p := i.Arg(0)
	if !acs.tg.shadowed(p) {
		acs.bd.refuse(i, activity.CodeUnknownMem, "load of a value that carries a derivative from memory without a shadow")
		return
	}
	for lane := range acs.bd.t.width {
		sp := acs.tg.of(p, lane, false)
		if acs.tg.maybeConst(p) && acs.tg.undecided(i) && !acs.tg.wordsTell() {
			acs.bd.stopIf(acs.tg.isShadowless(sp, p), i, "load of bytes of which it is not known whether they are floats or addresses, from memory without a shadow")
		}
		v := acs.inLane(acs.bd.access(i, acs.tg.reached(p, sp, acs.bd.size(i.Typ))), p, lane)
		acs.tg.set(i, acs.loaded(i, p, sp, v))
	}
}

// undecided reports whether an integer may hold active floats or addresses.
func (tgs *tangents) undecided(v ir.Value) bool {
	return v.Type().Scalar().IsInt() && tgs.active(v) && tgs.bd.info.FloatLanes(v) == nil
}

// loaded is v, read through the shadow sp of p, or the tangent of a value
// without one where p has no shadow.
func (acs *accesses) loaded(i *ir.Instr, p, sp, v ir.Value) ir.Value {
	if !acs.tg.maybeConst(p) || !acs.tg.active(i) && acs.bd.split == nil {
		return v
	}
	none := acs.tg.none(i, acs.tg.floats(i))
	if acs.tg.undecided(i) && acs.tg.wordsTell() {
		none = acs.tg.bare(i)
	}
	return acs.bd.b.Select(acs.tg.isShadowless(sp, p), none, v)
}

// access repeats a load or store with other operands.
func (bo *body) access(i *ir.Instr, args ...ir.Value) *ir.Instr {
	c := i.Copy()
	c.Meta = accessMeta(i)
	c.SetArgs(args...)
	return bo.b.Insert(c)
}

// store writes the tangent of what is stored to shadow memory. Integers that
// stand for nothing but themselves have no shadow.
func (acs *accesses) store(i *ir.Instr) {
	v, p := i.Arg(0), i.Arg(1)
	if !acs.tg.shadowed(p) {
		return
	}
	if l := acs.bd.info.Parts(i); l != nil {
		acs.cut(i, v, p, l)
		return
	}
	h := acs.holds(i)
	if h.pointer || h.unknown || acs.constantWord(v) || acs.tg.shadowed(v) {
		acs.bd.mayLeave(i, p)
	}
	if h.unknown && !acs.tg.carries(v) {
		if c, ok := v.(*ir.Const); !ok || !ir.IsZero(c) && !ir.IsUndef(c) {
			d := ir.Value(ir.Zero(v.Type())) // right for numbers and for floats
			switch address := acs.bd.info.MayBeAddress(v); {
			case acs.tg.wordsTell():
				d = acs.tg.bare(v)
			case address:
				acs.bd.refuse(i, activity.CodeUndecided, "store of bytes of which it is not known whether they are floats or addresses")
				return
			}
			for lane := range acs.bd.t.width {
				acs.put(i, v, d, p, lane)
			}
			return
		}
	}
	if ir.IsZero(v) {
		h.float = true // zero is right for whatever it is
	}
	if !h.float && !h.pointer && !acs.tg.carries(v) && !acs.constantWord(v) {
		if acs.bd.info.SetsColour(i) {
			for lane := range acs.bd.t.width {
				acs.put(i, v, v, p, lane)
			}
		}
		return
	}
	var team []*ir.Instr
	for lane := range acs.bd.t.width {
		team = append(team, acs.inLane(acs.put(i, v, acs.tg.moved(v, lane, h.float), p, lane), p, lane))
	}
	acs.effects = append(acs.effects, team)
}

// put stores d, the tangent of v, where the store i stores v through p.
func (acs *accesses) put(i *ir.Instr, v, d, p ir.Value, lane int) *ir.Instr {
	sp := acs.tg.of(p, lane, false)
	if acs.bd.split == nil {
		d = acs.tg.unlessShadowless(p, sp, v, d)
	}
	return acs.bd.access(i, d, acs.tg.reached(p, sp, acs.bd.size(v.Type())))
}

func (bo *body) size(t *ir.Type) int64 { return bo.m.Layout.AllocSize(t) }

// cut makes of tangents of which a store of v through p changes a part something that
// nobody takes for one: what reads them next as floats gets NaN. So does what reads floats
// that are put together of such parts, where v is a part of one with a tangent.
func (acs *accesses) cut(i *ir.Instr, v, p ir.Value, l []activity.Part) {
	if acs.bd.split != nil && acs.tg.maybeConst(p) {
		acs.bd.split.deny(i, "part of a float is stored where there may be no shadow")
		return
	}
	for lane := range acs.bd.t.width {
		sp := acs.tg.of(p, lane, false)
		var unmoved ir.Value
		if acs.tg.carries(v) {
			unmoved = acs.bd.b.ICmp(ir.EQ, acs.tg.of(v, lane, false), ir.Zero(v.Type()))
		}
		for _, part := range l {
			at := acs.bd.b.Offset(sp, ir.NewInt(ir.I64, part.Off))
			if part.Around {
				word := acs.bd.b.Binary(ir.And, acs.bd.b.Cast(ir.PtrToInt, sp, ir.I64), ir.NewInt(ir.I64, -acs.bd.size(part.Typ)))
				at = acs.bd.b.Cast(ir.IntToPtr, word, sp.Type())
			}
			d := acs.bd.b.Load(part.Typ, at, 1)
			none := acs.bd.b.FCmp(ir.OEQ, d, ir.Zero(part.Typ))
			stays := ir.Value(none)
			if part.Typ.Kind == ir.DoubleKind { // an address is no tangent
				word := acs.bd.b.Binary(ir.And, acs.bd.b.Load(ir.I64, at, 1), ir.NewInt(ir.I64, activity.WordExponent))
				stays = acs.bd.b.ICmp(ir.EQ, word, ir.NewInt(ir.I64, 0))
			}
			if unmoved != nil {
				stays = acs.bd.b.Select(none, unmoved, stays)
			}
			if acs.tg.maybeConst(p) {
				stays = acs.bd.b.Select(acs.tg.isShadowless(sp, p), ir.NewBool(true), stays)
			}
			acs.bd.b.Store(acs.bd.b.Select(stays, d, ir.NewFloat(part.Typ, math.NaN())), at, 1)
		}
	}
}

// constantWord reports whether v is a constant that may be the address of code as
// an integer, or the place of an address in a virtual table, as pointers to member
// functions are: calls take the shadow's.
func (acs *accesses) constantWord(v ir.Value) bool {
	t := v.Type()
	return ir.IsConstant(v) && t.IsInt() && int64(t.Bits) == int64(acs.bd.m.Layout.PtrBits(0))
}

// inPrimal tells the compiler that i accesses primal memory, which is apart from
// all shadows.
func (acs *accesses) inPrimal(i *ir.Instr) {
	acs.lanes[i] = -1
	acs.scopes().Attach(i, 0)
}

// inLane tells it that i accesses the shadow memory of a lane, through the shadow
// of p; nothing where p may have no shadow: i then accesses primal memory.
func (acs *accesses) inLane(i *ir.Instr, p ir.Value, lane int) *ir.Instr {
	if acs.tg.maybeConst(p) {
		return i
	}
	acs.lanes[i] = lane
	return acs.scopes().Attach(i, 1+lane)
}

// scopes are those of the primal's memory and of each lane's shadows.
func (acs *accesses) scopes() *ir.Scopes {
	n := acs.bd.t.width
	if acs.bd.env.scopes[n] == nil {
		acs.bd.env.scopes[n] = acs.bd.m.AddScopes(1 + n)
	}
	return acs.bd.env.scopes[n]
}

// holding says what the bytes of an access hold.
type holding struct{ float, pointer, unknown bool }

func (acs *accesses) holds(i *ir.Instr) (h holding) {
	pieces := acs.bd.info.Pieces(i)
	for _, p := range pieces {
		switch p.Class {
		case memtypes.FloatData, memtypes.Bytes:
			h.float = true
		case memtypes.Pointer:
			h.pointer = true
		case memtypes.Unknown, memtypes.Mixed, memtypes.Word:
			h.unknown = true
		}
	}
	if i.IsCall() {
		h.unknown = h.unknown || pieces == nil
		return h
	}
	t := i.Typ
	if i.Op == ir.Store {
		t = i.Arg(0).Type()
	}
	h.float = h.float || t.HasFloat()
	h.pointer = h.pointer || t.HasPtr()
	return h
}

// memSet zeroes the shadow of memory that is filled with a constant byte.
func (acs *accesses) memSet(i *ir.Instr) {
	p, n := i.Arg(0), i.Arg(2)
	acs.lanes[i] = -1
	if acs.tg.shadowed(p) {
		var team []*ir.Instr
		for lane := range acs.bd.t.width {
			sp := acs.tg.of(p, lane, false)
			c := acs.bd.b.MemSet(sp, acs.tg.unlessShadowless(p, sp, ir.Zero(n.Type()), n))
			if !acs.tg.maybeConst(p) {
				acs.lanes[c] = lane
			}
			team = append(team, c)
		}
		acs.effects = append(acs.effects, team)
	}
	acs.returnsAddress(i)
}

// memCopy copies shadow memory as the primal is copied.
func (acs *accesses) memCopy(i *ir.Instr) {
	dst, src, n := i.Arg(0), i.Arg(1), i.Arg(2)
	if acs.tg.shadowed(dst) {
		if h := acs.holds(i); h.pointer || h.unknown {
			acs.bd.mayLeave(i, dst)
		}
		var team []*ir.Instr
		for lane := range acs.bd.t.width {
			sp := acs.tg.of(dst, lane, false)
			acs.copyShadow(i, dst, sp, src, lane, acs.tg.unlessShadowless(dst, sp, ir.Zero(n.Type()), n))
			if n := len(acs.bd.b.B.Instrs); n > 0 {
				team = append(team, acs.bd.b.B.Instrs[n-1])
			}
		}
		acs.effects = append(acs.effects, team)
	}
	acs.returnsAddress(i)
}

// copyShadow copies n bytes of the shadow of src, or what stands for one that
// src has not: zeros for floats, the addresses themselves for pointers.
func (acs *accesses) copyShadow(i *ir.Instr, dst, sd, src ir.Value, lane int, n ir.Value) {
	h := acs.holds(i)
	if acs.tg.shadowed(src) {
		ss := acs.tg.of(src, lane, false)
		if !acs.tg.maybeConst(src) || !h.float && !h.unknown && acs.bd.split == nil {
			acs.bd.copyLike(i, sd, ss, n)
			return
		}
		none := acs.tg.isShadowless(ss, src)
		zero := ir.Zero(n.Type())
		if acs.bd.split != nil && (h.pointer || h.unknown) {
			acs.bd.stopIf(acs.bd.b.Binary(ir.And, none, acs.bd.b.ICmp(ir.NE, n, zero)), i, "copy of what may be addresses from memory without a shadow")
			acs.bd.copyLike(i, sd, ss, n)
			return
		}
		if h.unknown && !acs.noPointers(src) && !acs.tg.wordsTell() {
			acs.bd.stopIf(acs.bd.b.Binary(ir.And, none, acs.bd.b.ICmp(ir.NE, n, zero)), i, undecidedCopy)
			acs.bd.copyLike(i, sd, ss, n)
			return
		}
		with := acs.bd.b.Select(none, zero, n)
		without := acs.bd.b.Select(none, n, zero)
		acs.bd.copyLike(i, sd, ss, with)
		acs.copyNone(i, h, sd, src, without)
		return
	}
	acs.copyNone(i, h, sd, src, n)
}

const undecidedCopy = "copy of bytes of which it is not known whether they are floats or addresses, from memory without a shadow"

// copyNone writes the shadow of n bytes copied from memory without a shadow.
func (acs *accesses) copyNone(i *ir.Instr, h holding, sd, src, n ir.Value) {
	if h.unknown && acs.noPointers(src) {
		h.unknown, h.float = false, true
	}
	if acs.bd.split != nil && (h.unknown || h.pointer) && !constantBase(src) {
		src = acs.bd.split.copied(i)
	}
	switch {
	case h.unknown && acs.tg.wordsTell():
		acs.bd.b.CallFunc(acs.bd.env.bareCopier(), sd, src, acs.bd.b.Cast(ir.ZExt, n, ir.I64))
	case h.unknown:
		acs.bd.refuse(i, activity.CodeUndecided, undecidedCopy)
	case h.float && h.pointer:
		acs.bd.copyLike(i, sd, src, n)
		acs.tg.zeroFloats(sd, n, acs.bd.info.Pieces(i))
	case h.float:
		acs.bd.b.MemSet(sd, n)
	case h.pointer:
		acs.bd.copyLike(i, sd, src, n)
	}
}

// noPointers reports whether p is the address of a variable that holds no
// address.
func (acs *accesses) noPointers(p ir.Value) bool {
	for {
		switch v := p.(type) {
		case *ir.Global:
			return !v.ValueType.HasPtr()
		case *ir.Const:
			if v.Kind != ir.ConstExpr || len(v.Elems) == 0 {
				return false
			}
			p = v.Elems[0]
		case *ir.Instr:
			if v.Op != ir.GetElementPtr && v.Op != ir.BitCast {
				return false
			}
			p = v.Arg(0)
		default:
			return false
		}
	}
}

// copyLike repeats a memcpy or memmove with other operands.
func (bo *body) copyLike(i *ir.Instr, dst, src, n ir.Value) {
	c := bo.callLike(i)
	c.SetArg(0, dst)
	c.SetArg(1, src)
	c.SetArg(2, n)
	c.Meta = accessMeta(i)
	bo.b.Insert(c)
}

// callLike copies a call, as a plain call, for shadow memory.
func (bo *body) callLike(i *ir.Instr) *ir.Instr {
	c := i.Copy()
	c.Op, c.Blocks, c.Meta = ir.Call, nil, nil
	c.Flags &^= ir.TailCall | ir.MustTail
	return c
}

// returnsAddress gives the result of libc's memory functions its shadow: the
// destination's, moved as the result is.
func (acs *accesses) returnsAddress(i *ir.Instr) {
	if i.Typ.Kind == ir.VoidKind || !acs.tg.carries(i) {
		return
	}
	dst := i.Arg(0)
	for lane := range acs.bd.t.width {
		off := acs.bd.b.Sub(acs.bd.b.Cast(ir.PtrToInt, i, ir.I64), acs.bd.b.Cast(ir.PtrToInt, dst, ir.I64))
		acs.tg.set(i, acs.bd.b.Offset(acs.tg.of(dst, lane, false), off))
	}
}
