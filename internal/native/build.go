package native

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"
)

const (
	compileLimit = 2 * time.Minute
	runLimit     = 20 * time.Second
)

// Workspace is a directory in which programs are built. Driver objects and
// reference reports are made once and shared; its methods may be called from
// several goroutines.
type Workspace struct {
	dir  string
	tc   *Toolchain // compiles drivers and references
	keep *keeper

	mu   sync.Mutex
	once map[string]*built
}

type built struct {
	sync.Once
	path   string
	report *Report
	err    error
}

// NewWorkspace builds in dir, which must exist, with tc for everything that is
// not the program under test.
func NewWorkspace(dir string, tc *Toolchain) *Workspace {
	return &Workspace{dir: dir, tc: tc, keep: newKeeper(), once: map[string]*built{}}
}

func (ws *Workspace) cached(key string, make func(*built)) *built {
	ws.mu.Lock()
	b := ws.once[key]
	if b == nil {
		b = &built{}
		ws.once[key] = b
	}
	ws.mu.Unlock()
	b.Do(func() { make(b) })
	return b
}

// IR compiles the program to IR text. level is what stands behind -O.
func (ws *Workspace) IR(tc *Toolchain, p *Program, level string, extra ...string) ([]byte, error) {
	src, err := os.ReadFile(p.Path)
	if err != nil {
		return nil, err
	}
	args := append([]string{"-O" + level, "-S", "-emit-llvm", "-Wall", "-Werror", "-o", "-"}, p.flags()...)
	args = append(args, extra...)
	return ws.keep.do(func() ([]byte, error) {
		out, err := run(compileLimit, nil, tc.Clang, append(args, p.Path)...)
		return fileNames.ReplaceAll(out, []byte("$1$2$3")), err
	}, tc.id(), strings.Join(args, " "), filepath.Base(p.Path), string(src))
}

// fileNames are the places where IR names its source file. The folder is left
// out, so that what is kept outlives a program's move.
var fileNames = regexp.MustCompile(`(?m)^(; ModuleID = '|source_filename = ")[^'"\n]*?([^/'"\n]*)(['"])$`)

// Verify asks the toolchain's own verifier about IR text.
func (ws *Workspace) Verify(tc *Toolchain, name string, ir []byte) error {
	path := filepath.Join(ws.dir, name+".verify.ll")
	if err := os.WriteFile(path, ir, 0o644); err != nil {
		return err
	}
	_, err := run(compileLimit, nil, tc.Opt, "-passes=verify", "-disable-output", path)
	if err == nil {
		err = os.Remove(path)
	}
	return err
}

// driverObject compiles the program's driver with the given macros.
func (ws *Workspace) driverObject(p *Program, sanitize bool, defines ...string) (string, error) {
	key := p.Name + ".driver"
	args := []string{"-O1", "-Wall", "-Wno-unused", "-Werror", "-c"}
	for _, d := range defines {
		args = append(args, "-D"+d)
		key += "." + d
	}
	if sanitize {
		key += ".san"
		args = append(args, "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
	}
	b := ws.cached(key, func(b *built) {
		src := filepath.Join(ws.dir, key+".c")
		b.path = filepath.Join(ws.dir, key+".o")
		if b.err = os.WriteFile(src, []byte(Driver(p)), 0o644); b.err != nil {
			return
		}
		flags := args
		if contains(defines, "LLAD_WIDE") {
			flags = append(flags[:len(flags):len(flags)], "-include", ws.widen())
		}
		var object []byte
		object, b.err = ws.keep.do(func() ([]byte, error) {
			if _, err := run(compileLimit, nil, ws.tc.Clang, append(flags, src, "-o", b.path)...); err != nil {
				return nil, err
			}
			return os.ReadFile(b.path)
		}, "driver", ws.tc.id(), strings.Join(args, " "), Driver(p), widenHeader)
		if b.err == nil {
			b.err = os.WriteFile(b.path, object, 0o644)
		}
	})
	return b.path, b.err
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

func (ws *Workspace) widen() string {
	b := ws.cached("widen.h", func(b *built) {
		b.path = filepath.Join(ws.dir, "widen.h")
		b.err = os.WriteFile(b.path, []byte(widenHeader), 0o644)
	})
	return b.path
}

// Config is how IR text is built and run.
type Config struct {
	Toolchain *Toolchain
	Level     string // the level the IR was made at; names the files
	Grad, JVP bool   // which derivatives the IR holds; with neither, the primal alone
	Twin      bool   // f_grad has two adjoints at once, f_jvp four tangents
	Sanitize  bool
	Quick     bool   // built in the least time: not optimised, leaks seen alone of what the sanitizers see
	Rust      *Rustc // the compiler that made the IR, nil for C
	Cxx       bool   // linked with the C++ library
	Again     int    // how often it is run again, to print the same
}

// Name tells the configuration: clang19-O2, clang19-O2-asan, rustc1.63.0-O3.
func (c Config) Name() string {
	s := fmt.Sprintf("clang%d-O%s", c.Toolchain.Version, c.Level)
	if c.Rust != nil {
		s = fmt.Sprintf("rustc%s-O%s", c.Rust.Release, c.Level)
	}
	if c.Sanitize {
		s += "-asan"
	}
	if c.Quick {
		s += "-quick"
	}
	return s
}

// ErrUnstable says that a program printed something else when it was run again.
var ErrUnstable = errors.New("the output differs from run to run")

// Run builds IR text that holds the program and its derivatives, at -O2 (a quick
// configuration: at -O0), runs the driver on it, and gives what it printed. Where
// the differences of this build are as sharp as a reference's, a quick
// configuration's report holds them, too (SharpAsBuilt).
func (ws *Workspace) Run(p *Program, c Config, ir []byte) (*Report, error) {
	c.Cxx = p.Cxx()
	base := p.Name + "." + c.Name()
	var defines []string
	if c.Grad {
		defines = append(defines, "LLAD_GRAD")
	}
	if c.Twin {
		defines = append(defines, "LLAD_TWIN")
	}
	if c.JVP {
		defines = append(defines, "LLAD_JVP")
	}
	if c.Quick && p.SharpAsBuilt() {
		defines = append(defines, "LLAD_REFERENCE")
	}
	if c.Twin {
		base += ".twin"
	}
	if len(defines) == 0 {
		base += ".primal"
	}
	out, err := ws.keep.do(func() ([]byte, error) {
		driver, err := ws.driverObject(p, c.Sanitize, defines...)
		if err != nil {
			return nil, err
		}
		return ws.buildAndRun(c, base, driver, ir)
	}, ws.id(c), Driver(p), strings.Join(defines, " "), string(ir))
	if err != nil {
		return nil, err
	}
	return ParseReport(out)
}

// RunMain builds IR text with a C program of the caller's that has main, runs
// it and gives what it printed, as lines key=value. name must be the caller's
// alone.
func (ws *Workspace) RunMain(name string, c Config, main string, ir []byte) (*Report, error) {
	out, err := ws.keep.do(func() ([]byte, error) {
		base := name + "." + c.Name()
		src, obj := filepath.Join(ws.dir, base+".main.c"), filepath.Join(ws.dir, base+".main.o")
		if err := os.WriteFile(src, []byte(main), 0o644); err != nil {
			return nil, err
		}
		if _, err := run(compileLimit, nil, ws.tc.Clang, "-O1", "-Wall", "-Werror", "-c", src, "-o", obj); err != nil {
			return nil, err
		}
		return ws.buildAndRun(c, base, obj, ir)
	}, ws.id(c), main, string(ir))
	if err != nil {
		return nil, err
	}
	return ParseReport(out)
}

// id tells what else a run depends on: tools, flags, whether leaks are seen.
func (ws *Workspace) id(c Config) string {
	id := fmt.Sprint(ws.tc.id(), c.Toolchain.id(), c.Sanitize, c.Sanitize && ws.LeakCheck(), buildFlags(c))
	if c.Quick {
		id += fmt.Sprint(" quick ", ws.LeakCheck())
	}
	if c.Rust != nil {
		id += c.Rust.id()
	}
	if c.Cxx {
		id += " C++"
	}
	if c.Again > 0 {
		id += fmt.Sprint(" again ", c.Again)
	}
	return id
}

func buildFlags(c Config) []string {
	if c.Quick {
		return []string{"-O0", "-c", "-Wno-override-module"}
	}
	if c.Sanitize {
		return []string{"-O1", "-g", "-c", "-Wno-override-module", "-fsanitize=address"}
	}
	return []string{"-O2", "-c", "-Wno-override-module"}
}

func (ws *Workspace) buildAndRun(c Config, base, driver string, ir []byte) ([]byte, error) {
	text := string(ir)
	if c.Sanitize {
		text = Sanitized(text)
	}
	ll := filepath.Join(ws.dir, base+".ll")
	obj := filepath.Join(ws.dir, base+".o")
	if err := os.WriteFile(ll, []byte(text), 0o644); err != nil {
		return nil, err
	}
	if _, err := run(compileLimit, nil, c.Toolchain.Clang, append(buildFlags(c), ll, "-o", obj)...); err != nil {
		return nil, err
	}
	// The sanitizer's runtime must be the driver's: its compiler links.
	objects := []string{driver, obj}
	if c.Rust != nil {
		lib, err := ws.rustLibrary(c.Rust)
		if err != nil {
			return nil, err
		}
		objects = append(objects, lib, "-lpthread", "-ldl", "-lgcc_s")
	}
	out, err := ws.linkAndRun(base, c, objects...)
	if err == nil {
		for _, f := range []string{ll, obj, filepath.Join(ws.dir, base)} {
			os.Remove(f)
		}
	}
	return out, err
}

func (ws *Workspace) linkAndRun(base string, c Config, objects ...string) ([]byte, error) {
	exe := filepath.Join(ws.dir, base)
	args := append([]string{"-o", exe}, objects...)
	if c.Sanitize {
		args = append(args, "-fsanitize=address,undefined")
	}
	if c.Quick && ws.LeakCheck() {
		args = append(args, "-fsanitize=leak")
	}
	if c.Cxx {
		args = append(args, "-lstdc++")
	}
	if _, err := run(compileLimit, nil, ws.tc.Clang, append(args, "-lm")...); err != nil {
		return nil, err
	}
	env := []string{"ASAN_OPTIONS=allocator_may_return_null=1:" + ws.leakOption(c.Sanitize), "LSAN_OPTIONS=allocator_may_return_null=1", "UBSAN_OPTIONS=halt_on_error=1"}
	out, err := run(runLimit, env, exe)
	for k := 0; k < c.Again && err == nil; k++ {
		var again []byte
		if again, err = run(runLimit, env, exe); err == nil && !bytes.Equal(out, again) {
			err = &RunError{exe, ErrUnstable, ""}
		}
	}
	return out, err
}

// LeakCheck reports whether LeakSanitizer works here: it needs ptrace, which
// some containers forbid. Without it the sanitizer runs check everything else.
func (ws *Workspace) LeakCheck() bool {
	b := ws.cached("leakcheck", func(b *built) {
		src := filepath.Join(ws.dir, "leakcheck.c")
		exe := filepath.Join(ws.dir, "leakcheck")
		if b.err = os.WriteFile(src, []byte("int main(void) { return 0; }\n"), 0o644); b.err != nil {
			return
		}
		if _, b.err = run(compileLimit, nil, ws.tc.Clang, "-fsanitize=address", src, "-o", exe); b.err != nil {
			return
		}
		_, b.err = run(runLimit, []string{"ASAN_OPTIONS=detect_leaks=1"}, exe)
	})
	return b.err == nil
}

func (ws *Workspace) leakOption(sanitize bool) string {
	if sanitize && ws.LeakCheck() {
		return "detect_leaks=1:detect_stack_use_after_return=1"
	}
	return "detect_leaks=0:detect_stack_use_after_return=1"
}

// Report is what a driver printed: values by key, as text, in hexadecimal.
type Report struct {
	Keys   []string
	Values map[string]string
}

// ParseReport reads what a driver printed.
func ParseReport(out []byte) (*Report, error) {
	r := &Report{Values: map[string]string{}}
	for _, line := range strings.Split(string(out), "\n") {
		if line == "" {
			continue
		}
		key, value, ok := strings.Cut(line, "=")
		if !ok {
			return nil, fmt.Errorf("driver printed %q", line)
		}
		r.Keys = append(r.Keys, key)
		r.Values[key] = value
	}
	return r, nil
}
