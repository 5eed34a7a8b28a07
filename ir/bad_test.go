package ir

import (
	"errors"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// readAll reads whatever there is of a text and gives the first error.
func readAll(text []byte) error {
	m, err := Read("bad.ll", text)
	if err != nil {
		return err
	}
	for _, n := range append(m.FuncNames(), m.GlobalNames()...) {
		v, err := m.Lookup(n)
		if err != nil {
			return err
		}
		switch v := v.(type) {
		case *Function:
			err = v.Load()
			if err == nil {
				v.MarkChanged()
			}
		case *Global:
			err = v.LoadInit()
		}
		if err != nil {
			return err
		}
	}
	m.Bytes()
	return nil
}

func TestBadInput(t *testing.T) {
	deep := func(open, end string, n int) string { return strings.Repeat(open, n) + end }
	for name, c := range map[string]struct{ text, code, at, message string }{
		"empty":           {"", codeEmpty, "bad.ll:1", "empty"},
		"blank":           {" \n; nothing\n", codeEmpty, "bad.ll:1", "empty"},
		"prose":           {"\nHello world\n", codeSyntax, "bad.ll:2:1", "not LLVM IR"},
		"C":               {"int f(void) { return 1; }\n", codeSyntax, "bad.ll:1:1", "not LLVM IR"},
		"binary":          {"\x7fELF\x02\x01\x00", codeSyntax, "bad.ll:1:1", "not LLVM IR"},
		"bitcode":         {"BC\xc0\xde5\x14", codeSyntax, "bad.ll:1:1", "llvm-dis"},
		"cut in header":   {"define i32 @f(i32 %x", codeTruncated, "bad.ll:1:1", "truncated"},
		"cut in body":     {"\ndefine i32 @f() {\n  ret i32", codeTruncated, "bad.ll:2:1", "truncated"},
		"instruction":     {"define void @f() {\n  frobnicate i32 %x\n}\n", codeInstr, "bad.ll:2:3", "frobnicate"},
		"local":           {"define i32 @f() {\n  ret i32 %x\n}\n", codeUndefined, "bad.ll:2:11", "%x"},
		"number":          {"define i32 @f() {\n  ret i32 %7\n}\n", codeUndefined, "bad.ll:2:11", "%7"},
		"block":           {"define void @f() {\n  br label %b\n}\n", codeUndefined, "bad.ll:2:12", "%b"},
		"symbol":          {"define void @f() {\n  call void @g()\n  ret void\n}\n", codeUndefined, "bad.ll:2:13", "@g"},
		"type":            {"define void @f(%T %x) {\n  ret void\n}\n", codeType, "bad.ll:1:16", "%T"},
		"word for a type": {"define wide @f() {\n  ret wide 0\n}\n", codeType, "bad.ll:1:", "expected a type"},
		"types disagree":  {"define i32 @f(i64 %x) {\n  ret i32 %x\n}\n", codeType, "bad.ll:2:11", "i64, not i32"},
		"forward type": {"define void @f() {\na:\n  br label %c\nb:\n  %y = add i32 %x, 1\n  br label %b\nc:\n  %x = add i64 1, 1\n  ret void\n}\n",
			codeType, "bad.ll:5:16", "i64, not i32"},
		"endless type": {"%T = type { i32, %U }\n%U = type { [2 x %T] }\ndefine void @f(%T %x) {\n  ret void\n}\n",
			codeType, "bad.ll:", "contains itself"},
		"twice":          {"define void @f() {\n  %x = add i32 1, 2\n  %x = add i32 1, 2\n  ret void\n}\n", codeSyntax, "bad.ll:", "twice"},
		"function twice": {"declare void @f()\ndefine void @f() {\n  ret void\n}\n", codeSyntax, "bad.ll:2:1", "@f is defined twice"},
		"no terminator":  {"define void @f() {\n  %x = add i32 1, 2\n}\n", codeSyntax, "bad.ll:", "terminator"},
		"deep type":      {"@g = global " + deep("{", "", 100000) + "\n", codeDepth, "bad.ll:1:", "nested"},
		"deep constant":  {"@g = global i32 " + deep("add (i32 ", "", 100000) + "\n", codeSyntax, "bad.ll:1:", "not closed"},
		"huge number":    {"define void @f() {\n  %4000000000 = add i32 1, 2\n  ret void\n}\n", codeSyntax, "bad.ll:2:", "too large"},
		"float for int":  {"define i32 @f() {\n  ret i32 1.5\n}\n", codeSyntax, "bad.ll:2:11", "not an integer"},
		"predicate":      {"define i1 @f(i32 %x) {\n  %c = icmp above i32 %x, 1\n  ret i1 %c\n}\n", codeSyntax, "bad.ll:2:", "above"},
	} {
		t.Run(name, func(t *testing.T) {
			err := readAll([]byte(c.text))
			var d *Diagnostic
			require.True(t, errors.As(err, &d), "%v", err)
			require.Equal(t, c.code, d.Code, err)
			require.Contains(t, err.Error(), c.at)
			require.Contains(t, err.Error(), c.message)
			require.NotContains(t, err.Error(), "\n")
		})
	}
}

// TestBrokenHeader wants a function that cannot be read to hurt nobody but
// those who call it.
func TestBrokenHeader(t *testing.T) {
	m := read(t, `
define void @good() {
  ret void
}
define void @bad(%Missing %x) {
  ret void
}
define void @caller() {
  call void @bad()
  ret void
}
`)
	require.Equal(t, []string{"good", "bad", "caller"}, m.FuncNames())
	require.NoError(t, m.Func("good").Load())
	bad := m.Func("bad")
	require.False(t, bad.IsDecl)
	require.Same(t, bad, m.Func("bad"))
	for _, f := range []*Function{bad, m.Func("caller")} {
		require.ErrorContains(t, f.Load(), "type %Missing is not defined")
	}
	c := bad.Clone("copy")
	require.Nil(t, c)
	require.Nil(t, m.Func("absent"))
}

// TestCutText cuts and damages a module at many places: an error or none, but
// no panic.
func TestCutText(t *testing.T) {
	rnd := rand.New(rand.NewSource(1))
	for _, f := range goldens(t) {
		text, err := os.ReadFile(f)
		require.NoError(t, err)
		for n := 0; n < len(text); n += 1 + len(text)/300 {
			readAll(text[:n])
			damaged := append([]byte(nil), text...)
			damaged[n] = "%@!{}()<>[]*,=\"x0 \n"[rnd.Intn(19)]
			readAll(damaged)
		}
	}
}

func goldens(t testing.TB) []string {
	l, err := filepath.Glob("testdata/syntax/*.ll")
	require.NoError(t, err)
	require.NotEmpty(t, l)
	return l
}

// TestNoQuadratic reads texts that provoke repeated scans.
func TestNoQuadratic(t *testing.T) {
	const n = 200000
	for name, text := range map[string]string{
		"open brackets":  "@g = global [\n" + strings.Repeat("i32 1,\n", n),
		"blank lines":    "@g = global [\n" + strings.Repeat("\n", n) + "]\n",
		"declares":       strings.Repeat("declare\n", n),
		"quotes":         "@g = global " + strings.Repeat("\" ", n) + "\n",
		"unclosed":       strings.Repeat("define void @f() {\n", n),
		"types":          strings.Repeat("%T = type { %T* }\n", n) + "@g = global %T zeroinitializer\n",
		"phi":            "define void @f() {\na:\n  br label %b\nb:\n  %x = phi i32 [ 0, %a ]" + strings.Repeat(", [ 1, %b ]", n) + "\n  br label %b\n}\n",
		"forward":        "define void @f() {\n" + strings.Repeat("  call void %x()\n", n) + "  ret void\n}\n",
		"blockaddresses": "@g = global i32 0\n" + strings.Repeat("; blockaddress(@f, %x)\n", n),
	} {
		start := time.Now()
		readAll([]byte(text))
		require.Less(t, time.Since(start), 5*time.Second, name)
	}
}

// FuzzRead wants every text to be read or refused, and what is read to come
// back unchanged.
func FuzzRead(f *testing.F) {
	for _, g := range goldens(f) {
		text, err := os.ReadFile(g)
		require.NoError(f, err)
		f.Add(text)
	}
	f.Add([]byte("define void @f() {\n  ret void\n}\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		var d *Diagnostic
		if err := readAll(text); err != nil && !errors.As(err, &d) {
			t.Fatalf("error is no diagnostic: %v", err)
		}
		if m, err := Read("again.ll", text); err == nil {
			require.Equal(t, string(text), string(m.Bytes()))
		}
	})
}
