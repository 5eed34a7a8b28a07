package cases

import (
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/internal/native"
)

// config is one compiler at one level.
type config struct {
	name    string
	tc      *native.Toolchain // compiles C, and what llad wrote
	rust    *native.Rustc     // nil for C
	flang   string            // compiles Fortran and links it; empty for others
	options []string
}

func (c config) id() string {
	return workspace.ID(native.Config{Toolchain: c.tc, Rust: c.rust}) + c.flang + strings.Join(c.options, " ")
}

// functionLevels are those at which functions in C and C++ are judged,
// reportLevels those of the marker programs.
var (
	functionLevels = map[int][]string{14: {"-O0", "-O2"}, 19: {"-O0", "-O1", "-O2", "-O3"}, 22: {"-O2", "-O3 -march=native"}}
	reportLevels   = map[int][]string{14: {"-O0", "-O2"}, 19: {"-O0", "-O2", "-O3"}, 22: {"-O2"}}
	featureLevels  = map[int][]string{19: {"-O0", "-O2"}}
	unseenLevels   = map[int][]string{19: {"-O0", "-O2"}, 22: {"-O3"}}
	rustLevels     = []string{"0", "1", "2", "3", "s"}
	fortranLevels  = []string{"-O0", "-O1", "-O2", "-O3"}
)

func clangs(t *testing.T, levels map[int][]string) (list []config) {
	t.Helper()
	for _, version := range native.Versions {
		for _, level := range levels[version] {
			tc, err := native.FindToolchain(version)
			require.NoError(t, err)
			name := "clang" + strconv.Itoa(version) + strings.ReplaceAll(level, " -march=", "-")
			list = append(list, config{name: name, tc: tc, options: strings.Fields(level)})
		}
	}
	return list
}

var release = regexp.MustCompile(`^\d+\.\d+`)

// rustcs are the Rust compilers at their levels, the newest first.
func rustcs(t *testing.T, levels []string) (list []config) {
	t.Helper()
	all := native.FindRustcs("../..")
	require.NotEmpty(t, all, "no rustc: run `make deps`")
	for k := len(all) - 1; k >= 0; k-- {
		version := native.ClangFor(all[k].LLVM)
		if version == 0 {
			t.Logf("no clang reads the IR of rustc %s", all[k].Release)
			continue
		}
		tc, err := native.FindToolchain(version)
		require.NoError(t, err)
		for _, level := range levels {
			list = append(list, config{
				name: "rustc" + release.FindString(all[k].Release) + "-O" + level,
				tc:   tc, rust: all[k], options: []string{"-Copt-level=" + level},
			})
		}
	}
	return list
}

// flangs are the Fortran compiler at its levels, none where it is not installed.
func flangs(t *testing.T, levels []string) (list []config) {
	t.Helper()
	const version = 22
	path, err := exec.LookPath("flang-" + strconv.Itoa(version))
	if err != nil {
		t.Logf("no Fortran: %v", err)
		return nil
	}
	tc, err := native.FindToolchain(version)
	require.NoError(t, err)
	for _, level := range levels {
		list = append(list, config{name: "flang" + strconv.Itoa(version) + level, tc: tc, flang: path, options: []string{level}})
	}
	return list
}

// compilerOf is the compiler in a configuration's name.
func compilerOf(name string) string {
	compiler, _, _ := strings.Cut(name, "-O")
	return compiler
}

// buildFlags are sets of flags that builds use.
var buildFlags = []string{
	"-O0", "-O2", "-O3 -march=native", "-Os",
	"-O2 -flto", "-O2 -flto=thin", "-O2 -fsanitize=cfi -flto -fvisibility=hidden",
	"-O0 -fsanitize=address", "-O1 -fsanitize=address", "-O2 -fsanitize=address,undefined",
	"-O1 -fsanitize=thread", "-O2 -fsanitize=thread", "-O1 -fsanitize=memory",
	"-O1 -fsanitize=undefined", "-O1 -fsanitize=undefined -fsanitize-trap=all", "-O2 -fsanitize=safe-stack",
	"-O2 -fprofile-instr-generate -fcoverage-mapping", "-O2 --coverage", "-O2 -pg", "-O2 -finstrument-functions",
	"-O2 -D_FORTIFY_SOURCE=3 -fstack-protector-strong -fPIE", "-O2 -ffp-model=strict", "-O2 -ffast-math",
	"-O2 -fno-builtin", "-O2 -ffreestanding", "-O2 -ftrapv", "-O2 -g3", "-O2 -ftrivial-auto-var-init=pattern",
	"-O2 -fcf-protection=full", "-O2 -fxray-instrument -fxray-instruction-threshold=1", "-O3 -fveclib=libmvec",
}

// linkFlags are those of a set that the link needs, too.
var linkFlags = regexp.MustCompile(`^(-fsanitize=[a-z,-]*|-fprofile-instr-generate|--coverage|-flto.*|-pg|-fveclib.*|-fxray-instrument|-fPIE|-fvisibility=hidden)$`)
