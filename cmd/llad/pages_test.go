package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var (
	block = regexp.MustCompile("(?s)```(\\w+)\n(.*?)```")
	// A file in a page begins with a comment that is its name.
	named = regexp.MustCompile(`^(?:/\*|//|#) ((?:[\w-]+/)*[\w-]+\.\w+|Makefile)(?: \*/)?\n`)
	// Relative errors of correct derivatives are noise.
	noise = regexp.MustCompile(`\d\.\d+e-\d+`)
)

// What a reader of these pages types prints what the pages say.
func TestPages(t *testing.T) {
	for _, page := range []string{"README", "docs/tutorial", "docs/from-enzyme", "docs/from-jax", "docs/from-tapenade", "docs/from-cppad", "docs/python"} {
		t.Run(filepath.Base(page), func(t *testing.T) { tryPage(t, page+".md") })
	}
}

func tryPage(t *testing.T, page string) {
	for _, needed := range []string{"clang-19", "make", "bash"} {
		if _, err := exec.LookPath(needed); err != nil {
			t.Skip(needed + " is not installed: make deps")
		}
	}
	python := pythonWith("scipy")
	if python == "" {
		t.Skip("there is no Python with scipy: make deps")
	}
	python, err := exec.LookPath(python)
	require.NoError(t, err)
	path, err := filepath.Abs("../../" + page)
	require.NoError(t, err)
	include, err := filepath.Abs("../../include")
	require.NoError(t, err)
	have, err := os.ReadFile(path)
	require.NoError(t, err)
	tools := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(tools, "python3"), []byte("#!/bin/sh\nexec "+python+" \"$@\"\n"), 0o755))
	t.Setenv("PATH", tools+string(filepath.ListSeparator)+os.Getenv("PATH"))
	t.Setenv("CPATH", include)
	t.Setenv("LLAD_CC", "clang-19")
	t.Chdir(t.TempDir())
	want := block.ReplaceAllStringFunc(string(have), func(text string) string {
		parts := block.FindStringSubmatch(text)
		if name := named.FindStringSubmatch(parts[2]); name != nil {
			require.NoError(t, os.MkdirAll(filepath.Dir(name[1]), 0o755))
			require.NoError(t, os.WriteFile(name[1], []byte(parts[2]), 0o644))
		}
		if parts[1] != "console" {
			return text
		}
		var out strings.Builder
		for line := range strings.Lines(parts[2]) {
			if command, ok := strings.CutPrefix(line, "$ "); ok {
				out.WriteString(line + typed(t, command))
			}
		}
		return "```console\n" + out.String() + "```"
	})
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(want), 0o644))
		return
	}
	assert.Equal(t, noise.ReplaceAllString(want, "~0"), noise.ReplaceAllString(string(have), "~0"), "%s is stale: go test ./cmd/llad -run Pages -update writes it", page)
}

// typed is what a shell prints for a command.
func typed(t *testing.T, command string) string {
	out, err := exec.Command("bash", "-o", "pipefail", "-c", command).CombinedOutput()
	if err != nil && !strings.Contains(command, "refused") { // pages show refusals of files that are called so
		require.NoError(t, err, "%s: %s", command, out)
	}
	if len(out) > 0 && out[len(out)-1] != '\n' {
		out = append(out, '\n')
	}
	return string(out)
}
