package rules

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/llad-ad/llad/interp"
	"github.com/llad-ad/llad/ir"
	"github.com/stretchr/testify/require"
)

// emission is a module with one function that computes one partial of a rule:
// p.<rule>.<operand> (operands..., d).
type emission struct {
	t   *testing.T
	mod *ir.Module
}

func newEmission(t *testing.T, typed bool) *emission {
	return &emission{t: t, mod: ir.NewModule("rules.ll", "", "x86_64-unknown-linux-gnu", typed)}
}

// opOf are the instructions among the rules.
var opOf = map[string]ir.Op{"fneg": ir.FNeg, "fadd": ir.FAdd, "fsub": ir.FSub, "fmul": ir.FMul, "fdiv": ir.FDiv, "frem": ir.FRem}

// suffixOf is the libm suffix of a scalar type.
var suffixOf = map[*ir.Type]string{ir.Double: "", ir.Float: "f", ir.X86FP80: "l", ir.FP128: "f128", ir.Half: "f16"}

// intrinsicOf are the LLVM intrinsics of functions, by the name of the rule.
var intrinsicOf = func() map[string]string {
	m := map[string]string{"fmax": "maxnum", "fmin": "minnum", "fmaximum": "maximum", "fminimum": "minimum"}
	for _, n := range strings.Fields(`sqrt sin cos tan asin acos atan atan2 sinh cosh tanh exp exp2 exp10 log log2 log10 pow
		fabs copysign fma floor ceil trunc round roundeven rint nearbyint canonicalize powi sincos sincospi modf frexp`) {
		m[n] = n
	}
	return m
}()

// primal writes the instruction a rule is about. Functions that are no
// instruction are called by their libm name for scalars and as an intrinsic for
// vectors.
func (e *emission) primal(b *ir.Builder, r *Rule, t *ir.Type, args []ir.Value) *ir.Instr {
	if op, ok := opOf[r.Name]; ok {
		i := ir.NewInstr(op, t, args...)
		return b.Insert(i)
	}
	name := r.Name + suffixOf[t]
	if libm[r.Name] != r && r.Name != "pow" || t.IsVector() {
		require.NotEmpty(e.t, intrinsicOf[r.Name], r.Name)
		name = "llvm." + intrinsicOf[r.Name] + "." + e.mod.Mangle(t)
	}
	ret := t
	params := make([]*ir.Type, len(args))
	for k, a := range args {
		params[k] = a.Type()
	}
	switch {
	case r.members():
		fields := []*ir.Type{t, t}
		if r.Name == "frexp" {
			fields[1] = ir.I32
			if t.IsVector() {
				fields[1] = e.mod.Types.Vector(ir.I32, t.Len, false)
			}
			name += "." + e.mod.Mangle(fields[1])
		}
		ret = e.mod.Struct(fields...)
	case len(r.partials) == 0:
		ret = ir.Void
	}
	return b.CallFunc(e.mod.Declare(name, e.mod.FuncType(ret, params...)), args...)
}

// partial writes the function of one partial: of Out o, or of the plain result
// when o is negative.
func (e *emission) partial(r *Rule, typ *ir.Type, o, k int) *ir.Function {
	var params []*ir.Type
	for _, c := range r.sig {
		switch c {
		case 'i':
			params = append(params, ir.I32)
		case 'p':
			params = append(params, e.mod.PtrTo(typ))
		default:
			params = append(params, typ)
		}
	}
	f := e.mod.AddFunc(symbol(r, o, k), e.mod.FuncType(typ, append(params, typ)...))
	f.IsDecl = false
	b := ir.NewBuilder(f.NewBlock("entry"))
	args := make([]ir.Value, len(params))
	for n := range params {
		f.Params[n].Name = fmt.Sprintf("a%d", n)
		args[n] = f.Params[n]
	}
	if c, ok := constOperand(r); ok {
		args[c.k] = ir.NewFloat(typ, c.v)
	}
	d := f.Params[len(params)]
	d.Name = "d"
	i := e.primal(b, r, typ, args)
	require.Same(e.t, r, ForInstr(i), "%s is not found from its own instruction", r.Name)
	arg := func(k int) ir.Value { return args[k] }
	if o < 0 {
		b.Ret(r.Emit(b, i, k, arg, func() ir.Value { return i }, d))
		return f
	}
	value := func(o int) ir.Value {
		if r.Outs[o].Arg < 0 {
			return b.ExtractValue(i, r.Outs[o].Field)
		}
		return b.Load(typ, args[r.Outs[o].Arg], 0)
	}
	b.Ret(r.EmitOut(b, i, o, k, arg, value, d))
	return f
}

// operandValue is an operand that a rule wants to be a constant.
type operandValue struct {
	k int
	v float64
}

func constOperand(r *Rule) (c operandValue, ok bool) {
	switch r {
	case powConstRule:
		return operandValue{1, 2.5}, true
	case reciprocalRule:
		return operandValue{0, 1}, true
	}
	return c, false
}

func symbol(r *Rule, o, k int) string {
	name := strings.ReplaceAll(r.Name, ".", "_")
	if c, ok := constOperand(r); ok {
		name += fmt.Sprintf("const%d", c.k)
	}
	if r.members() {
		name += ".struct"
	}
	return fmt.Sprintf("p.%s.%d.%d", name, o+1, k)
}

// all writes every partial of every rule that exists for the type.
func (e *emission) all(typ *ir.Type) {
	for _, r := range testRules() {
		if strings.HasPrefix(r.Name, "x86.") || strings.HasPrefix(r.Name, "__") && typ != ir.Double {
			continue
		}
		if _, ok := constOperand(r); ok && typ.Scalar().Kind > ir.DoubleKind { // such constants are not looked into
			continue
		}
		if typ.IsVector() && (strings.ContainsAny(r.sig, "pi") || intrinsicOf[r.Name] == "" && opOf[r.Name] == 0) {
			continue
		}
		for k, c := range r.sig {
			if c != 'f' {
				continue
			}
			if len(r.partials) > 0 {
				e.partial(r, typ, -1, k)
			}
			for o := range r.Outs {
				if !r.Outs[o].Inactive {
					e.partial(r, typ, o, k)
				}
			}
		}
	}
}

// testRules are the rules as ForInstr gives them, each once.
func testRules() (list []*Rule) {
	list = append(list, powConstRule, reciprocalRule)
	for _, w := range arithRows {
		list = append(list, arith[w.names])
	}
	for _, w := range functionRows() {
		name, _, _ := strings.Cut(w.names, " ")
		if in, ok := strings.CutPrefix(name, "llvm."); ok {
			list = append(list, intrinsics[in])
		} else {
			list = append(list, libm[name])
		}
	}
	return list
}

// What is emitted passes LLVM's verifier, oldest and newest.
func TestEmittedVerifies(t *testing.T) {
	for _, c := range []struct {
		name  string
		typed bool
		typ   func(m *ir.Module) *ir.Type
	}{
		{"double", false, func(*ir.Module) *ir.Type { return ir.Double }},
		{"double-typed", true, func(*ir.Module) *ir.Type { return ir.Double }},
		{"float", false, func(*ir.Module) *ir.Type { return ir.Float }},
		{"x86_fp80", false, func(*ir.Module) *ir.Type { return ir.X86FP80 }},
		{"fp128", false, func(*ir.Module) *ir.Type { return ir.FP128 }},
		{"half", false, func(*ir.Module) *ir.Type { return ir.Half }},
		{"v4f32", false, func(m *ir.Module) *ir.Type { return m.Types.Vector(ir.Float, 4, false) }},
		{"v2f64-typed", true, func(m *ir.Module) *ir.Type { return m.Types.Vector(ir.Double, 2, false) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := newEmission(t, c.typed)
			e.all(c.typ(e.mod))
			for _, name := range e.mod.FuncNames() {
				if f := e.mod.Func(name); !f.IsDecl {
					require.NoError(t, ir.Verify(f), name)
				}
			}
			text := e.mod.Bytes()
			for _, opt := range opts(c.typed) {
				verify(t, opt, text)
			}
		})
	}
}

// opts are the verifiers at hand: LLVM 14 for typed text, later ones for both.
func opts(typed bool) (list []string) {
	names := []string{"opt-19", "opt-22"}
	if typed {
		names = append(names, "opt-14")
	}
	for _, n := range names {
		if _, err := exec.LookPath(n); err == nil {
			list = append(list, n)
		}
	}
	return list
}

func verify(t *testing.T, opt string, text []byte) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "m.ll")
	require.NoError(t, os.WriteFile(file, text, 0o600))
	out, err := exec.Command(opt, "-passes=verify", "-disable-output", file).CombinedOutput()
	require.NoError(t, err, "%s: %s", opt, out)
}

// What is emitted computes, in the interpreter, what the expression says.
func TestEmittedComputes(t *testing.T) {
	for _, c := range []struct {
		name string
		tol  float64
		typ  func(m *ir.Module) *ir.Type
	}{
		{"double", 1e-13, func(*ir.Module) *ir.Type { return ir.Double }},
		{"float", 1e-5, func(*ir.Module) *ir.Type { return ir.Float }},
		{"v2f64", 1e-13, func(m *ir.Module) *ir.Type { return m.Types.Vector(ir.Double, 2, false) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := newEmission(t, false)
			typ := c.typ(e.mod)
			e.all(typ)
			m, err := interp.New(e.mod, interp.Options{Evaluators: Evaluator})
			require.NoError(t, err)
			ran := 0
			for _, r := range testRules() {
				for k := range r.sig {
					for o := -1; o < len(r.Outs); o++ {
						if f := e.mod.Func(symbol(r, o, k)); f != nil {
							runPartial(t, m, r, f, typ, o, k, c.tol)
							ran++
						}
					}
				}
			}
			require.Greater(t, ran, 40)
		})
	}
}

// What is emitted gives at kinks and poles what the expression says.
func TestEmittedAtSpecialPoints(t *testing.T) {
	e := newEmission(t, false)
	e.all(ir.Double)
	m, err := interp.New(e.mod, interp.Options{Evaluators: Evaluator})
	require.NoError(t, err)
	for _, c := range specialPoints {
		r := named(c.name)
		for k, want := range c.want {
			f := e.mod.Func(symbol(r, -1, k))
			require.NotNil(t, f, c.name)
			var args []interp.Value
			for n, p := range f.Params {
				switch {
				case p.Typ.IsInt():
					args = append(args, interp.I32(int32(c.at[n])))
				case n < len(c.at):
					args = append(args, interp.F64(c.at[n]))
				default:
					args = append(args, interp.F64(1))
				}
			}
			got, err := m.Call(f.Name, args...)
			require.NoError(t, err)
			require.True(t, got.F64() == want, "%s at %v: %v instead of %v", f.Name, c.at, got.F64(), want)
		}
	}
}

func runPartial(t *testing.T, m *interp.Machine, r *Rule, f *ir.Function, typ *ir.Type, o, k int, tol float64) {
	for _, at := range points(t, r) {
		if c, ok := constOperand(r); ok {
			at[c.k] = c.v
		}
		if r == powConstRule && at[0] < 0 {
			continue
		}
		var args []interp.Value
		for n, p := range f.Params {
			switch {
			case p.Typ.IsInt():
				args = append(args, interp.I32(int32(at[n])))
			case p.Typ.IsPtr():
				mem, err := m.NewFloat64s([]float64{0})
				require.NoError(t, err)
				args = append(args, interp.Pointer(mem))
			case n < len(at):
				args = append(args, fill(t, typ, at[n]))
			default:
				args = append(args, fill(t, typ, 1.5))
			}
		}
		got, err := m.Call(f.Name, args...)
		require.NoError(t, err, "%s at %v", f.Name, at)
		ev := &evaluator{rule: r, args: at, d: 1.5}
		var want float64
		if o < 0 {
			ev.r = primal(r.Name, at)
			want = ev.eval(r.partial(k))
		} else {
			ev.all = results(r.Name, at)
			ev.r = ev.all[o]
			want = ev.eval(r.outPartial(o, k))
		}
		for _, v := range got.Floats() {
			require.InDelta(t, want, v, tol*math.Max(1, math.Abs(want)), "%s at %v", f.Name, at)
		}
	}
}

// fill is x, or a vector of it.
func fill(t *testing.T, typ *ir.Type, x float64) interp.Value {
	n := 1
	if typ.IsVector() {
		n = typ.NumElems()
	}
	members := make([]any, n)
	for k := range members {
		members[k] = x
		if typ.Scalar().IsInt() {
			members[k] = int64(x)
		}
	}
	v, err := interp.Make(typ, members...)
	require.NoError(t, err)
	return v
}
