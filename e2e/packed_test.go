package e2e

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/internal/native"
)

// Numbers that are packed into bytes where no word begins, in C.
func TestPackedBytes(t *testing.T) {
	p := readProgram(t, "special", "packed_stream.c")
	for _, version := range native.Versions {
		for _, level := range []string{"0", "2"} {
			c := native.Config{Toolchain: toolchain(t, version), Level: level, Sanitize: true}
			t.Run(c.Name(), func(t *testing.T) {
				t.Parallel()
				text, err := workspace.IR(c.Toolchain, p, c.Level)
				require.NoError(t, err)
				checkDerivatives(t, p, c, text)
			})
		}
	}
}

// Gradients of programs that pack numbers into bytes end with a message where nothing tells where
// the numbers stand and that would have to be known; their tangents are right.
func TestPackedBytesWithoutPlaces(t *testing.T) {
	const head = `#include <cstddef>
#include <cstring>
#include <vector>
struct Entry { double v; const double *p; };
extern "C" double f(const double *x) {
  std::vector<unsigned char> b;
  double q = x[3] * x[3], s = 0;
`
	for name, c := range map[string]struct{ body, message string }{
		"addresses": {`
  for (int i = 0; i < 4; i++) {
    Entry e{x[i] * x[1], i % 2 ? &q : x + i};
    std::size_t k = b.size();
    b.resize(k + 1 + i % 2 + sizeof e);
    b[k] = i % 2;
    std::memcpy(b.data() + k + 1, &e, sizeof e);
  }
  std::vector<unsigned char> c = b;
  for (std::size_t k = 0; k < c.size();) {
    Entry e;
    std::size_t m = c[k];
    std::memcpy(&e, c.data() + k + 1, sizeof e);
    s += e.v * e.v + *e.p;
    k += 1 + m + sizeof e;
  }
`, ""},
		"both": {`
  for (int i = 0; i < 4; i++) {
    double v = x[i] * x[1] + q;
    std::size_t k = b.size();
    b.resize(k + 1 + i % 2 + sizeof v);
    b[k] = i % 2;
    std::memcpy(b.data() + k + 1, &v, sizeof v);
  }
  std::vector<unsigned char> c = b;
  for (std::size_t k = 0; k < c.size();) {
    double v, w;
    std::size_t m = c[k];
    std::memcpy(&v, b.data() + k + 1, sizeof v);
    std::memcpy(&w, c.data() + k + 1, sizeof v);
    s += v * w;
    k += 1 + m + sizeof v;
  }
`, "both they and the copy have derivatives"},
	} {
		path := filepath.Join(t.TempDir(), name+".cpp")
		text := head + c.body + "  return s;\n}\n// llad: func f double\n// llad: arg x dup double[4] range(0.5,1.5)\n"
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
		p, err := native.ReadProgram(path)
		require.NoError(t, err)
		for _, level := range []string{"0", "2"} {
			t.Run(name+"/O"+level, func(t *testing.T) {
				t.Parallel()
				tc := toolchain(t, 19)
				cfg := native.Config{Toolchain: tc, Level: level, Cxx: true, JVP: true}
				text, err := workspace.IR(tc, p, level)
				require.NoError(t, err)
				differentiates := differentiateSettled
				if c.message == "" {
					differentiates, cfg.Grad = differentiate, true
				}
				out, err := differentiates(t, p, text, llad.Reverse, llad.Forward)
				require.NoError(t, err)
				got, err := workspace.Run(p, cfg, out)
				require.NoError(t, err)
				ref, err := workspace.Reference(p)
				require.NoError(t, err)
				require.Empty(t, native.Check(p, cfg, ref, got))
				if c.message == "" {
					return
				}
				cfg.JVP, cfg.Grad = false, true
				_, err = workspace.Run(p, cfg, out)
				require.ErrorContains(t, err, c.message)
			})
		}
	}
}
