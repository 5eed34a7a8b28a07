package diag

import (
	"flag"
	"os"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write docs/codes.md anew")

var anyCode = regexp.MustCompile(`\bL\d{4}\b`)

// The table has every code that LIMITATIONS.md lists, which has those of the sources, and no other.
func TestEveryCodeIsInTheTable(t *testing.T) {
	text, err := os.ReadFile("../LIMITATIONS.md")
	require.NoError(t, err)
	listed := map[string]bool{}
	for _, c := range anyCode.FindAllString(string(text), -1) {
		listed[c] = true
	}
	seen := map[string]bool{}
	for _, c := range Codes() {
		for _, n := range c.Names {
			assert.True(t, listed[n], "%s is in the table and not in LIMITATIONS.md", n)
			assert.False(t, seen[n], "%s is in the table twice", n)
			seen[n] = true
		}
	}
	for n := range listed {
		assert.True(t, seen[n], "%s is not in the table", n)
	}
}

// Every code has what it means, why llad insists, an example or why there is none, and a way out.
func TestEveryCodeIsExplained(t *testing.T) {
	for _, c := range Codes() {
		assert.NotEmpty(t, c.Title, c.Names)
		assert.NotEmpty(t, c.Means, c.Names)
		assert.NotEmpty(t, c.Why, c.Names)
		assert.NotEqual(t, len(c.Examples) == 0, c.NoProgram == "", "%v", c.Names)
		assert.NotEmpty(t, c.Ways, c.Names)
		for _, w := range c.Ways {
			assert.NotEmpty(t, w.Text, c.Names)
			assert.NotEmpty(t, w.Lines, "%v: %s", c.Names, w.Text)
		}
	}
}

func TestPageOfCodes(t *testing.T) {
	if *update {
		require.NoError(t, os.WriteFile("../docs/codes.md", []byte(CodesPage()), 0o644))
	}
	page, err := os.ReadFile("../docs/codes.md")
	require.NoError(t, err)
	require.Equal(t, CodesPage(), string(page), "go test ./diag -update writes it")
}
