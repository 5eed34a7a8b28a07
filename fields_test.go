package llad

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/interp"
	"github.com/llad-ad/llad/rules"
)

// Neighbours in one field and in three.
const fields = `
void one(const double *restrict a, double *restrict y, int n) {
  for (int i = 2; i < n - 2; i++)
    y[i] = a[i - 2] * a[i] + a[i + 1] * a[i - 1] - a[i + 2] * a[i];
}
void three(const double *restrict a, const double *restrict b, const double *restrict c, double *restrict y, int n) {
  for (int i = 2; i < n - 2; i++)
    y[i] = (a[i - 2] * b[i] + a[i + 1] * c[i - 1] - a[i + 2] * b[i - 2]) * (b[i + 1] * c[i] + b[i + 2] * a[i]) * c[i - 2];
}
`

// Of neighbours in several fields no more is carried from iteration to iteration than
// registers hold; the gradient is the same.
func TestFieldsCarryLittle(t *testing.T) {
	const n = 40
	for name, arrays := range map[string]int{"one": 1, "three": 3} {
		m := gradientOf(t, 19, "-O1", fields, name)
		text := m.Func(name + "_grad").String()
		handed := map[string]int{} // by the block in front of the loop
		for _, phi := range regexp.MustCompile(`phi double \[ 0x0000000000000000, %(\S+)`).FindAllStringSubmatch(text, -1) {
			handed[phi[1]]++
		}
		require.NotEmpty(t, handed)
		for block, phis := range handed {
			require.LessOrEqual(t, phis, maxHandedOn, "%s %s", name, block)
		}
		machine, err := interp.New(m, interp.Options{Evaluators: rules.Evaluator})
		require.NoError(t, err)
		x := make([]float64, n)
		for i := range x {
			x[i] = 1 + 0.25*float64(i%5)
		}
		var values [][]float64
		for range arrays {
			values = append(values, x)
		}
		args := shadowed(t, machine, append(values, make([]float64, n))...)
		seed := make([]float64, n)
		for i := range seed {
			seed[i] = 1 / float64(1+i)
		}
		require.NoError(t, machine.WriteFloat64s(args[2*arrays+1].Ptr(), seed))
		_, err = machine.Call(name+"_grad", append(args, interp.I32(n))...)
		require.NoError(t, err)
		for k := range arrays {
			got, err := machine.ReadFloat64s(args[2*k+1].Ptr(), n)
			require.NoError(t, err)
			for _, at := range []int{0, 1, 2, 17, n - 3, n - 1} {
				require.InDelta(t, fieldDifference(x, seed, name, k, at), got[at], 1e-7, "%s %d %d", name, k, at)
			}
		}
	}
}

const maxHandedOn = 12

// fieldDifference is the derivative by element at of field k, by a difference.
func fieldDifference(x, seed []float64, name string, k, at int) float64 {
	value := func(step float64) float64 {
		f := [3][]float64{}
		for j := range f {
			f[j] = append([]float64(nil), x...)
		}
		f[k][at] += step
		a, b, c := f[0], f[1], f[2]
		s := 0.0
		for i := 2; i < len(x)-2; i++ {
			y := a[i-2]*a[i] + a[i+1]*a[i-1] - a[i+2]*a[i]
			if name == "three" {
				y = (a[i-2]*b[i] + a[i+1]*c[i-1] - a[i+2]*b[i-2]) * (b[i+1]*c[i] + b[i+2]*a[i]) * c[i-2]
			}
			s += seed[i] * y
		}
		return s
	}
	const h = 1e-5
	return (value(h) - value(-h)) / (2 * h)
}
