package report

import (
	"encoding/binary"
	"fmt"
	"math"
	"sort"
	"strings"

	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/declare"
	"github.com/llad-ad/llad/diag"
	"github.com/llad-ad/llad/interp"
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
	kind   activity.Kind
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
	d.Hint = "say it in IR's words: -type " + strings.Trim(diag.ParamLabel(r.f, k), "'") + "=double"
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
		if in.kind != activity.Const {
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
		if in.kind == activity.Const {
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

// run is one call in a machine of its own.
type run struct {
	r    *rig
	m    *interp.Machine
	args []interp.Value
	mem  []interp.Ptr // by parameter of f: the primal memory
	dmem []interp.Ptr // and the shadow's, or the slot of a gradient
	last interp.Ptr   // where the result's tangent goes
}

func (r *rig) newRun() (*run, error) {
	m, err := interp.New(r.m, interp.Options{MaxSteps: 1 << 34})
	if err != nil {
		return nil, err
	}
	n := len(r.params)
	return &run{r: r, m: m, mem: make([]interp.Ptr, n), dmem: make([]interp.Ptr, n)}, nil
}

// memory makes the memory behind a pointer from its floats.
func (q *run) memory(in *input, floats []float64) (interp.Ptr, error) {
	stride := q.r.m.Layout.AllocSize(in.typ)
	buf := make([]byte, int64(in.count)*stride)
	n := 0
	for e := range in.count {
		for _, l := range in.leaves {
			at := buf[int64(e)*stride+l.off:]
			switch l.typ {
			case ir.Double:
				binary.LittleEndian.PutUint64(at, math.Float64bits(floats[n]))
				n++
			case ir.Float:
				binary.LittleEndian.PutUint32(at, math.Float32bits(float32(floats[n])))
				n++
			default:
				at[0] = byte(e % in.count) // a small number that can be an index
			}
		}
	}
	return q.m.NewBytes(buf)
}

// floats reads the floats of such memory again.
func (q *run) floats(in *input, p interp.Ptr) ([]float64, error) {
	stride := q.r.m.Layout.AllocSize(in.typ)
	buf, err := q.m.ReadBytes(p, in.count*int(stride))
	if err != nil {
		return nil, err
	}
	var out []float64
	for e := range in.count {
		for _, l := range in.leaves {
			at := buf[int64(e)*stride+l.off:]
			switch l.typ {
			case ir.Double:
				out = append(out, math.Float64frombits(binary.LittleEndian.Uint64(at)))
			case ir.Float:
				out = append(out, float64(math.Float32frombits(binary.LittleEndian.Uint32(at))))
			}
		}
	}
	return out, nil
}

// value makes an argument that is passed by value.
func value(t *ir.Type, leaves []leaf, floats []float64, whole int64) (interp.Value, error) {
	var members []any
	n := 0
	for _, l := range leaves {
		if l.typ.IsFloat() {
			members = append(members, floats[n])
			n++
		} else {
			members = append(members, whole)
		}
	}
	return interp.Make(t, members...)
}

// argument adds the primal argument of parameter k.
func (q *run) argument(k int, x point) error {
	in := &q.r.params[k]
	if !in.ptr {
		v, err := value(in.typ, in.leaves, x[k], in.whole)
		q.args = append(q.args, v)
		return err
	}
	p, err := q.memory(in, x[k])
	q.mem[k] = p
	q.args = append(q.args, interp.Pointer(p))
	return err
}

// shadow adds what stands behind parameter k: memory with the given floats, or
// in forward mode a tangent by value.
func (q *run) shadow(k int, floats []float64, byValue bool) error {
	in := &q.r.params[k]
	if byValue {
		v, err := value(in.typ, in.leaves, floats, 0)
		q.args = append(q.args, v)
		return err
	}
	p, err := q.memory(in, floats)
	q.dmem[k] = p
	q.args = append(q.args, interp.Pointer(p))
	return err
}

// call calls f or a derivative of it and explains a fault.
func (q *run) call(f *ir.Function) (interp.Value, error) {
	v, err := q.m.Call(f.Name, q.args...)
	if err == nil {
		return v, nil
	}
	lines := strings.Split(err.Error(), "\n")
	d := diag.AtFunc(q.r.f, codeCheckRun, "running '%s' in the interpreter: %s", diag.Demangled(f), lines[0])
	for _, l := range lines[1:] {
		d.Causes = append(d.Causes, strings.TrimSpace(l))
	}
	if interp.KindOf(err) == interp.OutOfBounds {
		d.Hint = "-size NAME=N says how many elements a pointer leads to, -n NAME=N gives an integer"
	}
	return v, d
}

// results lists the numbers that come out: the result's where it is active, then those in
// memory behind active pointers.
func (q *run) results(ret interp.Value, mem []interp.Ptr) ([]float64, error) {
	if !q.r.rev.Sig.Seed.Ret {
		return q.outcome(nil, mem)
	}
	return q.outcome(ret.Floats(), mem)
}

// outcome is results with the numbers of the result.
func (q *run) outcome(ret []float64, mem []interp.Ptr) ([]float64, error) {
	out := append([]float64(nil), ret...)
	for k := range q.r.params {
		in := &q.r.params[k]
		if !in.ptr || in.kind == activity.Const {
			continue
		}
		f, err := q.floats(in, mem[k])
		if err != nil {
			return nil, err
		}
		out = append(out, f...)
	}
	return out, nil
}

// primal runs f.
func (r *rig) primal(x point) ([]float64, error) {
	q, err := r.newRun()
	if err != nil {
		return nil, err
	}
	for k := range r.params {
		if err := q.argument(k, x); err != nil {
			return nil, err
		}
	}
	v, err := q.call(r.f)
	if err != nil {
		return nil, err
	}
	return q.results(v, q.mem)
}

// forward runs the tangent function: the primal results and their tangents
// along v.
func (r *rig) forward(x point, v []float64) (y, dy []float64, err error) {
	q, err := r.newRun()
	if err != nil {
		return nil, nil, err
	}
	dx := r.spread(v)
	ret := &input{typ: r.f.Typ.Ret, count: 1, leaves: r.leavesOf(r.f.Typ.Ret)}
	for _, p := range r.fwd.Sig.Params {
		switch p.Role {
		case activity.PrimalParam:
			err = q.argument(p.Index, x)
		case activity.ShadowParam:
			err = q.shadow(p.Index, dx[p.Index], !r.params[p.Index].ptr)
		default:
			q.last, err = q.memory(ret, make([]float64, floatsIn(ret.leaves)))
			q.args = append(q.args, interp.Pointer(q.last))
		}
		if err != nil {
			return nil, nil, err
		}
	}
	res, err := q.call(r.fwd.Func)
	if err != nil {
		return nil, nil, err
	}
	if y, err = q.results(res, q.mem); err != nil {
		return nil, nil, err
	}
	var dret []float64
	if q.last != 0 {
		if dret, err = q.floats(ret, q.last); err != nil {
			return nil, nil, err
		}
	}
	dy, err = q.outcome(dret, q.dmem)
	return y, dy, err
}

// reverse runs the gradient function: the primal results and the gradient of
// their product with u.
func (r *rig) reverse(x point, u []float64) (y, g []float64, err error) {
	q, err := r.newRun()
	if err != nil {
		return nil, nil, err
	}
	retLeaves := r.leavesOf(r.f.Typ.Ret)
	var seed []float64
	if r.rev.Sig.Seed.Ret {
		seed = u[:floatsIn(retLeaves)]
	}
	u = u[len(seed):]
	for _, p := range r.rev.Sig.Params {
		switch p.Role {
		case activity.PrimalParam:
			err = q.argument(p.Index, x)
		case activity.ShadowParam:
			in := &r.params[p.Index]
			n := in.count * floatsIn(in.leaves)
			adj := make([]float64, n)
			if in.ptr {
				adj, u = u[:n], u[n:]
			}
			err = q.shadow(p.Index, adj, false)
		default:
			var v interp.Value
			v, err = value(r.f.Typ.Ret, retLeaves, seed, 0)
			q.args = append(q.args, v)
		}
		if err != nil {
			return nil, nil, err
		}
	}
	res, err := q.call(r.rev.Func)
	if err != nil {
		return nil, nil, err
	}
	if y, err = q.results(res, q.mem); err != nil {
		return nil, nil, err
	}
	for k := range r.params {
		if r.params[k].kind == activity.Const {
			continue
		}
		f, err := q.floats(&r.params[k], q.dmem[k])
		if err != nil {
			return nil, nil, err
		}
		g = append(g, f...)
	}
	return y, g, nil
}
