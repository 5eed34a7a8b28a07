package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var (
	// A file in a document begins with its name.
	shownFile = regexp.MustCompile("(?s)```llvm\n; (\\S+\\.ll)\n(.*?)```")
	// A command in a document, perhaps some lines of what it prints, and those.
	shownCommand = regexp.MustCompile("(?s)(```console\n\\$ llad ([^|\n]*)(?:\\| (head|tail) (\\d+))?\n)(.*?)```")
)

// What docs/architecture.md shows is what the commands print.
func TestArchitecture(t *testing.T) {
	page, err := filepath.Abs("../../docs/architecture.md")
	require.NoError(t, err)
	have, err := os.ReadFile(page)
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	files := shownFile.FindAllStringSubmatch(string(have), -1)
	require.NotEmpty(t, files)
	for _, f := range files {
		require.NoError(t, os.WriteFile(f[1], []byte(f[2]), 0o644))
	}
	shown := 0
	want := shownCommand.ReplaceAllStringFunc(string(have), func(block string) string {
		shown++
		parts := shownCommand.FindStringSubmatch(block)
		return parts[1] + excerpt(t, printed(t, strings.Fields(parts[2])), parts[3], parts[4]) + "```"
	})
	assert.Positive(t, shown)
	if *update {
		require.NoError(t, os.WriteFile(page, []byte(want), 0o644))
		return
	}
	assert.Equal(t, want, string(have), "docs/architecture.md is stale: go test ./cmd/llad -run Architecture -update writes it")
}

// printed is what llad prints, to standard error and output.
func printed(t *testing.T, args []string) string {
	var out, err bytes.Buffer
	require.Zero(t, run(args, nil, &out, &err), "llad %v: %s", args, &err)
	return strings.TrimRight(err.String()+out.String(), "\n") + "\n"
}

// excerpt is the lines of a text at one of its ends.
func excerpt(t *testing.T, text, end, lines string) string {
	if end == "" {
		return text
	}
	n, err := strconv.Atoi(lines)
	require.NoError(t, err)
	all := strings.SplitAfter(strings.TrimRight(text, "\n"), "\n")
	if end == "head" {
		return strings.Join(all[:min(n, len(all))], "")
	}
	return strings.Join(all[max(0, len(all)-n):], "") + "\n"
}
