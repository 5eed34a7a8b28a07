package interp

import (
	"strings"

	"github.com/llad-ad/llad/ir"
)

// call decodes a call or an invoke.
func (d *decoder) call(i *ir.Instr, in *inst) error {
	fn := i.FnType()
	if fn == nil {
		return faultf(Unsupported, "call without a function type")
	}
	ret, err := d.types.shape(fn.Ret)
	if err != nil {
		return err
	}
	x := &extra{fnType: fn, ret: ret, normal: -1, unwind: -1}
	in.x, in.n = x, int32(ret.slots)
	if i.Op == ir.Invoke {
		if x.normal, err = d.edge(i.Parent, i.Blocks[0]); err != nil {
			return err
		}
		if x.unwind, err = d.edge(i.Parent, i.Blocks[1]); err != nil {
			return err
		}
	}
	if _, ok := i.Callee().(*ir.InlineAsm); ok {
		return d.inlineAsm(i, in)
	}
	f := i.CalledFunc()
	if f != nil && strings.HasPrefix(f.Name, "llvm.") {
		if skip := ignoredIntrinsic(f.Name); skip {
			if i.Op == ir.Invoke {
				in.op, in.a = opBr, x.normal
				return nil
			}
			in.op = opNop
			return nil
		}
	}
	for k := 0; k < i.NumCallArgs(); k++ {
		a := i.Arg(k)
		ref := argRef{typ: a.Type()}
		if _, ok := a.(*ir.Meta); !ok {
			n, err := slotsOf(ref.typ)
			if err != nil {
				return err
			}
			if ref.slot, err = d.val(a); err != nil {
				return err
			}
			ref.n = int32(n)
		}
		if i.X != nil && k < len(i.X.ArgAttrs) && ref.typ.IsPtr() {
			c := paramRef{}
			if err := d.byval(i.X.ArgAttrs[k], ref.typ, &c); err != nil {
				return err
			}
			ref.copied, ref.align = c.byval, c.align
		}
		x.args = append(x.args, ref)
	}
	if f == nil {
		in.op = opCallPtr
		in.a, err = d.val(i.Callee())
		return err
	}
	callee := d.img.function(f)
	if callee.native == nil {
		in.op, x.callee = opCall, callee
		return nil
	}
	in.op, x.native, x.callee = opCallNative, callee.native, callee
	if callee.native.math != nil && len(callee.counters) == 0 && i.Op == ir.Call {
		return d.mathCall(i, in, callee.native.math)
	}
	return nil
}

// mathCall turns a call of a pure function of numbers into an operation.
func (d *decoder) mathCall(i *ir.Instr, in *inst, f *mathFunc) error {
	x := in.x
	t := i.Typ
	if !t.IsFP() || len(x.args) != f.arity() {
		return nil
	}
	for _, a := range x.args {
		if !ir.Same(a.typ, t) {
			return nil
		}
	}
	if err := checkFloat(t); err != nil {
		return err
	}
	in.k = leafKindOf(t.Scalar())
	in.op = opMath1 + opcode(len(x.args)-1)
	in.a = x.args[0].slot
	if len(x.args) > 1 {
		in.b = x.args[1].slot
	}
	if len(x.args) > 2 {
		in.c = x.args[2].slot
	}
	x.f1, x.f2, x.f3 = f.f1, f.f2, f.f3
	return nil
}

// inlineAsm accepts assembly without instructions: what C programs use as a
// barrier for the optimiser.
func (d *decoder) inlineAsm(i *ir.Instr, in *inst) error {
	text := i.Callee().Ident()
	_, rest, ok := strings.Cut(text, "\"")
	body, _, closed := strings.Cut(rest, "\"")
	if !ok || !closed || strings.TrimSpace(body) != "" || in.n > 1 {
		return faultf(Unsupported, "inline assembly %s", text)
	}
	if i.Op == ir.Invoke {
		return faultf(Unsupported, "invoke of inline assembly %s", text)
	}
	if in.n == 0 {
		in.op = opNop
		return nil
	}
	// One result tied to one operand passes through.
	for k := 0; k < i.NumCallArgs(); k++ {
		if ir.Same(i.Arg(k).Type(), i.Typ) {
			in.copyOp(int(in.n))
			var err error
			in.a, err = d.val(i.Arg(k))
			return err
		}
	}
	return faultf(Unsupported, "inline assembly %s", text)
}

// landingPad decodes the clauses of a landing pad.
func (d *decoder) landingPad(i *ir.Instr, in *inst) error {
	in.op, in.x = opLandingPad, &extra{cleanup: i.Flags&ir.Cleanup != 0}
	text := ""
	if i.X != nil {
		text = i.X.Clauses
	}
	in.x.cleanup = in.x.cleanup || hasWord(text, "cleanup")
	var kinds []bool
	for _, w := range strings.Fields(text) {
		switch w {
		case "catch":
			kinds = append(kinds, false)
		case "filter":
			kinds = append(kinds, true)
		}
	}
	n, err := slotsOf(i.Typ)
	in.n = int32(n)
	if err != nil || n != 2 {
		return faultf(Unsupported, "landing pad of type %s", i.Typ)
	}
	for k := 0; k < i.NumArgs(); k++ {
		c := clause{filter: k < len(kinds) && kinds[k]}
		if !c.filter {
			if c.slot, err = d.val(i.Arg(k)); err != nil {
				return err
			}
		}
		in.x.clauses = append(in.x.clauses, c)
	}
	return nil
}
