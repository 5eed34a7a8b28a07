package transport

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Formats of scanf say what is stored where; unknown ones do not.
func TestConversionsOf(t *testing.T) {
	n := func(bytes int64) conversion { return conversion{bytes, true} }
	for format, want := range map[string][]conversion{
		"":                         nil,
		"a b 100%% %*d%*[^x]":      nil,
		"%d,%lf %f%Lg":             {n(4), n(8), n(4), n(16)},
		"%hhu %hd%lld%zx %p":       {n(1), n(2), n(8), n(8), n(8)},
		"%11s %s %c%3c%[^]a] %[]]": {n(12), n(0), n(1), n(3), n(0), n(0)},
		"%5[0-9]%n %ms":            {n(6), {4, false}, n(8)},
	} {
		got, ok := conversionsOf(format)
		require.True(t, ok, format)
		require.Equal(t, want, got, format)
	}
	for _, format := range []string{"%", "%ls", "%lc", "%[a", "%y", "%hf", "%l"} {
		_, ok := conversionsOf(format)
		require.False(t, ok, format)
	}
}
