package ir

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNewBytes writes copies of functions without the module they are from and
// puts them to every LLVM here that reads its kind of pointers, whichever wrote the input.
func TestNewBytes(t *testing.T) {
	readers := map[string][]string{"14": {"14", "19", "22"}, "19": {"19", "22"}, "22": {"19", "22"}}
	for _, version := range versions() {
		for _, level := range some([]string{"-O0", "-O3", "-O2 -g"}) {
			t.Run(version+strings.ReplaceAll(level, " ", ""), func(t *testing.T) {
				alone, refused := 0, 0
				for _, src := range append(sources(t, "c"), "testdata/corpus/cpp/exceptions.cpp") {
					m, err := Read(src, compile(t, version, src, strings.Fields(level)...))
					require.NoError(t, err)
					for _, n := range m.FuncNames() {
						f := m.Func(n)
						if f.IsDecl {
							continue
						}
						c := f.Clone(m.FreshSymbol("copy"))
						c.Prefix = ""
						var d *Diagnostic
						if _, err := m.NewBytes(); errors.As(err, &d) {
							require.Equal(t, codePrivate, d.Code)
							m.Remove(c)
							refused++
							continue
						}
						alone++
					}
					text, err := m.NewBytes()
					require.NoError(t, err)
					for _, r := range readers[version] {
						accepted(t, r, text)
					}
				}
				require.Greater(t, alone, 3*refused)
			})
		}
	}
}
