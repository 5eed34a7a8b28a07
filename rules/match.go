package rules

import (
	"strings"

	"github.com/llad-ad/llad/ir"
)

// match finds the rule of an instruction.
func match(i *ir.Instr) *Rule {
	switch {
	case i.Op == ir.FDiv && isOne(i.Arg(0)):
		return reciprocalRule
	case i.Op == ir.FNeg || i.Op.IsBinary() && i.Typ.IsFP():
		return arith[i.Op.String()]
	case !i.IsCall():
		return nil
	}
	f := i.CalledFunc()
	if f == nil {
		return nil
	}
	r := givenRule(f)
	if r == nil {
		name := unquote(f.Name)
		if !f.IsDecl && rustLibm(name) == "" {
			return nil
		}
		if r = intrinsicRule(name); r == nil {
			if r = libmRule(name, flavour(i)); r == nil {
				return nil
			}
		}
	}
	if !r.fits(i) {
		return nil
	}
	if r.Name == "pow" {
		if _, ok := ir.FloatValue(i.Arg(1)); ok {
			return powConstRule
		}
	}
	return r
}

func isOne(v ir.Value) bool {
	c, ok := ir.FloatValue(v)
	return ok && c == 1
}

// flavour is the scalar type of a call: that of the result, or of the first
// argument when that is no float.
func flavour(i *ir.Instr) *ir.Type {
	if !i.Typ.IsFP() && i.NumCallArgs() > 0 {
		return i.Arg(0).Type().Scalar()
	}
	return i.Typ.Scalar()
}

// intrinsicRule is the rule of an intrinsic by its full name, nil if none.
func intrinsicRule(name string) *Rule { return intrinsics[intrinsicName(name)] }

// intrinsicName is the name under which an intrinsic stands in the table, by its
// full name; "" if it does not.
func intrinsicName(name string) string {
	base, ok := strings.CutPrefix(name, "llvm.")
	if !ok {
		return ""
	}
	if n := trimmed(base); n != "" {
		return n
	}
	if base, ok = strings.CutPrefix(base, "experimental.constrained."); ok {
		return trimmed(base)
	}
	return ""
}

// trimmed looks an intrinsic up with ever fewer of the parts between dots:
// overload suffixes are not in the table.
func trimmed(base string) string {
	for base != "" && intrinsics[base] == nil {
		base = base[:max(strings.LastIndexByte(base, '.'), 0)]
	}
	return base
}

// suffixes are the spellings of a libm function for types other than double.
var suffixes = []struct {
	text  string
	kinds []ir.Kind
}{
	{"", []ir.Kind{ir.DoubleKind}},
	{"f", []ir.Kind{ir.FloatKind}},
	{"l", []ir.Kind{ir.X86FP80Kind, ir.FP128Kind, ir.PPCFP128Kind, ir.DoubleKind}},
	{"f16", []ir.Kind{ir.HalfKind}},
	{"f32", []ir.Kind{ir.FloatKind}},
	{"f32x", []ir.Kind{ir.DoubleKind}},
	{"f64", []ir.Kind{ir.DoubleKind}},
	{"f64x", []ir.Kind{ir.X86FP80Kind, ir.FP128Kind}},
	{"f128", []ir.Kind{ir.FP128Kind}},
	{"q", []ir.Kind{ir.FP128Kind}},
}

// scalarName is the libm name behind other spellings of it: __exp_finite (old
// glibc under -ffast-math), _ZGVdN4v_exp (vectors in glibc's libmvec),
// __svml_exp4 and __svml_expf8_ha (in Intel's), libm::math::exp::exp (in Rust's libm).
// Other names are given back.
func scalarName(name string) string {
	if s, ok := strings.CutPrefix(name, "_ZGV"); ok {
		if _, s, ok = strings.Cut(s, "v_"); ok {
			return s
		}
	}
	if s, ok := strings.CutPrefix(name, "__svml_"); ok {
		s = strings.TrimSuffix(s, "_ha")
		return strings.TrimRight(s, "0123456789")
	}
	if s, ok := strings.CutPrefix(name, "__"); ok {
		if s, ok = strings.CutSuffix(s, "_finite"); ok {
			return s
		}
	}
	if s := rustLibm(name); s != "" {
		return s
	}
	return name
}

// splitLibm takes a libm symbol apart: the double name and the suffix; "" when
// it is none.
func splitLibm(name string) (base, suffix string) {
	name = scalarName(name)
	for _, s := range suffixes {
		if b, ok := strings.CutSuffix(name, s.text); ok && libm[b] != nil {
			return b, s.text
		}
	}
	// lgammaf_r, lgammal_r
	if b, ok := strings.CutSuffix(name, "_r"); ok {
		for _, s := range suffixes[1:] {
			if b, ok := strings.CutSuffix(b, s.text); ok && libm[b+"_r"] != nil {
				return b + "_r", s.text
			}
		}
	}
	return "", ""
}

// libmRule is the rule of a libm symbol whose type fits, nil if none.
func libmRule(name string, t *ir.Type) *Rule {
	base, suffix := splitLibm(name)
	if base == "" {
		return nil
	}
	if strings.HasPrefix(base, "__mul") || strings.HasPrefix(base, "__div") { // the type is in the name
		return libm[base]
	}
	for _, s := range suffixes {
		if s.text == suffix {
			for _, k := range s.kinds {
				if k == t.Kind {
					return libm[base]
				}
			}
		}
	}
	return nil
}

// fits reports whether the call's types are those of the rule, so that a
// stranger's function of the same name is not taken for it.
func (r *Rule) fits(i *ir.Instr) bool {
	if i.NumCallArgs() < len(r.sig) {
		return false
	}
	var t *ir.Type
	switch {
	case r.members():
		if !i.Typ.IsAggregate() && !i.Typ.IsVector() || i.Typ.NumElems() <= r.Outs[len(r.Outs)-1].Field {
			return false
		}
		t = i.Typ.At(0)
	case len(r.partials) == 0:
		if i.Typ.Kind != ir.VoidKind {
			return false
		}
	default:
		if t = i.Typ; !t.IsFP() {
			return false
		}
	}
	for k, c := range r.sig {
		at := i.Arg(k).Type()
		switch c {
		case 'f':
			if t == nil {
				t = at
			}
			if !at.IsFP() || at != t {
				return false
			}
		case 'F':
			if !at.IsFP() {
				return false
			}
		case 'c':
			if !at.IsFP() || at.IsVector() != t.IsVector() || floatWidth(at.Scalar()) == floatWidth(t.Scalar()) {
				return false
			}
		case 'i':
			if !at.Scalar().IsInt() {
				return false
			}
		case 'p':
			if !at.IsPtr() {
				return false
			}
		}
	}
	intrinsic := strings.HasPrefix(i.CalledFunc().Name, "llvm.")
	for k := len(r.sig); k < i.NumCallArgs(); k++ { // rounding modes, masks, and what stands in lanes that a mask leaves out
		if at := i.Arg(k).Type(); !intrinsic || at.Kind != ir.MetadataKind && !at.IsInt() && !ir.IsZero(i.Arg(k)) {
			return false
		}
	}
	return !t.IsVector() || !t.Scalable || r.vectorisable()
}

// vectorisable reports whether every function the rule calls is an intrinsic,
// so that it can be emitted for vectors of unknown length.
func (r *Rule) vectorisable() bool {
	ok := true
	check := func(fn string) {
		if !anyVersion[fn] && fn != "isnan" && fn != "self" && fn != "fp" && fn != "conv" {
			ok = false
		}
	}
	for _, p := range r.partials {
		p.calls(check)
	}
	for _, l := range r.outs {
		for _, p := range l {
			p.calls(check)
		}
	}
	return ok
}

// unquote is a symbol without the quotes it may be spelled with.
func unquote(name string) string {
	if len(name) > 1 && name[0] == '"' {
		return name[1 : len(name)-1]
	}
	return name
}
