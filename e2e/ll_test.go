package e2e

import (
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/interp"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// gradLine is an expectation in a module: the function at a point, what it
// returns there, and its derivatives with respect to the floats, in order.
var gradLine = regexp.MustCompile(`(?m)^; llad: grad (\w+)\(([^)]*)\) = (.*)$`)

// The modules of testdata/ll, as compilers wrote them, with the figures that
// their comments expect. Run in the interpreter, in both modes.
func TestModules(t *testing.T) {
	paths, err := filepath.Glob("../testdata/ll/*.ll")
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			lines := gradLine.FindAllStringSubmatch(string(text), -1)
			require.NotEmpty(t, lines, "nothing is expected")
			transports := []llad.Transport{llad.TransportAuto}
			if strings.Contains(string(text), "\n; llad: settled\n") { // and not by names as a way out
				transports[0] = llad.TransportSettled
			}
			if strings.Contains(string(text), "\n; llad: by names too\n") {
				transports = append(transports, llad.TransportNames)
			}
			for _, l := range lines {
				for _, transport := range transports {
					expectGradient(t, path, text, transport, l[1], floats(t, l[2]), floats(t, l[3]))
				}
			}
		})
	}
}

func floats(t *testing.T, list string) []float64 {
	t.Helper()
	var out []float64
	for _, s := range strings.Split(list, ",") {
		v, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
		require.NoError(t, err)
		out = append(out, v)
	}
	return out
}

func expectGradient(t *testing.T, path string, text []byte, transport llad.Transport, name string, point, want []float64) {
	t.Helper()
	m, err := ir.Read(path, text)
	require.NoError(t, err)
	d := llad.New(m)
	d.Transport = transport
	grad, err := d.Differentiate(llad.Request{Func: name, Mode: llad.Reverse})
	require.NoError(t, err)
	jvp, err := d.Differentiate(llad.Request{Func: name, Mode: llad.Forward})
	require.NoError(t, err)
	m, err = ir.Read(path, m.Bytes()) // what derivatives by names call is text
	require.NoError(t, err)
	machine, err := interp.New(m, interp.Options{Evaluators: rules.Evaluator})
	require.NoError(t, err)
	f := m.Func(name)

	var args []interp.Value
	var places []interp.Ptr
	for k, p := range f.Params {
		if p.Typ.IsInt() {
			args = append(args, interp.I32(int32(point[k])))
			continue
		}
		place, err := machine.NewFloat64s([]float64{0})
		require.NoError(t, err)
		places = append(places, place)
		args = append(args, interp.F64(point[k]), interp.Pointer(place))
	}
	ret, err := machine.Call(grad.Func.Name, append(args, interp.F64(1))...)
	require.NoError(t, err)
	close := func(want, got float64, what string) {
		require.InDelta(t, want, got, 4e-16*math.Max(1, math.Abs(want)), what)
	}
	close(want[0], ret.F64(), "value")
	require.Len(t, want, 1+len(places))
	for k, place := range places {
		got, err := machine.ReadFloat64s(place, 1)
		require.NoError(t, err)
		close(want[1+k], got[0], "gradient")
	}
	for k := range places {
		var args []interp.Value
		active := 0
		for n, p := range f.Params {
			if p.Typ.IsInt() {
				args = append(args, interp.I32(int32(point[n])))
				continue
			}
			tangent := 0.0
			if active == k {
				tangent = 1
			}
			active++
			args = append(args, interp.F64(point[n]), interp.F64(tangent))
		}
		out, err := machine.NewFloat64s([]float64{0})
		require.NoError(t, err)
		_, err = machine.Call(jvp.Func.Name, append(args, interp.Pointer(out))...)
		require.NoError(t, err)
		got, err := machine.ReadFloat64s(out, 1)
		require.NoError(t, err)
		close(want[1+k], got[0], "tangent")
	}
}
