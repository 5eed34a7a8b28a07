package reverse_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/interp"
)

// storedGradient runs the gradient of testdata/stored.ll on n points, its result
// stored at out, and gives the most heap memory that was alive.
func storedGradient(t *testing.T, n int, alias bool) (x, dx []float64, peak uint64) {
	t.Helper()
	machine := gradientOf(t, "stored.ll", llad.Request{})
	array := func(a []float64) interp.Ptr {
		p, err := machine.NewFloat64s(a)
		require.NoError(t, err)
		return p
	}
	px, pd := array(points(n)), array(make([]float64, n))
	out, dout := array([]float64{0}), array([]float64{1})
	if alias {
		out, dout = px, pd
		require.NoError(t, machine.WriteFloat64s(pd, append([]float64{1}, make([]float64, n-1)...)))
	}
	before := machine.Counts().HeapLive
	_, err := machine.Call("f_grad", interp.Pointer(px), interp.Pointer(pd), interp.Pointer(out), interp.Pointer(dout),
		interp.I64(int64(n)), interp.I64(6))
	require.NoError(t, err)
	x, err = machine.ReadFloat64s(px, n)
	require.NoError(t, err)
	dx, err = machine.ReadFloat64s(pd, n)
	require.NoError(t, err)
	return x, dx, machine.Counts().HeapPeak - before
}

// A result that is stored where the points might be does not make the gradient
// keep anything of each point; where it is stored among them, the gradient is
// the same, and memory holds it afterwards.
func TestStoredResultIsPutBack(t *testing.T) {
	_, want, few := storedGradient(t, 10, false)
	_, _, many := storedGradient(t, 2000, false)
	require.LessOrEqual(t, many, few)
	x, got, _ := storedGradient(t, 10, true)
	require.InDeltaSlice(t, want, got, 1e-9)
	require.NotEqual(t, points(10)[0], x[0])
	require.Equal(t, points(10)[1:], x[1:])
}

// items is what testdata/items.ll computes, and its gradient by tangents.
func items(x, y []float64, at []int64, n int) (dx, dy []float64) {
	run := func(p, q int) float64 { // the tangent of the sum of memory along element p of x or q of y
		m, d := append(append([]float64{}, x...), y...), make([]float64, len(x)+len(y))
		off := len(x)
		if len(y) == 0 {
			off = 0
		}
		if p >= 0 {
			d[p] = 1
		} else {
			d[off+q] = 1
		}
		for i := range n {
			s, ds := 0.0, 0.0
			for _, k := range at {
				s += m[k] * m[k] * m[off+i]
				ds += 2*m[k]*d[k]*m[off+i] + m[k]*m[k]*d[off+i]
			}
			m[off+i], d[off+i] = s, ds
		}
		sum := 0.0
		for _, v := range d {
			sum += v
		}
		return sum
	}
	for p := range x {
		dx = append(dx, run(p, -1))
	}
	for q := range y {
		dy = append(dy, run(-1, q))
	}
	return dx, dy
}

// itemsGradient runs the gradient of testdata/items.ll or of another file with that function, y among x where there is none, and gives what memory holds behind
// it, the gradient, and the most heap memory that was alive.
func itemsGradient(t *testing.T, file string, x, y []float64, at []int64, n int) (dx, dy, after []float64, peak uint64) {
	t.Helper()
	machine := gradientOf(t, file, llad.Request{})
	array := func(v []float64, shadow float64) (interp.Ptr, interp.Ptr) {
		d := make([]float64, len(v))
		for k := range d {
			d[k] = shadow
		}
		p, err := machine.NewFloat64s(v)
		require.NoError(t, err)
		q, err := machine.NewFloat64s(d)
		require.NoError(t, err)
		return p, q
	}
	px, pdx := array(x, 1)
	py, pdy := px, pdx
	if y != nil {
		py, pdy = array(y, 1)
	}
	list, err := machine.NewInt64s(at)
	require.NoError(t, err)
	before := machine.Counts().HeapLive
	_, err = machine.Call("f_grad", interp.Pointer(px), interp.Pointer(pdx), interp.Pointer(py), interp.Pointer(pdy), interp.Pointer(list),
		interp.Pointer(list), interp.I64(int64(n)), interp.I64(int64(len(at))))
	require.NoError(t, err)
	peak = machine.Counts().HeapPeak - before
	dx, err = machine.ReadFloat64s(pdx, len(x))
	require.NoError(t, err)
	after, err = machine.ReadFloat64s(px, len(x))
	require.NoError(t, err)
	if y != nil {
		dy, err = machine.ReadFloat64s(pdy, len(y))
		require.NoError(t, err)
	}
	return dx, dy, after, peak
}

// Results of items, stored where what all items read might be, do not make the gradient keep what
// items read, but a few bytes for each; where they are stored there, the gradient is that of what memory held, and
// memory holds them behind it.
func TestStoresInLoopsAreUndone(t *testing.T) {
	at := []int64{2, 0, 3, 0, 1}
	x, y := []float64{0.5, 1.25, -0.75, 2}, []float64{0.25, 0.5, -1.5}
	dx, dy, _, _ := itemsGradient(t, "items.ll", x, y, at, 3)
	wantX, wantY := items(x, y, at, 3)
	require.InDeltaSlice(t, wantX, dx, 1e-12)
	require.InDeltaSlice(t, wantY, dy, 1e-12)

	want, _ := items(x, nil, at, 3)
	dx, _, after, _ := itemsGradient(t, "items.ll", x, nil, at, 3)
	require.InDeltaSlice(t, want, dx, 1e-9)
	m := append([]float64{}, x...)
	for i := range 3 {
		s := 0.0
		for _, k := range at {
			s += m[k] * m[k] * m[i]
		}
		m[i] = s
	}
	require.Equal(t, m, after)

	const n, d = 100, 1000
	_, _, _, peak := itemsGradient(t, "items.ll", x, points(n), make([]int64, d), n)
	require.Less(t, peak, uint64(8*n*d/10))
}

// Vectors that are stored so are undone as well, lane by lane.
func TestStoredVectorsAreUndone(t *testing.T) {
	at := []int64{2, 0, 3, 0, 1}
	lanes := [][]float64{{0.5, 1.25, -0.75, 2}, {-1.5, 0.75, 1, 0.25}}
	var x, want []float64
	for k := range lanes[0] {
		x = append(x, lanes[0][k], lanes[1][k])
	}
	a, _ := items(lanes[0], nil, at, 3)
	b, _ := items(lanes[1], nil, at, 3)
	for k := range a {
		want = append(want, a[k], b[k])
	}
	dx, _, _, _ := itemsGradient(t, "items_lanes.ll", x, nil, at, 3)
	require.InDeltaSlice(t, want, dx, 1e-9)

	const n, d = 100, 1000
	_, _, _, peak := itemsGradient(t, "items_lanes.ll", points(8), points(2*n), make([]int64, d), n)
	require.Less(t, peak, uint64(8*n*d/10))
}
