package wrapper

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/ir"
)

func TestRecords(t *testing.T) {
	one := &record{File: "a.c", Flags: []string{"-O2"}, IR: strings.Repeat("define void @f() {\n", 1000)}
	two := &record{File: "b.c", Pending: []*ir.Diagnostic{{File: "b.c", Line: 3, Code: "L0605", Message: "no body"}}}
	var section []byte
	for _, r := range []*record{one, two} {
		data, err := r.encode()
		require.NoError(t, err)
		section = append(append(section, data...), 0, 0, 0)
	}
	assert.Less(t, len(section), 2000)
	got, err := packedRecords(section)
	require.NoError(t, err)
	require.Len(t, got, 2)
	for k, want := range []*record{one, two} {
		assert.Equal(t, k == 1, got[k].waits)
		r, err := got[k].unpack()
		require.NoError(t, err)
		assert.Equal(t, want, r)
	}
	none, err := packedRecords([]byte{0, 0})
	require.NoError(t, err)
	assert.Empty(t, none)
	for _, bad := range []string{"x", "LLADIR2\n", string(section[:40]),
		recordMagic + "-\xff\xff\xff\xff\xff\xff\xff\xff"} {
		_, err := packedRecords([]byte(bad))
		assert.Error(t, err, "%q", bad)
	}
	_, err = packedRecord{data: []byte("xyz")}.unpack()
	assert.Error(t, err)
}

func TestArchives(t *testing.T) {
	header := func(name string, size string) string {
		pad := func(s string, n int) string { return s + strings.Repeat(" ", n-len(s)) }
		return pad(name, 16) + pad("0", 12) + pad("0", 6) + pad("0", 6) + pad("644", 8) + pad(size, 10) + "`\n"
	}
	table := "a_very_long_name_of_a_file.o/\n"
	text := archiveMagic + header("/", "3") + "sym\n" + header("//", "30") + table +
		header("short.o/", "5") + "first\n" + header("/0", "6") + "second" + header("/99", "1") + "x"
	file := filepath.Join(t.TempDir(), "lib.a")
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	f, err := os.Open(file)
	require.NoError(t, err)
	defer f.Close()
	var got []string
	list, isArchive := members(f)
	require.True(t, isArchive)
	for _, m := range list {
		data := make([]byte, m.size)
		_, err := m.data.ReadAt(data, 0)
		require.NoError(t, err)
		got = append(got, m.name+"="+string(data))
	}
	assert.Equal(t, []string{"short.o=first", "a_very_long_name_of_a_file.o=second", "/99=x"}, got)

	text = thinMagic + header("//", "30") + table + header("/0", "600") + header("/99", "1")
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	list, isArchive = members(f)
	require.True(t, isArchive)
	assert.Equal(t, []member{{name: "a_very_long_name_of_a_file.o"}, {name: "/99"}}, list)
}

// Without the llvm-link of the compiler's LLVM the message names the package.
func TestLinkerIsMissing(t *testing.T) {
	dir := t.TempDir()
	clang := filepath.Join(dir, "clang")
	script := "#!/bin/sh\ncase $1 in --version) echo 'Some clang version 77.1' ;; *) echo llvm-link ;; esac\n"
	require.NoError(t, os.WriteFile(clang, []byte(script), 0o755))
	b := &Build{Compiler: []string{clang}}
	_, err := b.llvmLink()
	require.ErrorContains(t, err, "error[L0903]")
	require.ErrorContains(t, err, "install the package llvm-77")
}

func TestOnlyMissingBodiesWait(t *testing.T) {
	body, rule, other := &ir.Diagnostic{Code: "L0605"}, &ir.Diagnostic{Code: "L0104"}, &ir.Diagnostic{Code: "L0106"}
	assert.True(t, waits(body))
	assert.True(t, waits(errors.Join(errors.Join(body), rule)))
	assert.False(t, waits(errors.Join(body, other)))
	assert.False(t, waits(errors.New("another")))
	assert.False(t, waits(nil))
	d := &ir.Diagnostic{Message: "call to 'stiff' has no body", Causes: []string{"f(int) calls it"}}
	assert.True(t, isNamed(d, "stiff"))
	assert.True(t, isNamed(d, "_Z1fi"))
	assert.False(t, isNamed(d, "stif"))
	assert.False(t, isNamed(d, "stiff2"))
}

// A source without markers is compiled once, by the command line that was given; the preprocessor
// runs before, and nothing else does.
func TestSourcesWithoutMarkersAreCompiledAsTheyAre(t *testing.T) {
	dir := t.TempDir()
	clang, log := filepath.Join(dir, "clang"), filepath.Join(dir, "log")
	script := "#!/bin/sh\necho \"$@\" >>" + log + "\ncase \"$*\" in *' -E '*) echo int main;; esac\n"
	require.NoError(t, os.WriteFile(clang, []byte(script), 0o755))
	var out strings.Builder
	b := &Build{Compiler: []string{clang}, In: strings.NewReader(""), Out: &out, Err: &out}
	require.NoError(t, b.Run([]string{"-O3", "-c", "f.c"}))
	ran, err := os.ReadFile(log)
	require.NoError(t, err)
	assert.Equal(t, "-O3 -Wno-unused-command-line-argument -w -E -P -x c f.c\n-O3 -c f.c\n", string(ran))
	assert.Empty(t, out.String())
}
