package analysis

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestParseMemory(t *testing.T) {
	for text, want := range map[string]Effects{
		"none":                          {},
		"read":                          allEffects(Reads),
		"argmem: readwrite":             {Arg: 3},
		"read, inaccessiblemem: none":   {Arg: 1, Errno: 1, Other: 1},
		"argmem: read, errnomem: write": {Arg: 1, Errno: 2},
		"write, argmem: none":           {Inaccessible: 2, Errno: 2, Other: 2},
		"target_mem0: write":            {Other: 2},
	} {
		require.Equal(t, want, parseMemory(text), text)
	}
}
