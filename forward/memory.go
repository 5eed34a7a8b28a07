package forward

import (
	"math"

	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/ir"
)

// unlessShadowless is what is to be stored through the shadow sp of p: d, or
// the primal value once more where p has no shadow.
func (s *synth) unlessShadowless(p, sp, primal, d ir.Value) ir.Value {
	if !s.maybeConst(p) || primal == d {
		return d
	}
	return s.b.Select(s.isShadowless(sp, p), primal, d)
}

// load reads the tangent from shadow memory. Where there is none it is zero; for
// a pointer the primal is read again, which is the right answer.
func (s *synth) load(i *ir.Instr) {
	if !s.carries(i) {
		return
	}
	p := i.Arg(0)
	if !s.shadowed(p) {
		s.refuse(i, CodeNoShadow, "load of a value that carries a derivative from memory without a shadow")
		return
	}
	for lane := range s.t.width {
		sp := s.of(p, lane, false)
		if s.maybeConst(p) && s.undecided(i) && !s.wordsTell() {
			s.stopIf(s.isShadowless(sp, p), i, "load of bytes of which it is not known whether they are floats or addresses, from memory without a shadow")
		}
		v := s.inLane(s.access(i, s.reached(p, sp, s.size(i.Typ))), p, lane)
		s.set(i, s.loaded(i, p, sp, v))
	}
}

// undecided reports whether an integer may hold active floats or addresses.
func (s *synth) undecided(v ir.Value) bool {
	return v.Type().Scalar().IsInt() && s.active(v) && s.info.FloatLanes(v) == nil
}

// loaded is v, read through the shadow sp of p, or the tangent of a value
// without one where p has no shadow.
func (s *synth) loaded(i *ir.Instr, p, sp, v ir.Value) ir.Value {
	if !s.maybeConst(p) || !s.active(i) && s.split == nil {
		return v
	}
	none := s.none(i, s.floats(i))
	if s.undecided(i) && s.wordsTell() {
		none = s.bare(i)
	}
	return s.b.Select(s.isShadowless(sp, p), none, v)
}

// access repeats a load or store with other operands.
func (s *synth) access(i *ir.Instr, args ...ir.Value) *ir.Instr {
	c := i.Copy()
	c.Meta = accessMeta(i)
	c.Flags &^= ir.ShadowOnly
	c.SetArgs(args...)
	return s.b.Insert(c)
}

// store writes the tangent of what is stored to shadow memory. Integers that
// stand for nothing but themselves have no shadow.
func (s *synth) store(i *ir.Instr) {
	v, p := i.Arg(0), i.Arg(1)
	if !s.shadowed(p) {
		return
	}
	if l := s.info.Parts(i); l != nil {
		s.cut(i, v, p, l)
		return
	}
	h := s.holds(i)
	if h.pointer || h.unknown || s.constantWord(v) || s.shadowed(v) {
		s.mayLeave(i, p)
	}
	if h.unknown && !s.carries(v) {
		if c, ok := v.(*ir.Const); !ok || !ir.IsZero(c) && !ir.IsUndef(c) {
			d := ir.Value(ir.Zero(v.Type())) // right for numbers and for floats
			switch address := s.info.MayBeAddress(v) && (s.size(v.Type()) >= 4 || !s.m.FromRust()); {
			case s.wordsTell():
				d = s.bare(v)
			case address:
				s.refuse(i, CodeUnknown, "store of bytes of which it is not known whether they are floats or addresses")
				return
			}
			for lane := range s.t.width {
				s.put(i, v, d, p, lane)
			}
			return
		}
	}
	if ir.IsZero(v) {
		h.float = true // zero is right for whatever it is
	}
	if !h.float && !h.pointer && !s.carries(v) && !s.constantWord(v) {
		if s.info.SetsColour(i) {
			for lane := range s.t.width {
				s.put(i, v, v, p, lane)
			}
		}
		return
	}
	var team []*ir.Instr
	for lane := range s.t.width {
		team = append(team, s.inLane(s.put(i, v, s.moved(v, lane, h.float), p, lane), p, lane))
	}
	s.effects = append(s.effects, team)
}

// put stores d, the tangent of v, where the store i stores v through p.
func (s *synth) put(i *ir.Instr, v, d, p ir.Value, lane int) *ir.Instr {
	sp := s.of(p, lane, false)
	if s.split == nil {
		if i.Flags&ir.ShadowOnly != 0 && s.maybeConst(p) {
			v = s.primal(i, v.Type(), p) // what stands there stays
		}
		d = s.unlessShadowless(p, sp, v, d)
	}
	return s.access(i, d, s.reached(p, sp, s.size(v.Type())))
}

func (s *synth) size(t *ir.Type) int64 { return s.m.Layout.AllocSize(t) }

// cut makes of tangents of which a store of v through p changes a part something that
// nobody takes for one: what reads them next as floats gets NaN. So does what reads floats
// that are put together of such parts, where v is a part of one with a tangent.
func (s *synth) cut(i *ir.Instr, v, p ir.Value, l []activity.Part) {
	if s.split != nil && s.maybeConst(p) {
		s.split.deny(i, "part of a float is stored where there may be no shadow")
		return
	}
	for lane := range s.t.width {
		sp := s.of(p, lane, false)
		var unmoved ir.Value
		if s.carries(v) {
			unmoved = s.b.ICmp(ir.EQ, s.of(v, lane, false), ir.Zero(v.Type()))
		}
		for _, part := range l {
			at := s.b.Offset(sp, ir.NewInt(ir.I64, part.Off))
			if part.Around {
				word := s.b.Binary(ir.And, s.b.Cast(ir.PtrToInt, sp, ir.I64), ir.NewInt(ir.I64, -s.size(part.Typ)))
				at = s.b.Cast(ir.IntToPtr, word, sp.Type())
			}
			d := s.b.Load(part.Typ, at, 1)
			none := s.b.FCmp(ir.OEQ, d, ir.Zero(part.Typ))
			stays := ir.Value(none)
			if part.Typ.Kind == ir.DoubleKind { // an address is no tangent
				word := s.b.Binary(ir.And, s.b.Load(ir.I64, at, 1), ir.NewInt(ir.I64, activity.WordExponent))
				stays = s.b.ICmp(ir.EQ, word, ir.NewInt(ir.I64, 0))
			}
			if unmoved != nil {
				stays = s.b.Select(none, unmoved, stays)
			}
			if s.maybeConst(p) {
				stays = s.b.Select(s.isShadowless(sp, p), ir.NewBool(true), stays)
			}
			s.b.Store(s.b.Select(stays, d, ir.NewFloat(part.Typ, math.NaN())), at, 1)
		}
	}
}

// constantWord reports whether v is a constant that may be the address of code as
// an integer, or the place of an address in a virtual table, as pointers to member
// functions are: calls take the shadow's.
func (s *synth) constantWord(v ir.Value) bool {
	t := v.Type()
	return ir.IsConstant(v) && t.IsInt() && int64(t.Bits) == int64(s.m.Layout.PtrBits(0))
}

// inPrimal tells the compiler that i accesses primal memory, which is apart from
// all shadows.
func (s *synth) inPrimal(i *ir.Instr) {
	s.lanes[i] = -1
	s.scopes().Attach(i, 0)
}

// inLane tells it that i accesses the shadow memory of a lane, through the shadow
// of p; nothing where p may have no shadow: i then accesses primal memory.
func (s *synth) inLane(i *ir.Instr, p ir.Value, lane int) *ir.Instr {
	if s.maybeConst(p) {
		return i
	}
	s.lanes[i] = lane
	return s.scopes().Attach(i, 1+lane)
}

// scopes are those of the primal's memory and of each lane's shadows.
func (s *synth) scopes() *ir.Scopes {
	n := s.t.width
	if s.env.scopes[n] == nil {
		s.env.scopes[n] = s.m.AddScopes(1 + n)
	}
	return s.env.scopes[n]
}

// holding says what the bytes of an access hold.
type holding struct{ float, pointer, unknown bool }

func (s *synth) holds(i *ir.Instr) (h holding) {
	pieces := s.info.Pieces(i)
	for _, p := range pieces {
		switch p.Class {
		case activity.FloatData, activity.Bytes:
			h.float = true
		case activity.Pointer:
			h.pointer = true
		case activity.Unknown, activity.Mixed, activity.Word:
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
func (s *synth) memSet(i *ir.Instr) {
	p, n := i.Arg(0), i.Arg(2)
	s.lanes[i] = -1
	if s.shadowed(p) {
		var team []*ir.Instr
		for lane := range s.t.width {
			sp := s.of(p, lane, false)
			c := s.b.MemSet(sp, s.unlessShadowless(p, sp, ir.Zero(n.Type()), n))
			if !s.maybeConst(p) {
				s.lanes[c] = lane
			}
			team = append(team, c)
		}
		s.effects = append(s.effects, team)
	}
	s.returnsAddress(i)
}

// memCopy copies shadow memory as the primal is copied.
func (s *synth) memCopy(i *ir.Instr) {
	dst, src, n := i.Arg(0), i.Arg(1), i.Arg(2)
	if s.shadowed(dst) {
		if h := s.holds(i); h.pointer || h.unknown {
			s.mayLeave(i, dst)
		}
		var team []*ir.Instr
		for lane := range s.t.width {
			sp := s.of(dst, lane, false)
			s.copyShadow(i, dst, sp, src, lane, s.unlessShadowless(dst, sp, ir.Zero(n.Type()), n))
			if n := len(s.b.B.Instrs); n > 0 {
				team = append(team, s.b.B.Instrs[n-1])
			}
		}
		s.effects = append(s.effects, team)
	}
	s.returnsAddress(i)
}

// copyShadow copies n bytes of the shadow of src, or what stands for one that
// src has not: zeros for floats, the addresses themselves for pointers.
func (s *synth) copyShadow(i *ir.Instr, dst, sd, src ir.Value, lane int, n ir.Value) {
	h := s.holds(i)
	if s.shadowed(src) {
		ss := s.of(src, lane, false)
		if !s.maybeConst(src) || !h.float && !h.unknown && s.split == nil {
			s.copyLike(i, sd, ss, n)
			return
		}
		none := s.isShadowless(ss, src)
		zero := ir.Zero(n.Type())
		if s.split != nil && (h.pointer || h.unknown) {
			s.stopIf(s.b.Binary(ir.And, none, s.b.ICmp(ir.NE, n, zero)), i, "copy of what may be addresses from memory without a shadow")
			s.copyLike(i, sd, ss, n)
			return
		}
		if h.unknown && !s.noPointers(src) && !s.wordsTell() {
			s.stopIf(s.b.Binary(ir.And, none, s.b.ICmp(ir.NE, n, zero)), i, undecidedCopy)
			s.copyLike(i, sd, ss, n)
			return
		}
		with := s.b.Select(none, zero, n)
		without := s.b.Select(none, n, zero)
		s.copyLike(i, sd, ss, with)
		s.copyNone(i, h, sd, src, without)
		return
	}
	s.copyNone(i, h, sd, src, n)
}

const undecidedCopy = "copy of bytes of which it is not known whether they are floats or addresses, from memory without a shadow"

// copyNone writes the shadow of n bytes copied from memory without a shadow.
func (s *synth) copyNone(i *ir.Instr, h holding, sd, src, n ir.Value) {
	if h.unknown && s.noPointers(src) {
		h.unknown, h.float = false, true
	}
	if s.split != nil && (h.unknown || h.pointer) && !constantBase(src) {
		src = s.split.copied(i)
	}
	switch {
	case h.unknown && s.wordsTell():
		s.b.CallFunc(s.env.bareCopier(), sd, src, s.b.Cast(ir.ZExt, n, ir.I64))
	case h.unknown:
		s.refuse(i, CodeUnknown, undecidedCopy)
	case h.float && h.pointer:
		s.copyLike(i, sd, src, n)
		s.zeroFloats(sd, n, s.info.Pieces(i))
	case h.float:
		s.b.MemSet(sd, n)
	case h.pointer:
		s.copyLike(i, sd, src, n)
	}
}

// noPointers reports whether p is the address of a variable that holds no
// address.
func (s *synth) noPointers(p ir.Value) bool {
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
func (s *synth) copyLike(i *ir.Instr, dst, src, n ir.Value) {
	c := s.callLike(i)
	c.SetArg(0, dst)
	c.SetArg(1, src)
	c.SetArg(2, n)
	c.Meta = accessMeta(i)
	s.b.Insert(c)
}

// callLike copies a call, as a plain call, for shadow memory.
func (s *synth) callLike(i *ir.Instr) *ir.Instr {
	c := i.Copy()
	c.Op, c.Blocks, c.Meta = ir.Call, nil, nil
	c.Flags &^= ir.TailCall | ir.MustTail
	return c
}

// returnsAddress gives the result of libc's memory functions its shadow: the
// destination's, moved as the result is.
func (s *synth) returnsAddress(i *ir.Instr) {
	if i.Typ.Kind == ir.VoidKind || !s.carries(i) {
		return
	}
	dst := i.Arg(0)
	for lane := range s.t.width {
		off := s.b.Sub(s.b.Cast(ir.PtrToInt, i, ir.I64), s.b.Cast(ir.PtrToInt, dst, ir.I64))
		s.set(i, s.b.Offset(s.of(dst, lane, false), off))
	}
}
