package reverse

import (
	"strings"

	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/activity/shadowrt"
	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/rules"
)

// givenPair is the split form of a function whose reverse mode the program
// gives, made of two adapters:
//
//	augment(params with shadows...) -> nothing | tape | result | { tape, result } | { result, shadow } | { tape, result, shadow }
//	gradient(params with shadows..., adjoint of a float result, tape) -> gradients of the floats by value
//
// Where the functions ask for it, a mask of the active parameters comes first.
// The frame keeps the arguments and the tape for the gradient function.
func (env *Env) givenPair(callee *ir.Function, seed signature.Seed) (*pair, error) {
	g := &given{env: env, m: env.M, f: callee, given: rules.GivenOf(callee)}
	g.pair = env.declarePair(callee, seed, nil)
	if d := g.augment(); d != nil {
		return nil, d
	}
	if d := g.reverse(); d != nil {
		return nil, d
	}
	return g.pair, nil
}

type given struct {
	env   *Env
	m     *ir.Module
	f     *ir.Function
	given *rules.Given
	pair  *pair
	tape  *ir.Type // of the program's own tape, nil for none
	frame *ir.Type
}

// want says what the two functions must take.
func (g *given) want(gradient bool) string {
	var l []string
	if g.given.PartialGradient {
		l = append(l, "i64 (the active parameters)")
	}
	for _, p := range g.f.Typ.Fields {
		l = append(l, p.String())
		if signature.DefaultKind(p) == signature.Dup {
			l = append(l, p.String()+" (shadow)")
		}
	}
	if gradient && g.pair.seed.Ret {
		l = append(l, g.f.Typ.Ret.String()+" (adjoint of the result)")
	}
	if gradient && g.tape != nil {
		l = append(l, g.tape.String()+" (what the augmented function returned as tape)")
	}
	return "(" + strings.Join(l, ", ") + ")"
}

func (g *given) augment() *ir.Diagnostic {
	out := g.pair.augment
	out.IsDecl = false
	b := ir.NewBuilder(out.NewBlock("entry"))
	n := len(out.Params) - 1
	args := g.arguments(b, out.Params[:n])
	got, d := shadowrt.GivenCall(b, g.f, g.given.Augment, g.want(false), append([]ir.Value(nil), args...))
	if d != nil {
		return d
	}
	parts, d := g.results(b, got)
	if d != nil {
		return d
	}
	kept := args
	if parts.tape != nil {
		g.tape = parts.tape.Type()
		kept = append(kept[:len(kept):len(kept)], parts.tape)
	}
	fields := make([]*ir.Type, len(kept))
	for k, v := range kept {
		fields[k] = v.Type()
	}
	g.frame = g.m.Struct(fields...)
	frame := b.CallFunc(g.env.runtime().PushFunc(), out.Params[n], i64(max(g.m.Layout.AllocSize(g.frame), 16)))
	for k, v := range kept {
		b.Store(v, g.field(b, frame, k), 0)
	}
	var res = ir.Undef(out.Typ.Ret)
	if g.pair.retAt >= 0 {
		res = b.InsertValue(res, parts.result, g.pair.retAt)
	}
	if g.pair.shadowAt >= 0 {
		res = b.InsertValue(res, parts.shadow, g.pair.shadowAt)
	}
	b.Ret(b.InsertValue(res, frame, g.pair.frameAt))
	return nil
}

// arguments are those of the program's functions, made from the parameters of
// the augmented adapter.
func (g *given) arguments(b *ir.Builder, params []*ir.Param) []ir.Value {
	at := 0
	primal, shadow := make([]ir.Value, len(g.f.Params)), make([]ir.Value, len(g.f.Params))
	for k := range g.f.Params {
		primal[k], shadow[k] = params[at], params[at]
		at++
		if g.pair.seed.Params[k] == signature.Dup {
			shadow[k] = params[at]
			at++
		}
	}
	var args []ir.Value
	if g.given.PartialGradient {
		args = append(args, activity.GivenMask(b, g.pair.seed, func(k int) ir.Value { return primal[k] }, func(k int) ir.Value { return shadow[k] }))
	}
	for k, p := range g.f.Typ.Fields {
		args = append(args, primal[k])
		if signature.DefaultKind(p) == signature.Dup {
			args = append(args, shadow[k])
		}
	}
	return args
}

func (g *given) field(b *ir.Builder, frame ir.Value, k int) ir.Value {
	return b.GEP(g.frame, frame, ir.NewInt(ir.I64, 0), ir.NewInt(ir.I32, int64(k)))
}

// parts are what an augmented function returns.
type parts struct{ tape, result, shadow ir.Value }

// results takes apart what the augmented function returned.
func (g *given) results(b *ir.Builder, got ir.Value) (parts, *ir.Diagnostic) {
	var p parts
	ret := g.f.Typ.Ret
	member := func(k int) ir.Value { return b.ExtractValue(got, k) }
	switch {
	case got == nil:
	case ret.Kind == ir.VoidKind:
		p.tape = got
	case ir.Same(got.Type(), ret):
		p.result = got
	case got.Type().Kind == ir.StructKind && len(got.Type().Fields) == 3:
		p = parts{member(0), member(1), member(2)}
	case got.Type().Kind == ir.StructKind && len(got.Type().Fields) == 2:
		if f := got.Type().Fields; ir.Same(f[0], f[1]) && !ret.IsFP() { // a float has no shadow
			p = parts{nil, member(0), member(1)}
		} else {
			p = parts{member(0), member(1), nil}
		}
	default:
		p.tape = got
	}
	var ok bool
	if p.result != nil {
		if p.result, ok = shadowrt.Reinterpret(b, p.result, ret); !ok {
			return p, g.misfit("the result that '" + g.given.Augment.Name + "' returns is no " + ret.String())
		}
	} else if ret.Kind != ir.VoidKind {
		if !onlyReads(g.f) {
			return p, g.misfit("'" + g.given.Augment.Name + "' does not return the result of '" + g.f.Name + "'")
		}
		args := make([]ir.Value, len(g.f.Params))
		at := 0
		for k := range g.f.Params {
			args[k] = b.F.Params[at]
			at++
			if g.pair.seed.Params[k] == signature.Dup {
				at++
			}
		}
		p.result = b.CallFunc(g.f, args...)
	}
	if g.pair.shadowAt >= 0 {
		if p.shadow == nil {
			return p, g.misfit("'" + g.given.Augment.Name + "' does not return the shadow of the result of '" + g.f.Name + "'")
		}
		if p.shadow, ok = shadowrt.Reinterpret(b, p.shadow, ret); !ok {
			return p, g.misfit("the shadow that '" + g.given.Augment.Name + "' returns is no " + ret.String())
		}
	}
	return p, nil
}

func (g *given) misfit(why string) *ir.Diagnostic {
	return ir.InFunc(g.given.Augment, ir.Diagnostic{Code: shadowrt.CodeGivenShape, Message: why,
		Hint: "return { tape, result, shadow of a pointer result }; without a tape { result, shadow } or the result alone"})
}

// onlyReads reports whether a function can be called once more for its result.
func onlyReads(f *ir.Function) bool {
	e := analysis.NewEffects(nil).Of(f)
	return !e.Writes()
}

func (g *given) reverse() *ir.Diagnostic {
	out := g.pair.reverse
	out.IsDecl = false
	b := ir.NewBuilder(out.NewBlock("entry"))
	frame, tape := out.Params[0], out.Params[len(out.Params)-1]
	n := len(g.frame.Fields)
	if g.tape != nil {
		n--
	}
	var args []ir.Value
	for k, t := range g.frame.Fields[:n] {
		args = append(args, b.Load(t, g.field(b, frame, k), 0))
	}
	if g.pair.seed.Ret {
		args = append(args, out.Params[1])
	}
	if g.tape != nil {
		args = append(args, b.Load(g.tape, g.field(b, frame, n), 0))
	}
	got, d := shadowrt.GivenCall(b, g.f, g.given.Gradient, g.want(true), args)
	if d != nil {
		return d
	}
	b.CallFunc(g.env.runtime().PopFunc(), tape, frame)
	if len(g.pair.outs) == 0 {
		b.Ret(nil)
		return nil
	}
	// The program's function returns the gradients of all floats.
	var all []*ir.Type
	member := map[int]int{}
	for k, p := range g.f.Typ.Fields {
		if signature.DefaultKind(p) == signature.Out {
			member[k] = len(all)
			all = append(all, p)
		}
	}
	t := g.m.Struct(all...)
	if got != nil {
		v, ok := got, ir.Same(got.Type(), t)
		if len(all) == 1 && ir.Same(got.Type(), all[0]) {
			v, ok = b.InsertValue(ir.Undef(t), got, 0), true
		} else if !ok {
			v, ok = shadowrt.Reinterpret(b, got, t)
		}
		if ok {
			res := ir.Undef(out.Typ.Ret)
			for n, k := range g.pair.outs {
				res = b.InsertValue(res, b.ExtractValue(v, member[k]), n)
			}
			b.Ret(res)
			return nil
		}
	}
	return ir.InFunc(g.given.Gradient, ir.Diagnostic{Code: shadowrt.CodeGivenShape,
		Message: "'" + g.given.Gradient.Name + "' does not return the gradients of the floats that '" + g.f.Name + "' takes by value",
		Hint:    "return " + t.String()})
}
