package e2e

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/internal/native"
)

// rustcs are the Rust compilers that are installed, oldest first.
func rustcs(t *testing.T) []*native.Rustc {
	t.Helper()
	list := native.FindRustcs("..")
	require.NotEmpty(t, list, "no rustc: run `make deps`")
	return list
}

// rustPrograms reads testdata/rust, either the programs that say by which compilers
// and at which levels they are built, or those that all compilers build;
// LLAD_PROGRAMS narrows it by the names of the files.
func rustPrograms(t *testing.T, builds bool) []*native.Program {
	t.Helper()
	all, err := readPrograms("rust", ".rs")
	require.NoError(t, err)
	compilers := rustcs(t)
	var list []*native.Program
	for _, p := range all {
		p.Rust = compilers[len(compilers)-1]
		if (p.Builds != nil) == builds {
			list = append(list, p)
		}
	}
	return list
}

// rustConfigs: the newest compiler without optimisation and with all of it,
// under the sanitizers; the others with all of it.
func rustConfigs(t *testing.T) []native.Config {
	t.Helper()
	var configs []native.Config
	list := rustcs(t)
	for k, r := range list {
		version := native.ClangFor(r.LLVM)
		if version == 0 {
			continue // newer than any clang here
		}
		tc := toolchain(t, version)
		newest := k == len(list)-1
		levels := []string{"3"}
		if newest && r.LLVM >= 15 {
			levels = []string{"0", "3"}
		}
		for _, level := range levels {
			configs = append(configs, native.Config{Toolchain: tc, Level: level, Sanitize: newest, Rust: r})
		}
	}
	require.NotEmpty(t, configs)
	return configs
}

// Every Rust program that does not say how it is built, compiled by every rustc that is installed, in both modes.
func TestDerivativesRust(t *testing.T) {
	configs := rustConfigs(t)
	for k, c := range configs {
		t.Run(c.Name(), func(t *testing.T) {
			for _, p := range rustPrograms(t, false) {
				if !chosen("derivatives of Rust", p.Name, k, len(configs)) {
					continue
				}
				t.Run(p.Name, func(t *testing.T) {
					t.Parallel()
					text, err := workspace.RustIR(c.Rust, p, c.Level)
					require.NoError(t, err)
					checkDerivatives(t, p, c, text)
				})
			}
		})
	}
}
