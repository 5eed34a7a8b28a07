package transport

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/activity/shadowrt"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
	"github.com/llad-ad/llad/transform/edit"
)

// behindCall puts the builder where a call has returned.
func behindCall(x *body, i *ir.Instr) {
	if i.Op == ir.Invoke {
		x.b.AtStart(i.Blocks[0])
	} else {
		x.b.After(i)
	}
}

func traceCall(x *body, i *ir.Instr) {
	f := i.CalledFunc()
	switch {
	case f == nil:
		if _, ok := i.Callee().(*ir.InlineAsm); ok {
			traceAssembly(x, i)
			return
		}
		callThrough(x, i)
	case traceIntrinsic(x, i, f), traceSupport(x, i, f):
	case rules.ForInstr(i) != nil:
		traceRule(x, i, rules.ForInstr(i))
	default:
		if k := known(f); k != nil {
			traceLibrary(x, i, f, k)
			return
		}
		if f.IsDecl {
			noRule(x, i, f)
			return
		}
		callTraced(x, i, f)
	}
}

// traceAssembly is taken for code that moves no derivative, where it is handed none.
func traceAssembly(x *body, i *ir.Instr) {
	for _, v := range i.CallArgs() {
		if v.Type().HasFloat() && x.hasShadow(v) {
			x.refuse(i, "assembly computes with what has a derivative")
			return
		}
	}
}

// callTraced calls the traced form of a function with a body.
func callTraced(x *body, i *ir.Instr, f *ir.Function) {
	g := x.t.form(f, true)
	if n := len(i.CallArgs()); n < len(f.Typ.Fields) || n > len(f.Typ.Fields) && !f.Typ.Variadic {
		x.refuse(i, "'%s' is called with other arguments than it has", f.SourceName())
		return
	}
	x.b.Before(i)
	becomeTraced(x, i, g.fn, nil, f.Typ)
}

// becomeTraced turns a call into one of a function that takes front, the arguments and their shadows,
// and gives the result and its shadow. Arguments without a name, which nothing reads, are left out.
func becomeTraced(x *body, i *ir.Instr, g *ir.Function, front []ir.Value, typ *ir.Type) {
	args := slices.Clone(front)
	attrs := make([]string, len(front), len(front)+2*i.NumCallArgs())
	var shadows []ir.Value
	for k, v := range i.CallArgs()[:len(typ.Fields)] {
		copied := ""
		if i.X != nil && k < len(i.X.ArgAttrs) {
			copied = byval(i.X.ArgAttrs[k])
		}
		args, attrs = append(args, castPointer(x, v, typ.Fields[k])), append(attrs, copied)
		s := x.word(v)
		if copied != "" {
			s = copyOfShadow(x, i, v, s, copied)
		}
		shadows = append(shadows, castPointer(x, s, x.t.shadowType(typ.Fields[k])))
	}
	args = append(append(args, shadows...), g)
	ret := i.Typ
	for range shadows {
		attrs = append(attrs, "")
	}
	i.SetArgs(args...)
	e := i.Extra()
	e.FnType, e.ArgAttrs = g.Typ, attrs
	e.CC, e.RetAttrs, e.FnAttrs, e.Bundles = "", "", "", ""
	i.Flags &^= ir.TailCall | ir.MustTail | ir.NoTail
	i.Meta = nil
	if ret.Kind == ir.VoidKind {
		return
	}
	i.Typ = g.Typ.Ret
	behindCall(x, i)
	r := x.b.ExtractValue(i, 0)
	ir.ReplaceAllUses(i, r)
	r.(*ir.Instr).SetArg(0, i)
	s := x.b.ExtractValue(i, 1)
	if ret != r.Type() {
		r = castPointer(x, r, ret)
	}
	x.carries[r] = true
	x.numbers[r] = false
	x.setWord(r, s)
}

// castPointer is a pointer as another pointer type.
func castPointer(x *body, v ir.Value, t *ir.Type) ir.Value {
	if v.Type() != t && v.Type().IsPtr() && t.IsPtr() {
		return x.b.Cast(ir.BitCast, v, t)
	}
	return v
}

// copyOfShadow is the shadow of the copy that a call makes of an argument.
func copyOfShadow(x *body, i *ir.Instr, v, s ir.Value, attrs string) ir.Value {
	t, err := x.t.m.ParseType(attrs[len("byval(") : len(attrs)-1])
	if err != nil {
		x.refuse(i, "the type of a copied argument cannot be read")
		return s
	}
	at := x.fn.Entry()
	slot := ir.NewInstr(ir.Alloca, x.t.m.PtrTo(t), ir.NewInt(ir.I32, 1))
	slot.Elem, slot.Align = t, 16
	at.InsertAt(0, slot)
	x.b.Before(i)
	size := ir.NewInt(ir.I64, x.t.m.Layout.AllocSize(t))
	x.b.MemSet(slot, size)
	x.call("llad.shadow.copy", x.integerOf(slot), x.integerOf(s), x.integerOf(v), size, x.at(i))
	return x.b.Cast(ir.BitCast, slot, s.Type())
}

// traceRule calls a function with a derivative rule.
func traceRule(x *body, i *ir.Instr, r *rules.Rule) {
	behindCall(x, i)
	for _, v := range append(i.CallArgs(), i) {
		if half(v.Type()) {
			x.refuse(i, "floats of 16 bits have no room for the names of places")
			return
		}
	}
	if members(r) {
		traceMembers(x, i, r)
		return
	}
	traceOuts(x, i, r)
	switch {
	case !i.Typ.IsFP() || !x.carries[i]:
	case i.Typ.IsVector():
		x.eachLane(i)
	default:
		x.setPlace(i, x.applied(i, r, func(v ir.Value) ir.Value { return v }, x.place))
	}
}

// traceMembers reports whether the results of a rule are members of one value.
func members(r *rules.Rule) bool { return len(r.Outs) > 0 && r.Outs[0].Arg < 0 }

// members writes the names of the floats in a struct or vector that a function returns.
func traceMembers(x *body, i *ir.Instr, r *rules.Rule) {
	if !x.carries[i] {
		return
	}
	var s ir.Value = ir.Zero(x.t.shadowType(i.Typ))
	value := func(o int) ir.Value { return x.member(i, r.Outs[o].Field) }
	for o, out := range r.Outs {
		t := i.Typ.At(out.Field)
		if out.Inactive || !t.IsFloat() {
			if t.IsVector() {
				x.refuse(i, "'%s' of vectors has no traced form", i.CalledFunc().SourceName())
				return
			}
			continue
		}
		var sum sums
		for k := range r.Arity {
			w := i.Arg(k)
			if !w.Type().IsFloat() || !x.hasShadow(w) {
				continue
			}
			d := r.EmitOut(x.b, i, o, k, i.Arg, value, one(w.Type()))
			if !ir.IsZero(d) {
				sum.add(x.place(w), x.double(d))
			}
		}
		s = x.withMember(s, x.name(x.pushed(sum), t), out.Field)
	}
	x.setWord(i, s)
}

// traceOuts writes the names of what a function stores through pointers.
func traceOuts(x *body, i *ir.Instr, r *rules.Rule) {
	for o, out := range r.Outs {
		if out.Arg < 0 {
			continue
		}
		m := x.access(i, i.Arg(out.Arg))
		m.line = x.at(i)
		t := outType(i, r)
		if out.Int {
			x.call("llad.shadow.clear", m.shadow, ir.NewInt(ir.I64, 4))
			continue
		}
		v := ir.Value(x.b.Load(t, x.b.Cast(ir.BitCast, i.Arg(out.Arg), x.t.m.PtrTo(t)), 0))
		var sum sums
		for k := range r.Arity {
			if w := i.Arg(k); !out.Inactive && w.Type().IsFP() && x.hasShadow(w) {
				d := r.EmitOut(x.b, i, o, k, i.Arg, func(int) ir.Value { return v }, one(t))
				if !ir.IsZero(d) {
					sum.add(x.place(w), x.double(d))
				}
			}
		}
		x.write(i, t, v, x.name(x.pushed(sum), t), m)
	}
}

// outType is the type of floats that a function with a rule works on.
func outType(i *ir.Instr, r *rules.Rule) *ir.Type {
	for k := range r.Arity {
		if t := i.Arg(k).Type(); t.IsFP() {
			return t
		}
	}
	return ir.Double
}

// dispatcher is a function that calls the traced form of what an address is of.
type dispatcher struct {
	typ     *ir.Type
	copied  []string // by argument: the attribute of one that the call copies
	fn      *ir.Function
	targets []*ir.Function
	seen    map[*ir.Function]bool
}

// callThrough calls through an address.
func callThrough(x *body, i *ir.Instr) {
	typ := i.FnType()
	if typ == nil || typ.Variadic || len(typ.Fields) != i.NumCallArgs() {
		x.refuse(i, "a call of this kind through an address has no traced form")
		return
	}
	callee := i.Callee()
	x.b.Before(i)
	d := x.t.dispatch(typ, copiedArgs(i))
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

func (t *Trace) dispatch(typ *ir.Type, copied []string) *dispatcher {
	key := typ.String()
	if t.m.Typed {
		key = erased(typ)
	}
	key += strings.Join(copied, ",")
	if d := t.calls[key]; d != nil {
		return d
	}
	params := append([]*ir.Type{t.m.Ptr()}, typ.Fields...)
	for _, p := range typ.Fields {
		params = append(params, t.shadowType(p))
	}
	d := &dispatcher{typ: typ, copied: copied, seen: map[*ir.Function]bool{}}
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
			if d.seen[f] || !sameForm(f.Typ, d.typ) || !d.copies(f) {
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

func sameForm(a, b *ir.Type) bool {
	if a.Variadic || len(a.Fields) != len(b.Fields) || !ir.Same(a.Ret, b.Ret) {
		return false
	}
	for k := range a.Fields {
		if !ir.Same(a.Fields[k], b.Fields[k]) {
			return false
		}
	}
	return true
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
	w := t.m.AddFunc(name, f.Typ)
	w.Prefix, w.IsDecl = "internal", false
	b := ir.NewBuilder(w.NewBlock("entry"))
	args := make([]ir.Value, len(w.Params))
	for k, p := range w.Params {
		args[k] = p
	}
	r := b.CallFunc(f, args...)
	if f.Typ.Ret.Kind == ir.VoidKind {
		b.Ret(nil)
	} else {
		b.Ret(r)
	}
	return w
}

// writeDispatch writes a dispatcher: it compares the address with those of the functions
// that it may be of. Another one is called as it is where it is handed no shadows.
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
		ret(d.called(b.CallFunc(g, args...)))
		b.AtEnd(no)
	}
	var any ir.Value = ir.NewInt(ir.I64, 0)
	for _, s := range p[1+n:] {
		switch typ := s.Type(); {
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
