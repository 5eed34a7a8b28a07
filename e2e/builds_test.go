package e2e

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/internal/native"
)

// An installation of llad for the builds of examples, as `make install` lays it out: bin/llad, include, cmake.
var installation = sync.OnceValues(func() (string, error) {
	root, err := filepath.Abs("..")
	if err != nil {
		return "", err
	}
	dir := filepath.Join(scratch, "installation")
	if out, err := exec.Command("go", "build", "-o", filepath.Join(dir, "bin", "llad"), "../cmd/llad").CombinedOutput(); err != nil {
		return "", errors.New(string(out))
	}
	return dir, errors.Join(os.Symlink(filepath.Join(root, "include"), filepath.Join(dir, "include")),
		os.CopyFS(filepath.Join(dir, "lib/cmake/llad"), os.DirFS("../cmake")))
})

// lladBinary is the command, built once.
func lladBinary(t *testing.T) string {
	t.Helper()
	dir, err := installation()
	require.NoError(t, err)
	return filepath.Join(dir, "bin", "llad")
}

// example is a copy of an example, in whose folder commands run with llad on the PATH.
type example struct {
	dir string
	env []string
}

func copiedExample(t *testing.T, name string, env ...string) *example {
	t.Helper()
	bin := filepath.Dir(lladBinary(t))
	dir := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.CopyFS(dir, os.DirFS(filepath.Join("../examples", name))))
	env = append(env, "PATH="+bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
	// What the tests are run by is no matter of the example's own make.
	return &example{dir, slices.Concat(os.Environ(), []string{"MAKEFLAGS=", "MFLAGS=", "MAKELEVEL="}, env)}
}

// run runs a command in the example and gives what it printed.
func (e *example) run(t *testing.T, words ...string) string {
	t.Helper()
	program := words[0]
	if strings.Contains(program, "/") && !filepath.IsAbs(program) {
		program = filepath.Join(e.dir, program)
	}
	cmd := exec.Command(program, words[1:]...)
	cmd.Dir, cmd.Env = e.dir, e.env
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%q: %s", words, out)
	return string(out)
}

// touch makes a source newer than all that was made of it.
func (e *example) touch(t *testing.T, name string) {
	t.Helper()
	later := time.Now().Add(2 * time.Second)
	require.NoError(t, os.Chtimes(filepath.Join(e.dir, name), later, later))
}

func needs(t *testing.T, programs ...string) {
	t.Helper()
	for _, p := range programs {
		if _, err := exec.LookPath(p); err != nil {
			t.Skip(p + " is not installed: make deps")
		}
	}
}

// The Makefile of examples/make asks the wrapper for a gradient.
func TestExampleMake(t *testing.T) {
	e := copiedExample(t, "make", "LLAD_CC="+toolchain(t, 19).Clang)
	e.run(t, "make", "-s")
	checkChain(t, []byte(e.run(t, "./demo")))
	assert.Contains(t, e.run(t, "make"), "up to date")
}

// The wrapper of an installation finds its headers.
func TestWrapperFindsHeaders(t *testing.T) {
	e := copiedExample(t, "make", "LLAD_CC="+toolchain(t, 19).Clang)
	text := "#include <stdio.h>\n#include <llad.h>\nstatic double cube(double x) { return x * x * x; }\n" +
		"int main(void) { printf(\"%g\\n\", llad_gradient(cube, 2.0)); }\n"
	require.NoError(t, os.WriteFile(filepath.Join(e.dir, "cube.c"), []byte(text), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(e.dir, "empty.s"), nil, 0o600))
	e.run(t, lladBinary(t), "cc", "-Wall", "-Werror", "cube.c", "-o", "cube")
	assert.Equal(t, "12\n", e.run(t, "./cube"))
	assert.Empty(t, e.run(t, lladBinary(t), "cc", "-Wall", "-Werror", "-c", "empty.s"))
}

func TestExampleMeson(t *testing.T) {
	needs(t, "meson", "ninja")
	clang := toolchain(t, 19).Clang
	e := copiedExample(t, "meson", "LLAD_CC="+clang, "CC="+clang)
	e.run(t, "meson", "setup", "build")
	e.run(t, "ninja", "-C", "build")
	checkChain(t, []byte(e.run(t, "build/demo")))
	assert.Contains(t, e.run(t, "ninja", "-C", "build"), "no work to do")
	e.touch(t, "energy.c")
	assert.Contains(t, e.run(t, "ninja", "-C", "build"), "Generating energy")
}

// The CMake project of examples/cmake, by both generators: a gradient beside a source, and markers; what is made
// again after a change. A compiler that is no clang compiles what has no derivatives.
func TestExampleCMake(t *testing.T) {
	needs(t, "cmake")
	clang := toolchain(t, 19).Clang
	clangxx := strings.Replace(clang, "clang", "clang++", 1)
	where, err := exec.LookPath(clangxx)
	require.NoError(t, err)
	for _, generator := range []string{"Ninja", "Unix Makefiles"} {
		t.Run(generator, func(t *testing.T) {
			if generator == "Ninja" {
				needs(t, "ninja")
			}
			e := copiedExample(t, "cmake")
			root := filepath.Dir(filepath.Dir(lladBinary(t)))
			configure := []string{"cmake", "-S", ".", "-G", generator, "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_PREFIX_PATH=" + root}
			e.run(t, append(configure, "-B", "build", "-DCMAKE_CXX_COMPILER="+where)...)
			e.run(t, "cmake", "--build", "build")
			checkChain(t, []byte(e.run(t, "build/chain")))
			checkChain(t, []byte(e.run(t, "build/markers")))
			assert.NotContains(t, e.run(t, "cmake", "--build", "build"), "Building")
			e.touch(t, "markers.cpp")
			out := e.run(t, "cmake", "--build", "build")
			assert.Contains(t, out, "markers.dir/markers.cpp.o")
			assert.NotContains(t, out, "energy.cpp.o", "a source with markers alone is compiled again")
			checkChain(t, []byte(e.run(t, "build/markers")))
			e.touch(t, "energy.h")
			out = e.run(t, "cmake", "--build", "build")
			assert.Contains(t, out, "chain_energy_gradient.dir/energy.cpp.o")
			assert.NotContains(t, out, "main.cpp.o", "the header is as it was")

			needs(t, "g++")
			list := filepath.Join(e.dir, "CMakeLists.txt")
			text, err := os.ReadFile(list)
			require.NoError(t, err)
			first, _, ok := strings.Cut(string(text), "# A program with markers")
			require.True(t, ok)
			require.NoError(t, os.WriteFile(list, []byte(first), 0o600))
			e.run(t, append(configure, "-B", "other", "-DCMAKE_CXX_COMPILER=g++")...)
			e.run(t, "cmake", "--build", "other")
			checkChain(t, []byte(e.run(t, "other/chain")))
		})
	}
}

// A generator that starts no compilers through llad is refused with those that do.
func TestCMakeRefusesOtherGenerators(t *testing.T) {
	needs(t, "cmake", "make")
	e := &example{t.TempDir(), os.Environ()}
	list := "cmake_minimum_required(VERSION 3.15)\nproject(other NONE)\nset(CMAKE_GENERATOR Xcode)\nfind_package(llad REQUIRED)\n"
	require.NoError(t, os.WriteFile(filepath.Join(e.dir, "CMakeLists.txt"), []byte(list), 0o600))
	cmd := exec.Command("cmake", "-S", ".", "-B", "build", "-G", "Unix Makefiles", "-DCMAKE_PREFIX_PATH="+filepath.Dir(filepath.Dir(lladBinary(t))))
	cmd.Dir, cmd.Env = e.dir, e.env
	out, err := cmd.CombinedOutput()
	require.Error(t, err)
	require.Contains(t, strings.Join(strings.Fields(string(out)), " "), "the generator Xcode has no compiler launchers; Ninja and Makefiles have (cmake -G Ninja)")
}

// One call of llad_add_gradient takes several sources, of which each defines some of the functions.
func TestCMakeGradientsOfSeveralSources(t *testing.T) {
	needs(t, "cmake", "ninja")
	where, err := exec.LookPath(toolchain(t, 19).Clang)
	require.NoError(t, err)
	e := &example{t.TempDir(), os.Environ()}
	write := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(e.dir, name), []byte(text), 0o600))
	}
	list := `cmake_minimum_required(VERSION 3.15)
project(several C)
find_package(llad REQUIRED)
add_executable(several main.c cube.c square.c)
llad_add_gradient(TARGET several SOURCES cube.c square.c FUNCTIONS cube square CONST k)
`
	write("CMakeLists.txt", list)
	write("cube.c", "double square(double, int);\ndouble cube(double x) { return x * x * x; }\ndouble both(double x) { return cube(x) + square(x, 2); }\n")
	write("square.c", "double square(double x, int k) { return k * x * x; }\n")
	write("main.c", "#include <stdio.h>\n#include \"cube_grad.h\"\n#include \"square_grad.h\"\nint main(void) { double a = 0, b = 0; cube_grad(2, &a, 1); square_grad(3, &b, 2, 1); printf(\"%g %g\\n\", a, b); return 0; }\n")
	root := filepath.Dir(filepath.Dir(lladBinary(t)))
	configure := []string{"cmake", "-S", ".", "-B", "build", "-G", "Ninja", "-DCMAKE_PREFIX_PATH=" + root, "-DCMAKE_C_COMPILER=" + where}
	e.run(t, configure...)
	e.run(t, "cmake", "--build", "build")
	require.Equal(t, "12 12\n", e.run(t, "build/several"))

	write("CMakeLists.txt", strings.Replace(list, "cube square CONST", "cube CONST", 1))
	e.run(t, configure...)
	cmd := exec.Command("cmake", "--build", "build")
	cmd.Dir, cmd.Env = e.dir, e.env
	out, err := cmd.CombinedOutput()
	require.Error(t, err)
	require.Contains(t, string(out), "none of the functions is in this source")
}

// The cargo project of examples/cargo makes its gradient by the crate llad-build, with the rustc
// on the PATH and the distribution's.
func TestExampleCargo(t *testing.T) {
	needs(t, "cargo", "rustc")
	e := copiedExample(t, "cargo")
	crate, err := filepath.Abs("../llad-build")
	require.NoError(t, err)
	file := filepath.Join(e.dir, "Cargo.toml")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(file, []byte(strings.Replace(string(text), "../../llad-build", crate, 1)), 0o600))
	e.env = append(e.env, "CARGO_TARGET_DIR="+filepath.Join(e.dir, "target"))
	for _, profile := range []string{"dev", "release"} {
		checkChain(t, []byte(e.run(t, "cargo", "run", "--offline", "-q", "--profile", profile)))
	}
	if _, err := os.Stat("/usr/bin/cargo"); err == nil && native.FindRustcs("..")[0].Path == "/usr/bin/rustc" { // the distribution's
		require.NoError(t, os.Remove(filepath.Join(e.dir, "Cargo.lock"))) // which an older cargo may not know
		old := *e
		old.env = append(slices.Clone(e.env), "RUSTC=/usr/bin/rustc")
		checkChain(t, []byte(old.run(t, "/usr/bin/cargo", "run", "--offline", "-q")))
	}
	e.env = append(e.env, "CLANG=there-is-none")
	cmd := exec.Command("cargo", "run", "--offline", "-q")
	cmd.Dir, cmd.Env = e.dir, e.env
	out, err := cmd.CombinedOutput()
	require.Error(t, err)
	assert.Contains(t, string(out), "llad-build: energy_grad of src/energy.rs: there is no clang")
	assert.Regexp(t, `help: install clang-\d+ or newer, or name it in CLANG`, string(out))
}

// pythonWith is a Python that has a package; without one the test is skipped.
func pythonWith(t *testing.T, name string) string {
	for _, p := range []string{"/usr/bin/python3", "python3"} {
		if exec.Command(p, "-c", "import "+name).Run() == nil {
			return p
		}
	}
	t.Skip("there is no Python with " + name + ": make deps, or make test-all")
	return ""
}

// A function that Numba has compiled gets its gradient in the process that runs it.
func TestExampleNumba(t *testing.T) {
	python := pythonWith(t, "numba")
	checkChain(t, []byte(copiedExample(t, "numba").run(t, "make", "-s", "PYTHON="+python)))
}

// The Makefile of examples/python makes a module and runs scipy with it.
func TestExamplePython(t *testing.T) {
	python := pythonWith(t, "scipy")
	e := copiedExample(t, "python", "LLAD_CC="+toolchain(t, 19).Clang)
	out := e.run(t, "make", "-s", "PYTHON="+python)
	checkChain(t, []byte(out))
	var least float64
	_, err := fmt.Sscanf(out[strings.Index(out, "least"):], "least %g", &least)
	require.NoError(t, err)
	assert.InDelta(t, 0, least, 1e-8)
}
