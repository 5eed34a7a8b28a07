package tier

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// A share is a share: close to it in number, and the same for the same name.
func TestShareFollowsTheName(t *testing.T) {
	t.Setenv("LLAD_TIER", "")
	t.Setenv("LLAD_PROGRAMS", "")
	taken := 0
	for k := range 4000 {
		name := fmt.Sprintf("program_%d", k)
		if Share(name, 250) {
			taken++
		}
		require.Equal(t, Share(name, 250), Share(name, 250))
		require.True(t, Share(name, 1000))
		require.False(t, Share(name, 0))
	}
	require.InDelta(t, 1000, taken, 100)
}

func TestPickReachesEveryConfiguration(t *testing.T) {
	var times [10]int
	for k := range 2000 {
		times[Pick(fmt.Sprintf("time_rows_%d", k), len(times))]++
	}
	for _, n := range times {
		require.InDelta(t, 200, n, 60)
	}
}

func TestAllTakesEverything(t *testing.T) {
	t.Setenv("LLAD_TIER", "all")
	require.True(t, All())
	require.True(t, Share("anything", 0))
}

func TestReportCountsWhatIsLeft(t *testing.T) {
	counts = map[string]*[2]int{}
	Count("b", true)
	Count("b", false)
	Count("b", false)
	Count("a", true)
	var out bytes.Buffer
	Report(&out)
	require.Equal(t, "tier: b: 1 taken, 2 left\n", out.String())
}
