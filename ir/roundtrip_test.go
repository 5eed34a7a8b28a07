package ir

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/internal/tier"
)

// sources are the programs of the corpus, by compiler front end.
func sources(t testing.TB, dir string) []string {
	l, err := filepath.Glob("testdata/corpus/" + dir + "/*")
	require.NoError(t, err)
	require.NotEmpty(t, l)
	return l
}

// tool is the path of a compiler tool. Where it is missing the test is
// skipped, in CI it fails.
func tool(t testing.TB, name string) string {
	p, err := exec.LookPath(name)
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatalf("%s is not installed", name)
		}
		t.Skipf("%s is not installed", name)
	}
	return p
}

// compile gives the text of a program's module as clang of a version prints it.
func compile(t testing.TB, version, src string, flags ...string) []byte {
	compiler := "clang-"
	args := append([]string{"-S", "-emit-llvm", "-w", "-o", "-", src}, flags...)
	if strings.HasSuffix(src, ".cpp") {
		compiler = "clang++-"
		args = append(args, "-std=c++17")
	}
	return output(t, exec.Command(tool(t, compiler+version), args...))
}

func output(t testing.TB, cmd *exec.Cmd) []byte {
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	text, err := cmd.Output()
	require.NoError(t, err, "%s", stderr.String())
	return text
}

// Accepted puts a module to the verifier of an LLVM version.
func Accepted(t testing.TB, version string, text []byte) {
	verified(t, version, text, "-disable-output")
}

func verified(t testing.TB, version string, text []byte, args ...string) {
	cmd := exec.Command(tool(t, "opt-"+version), append(args, "-passes=verify")...)
	cmd.Stdin = bytes.NewReader(text)
	msg, err := cmd.CombinedOutput()
	if err != nil {
		f := filepath.Join(os.TempDir(), "refused-"+version+".ll")
		os.WriteFile(f, text, 0o644)
		t.Fatalf("opt-%s refuses (text in %s):\n%s", version, f, firstLines(string(msg), 12))
	}
}

var (
	predsComment = regexp.MustCompile(`(?m) *; (preds|uses) = .*$|^; ModuleID.*$`)
	assumed      = regexp.MustCompile(`(?m)(call void @llvm.assume\(i1 true\).*?) \[.*\]`)
)

// canonical is a module as LLVM prints it with all names of locals and all
// debug info gone: equal texts are equal programs. The bundles of assumptions
// are taken out, which the reader drops.
func canonical(t testing.TB, version string, text []byte) string {
	bc := filepath.Join(t.TempDir(), "m.bc")
	verified(t, version, text, "-o", bc)
	out := output(t, exec.Command(tool(t, "opt-"+version), "-strip-debug", "-discard-value-names", "-passes=verify", "-S", bc, "-o", "-"))
	return assumed.ReplaceAllString(predsComment.ReplaceAllString(string(out), ""), "$1")
}

func firstLines(s string, n int) string {
	l := strings.SplitN(s, "\n", n+1)
	return strings.Join(l[:min(n, len(l))], "\n")
}

// loadAll reads every body and initialiser.
func loadAll(t testing.TB, m *Module) {
	for _, n := range m.FuncNames() {
		f := m.Func(n)
		if f == nil {
			_, err := m.Lookup(n)
			require.NoError(t, err)
		}
		require.NoError(t, f.Load())
	}
	for _, n := range m.GlobalNames() {
		g := m.Global(n)
		require.NotNil(t, g, n)
		require.NoError(t, g.LoadInit())
	}
}

// roundTrip is the law that holds for any module: unchanged it comes back byte
// for byte; with every function written anew it is accepted, and reading that
// and writing again changes nothing more.
func roundTrip(t testing.TB, version string, text []byte) {
	m, err := Read("in.ll", text)
	require.NoError(t, err)
	require.True(t, bytes.Equal(text, m.Bytes()), "unchanged module differs")
	require.Equal(t, version == "14", m.Typed)
	loadAll(t, m)
	require.True(t, bytes.Equal(text, m.Bytes()), "loaded module differs")
	for _, n := range m.FuncNames() {
		f := m.Func(n)
		require.NoError(t, Verify(f))
		f.MarkChanged()
	}
	once := m.Bytes()
	if a, b := canonical(t, version, text), canonical(t, version, once); a != b {
		t.Fatalf("LLVM sees another program: %s", firstDifference([]byte(a), []byte(b)))
	}
	m2, err := Read("again.ll", once)
	require.NoError(t, err)
	loadAll(t, m2)
	for _, n := range m2.FuncNames() {
		m2.Func(n).MarkChanged()
	}
	twice := m2.Bytes()
	if !bytes.Equal(once, twice) {
		t.Fatalf("second writing differs: %s", firstDifference(once, twice))
	}
}

func firstDifference(a, b []byte) string {
	la, lb := strings.Split(string(a), "\n"), strings.Split(string(b), "\n")
	for k := range la {
		if k >= len(lb) || la[k] != lb[k] {
			other := ""
			if k < len(lb) {
				other = lb[k]
			}
			return fmt.Sprintf("line %d:\n%s\n%s", k+1, la[k], other)
		}
	}
	return "the second is longer"
}

// corpusShare is what the fast tier takes, in thousandths, of the corpus in each version and at each level.
const corpusShare = 200

var levels = []string{"-O0", "-O1", "-O2", "-O3", "-O0 -g", "-O2 -g"}

// versions are the LLVMs that a corpus is compiled by; with -short one.
func versions() []string {
	if testing.Short() {
		return []string{"19"}
	}
	return []string{"14", "19", "22"}
}

// some is the list, with -short its last entry.
func some(l []string) []string {
	if testing.Short() {
		return l[len(l)-1:]
	}
	return l
}

func TestRoundTripC(t *testing.T)   { testCorpus(t, "c", levels) }
func TestRoundTripCpp(t *testing.T) { testCorpus(t, "cpp", append(levels[:4:4], "-O2 -g")) }

func testCorpus(t *testing.T, dir string, levels []string) {
	for _, version := range versions() {
		for _, level := range some(levels) {
			t.Run(version+strings.ReplaceAll(level, " ", ""), func(t *testing.T) {
				t.Parallel()
				for _, src := range sources(t, dir) {
					if !tier.Take("round trips", version+level+src, corpusShare) {
						continue
					}
					roundTrip(t, version, compile(t, version, src, strings.Fields(level)...))
				}
			})
		}
	}
}

// TestRoundTripRust needs a rustc whose LLVM is not newer than opt-22.
func TestRoundTripRust(t *testing.T) {
	rustc, err := exec.LookPath("rustc")
	if err != nil {
		t.Skip("rustc is not installed")
	}
	for _, flags := range [][]string{
		{"-Copt-level=0"}, {"-Copt-level=2"}, {"-Copt-level=3", "-g"}, {"-Copt-level=1", "-Cpanic=abort"},
	} {
		t.Run(strings.Join(flags, ""), func(t *testing.T) {
			for _, src := range sources(t, "rust") {
				if !tier.Take("round trips", strings.Join(flags, "")+src, corpusShare) {
					continue
				}
				args := append([]string{"--edition=2021", "--crate-type=lib", "--emit=llvm-ir", "-Ccodegen-units=1", "-o", "-", src}, flags...)
				roundTrip(t, "22", output(t, exec.Command(rustc, args...)))
			}
		})
	}
}

// TestSyntax holds the law of roundTrip for texts with all that LLVM 14 to 22
// print; their second line says which versions here read them.
func TestSyntax(t *testing.T) {
	for _, f := range goldens(t) {
		text, err := os.ReadFile(f)
		require.NoError(t, err)
		_, versions, ok := strings.Cut(strings.Split(string(text), "\n")[1], "accepted by: ")
		require.True(t, ok, f)
		for _, v := range strings.Fields(versions) {
			t.Run(filepath.Base(f)+v, func(t *testing.T) {
				Accepted(t, v, text)
				roundTrip(t, v, text)
			})
		}
	}
}
