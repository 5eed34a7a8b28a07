package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// docs/flags.md is what the help has, of all commands and flags.
func TestFlagsPage(t *testing.T) {
	const page = "../../docs/flags.md"
	want := flagsPage()
	if *update {
		require.NoError(t, os.WriteFile(page, []byte(want), 0o644))
		return
	}
	have, err := os.ReadFile(page)
	require.NoError(t, err)
	assert.Equal(t, want, string(have), "docs/flags.md is stale: go test ./cmd/llad -run FlagsPage -update writes it")
}

// inPage has what is no text of Markdown stand for itself.
var inPage = strings.NewReplacer("|", `\|`, "<", "&lt;")

// flagsPage is the reference of the command line.
func flagsPage() string {
	var b strings.Builder
	b.WriteString("# Commands and flags\n\nA test writes this page from the tables that `llad help` prints.\n")
	for _, c := range commands() {
		title := "Derivatives of a file"
		if c.name != "" {
			title = "llad " + c.name
		}
		fmt.Fprintf(&b, "\n## %s\n\n", title)
		for _, u := range c.uses {
			fmt.Fprintf(&b, "- `llad %s`: %s\n", u.line, inPage.Replace(u.text))
		}
		if c.about != "" {
			fmt.Fprintf(&b, "\n%s\n", inPage.Replace(c.about))
		}
		if rows := flagUses(c); len(rows) > 0 {
			b.WriteString("\n| flag | meaning |\n| --- | --- |\n")
			for _, r := range rows {
				fmt.Fprintf(&b, "| `%s` | %s |\n", r.line, inPage.Replace(r.text))
			}
		}
		name := c.name
		if list := examples[name]; len(list) > 0 {
			b.WriteString("\n```\n")
			for _, e := range list {
				fmt.Fprintf(&b, "%s    # %s\n", e.line, e.text)
			}
			b.WriteString("```\n")
		}
	}
	b.WriteString("\nExit codes:")
	for k, c := range exitCodes {
		if k > 0 {
			b.WriteString(",")
		}
		fmt.Fprintf(&b, " %s %s", c.line, c.text)
	}
	fmt.Fprintf(&b, ".\n\n%s\n\n%s\n", argumentRule, inPage.Replace(generated))
	return b.String()
}
