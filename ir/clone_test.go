package ir

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestClones appends a copy of every function and wants the module accepted;
// and the copies once more, alone, by all versions that read such text.
func TestClones(t *testing.T) {
	for _, version := range versions() {
		for _, level := range some([]string{"-O0", "-O2", "-O1 -g"}) {
			t.Run(version+strings.ReplaceAll(level, " ", ""), func(t *testing.T) {
				t.Parallel()
				for _, src := range append(sources(t, "c"), "testdata/corpus/cpp/exceptions.cpp", "testdata/corpus/cpp/classes.cpp") {
					text := compile(t, version, src, strings.Fields(level)...)
					m, err := Read(src, text)
					require.NoError(t, err)
					for _, n := range m.FuncNames() {
						f := m.Func(n)
						if f.IsDecl {
							continue
						}
						c := f.Clone(m.FreshSymbol("clone." + UnquoteName(n)))
						require.NotNil(t, c)
						require.NoError(t, Verify(c))
						require.NoError(t, Verify(f))
						require.Len(t, c.Blocks, len(f.Blocks))
						require.Len(t, c.Params, len(f.Params))
						ownOperands(t, c)
						require.Equal(t, f, c.Source())
					}
					out := m.Bytes()
					require.True(t, strings.HasPrefix(string(out), string(text)), "the text that was read must stay")
					Accepted(t, version, out)
				}
			})
		}
	}
}

// ownOperands checks that f uses no local value of another function.
func ownOperands(t *testing.T, f *Function) {
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			require.Equal(t, f, i.Parent.Parent)
			for _, v := range i.Args() {
				switch v := v.(type) {
				case *Instr:
					require.Equal(t, f, v.Parent.Parent)
				case *Param:
					require.Equal(t, f, v.Parent)
				}
			}
			for _, to := range i.Blocks {
				require.Equal(t, f, to.Parent)
			}
		}
	}
}
