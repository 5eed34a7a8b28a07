package reverse_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/ir"
)

// The shadow of an element that is only added to keeps what it holds: the reversal of
// testdata/in_place.ll stores what x receives, and nothing else, whose place is told to
// be in shadow memory.
func TestAddedInPlaceStoresNothing(t *testing.T) {
	text, err := os.ReadFile("testdata/in_place.ll")
	require.NoError(t, err)
	for _, width := range []int{1, 2} {
		m, err := ir.Read("in_place.ll", text)
		require.NoError(t, err)
		r, err := llad.New(m).Differentiate(llad.Request{Mode: llad.Reverse, Width: width})
		require.NoError(t, err)
		stores := 0
		for _, b := range r.Func.Blocks {
			for _, i := range b.Instrs {
				if i.Op == ir.Store {
					stores++
					require.NotEmpty(t, i.Metadata("alias.scope"), "%s", r.Func)
				}
			}
		}
		require.Equal(t, 1+width, stores, "%s", strings.TrimSpace(r.Func.String()))
	}
}
