package ir

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// large is the text of a C++ program, some megabytes long: the corpus's one
// with the most library code, without optimisation and with debug info.
func large(tb testing.TB, version string, flags ...string) []byte {
	return compile(tb, version, "testdata/corpus/cpp/threads.cpp", flags...)
}

func inputs(b *testing.B, run func(b *testing.B, text []byte)) {
	for _, version := range []string{"14", "22"} {
		for _, level := range []string{"-O0", "-O2", "-O1 -g"} {
			name := "clang" + version + strings.ReplaceAll(level, " ", "")
			b.Run(name, func(b *testing.B) {
				text := large(b, version, strings.Fields(level)...)
				b.SetBytes(int64(len(text)))
				b.ReportAllocs()
				b.ResetTimer()
				run(b, text)
			})
		}
	}
}

// BenchmarkSplit is what every module costs, however little of it is read.
func BenchmarkSplit(b *testing.B) {
	inputs(b, func(b *testing.B, text []byte) {
		for b.Loop() {
			_, err := Read("bench.ll", text)
			require.NoError(b, err)
		}
	})
}

// BenchmarkLoadAll reads every body into instructions.
func BenchmarkLoadAll(b *testing.B) {
	inputs(b, func(b *testing.B, text []byte) {
		for b.Loop() {
			m, err := Read("bench.ll", text)
			require.NoError(b, err)
			for _, n := range m.FuncNames() {
				require.NoError(b, m.Func(n).Load())
			}
		}
	})
}

// BenchmarkWrite writes every body anew.
func BenchmarkWrite(b *testing.B) {
	inputs(b, func(b *testing.B, text []byte) {
		m, err := Read("bench.ll", text)
		require.NoError(b, err)
		for _, n := range m.FuncNames() {
			f := m.Func(n)
			require.NoError(b, f.Load())
			f.MarkChanged()
		}
		for b.Loop() {
			m.Bytes()
		}
	})
}

// BenchmarkAgainstOpt runs llad's share of a marker (split a 2 MB module, read
// one function, write) and opt's verifier over the same file.
func BenchmarkAgainstOpt(b *testing.B) {
	file := filepath.Join(b.TempDir(), "large.ll")
	text := large(b, "19", "-O0", "-g")
	require.NoError(b, os.WriteFile(file, text, 0o644))
	b.Run("llad", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			src, err := os.ReadFile(file)
			require.NoError(b, err)
			m, err := Read(file, src)
			require.NoError(b, err)
			f := m.Func(firstDefinition(m))
			require.NoError(b, f.Load())
			f.MarkChanged()
			m.Bytes()
		}
	})
	b.Run("opt", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			require.NoError(b, exec.Command(tool(b, "opt-19"), "-passes=verify", "-disable-output", file).Run())
		}
	})
}

func firstDefinition(m *Module) string {
	for _, e := range m.Entities {
		if e.Kind == DefineEntity {
			return e.Name
		}
	}
	return ""
}

// TestMemory bounds what one marker in a module of 10 MB takes: everything
// ever allocated, which is more than the peak.
func TestMemory(t *testing.T) {
	text := strings.Repeat(";", 10) + "\n" + string(large(t, "19", "-O0", "-g"))
	first := text[strings.Index(text, "\ndefine ")+1:]
	first = first[:strings.Index(first, "\n}\n")+3]
	name := symbolIn(first)
	var b strings.Builder
	b.WriteString(text)
	for k := 0; b.Len() < 10<<20; k++ {
		b.WriteString("\n" + strings.Replace(first, name, fmt.Sprintf("@copy.%d", k), 1))
	}
	src := []byte(b.String())
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	m, err := Read("large.ll", src)
	require.NoError(t, err)
	f := m.Func("copy.7")
	c := f.Clone("derivative")
	require.NotNil(t, c)
	require.Greater(t, len(m.Bytes()), len(src))
	runtime.ReadMemStats(&after)
	require.Less(t, after.TotalAlloc-before.TotalAlloc+uint64(len(src)), uint64(100<<20))
}
