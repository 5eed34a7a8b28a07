package harness

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	api "github.com/llad-ad/llad"
	"github.com/llad-ad/llad/internal/native"
	"github.com/llad-ad/llad/ir"
)

// Code is the gradient's machine code, as instructions and labels of assembler: once with the flags by which derivatives
// are fastest, before llad and after it, and once by the wrapper, with the flags that a build has.
func (p *Problem) Code(tb testing.TB, src string) (flags, wrapper []string) {
	tb.Helper()
	tc, err := native.FindToolchain(19)
	require.NoError(tb, err)
	dir := tb.TempDir()
	source := filepath.Join(p.Dir, src)

	text := Command(tb, tc.Clang, slices.Concat([]string{"-S", "-emit-llvm", "-o", "-", source}, IRFlags(), p.flags())...)
	m, err := ir.Read(source, []byte(text))
	require.NoError(tb, err)
	args := map[string]api.Activity{}
	for _, name := range p.Consts {
		args[name] = api.Const
	}
	for _, f := range p.Funcs {
		_, err = api.Differentiate(m, api.Request{Mode: api.Reverse, Width: p.Width, Func: f, Args: args})
		require.NoError(tb, err)
	}
	grad := filepath.Join(dir, "grad.ll")
	require.NoError(tb, os.WriteFile(grad, m.Bytes(), 0o644))
	flags = instructions(Command(tb, tc.Clang, slices.Concat([]string{"-Wno-override-module", "-S", "-o", "-", grad}, Optimised())...))

	words := slices.Concat([]string{"LLAD_CC=" + tc.Clang, "LLAD_CXX=" + strings.Replace(tc.Clang, "clang", "clang++", 1), Binary(tb), command(src), "-S", "-o", "-", source,
		"--llad-reverse=" + strings.Join(p.Funcs, ","), "--llad-width=" + strconv.Itoa(max(p.Width, 1))}, Optimised(), p.flags())
	if len(p.Consts) > 0 {
		words = append(words, "--llad-const="+strings.Join(p.Consts, ","))
	}
	return flags, instructions(Command(tb, "env", words...))
}

func command(src string) string {
	if filepath.Ext(src) == ".cpp" {
		return "c++"
	}
	return "cc"
}

// Binary builds llad, and gives its path.
func Binary(tb testing.TB) string {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), "llad")
	Command(tb, "go", "build", "-o", path, "github.com/llad-ad/llad/cmd/llad")
	return path
}

// instructions are the lines of assembler that are no directives.
func instructions(text string) (lines []string) {
	for _, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		word := strings.TrimSpace(line)
		if word != "" && (word[0] != '.' || strings.HasPrefix(line, ".LBB")) {
			lines = append(lines, word)
		}
	}
	return lines
}
