package fuzz

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/internal/native"
	"github.com/llad-ad/llad/ir"
)

// Random programs, each at one optimisation level of one compiler, all run in
// the interpreter and some natively.
func TestRandomPrograms(t *testing.T) {
	from, to := seeds(t)
	long := os.Getenv("LLAD_FUZZ") != ""
	tc, err := native.FindToolchain(19)
	require.NoError(t, err)
	dir := os.Getenv("LLAD_FUZZ_DIR")
	if dir == "" {
		dir = t.TempDir()
	}
	b := &builder{dir: dir, clang: tc.Clang}
	for seed := from; seed <= to; seed++ {
		t.Run(strconv.FormatUint(seed, 10), func(t *testing.T) {
			t.Parallel()
			p := newSubject(t, b, seed)
			if !p.differentiate(t) {
				return
			}
			p.judge(t, "interpreted", &interpreted{p.reread(t)})
			if (long || seed%8 == 0) && os.Getenv("LLAD_FUZZ_NATIVE") != "off" {
				p.native(t, b)
			}
		})
	}
}

// seeds are those that LLAD_FUZZ names, as from:to or a single one.
func seeds(t *testing.T) (from, to uint64) {
	text := os.Getenv("LLAD_FUZZ")
	if text == "" {
		return 1, 40
	}
	a, z, ok := strings.Cut(text, ":")
	if !ok {
		z = a
	}
	from, err := strconv.ParseUint(a, 10, 64)
	require.NoError(t, err)
	to, err = strconv.ParseUint(z, 10, 64)
	require.NoError(t, err)
	return from, to
}

// subject is a program under test.
type subject struct {
	seed      uint64
	name, src string
	tc        *native.Toolchain
	flags     []string
	ir, out   []byte
	grad, jvp bool // which derivatives there are
}

var (
	levels = [][]string{
		{"-O0"}, {"-O1"}, {"-O2"}, {"-O3"}, {"-Os"}, {"-O3", "-mavx2", "-mfma"}, {"-O2"}, {"-O3", "-mavx2", "-mfma", "-ffast-math"},
	}
	clangs = []int{19, 19, 19, 14, 22}
)

// newSubject compiles the program of a seed.
func newSubject(t *testing.T, b *builder, seed uint64) *subject {
	p := &subject{seed: seed, name: fmt.Sprintf("f%d", seed), src: Program(seed), flags: levels[seed%8]}
	if file := os.Getenv("LLAD_FUZZ_SOURCE"); file != "" {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		p.src = string(text)
	}
	if f := os.Getenv("LLAD_FUZZ_FLAGS"); f != "" {
		p.flags = strings.Fields(f)
	}
	var err error
	p.tc, err = native.FindToolchain(clangs[seed/8%uint64(len(clangs))])
	require.NoError(t, err)
	path := filepath.Join(b.dir, p.name+".c")
	require.NoError(t, os.WriteFile(path, []byte(p.src), 0o644))
	p.ir, err = command("", p.tc.Clang, append([]string{"-S", "-emit-llvm", "-w", "-o", "-", path}, p.flags...)...)
	require.NoError(t, err)
	return p
}

// differentiate makes both derivatives, or the one that is not refused; it
// reports whether there is any.
func (p *subject) differentiate(t *testing.T) bool {
	for _, modes := range [][]llad.Mode{{llad.Reverse, llad.Forward}, {llad.Forward}, {llad.Reverse}} {
		m, err := ir.Read("f.ll", p.ir)
		require.NoError(t, err)
		d := llad.New(m)
		d.Transport = llad.Transport(os.Getenv("LLAD_FUZZ_TRANSPORT"))
		for _, mode := range modes {
			req := llad.Request{Func: "f", Mode: mode, Args: map[string]llad.Activity{"4": llad.Const}}
			if _, err = d.Differentiate(req); err != nil {
				break
			}
		}
		if err == nil {
			p.grad, p.jvp = slices.Contains(modes, llad.Reverse), slices.Contains(modes, llad.Forward)
			p.out = m.Bytes()
			return true
		}
		line, _, _ := strings.Cut(err.Error(), "\n")
		t.Logf("refused: clang%d %v: %s", p.tc.Version, p.flags, line)
		switch code := regexp.MustCompile(`L\d{4}`).FindString(line); code {
		case "", "L0008", "L0799": // IR that is wrong, broken invariants
			t.Error(err)
		}
	}
	return false
}

// reread is the module as others read it.
func (p *subject) reread(t *testing.T) *ir.Module {
	m, err := ir.Read("f.ll", p.out)
	require.NoError(t, err)
	return m
}

// tolerance is what the program's own rounding allows.
func (p *subject) tolerance() tolerance {
	tol := tolerance{exact: true, dot: 1e-10, diff: 1e-5}
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(p.src, w) })
	}
	switch {
	case has("0.5f", "(float)", "uint32_t", "blend("):
		tol.dot, tol.diff = 2e-5, 2e-2
	case has(".w", "z["):
		tol.dot, tol.diff = 1e-6, 1e-3
	}
	if slices.Contains(p.flags, "-ffast-math") {
		tol.exact, tol.dot = false, max(tol.dot, 1e-9)
	}
	return tol
}

// stops reports whether a derivative by names ended with its message: the last resort of what is not found
// out before, a refusal of the program that runs.
func stops(err error) bool {
	return strings.Contains(err.Error(), "@llad.stop") || strings.Contains(err.Error(), "\nllad: ")
}

func (p *subject) judge(t *testing.T, where string, m machine) {
	w := world{int(p.seed / 3 % 3), 4 + int(p.seed%5)}
	bad, err := judge(m, w, p.seed, p.tolerance(), p.grad, p.jvp)
	if err != nil && stops(err) {
		t.Logf("%s: clang%d %v: ended with a message: %s", where, p.tc.Version, p.flags, err)
		return
	}
	if err != nil {
		bad = []string{err.Error()}
	}
	for _, f := range bad {
		t.Errorf("%s: clang%d %v: %s", where, p.tc.Version, p.flags, f)
	}
}

// native builds the program, at times with a sanitizer, and judges it.
func (p *subject) native(t *testing.T, b *builder) {
	var defines []string
	if !p.grad {
		defines = append(defines, "NO_GRAD")
	}
	if !p.jvp {
		defines = append(defines, "NO_JVP")
	}
	sanitize := p.seed%16 == 8
	out := p.out
	if sanitize {
		out = []byte(native.Sanitized(string(out)))
	}
	exe, err := b.build(p.tc.Clang, p.name, out, sanitize, defines...)
	require.NoError(t, err)
	p.judge(t, "native", exe)
	exe.remove()
}
