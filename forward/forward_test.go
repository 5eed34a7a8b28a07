package forward_test

import (
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/interp"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// program is a file of testdata: a module with `double @f(ptr)`, a function of
// the floats behind its parameter, and what its comments say of it.
//
//	; x = 0.5, 4.2          the point, one number for each float
//	; const = 1, 2          what is behind a second parameter, which is constant
//	; ret = 2.57            the result there
//	; grad = 5.07, 0.5      the derivatives
//	; refuse = L0104        the code of the diagnostic that it must give
//	; stops = text          what the derivative prints before it ends the program
type program struct {
	path   string
	text   []byte
	x      []float64
	consts []float64
	ret    []float64
	grad   []float64
	refuse string
	stops  string
}

func readProgram(t *testing.T, path string) *program {
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	p := &program{path: path, text: text}
	for _, line := range strings.Split(string(text), "\n") {
		key, value, ok := strings.Cut(strings.TrimPrefix(line, "; "), " = ")
		if !strings.HasPrefix(line, ";") || !ok {
			continue
		}
		switch key {
		case "x":
			p.x = numbers(t, value)
		case "const":
			p.consts = numbers(t, value)
		case "ret":
			p.ret = numbers(t, value)
		case "grad":
			p.grad = numbers(t, value)
		case "refuse":
			p.refuse = value
		case "stops":
			p.stops = value
		}
	}
	require.NotEmpty(t, p.x, "%s has no point", path)
	return p
}

func numbers(t *testing.T, s string) (list []float64) {
	for _, w := range strings.Split(s, ",") {
		v, err := strconv.ParseFloat(strings.TrimSpace(w), 64)
		require.NoError(t, err)
		list = append(list, v)
	}
	return list
}

// outcome is what a call gives: the result and what is behind the parameter,
// and the tangents of both.
type outcome struct{ y, dy []float64 }

func (p *program) module(t *testing.T) *ir.Module {
	m, err := ir.Read(p.path, p.text)
	require.NoError(t, err)
	return m
}

// request asks for the tangents of function f of the program.
func (p *program) request(width int) llad.Request {
	r := llad.Request{Func: "f", Mode: llad.Forward, Width: width}
	if p.consts != nil {
		r.Args = map[string]llad.Activity{"1": llad.Const}
	}
	return r
}

// options give the machine the functions of the C++ library that programs use.
var options = interp.Options{Evaluators: rules.Evaluator, Extern: map[string]interp.Extern{
	"_ZNSt8__detail15_List_node_base7_M_hookEPS0_": hookNode,
}}

// hookNode puts a node (next, previous) before another of its list.
func hookNode(m *interp.Machine, args []interp.Value) (interp.Value, error) {
	node, at := args[0].Ptr(), args[1].Ptr()
	last, err := m.Load(at+8, ir.OpaquePtr)
	if err != nil {
		return interp.Value{}, err
	}
	for _, link := range []struct {
		at interp.Ptr
		to interp.Value
	}{{node, args[1]}, {node + 8, last}, {last.Ptr(), args[0]}, {at + 8, args[0]}} {
		if err := m.Store(link.at, link.to); err != nil {
			return interp.Value{}, err
		}
	}
	return interp.Value{}, nil
}

// plain calls the original.
func (p *program) plain(t *testing.T, x []float64) []float64 {
	m, err := interp.New(p.module(t), options)
	require.NoError(t, err)
	at, err := m.NewFloat64s(x)
	require.NoError(t, err)
	args := []interp.Value{interp.Pointer(at)}
	if p.consts != nil {
		c, err := m.NewFloat64s(p.consts)
		require.NoError(t, err)
		args = append(args, interp.Pointer(c))
	}
	v, err := m.Call("f", args...)
	require.NoError(t, err)
	mem, err := m.ReadFloat64s(at, len(x))
	require.NoError(t, err)
	return append([]float64{v.F64()}, mem...)
}

// tangents calls the tangent function for several directions at once, twice in
// one machine.
func (p *program) tangents(t *testing.T, directions [][]float64) []outcome {
	mod := p.module(t)
	_, err := llad.Differentiate(mod, p.request(len(directions)))
	require.NoError(t, err)
	mod, err = ir.Read(p.path, mod.Bytes()) // what is written is what is run
	require.NoError(t, err)
	m, err := interp.New(mod, options)
	require.NoError(t, err)
	var first []outcome
	for range 2 {
		out := p.call(t, m, directions)
		if first == nil {
			first = out
		}
		assert.Equal(t, first, out, "the second call differs from the first")
		if t.Failed() {
			break
		}
	}
	return first
}

func (p *program) call(t *testing.T, m *interp.Machine, directions [][]float64) []outcome {
	var ptrs []interp.Ptr
	alloc := func(x []float64) interp.Value {
		at, err := m.NewFloat64s(x)
		require.NoError(t, err)
		ptrs = append(ptrs, at)
		return interp.Pointer(at)
	}
	args := []interp.Value{alloc(p.x)}
	for _, d := range directions {
		args = append(args, alloc(d))
	}
	if p.consts != nil {
		args = append(args, alloc(p.consts))
	}
	args = append(args, alloc(make([]float64, len(directions))))
	v, err := m.Call("f_jvp", args...)
	require.NoError(t, err)
	read := func(k int, n int) []float64 {
		x, err := m.ReadFloat64s(ptrs[k], n)
		require.NoError(t, err)
		return x
	}
	ret := read(len(ptrs)-1, len(directions))
	var out []outcome
	for k := range directions {
		out = append(out, outcome{
			y:  append([]float64{v.F64()}, read(0, len(p.x))...),
			dy: append([]float64{ret[k]}, read(k+1, len(p.x))...),
		})
	}
	for _, at := range ptrs {
		require.NoError(t, m.Release(at))
	}
	assert.Empty(t, m.Leaks())
	return out
}

// differences are the central differences of everything along d.
func (p *program) differences(t *testing.T, d []float64) []float64 {
	const h = 1.0 / (1 << 16)
	at := func(h float64) []float64 {
		x := append([]float64(nil), p.x...)
		for k := range x {
			x[k] += h * d[k]
		}
		return p.plain(t, x)
	}
	plus, minus := at(h), at(-h)
	for k := range plus {
		plus[k] = (plus[k] - minus[k]) / (2 * h)
	}
	return plus
}

func unit(n, k int) []float64 {
	d := make([]float64, n)
	d[k] = 1
	return d
}

func TestPrograms(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.ll")
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".ll"), func(t *testing.T) {
			p := readProgram(t, path)
			if p.refuse != "" {
				made := llad.New(p.module(t))
				made.Transport = llad.TransportSettled
				_, err := made.Differentiate(p.request(1))
				var d *ir.Diagnostic
				require.ErrorAs(t, err, &d)
				assert.Equal(t, p.refuse, d.Code)
				return
			}
			if p.stops != "" {
				p.checkStops(t)
				return
			}
			p.check(t)
		})
	}
}

func (p *program) checkStops(t *testing.T) {
	mod := p.module(t)
	_, err := llad.Differentiate(mod, p.request(1))
	require.NoError(t, err)
	var out strings.Builder
	m, err := interp.New(mod, interp.Options{Evaluators: rules.Evaluator, Stdout: &out})
	require.NoError(t, err)
	var args []interp.Value
	for _, x := range [][]float64{p.x, make([]float64, len(p.x)), {0}} {
		at, err := m.NewFloat64s(x)
		require.NoError(t, err)
		args = append(args, interp.Pointer(at))
	}
	_, err = m.Call("f_jvp", args...)
	assert.Error(t, err)
	assert.Contains(t, out.String(), p.stops)
}

func (p *program) check(t *testing.T) {
	n := len(p.x)
	var all [][]float64
	for k := range n {
		all = append(all, unit(n, k))
	}
	plain := p.plain(t, p.x)
	together := p.tangents(t, all)
	for k, d := range all {
		want := p.differences(t, d)
		one := p.tangents(t, [][]float64{d})[0]
		assert.Equal(t, together[k], one, "one tangent differs from several at once")
		assert.Equal(t, plain, one.y, "the primal differs from the original")
		for j, v := range one.dy {
			assert.InDelta(t, want[j], v, 1e-7*math.Max(1, math.Abs(want[j])), "d%d / dx%d", j-1, k)
		}
		if p.grad != nil {
			assert.InEpsilon(t, p.grad[k], one.dy[0], 4e-16, "the figure of dx%d", k)
		}
	}
	if p.ret != nil {
		assert.Equal(t, p.ret[0], plain[0])
	}
}

// The tangent function is a function like any other: its own tangents along the
// same direction are second derivatives.
func TestTwice(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.ll")
	require.NoError(t, err)
	for _, path := range paths {
		p := readProgram(t, path)
		if p.refuse != "" || p.stops != "" || p.consts != nil {
			continue
		}
		t.Run(strings.TrimSuffix(filepath.Base(path), ".ll"), func(t *testing.T) {
			mod := p.module(t)
			for _, f := range []string{"f", "f_jvp"} {
				_, err := llad.Differentiate(mod, llad.Request{Func: f, Mode: llad.Forward})
				require.NoError(t, err)
			}
			mod, err := ir.Read(p.path, mod.Bytes())
			require.NoError(t, err)
			for k := range p.x {
				p.checkSecond(t, mod, unit(len(p.x), k))
			}
		})
	}
}

func (p *program) checkSecond(t *testing.T, mod *ir.Module, d []float64) {
	const h = 1.0 / (1 << 14)
	plus, minus := p.moved(h, d), p.moved(-h, d)
	a, b := plus.tangents(t, [][]float64{d})[0], minus.tangents(t, [][]float64{d})[0]
	want := (a.dy[0] - b.dy[0]) / (2 * h)

	m, err := interp.New(mod, options)
	require.NoError(t, err)
	alloc := func(x []float64) interp.Value {
		at, err := m.NewFloat64s(x)
		require.NoError(t, err)
		return interp.Pointer(at)
	}
	zero := make([]float64, len(p.x))
	second := alloc([]float64{0})
	_, err = m.Call("f_jvp_jvp", alloc(p.x), alloc(d), alloc(d), alloc(zero), alloc([]float64{0}), second, alloc([]float64{0}))
	require.NoError(t, err)
	got, err := m.ReadFloat64s(second.Ptr(), 1)
	require.NoError(t, err)
	assert.InDelta(t, want, got[0], 1e-6*math.Max(1, math.Abs(want)), "second derivative along %v", d)
}

// moved is the program at another point.
func (p *program) moved(h float64, d []float64) *program {
	q := *p
	q.x = append([]float64(nil), p.x...)
	for k := range q.x {
		q.x[k] += h * d[k]
	}
	return &q
}
