package e2e

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/internal/native"
)

// Unions of floats and addresses that are passed and returned by value where calls stay calls: a derivative is
// right, or refused.
func TestPassedUnions(t *testing.T) {
	const head = `// llad: func f double
// llad: arg x dup double[4] {0.7,-0.4,1.3,0.2}
// llad: arg n const int 4
struct Value { int kind; union { MEMBERS; }; };
__attribute__((noinline)) Value found(const Value *l, int n) { return n == 1 ? l[0] : found(l + 1, n - 1); }
`
	for name, body := range map[string]string{
		"taken": `
__attribute__((noinline)) static double number(Value u) { return u.kind ? u.v : *u.p; }
extern "C" double f(const double *x, int n) {
  double t = x[0] * x[1];
  Value l[2];
  l[0].kind = 0, l[0].p = &t, l[1].kind = 1, l[1].v = x[2] * x[n - 1];
  return number(found(l, 2)) * x[3] + number(found(l, 1));
}
`, "stored": `
__attribute__((noinline)) static double number(const Value *u, int n) { return n == 0 ? 0 : (u->kind ? u->v : *u->p) * n + number(u + 1, n - 1); }
extern "C" double f(const double *x, int n) {
  double t = x[0] * x[1];
  Value l[2], k[2];
  l[0].kind = 0, l[0].p = &t, l[1].kind = 1, l[1].v = x[2] * x[n - 1];
  k[0] = found(l, 2), k[1] = found(l, 1);
  return number(k, 2) * x[3];
}
`, "linked": `
struct Node { Value u; const Node *next; };
__attribute__((noinline)) static double number(Value u) { return u.kind ? u.v : *u.p; }
__attribute__((noinline)) static Value last(const Node *l) { return l->next ? last(l->next) : l->u; }
extern "C" double f(const double *x, int n) {
  double t = x[0] * x[1];
  Node a, b;
  a.u.kind = 0, a.u.p = &t, a.next = &b, b.u.kind = 1, b.u.v = x[2] * x[n - 1], b.next = nullptr;
  return number(last(&a)) * x[3] + number(last(&b));
}
`} {
		for order, members := range map[string]string{"value": "double v; double *p", "address": "double *p; double v"} {
			path := filepath.Join(t.TempDir(), name+"_"+order+".cpp")
			require.NoError(t, os.WriteFile(path, []byte(strings.Replace(head, "MEMBERS", members, 1)+body), 0o600))
			double, err := native.ReadProgram(path)
			require.NoError(t, err)
			for _, p := range []*native.Program{double, inSingles(t, path, "difftol 2e-4", "dottol 1e-5")} {
				for _, version := range []int{14, 22} {
					for _, level := range []string{"0", "2"} {
						c := native.Config{Toolchain: toolchain(t, version), Level: level}
						text, err := workspace.IR(c.Toolchain, p, level)
						require.NoError(t, err)
						for _, mode := range []llad.Mode{llad.Forward, llad.Reverse} {
							t.Run(p.Name+"/"+c.Name()+"/"+mode.String(), func(t *testing.T) { rightOrRefused(t, p, c, text, mode) })
							if level == "2" {
								t.Run(p.Name+"/"+c.Name()+"/"+mode.String()+"/bare", func(t *testing.T) { rightOrRefused(t, p, c, withoutUnions(text), mode) })
							}
						}
					}
				}
			}
		}
	}
}

// withoutUnions is a module without alias metadata and without types that are called unions, as other front ends write.
func withoutUnions(text []byte) []byte {
	text = regexp.MustCompile(`, !tbaa(\.struct)? ![0-9]+`).ReplaceAll(text, nil)
	return bytes.ReplaceAll(text, []byte("union."), []byte("tagged."))
}
