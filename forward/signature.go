package forward

import (
	"strings"

	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/ir"
)

// slots lists the parameters of the internal form, in which tangent functions
// call each other: those of the public form without the result's tangent.
func slots(f *ir.Function, seed activity.Seed, width int) []activity.SigParam {
	params := activity.JVPSignature(f, seed, width).Params
	for len(params) > 0 && params[len(params)-1].Role == activity.RetParam {
		params = params[:len(params)-1]
	}
	return params
}

// internalRet is the result type of the internal form: that of the original,
// or a struct of the primal result and its tangents.
func internalRet(m *ir.Module, typ *ir.Type, seed activity.Seed, width int) *ir.Type {
	if !hasRetTangent(typ, seed) {
		return typ.Ret
	}
	fields := make([]*ir.Type, width+1)
	for k := range fields {
		fields[k] = typ.Ret
	}
	return m.Struct(fields...)
}

// internalType is the type of the internal form of a function of type typ.
func internalType(m *ir.Module, typ *ir.Type, seed activity.Seed, width int) *ir.Type {
	var params []*ir.Type
	for k, t := range typ.Fields {
		params = append(params, t)
		if paramKind(seed, k) != activity.Const {
			for range width {
				params = append(params, t)
			}
		}
	}
	return m.Types.Func(internalRet(m, typ, seed, width), params, typ.Variadic)
}

func hasRetTangent(typ *ir.Type, seed activity.Seed) bool {
	return typ.Ret.Kind != ir.VoidKind && (seed.Ret || seed.RetShadow)
}

func paramKind(seed activity.Seed, k int) activity.Kind {
	if k < len(seed.Params) {
		return seed.Params[k]
	}
	return activity.Const
}

// addressSeed is the seed under which a function whose address is taken gets
// its tangent function, so that every caller through the address agrees.
func addressSeed(typ *ir.Type) activity.Seed {
	seed := activity.Seed{Params: make([]activity.Kind, len(typ.Fields))}
	for k, t := range typ.Fields {
		seed.Params[k] = activity.DefaultKind(t)
	}
	seed.Mixed = true // callers pass what they have
	seed.Ret, seed.RetShadow = typ.Ret.HasFloat(), typ.Ret.HasPtr()
	return seed
}

// seedKey spells a seed. The primal result is always delivered, so DupNoNeed
// is Dup.
func seedKey(seed activity.Seed) string {
	var b strings.Builder
	for _, k := range seed.Params {
		switch k {
		case activity.Const:
			b.WriteByte('c')
		case activity.Out:
			b.WriteByte('o')
		default:
			b.WriteByte('d')
		}
	}
	if seed.Ret {
		b.WriteByte('r')
	}
	if seed.RetShadow {
		b.WriteByte('s')
	}
	if seed.Mixed {
		b.WriteByte('m')
	}
	return b.String()
}

// suffixed puts a suffix behind a symbol that may be quoted.
func suffixed(name, suffix string) string {
	if strings.HasSuffix(name, `"`) {
		return name[:len(name)-1] + suffix + `"`
	}
	return name + suffix
}
