package forward

import (
	"strings"

	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/activity/shadowrt"
	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// calls writes the tangents of calls.
type calls struct {
	bd *body
	tg *tangents
	ac *accesses
	ar *arithmetic
}

// call writes a call and the tangents of its result and its effects. A call of
// a function with a body gives way to one of its tangent function, which does
// the primal's work too.
func (cls *calls) call(i *ir.Instr) {
	c := cls.bd.info.Call(i)
	if c == nil || !c.Active && !cls.tg.carries(i) {
		cls.bd.place(i)
		if c != nil && c.Known != nil {
			cls.renew(i, c.Known)
		}
		return
	}
	if r := rules.ForInstr(i); r != nil {
		cls.bd.place(i)
		cls.ar.function(i, r)
		return
	}
	if cls.ar.intrinsic(i) {
		return
	}
	switch {
	case c.Known != nil:
		cls.bd.place(i)
		cls.known(i, c.Known)
	case c.Callee != nil:
		cls.defined(i, c)
	case i.CalledFunc() != nil:
		cls.bd.place(i)
		cls.bd.refuse(i, activity.CodeNoRule, "call of %s, which has no body and no rule, on active data", calleeName(i))
	default:
		cls.indirect(i)
	}
}

// known writes the shadow side of a call of a library function.
func (cls *calls) known(i *ir.Instr, k *rules.Known) {
	switch k.Class {
	case rules.Alloc:
		cls.ac.alloc(i, k)
	case rules.Free:
		cls.ac.free(i, k)
	case rules.Realloc:
		cls.ac.realloc(i, k)
	case rules.MemCpy, rules.MemMove:
		cls.ac.memCopy(i)
	case rules.MemSet:
		cls.ac.memSet(i)
	case rules.Same:
		if !k.Lent {
			cls.ar.mirrorAt(i, 0)
			break
		}
		for lane := range cls.bd.t.width {
			cls.tg.set(i, cls.tg.operand(i, 0, lane))
		}
	case rules.Within:
		cls.within(i)
	case rules.Links:
		cls.links(i)
	case rules.NoReturn:
	default:
		switch {
		case cls.tg.carries(i) && i.Typ.IsPtr():
			cls.bd.refuse(i, activity.CodeUnknownMem, "the memory that %s gives has no shadow", calleeName(i))
		case cls.tg.carries(i):
			cls.bd.refuse(i, activity.CodeNoRule, "call of %s on active data", calleeName(i))
		}
		cls.renew(i, k)
	}
}

// renew gives the address that a library function put into an object to its shadow.
func (cls *calls) renew(i *ir.Instr, k *rules.Known) {
	if !k.Fills || i.NumCallArgs() <= k.FillsArg || !i.Arg(k.FillsArg).Type().IsPtr() || !cls.tg.shadowed(i.Arg(k.FillsArg)) {
		return
	}
	for lane := range cls.bd.t.width {
		cls.bd.b.CallFunc(activity.Renew(cls.bd.m), cls.bd.b.Cast(ir.BitCast, i.Arg(k.FillsArg), cls.bd.m.Ptr()), cls.bd.b.Cast(ir.BitCast, cls.tg.of(i.Arg(k.FillsArg), lane, false), cls.bd.m.Ptr()))
	}
}

// within gives an address in the object that argument 0 leads to its shadow: as
// far from the argument's shadow as it is from the argument.
func (cls *calls) within(i *ir.Instr) {
	if !cls.tg.carries(i) {
		return
	}
	p := i.Arg(0)
	far := cls.bd.b.Sub(cls.bd.b.Cast(ir.PtrToInt, i, ir.I64), cls.bd.b.Cast(ir.PtrToInt, p, ir.I64))
	null := ir.Zero(i.Typ)
	for lane := range cls.bd.t.width {
		at := cls.bd.b.Cast(ir.BitCast, cls.bd.b.Offset(cls.tg.of(p, lane, false), far), i.Typ)
		cls.tg.set(i, cls.bd.b.Select(cls.bd.b.ICmp(ir.EQ, i, null), null, at))
	}
}

// links repeats a call that changes nothing but the links between nodes (of a
// tree, of a list) on the shadow nodes.
func (cls *calls) links(i *ir.Instr) {
	var at []int
	for k := range i.NumCallArgs() {
		v := i.Arg(k)
		if !v.Type().IsPtr() {
			continue
		}
		if !cls.tg.shadowed(v) {
			cls.bd.refuse(i, "L0107", "call of %s on nodes with a shadow and a node without", calleeName(i))
			return
		}
		at = append(at, k)
	}
	for _, k := range at {
		cls.bd.mayLeave(i, i.Arg(k))
	}
	for lane := range cls.bd.t.width {
		c := cls.bd.callLike(i)
		for _, k := range at {
			v := i.Arg(k)
			sv := cls.tg.of(v, lane, false)
			if cls.tg.maybeConst(v) {
				cls.bd.stopIf(cls.tg.isShadowless(sv, v), i, "links are changed of a node without a shadow")
			}
			c.SetArg(k, sv)
		}
		cls.bd.b.Insert(c)
		if i.Typ.IsPtr() {
			cls.tg.set(i, c)
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
func (bo *body) place(i *ir.Instr) *ir.Instr {
	if i.Op != ir.Invoke {
		return bo.b.Insert(i)
	}
	from := bo.b.B
	bo.b.Insert(i)
	unwind := edge{from: bo.block, to: i.Blocks[1]}
	if bo.edges[unwind] == nil {
		bo.edges[unwind] = from
	} else {
		bo.extra = append(bo.extra, edge{from: unwind.from, to: unwind.to, by: from})
	}
	i.Blocks = []*ir.Block{bo.newBlock("invoke.cont"), i.Blocks[1]}
	bo.b.AtEnd(i.Blocks[0])
	return i
}

// again repeats a call for shadow memory, with the same unwind destination.
func (bo *body) again(i *ir.Instr) *ir.Instr {
	c := i.Copy()
	c.Meta = nil
	c.Flags &^= ir.TailCall | ir.MustTail
	return bo.place(c)
}

// invoke writes an invoke, which ends a block.
func (cls *calls) invoke(i *ir.Instr) {
	normal := i.Blocks[0]
	from := cls.bd.block
	cls.call(i)
	cls.bd.edges[edge{from: from, to: normal}] = cls.bd.b.B
	cls.bd.b.Br(normal)
}

// defined calls the tangent function of a function with a body.
func (cls *calls) defined(i *ir.Instr, c *activity.CallInfo) {
	f := c.Callee
	if len(f.Params) > i.NumCallArgs() || !ir.Same(f.Typ.Ret, i.Typ) {
		cls.bd.place(i)
		cls.bd.refuse(i, activity.CodeNoRule, "call of %s with another type than its own", calleeName(i))
		return
	}
	if cls.bd.split != nil && f.Typ.Variadic {
		cls.bd.place(i)
		cls.bd.split.deny(i, "a function with a variable number of arguments is called on active data")
		return
	}
	for _, k := range c.Shadowed {
		for lane := range cls.bd.t.width {
			cls.bd.b.CallFunc(shadowrt.GivenCheck(f), i.Arg(k), cls.tg.of(i.Arg(k), lane, false))
		}
	}
	t := cls.bd.env.tangentOf(f, c.Seed, cls.bd.t.width)
	cls.bd.t.calls = append(cls.bd.t.calls, t)
	if cls.bd.split != nil {
		cls.bd.split.calls = append(cls.bd.split.calls, splitCall{old: i, to: t.record})
	}
	cls.tangentCall(i, t.fn, t.fn.Typ, c.Seed, len(f.Params))
}

// indirect calls through the shadow of a function pointer, which is a pointer
// to the tangent function.
func (cls *calls) indirect(i *ir.Instr) {
	fp := i.Callee()
	if _, ok := fp.(*ir.InlineAsm); ok {
		cls.bd.place(i)
		cls.bd.refuse(i, activity.CodeAsm, "inline assembly on active data")
		return
	}
	if cls.bd.split != nil {
		cls.dispatched(i)
		return
	}
	elsewhere := cls.bd.info.Elsewhere(i)
	known, library := cls.bd.info.Library(i)
	if !cls.tg.shadowed(fp) && len(elsewhere) == 0 && !library {
		// The analysis found no function that could be meant: an empty slot of a
		// table, behind a test for null.
		cls.bd.env.stop(cls.bd.b, cls.bd.diagnose(i, shadowrt.CodeIndirect, "indirect call on active data through a pointer without a shadow").Error())
		cls.bd.place(i)
		if cls.tg.carries(i) {
			for range cls.bd.t.width {
				cls.tg.set(i, cls.tg.none(i, true))
			}
		}
		return
	}
	seed := addressSeed(i.FnType())
	typ := internalType(cls.bd.m, i.FnType(), seed, cls.bd.t.width)
	var target ir.Value
	if cls.tg.shadowed(fp) {
		target = cls.tg.of(fp, 0, false)
	} else {
		target = ir.Zero(fp.Type())
	}
	switch {
	case len(elsewhere) > 0:
		target = cls.lookedUp(i, target, elsewhere, false)
	case library:
		target = cls.lookedUp(i, target, known, true)
	default:
		cls.bd.stopIf(cls.tg.isShadowless(target, fp), i, "indirect call on active data through a pointer without a shadow")
	}
	cls.tangentCall(i, target, typ, seed, len(i.FnType().Fields))
}

// tangentCall replaces call i by one of the tangent function fn: every active
// argument is followed by its tangents. n is the number of named parameters.
func (cls *calls) tangentCall(i *ir.Instr, fn ir.Value, typ *ir.Type, seed signature.Seed, n int) {
	width := cls.bd.t.width
	var args []ir.Value
	var attrs []string
	for k := range i.NumCallArgs() {
		v := i.Arg(k)
		args = append(args, v)
		attrs = append(attrs, argAttr(i, k))
		if k >= n {
			if cls.tg.carries(v) && i.CalledFunc() == nil { // others do not read them
				cls.bd.refuse(i, activity.CodeInstruction, "variable argument %d of a call carries a derivative", k+1)
			}
			continue
		}
		if kind := paramKind(seed, k); kind != signature.Const {
			for lane := range width {
				args = append(args, cls.tg.moved(v, lane, kind == signature.Out))
				attrs = append(attrs, "")
			}
		}
	}
	if cls.bd.split != nil {
		args, attrs = append(args, cls.bd.split.cursor()), append(attrs, "")
		if i.CalledFunc() == nil {
			args, attrs = append(args, i.Callee()), append(attrs, "")
		}
	}
	call := ir.NewInstr(i.Op, typ.Ret, append(args, fn)...)
	call.Line, call.Blocks = i.Line, append([]*ir.Block(nil), i.Blocks...)
	call.X = &ir.Extra{FnType: typ, ArgAttrs: attrs}
	cls.bd.place(call)
	if !hasRetTangent(i.FnType(), seed) {
		if i.Typ.Kind != ir.VoidKind {
			cls.bd.replace(i, call)
		}
		cls.dropped(i)
		return
	}
	cls.bd.replace(i, cls.bd.b.ExtractValue(call, 0))
	for lane := range width {
		cls.tg.set(i, cls.bd.b.ExtractValue(call, lane+1))
	}
	cls.dropped(i)
}

// dropped notes a call that no longer stands in the function; uses of its
// result are replaced when the body is complete.
func (cls *calls) dropped(i *ir.Instr) {
	i.DropArgs()
}

// argAttr keeps of a call argument's attributes what the calling convention
// needs.
func argAttr(i *ir.Instr, k int) string {
	if i.X == nil || k >= len(i.X.ArgAttrs) {
		return ""
	}
	var keep []string
	for _, a := range signature.SplitAttrs(i.X.ArgAttrs[k]) {
		name, _, _ := strings.Cut(a, "(")
		switch name {
		case "byval", "byref", "inalloca", "preallocated", "zeroext", "signext", "inreg":
			keep = append(keep, a)
		}
	}
	return strings.Join(keep, " ")
}
