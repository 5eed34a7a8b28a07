package activity_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/activity"
)

// Every code is explained to users.
func TestCodesAreDocumented(t *testing.T) {
	text, err := os.ReadFile("../LIMITATIONS.md")
	require.NoError(t, err)
	for _, c := range activity.Codes {
		require.True(t, strings.Contains(string(text), c.Code), c.Code)
		require.NotEmpty(t, c.Meaning)
		require.NotEmpty(t, c.WorkAround)
	}
}
