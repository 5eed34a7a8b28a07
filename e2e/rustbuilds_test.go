package e2e

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/internal/native"
	"github.com/llad-ad/llad/internal/tier"
	"github.com/llad-ad/llad/ir"
)

// newestRustc is the newest compiler that is installed, with a clang that reads
// its IR.
func newestRustc(t *testing.T) native.Config {
	t.Helper()
	list := rustcs(t)
	r := list[len(list)-1]
	version := native.ClangFor(r.LLVM)
	if version == 0 {
		t.Skip("no clang reads the IR of rustc " + r.Release)
	}
	return native.Config{Toolchain: toolchain(t, version), Rust: r}
}

// Rust as people build it otherwise: other levels, the flags of debug and
// release profiles.
func TestRustBuilds(t *testing.T) {
	c := newestRustc(t)
	for _, b := range []struct {
		name, level string
		programs    []string
		flags       []string
	}{
		{"opt1", "1", []string{"vec_growth", "state_machine", "ordered_maps"}, nil},
		{"size", "s", []string{"results", "slice_statistics"}, nil},
		{"checked", "2", []string{"soa_particles"}, []string{"-Coverflow-checks=on", "-Cdebug-assertions=on", "-Cdebuginfo=2"}},
		{"abort", "3", []string{"dyn_closures"}, []string{"-Cpanic=abort"}},
	} {
		for _, name := range b.programs {
			if !tier.Take("flags of Rust builds", b.name+name, specialShare) {
				continue
			}
			t.Run(b.name+"/"+name, func(t *testing.T) {
				t.Parallel()
				p := readProgram(t, "rust", name+".rs")
				p.Rust = c.Rust
				text, err := workspace.RustIR(c.Rust, p, b.level, b.flags...)
				require.NoError(t, err)
				c := c
				c.Level = b.level + "-" + b.name
				checkDerivatives(t, p, c, text)
			})
		}
	}
}

// The distribution's rustc without optimisation: pointers with types, and the
// standard library's code in the module.
func TestRustOldestDebug(t *testing.T) {
	r := rustcs(t)[0]
	c := native.Config{Toolchain: toolchain(t, native.ClangFor(r.LLVM)), Level: "0", Rust: r}
	for _, name := range []string{"soa_particles", "vec_growth", "array_rows"} {
		if !tier.Take("flags of Rust builds", "oldest debug "+name, specialShare) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := readProgram(t, "rust", name+".rs")
			p.Rust = newestRustc(t).Rust
			text, err := workspace.RustIR(r, p, c.Level)
			require.NoError(t, err)
			checkDerivatives(t, p, c, text)
		})
	}
}

// The newest rustc builds the programs that ask for it at their levels: maps, results,
// enums and boxes whose words are floats, numbers or addresses by what they are, and what
// the compilers make of such words where they move them.
func TestRustNewestLevels(t *testing.T) {
	checkRustBuilds(t, newestRustc(t), 0)
}

// The distribution's rustc does so.
func TestRustOldestLevels(t *testing.T) {
	r := rustcs(t)[0]
	c := native.Config{Toolchain: toolchain(t, native.ClangFor(r.LLVM)), Rust: r}
	checkRustBuilds(t, c, 1)
}

// builders are the compilers that a program's directive names.
var builders = []string{"newest", "oldest"}

// checkRustBuilds checks the derivatives of the programs that one of the builders is to
// build, at each of their levels.
func checkRustBuilds(t *testing.T, c native.Config, builder int) {
	for _, p := range rustPrograms(t, true) {
		p.Rust = c.Rust
		first, all := 0, 0 // among the program's builds
		for k, b := range builders {
			if k < builder {
				first += len(p.Builds[b])
			}
			all += len(p.Builds[b])
		}
		for k, level := range p.Builds[builders[builder]] {
			if !chosen("derivatives of Rust at levels", p.Name, first+k, all) {
				continue
			}
			t.Run(p.Name+"/opt"+level, func(t *testing.T) {
				t.Parallel()
				text, err := workspace.RustIR(c.Rust, p, level)
				require.NoError(t, err)
				c := c
				c.Level = level
				checkDerivatives(t, p, c, text)
			})
		}
	}
}

// A part of a struct that is copied to where no word begins: nothing tells where its
// floats are, and the gradient says so.
func TestRustCutStructs(t *testing.T) {
	c := newestRustc(t)
	c.Level = "0"
	p := readProgram(t, "special", "cut_struct.rs")
	p.Rust = c.Rust
	text, err := workspace.RustIR(c.Rust, p, c.Level)
	require.NoError(t, err)
	m, err := ir.Read("cut_struct.ll", text)
	require.NoError(t, err)
	d := llad.New(m)
	d.Transport = llad.TransportSettled
	_, err = d.Differentiate(request(t, p, llad.Reverse))
	require.NoError(t, err)
	_, err = workspace.RunMain("rust-cut-structs", c, `
#include <stddef.h>
double f_grad(const double *, double *, size_t, double);
int main(void) {
  double x[6] = {1, 0.5, 2, 0.25, 3, 0.75}, d[6] = {0};
  f_grad(x, d, 6, 1);
  return 0;
}
`, m.Bytes())
	var failed *native.RunError
	require.ErrorAs(t, err, &failed)
	require.Contains(t, failed.Output, "a part of a struct with derivatives is moved as bytes")
}

// Bits of floats are refused where the upper half of a float is added to, in memory or apart.
func TestRustAddedBits(t *testing.T) {
	for _, name := range []string{"doubled_halves", "doubled_parts"} {
		for k, r := range rustcs(t) {
			p := readProgram(t, "special", name+".rs")
			p.Rust = r
			for _, level := range []string{"0", "2"} {
				text, err := workspace.RustIR(r, p, level)
				require.NoError(t, err)
				for _, mode := range []llad.Mode{llad.Forward, llad.Reverse} {
					err := settled(t, p, text, mode)
					require.ErrorContains(t, err, "bits of an active float", "%s %d %s", name, k, level)
				}
			}
		}
	}
}

// Generated code alone has what it needs of the program's own functions, and older
// compilers than rustc's LLVM build it.
func TestRustDerivativesAlone(t *testing.T) {
	rust := newestRustc(t).Rust
	p := readProgram(t, "rust", "hash_structs.rs")
	for _, level := range []string{"0", "3"} {
		t.Run("opt"+level, func(t *testing.T) {
			t.Parallel()
			text, err := workspace.RustIR(rust, p, level)
			require.NoError(t, err)
			m, err := ir.Read("hash_structs.ll", text)
			require.NoError(t, err)
			d := llad.New(m)
			_, err = d.Differentiate(request(t, p, llad.Reverse))
			require.NoError(t, err)
			alone, err := d.Write(llad.WriteOptions{Emit: "derivatives"})
			require.NoError(t, err)
			got, err := workspace.RunMain("rust-alone-"+level, native.Config{Toolchain: toolchain(t, 19), Level: level, Rust: rust}, `
#include <stdio.h>
double f_grad(const double *, double *, size_t, double);
int main(void) {
    double x[4] = {2, 0.5, 3, 0.25}, d[4] = {0};
    f_grad(x, d, 4, 1);
    printf("d=%g %g %g %g\n", d[0], d[1], d[2], d[3]);
    return 0;
}
`, alone)
			require.NoError(t, err)
			require.Equal(t, "1.5 2 1.25 3", got.Values["d"])
		})
	}
}

// Stack slots of generated code are allocated as it is entered, and by nothing that an old
// rustc's probing of the stack would overwrite a register in: compilers that optimise it do not
// know of that.
func TestRustProbes(t *testing.T) {
	r := rustcs(t)[0]
	p := readProgram(t, "rust", "enums_through_recursion.rs")
	for _, level := range []string{"0", "2"} {
		t.Run("opt"+level, func(t *testing.T) {
			t.Parallel()
			text, err := workspace.RustIR(r, p, level)
			require.NoError(t, err)
			for _, mode := range []llad.Mode{llad.Forward, llad.Reverse} {
				m, err := ir.Read("enums_through_recursion.ll", text)
				require.NoError(t, err)
				d := llad.New(m)
				d.Transport = llad.TransportSettled
				_, err = d.Differentiate(request(t, p, mode))
				require.NoError(t, err)
				alone, err := d.Write(llad.WriteOptions{Emit: "derivatives"})
				require.NoError(t, err)
				require.NotContains(t, string(alone), "__rust_probestack")
				m, err = ir.Read("derivatives.ll", alone)
				require.NoError(t, err)
				first, slots := true, 0
				f := m.Func(map[llad.Mode]string{llad.Forward: "f_jvp", llad.Reverse: "f_grad"}[mode])
				require.NoError(t, f.Load())
				for _, b := range f.Blocks {
					for _, i := range b.Instrs {
						if i.Op == ir.Alloca {
							slots++
							require.True(t, first, "a slot of %s", f.Name)
						} else {
							first = false
						}
					}
				}
				require.Positive(t, slots)
			}
		})
	}
}

// A program that copies doubles in parts has its derivatives in both modes.
func TestRustByteCopy(t *testing.T) {
	c := newestRustc(t)
	for _, name := range []string{"byte_copy", "half_copy"} {
		p := readProgram(t, "special", name+".rs")
		p.Rust = c.Rust
		for _, level := range []string{"0", "1"} {
			t.Run(name+"/opt"+level, func(t *testing.T) {
				t.Parallel()
				text, err := workspace.RustIR(c.Rust, p, level)
				require.NoError(t, err)
				c := c
				c.Level, c.JVP, c.Grad = level, true, true
				out, err := differentiate(t, p, text, llad.Reverse, llad.Forward)
				require.NoError(t, err)
				got, err := workspace.Run(p, c, out)
				require.NoError(t, err)
				ref, err := workspace.Reference(p)
				require.NoError(t, err)
				require.Empty(t, native.Check(p, c, ref, got))
			})
		}
	}
}

// A panic that leaves a gradient frees what the gradient holds.
func TestRustPanic(t *testing.T) {
	c := newestRustc(t)
	c.Level = "3"
	path, err := native.ProgramPath("..", "special", "panics.rs")
	require.NoError(t, err)
	p := &native.Program{Path: path, Name: "panics", Func: "f", Rust: c.Rust,
		Args: []*native.Arg{{Name: "x", Activity: "dup"}, {Name: "n", Activity: "const"}, {Name: "limit", Activity: "const"}}}
	text, err := workspace.RustIR(c.Rust, p, "3")
	require.NoError(t, err)
	m, err := ir.Read("panics.ll", text)
	require.NoError(t, err)
	_, err = llad.Differentiate(m, request(t, p, llad.Reverse))
	require.NoError(t, err)
	got, err := workspace.RunMain("rust-panics", c, `
#include <malloc.h>
#include <stdio.h>
double f_grad(const double *, double *, size_t, size_t, double);
int attempt(double (*)(const double *, double *, size_t, size_t, double), const double *, double *, size_t, size_t);
int main(void) {
    double x[64], d[64] = {0};
    for (int k = 0; k < 64; k++)
        x[k] = 1 + 0.01 * k;
    int panics = 0;
    size_t before = 0;
    for (int k = 0; k < 200; k++) {
        if (k == 100)
            before = mallinfo2().uordblks;
        panics += attempt(f_grad, x, d, 64, 40);
    }
    printf("panics=%d\nheld=%ld\n", panics, (long)(mallinfo2().uordblks - before));
    double e[64] = {0};
    f_grad(x, e, 64, 64, 1);
    printf("right=%d\n", e[3] > 0);
    return 0;
}
`, m.Bytes())
	require.NoError(t, err)
	require.Equal(t, map[string]string{"panics": "200", "held": "0", "right": "1"}, got.Values)
}
