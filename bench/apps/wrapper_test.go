package apps

import (
	"cmp"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/bench/harness"
	"github.com/llad-ad/llad/internal/tier"
)

// A build by `llad cc -O3 -march=native` has the very code of the gradient that the fastest flags give.
func TestWrapperHasTheFastestFlags(t *testing.T) {
	same := func(name, src string, p harness.Problem) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			flags, wrapper := p.Code(t, src)
			require.Greater(t, len(flags), 100)
			require.Equal(t, flags, wrapper)
		})
	}
	for _, a := range apps {
		if !tier.Take("wrapper", a.name, 300) {
			continue
		}
		dir := filepath.Join("testdata", cmp.Or(a.dir, a.name))
		same(a.name, cmp.Or(a.src, "primal.c"), harness.Problem{Dir: dir, Funcs: []string{a.fn}, Consts: a.consts, OpenMP: a.openmp})
	}
	for _, v := range variants {
		if !v.rows && tier.Take("wrapper", "polybench "+v.name, 0) {
			same("polybench "+v.name, "primal.c", harness.Problem{Dir: filepath.Join("testdata", "polybench"), Funcs: kernels(t), Flags: v.flags})
		}
	}
}
