package wrapper

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestParse(t *testing.T) {
	for _, c := range []struct {
		line    string
		phase   Phase
		sources string
		output  string
	}{
		{"-c f.c", Object, "f.c:c", ""},
		{"-c f.c -o out.o", Object, "f.c:c", "out.o"},
		{"-oout.o -c f.cpp", Object, "f.cpp:c++", "out.o"},
		{"--output=out -S f.cc", Assembly, "f.cc:c++", "out"},
		{"-S -c f.c", Assembly, "f.c:c", ""},
		{"-c -S f.c", Assembly, "f.c:c", ""},
		{"a.c b.o c.s d.cxx -o prog -lm", Link, "a.c:c d.cxx:c++", "prog"},
		{"-x c++ a.c -x none b.c c.unknown", Link, "a.c:c++ b.c:c", ""},
		{"-xc -", Link, "-:c", ""},
		{"-x assembler a.c", Link, "", ""},
		{"-c -x c-header f.h -o f.pch", Other, "", "f.pch"},
		{"-c f.hpp", Other, "", ""},
		{"-E f.c", Other, "f.c:c", ""},
		{"-c -M f.c", Other, "f.c:c", ""},
		{"-MD -MF f.d -MT f.c -c g.c", Object, "g.c:c", ""},
		{"-I inc.c -D def.c -include pre.c -c f.c", Object, "f.c:c", ""},
		{"-Xclang a.c -mllvm b.c -Xlinker c.c -isystem d.c f.c", Link, "f.c:c", ""},
		{"-fsyntax-only f.c", Other, "f.c:c", ""},
		{"-print-file-name=x.c", Other, "", ""},
		{"-c -- -odd.c", Object, "-odd.c:c", ""},
		{"-Xarch_x86_64 -O2 f.c", Link, "f.c:c", ""},
		{"", Link, "", ""},
	} {
		got := Parse(strings.Fields(c.line))
		var sources []string
		for _, s := range got.Sources {
			sources = append(sources, s.File+":"+s.Language)
		}
		assert.Equal(t, c.phase, got.Phase, c.line)
		assert.Equal(t, c.sources, strings.Join(sources, " "), c.line)
		assert.Equal(t, c.output, got.Output, c.line)
	}
}

func TestObjectsHaveTheCompilersNames(t *testing.T) {
	for line, want := range map[string]string{
		"-c sub/f.c":            "f.o",
		"-c sub/f.c -o sub/x.o": "sub/x.o",
		"-S f.c":                "f.s",
		"-S -emit-llvm f.c":     "f.ll",
		"-c -emit-llvm f.c":     "f.bc",
	} {
		c := Parse(strings.Fields(line))
		assert.Equal(t, want, c.ObjectOf(c.Sources[0]), line)
	}
}

func TestStages(t *testing.T) {
	c := Parse(strings.Fields("-Ofast -g -DX=1 -Iinc -MMD -MP -Wall -fsanitize=address -c a.c -o obj/a.o -lm"))
	require.True(t, c.Instrumented())
	s := c.Sources[0]
	assert.Equal(t, strings.Fields("-Ofast -g -DX=1 -Iinc -Wall -fsanitize=address -Wno-unused-command-line-argument -w -E -P -x c a.c"),
		c.preprocessing(s))
	assert.Equal(t, strings.Fields("-O2 -ffast-math -g -DX=1 -Iinc -MMD -MP -Wall -fsanitize=address -Wno-unused-command-line-argument "+
		"-fno-vectorize -fno-slp-vectorize -fno-unroll-loops -Wno-pass-failed -Xclang -disable-llvm-passes "+
		"-MF obj/a.d -MQ obj/a.o -S -emit-llvm -o a.ll -x c a.c"), c.emitIR(s, "a.ll", unoptimised))
	assert.Equal(t, strings.Fields("-Ofast -g -Wall -fsanitize=address -Wno-unused-command-line-argument -Wno-override-module "+
		"-c -o obj/a.o -x ir g.ll"), c.compileIR("g.ll", "obj/a.o", false))
	assert.Equal(t, strings.Fields("--target=x -O2 -ffast-math -fno-vectorize -fno-slp-vectorize -fno-unroll-loops -Wno-pass-failed "+
		"-w -S -emit-llvm -o b.ll -x ir a.ll"), c.optimiseIR("x", "a.ll", "b.ll"))
	assert.Contains(t, Parse(strings.Fields("-c a.c")).optimiseIR("x", "a.ll", "b.ll"), "-O1")
	assert.False(t, Parse(strings.Fields("-O2 -fno-sanitize=all -c f.c")).Instrumented())
}

// Objects stand where sources stood, in the language that -x gave before and behind.
func TestSourcesAreReplaced(t *testing.T) {
	c := Parse(strings.Fields("-x c a.txt b.txt -x none c.c -lm -o p"))
	require.Len(t, c.Sources, 3)
	assert.Equal(t, strings.Fields("a.o -x c b.txt -x none c.o -lm -o p"),
		c.with(map[int][]string{c.Sources[0].at: {"a.o"}, c.Sources[2].at: {"c.o"}}))
	assert.Equal(t, strings.Fields("-x c b.txt -x none c.c -lm -o p"), c.with(map[int][]string{c.Sources[0].at: nil}))
}

func TestResponseFiles(t *testing.T) {
	assert.Equal(t, []string{"a b", "c\"d", "e'f", "", "g h", `i\j`}, words("'a b' \"c\\\"d\"\n e\\'f '' g\\ h 'i\\j'\n"))
	dir := t.TempDir()
	inner, outer := filepath.Join(dir, "inner"), filepath.Join(dir, "outer")
	require.NoError(t, os.WriteFile(inner, []byte("-O2 f.c"), 0o600))
	require.NoError(t, os.WriteFile(outer, []byte("-c @"+inner+" @"+outer+".missing"), 0o600))
	assert.Equal(t, []string{"-w", "-c", "-O2", "f.c", "@" + outer + ".missing"}, expand([]string{"-w", "@" + outer}, 0))
	require.NoError(t, os.WriteFile(inner, []byte("@"+inner), 0o600))
	assert.Equal(t, []string{"@" + inner}, expand([]string{"@" + inner}, 0))
}

// A word is found wherever the text is cut in reading.
func TestMentions(t *testing.T) {
	for _, n := range []int{0, 10, 32<<10 - 3, 64<<10 - 3, 64<<10 + 1, 200 << 10} {
		text := strings.Repeat("x", n) + "enzyme" + strings.Repeat("y", 100)
		assert.True(t, mentions(strings.NewReader(text), "enzyme", "llad"), n)
		assert.False(t, mentions(strings.NewReader(text), "enzymes", "llad"), n)
	}
}

// The newest of the compilers on the PATH counts that llad knows.
func TestFindCompiler(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"clang-14", "clang-19", "clang-99", "clang-tidy-20", "clang++-19", "clang-cl"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"), 0o755))
	}
	t.Setenv("PATH", dir)
	t.Setenv("LLAD_CC", "")
	t.Setenv("LLAD_CXX", "")
	find := func(l Language) string {
		words, err := FindCompiler(l, 22)
		require.NoError(t, err)
		return strings.Join(words, " ")
	}
	assert.Equal(t, filepath.Join(dir, "clang-19"), find(C))
	assert.Equal(t, filepath.Join(dir, "clang++-19"), find(CXX))
	t.Setenv("PATH", t.TempDir())
	_, err := FindCompiler(CXX, 22)
	require.ErrorContains(t, err, "error[L0901]: there is no clang++ on the PATH")
	require.ErrorContains(t, err, "LLAD_CXX")
	t.Setenv("LLAD_CC", "ccache /opt/clang-20")
	assert.Equal(t, "ccache /opt/clang-20", find(C))
	assert.Equal(t, "ccache /opt/clang++-20", find(CXX))
	t.Setenv("LLAD_CXX", "mine")
	assert.Equal(t, "mine", find(CXX))
}
