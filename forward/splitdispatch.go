package forward

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/activity/shadowrt"
	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/ir"
)

// In the split form calls through pointers go by the primal's address, which is
// on the tape: shadow memory has no part in it. Each kind of call has two
// functions that compare the address with those of all functions that it may be,
// as far as the derivative has seen them.

// code is a function whose address stands in memory with a shadow, and the
// definition that is called.
type code struct{ f, body *ir.Function }

// dispatch is a kind of call.
type dispatch struct {
	typ             *ir.Type
	attrs           []string
	width           int
	record, tangent *ir.Function
	at              *ir.Diagnostic
}

// dispatched writes a call through a pointer in the split form.
func (cls *calls) dispatched(i *ir.Instr) {
	typ := i.FnType()
	if typ.Variadic {
		cls.bd.place(i)
		cls.bd.split.deny(i, "a function with a variable number of arguments is called on active data")
		return
	}
	seed := addressSeed(typ)
	attrs := make([]string, len(typ.Fields))
	for k := range attrs {
		attrs[k] = argAttr(i, k)
	}
	d := cls.bd.env.dispatchOf(typ, seed, attrs, cls.bd.t.width)
	if d.at == nil {
		d.at = cls.bd.diagnose(i, shadowrt.CodeIndirect, "a call through a pointer reaches a function of which no tangents can be taken from a tape: its address was nowhere seen in memory with a shadow")
	}
	cls.bd.split.calls = append(cls.bd.split.calls, splitCall{old: i, to: d.record})
	cls.tangentCall(i, d.tangent, d.tangent.Typ, seed, len(typ.Fields))
}

func (env *Env) dispatchOf(typ *ir.Type, seed signature.Seed, attrs []string, width int) *dispatch {
	for _, d := range env.dispatches {
		if ir.Same(d.typ, typ) && slices.Equal(d.attrs, attrs) {
			return d
		}
	}
	d := &dispatch{typ: typ, attrs: attrs, width: width}
	through := env.M.PtrTo(typ)
	add := func(name string, t *ir.Type, per func(k int) int) *ir.Function {
		f := env.M.AddFunc(env.M.FreshSymbol(name), t)
		f.Prefix, f.IsDecl = "internal", false
		at := 0
		for k := range typ.Fields {
			f.Params[at].Attrs = attrs[k]
			at += per(k)
		}
		return f
	}
	d.record = add("llad.record.through", env.M.FuncType(typ.Ret, slices.Concat(typ.Fields, []*ir.Type{env.M.Ptr(), through})...), func(int) int { return 1 })
	inner := internalType(env.M, typ, seed, width)
	d.tangent = add("llad.replay.through", env.M.FuncType(inner.Ret, slices.Concat(inner.Fields, []*ir.Type{env.M.Ptr(), through})...), func(k int) int {
		if paramKind(seed, k) == signature.Const {
			return 1
		}
		return 1 + width
	})
	env.dispatches = append(env.dispatches, d)
	return d
}

// fits reports whether a call of a kind may be one of f.
func (d *dispatch) fits(f *ir.Function) bool { return ir.Same(f.Typ, d.typ) }

// dispatchMore has the functions made that calls through pointers may reach, and
// reports whether there are more than before.
func (env *Env) dispatchMore() bool {
	slices.SortStableFunc(env.codes, func(a, b code) int { return strings.Compare(a.f.Name, b.f.Name) })
	env.codes = slices.CompactFunc(env.codes, func(a, b code) bool { return a.f == b.f })
	for _, d := range env.dispatches {
		for _, c := range env.codes {
			if d.fits(c.f) {
				env.tangentOf(c.body, addressSeed(d.typ), d.width)
			}
		}
	}
	return len(env.queue) > 0
}

// writeDispatch writes the two functions of a kind of call.
func (env *Env) writeDispatch(d *dispatch) {
	for _, f := range []*ir.Function{d.record, d.tangent} {
		b := ir.NewBuilder(f.NewBlock("entry"))
		n := len(f.Params) - 1
		through := f.Params[n]
		args, attrs := make([]ir.Value, n), make([]string, n)
		for k, p := range f.Params[:n] {
			args[k], attrs[k] = p, p.Attrs
		}
		for _, c := range env.codes {
			if !d.fits(c.f) {
				continue
			}
			t := env.tangentOf(c.body, addressSeed(d.typ), d.width)
			to := t.record
			if f == d.tangent {
				to = t.fn
			}
			yes, no := f.NewBlock("this"), f.NewBlock("other")
			b.CondBr(b.ICmp(ir.EQ, through, c.f), yes, no)
			b.AtEnd(yes)
			call := b.CallFunc(to, args...)
			call.Extra().ArgAttrs = attrs
			if call.Typ.Kind == ir.VoidKind {
				b.Ret(nil)
			} else {
				b.Ret(call)
			}
			b.AtEnd(no)
		}
		env.stop(b, d.at.Error())
		b.Unreachable()
	}
}
