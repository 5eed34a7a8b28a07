package transport

import (
	"fmt"
	"slices"
	"strings"

	"github.com/llad-ad/llad/activity/shadowrt"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
	"github.com/llad-ad/llad/transform/edit"
)

// dispatcher is a function that calls the traced form of what an address is of.
type dispatcher struct {
	typ     *ir.Type
	copied  []string // by argument: the attribute of one that the call copies
	results []int64  // by argument: the size of what it leads to where the call writes its result there, else 0
	text    bool     // what is called writes text
	fn      *ir.Function
	targets []*ir.Function
	seen    map[*ir.Function]bool
}

// callThrough calls through an address.
func callThrough(x *body, i *ir.Instr) {
	typ := i.FnType()
	if typ == nil || len(typ.Fields) != i.NumCallArgs() { // one without a prototype may be called variadic
		x.refuse(i, "a call of this kind through an address has no traced form")
		return
	}
	callee := i.Callee()
	x.b.Before(i)
	d := x.t.dispatch(typ, copiedArgs(i), writtenResults(x.t.m, i), formats(i, x.g.of))
	becomeTraced(x, i, d.fn, []ir.Value{x.b.Cast(ir.BitCast, callee, x.t.m.Ptr())}, typ)
}

// copiedArgs are the attributes of those arguments that a call copies.
func copiedArgs(i *ir.Instr) []string {
	list := make([]string, i.NumCallArgs())
	for k := range list {
		if i.X != nil && k < len(i.X.ArgAttrs) {
			list[k] = byval(i.X.ArgAttrs[k])
		}
	}
	return list
}

// writtenResults are the sizes of those arguments to which a call writes its result.
func writtenResults(m *ir.Module, i *ir.Instr) []int64 {
	list := make([]int64, i.NumCallArgs())
	for k := range list {
		if i.X == nil || k >= len(i.X.ArgAttrs) {
			break
		}
		if t := structResult(m, i.X.ArgAttrs[k]); t != nil {
			list[k] = m.Layout.AllocSize(t)
		}
	}
	return list
}

func (t *Trace) dispatch(typ *ir.Type, copied []string, results []int64, text bool) *dispatcher {
	key := typ.String()
	if t.m.Typed {
		key = erased(typ)
	}
	key += strings.Join(copied, ",") + fmt.Sprint(results, text)
	if d := t.calls[key]; d != nil {
		return d
	}
	params := append([]*ir.Type{t.m.Ptr()}, typ.Fields...)
	for _, p := range typ.Fields {
		params = append(params, t.shadowType(p))
	}
	d := &dispatcher{typ: typ, copied: copied, results: results, text: text, seen: map[*ir.Function]bool{}}
	d.fn = t.m.AddFunc(t.m.FreshSymbol(t.run.prefix+"through"), t.m.Types.Func(t.resultType(typ.Ret), params, false))
	d.fn.Prefix = "internal"
	for k, attr := range copied {
		d.fn.Params[1+k].Attrs = attr
	}
	t.calls[key] = d
	t.order = append(t.order, d)
	return d
}

// erased spells a function type with all pointers alike.
func erased(t *ir.Type) string {
	var b strings.Builder
	for _, p := range append([]*ir.Type{t.Ret}, t.Fields...) {
		if p.IsPtr() {
			b.WriteString("ptr,")
		} else {
			b.WriteString(p.String() + ",")
		}
	}
	if t.Variadic {
		b.WriteString("...")
	}
	return b.String()
}

// dispatchMore asks for the traced forms of what calls through addresses may lead to. It
// reports whether there are new ones.
func (t *Trace) dispatchMore() bool {
	if len(t.order) == 0 {
		return false
	}
	for _, d := range t.order {
		for _, f := range t.addressed() {
			if d.seen[f] || !answers(f.Typ, d.typ) || !d.copies(f) {
				continue
			}
			d.seen[f] = true
			if body := t.withBody(f); body != nil {
				d.targets = append(d.targets, f)
				t.form(body, false)
			}
		}
	}
	return len(t.queue) > 0
}

// copies reports whether calls of f copy the same arguments.
func (d *dispatcher) copies(f *ir.Function) bool {
	for k, p := range f.Params {
		if (byval(p.Attrs) != "") != (d.copied[k] != "") {
			return false
		}
	}
	return true
}

// answers reports whether calls of the type call may lead to a function of the type f: it takes
// what they pass and returns what they use, or more: what they drop, or an integer of another width.
func answers(f, call *ir.Type) bool {
	if f.Variadic || len(f.Fields) != len(call.Fields) {
		return false
	}
	if call.Ret.Kind != ir.VoidKind && !ir.Same(f.Ret, call.Ret) && !(f.Ret.IsInt() && call.Ret.IsInt()) {
		return false
	}
	for k := range f.Fields {
		if !ir.Same(f.Fields[k], call.Fields[k]) {
			return false
		}
	}
	return true
}

// resultOf is what a call gives of the traced form of a function whose result is of another type
// than the call's: an integer and its shadow, cut or extended. A call without a result has none.
func (t *Trace) resultOf(b *ir.Builder, d *dispatcher, f *ir.Function, r ir.Value) ir.Value {
	want := d.typ.Ret
	if want.Kind == ir.VoidKind || ir.Same(f.Typ.Ret, want) {
		return r
	}
	op := ir.ZExt
	if want.Bits < f.Typ.Ret.Bits {
		op = ir.Trunc
	} else if strings.Contains(f.RetAttrs, "signext") {
		op = ir.SExt
	}
	var agg ir.Value = ir.Zero(t.resultType(want))
	agg = b.InsertValue(agg, b.Cast(op, b.ExtractValue(r, 0), want), 0)
	return b.InsertValue(agg, b.Cast(op, b.ExtractValue(r, 1), want), 1)
}

// withBody is f, or where it has none a function that calls it: a library function may be
// called through an address too. It is nil where nothing is known of it.
func (t *Trace) withBody(f *ir.Function) *ir.Function {
	if !f.IsDecl {
		return f
	}
	if rules.KnownOf(f) == nil {
		return nil
	}
	name := edit.Suffixed(f.Name, ".called")
	if w := t.m.Func(name); w != nil {
		return w
	}
	return t.m.Calling(f, name)
}

// writeDispatch writes a dispatcher: it compares the address with those of the functions
// that it may be of. Another one is called as it is where it writes text, or where it is handed
// no shadows but that of the place of its result, which has no derivatives then.
func (t *Trace) writeDispatch(d *dispatcher) {
	d.fn.IsDecl = false
	b := ir.NewBuilder(d.fn.NewBlock("entry"))
	p := d.fn.Params
	n := len(d.typ.Fields)
	ret := func(v ir.Value) {
		if d.typ.Ret.Kind == ir.VoidKind {
			b.Ret(nil)
		} else {
			b.Ret(v)
		}
	}
	for _, f := range d.targets {
		g := t.form(t.withBody(f), false).fn
		yes, no := d.fn.NewBlock("yes"), d.fn.NewBlock("no")
		b.CondBr(b.ICmp(ir.EQ, p[0], b.Cast(ir.BitCast, f, t.m.Ptr())), yes, no)
		b.AtEnd(yes)
		args := make([]ir.Value, 0, 2*n)
		for k, a := range p[1:] {
			args = append(args, cast(b, a, g.Typ.Fields[k]))
		}
		ret(t.resultOf(b, d, f, d.called(b.CallFunc(g, args...))))
		b.AtEnd(no)
	}
	var any ir.Value = ir.NewInt(ir.I64, 0)
	for k, s := range p[1+n:] {
		switch typ := s.Type(); {
		case d.text || d.results[k] > 0:
		case typ.IsPtr() && t.thrown != nil:
			any = b.Binary(ir.Or, any, b.CallFunc(t.activeShadow(), s))
		case typ.IsPtr():
			any = b.Binary(ir.Or, any, b.Cast(ir.PtrToInt, s, ir.I64))
		case typ.IsInt() && typ.Bits <= 64:
			any = b.Binary(ir.Or, any, b.Cast(ir.ZExt, s, ir.I64))
		}
	}
	plain, lost := d.fn.NewBlock("plain"), d.fn.NewBlock("lost")
	b.CondBr(b.ICmp(ir.EQ, any, ir.NewInt(ir.I64, 0)), plain, lost)
	b.AtEnd(lost)
	shadowrt.StopWith(b, b.Cast(ir.IntToPtr, t.run.text("a call through an address on active data: the function is not one of this module's"), t.m.Ptr()))
	b.Unreachable()
	b.AtEnd(plain)
	args := make([]ir.Value, n)
	for k := range args {
		args[k] = p[1+k]
	}
	r := d.called(b.Call(d.typ, b.Cast(ir.BitCast, p[0], t.m.PtrTo(d.typ)), args...))
	for k, size := range d.results {
		if s := p[1+n+k]; size > 0 {
			b.MemSet(s, b.Select(b.ICmp(ir.EQ, s, ir.Zero(s.Type())), ir.NewInt(ir.I64, 0), ir.NewInt(ir.I64, size)))
		}
	}
	if d.typ.Ret.Kind == ir.VoidKind {
		b.Ret(nil)
		return
	}
	var agg ir.Value = ir.Zero(d.fn.Typ.Ret)
	b.Ret(b.InsertValue(agg, r, 0))
}

// called is a call of the dispatcher's that copies the arguments that its own calls copy.
func (d *dispatcher) called(i *ir.Instr) *ir.Instr {
	i.Extra().ArgAttrs = append(slices.Clone(d.copied), make([]string, i.NumCallArgs()-len(d.copied))...)
	return i
}

func cast(b *ir.Builder, v ir.Value, t *ir.Type) ir.Value {
	if v.Type() != t && v.Type().IsPtr() && t.IsPtr() {
		return b.Cast(ir.BitCast, v, t)
	}
	return v
}

// addressed lists the functions whose addresses the module takes, in the order of its text.
func (t *Trace) addressed() []*ir.Function {
	if t.asked {
		return t.taken
	}
	t.asked = true
	seen := map[ir.Value]bool{}
	var see func(v ir.Value)
	see = func(v ir.Value) {
		switch c := v.(type) {
		case *ir.Function:
			if !seen[c] {
				seen[c] = true
				t.taken = append(t.taken, c)
			}
		case *ir.Const:
			for _, e := range c.Elems {
				see(e)
			}
		}
	}
	for _, name := range t.m.GlobalNames() {
		if g := t.m.Global(name); g != nil && g.LoadInit() == nil && g.Init != nil {
			see(g.Init)
		}
	}
	for _, name := range t.names {
		f := t.m.Func(name)
		if f == nil || f.IsDecl || f.Load() != nil {
			continue
		}
		for _, blk := range f.Blocks {
			for _, i := range blk.Instrs {
				n := i.NumArgs()
				if i.IsCall() {
					n--
				}
				for k := range n {
					see(i.Arg(k))
				}
			}
		}
	}
	return t.taken
}
