package declare_test

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/declare"
	"github.com/llad-ad/llad/internal/native"
	"github.com/llad-ad/llad/ir"
)

// Names that are harmless in IR and not in a declaration; behind the words of the languages those
// that become the same once they are identifiers, and those of types and macros of the header.
func awkwardNames() []string {
	set := declare.ReservedWords()
	names := slices.Sorted(maps.Keys(set))
	return append(names, "a.b", "a_b", "a b", "a-b", "d_a.b", "d_this", "d_d_this", "this_", "1st", `q\22q`, `\C3\A9`, "x/*", "*/",
		"seed", "d_seed", "d_ret", "seed_0", "d_x_0", "x", "x_0", "f64", "i32", "INT32_MAX", "UINT_LEAST8_MAX", "INT64_C",
		"__x86_64__", "__attribute__", "__restrict", "_Bool", "_Complex", "_Static_assert", "__int128", "_Float16", "__", "_x", "None", "Some",
		"Ok", "Vec", "macro_rules", "raw", "safe", "core", "std", "c_void", "extern_C", "import", "module",
		"f_grad", "f_jvp", "f_grad_result", "f_grad_s", "a0", "a1")
}

const awkwardFunctions = `
%%struct.S = type { double, [3 x float], i32 }
define { double, double } @f(ptr byval(%%struct.S) %%s, ptr %%p.1, i1 %%b.1, i32 %%i.1, i64 %%n, ptr %%unused, %s) {
  %%t0 = load double, ptr %%s
  %%t1 = load double, ptr %%p.1
  %%r = insertvalue { double, double } undef, double %%t0, 0
  %%t = insertvalue { double, double } %%r, double %%t1, 1
  ret { double, double } %%t
}
define { double, [2 x i64] } @f_grad_result(double %%f_grad_s) {
  %%r = insertvalue { double, [2 x i64] } zeroinitializer, double %%f_grad_s, 0
  ret { double, [2 x i64] } %%r
}
define double @"a.b"(double %%type) {
  ret double %%type
}
define double @a_b(double %%self) {
  ret double %%self
}
define double @"\01odd */ \22name\22"(double %%crate) {
  ret double %%crate
}
define double @plain(double %%x) {
  %%y = fmul double %%x, %%x
  ret double %%y
}
`

// awkward are derivatives of functions with such names in a mode, some of them called like a
// word of a language.
func awkward(t *testing.T, mode llad.Mode, width int) []*llad.Result {
	t.Helper()
	var params []string
	for _, n := range awkwardNames() {
		params = append(params, `double %"`+n+`"`)
	}
	m, err := ir.Read("test.ll", []byte(fmt.Sprintf(awkwardFunctions, strings.Join(params, ", "))))
	require.NoError(t, err)
	d := llad.New(m)
	var results []*llad.Result
	ask := func(f, name string) {
		r, err := d.Differentiate(llad.Request{Func: f, Mode: mode, Width: width, Name: name})
		require.NoError(t, err)
		results = append(results, r)
	}
	for _, f := range []string{"f", "f_grad_result", "a.b", "a_b", `\01odd */ \22name\22`} {
		ask(f, "")
	}
	for _, name := range []string{"class", "type", "self", "Self", "crate", "int32_t", "f_grad_s", "match", "_", "bool", "unix", "safe", "gen"} {
		ask("plain", name)
	}
	return results
}

// Headers compile as C and as C++ whatever parameters and functions are called.
func TestHeadersOfAwkwardNames(t *testing.T) {
	tc, err := native.FindToolchain(19)
	require.NoError(t, err)
	for _, c := range awkwardCases {
		h, err := llad.Header("f-grad 1.h", awkward(t, c.mode, c.width))
		require.NoError(t, err)
		file := filepath.Join(t.TempDir(), "f_grad.h")
		require.NoError(t, os.WriteFile(file, h, 0o644))
		for _, lang := range []string{"c -std=c99", "c -std=c17", "c -std=gnu23", "c++ -std=c++11", "c++ -std=gnu++20"} {
			args := append(strings.Fields("-fsyntax-only -Wall -Werror -Wno-return-type-c-linkage -x "+lang), "-include", "stdio.h", "-include", "math.h", "-include", "errno.h", file)
			out, err := exec.Command(tc.Clang, args...).CombinedOutput()
			assert.NoError(t, err, "%v, %s:\n%s", c, lang, out)
		}
	}
}

var awkwardCases = []struct {
	mode  llad.Mode
	width int
}{{llad.Reverse, 1}, {llad.Forward, 2}}

// Declarations for Rust compile in every edition, whatever parameters and functions are called.
func TestRustDeclsOfAwkwardNames(t *testing.T) {
	rustcs := native.FindRustcs(".")
	require.NotEmpty(t, rustcs)
	for _, c := range awkwardCases {
		results := awkward(t, c.mode, c.width)
		for _, edition := range llad.RustEditions {
			text, err := llad.RustDecls(results, edition)
			require.NoError(t, err)
			file := filepath.Join(t.TempDir(), "f_grad.rs")
			require.NoError(t, os.WriteFile(file, text, 0o644))
			for _, r := range rustcs {
				if e := strconv.Itoa(edition); r.Knows(e) {
					assert.NoError(t, r.Accepts(file, e), "%v, rustc %s", c, r.Release)
				}
			}
		}
	}
}

// What a declaration calls a function has the symbol that the module has.
func TestDeclaredSymbols(t *testing.T) {
	results := awkward(t, llad.Reverse, 1)
	h, err := llad.Header("f.h", results)
	require.NoError(t, err)
	for _, want := range []string{
		"double class_(double x, double *d_x, double seed) __asm__(\"class\");",
		"double a_b_grad(double self, double *d_self, double seed);",
		"double a_b_grad_(double type, double *d_type, double seed) __asm__(\"a.b_grad\");",
		`__asm__("odd */ \042name\042_grad");`,
		"/* gradient of \\01odd * / \\22name\\22 */",
	} {
		assert.Contains(t, string(h), want)
	}
	rust, err := llad.RustDecls(results, 2024)
	require.NoError(t, err)
	for _, want := range []string{
		"unsafe extern \"C\" {",
		"pub fn r#type(x: f64, d_x: *mut f64, seed: f64) -> f64;",
		"#[link_name = \"self\"]\n    pub fn self_(",
		"a_b_grad_(r#type: f64, d_type: *mut f64,",
		"a_b_grad(self_: f64, d_self: *mut f64,",
		`#[link_name = "\u{1}odd */ \u{22}name\u{22}_grad"]`,
	} {
		assert.Contains(t, string(rust), want)
	}
}
