package report

import (
	"encoding/binary"
	"math"
	"strings"

	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/diag"
	"github.com/llad-ad/llad/interp"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

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
	whole, err := ir.Complete(r.m)
	if err != nil {
		return nil, err
	}
	m, err := interp.New(whole, interp.Options{Evaluators: rules.Evaluator, MaxSteps: 1 << 34})
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
	d.Hint = faultHelp[interp.KindOf(err)]
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
		if !in.ptr || in.kind == signature.Const {
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
		case signature.PrimalParam:
			err = q.argument(p.Index, x)
		case signature.ShadowParam:
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
		case signature.PrimalParam:
			err = q.argument(p.Index, x)
		case signature.ShadowParam:
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
		if r.params[k].kind == signature.Const {
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

// faultHelp is what to do about a fault of a function that check has made the arguments of.
var faultHelp = map[interp.FaultKind]string{
	interp.OutOfBounds: "-size NAME=N says how many elements a pointer leads to, -n NAME=N gives an integer",
	interp.NullPointer: "check a function that makes its memory, or sets its variables, itself: check gives it memory behind pointer parameters only",
	interp.BadCall:     "check a function that names what it calls: check has no function to pass by a pointer",
}
