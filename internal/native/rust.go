package native

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

// Rustc is one Rust compiler.
type Rustc struct {
	Path    string
	Release string // 1.63.0
	LLVM    int    // the LLVM release whose IR it prints
	env     []string
}

// FindRustcs lists the Rust compilers that are installed, oldest first, one a
// release: those that LLAD_RUSTC names (a list as PATH is one); else rustc on
// the PATH, the distribution's in /usr/bin, and its current one, which `make deps`
// unpacks below bin. The answer is kept.
func FindRustcs(root string) []*Rustc {
	paths := filepath.SplitList(os.Getenv("LLAD_RUSTC"))
	if len(paths) == 0 {
		current, err := filepath.Abs(filepath.Join(root, "bin", "rustc-web", "usr", "bin", "rustc"))
		if err != nil {
			return nil
		}
		paths = []string{"rustc", "/usr/bin/rustc", current}
	}
	rustcs.Lock()
	defer rustcs.Unlock()
	key := strings.Join(paths, string(filepath.ListSeparator))
	list, ok := rustcs.found[key]
	if !ok {
		list = findRustcs(paths)
		rustcs.found[key] = list
	}
	return slices.Clone(list)
}

// rustcs are the compilers that were found at paths.
var rustcs = struct {
	sync.Mutex
	found map[string][]*Rustc
}{found: map[string][]*Rustc{}}

func findRustcs(paths []string) []*Rustc {
	var list []*Rustc
	for _, p := range paths {
		path, err := exec.LookPath(p)
		if err != nil {
			continue
		}
		r, err := newRustc(path, libraryEnv(path))
		if err != nil || slices.ContainsFunc(list, func(have *Rustc) bool { return have.Release == r.Release }) {
			continue
		}
		list = append(list, r)
	}
	slices.SortStableFunc(list, func(a, b *Rustc) int {
		if a.before(b) {
			return -1
		}
		return 1
	})
	return list
}

// libraryEnv lets a compiler that was unpacked somewhere find its own libraries.
func libraryEnv(path string) []string {
	dir := filepath.Join(filepath.Dir(path), "..", "lib", "x86_64-linux-gnu")
	if found, _ := filepath.Glob(filepath.Join(dir, "librustc_driver-*.so")); len(found) == 0 {
		return nil
	}
	return []string{"LD_LIBRARY_PATH=" + dir}
}

var (
	rustRelease = regexp.MustCompile(`(?m)^release: (\S+)$`)
	rustLLVM    = regexp.MustCompile(`(?m)^LLVM version: (\d+)`)
)

func newRustc(path string, env []string) (*Rustc, error) {
	out, err := run(time.Minute, env, path, "-vV")
	if err != nil {
		return nil, err
	}
	release, llvm := rustRelease.FindSubmatch(out), rustLLVM.FindSubmatch(out)
	if release == nil || llvm == nil {
		return nil, fmt.Errorf("%s -vV prints no release or no LLVM version", path)
	}
	r := &Rustc{Path: path, Release: string(release[1]), env: env}
	_, err = fmt.Sscan(string(llvm[1]), &r.LLVM)
	return r, err
}

func (r *Rustc) before(o *Rustc) bool {
	var a, b [2]int
	fmt.Sscanf(r.Release, "%d.%d", &a[0], &a[1])
	fmt.Sscanf(o.Release, "%d.%d", &b[0], &b[1])
	return a[0] < b[0] || a[0] == b[0] && a[1] < b[1]
}

// id tells one installed compiler from another.
func (r *Rustc) id() string {
	info, err := os.Stat(r.Path)
	if err != nil {
		return r.Path
	}
	return fmt.Sprint(r.Path, r.Release, info.Size(), info.ModTime().UnixNano())
}

// Invocation is the command that runs the compiler with these arguments and in the
// environment that it needs.
func (r *Rustc) Invocation(args ...string) (tool string, all []string) {
	return "env", slices.Concat(r.env, []string{r.Path}, args)
}

// RustIR compiles a Rust program to IR text; flags stand behind the level's.
func (ws *Workspace) RustIR(r *Rustc, p *Program, level string, flags ...string) ([]byte, error) {
	src, err := os.ReadFile(p.Path)
	if err != nil {
		return nil, err
	}
	return ws.rustIR(r, p.Name+"."+r.Release+"-O"+level, string(src), append([]string{"-Copt-level=" + level}, flags...))
}

func (ws *Workspace) rustIR(r *Rustc, name, src string, flags []string) ([]byte, error) {
	args := append([]string{"--edition=2021", "--crate-type=lib", "--crate-name=program", "-Ccodegen-units=1", "-Dwarnings", "--emit=llvm-ir"}, flags...)
	return ws.keep.do(func() ([]byte, error) {
		in, out := filepath.Join(ws.dir, name+".rs"), filepath.Join(ws.dir, name+".rust.ll")
		if err := os.WriteFile(in, []byte(src), 0o644); err != nil {
			return nil, err
		}
		if _, err := run(compileLimit, r.env, r.Path, append(args, "-o", out, in)...); err != nil {
			return nil, err
		}
		defer os.Remove(in)
		defer os.Remove(out)
		return os.ReadFile(out)
	}, r.id(), strings.Join(args, " "), src)
}

// rustLibrary is an archive with the standard library and the allocator, for
// programs of which only the IR is there.
func (ws *Workspace) rustLibrary(r *Rustc) (string, error) {
	b := ws.cached("libstd."+r.Release, func(b *built) {
		src := filepath.Join(ws.dir, "std"+r.Release+".rs")
		b.path = filepath.Join(ws.dir, "libstd"+r.Release+".a")
		if b.err = os.WriteFile(src, nil, 0o644); b.err == nil {
			_, b.err = run(compileLimit, r.env, r.Path, "--edition=2021", "--crate-type=staticlib", "--crate-name=runtime", src, "-o", b.path)
		}
	})
	return b.path, b.err
}

// rustReference builds a Rust program with f64 for f32 and its driver, for the
// differences.
func (ws *Workspace) rustReference(p *Program, r *Rustc, defines []string) ([]byte, error) {
	src, err := os.ReadFile(p.Path)
	if err != nil {
		return nil, err
	}
	text := string(src)
	if !p.HasTag("nowiden") {
		text = regexp.MustCompile(`\bf32\b`).ReplaceAllString(text, "f64")
	}
	ir, err := ws.rustIR(r, p.Name+".reference", text, []string{"-Copt-level=1"})
	if err != nil {
		return nil, err
	}
	tc, err := FindToolchain(ClangFor(r.LLVM))
	if err != nil {
		return nil, err
	}
	driver, err := ws.driverObject(p, true, defines...)
	if err != nil {
		return nil, err
	}
	return ws.buildAndRun(Config{Toolchain: tc, Level: "1", Rust: r, Sanitize: true}, p.Name+".reference", driver, ir)
}

// ClangFor is the oldest release of Versions that reads the IR of an LLVM
// release; 0 when all are older.
func ClangFor(llvm int) int {
	for _, v := range Versions {
		if v >= llvm {
			return v
		}
	}
	return 0
}

// Accepts compiles a file as a library of that edition without making code, and
// gives what the compiler says against it; warnings count.
func (r *Rustc) Accepts(file, edition string) error {
	_, err := run(time.Minute, r.env, r.Path, "--edition", edition, "--crate-type", "lib", "--emit", "metadata",
		"-D", "warnings", "-o", file+"."+r.Release+".rmeta", file)
	return err
}

// Knows reports whether the compiler has that edition.
func (r *Rustc) Knows(edition string) bool {
	out, err := run(10*time.Second, r.env, r.Path, "--edition", edition, "--print", "cfg")
	return err == nil && len(out) > 0
}
