package wrapper

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/ir"
)

// crate is a command line of rustc, taken apart as far as is needed.
type crate struct {
	unstable bool     // some of the words are unstable options
	words    []string // the arguments, values joined to their options where they may be
	root     string   // the source; "" where there is none
	name     string
	types    []string
	emits    []string
	output   string // -o
	dir      string // --out-dir
	suffix   string // of files: -C extra-filename
	linker   string // -C linker
	level    string // -C opt-level, as clang has it
	lto      bool
	untaken  bool // it asks for something else than code
}

// rustValues are the options of rustc whose value may be the next argument.
var rustValues = []string{"--crate-name", "--crate-type", "--emit", "-o", "--out-dir", "-C", "--codegen", "-L", "-l", "--extern",
	"--cfg", "--check-cfg", "--edition", "--error-format", "--json", "--cap-lints", "-A", "-W", "-D", "-F", "--allow", "--warn",
	"--deny", "--forbid", "--target", "--print", "-Z", "--sysroot", "--remap-path-prefix", "--color", "--diagnostic-width",
	"--explain", "--env-set"}

// parseCrate takes the arguments of rustc apart.
func parseCrate(args []string) *crate {
	c := &crate{dir: ".", level: "-O0"}
	for i := 0; i < len(args); i++ {
		a := args[i]
		c.words = append(c.words, a)
		switch {
		case a == "-" || a == "-vV" || a == "-V" || a == "--version" || a == "-h" || a == "--help" || strings.HasPrefix(a, "@"):
			c.untaken = true
			continue
		case a == "-O":
			c.level = "-O3"
			continue
		case !strings.HasPrefix(a, "-"):
			c.root = a
			continue
		}
		key, value, ok := strings.Cut(a, "=")
		switch {
		case slices.Contains(rustValues, a) && i+1 < len(args):
			i++
			c.words[len(c.words)-1] = a + "=" + args[i]
			if len(a) == 2 {
				c.words[len(c.words)-1] = a + args[i]
			}
			key, value = a, args[i]
		case strings.HasPrefix(a, "-C"):
			key, value = "-C", a[2:]
		case strings.HasPrefix(a, "-o"):
			key, value = "-o", a[2:]
		case !ok:
			continue
		}
		c.option(key, value)
	}
	if c.name == "" {
		c.name = strings.ReplaceAll(withSuffix(filepath.Base(c.root), ""), "-", "_")
	}
	if len(c.types) == 0 {
		c.types = []string{"bin"}
	}
	return c
}

// option takes note of an option with a value.
func (c *crate) option(key, value string) {
	switch key {
	case "--crate-name":
		c.name = value
	case "--crate-type":
		c.types = append(c.types, strings.Split(value, ",")...)
	case "--emit":
		c.emits = append(c.emits, strings.Split(value, ",")...)
	case "-o":
		c.output = value
	case "--out-dir":
		c.dir = value
	case "--print", "--explain":
		c.untaken = true
	case "-C", "--codegen":
		k, v, _ := strings.Cut(value, "=")
		switch k {
		case "extra-filename":
			c.suffix = v
		case "linker":
			c.linker = v
		case "lto":
			c.lto = v != "off" && v != "no" && v != "n" && v != "false"
		case "linker-plugin-lto":
			c.lto = v != "off" && v != "no" && v != "n" && v != "false"
		case "opt-level":
			c.level = "-O" + v
		}
	}
}

// links tells whether the command line makes a program or library.
func (c *crate) links() bool {
	return !c.untaken && c.root != "" && (len(c.emits) == 0 || slices.Contains(c.emits, "link"))
}

// asks tells whether a source of the crate mentions what derivatives are asked for with: one in
// the folder of its root or below, or one that a build script made.
func (c *crate) asks() bool {
	found := false
	look := func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil
		case d.IsDir() && d.Name() == "target":
			return fs.SkipDir
		case d.IsDir() || filepath.Ext(path) != ".rs":
			return nil
		}
		f, err := os.Open(path)
		if err != nil {
			return nil
		}
		defer f.Close()
		if mentions(f, markerWords...) {
			found = true
			return fs.SkipAll
		}
		return nil
	}
	filepath.WalkDir(filepath.Dir(c.root), look)
	if made := os.Getenv("OUT_DIR"); made != "" && !found {
		filepath.WalkDir(made, look)
	}
	return found
}

// oneUnit are flags that put all code of a crate into one module, as derivatives are fastest.
var oneUnit = []string{"-Ccodegen-units=1", "-Cno-vectorize-loops", "-Cno-vectorize-slp"}

// emitIR is the command line that makes the IR of the crate; with lines where messages need them.
func (c *crate) emitIR(out string, lines bool) []string {
	args := c.without("--emit", "-o", "--out-dir", "-Cincremental", "--codegen=incremental", "--error-format", "--json",
		"-Clto", "--codegen=lto", "-Clinker-plugin-lto", "--codegen=linker-plugin-lto")
	args = append(append(args, oneUnit...), "--emit=llvm-ir", "-o", out)
	if lines {
		args = append(args, "-Cdebuginfo=2")
	}
	return args
}

// ownGenerics has the crate hold what it uses that is generic: below opt-level 2 rustc leaves
// that to a crate which has it for the same types already, and only an unstable option has it do
// otherwise. All of the crate's symbols change with that.
func (c *crate) ownGenerics() {
	if c.level != "-O2" && c.level != "-O3" {
		c.words, c.unstable = append(c.words, "-Zshare-generics=no"), true
	}
}

// environment is that of rustc, where it takes the words.
func (c *crate) environment() []string {
	if c.unstable {
		return unstable()
	}
	return os.Environ()
}

// unstable is an environment in which rustc takes unstable options.
func unstable() []string { return append(os.Environ(), "RUSTC_BOOTSTRAP=1") }

// without are the words but those that begin with one of the options.
func (c *crate) without(options ...string) []string {
	var args []string
	for _, w := range c.words {
		dropped := false
		for _, o := range options {
			dropped = dropped || strings.HasPrefix(w, o)
		}
		if !dropped {
			args = append(args, w)
		}
	}
	return args
}

// Rust does what a command line of rustc asks for, of which the compiler is the first word of
// rustc; clang compiles the IR of crates with markers.
func (b *Build) Rust(rustc []string, args []string, clang []string) (err error) {
	compiler := &Build{Compiler: rustc, Replace: b.Replace, In: b.In, Out: b.Out, Err: b.Err}
	c := parseCrate(args)
	switch {
	case c.links() && c.asks():
	case c.links() && b.Record && c.isLibrary():
		return compiler.openCrate(args)
	default:
		return compiler.passThrough(args)
	}
	defer func() {
		if e := b.clean(); err == nil {
			err = e
		}
	}()
	b.Compiler = clang
	c.ownGenerics()
	object, err := b.crateObject(c, compiler)
	if err != nil {
		return err
	}
	if object == "" {
		return compiler.passThrough(args)
	}
	if c.lto {
		return refuse(codeRust, "the crate "+c.name+" holds markers, and is linked with optimisation across crates",
			"`lto = \"off\"` in the profile (`-C lto=off`)")
	}
	return b.buildCrate(c, compiler, object)
}

// isLibrary reports whether other crates use the crate's functions.
func (c *crate) isLibrary() bool {
	return slices.Contains(c.types, "lib") || slices.Contains(c.types, "rlib")
}

// inlineThreshold is the unstable option of rustc that says how large functions are of which other crates have the bodies.
const inlineThreshold = "cross-crate-inline-threshold"

// hasOption reports whether rustc has an unstable option.
func (b *Build) hasOption(name string) bool {
	cmd := b.command([]string{"-Zhelp"})
	cmd.Env, cmd.Stdout, cmd.Stderr = unstable(), nil, nil
	list, err := cmd.Output()
	return err == nil && strings.Contains(string(list), name)
}

// openCrate compiles a crate so that those which use it have the bodies of all its functions, as
// they have those of inline ones. Where rustc has no option for it, a note says so.
func (b *Build) openCrate(args []string) error {
	if !b.hasOption(inlineThreshold) {
		b.note([]*ir.Diagnostic{{Code: codeRust, Message: "this rustc has no option to keep the bodies of all functions for other crates, as LLAD_IR=1 asks",
			Hint: "rustc 1.75 or newer; #[inline] in front of the functions that are differentiated"}})
		return b.passThrough(args)
	}
	cmd := b.command(append(slices.Clone(args), "-Z"+inlineThreshold+"=always"))
	cmd.Env = unstable()
	return b.started(exitOf(cmd.Run()))
}

// crateObject is the object of a crate with its derivatives; "" where it holds no marker, or
// where rustc does not compile it: it says why when it is run for the build.
func (b *Build) crateObject(c *crate, rustc *Build) (string, error) {
	s := Source{File: c.name + ".rs"}
	d, n, err := b.lowerCrate(c, s, rustc, false)
	if isDiagnostic(err) {
		if _, _, again := b.lowerCrate(c, s, rustc, true); isDiagnostic(again) {
			err = again
		}
	}
	if err != nil || n == 0 {
		return "", err
	}
	b.note(d.Notes)
	text, err := d.Write(llad.WriteOptions{})
	if err != nil {
		return "", err
	}
	file, err := b.written(s, ".derived.ll", text)
	if err != nil {
		return "", err
	}
	object, err := b.temp(s, ".o")
	if err != nil {
		return "", err
	}
	return object, b.compileRustIR(rustc, []string{"--target=" + triple(text), c.level, "-fPIC", "-ffunction-sections", "-fdata-sections", "-Wno-override-module",
		"-c", "-o", object, "-x", "ir", file})
}

// lowerCrate compiles a crate to IR and replaces its markers, of which there are n; none where
// rustc does not compile it.
func (b *Build) lowerCrate(c *crate, s Source, rustc *Build, lines bool) (d *llad.Differentiator, n int, err error) {
	file, err := b.temp(s, ".ll")
	if err != nil {
		return nil, 0, err
	}
	cmd := rustc.command(c.emitIR(file, lines))
	cmd.Env = c.environment()
	cmd.Stdout, cmd.Stderr = nil, nil
	if cmd.Run() != nil {
		return nil, 0, nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, 0, err
	}
	m, err := ir.Read(c.name+".ll", text)
	if err != nil {
		return nil, 0, err
	}
	d = llad.New(m)
	n, err = d.LowerMarkers()
	return d, n, err
}
