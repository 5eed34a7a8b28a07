package forward

import (
	"strings"

	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/activity/shadowrt"
	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/rules"
)

// given writes the tangent function of a function whose forward mode the
// program gives: an adapter that calls
//
//	tangent(params, each float and pointer followed by its tangent) -> nothing | tangent | { result, tangent }
//
// once for every lane. It computes the result too, so it does what the primal
// does; with several lanes it does that several times, which a function that
// changes memory in place does not bear.
func (env *Env) given(t *tangent) error {
	fn := rules.GivenOf(t.of).Tangent
	params := slots(t.of, t.seed, t.width)
	ret := t.of.Typ.Ret
	misfit := func(line int32, why, hint string) *ir.Diagnostic {
		return &ir.Diagnostic{File: env.M.Name, Line: int(line), Code: shadowrt.CodeGivenShape, Message: why, Hint: hint}
	}
	if t.width > 1 && analysis.NewEffects(nil).Of(t.of).Reads() && analysis.NewEffects(nil).Of(t.of).Writes() {
		return misfit(t.of.Line, "'"+t.of.Name+"' changes memory, and its registered derivative gives one tangent at a time", "ask for one tangent at a time")
	}
	t.fn.IsDecl = false
	b := ir.NewBuilder(t.fn.NewBlock("entry"))
	var result ir.Value
	tangents := make([]ir.Value, t.width)
	for lane := range t.width {
		args, want := env.givenArguments(b, t, params, lane)
		got, d := shadowrt.GivenCall(b, t.of, fn, want, args)
		if d != nil {
			return d
		}
		if ret.Kind == ir.VoidKind {
			continue
		}
		pair := env.M.Struct(ret, ret)
		ok := got != nil
		switch {
		case !ok:
		case !hasRetTangent(t.of.Typ, t.seed):
			result, ok = shadowrt.Reinterpret(b, got, ret)
		case ir.Same(got.Type(), ret):
			tangents[lane] = got
		default:
			if got, ok = shadowrt.Reinterpret(b, got, pair); ok {
				result, tangents[lane] = b.ExtractValue(got, 0), b.ExtractValue(got, 1)
			}
		}
		if !ok {
			return misfit(fn.Line, "'"+fn.Name+"' does not return what '"+t.of.Name+"' returns and its tangent", "return "+pair.String())
		}
	}
	switch {
	case ret.Kind == ir.VoidKind:
		b.Ret(nil)
		return nil
	case result == nil: // the tangent alone came back
		if analysis.NewEffects(nil).Of(t.of).Writes() {
			return misfit(fn.Line, "'"+fn.Name+"' does not return the result of '"+t.of.Name+"'", "return "+env.M.Struct(ret, ret).String()+": the result and its tangent")
		}
		var args []ir.Value
		for k, p := range params {
			if p.Role == signature.PrimalParam {
				args = append(args, t.fn.Params[k])
			}
		}
		result = b.CallFunc(t.of, args...)
	}
	if !hasRetTangent(t.of.Typ, t.seed) {
		b.Ret(result)
		return nil
	}
	all := ir.Undef(t.fn.Typ.Ret)
	all = b.InsertValue(all, result, 0)
	for lane, d := range tangents {
		all = b.InsertValue(all, d, lane+1)
	}
	b.Ret(all)
	return nil
}

// givenArguments are the arguments of the program's function for one lane, and
// what they must be.
func (env *Env) givenArguments(b *ir.Builder, t *tangent, params []signature.SigParam, lane int) ([]ir.Value, string) {
	n := len(t.of.Params)
	primal, shadow := make([]ir.Value, n), make([]ir.Value, n)
	for k, p := range params {
		switch {
		case p.Role == signature.PrimalParam:
			primal[p.Index] = t.fn.Params[k]
		case p.Lane == lane:
			shadow[p.Index] = t.fn.Params[k]
		}
	}
	var args []ir.Value
	var want []string
	if rules.GivenOf(t.of).PartialTangent {
		args = append(args, activity.GivenMask(b, t.seed, func(k int) ir.Value { return primal[k] }, func(k int) ir.Value { return shadow[k] }))
		want = append(want, "i64 (the active parameters)")
	}
	for k, typ := range t.of.Typ.Fields {
		args, want = append(args, primal[k]), append(want, typ.String())
		kind := signature.DefaultKind(typ)
		if kind == signature.Const {
			continue
		}
		want = append(want, typ.String()+" (tangent)")
		switch {
		case shadow[k] != nil:
			args = append(args, shadow[k])
		case kind == signature.Out:
			args = append(args, ir.Zero(typ))
		default:
			args = append(args, primal[k])
		}
	}
	return args, "(" + strings.Join(want, ", ") + ")"
}
