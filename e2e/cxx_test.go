package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/internal/native"
)

// cxxPrograms are the programs of testdata/cxx that LLAD_PROGRAMS lets through,
// in order of their names.
func cxxPrograms(t *testing.T) []*native.Program {
	t.Helper()
	paths, err := filepath.Glob("../testdata/cxx/*.cpp")
	require.NoError(t, err)
	only, err := regexp.Compile(os.Getenv("LLAD_PROGRAMS"))
	require.NoError(t, err)
	var list []*native.Program
	for _, path := range paths {
		p, err := native.ReadProgram(path)
		require.NoError(t, err)
		if only.MatchString(p.Name) {
			list = append(list, p)
		}
	}
	return list
}

// C++ programs: all of them from -O0 and from -O2, under the sanitizers, and
// each from one more compiler or level, in turn.
func TestCxx(t *testing.T) {
	var others []native.Config
	for _, version := range native.Versions {
		for _, level := range levels[version] {
			if version != 19 || level == "1" || level == "3" {
				others = append(others, native.Config{Toolchain: toolchain(t, version), Level: level})
			}
		}
	}
	tc := toolchain(t, 19)
	for k, p := range cxxPrograms(t) {
		configs := []native.Config{
			{Toolchain: tc, Level: "0", Sanitize: true},
			{Toolchain: tc, Level: "2", Sanitize: true},
			others[k%len(others)],
		}
		for _, c := range configs {
			t.Run(fmt.Sprint(p.Name, "/", c.Name()), func(t *testing.T) {
				t.Parallel()
				text, err := workspace.IR(c.Toolchain, p, c.Level)
				require.NoError(t, err)
				checkDerivatives(t, p, c, text)
			})
		}
	}
}

// The differences of the C++ programs are sharp enough to judge by.
func TestCxxProgramsHaveSharpDifferences(t *testing.T) {
	sharpDifferences(t, cxxPrograms(t))
}
