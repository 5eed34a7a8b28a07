package reverse_test

import (
	"fmt"
	"math"
	"math/bits"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/interp"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// drawing is a loop x = x/2 + a*z, where z is 13 bits of what the updates of some
// state give.
const drawing = `
declare i64 @llvm.fshl.i64(i64, i64, i64)
declare i64 @llvm.bswap.i64(i64)
define double @f(double %%a, i64 %%n) {
entry:
  br label %%loop
loop:
  %%i = phi i64 [ 0, %%entry ], [ %%i2, %%loop ]
  %%x = phi double [ 1.0, %%entry ], [ %%x2, %%loop ]
%s
  %%low = and i64 %%r, 8191
  %%z = uitofp i64 %%low to double
  %%az = fmul double %%a, %%z
  %%half = fmul double %%x, 0.5
  %%x2 = fadd double %%half, %%az
  %%i2 = add i64 %%i, 1
  %%c = icmp slt i64 %%i2, %%n
  br i1 %%c, label %%loop, label %%out
out:
  ret double %%x2
}
`

// updates have lines of IR that make %r, and the same in Go.
var updates = []struct {
	name, code string
	next       func() func() uint64
}{
	{"congruential", `
  %s = phi i64 [ 7, %entry ], [ %r, %loop ]
  %m = mul i64 %s, 6364136223846793005
  %r = add i64 %m, 1442695040888963407`, func() func() uint64 {
		s := uint64(7)
		return func() uint64 { s = s*6364136223846793005 + 1442695040888963407; return s }
	}},
	{"xorshift", `
  %s = phi i64 [ 7, %entry ], [ %r, %loop ]
  %a1 = shl i64 %s, 13
  %s1 = xor i64 %s, %a1
  %a2 = lshr i64 %s1, 7
  %s2 = xor i64 %a2, %s1
  %a3 = shl i64 %s2, 17
  %r = xor i64 %s2, %a3`, func() func() uint64 {
		s := uint64(7)
		return func() uint64 { s ^= s << 13; s ^= s >> 7; s ^= s << 17; return s }
	}},
	{"xoshiro", `
  %s0 = phi i64 [ 1, %entry ], [ %t0, %loop ]
  %s1 = phi i64 [ 2, %entry ], [ %t1, %loop ]
  %s2 = phi i64 [ 3, %entry ], [ %t2, %loop ]
  %s3 = phi i64 [ 4, %entry ], [ %t3, %loop ]
  %r = add i64 %s0, %s3
  %h = shl i64 %s1, 17
  %u2 = xor i64 %s2, %s0
  %u3 = xor i64 %s3, %s1
  %t1 = xor i64 %s1, %u2
  %t0 = xor i64 %s0, %u3
  %t2 = xor i64 %u2, %h
  %t3 = call i64 @llvm.fshl.i64(i64 %u3, i64 %u3, i64 45)`, func() func() uint64 {
		s := [4]uint64{1, 2, 3, 4}
		return func() uint64 {
			r, h := s[0]+s[3], s[1]<<17
			s[2] ^= s[0]
			s[3] ^= s[1]
			s[1] ^= s[2]
			s[0] ^= s[3]
			s[2] ^= h
			s[3] = bits.RotateLeft64(s[3], 45)
			return r
		}
	}},
	{"xorshift128", `
  %s0 = phi i64 [ 5, %entry ], [ %s1, %loop ]
  %s1 = phi i64 [ 6, %entry ], [ %t, %loop ]
  %a1 = shl i64 %s0, 23
  %v = xor i64 %s0, %a1
  %a2 = lshr i64 %v, 18
  %a3 = lshr i64 %s1, 5
  %b1 = xor i64 %v, %s1
  %b2 = xor i64 %a2, %a3
  %t = xor i64 %b1, %b2
  %r = add i64 %t, %s1`, func() func() uint64 {
		s, t := uint64(5), uint64(6)
		return func() uint64 {
			v, w := s, t
			s = w
			v ^= v << 23
			t = v ^ w ^ v>>18 ^ w>>5
			return t + w
		}
	}},
	{"sums of two", `
  %p = phi i64 [ 0, %entry ], [ %q, %loop ]
  %q = phi i64 [ 1, %entry ], [ %r, %loop ]
  %r = add i64 %p, %q`, func() func() uint64 {
		p, q := uint64(0), uint64(1)
		return func() uint64 { p, q = q, p+q; return q }
	}},
	{"remainder", `
  %s = phi i32 [ 1, %entry ], [ %t, %loop ]
  %w = zext i32 %s to i64
  %m = mul nuw nsw i64 %w, 48271
  %r = urem i64 %m, 2147483647
  %t = trunc i64 %r to i32`, func() func() uint64 {
		s := uint64(1)
		return func() uint64 { s = s * 48271 % 2147483647; return s }
	}},
	{"around", `
  %k = phi i64 [ 1, %entry ], [ %r, %loop ]
  %k1 = add i64 %k, 1
  %last = icmp eq i64 %k1, 3
  %r = select i1 %last, i64 0, i64 %k1`, func() func() uint64 {
		k := uint64(1)
		return func() uint64 { k = (k + 1) % 3; return k }
	}},
	{"bytes, products with shifts, and a choice", `
  %s = phi i64 [ 3, %entry ], [ %r, %loop ]
  %odd = and i64 %i, 1
  %is = icmp eq i64 %odd, 0
  %b = call i64 @llvm.bswap.i64(i64 %s)
  %b1 = add i64 %b, 9
  %d = sub i64 11, %s
  %sel = select i1 %is, i64 %b1, i64 %d
  %sh = shl i64 %sel, 5
  %r = sub i64 %sh, %sel`, func() func() uint64 {
		s, i := uint64(3), 0
		return func() uint64 {
			if i++; i%2 == 1 {
				s = bits.ReverseBytes64(s) + 9
			} else {
				s = 11 - s
			}
			s = s<<5 - s
			return s
		}
	}},
	{"narrow", `
  %s = phi i16 [ 17, %entry ], [ %t, %loop ]
  %w = zext i16 %s to i32
  %m = mul nuw nsw i32 %w, 75
  %m2 = add nuw nsw i32 %m, 74
  %t = trunc i32 %m2 to i16
  %r = zext i16 %t to i64`, func() func() uint64 {
		s := uint16(17)
		return func() uint64 { s = s*75 + 74; return uint64(s) }
	}},
}

// inverted gives the machine that runs f_grad, after checking that nothing is kept.
func inverted(t *testing.T, text string, constant ...string) *interp.Machine {
	t.Helper()
	req := llad.Request{Mode: llad.Reverse, Args: map[string]llad.Activity{}}
	for _, p := range constant {
		req.Args[p] = llad.Const
	}
	m, err := ir.Read("f.ll", []byte(text))
	require.NoError(t, err)
	e, err := llad.Explain(m, req)
	require.NoError(t, err)
	require.Empty(t, e.Functions[0].Totals.Open, e.String())
	require.Zero(t, e.Functions[0].Totals.TapeBytes)
	m, err = ir.Read("f.ll", []byte(text))
	require.NoError(t, err)
	_, err = llad.New(m).Differentiate(req)
	require.NoError(t, err)
	machine, err := interp.New(m, interp.Options{Evaluators: rules.Evaluator, MaxSteps: 1e8})
	require.NoError(t, err)
	return machine
}

// What random numbers are drawn from is computed back, exactly: the gradient is
// the sum over the numbers that were drawn.
func TestInvertedUpdates(t *testing.T) {
	for _, u := range updates {
		t.Run(u.name, func(t *testing.T) {
			machine := inverted(t, fmt.Sprintf(drawing, u.code))
			for _, n := range []int{1, 2, 3, 10, 100} {
				next, want := u.next(), 0.0
				for range n {
					want = want/2 + float64(next()&8191)
				}
				da, err := machine.NewFloat64s([]float64{0})
				require.NoError(t, err)
				_, err = machine.Call("f_grad", interp.F64(1), interp.Pointer(da), interp.I64(int64(n)), interp.F64(1))
				require.NoError(t, err)
				d, err := machine.ReadFloat64s(da, 1)
				require.NoError(t, err)
				require.InEpsilon(t, want, d[0], 1e-13, "n = %d", n)
			}
		})
	}
}

// The same of numbers whose state is in memory, though functions of the library may
// write errno; what is behind the pointer afterwards is what the program leaves there.
func TestInvertedUpdatesInMemory(t *testing.T) {
	const text = `
declare double @exp(double) nounwind
define double @f(double %a, ptr %p, i64 %n) {
entry:
  %q = getelementptr inbounds i8, ptr %p, i64 8
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i2, %loop ]
  %x = phi double [ 1.0, %entry ], [ %x2, %loop ]
  %s = load i64, ptr %p
  %t = load i64, ptr %q
  %m = mul i64 %s, 6364136223846793005
  %r = add i64 %m, %t
  store i64 %r, ptr %p
  %t2 = add i64 %t, 2
  store i64 %t2, ptr %q
  %high = lshr i64 %r, 60
  %z = uitofp i64 %high to double
  %e = call double @exp(double %z)
  %az = fmul double %a, %e
  %half = fmul double %x, 0.5
  %x2 = fadd double %half, %az
  %i2 = add i64 %i, 1
  %c = icmp slt i64 %i2, %n
  br i1 %c, label %loop, label %out
out:
  ret double %x2
}
`
	machine := inverted(t, text, "p")
	for _, n := range []int{1, 2, 3, 10, 100} {
		s, odd, want := uint64(7), uint64(11), 0.0
		for range n {
			s = s*6364136223846793005 + odd
			odd += 2
			want = want/2 + math.Exp(float64(s>>60))
		}
		da, err := machine.NewFloat64s([]float64{0})
		require.NoError(t, err)
		p, err := machine.NewFloat64s([]float64{math.Float64frombits(7), math.Float64frombits(11)})
		require.NoError(t, err)
		_, err = machine.Call("f_grad", interp.F64(1), interp.Pointer(da), interp.Pointer(p), interp.I64(int64(n)), interp.F64(1))
		require.NoError(t, err)
		d, err := machine.ReadFloat64s(da, 1)
		require.NoError(t, err)
		require.InEpsilon(t, want, d[0], 1e-13, "n = %d", n)
		left, err := machine.ReadFloat64s(p, 2)
		require.NoError(t, err)
		require.Equal(t, []uint64{s, odd}, []uint64{math.Float64bits(left[0]), math.Float64bits(left[1])})
	}
}

// Updates that lose something are kept: multiples of an even number, and a
// remainder whose argument may be large or negative.
func TestUpdatesThatLoseAreKept(t *testing.T) {
	for _, code := range []string{
		"%s = phi i64 [ 7, %entry ], [ %r, %loop ]\n%m = mul i64 %s, 6\n%r = add i64 %m, 1",
		"%s = phi i64 [ 7, %entry ], [ %r, %loop ]\n%m = mul i64 %s, 5\n%r = srem i64 %m, 36028797018963967",
		"%s = phi i64 [ -7, %entry ], [ %r, %loop ]\n%m = mul i64 %s, 5\n%r = srem i64 %m, 101",
		"%s = phi i64 [ 7, %entry ], [ %r, %loop ]\n%m = mul i64 %s, 5\n%r = urem i64 %m, 100",
		"%s = phi i64 [ 7, %entry ], [ %r, %loop ]\n%m = lshr i64 %s, 1\n%r = xor i64 %m, 12345",
		"%s = phi i64 [ 7, %entry ], [ %r, %loop ]\n%m = ashr i64 %s, 3\n%r = xor i64 %m, %s",
		"%s = phi i64 [ 2, %entry ], [ %r, %loop ]\n%m = add i64 %s, 1\n%e = icmp eq i64 %m, 2\n%r = select i1 %e, i64 0, i64 %m",
	} {
		m, err := ir.Read("f.ll", fmt.Appendf(nil, drawing, code))
		require.NoError(t, err)
		e, err := llad.Explain(m, llad.Request{Mode: llad.Reverse})
		require.NoError(t, err)
		require.NotEmpty(t, e.Functions[0].Totals.Open, code)
	}
}

// A particle whose speed and place change in turns: sums of floats are undone
// only when that is asked for, and the gradient is then nearly the same.
func TestInvertedFloats(t *testing.T) {
	const orbit = `
define double @f(double %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i2, %loop ]
  %x = phi double [ 1.0, %entry ], [ %x2, %loop ]
  %v = phi double [ 0.125, %entry ], [ %v2, %loop ]
  %sq = fmul double %x, %x
  %r = fadd double %sq, 1.0
  %ax = fmul double %a, %x
  %acc = fdiv double %ax, %r
  %d = fmul double %acc, 0.0625
  %v2 = fsub double %v, %d
  %w = fmul double %v2, 0.0625
  %x2 = fadd double %x, %w
  %i2 = add i64 %i, 1
  %c = icmp slt i64 %i2, %n
  br i1 %c, label %loop, label %out
out:
  ret double %x2
}
`
	m, err := ir.Read("f.ll", []byte(orbit))
	require.NoError(t, err)
	e, err := llad.Explain(m, llad.Request{Mode: llad.Reverse})
	require.NoError(t, err)
	require.NotEmpty(t, e.Functions[0].Totals.Open)

	gradient := func(caching llad.Caching) float64 {
		m, err := ir.Read("f.ll", []byte(orbit))
		require.NoError(t, err)
		d := llad.New(m)
		d.Cache = caching
		_, err = d.Differentiate(llad.Request{Mode: llad.Reverse})
		require.NoError(t, err)
		machine, err := interp.New(m, interp.Options{Evaluators: rules.Evaluator, MaxSteps: 1e8})
		require.NoError(t, err)
		da, err := machine.NewFloat64s([]float64{0})
		require.NoError(t, err)
		_, err = machine.Call("f_grad", interp.F64(1.5), interp.Pointer(da), interp.I64(1000), interp.F64(1))
		require.NoError(t, err)
		v, err := machine.ReadFloat64s(da, 1)
		require.NoError(t, err)
		return v[0]
	}
	require.InEpsilon(t, gradient(llad.Caching{}), gradient(llad.Caching{InvertFloats: true}), 1e-10)
}
