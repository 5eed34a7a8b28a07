package e2e

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/internal/native"
)

// identOf finds the list of the compilers that made a module.
var identOf = regexp.MustCompile(`(?m)^!llvm\.ident = !\{(.*)\}$`)

// Code of Rust's that stands in one module with code of another compiler, as after linking, has the
// derivative that it has alone: addresses that are moved as floats, in words of results, lead to
// floats that count whatever the rest of the module is.
func TestRustBesideOthers(t *testing.T) {
	for _, b := range []struct{ name, level string }{
		{"shared_cells", "2"}, {"boxed_results", "1"}, {"floats_moved_as_addresses", "1"},
	} {
		t.Run(b.name, func(t *testing.T) {
			t.Parallel()
			r := rustcs(t)[0]
			c := native.Config{Toolchain: toolchain(t, native.ClangFor(r.LLVM)), Rust: r, Level: b.level}
			p := readProgram(t, "rust", b.name+".rs")
			p.Rust = c.Rust
			text, err := workspace.RustIR(r, p, b.level)
			require.NoError(t, err)
			checkDerivatives(t, p, c, besideOther(text))
		})
	}
}

// besideOther marks a module as one that another compiler made a part of.
func besideOther(text []byte) []byte {
	if identOf.Match(text) {
		text = identOf.ReplaceAll(text, []byte("!llvm.ident = !{$1, !99999}"))
	} else {
		text = append(text, "\n!llvm.ident = !{!99999}\n"...)
	}
	return append(text, "\n!99999 = !{!\"clang version 14.0.6\"}\n"...)
}

// Where the types of accesses do not show that a word which is chosen from the bits of a float and an address has a
// derivative, the shadows of such words are asked, also where a derivative by names is not allowed.
func TestRustBesideOthersChosen(t *testing.T) {
	c := newestRustc(t)
	c.Level = "2"
	p := readProgram(t, "rust", "cell_results.rs")
	p.Tags = append(p.Tags, "settled")
	p.Rust = c.Rust
	text, err := workspace.RustIR(c.Rust, p, c.Level)
	require.NoError(t, err)
	checkDerivatives(t, p, c, besideOther(text))
}
