package report

import (
	"fmt"
	"sort"
	"strings"

	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/declare"
	"github.com/llad-ad/llad/diag"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/pipeline"
)

// rig runs a function and its two derivatives in the interpreter on inputs
// that are given as numbers: it makes the memory behind pointers and reads it
// again.
type rig struct {
	m            *ir.Module
	f            *ir.Function
	rev, fwd     *pipeline.Result
	params       []input
	lowPrecision bool // some number that takes part is a float
}

// input is a parameter as the rig fills it.
type input struct {
	name   string
	kind   signature.Kind
	typ    *ir.Type // of the value, or of an element behind the pointer
	ptr    bool
	count  int       // elements behind the pointer, 1 for a value
	leaves []leaf    // the scalars of typ in order
	given  []float64 // CheckOptions.At
	whole  int64     // the value of integers passed by value
}

// leaf is a scalar in a type.
type leaf struct {
	off int64
	typ *ir.Type
}

// point holds the floating-point numbers of every parameter.
type point [][]float64

func newRig(m *ir.Module, rev, fwd *pipeline.Result, o *CheckOptions) (*rig, error) {
	r := &rig{m: m, f: rev.Sig.F, rev: rev, fwd: fwd}
	if err := r.knownNames(o); err != nil {
		return nil, err
	}
	for k := range r.f.Params {
		in, err := r.newInput(k, o)
		if err != nil {
			return nil, err
		}
		r.params = append(r.params, in)
		r.lowPrecision = r.lowPrecision || hasFloat32(in.leaves)
	}
	r.lowPrecision = r.lowPrecision || hasFloat32(r.leavesOf(r.f.Typ.Ret))
	return r, nil
}

// knownNames refuses options for parameters that do not exist.
func (r *rig) knownNames(o *CheckOptions) error {
	var names []string
	for n := range o.Sizes {
		names = append(names, n)
	}
	for n := range o.Ints {
		names = append(names, n)
	}
	for n := range o.At {
		names = append(names, n)
	}
	for n := range o.Types {
		names = append(names, n)
	}
	sort.Strings(names)
	for _, n := range names {
		if _, err := pipeline.ParamIndex(r.f, n); err != nil {
			return err
		}
	}
	return nil
}

// lookup finds an option for parameter k, by its name or its position.
func lookup[T any](options map[string]T, f *ir.Function, k int) (T, bool) {
	if v, ok := options[fmt.Sprint(k)]; ok {
		return v, true
	}
	v, ok := options[diag.ParamNames(f)[k]]
	return v, ok
}

func (r *rig) newInput(k int, o *CheckOptions) (input, error) {
	p := r.f.Params[k]
	in := input{name: diag.ParamLabel(r.f, k), kind: r.rev.Sig.Seed.Params[k], typ: p.Typ, count: 1, whole: int64(o.Size)}
	if v, ok := lookup(o.Ints, r.f, k); ok {
		in.whole = v
	}
	in.given, _ = lookup(o.At, r.f, k)
	if p.Typ.IsPtr() {
		in.ptr = true
		t, single, err := r.elementType(k, o)
		if err != nil {
			return in, err
		}
		in.typ = t
		if !single {
			in.count = o.Size
		}
		if n, ok := lookup(o.Sizes, r.f, k); ok {
			in.count = n
		}
		in.count = max(in.count, 1)
	}
	in.leaves = r.leavesOf(in.typ)
	for _, l := range in.leaves {
		if !l.typ.IsInt() && l.typ != ir.Double && l.typ != ir.Float {
			return in, diag.AtFunc(r.f, codeCheckInput, "check cannot make inputs for parameter %s: it holds a value of type %s", in.name, l.typ)
		}
	}
	return in, nil
}

// elementType is the type of what parameter k points to, and whether there is
// one of it.
func (r *rig) elementType(k int, o *CheckOptions) (t *ir.Type, single bool, err error) {
	p := r.f.Params[k]
	if text, ok := lookup(o.Types, r.f, k); ok {
		t, err := r.m.ParseType(text)
		if err != nil {
			return nil, false, diag.AtFunc(r.f, codeCheckInput, "'%s' is no IR type", text)
		}
		return t, false, nil
	}
	for _, attr := range []string{"byval", "sret"} {
		if t, ok := p.TypeAttr(attr); ok {
			return t, true, nil
		}
	}
	if t := p.Typ.Elem; t != nil && (t.IsFloat() || t.IsInt() && t != ir.I8 || t.IsAggregate() && !t.Opaque) {
		return t, false, nil
	}
	w := declare.PointeeOf(p)
	switch {
	case w.Record != nil:
		return w.Record, true, nil
	case w.Elem != nil && (w.Elem.IsFloat() || w.Elem.IsInt()):
		return w.Elem, false, nil
	case w.Elem == nil && !w.Mixed:
		return ir.Double, false, nil // never looked at
	}
	d := diag.AtFunc(r.f, codeCheckInput, "check cannot tell what parameter %s points to", diag.ParamLabel(r.f, k))
	d.Hint = "say it in IR's words, such as `-type " + strings.Trim(diag.ParamLabel(r.f, k), "'") + "=double`"
	return nil, false, d
}

// leavesOf lists the scalars of a type with their places in memory.
func (r *rig) leavesOf(t *ir.Type) []leaf {
	var out []leaf
	var walk func(t *ir.Type, off int64)
	walk = func(t *ir.Type, off int64) {
		switch t.Kind {
		case ir.VoidKind:
		case ir.StructKind:
			for k, ft := range t.Fields {
				walk(ft, off+r.m.Layout.FieldOffset(t, k))
			}
		case ir.ArrayKind, ir.VectorKind:
			for k := range t.Len {
				walk(t.Elem, off+k*r.m.Layout.AllocSize(t.Elem))
			}
		default:
			out = append(out, leaf{off, t})
		}
	}
	walk(t, 0)
	return out
}

func hasFloat32(leaves []leaf) bool {
	for _, l := range leaves {
		if l.typ == ir.Float {
			return true
		}
	}
	return false
}

func floatsIn(leaves []leaf) int {
	n := 0
	for _, l := range leaves {
		if l.typ.IsFloat() {
			n++
		}
	}
	return n
}

// inputs makes a point: what was given, otherwise random numbers.
func (r *rig) inputs(random func() float64) (point, error) {
	x := make(point, len(r.params))
	for k, in := range r.params {
		x[k] = make([]float64, in.count*floatsIn(in.leaves))
		if in.given != nil && len(in.given) != len(x[k]) {
			return nil, diag.AtFunc(r.f, pipeline.CodeParam, "parameter %s holds %d numbers, not %d", in.name, len(x[k]), len(in.given))
		}
		for n := range x[k] {
			if in.given != nil {
				x[k][n] = in.given[n]
			} else {
				x[k][n] = random()
			}
		}
	}
	return x, nil
}

// gatherActive lists the active numbers of a point in order.
func (r *rig) gatherActive(x point) []float64 {
	var out []float64
	for k, in := range r.params {
		if in.kind != signature.Const {
			out = append(out, x[k]...)
		}
	}
	return out
}

// spread is the inverse of gatherActive; constant parameters get zeros.
func (r *rig) spread(v []float64) point {
	x := make(point, len(r.params))
	for k, in := range r.params {
		n := in.count * floatsIn(in.leaves)
		if in.kind == signature.Const {
			x[k] = make([]float64, n)
			continue
		}
		x[k], v = v[:n], v[n:]
	}
	return x
}

// moved is x + h*v.
func (r *rig) moved(x point, v []float64, h float64) point {
	d := r.spread(v)
	out := make(point, len(x))
	for k := range x {
		out[k] = make([]float64, len(x[k]))
		for n := range x[k] {
			out[k][n] = x[k][n] + h*d[k][n]
		}
	}
	return out
}
