package markers

import (
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// docs/markers.md names every marker, option and registration there is.
func TestPageNamesAll(t *testing.T) {
	text, err := os.ReadFile("../docs/markers.md")
	require.NoError(t, err)
	page := string(text)
	for _, m := range markerNames {
		assert.Contains(t, page, m.part)
	}
	for _, name := range slices.Sorted(maps.Keys(options)) {
		assert.Contains(t, page, "`"+name+"`")
	}
	for _, r := range registrations {
		assert.Contains(t, page, "__enzyme_"+r.part)
	}
}
