package forward

import (
	"strings"

	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/ir"
)

// slots lists the parameters of the internal form, in which tangent functions
// call each other: those of the public form without the result's tangent.
func slots(f *ir.Function, seed signature.Seed, width int) []signature.SigParam {
	params := signature.JVPSignature(f, seed, width).Params
	for len(params) > 0 && params[len(params)-1].Role == signature.RetParam {
		params = params[:len(params)-1]
	}
	return params
}

// internalRet is the result type of the internal form: that of the original,
// or a struct of the primal result and its tangents.
func internalRet(m *ir.Module, typ *ir.Type, seed signature.Seed, width int) *ir.Type {
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
func internalType(m *ir.Module, typ *ir.Type, seed signature.Seed, width int) *ir.Type {
	var params []*ir.Type
	for k, t := range typ.Fields {
		params = append(params, t)
		if paramKind(seed, k) != signature.Const {
			for range width {
				params = append(params, t)
			}
		}
	}
	return m.Types.Func(internalRet(m, typ, seed, width), params, typ.Variadic)
}

func hasRetTangent(typ *ir.Type, seed signature.Seed) bool {
	return typ.Ret.Kind != ir.VoidKind && (seed.Ret || seed.RetShadow)
}

func paramKind(seed signature.Seed, k int) signature.Kind {
	if k < len(seed.Params) {
		return seed.Params[k]
	}
	return signature.Const
}

// addressSeed is the seed under which a function whose address is taken gets
// its tangent function, so that every caller through the address agrees.
func addressSeed(typ *ir.Type) signature.Seed {
	seed := signature.Seed{Params: make([]signature.Kind, len(typ.Fields))}
	for k, t := range typ.Fields {
		seed.Params[k] = signature.DefaultKind(t)
	}
	seed.Mixed = true // callers pass what they have
	seed.Ret, seed.RetShadow = typ.Ret.HasFloat(), typ.Ret.HasPtr()
	return seed
}

// seedKey spells a seed. The primal result is always delivered, so DupNoNeed
// is Dup.
func seedKey(seed signature.Seed) string {
	var b strings.Builder
	for _, k := range seed.Params {
		switch k {
		case signature.Const:
			b.WriteByte('c')
		case signature.Out:
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
