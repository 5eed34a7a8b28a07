package apps

import (
	"cmp"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/bench/harness"
	"github.com/llad-ad/llad/internal/tier"
)

// variant is how the kernels' arrays are declared and indexed.
type variant struct {
	name  string
	flags []string
	rows  bool // -DROW is the length
}

var variants = []variant{
	{"int", []string{"-DFLAT"}, false},
	{"size_t", []string{"-DFLAT", "-DINDEX=size_t"}, false},
	{"rows", nil, true},
	{"constant", []string{"-DCONSTANT"}, true},
}

// lengths are those for the benchmark where arrays are not squares that are gone through many times; steps are 20.
var lengths = map[string]int{
	"gemver": 2200, "gesummv": 2200, "atax": 2200, "bicg": 2200, "mvt": 2200, "trisolv": 2200, "durbin": 2200,
	"deriche": 1000, "doitgen": 100, "nussinov": 300, "heat_3d": 60, "jacobi_1d": 20000, "jacobi_2d": 400,
}

// keeps are the bytes that gradients of a length of 200 take at most where the innermost loop, of 2.7 or 4 million iterations,
// keeps nothing: arrays lie behind each other, and loops over triangles end with them. An entry may be for one index alone.
var keeps = map[string]float64{"int correlation": 8 << 20, "covariance": 8 << 20, "lu": 24 << 20, "cholesky": 8 << 20, "ludcmp": 8 << 20}

const polybenchSteps = "20"

// kernels gives the names of all kernels.
func kernels(tb testing.TB) []string {
	tb.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "polybench", "kernels.inc"))
	require.NoError(tb, err)
	var names []string
	for _, m := range regexp.MustCompile(`(?m)^K\((\w+),`).FindAllSubmatch(text, -1) {
		names = append(names, string(m[1]))
	}
	require.Len(tb, names, 30)
	return names
}

// build makes the program of all kernels for one length.
func (v *variant) build(tb testing.TB, r recipe, names []string, length int) string {
	tb.Helper()
	p := harness.Problem{Dir: filepath.Join("testdata", "polybench"), Main: filepath.Join("..", "testdata"), Funcs: names,
		NoHand: true, NoJVP8: true, Flags: v.flags}
	if v.rows {
		p.Flags = append([]string{"-DROW=" + strconv.Itoa(length)}, p.Flags...)
	}
	return p.Compile(tb, harness.Build{Src: "primal.c", Before: r.before, After: r.after})
}

// The derivatives of all kernels agree with differences and with each other. The fast tier compiles them in one way.
func TestPolybenchAgrees(t *testing.T) {
	names := kernels(t)
	for l, v := range variants {
		for k, r := range recipes {
			n := len(recipes)*l + k
			if !tier.Count("apps", tier.All() || n == tier.Pick("polybench", len(variants)*len(recipes))) {
				continue
			}
			t.Run(v.name+"/"+r.name, func(t *testing.T) {
				t.Parallel()
				if !tier.All() {
					r.after = []string{"-O0"}
				}
				exe := v.build(t, r, names, 13)
				for i, name := range names {
					m := harness.Measure(t, exe, "check", strconv.Itoa(i), "13", "5")
					assert.Less(t, m.Worst("check", "llad"), 1e-12, "%s: once more", name)
					assert.Less(t, m.Worst("check", "differences"), 1e-6, "%s", name)
					assert.Less(t, m.Worst("check", "jvp"), 1e-11, "%s", name)
					if most := cmp.Or(keeps[name], keeps[v.name+" "+name]); most > 0 && !v.rows {
						m = harness.Measure(t, exe, "memory", strconv.Itoa(i), "200", "5")
						assert.Less(t, m.Least("memory", "llad")-m.Least("memory", "primal"), most, "%s", name)
					}
				}
			})
		}
	}
}

// BenchmarkPolybench measures the kernels as BenchmarkApps does applications.
func BenchmarkPolybench(b *testing.B) {
	names := kernels(b)
	for _, v := range variants {
		for _, r := range recipes {
			b.Run("index="+v.name+"/flags="+r.name, func(b *testing.B) {
				exes := map[int]string{}
				for i, name := range names {
					length := cmp.Or(lengths[name], 400)
					at := length
					if !v.rows {
						at = 0
					}
					if exes[at] == "" {
						exes[at] = v.build(b, r, names, length)
					}
					b.Run("kernel="+name, func(b *testing.B) {
						measure(b, exes[at], []string{strconv.Itoa(i), strconv.Itoa(length), polybenchSteps})
					})
				}
			})
		}
	}
}
