package wrapper

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/python"
)

// Python is a module of Python that is to be made of a source.
type Python struct {
	Source  string   // C, C++, Rust, or IR as text (.ll)
	Flags   []string // for the compiler of the source; for C and C++ other sources and libraries, too
	Output  string   // NAME.py; the shared library, libNAME.so, gets its place beside it
	Rustc   []string // the compiler of Rust
	Options python.Options
}

// IsPythonSource tells whether Python modules can be made of a file, by its suffix.
func IsPythonSource(file string) bool {
	ext := filepath.Ext(file)
	return ext == ".ll" || ext == ".rs" || languages[ext] != ""
}

// SourceLanguage is which of clang's drivers compiles a source, or its IR.
func SourceLanguage(file string) Language {
	if strings.HasPrefix(languages[filepath.Ext(file)], "c++") {
		return CXX
	}
	return C
}

// Python makes a module of Python over a shared library. Errors as for Run; there is no output then.
func (b *Build) Python(p Python) (err error) {
	defer func() {
		if e := b.clean(); err == nil {
			err = e
		}
	}()
	s := Source{File: p.Source, Language: languages[filepath.Ext(p.Source)]}
	front := b.frontOf(p, s)
	module, err := b.pythonModule(p, front, false)
	if f, ok := front.(*clangFront); ok && hasCode(err, "L0612") { // functions with registered derivatives may be inlined
		f.by = unoptimised
		module, err = b.pythonModule(p, front, false)
	}
	if isDiagnostic(err) || err == nil && len(module.Notes) > 0 {
		lined, again := b.pythonModule(p, front, true)
		switch {
		case err != nil && isDiagnostic(again):
			err = again
		case err == nil && again == nil:
			module.Notes = lined.Notes
		}
	}
	said := diagnostics(err)
	if err == nil {
		said = module.Notes
	}
	for _, d := range said {
		if d.File == withSuffix(p.Source, ".ll") && d.File != p.Source { // which nobody has seen
			d.File, d.Line, d.Col = p.Source, 0, 0
		}
	}
	if err != nil {
		return err
	}
	b.note(module.Notes)
	file, err := b.written(s, ".derived.ll", module.IR)
	if err != nil {
		return err
	}
	library := "lib" + withSuffix(filepath.Base(p.Output), librarySuffix())
	made := filepath.Join(filepath.Dir(p.Output), library)
	text := p.Output + ".llad"
	defer os.Remove(made + ".llad")
	defer os.Remove(text)
	link, err := front.link(file, triple(module.IR))
	if err != nil {
		return err
	}
	if err := front.compile(append(link, "-shared", "-o", made+".llad")); err != nil {
		return err
	}
	if err := os.WriteFile(text, module.Text(filepath.Base(p.Source), library), 0o666); err != nil {
		return err
	}
	if err := os.Rename(made+".llad", made); err != nil {
		return err
	}
	return os.Rename(text, p.Output)
}

// pythonModule compiles the source to IR and adds the derivatives; with lines where messages need
// them.
func (b *Build) pythonModule(p Python, front pythonFront, lines bool) (*python.Module, error) {
	text, err := front.ir(lines)
	if err != nil {
		return nil, err
	}
	m, err := ir.Read(withSuffix(p.Source, ".ll"), text)
	if err != nil {
		return nil, err
	}
	return python.Make(m, p.Options)
}

// librarySuffix is that of shared libraries.
func librarySuffix() string {
	switch runtime.GOOS {
	case "darwin":
		return ".dylib"
	case "windows":
		return ".dll"
	}
	return ".so"
}

// pythonFront is how the sources of a language become IR, and a library.
type pythonFront interface {
	ir(lines bool) ([]byte, error)                     // the IR of the source
	link(file, target string) (args []string, _ error) // for clang: a library of the IR in the file
	compile(args []string) error                       // by clang
}

// frontOf is that of a source.
func (b *Build) frontOf(p Python, s Source) pythonFront {
	switch filepath.Ext(s.File) {
	case ".ll":
		return &irFront{b, p, Parse(optimising(p.Flags))}
	case ".rs":
		return &rustFront{b, p, s}
	}
	c := Parse(append(optimising(p.Flags), "-fPIC", "-c", "-o", s.File+".o", s.File))
	s.at = len(c.arguments) - 1
	f := &clangFront{irFront{b, p, c}, s, optimised}
	if c.Instrumented() {
		f.by = unoptimised
	}
	return f
}

// optimising are the flags with a level of optimisation.
func optimising(flags []string) []string {
	return append([]string{"-O3"}, flags...)
}

// irFront takes IR as it is.
type irFront struct {
	b *Build
	p Python
	c *Command
}

func (f *irFront) ir(bool) ([]byte, error) { return os.ReadFile(f.p.Source) }

func (f *irFront) link(file, target string) ([]string, error) {
	args := append(f.c.codeFlags(), "-fPIC", "-x", "ir", file, "-x", "none")
	others := f.c.words(func(a argument) bool {
		return a.kind == preprocessKind || a.kind == linkKind || (a.kind == sourceKind || a.kind == inputKind) && a.words[0] != f.p.Source
	})
	return append(append(args, others...), systemLibraries(target)...), nil
}

func (f *irFront) compile(args []string) error { return f.b.compile(args) }

// systemLibraries end a command line that links, so that what is missing is said then.
func systemLibraries(target string) []string {
	switch {
	case strings.Contains(target, "windows"):
		return nil
	case strings.Contains(target, "linux"):
		return []string{"-lm", "-Wl,-z,defs"}
	}
	return []string{"-lm"}
}

// clangFront compiles C and C++.
type clangFront struct {
	irFront
	s  Source
	by way
}

func (f *clangFront) ir(lines bool) ([]byte, error) {
	out, err := f.b.temp(f.s, ".ll")
	if err != nil {
		return nil, err
	}
	args := append([]string{"-fno-discard-value-names"}, f.c.emitIR(f.s, out, f.by)...)
	if lines && !f.c.has(flagKind, "-g") {
		args = append([]string{"-gline-tables-only"}, args...)
	}
	cmd := f.b.command(args)
	if lines {
		cmd.Stderr = nil // it was said
	}
	if err := f.b.started(exitOf(cmd.Run())); err != nil {
		return nil, err
	}
	return os.ReadFile(out)
}

// rustFront compiles a source of Rust that is a crate by itself.
type rustFront struct {
	b *Build
	p Python
	s Source
}

func (f *rustFront) ir(lines bool) ([]byte, error) {
	out, err := f.b.temp(f.s, ".ll")
	if err != nil {
		return nil, err
	}
	args := slices.Concat([]string{"--edition=2021", "--crate-type=lib", "--emit=llvm-ir", "-Copt-level=3", "-Cpanic=abort", "-Clink-dead-code"},
		oneUnit, f.p.Flags, []string{"-o", out, f.p.Source})
	if lines {
		args = append(args, "-Cdebuginfo=1")
	}
	rustc := &Build{Compiler: f.p.Rustc, In: f.b.In, Out: f.b.Out, Err: f.b.Err}
	cmd := rustc.command(args)
	if lines {
		cmd.Stderr = nil
	}
	if err := exitOf(cmd.Run()); err != nil {
		if _, is := err.(ExitError); is {
			return nil, err
		}
		return nil, &ir.Diagnostic{Code: codeNoCompiler, Message: fmt.Sprintf("rustc cannot be run: %v", err), Hint: "RUSTC names the compiler"}
	}
	return os.ReadFile(out)
}

// link links the IR with Rust's standard library, which a crate without code brings.
func (f *rustFront) link(file, target string) ([]string, error) {
	empty, err := f.b.written(f.s, ".empty.rs", nil)
	if err != nil {
		return nil, err
	}
	std, err := f.b.temp(f.s, ".std.a")
	if err != nil {
		return nil, err
	}
	rustc := &Build{Compiler: f.p.Rustc, In: f.b.In, Out: f.b.Out, Err: f.b.Err}
	cmd := rustc.command([]string{"--crate-type=staticlib", "--crate-name=std_alone", "-Cpanic=abort", "-o", std, empty})
	if err := exitOf(cmd.Run()); err != nil {
		return nil, err
	}
	args := []string{"--target=" + target, "-O3", "-fPIC", "-ffunction-sections", "-Wno-override-module", "-x", "ir", file, "-x", "none", std}
	if strings.Contains(target, "linux") {
		args = append(args, "-Wl,--gc-sections", "-lgcc_s", "-lutil", "-lrt", "-lpthread", "-ldl", "-lc")
	}
	return append(args, systemLibraries(target)...), nil
}

func (f *rustFront) compile(args []string) error {
	return f.b.compileRustIR(&Build{Compiler: f.p.Rustc}, args)
}
