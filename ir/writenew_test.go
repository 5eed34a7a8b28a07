package ir

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/internal/tier"
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
					if !tier.Take("functions written alone", version+level+src, corpusShare) {
						continue
					}
					m, err := Read(src, compile(t, version, src, strings.Fields(level)...))
					require.NoError(t, err)
					for _, n := range m.FuncNames() {
						f := m.Func(n)
						if f.IsDecl {
							continue
						}
						c := f.Clone(m.FreshSymbol("copy"))
						c.Prefix = ""
						c.Derives(f, "copy")
						var d *Diagnostic
						if _, err := m.NewBytes(); errors.As(err, &d) {
							require.Equal(t, codePrivate, d.Code)
							m.Remove(c)
							refused++
							continue
						}
						alone++
					}
					m.AttachDebug()
					text, err := m.NewBytes()
					require.NoError(t, err)
					for _, r := range readers[version] {
						Accepted(t, r, text)
					}
				}
				require.GreaterOrEqual(t, alone, 3*refused)
			})
		}
	}
}

// What only the module sees is copied, but not what has to stay one.
func TestNewBytesCopies(t *testing.T) {
	const helpers = `
@scale = private unnamed_addr constant double 2.0
@calls = internal global i32 0
@table = global ptr @twice
define internal double @twice(double %x) {
  %s = load double, ptr @scale
  %y = fmul double %x, %s
  %z = call double @own(double %y)
  ret double %z
}
define internal double @own(double %x) {
  ret double %x
}
define internal double @counts(double %x) {
  %n = load i32, ptr @calls
  %m = add i32 %n, 1
  store i32 %m, ptr @calls
  ret double %x
}
define double @_ZN1a6helper17h0123456789abcdefE(double %x) {
  ret double %x
}
define double @other(double %x) {
  ret double %x
}
declare extern_weak double @perhaps(double)
`
	numbered := `
@0 = private unnamed_addr constant [4 x i8] c"\22@1\22"
@1 = private unnamed_addr constant { ptr, double } { ptr @3, double 2.0 }
@2 = private unnamed_addr constant double 3.0
@3 = private unnamed_addr constant double 4.0
define internal double @4(double %x) {
  %s = load double, ptr @3
  ret double %s
}
`
	for _, c := range []struct{ name, body, has, lacks, message string }{
		{"functions and constants", "%y = call double @twice(double %x)", "define internal double @own(", "declare double @own", ""},
		{"rustc's names", "%y = call double @_ZN1a6helper17h0123456789abcdefE(double %x)", "define internal double @_ZN1a6helper17h0123456789abcdefE(", "declare", ""},
		{"names of one's own", "%y = call double @other(double %x)", "declare double @other(double)", "define internal", ""},
		{"functions that need not be there", "%c = icmp eq ptr @perhaps, null\n  %y = call double @perhaps(double %x)", "declare extern_weak double @perhaps(double)", "declare double", ""},
		{"variables", "%y = call double @counts(double %x)", "", "", "@calls"},
		{"ends of iterators", "br label %e\ne:\n  br label %l\nl:\n  %i = phi ptr [ @scale, %e ], [ %j, %l ]\n  %j = getelementptr i8, ptr %i, i64 8\n  %c = icmp eq ptr %j, getelementptr (i8, ptr @scale, i64 8)\n  br i1 %c, label %o, label %l\no:\n  %y = call double @twice(double %x)", "define internal double @twice(", "declare", ""},
		{"numbers", "%a = call double @4(double %x)\n  %c = load i8, ptr @0\n  %y = load double, ptr getelementptr inbounds (i8, ptr @1, i64 8)", "@2 = private unnamed_addr constant double 4.0", "@4", ""},
		{"comparisons", "%g = load ptr, ptr %p\n  %c = icmp eq ptr %g, @own\n  %y = call double @twice(double %x)", "", "", "compares addresses with that of @own"},
		{"addresses elsewhere", "%g = load ptr, ptr @table\n  %y = call double @twice(double %x)", "", "", "@table holds the address of @twice"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, err := Read("t.ll", []byte(helpers+numbered+"define double @f(double %x, ptr %p) {\n  "+c.body+"\n  ret double %y\n}\n"))
			require.NoError(t, err)
			m.Func("f").Clone("copy").Prefix = ""
			text, err := m.NewBytes()
			if c.message != "" {
				require.ErrorContains(t, err, c.message)
				return
			}
			require.NoError(t, err)
			require.Contains(t, string(text), c.has)
			require.NotContains(t, string(text), c.lacks)
			for _, version := range versions() {
				if version != "14" {
					Accepted(t, version, text)
				}
			}
			require.NotContains(t, string(m.Bytes()), "define internal double @own.")
		})
	}
}

// Bits that no operand shares are added in functions that are made: LLVM 14 does not know that of an or.
func TestDisjointOrsAreSums(t *testing.T) {
	const text = `define i64 @f(i64 %x) {
  %a = shl i64 %x, 3
  %b = or disjoint i64 %a, 5
  %c = or i64 %b, 1
  ret i64 %c
}
`
	m, err := Read("ors.ll", []byte(text))
	require.NoError(t, err)
	c := m.Func("f").Clone("copy")
	c.Derives(m.Func("f"), "copy")
	got := string(m.Bytes())
	require.Contains(t, got, "%b = or disjoint i64 %a, 5")
	require.Contains(t, got, "%b = add nuw nsw i64 %a, 5")
	require.Equal(t, 2, strings.Count(got, "%c = or i64 %b, 1"))
}
