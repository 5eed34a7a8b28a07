package python

import (
	_ "embed" // the checks of arguments
	"fmt"
	"strconv"
	"strings"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/diag"
	"github.com/llad-ad/llad/ir"
)

//go:embed runtime.py
var runtime string

// Text is the module of Python; source is what it is made of, library the file name of the shared library,
// which is to stand in the same folder.
func (m *Module) Text(source, library string) []byte {
	var body strings.Builder
	var all []string
	for _, fn := range m.funcs {
		all = append(all, fn.write(&body)...)
	}
	if len(m.funcs) == 1 { // then there is no doubt of what they are
		fn := m.funcs[0]
		body.WriteString("\n")
		for _, short := range []struct {
			name string
			made *llad.Result
		}{{"jvp", fn.jvp}, {"hvp", fn.hvp}} {
			if short.made != nil && fn.name != short.name {
				fmt.Fprintf(&body, "\n%s = %s_%s", short.name, fn.name, short.name)
				all = append(all, short.name)
			}
		}
		body.WriteString("\n")
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\"\"\"Functions of %s and their derivatives, by llad. The code is in %s, beside this file.\"\"\"\n\n",
		inText(source), library)
	b.WriteString("import ctypes\nimport numbers\nimport operator\nimport os\n\nimport numpy\n\n")
	fmt.Fprintf(&b, "__all__ = [\"%s\"]\n\n", strings.Join(all, `", "`))
	fmt.Fprintf(&b, "_library = ctypes.CDLL(os.path.join(os.path.dirname(os.path.abspath(__file__)), %s))\n\n\n", strconv.Quote(library))
	b.WriteString(runtime)
	b.WriteString(strings.TrimRight(body.String(), "\n") + "\n")
	return []byte(b.String())
}

// variant is one of the functions of Python that are made of a function.
type variant struct {
	suffix string
	made   *llad.Result // nil: the function itself
	result string       // what is given back
	text   string       // what it is, for its documentation
	wants  func(*param) bool
}

// variants are the functions of Python, as far as their derivatives were made.
func (fn *function) variants() []variant {
	value, gradient := "None", fn.tuple("_g_")
	if fn.f.Typ.Ret.Kind != ir.VoidKind {
		value = "_value"
	}
	list := []variant{{"", nil, value, "the function itself", func(*param) bool { return false }}}
	if fn.returnsFloat() {
		list = append(list, variant{"_and_grad", fn.grad, "_value, " + gradient, "its value and gradient (" + fn.activeNames() + ")",
			func(*param) bool { return false }})
	} else {
		list = append(list, variant{"_vjp", fn.grad, gradient, "the adjoints (" + fn.activeNames() + ") for those of what it writes, which turn into those " +
			"of what was there before", func(p *param) bool { return p.active && p.written }})
	}
	tangent := variant{"_jvp", fn.jvp, value, "its value and derivative along the tangents", func(p *param) bool { return p.active }}
	if fn.returnsFloat() {
		tangent.result = "_value, _tangent.value"
	}
	return append(list, tangent, variant{"_hvp", fn.hvp, fn.tuple("_h_"), "the Hessian times the tangents",
		func(p *param) bool { return p.input }})
}

// activeNames are the names of what gradients are given back for.
func (fn *function) activeNames() string {
	var list []string
	for _, p := range fn.params {
		if p.input {
			list = append(list, p.name)
		}
	}
	return strings.Join(list, ", ")
}

// tuple gives back the places of gradients that begin so: the only one, or all in order.
func (fn *function) tuple(prefix string) string {
	var list []string
	for _, p := range fn.params {
		switch {
		case !p.input:
		case p.array:
			list = append(list, prefix+p.name)
		default:
			list = append(list, prefix+p.name+".value")
		}
	}
	switch len(list) {
	case 0:
		return "None"
	case 1:
		return list[0]
	}
	return "(" + strings.Join(list, ", ") + ")"
}

// write writes the functions of Python and gives their names.
func (fn *function) write(b *strings.Builder) []string {
	var all []string
	for _, v := range fn.variants() {
		f := fn.f
		if v.made != nil {
			f = v.made.Func
		} else if v.suffix != "" {
			continue
		}
		types := []string{strconv.Quote(plainSymbol(f)), typeName(f.Typ.Ret)}
		for _, t := range f.Typ.Fields {
			types = append(types, typeName(t))
		}
		fmt.Fprintf(b, "\n\n_%s%s = _function(%s)\n", fn.name, v.suffix, strings.Join(types, ", "))
		fn.define(b, v)
		all = append(all, fn.name+v.suffix)
	}
	return all
}

// typeName is what ctypes calls a type.
func typeName(t *ir.Type) string {
	switch {
	case t.Kind == ir.VoidKind:
		return "None"
	case t.IsPtr():
		return "ctypes.c_void_p"
	}
	return "ctypes." + numberName(t)
}

// define writes the definition of one function of Python.
func (fn *function) define(b *strings.Builder, v variant) {
	var params, documented []string
	for _, p := range fn.params {
		if p.size {
			continue
		}
		params = append(params, p.name)
		documented = append(documented, p.name+": "+p.document())
		if v.wants(p) {
			params = append(params, p.tangent)
			documented = append(documented, p.tangent+": the same")
		}
	}
	name := fn.name + v.suffix
	fmt.Fprintf(b, "\n\ndef %s(%s):\n", name, strings.Join(params, ", "))
	fmt.Fprintf(b, "    \"\"\"%s: %s.\n\n    %s\n    \"\"\"\n", inText(diag.Demangled(fn.f)), v.text, strings.Join(documented, "\n    "))
	fmt.Fprintf(b, "    _call = _Call(\"%s\")\n", name)
	written := fn.checks(b, v)
	if written && v.suffix != "" {
		b.WriteString("    _call.distinct()\n")
	}
	for _, p := range fn.params {
		fn.places(b, v, p)
	}
	value := ""
	if fn.f.Typ.Ret.Kind != ir.VoidKind {
		value = "_value = "
	}
	if v.suffix == "_jvp" && fn.returnsFloat() {
		fmt.Fprintf(b, "    _tangent = %s()\n", typeName(fn.f.Typ.Ret))
	}
	fmt.Fprintf(b, "    %s_%s(%s)\n    return %s\n", value, name, strings.Join(fn.arguments(v), ", "), v.result)
}

// checks writes the checks of the arguments, and tells whether an array is written.
func (fn *function) checks(b *strings.Builder, v variant) (written bool) {
	several := false
	for _, p := range fn.params {
		if p.size {
			continue
		}
		list := []string{p.name}
		if v.wants(p) {
			list = append(list, p.tangent)
		}
		for k, name := range list {
			switch {
			case p.array:
				writes := p.written && (k == 0 || v.suffix != "_hvp")
				written = written || writes
				several = several || len(p.shape) > 1
				mark := ""
				if writes {
					mark = ", written=True"
				}
				fmt.Fprintf(b, "    _call.array(\"%s\", %s, %s, %s%s)\n", name, name, p.dtypes(), p.shapeText(), mark)
			case p.elem.IsFloat():
				fmt.Fprintf(b, "    %s = _call.real(\"%s\", %s)\n", name, name, name)
			default:
				fmt.Fprintf(b, "    %s = _call.integer(\"%s\", %s, %d)\n", name, name, name, p.elem.Bits)
			}
		}
	}
	if several {
		b.WriteString("    _call.finish()\n")
	}
	for _, p := range fn.params {
		if p.size {
			fmt.Fprintf(b, "    %s = _call.size(\"%s\", %d)\n", p.name, p.name, p.elem.Bits)
		}
	}
	return written
}

// places writes the places of gradients, and of tangents that are no arguments.
func (fn *function) places(b *strings.Builder, v variant, p *param) {
	var list []string
	switch {
	case !p.active:
	case v.suffix == "_and_grad", v.suffix == "_vjp" && !p.written:
		list = []string{"_g_"}
	case v.suffix == "_hvp":
		list = []string{"_g_", "_h_"}
		if p.written {
			list = append(list, "_t_")
		}
	}
	for _, prefix := range list {
		switch {
		case prefix == "_t_" && p.input: // the tangents of what is written are written
			fmt.Fprintf(b, "    _t_%s = numpy.array(%s)\n", p.name, p.tangent)
		case p.array:
			fmt.Fprintf(b, "    %s%s = numpy.zeros(%s.shape, %s.dtype)\n", prefix, p.name, p.name, p.name)
		default:
			fmt.Fprintf(b, "    %s%s = %s()\n", prefix, p.name, typeName(p.elem))
		}
	}
}

// arguments are what the library's function is called with.
func (fn *function) arguments(v variant) []string {
	var list []string
	if v.made == nil {
		for _, p := range fn.params {
			list = append(list, p.value())
		}
		return list
	}
	sig := v.made.Sig
	for _, q := range sig.Params {
		switch v.suffix {
		case "_hvp":
			inner := fn.grad.Sig.Params[q.Index]
			list = append(list, fn.second(q.Role, inner))
		case "_jvp":
			list = append(list, fn.first(q, func(p *param) string {
				if p.array {
					return p.tangent + ".ctypes.data"
				}
				return p.tangent
			}))
		default:
			list = append(list, fn.first(q, func(p *param) string {
				if v.suffix == "_vjp" && p.written {
					return p.tangent + ".ctypes.data"
				}
				return p.place("_g_")
			}))
		}
	}
	return list
}

// first is the argument for a parameter of a derivative.
func (fn *function) first(q signature.SigParam, shadow func(*param) string) string {
	switch q.Role {
	case signature.PrimalParam:
		return fn.params[q.Index].value()
	case signature.ShadowParam:
		return shadow(fn.params[q.Index])
	case signature.RetParam:
		return "ctypes.byref(_tangent)"
	}
	return "1.0"
}

// second is the argument for a parameter of the derivative of the gradient: for the gradient's
// parameter inner, or for its tangent.
func (fn *function) second(role signature.Role, inner signature.SigParam) string {
	if role == signature.PrimalParam {
		return fn.first(inner, func(p *param) string { return p.place("_g_") })
	}
	p := fn.params[inner.Index]
	switch {
	case inner.Role == signature.ShadowParam:
		return p.place("_h_")
	case p.written:
		return p.place("_t_")
	case p.array:
		return p.tangent + ".ctypes.data"
	}
	return p.tangent
}

// value is the parameter as the library gets it.
func (p *param) value() string {
	if p.array {
		return p.name + ".ctypes.data"
	}
	return p.name
}

// place is the address of what a gradient is added to.
func (p *param) place(prefix string) string {
	if p.array {
		return prefix + p.name + ".ctypes.data"
	}
	return "ctypes.byref(" + prefix + p.name + ")"
}

// dtypes are the types of elements that an array may have, as a tuple of Python.
func (p *param) dtypes() string {
	switch p.elem.Kind {
	case ir.DoubleKind:
		return `("float64",)`
	case ir.FloatKind:
		return `("float32",)`
	}
	return fmt.Sprintf(`("int%d", "uint%d")`, p.elem.Bits, p.elem.Bits)
}

// shapeText is the shape as a tuple of Python.
func (p *param) shapeText() string {
	var b strings.Builder
	for _, s := range p.shape {
		if !isNumber(s) {
			s = strconv.Quote(s)
		}
		b.WriteString(s + ", ")
	}
	return "(" + strings.TrimSuffix(b.String(), " ") + ")"
}

// document says what a parameter is.
func (p *param) document() string {
	text := map[ir.Kind]string{ir.DoubleKind: "float", ir.FloatKind: "float", ir.IntKind: "int"}[p.elem.Kind]
	if !p.array {
		return text
	}
	bits := map[ir.Kind]int{ir.DoubleKind: 64, ir.FloatKind: 32, ir.IntKind: p.elem.Bits}[p.elem.Kind]
	text = fmt.Sprintf("array of %s%d, %s", text, bits, strings.Join(p.shape, " × "))
	if p.written {
		text += ", written"
	}
	return text
}

// inText is a name that ends no text of Python.
func inText(s string) string { return strings.NewReplacer(`\`, `\\`, `"`, `'`).Replace(s) }
