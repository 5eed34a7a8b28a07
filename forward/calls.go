package forward

import (
	"strings"

	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// call writes a call and the tangents of its result and its effects. A call of
// a function with a body gives way to one of its tangent function, which does
// the primal's work too.
func (s *synth) call(i *ir.Instr) {
	c := s.info.Call(i)
	if c == nil || !c.Active && !s.carries(i) {
		s.place(i)
		if c != nil && c.Known != nil {
			s.renew(i, c.Known)
		}
		return
	}
	if r := rules.ForInstr(i); r != nil {
		s.place(i)
		s.function(i, r)
		return
	}
	if s.intrinsic(i) {
		return
	}
	switch {
	case c.Known != nil:
		s.place(i)
		s.known(i, c.Known)
	case c.Callee != nil:
		s.defined(i, c)
	case i.CalledFunc() != nil:
		s.place(i)
		s.refuse(i, CodeCall, "call of %s, which has no body and no rule, on active data", calleeName(i))
	default:
		s.indirect(i)
	}
}

// known writes the shadow side of a call of a library function.
func (s *synth) known(i *ir.Instr, k *rules.Known) {
	switch k.Class {
	case rules.Alloc:
		s.alloc(i, k)
	case rules.Free:
		s.free(i, k)
	case rules.Realloc:
		s.realloc(i, k)
	case rules.MemCpy, rules.MemMove:
		s.memCopy(i)
	case rules.MemSet:
		s.memSet(i)
	case rules.Same:
		if !k.Lent {
			s.mirrorAt(i, 0)
			break
		}
		for lane := range s.t.width {
			s.set(i, s.operand(i, 0, lane))
		}
	case rules.Within:
		s.within(i)
	case rules.Links:
		s.links(i)
	case rules.NoReturn:
	default:
		if s.carries(i) {
			s.refuse(i, CodeCall, "call of %s on active data", calleeName(i))
		}
		s.renew(i, k)
	}
}

// renew gives the address that a library function put into an object to its shadow.
func (s *synth) renew(i *ir.Instr, k *rules.Known) {
	if !k.Fills || i.NumCallArgs() == 0 || !i.Arg(0).Type().IsPtr() || !s.shadowed(i.Arg(0)) {
		return
	}
	for lane := range s.t.width {
		s.b.CallFunc(activity.Renew(s.m), s.b.Cast(ir.BitCast, i.Arg(0), s.m.Ptr()), s.b.Cast(ir.BitCast, s.of(i.Arg(0), lane, false), s.m.Ptr()))
	}
}

// within gives an address in the object that argument 0 leads to its shadow: as
// far from the argument's shadow as it is from the argument.
func (s *synth) within(i *ir.Instr) {
	if !s.carries(i) {
		return
	}
	p := i.Arg(0)
	far := s.b.Sub(s.b.Cast(ir.PtrToInt, i, ir.I64), s.b.Cast(ir.PtrToInt, p, ir.I64))
	null := ir.Zero(i.Typ)
	for lane := range s.t.width {
		at := s.b.Cast(ir.BitCast, s.b.Offset(s.of(p, lane, false), far), i.Typ)
		s.set(i, s.b.Select(s.b.ICmp(ir.EQ, i, null), null, at))
	}
}

// links repeats a call that changes nothing but the links between nodes (of a
// tree, of a list) on the shadow nodes.
func (s *synth) links(i *ir.Instr) {
	var at []int
	for k := range i.NumCallArgs() {
		v := i.Arg(k)
		if !v.Type().IsPtr() {
			continue
		}
		if !s.shadowed(v) {
			s.refuse(i, CodeCall, "call of %s on nodes with a shadow and a node without", calleeName(i))
			return
		}
		at = append(at, k)
	}
	for _, k := range at {
		s.mayLeave(i, i.Arg(k))
	}
	for lane := range s.t.width {
		c := s.callLike(i)
		for _, k := range at {
			v := i.Arg(k)
			sv := s.of(v, lane, false)
			if s.maybeConst(v) {
				s.stopIf(s.isShadowless(sv, v), i, "links are changed of a node without a shadow")
			}
			c.SetArg(k, sv)
		}
		s.b.Insert(c)
		if i.Typ.IsPtr() {
			s.set(i, c)
		}
	}
}

func calleeName(i *ir.Instr) string {
	if f := i.CalledFunc(); f != nil {
		return "'" + f.Name + "'"
	}
	return "a function pointer"
}

// place puts the primal call where it stood. An invoke ends a block; what
// follows it goes to a block of its own on the way to the normal destination.
func (s *synth) place(i *ir.Instr) *ir.Instr {
	if i.Op != ir.Invoke {
		return s.b.Insert(i)
	}
	from := s.b.B
	s.b.Insert(i)
	unwind := edge{from: s.block, to: i.Blocks[1]}
	if s.edges[unwind] == nil {
		s.edges[unwind] = from
	} else {
		s.extra = append(s.extra, edge{from: unwind.from, to: unwind.to, by: from})
	}
	i.Blocks = []*ir.Block{s.newBlock("invoke.cont"), i.Blocks[1]}
	s.b.AtEnd(i.Blocks[0])
	return i
}

// again repeats a call for shadow memory, with the same unwind destination.
func (s *synth) again(i *ir.Instr) *ir.Instr {
	c := i.Copy()
	c.Meta = nil
	c.Flags &^= ir.TailCall | ir.MustTail
	return s.place(c)
}

// invoke writes an invoke, which ends a block.
func (s *synth) invoke(i *ir.Instr) {
	normal := i.Blocks[0]
	from := s.block
	s.call(i)
	s.edges[edge{from: from, to: normal}] = s.b.B
	s.b.Br(normal)
}

// defined calls the tangent function of a function with a body.
func (s *synth) defined(i *ir.Instr, c *activity.CallInfo) {
	f := c.Callee
	if len(f.Params) > i.NumCallArgs() || !ir.Same(f.Typ.Ret, i.Typ) {
		s.place(i)
		s.refuse(i, CodeCall, "call of %s with another type than its own", calleeName(i))
		return
	}
	if s.split != nil && f.Typ.Variadic {
		s.place(i)
		s.split.deny(i, "a function with a variable number of arguments is called on active data")
		return
	}
	for _, k := range c.Shadowed {
		for lane := range s.t.width {
			s.b.CallFunc(activity.GivenCheck(f), i.Arg(k), s.of(i.Arg(k), lane, false))
		}
	}
	t := s.env.tangentOf(f, c.Seed, s.t.width)
	s.t.calls = append(s.t.calls, t)
	if s.split != nil {
		s.split.calls = append(s.split.calls, splitCall{old: i, to: t.record})
	}
	s.tangentCall(i, t.fn, t.fn.Typ, c.Seed, len(f.Params))
}

// indirect calls through the shadow of a function pointer, which is a pointer
// to the tangent function.
func (s *synth) indirect(i *ir.Instr) {
	fp := i.Callee()
	if _, ok := fp.(*ir.InlineAsm); ok {
		s.place(i)
		s.refuse(i, CodeCall, "inline assembly on active data")
		return
	}
	if s.split != nil {
		s.dispatched(i)
		return
	}
	elsewhere := s.info.Elsewhere(i)
	if !s.shadowed(fp) && len(elsewhere) == 0 {
		// The analysis found no function that could be meant: an empty slot of a
		// table, behind a test for null.
		s.env.stop(s.b, s.diagnose(i, CodeIndirect, "indirect call on active data through a pointer without a shadow").Error())
		s.place(i)
		if s.carries(i) {
			for range s.t.width {
				s.set(i, s.none(i, true))
			}
		}
		return
	}
	seed := addressSeed(i.FnType())
	typ := internalType(s.m, i.FnType(), seed, s.t.width)
	var target ir.Value
	if s.shadowed(fp) {
		target = s.of(fp, 0, false)
	} else {
		target = ir.Zero(fp.Type())
	}
	if len(elsewhere) > 0 {
		target = s.lookedUp(i, target, elsewhere)
	} else {
		s.stopIf(s.isShadowless(target, fp), i, "indirect call on active data through a pointer without a shadow")
	}
	s.tangentCall(i, target, typ, seed, len(i.FnType().Fields))
}

// tangentCall replaces call i by one of the tangent function fn: every active
// argument is followed by its tangents. n is the number of named parameters.
func (s *synth) tangentCall(i *ir.Instr, fn ir.Value, typ *ir.Type, seed activity.Seed, n int) {
	width := s.t.width
	var args []ir.Value
	var attrs []string
	for k := range i.NumCallArgs() {
		v := i.Arg(k)
		args = append(args, v)
		attrs = append(attrs, argAttr(i, k))
		if k >= n {
			if s.carries(v) && i.CalledFunc() == nil { // others do not read them
				s.refuse(i, CodeCall, "variable argument %d of a call carries a derivative", k+1)
			}
			continue
		}
		if kind := paramKind(seed, k); kind != activity.Const {
			for lane := range width {
				args = append(args, s.moved(v, lane, kind == activity.Out))
				attrs = append(attrs, "")
			}
		}
	}
	if s.split != nil {
		args, attrs = append(args, s.split.cursor()), append(attrs, "")
		if i.CalledFunc() == nil {
			args, attrs = append(args, i.Callee()), append(attrs, "")
		}
	}
	call := ir.NewInstr(i.Op, typ.Ret, append(args, fn)...)
	call.Line, call.Blocks = i.Line, append([]*ir.Block(nil), i.Blocks...)
	call.X = &ir.Extra{FnType: typ, ArgAttrs: attrs}
	s.place(call)
	if !hasRetTangent(i.FnType(), seed) {
		if i.Typ.Kind != ir.VoidKind {
			s.replace(i, call)
		}
		s.dropped(i)
		return
	}
	s.replace(i, s.b.ExtractValue(call, 0))
	for lane := range width {
		s.set(i, s.b.ExtractValue(call, lane+1))
	}
	s.dropped(i)
}

// dropped notes a call that no longer stands in the function; uses of its
// result are replaced when the body is complete.
func (s *synth) dropped(i *ir.Instr) {
	i.DropArgs()
}

// argAttr keeps of a call argument's attributes what the calling convention
// needs.
func argAttr(i *ir.Instr, k int) string {
	if i.X == nil || k >= len(i.X.ArgAttrs) {
		return ""
	}
	var keep []string
	for _, a := range activity.SplitAttrs(i.X.ArgAttrs[k]) {
		name, _, _ := strings.Cut(a, "(")
		switch name {
		case "byval", "byref", "inalloca", "preallocated", "zeroext", "signext", "inreg":
			keep = append(keep, a)
		}
	}
	return strings.Join(keep, " ")
}
