package e2e

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/internal/native"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transport"
)

// Floats of 32 bits in words that may be addresses or numbers: a derivative is right, or refused.
func TestRustSinglesInWords(t *testing.T) {
	for _, r := range rustcs(t) {
		version := native.ClangFor(r.LLVM)
		if version == 0 {
			t.Skip("no clang reads the IR of rustc " + r.Release)
		}
		c := native.Config{Toolchain: toolchain(t, version), Rust: r}
		records := readProgram(t, "special", "single_records.rs")
		nodes := withSingles(t, "rust", "split_tree_nodes.rs")
		for _, p := range []*native.Program{records, withSingles(t, "rust", "optional_results.rs"), nodes} {
			p.Rust = r
			for k, level := range []string{"1", "2", "s"} {
				if p == nodes && level != "2" || p != nodes && !chosen("words of Rust", p.Name+r.Release, k, 3) {
					continue
				}
				c := c
				c.Level = level
				t.Run(p.Name+"/rustc"+r.Release+"/opt"+level, func(t *testing.T) {
					t.Parallel()
					text, err := workspace.RustIR(r, p, level)
					require.NoError(t, err)
					modes := []llad.Mode{llad.Forward, llad.Reverse}
					if p == nodes {
						modes = modes[:1] // the gradient takes long to be refused
					}
					inModes(t, p, c, text, modes)
				})
			}
		}
	}
}

// inModes is rightOrRefused in each of the modes.
func inModes(t *testing.T, p *native.Program, c native.Config, text []byte, modes []llad.Mode) {
	for _, mode := range modes {
		t.Run(mode.String(), func(t *testing.T) { rightOrRefused(t, p, c, text, mode) })
	}
}

// Floats of 32 bits in C and C++, in unions that a function reads as one member and copies, and beside texts: as for Rust.
func TestSinglesMoved(t *testing.T) {
	for _, of := range []struct{ dir, name string }{{"c", "moved_unions.c"}, {"cxx", "chosen_union_reads.cpp"}, {"cxx", "variants_moved_in_parts.cpp"},
		{"cxx", "map_interpolated_curves.cpp"}, {"special", "single_tracks.cpp"}} {
		p := withSingles(t, of.dir, of.name, "difftol 5e-3", "dottol 1e-5")
		for k, built := range []struct {
			version int
			level   string
		}{{14, "0"}, {14, "2"}, {19, "0"}, {19, "2"}} {
			if !chosen("unions of floats", p.Name, k, 4) {
				continue
			}
			c := native.Config{Toolchain: toolchain(t, built.version), Level: built.level}
			t.Run(p.Name+"/"+c.Name(), func(t *testing.T) {
				t.Parallel()
				text, err := workspace.IR(c.Toolchain, p, c.Level)
				require.NoError(t, err)
				inModes(t, p, c, text, []llad.Mode{llad.Forward, llad.Reverse})
			})
		}
	}
}

// rightOrRefused checks that a program's derivative in one mode is right, or that it is refused because of bytes
// that may be floats or something else, or ends with the message that a float is made of another's bits. A gradient
// is held against the tangent, too: what differences of 32 bits tell is not much.
func rightOrRefused(t *testing.T, p *native.Program, c native.Config, text []byte, mode llad.Mode) {
	modes := []llad.Mode{mode}
	if mode == llad.Reverse {
		modes = append(modes, llad.Forward)
	}
	out, err := differentiate(t, p, text, modes...)
	if err != nil && len(modes) == 2 {
		modes = modes[:1]
		out, err = differentiate(t, p, text, mode)
	}
	if err != nil {
		var d *ir.Diagnostic
		require.ErrorAs(t, err, &d)
		require.Contains(t, []string{"L0201", "L0202", "L0203", "L0311"}, d.Code, "%v", err)
		return
	}
	c.JVP, c.Grad = slices.Contains(modes, llad.Forward), mode == llad.Reverse
	got, err := workspace.Run(p, c, out)
	var ended *native.RunError
	if errors.As(err, &ended) && strings.Contains(ended.Output, "error["+transport.CodeTrace+"]: a float is made of the bits") {
		return
	}
	require.NoError(t, err)
	ref, err := workspace.Reference(p)
	require.NoError(t, err)
	require.Empty(t, native.Check(p, c, ref, got))
}

// withSingles is a program of the test tree with floats of 32 bits for those of 64; see inSingles.
func withSingles(t *testing.T, dir, name string, more ...string) *native.Program {
	path, err := native.ProgramPath("..", dir, name)
	require.NoError(t, err)
	return inSingles(t, path, more...)
}

// inSingles is the program in a file, with more lines for the tests, with floats of 32 bits for those of 64.
func inSingles(t *testing.T, path string, more ...string) *native.Program {
	src, err := os.ReadFile(path)
	require.NoError(t, err)
	lines := "// llad: " + strings.Join(append(more, "tags float"), "\n// llad: ")
	text := strings.NewReplacer("f64", "f32", "double", "float", "// llad: arg n", lines+"\n// llad: arg n").Replace(string(src))
	path = filepath.Join(t.TempDir(), "single_"+filepath.Base(path))
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	p, err := native.ReadProgram(path)
	require.NoError(t, err)
	return p
}
