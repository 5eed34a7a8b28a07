package reverse

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/activity/shadowrt"
	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/ir"
)

// lookup finds shadows of functions of a type by their addresses, when the program runs.
type lookup struct {
	*shadowrt.CodeLookup
	typ     *ir.Type
	library bool // others are a library's functions
}

// codeShadow is the shadow of the pointer that i calls through, checked. Where code that ran before may have put the
// address there, in memory without a shadow, the shadow is looked up. nil is no shadow.
func (shs *shadows) codeShadow(b *ir.Builder, i *ir.Instr) ir.Value {
	table := shs.shadowOf(i.Callee())
	more := shs.fn.info.Elsewhere(i)
	library := false
	if len(more) == 0 {
		if known, ok := shs.fn.info.Library(i); ok {
			more, library = known, true
		}
	}
	if len(more) == 0 && !library || shs.fn.env.Width > 1 {
		if table != nil {
			shs.mark(b.CallFunc(shadowrt.CodeCheck(shs.fn.m), b.Cast(ir.BitCast, i.Callee(), shs.fn.m.Ptr()), b.Cast(ir.BitCast, table, shs.fn.m.Ptr())))
		}
		return table
	}
	for _, f := range more {
		shs.fn.env.offer(f)
		library = library && shs.fn.env.tables[f] != nil
	}
	l := shs.fn.env.lookupFor(i.FnType(), library)
	if table == nil {
		table = ir.Zero(i.Callee().Type())
	}
	call, found := l.Find(b, i.Callee(), table)
	shs.mark(call)
	if found != call {
		shs.mark(found)
	}
	return found
}

// lookupFor is the lookup of functions of a type; with library, others are a library's.
func (env *Env) lookupFor(t *ir.Type, library bool) *lookup {
	for _, l := range env.lookups {
		if l.library == library && ir.Same(l.typ, t) {
			return l
		}
	}
	l := &lookup{shadowrt.NewCodeLookup(env.M, shadowrt.NoCode), t, library}
	if library {
		l.Library(env.M, env.libraryTable(t))
	}
	env.lookups = append(env.lookups, l)
	for _, f := range env.coded {
		if shadowrt.Fits(f, t) {
			l.Add(env.M, f, env.tables[f])
		}
	}
	return l
}

// libraryTable stands for the shadows of a library's functions of type t, which have no derivative.
func (env *Env) libraryTable(t *ir.Type) *ir.Global {
	m, seed := env.M, anySeed(t)
	sh := env.shapeOf(t, seed)
	augment := m.AddFunc(m.FreshSymbol("llad.augment.library"), sh.augment)
	reverse := m.AddFunc(m.FreshSymbol("llad.reverse.library"), sh.reverse)
	for _, f := range []*ir.Function{augment, reverse} {
		f.Prefix, f.IsDecl = "internal", false
	}
	b := ir.NewBuilder(augment.NewBlock("entry"))
	value, shadow := shadowrt.CallLibrary(b, t, augment.Params, env.Width, func(k int) bool { return seed.Params[k] == signature.Dup })
	var result ir.Value = ir.Zero(sh.augment.Ret)
	if sh.retAt >= 0 {
		result = b.InsertValue(result, value, sh.retAt)
	}
	for lane := 0; sh.shadowAt >= 0 && lane < env.Width; lane++ {
		result = b.InsertValue(result, shadow, sh.shadowAt+lane)
	}
	b.Ret(result)
	b = ir.NewBuilder(reverse.NewBlock("entry"))
	if sh.reverse.Ret.Kind == ir.VoidKind {
		b.Ret(nil)
	} else {
		b.Ret(ir.Zero(sh.reverse.Ret))
	}
	typ := m.Struct(augment.Type(), reverse.Type())
	return m.AddGlobal(m.FreshSymbol("llad.table.library"), "internal", "constant", typ, &ir.Const{Kind: ir.ConstStruct, Typ: typ, Elems: []ir.Value{augment, reverse}})
}

// callsAs notes that calls through addresses are of type t.
func (env *Env) callsAs(t *ir.Type) {
	if slices.ContainsFunc(env.calledAs, func(c *ir.Type) bool { return ir.Same(c, t) }) {
		return
	}
	env.calledAs = append(env.calledAs, t)
	for _, f := range env.coded {
		env.dropResult(f)
	}
}

// dropResult has the shadow of a function that returns a float fit calls that drop it, where there are
// such calls through addresses, and none that use it. Other results have no adjoint to come in: what
// shapeOf gives for the function fits those calls.
func (env *Env) dropResult(f *ir.Function) {
	g, pr := env.tables[f], env.handed[f]
	if !pr.seed.Ret {
		return
	}
	own, dropping := false, false
	for _, t := range env.calledAs {
		own = own || shadowrt.Fits(f, t)
		dropping = dropping || t.Ret.Kind == ir.VoidKind && !t.Variadic && shadowrt.FitsTypes(f, f.Typ.Ret, t.Fields)
	}
	halves := []*ir.Function{pr.augment, pr.reverse}
	if dropping && !own {
		if pr.dropping == nil {
			pr.dropping = env.dropping(f, pr)
		}
		halves = pr.dropping
	}
	t := g.Init.(*ir.Const).Typ
	elems := make([]ir.Value, len(halves))
	for k, h := range halves {
		elems[k] = h
		if h.Type() != t.Fields[k] {
			elems[k] = &ir.Const{Kind: ir.ConstExpr, Typ: t.Fields[k], Op: ir.BitCast, Elems: []ir.Value{h}}
		}
	}
	g.Init = &ir.Const{Kind: ir.ConstStruct, Typ: t, Elems: elems}
}

// dropping makes functions that call those of a pair as a call does that drops the result: no adjoint
// of it comes in.
func (env *Env) dropping(f *ir.Function, pr *pair) []*ir.Function {
	seed := pr.seed
	seed.Ret, seed.RetShadow = false, false
	sh := env.shapeOf(env.M.Types.Func(ir.Void, f.Typ.Fields, false), seed)
	a := env.M.AddFunc(env.M.FreshSymbol(ir.PrependName("llad.augment.", f.Name)), sh.augment)
	r := env.M.AddFunc(env.M.FreshSymbol(ir.PrependName("llad.reverse.", f.Name)), sh.reverse)
	for _, h := range []*ir.Function{a, r} {
		h.Prefix, h.IsDecl = "internal", false
	}
	b := ir.NewBuilder(a.NewBlock("entry"))
	frame := b.ExtractValue(b.CallFunc(pr.augment, passedOn(a)...), pr.frameAt)
	b.Ret(b.InsertValue(ir.Undef(sh.augment.Ret), frame, sh.frameAt))
	b = ir.NewBuilder(r.NewBlock("entry"))
	args := passedOn(r)
	args = slices.Insert(args, 1, slices.Repeat([]ir.Value{ir.Zero(f.Typ.Ret)}, env.Width)...)
	got := b.CallFunc(pr.reverse, args...)
	if sh.reverse.Ret.Kind == ir.VoidKind {
		b.Ret(nil)
	} else {
		b.Ret(got)
	}
	return []*ir.Function{a, r}
}

// passedOn are the parameters of a function, as arguments.
func passedOn(f *ir.Function) []ir.Value {
	list := make([]ir.Value, len(f.Params))
	for k, p := range f.Params {
		list[k] = p
	}
	return list
}

// offer makes the shadow of a function that may be called, where it can be made. Lookups learn of it.
func (env *Env) offer(f *ir.Function) {
	before := map[string]bool{}
	for _, name := range env.M.FuncNames() {
		before[name] = true
	}
	fn := &primal{env: env, m: env.M}
	if newShadows(fn, 1).tableOf(f); fn.err == nil {
		return
	}
	for _, name := range env.M.FuncNames() {
		if !before[name] && strings.HasPrefix(name, "llad.copy") {
			env.M.Remove(env.M.Func(name))
		}
	}
}

// standIn gives the functions of a pair that cannot be made bodies that say so and end the program: where they
// are called by name the whole request fails.
func (env *Env) standIn(pr *pair, callee *ir.Function) {
	env.Stops = append(env.Stops, pr.err)
	for _, f := range []*ir.Function{pr.augment, pr.reverse, pr.sizeFunc} {
		if f == nil {
			continue
		}
		f.Blocks, f.IsDecl = nil, false
		b := ir.NewBuilder(f.NewBlock("entry"))
		shadowrt.Stop(b, "the gradient of "+callee.Name+" was called, which could not be made: "+pr.err.Error())
		b.Unreachable()
	}
}
