package forward

import (
	"strings"

	"github.com/llad-ad/llad/activity/shadowrt"
	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/rules"
)

// givenSplit is given for the split form: two adapters of what the program gives,
//
//	augment(params with shadows...) -> nothing | tape | result | { tape, result } | { result, shadow } | { tape, result, shadow }
//	tangent(params, each float and pointer followed by its tangent, tape) -> nothing | tangent | { result, tangent }
//
// augment is called where no shadows are known: they are null. The program's tape
// and the result are what is recorded.
func (env *Env) givenSplit(t *tangent) error {
	g := rules.GivenOf(t.of)
	b, args := env.begin(t.record)
	want, params := []string{}, args[:0:0]
	for k, typ := range t.of.Typ.Fields {
		params, want = append(params, args[k]), append(want, typ.String())
		if signature.DefaultKind(typ) == signature.Dup {
			params, want = append(params, ir.Zero(typ)), append(want, typ.String()+" (shadow, null)")
		}
	}
	got, d := shadowrt.GivenCall(b, t.of, g.SplitAugment, "("+strings.Join(want, ", ")+")", params)
	if d != nil {
		return d
	}
	tape, result, err := env.augmented(b, t, got, args)
	if err != nil {
		return err
	}
	var values []ir.Value
	for _, v := range []ir.Value{tape, result} {
		if v != nil {
			values = append(values, v)
		}
	}
	types := make([]*ir.Type, len(values))
	for k, v := range values {
		types[k] = v.Type()
	}
	frame := env.M.Struct(types...)
	size := (env.M.Layout.AllocSize(frame) + 7) &^ 7
	if len(values) > 0 {
		room := b.CallFunc(roomFunc(env.M), last(t.record), i64(size))
		for k, v := range values {
			b.Store(v, b.Offset(room, i64(env.M.Layout.FieldOffset(frame, k))), 8)
		}
	}
	if result == nil {
		b.Ret(nil)
	} else {
		b.Ret(result)
	}

	b, _ = env.begin(t.fn)
	if len(values) > 0 {
		room := b.CallFunc(nextFunc(env.M), last(t.fn), i64(size))
		for k, v := range values {
			values[k] = b.Load(v.Type(), b.Offset(room, i64(env.M.Layout.FieldOffset(frame, k))), 8)
		}
	}
	if tape != nil {
		tape = values[0]
	}
	if result != nil {
		result = values[len(values)-1]
	}
	return env.givenTangents(b, t, tape, result)
}

// begin begins the body of a function that has been declared.
func (env *Env) begin(f *ir.Function) (*ir.Builder, []ir.Value) {
	f.IsDecl = false
	args := make([]ir.Value, len(f.Params))
	for k, p := range f.Params {
		args[k] = p
	}
	return ir.NewBuilder(f.NewBlock("entry")), args
}

// augmented takes apart what the program's augmented function returned.
func (env *Env) augmented(b *ir.Builder, t *tangent, got ir.Value, args []ir.Value) (tape, result ir.Value, err error) {
	ret, fn := t.of.Typ.Ret, rules.GivenOf(t.of).SplitAugment
	switch {
	case got == nil:
	case ret.Kind == ir.VoidKind:
		tape = got
	case ir.Same(got.Type(), ret):
		result = got
	case got.Type().Kind == ir.StructKind && len(got.Type().Fields) == 3:
		tape, result = b.ExtractValue(got, 0), b.ExtractValue(got, 1)
	case got.Type().Kind == ir.StructKind && len(got.Type().Fields) == 2 && ir.Same(got.Type().Fields[0], got.Type().Fields[1]):
		result = b.ExtractValue(got, 0)
	case got.Type().Kind == ir.StructKind && len(got.Type().Fields) == 2:
		tape, result = b.ExtractValue(got, 0), b.ExtractValue(got, 1)
	default:
		tape = got
	}
	if ret.Kind == ir.VoidKind {
		return tape, nil, nil
	}
	misfit := func(why string) error {
		return ir.InFunc(fn, ir.Diagnostic{Code: shadowrt.CodeGivenShape, Message: why,
			Hint: "return { tape, result, tangent }; without a tape { result, tangent } or the result alone"})
	}
	if result != nil {
		v, ok := shadowrt.Reinterpret(b, result, ret)
		if !ok {
			return nil, nil, misfit("the result that '" + fn.Name + "' returns is no " + ret.String())
		}
		return tape, v, nil
	}
	if analysis.NewEffects(nil).Of(t.of).Writes() {
		return nil, nil, misfit("'" + fn.Name + "' does not return the result of '" + t.of.Name + "'")
	}
	return tape, b.CallFunc(t.of, args[:len(t.of.Params)]...), nil
}

// givenTangents calls the program's function, once for every lane, and delivers
// what it gives.
func (env *Env) givenTangents(b *ir.Builder, t *tangent, tape, result ir.Value) error {
	fn, ret := rules.GivenOf(t.of).SplitTangent, t.of.Typ.Ret
	params := slots(t.of, t.seed, t.width)
	tangents := make([]ir.Value, t.width)
	for lane := range t.width {
		args, want := env.givenArguments(b, t, params, lane)
		if tape != nil {
			args, want = append(args, tape), strings.TrimSuffix(want, ")")+", "+tape.Type().String()+" (what the augmented function returned as tape))"
		}
		got, d := shadowrt.GivenCall(b, t.of, fn, want, args)
		if d != nil {
			return d
		}
		if ret.Kind == ir.VoidKind || !hasRetTangent(t.of.Typ, t.seed) {
			continue
		}
		ok := got != nil
		if ok && ir.Same(got.Type(), ret) {
			tangents[lane] = got
		} else if ok {
			if got, ok = shadowrt.Reinterpret(b, got, env.M.Struct(ret, ret)); ok {
				tangents[lane] = b.ExtractValue(got, 1)
			}
		}
		if !ok {
			return ir.InFunc(fn, ir.Diagnostic{Code: shadowrt.CodeGivenShape,
				Message: "'" + fn.Name + "' does not return the tangent of the result of '" + t.of.Name + "'",
				Hint:    "return " + ret.String() + " or " + env.M.Struct(ret, ret).String() + ": the result and its tangent"})
		}
	}
	switch {
	case ret.Kind == ir.VoidKind:
		b.Ret(nil)
		return nil
	case !hasRetTangent(t.of.Typ, t.seed):
		b.Ret(result)
		return nil
	}
	all := b.InsertValue(ir.Undef(t.fn.Typ.Ret), result, 0)
	for lane, d := range tangents {
		all = b.InsertValue(all, d, lane+1)
	}
	b.Ret(all)
	return nil
}
