package bench

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/internal/tier"
)

// A build by `llad cc -O3 -march=native` has the very code of the gradient that the fastest flags give.
func TestWrapperHasTheFastestFlags(t *testing.T) {
	for _, p := range problems {
		if !tier.Take("wrapper", p.name, 400) {
			continue
		}
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			flags, wrapper := p.folder().Code(t, "primal.c")
			require.Greater(t, len(flags), 100)
			require.Equal(t, flags, wrapper)
		})
	}
}
