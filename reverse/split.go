package reverse

import (
	"github.com/llad-ad/llad/activity/shadowrt"
	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/reverse/tape"
	"github.com/llad-ad/llad/transform/canon"
)

// Split is a function in two halves for callers that do other things in
// between:
//
//	Augment(params with shadows...) -> { tape, result, shadow of the result }
//	Reverse(tape, adjoint of the result) -> { gradients of the Out parameters }
//
// What a function does not have is left out. The tape is an object on the heap,
// which Reverse frees: each is for one sweep, and they end in any order. See Keep.
// Gradients go to the shadows that Augment was given: Check(tape, shadows...) ends the
// program where a sweep is given others; it is nil where there are none.
type Split struct {
	Augment, Reverse *ir.Function
	Check            *ir.Function
	Result, Shadow   int // members of what Augment returns, -1 if absent; the tape is member 0
	Outs             []int

	env  *Env
	f    *ir.Function
	pair *pair
	keep *ir.Function
}

const (
	handleFrame   = tape.HandleSize
	handleSize    = tape.HandleSize + 16
	handleShadows = handleSize // one after the other
)

// SplitForm makes the two halves of f under seed.
func SplitForm(env *Env, f *ir.Function, seed signature.Seed) (*Split, error) {
	pr, err := env.pairFor(f, seed, true, nil)
	if err != nil {
		return nil, err
	}
	m, rt := env.M, env.runtime()
	sp := &Split{Result: -1, Shadow: -1, Outs: pr.outs}
	ret := []*ir.Type{m.Ptr()}
	if pr.retAt >= 0 {
		sp.Result = len(ret)
		ret = append(ret, f.Typ.Ret)
	}
	if pr.shadowAt >= 0 {
		sp.Shadow = len(ret)
		ret = append(ret, f.Typ.Ret)
	}

	params := pr.augment.Typ.Fields
	params = params[:len(params)-1]
	sp.Augment = m.AddFunc(m.FreshSymbol(ir.PrependName("llad.split.augment.", f.Name)), m.FuncType(m.Struct(ret...), params...))
	sp.Augment.Prefix, sp.Augment.IsDecl = "internal", false
	b := ir.NewBuilder(sp.Augment.NewBlock("entry"))
	shadows := sp.shadowParams(pr, f)
	tape := b.CallFunc(rt.Malloc(), i64(handleSize+8*int64(len(shadows))))
	rt.Init(b, tape)
	env.enterVariables(b)
	args := make([]ir.Value, 0, len(params)+1)
	for _, p := range sp.Augment.Params {
		args = append(args, p)
	}
	got := b.CallFunc(pr.augment, append(args, tape)...)
	rt.Store(b, b.ExtractValue(got, pr.frameAt), tape, handleFrame)
	for k, p := range shadows {
		rt.Store(b, b.Cast(ir.BitCast, p, m.Ptr()), tape, handleShadows+8*int64(k))
	}
	var res ir.Value = b.InsertValue(ir.Undef(sp.Augment.Typ.Ret), tape, 0)
	if sp.Result >= 0 {
		res = b.InsertValue(res, b.ExtractValue(got, pr.retAt), sp.Result)
	}
	if sp.Shadow >= 0 {
		res = b.InsertValue(res, b.ExtractValue(got, pr.shadowAt), sp.Shadow)
	}
	b.Ret(res)
	discard := func(b *ir.Builder) {
		b.CallFunc(rt.DoneFunc(), tape)
		b.CallFunc(rt.Free(), tape)
	}
	canon.OnUnwind(sp.Augment, func(i *ir.Instr) bool { return i.CalledFunc() == pr.augment }, discard)

	sp.env, sp.f, sp.pair = env, f, pr
	if len(shadows) > 0 {
		sp.writeCheck(shadows)
	}
	sp.Reverse = sp.half("", func(b *ir.Builder, tape ir.Value, sweep func() ir.Value) ir.Value {
		grads := sweep()
		b.CallFunc(rt.DoneFunc(), tape)
		b.CallFunc(rt.Free(), tape)
		return grads
	})
	return sp, nil
}

// shadowParams are the addresses among the shadows that Augment takes.
func (sp *Split) shadowParams(pr *pair, f *ir.Function) []ir.Value {
	var list []ir.Value
	at := 0
	for k, t := range f.Typ.Fields {
		at++
		if pr.hasShadow(k) {
			if t.IsPtr() {
				list = append(list, sp.Augment.Params[at])
			}
			at++
		}
	}
	return list
}

func (sp *Split) writeCheck(shadows []ir.Value) {
	m, rt := sp.env.M, sp.env.runtime()
	types := []*ir.Type{m.Ptr()}
	for _, v := range shadows {
		types = append(types, v.Type())
	}
	f := m.AddFunc(m.FreshSymbol(ir.PrependName("llad.split.check.", sp.f.Name)), m.FuncType(ir.Void, types...))
	f.Prefix, f.IsDecl = "internal", false
	b := ir.NewBuilder(f.NewBlock("entry"))
	stop := f.NewBlock("stop")
	for k, p := range f.Params[1:] {
		next := f.NewBlock("same")
		was := rt.Load(b, m.Ptr(), f.Params[0], handleShadows+8*int64(k))
		b.CondBr(b.ICmp(ir.EQ, was, b.Cast(ir.BitCast, p, m.Ptr())), next, stop)
		b.AtEnd(next)
	}
	b.Ret(nil)
	b.AtEnd(stop)
	shadowrt.Stop(b, "the reverse half of the gradient of "+sp.f.Name+" was given other shadows than its augmented primal: gradients go to those")
	b.Unreachable()
	sp.Check = f
}

// Discard is a function void (ptr tape) that ends a tape of which no sweep is wanted.
func (sp *Split) Discard() *ir.Function {
	m, rt := sp.env.M, sp.env.runtime()
	f := m.AddFunc(m.FreshSymbol(ir.PrependName("llad.split.discard.", sp.f.Name)), m.FuncType(ir.Void, m.Ptr()))
	f.Prefix, f.IsDecl = "internal", false
	b := ir.NewBuilder(f.NewBlock("entry"))
	b.CallFunc(rt.DoneFunc(), f.Params[0])
	b.CallFunc(rt.Free(), f.Params[0])
	b.Ret(nil)
	return f
}

// half makes a function like Split.Reverse; end calls sweep, which gives the
// gradients, and does what is to be done with the tape.
func (sp *Split) half(name string, end func(b *ir.Builder, tape ir.Value, sweep func() ir.Value) ir.Value) *ir.Function {
	env, pr, m := sp.env, sp.pair, sp.env.M
	params := []*ir.Type{m.Ptr()}
	if pr.seed.Ret {
		params = append(params, sp.f.Typ.Ret)
	}
	f := m.AddFunc(m.FreshSymbol(ir.PrependName("llad.split.reverse."+name, sp.f.Name)), m.FuncType(pr.reverse.Typ.Ret, params...))
	f.Prefix, f.IsDecl = "internal", false
	b := ir.NewBuilder(f.NewBlock("entry"))
	tape := f.Params[0]
	grads := end(b, tape, func() ir.Value {
		for _, vs := range env.variables {
			vs.Clear(b)
		}
		args := []ir.Value{env.runtime().Load(b, m.Ptr(), tape, handleFrame)}
		if pr.seed.Ret {
			args = append(args, f.Params[1])
		}
		return b.CallFunc(pr.reverse, append(args, tape)...)
	})
	if pr.reverse.Typ.Ret.Kind == ir.VoidKind {
		b.Ret(nil)
	} else {
		b.Ret(grads)
	}
	return f
}

// Shadowed lists the variables that what was made in env has shadows of.
func (env *Env) Shadowed() []*ir.Global {
	var l []*ir.Global
	for _, vs := range env.variables {
		l = append(l, vs.All()...)
	}
	return l
}

// Table is the shadow of a constant that holds addresses of functions (a
// function, a virtual table): what reverse mode expects to find in shadow
// memory where the primal has the constant. nil is no such constant.
func Table(env *Env, v ir.Value) (ir.Value, error) {
	fn := &primal{env: env, m: env.M}
	sh := newShadows(fn, 1).tableConst(v)
	return sh, fn.err
}

func (shs *shadows) tableConst(v ir.Value) ir.Value {
	switch v := v.(type) {
	case *ir.Function:
		return shs.tableOf(v)
	case *ir.Global:
		if !v.IsConst() || v.LoadInit() != nil || v.Init == nil || !v.ValueType.HasPtr() {
			return nil
		}
		if sh := shs.fn.env.vtables[v]; sh != nil {
			return sh
		}
		init := shs.tableConst(v.Init)
		if init == nil {
			return nil
		}
		sh := shs.fn.m.AddGlobal(shs.fn.m.FreshSymbol(ir.PrependName("llad.shadow.", v.Name)), "internal", "constant", v.ValueType, init)
		if shs.fn.env.vtables == nil {
			shs.fn.env.vtables = map[*ir.Global]*ir.Global{}
		}
		shs.fn.env.vtables[v] = sh
		return sh
	case *ir.Const:
		switch v.Kind {
		case ir.ConstExpr, ir.ConstStruct, ir.ConstArray:
			changed := false
			c := *v
			c.Elems = append([]ir.Value(nil), v.Elems...)
			for k, e := range v.Elems {
				if sh := shs.tableConst(e); sh != nil {
					if !ir.Same(sh.Type(), e.Type()) { // typed pointers
						sh = &ir.Const{Kind: ir.ConstExpr, Typ: e.Type(), Op: ir.BitCast, Elems: []ir.Value{sh}}
					}
					c.Elems[k], changed = sh, true
				}
			}
			if changed {
				return &c
			}
		}
	}
	return nil
}

// Keep is like Reverse, but leaves the tape for another sweep.
func (sp *Split) Keep() *ir.Function {
	if sp.keep != nil {
		return sp.keep
	}
	rt := sp.env.runtime()
	sp.keep = sp.half("keep.", func(b *ir.Builder, tape ir.Value, sweep func() ir.Value) ir.Value {
		saved := rt.Save(b, tape)
		grads := sweep()
		rt.Restore(b, tape, saved)
		return grads
	})
	return sp.keep
}
