package llad

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/internal/native"
	"github.com/llad-ad/llad/internal/tier"
	"github.com/llad-ad/llad/ir"
)

// What a program prints, or says when it is stopped, and what it is compiled and
// linked with.
var (
	stops  = regexp.MustCompile(`(?m)^// stops: (.*)$`)
	prints = regexp.MustCompile(`(?m)^// prints: (.*)$`)
	flags  = regexp.MustCompile(`(?m)^// compile: (.*)$`)
	links  = regexp.MustCompile(`(?m)^// link: (.*)$`)
)

// TestMarkerPrograms compiles every program of testdata/markers, lowers its
// marker calls, links and runs it, and compares what it prints.
func TestMarkerPrograms(t *testing.T) {
	var files []string
	for _, ext := range []string{".c", ".cpp"} {
		list, err := native.Programs(".", "markers", ext)
		require.NoError(t, err)
		require.NotEmpty(t, list)
		files = append(files, list...)
	}
	var configs []string // of which the fast tier takes one for each program
	for _, version := range native.Versions {
		configs = append(configs, fmt.Sprintf("%d/O0", version), fmt.Sprintf("%d/O2", version))
	}
	for _, version := range native.Versions {
		tc, err := native.FindToolchain(version)
		if err != nil {
			t.Error(err)
			continue
		}
		for _, level := range []string{"0", "2"} {
			for _, file := range files {
				name, config := filepath.Base(file), fmt.Sprintf("%d/O%s", version, level)
				if !tier.Count("programs with markers", tier.All() || configs[tier.Pick(name, len(configs))] == config) {
					continue
				}
				t.Run(name+"/"+config, func(t *testing.T) {
					t.Parallel()
					markerProgram(t, tc, file, level)
				})
			}
		}
	}
}

// TestMarkerProgramsLTO links derivatives with optimisation at link time, where compilers describe the module
// behind its functions (also where the calls' targets are checked, which needs that).
func TestMarkerProgramsLTO(t *testing.T) {
	file, err := native.ProgramPath(".", "markers", "structs.c")
	require.NoError(t, err)
	for _, version := range []int{19, 22} {
		tc, err := native.FindToolchain(version)
		require.NoError(t, err)
		for _, build := range []string{"-flto", "-flto=thin", "-flto -fsanitize=cfi -fvisibility=hidden"} {
			for _, linker := range []string{"bfd", "lld"} {
				if !tier.Take("links with LTO", fmt.Sprint(version, build, linker), 300) {
					continue
				}
				t.Run(fmt.Sprintf("%d/%s/%s", version, strings.ReplaceAll(build, " ", ""), linker), func(t *testing.T) {
					t.Parallel()
					markerProgram(t, tc, file, "2", append(strings.Fields(build), "-fuse-ld="+linker)...)
				})
			}
		}
	}
}

// markerProgram builds and runs one program; more are flags of both the compiler and the linker.
func markerProgram(t *testing.T, tc *native.Toolchain, file, level string, more ...string) {
	source, err := os.ReadFile(file)
	require.NoError(t, err)
	want, says := prints.FindSubmatch(source), stops.FindSubmatch(source)
	require.True(t, (want == nil) != (says == nil), "%s says not what it prints", file)

	dir := t.TempDir()
	do := func(name string, args ...string) string {
		out, err := exec.Command(name, args...).CombinedOutput()
		require.NoError(t, err, "%s %s\n%s", name, strings.Join(args, " "), out)
		return string(out)
	}
	input, output, program := filepath.Join(dir, "in.ll"), filepath.Join(dir, "out.ll"), filepath.Join(dir, "program")
	compile := append([]string{"-O" + level, "-Iinclude", "-S", "-emit-llvm", file, "-o", input}, more...)
	if filepath.Ext(file) == ".cpp" {
		compile = append(compile, "-std=c++17")
	}
	if more := flags.FindSubmatch(source); more != nil {
		compile = append(compile, strings.Fields(string(more[1]))...)
	}
	do(tc.Clang, compile...)
	text, err := os.ReadFile(input)
	require.NoError(t, err)
	m, err := ir.Read(input, text)
	require.NoError(t, err)
	d := New(m)
	n, err := d.LowerMarkers()
	require.NoError(t, err)
	assert.Positive(t, n)
	lowered, err := d.Write(WriteOptions{})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(output, lowered, 0o644))
	link := append([]string{"-O1", output, "-lm", "-o", program}, more...)
	if filepath.Ext(file) == ".cpp" {
		link = append(link, "-lstdc++")
	}
	if more := links.FindSubmatch(source); more != nil {
		link = append(link, strings.Fields(string(more[1]))...)
	}
	do(tc.Clang, link...)
	if says != nil {
		out, err := exec.Command(program).CombinedOutput()
		assert.Error(t, err)
		assert.Equal(t, string(says[1]), strings.TrimSpace(string(out)))
		return
	}
	assert.Equal(t, string(want[1]), strings.TrimSpace(do(program)))
}
