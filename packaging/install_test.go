package packaging

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

// runMake runs a target of the Makefile as a user would, without what the make around the
// tests has set.
func runMake(t *testing.T, args ...string) {
	t.Helper()
	cmd := exec.Command("make", append([]string{"-C", ".."}, args...)...)
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "MAKE") && !strings.HasPrefix(v, "MFLAGS=") {
			cmd.Env = append(cmd.Env, v)
		}
	}
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "make %s: %s", strings.Join(args, " "), out)
}

func TestInstallAndUninstall(t *testing.T) {
	// Directories may have spaces in their names.
	dest := filepath.Join(t.TempDir(), "some where")
	where := []string{"DESTDIR=" + dest, "PREFIX=/opt/llad"}
	runMake(t, append([]string{"install"}, where...)...)
	root := filepath.Join(dest, "opt/llad")
	mustHaveFiles(t, root, installed(t))

	llad := filepath.Join(root, "bin/llad")
	mustDemo(t, "", llad)
	mustDemo(t, os.Getenv("PATH"), llad)
	assert.Regexp(t, `^llad \S+\ncommit `, output(t, "", llad, "version"))
	page := filepath.Join(root, "share/man/man1/llad.1")
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	assert.Equal(t, output(t, "", llad, "man"), string(text))
	mustRead(t, page)
	mustComplete(t, filepath.Join(root, "share/bash-completion/completions/llad"),
		filepath.Join(root, "share/zsh/site-functions/_llad"), filepath.Join(root, "share/fish/vendor_completions.d/llad.fish"))
	mustLink(t, filepath.Join(root, "share/doc/llad"))

	runMake(t, append([]string{"uninstall"}, where...)...)
	mustHaveFiles(t, dest, nil)
}

var link = regexp.MustCompile(`\]\(([^)#: ]+\.md)\)`)

// mustLink checks that what the documents link to was installed with them.
func mustLink(t *testing.T, doc string) {
	t.Helper()
	links := 0
	require.NoError(t, filepath.WalkDir(doc, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".md") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			links++
			assert.FileExists(t, filepath.Join(filepath.Dir(path), m[1]), "a link of %s", d.Name())
		}
		return err
	}))
	assert.NotZero(t, links)
}

// The headers that were installed are those that programs include.
func TestHeadersCompileWhereTheyAreInstalled(t *testing.T) {
	cc, err := exec.LookPath("clang-19")
	if err != nil {
		t.Skip("clang-19 is not installed")
	}
	dest := t.TempDir()
	runMake(t, "install", "DESTDIR="+dest, "PREFIX=")
	for _, h := range []struct{ language, name string }{
		{"c", "llad.h"}, {"c", "llad_blas.h"}, {"c++", "llad.hpp"}, {"c++", "llad.h"},
	} {
		cmd := exec.Command(cc, "-x", h.language, "-Wall", "-Werror", "-Wno-unused", "-fsyntax-only", "-I"+filepath.Join(dest, "include"), "-")
		if h.language == "c++" {
			cmd.Args = append(cmd.Args, "-std=c++17")
		}
		cmd.Stdin = strings.NewReader("#include <" + h.name + ">\n")
		out, err := cmd.CombinedOutput()
		assert.NoError(t, err, "%s: %s", h.name, out)
	}
}

// The release that is made is the topmost one of the changelog.
func TestTheChangelogHasTheRelease(t *testing.T) {
	text, err := os.ReadFile("../CHANGELOG.md")
	require.NoError(t, err)
	top := regexp.MustCompile(`(?m)^## \[([^]]+)\] - (Unreleased|\d{4}-\d\d-\d\d)$`).FindStringSubmatch(string(text))
	require.NotNil(t, top)
	assert.Equal(t, release, top[1])
}
