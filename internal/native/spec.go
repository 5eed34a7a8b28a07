package native

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Arg is one parameter of the function under test.
type Arg struct {
	Name     string
	Activity string // const, dup, dupnoneed, out
	Type     string // the C type of an element
	Count    int    // number of elements behind the pointer; 0: passed by value
	Init     string // zero, setup, a number, {list}, range(lo,hi)
	InOut    bool
	Leaves   []Leaf // the floats of one element
}

// Active reports whether the parameter has a derivative.
func (a *Arg) Active() bool { return a.Activity != "const" }

// Leaf is one float inside an element: its path behind the element ("" for a
// plain float, ".pos.x" in a struct) and its C type.
type Leaf struct{ Path, Type string }

// Expect is a known figure. Kind is ret, mem, grad or jvp; In and Out name
// leaves, Out may be "ret".
type Expect struct {
	Kind, In, Out string
	Value         float64
	Line          int
}

// Program is one C, C++ or Rust file with its directives.
type Program struct {
	Rust    *Rustc // what builds the reference of a Rust program, nil for C
	Path    string
	Name    string // the file's name without .c, .cpp or .rs
	Func    string
	Ret     string // double, float, long double, int, void
	Args    []*Arg
	Decls   []string
	Setup   []string
	Tags    []string
	CFlags  []string
	DiffTol float64
	DotTol  float64
	Expects []Expect
	// Builds says at which optimisation levels the newest rustc and the oldest compile
	// a Rust program; without any, the program is one of those that all compilers do.
	Builds map[string][]string

	singles bool // the source names floats of 32 bits
}

// Cxx reports whether the program is in C++. Its function is extern "C".
func (p *Program) Cxx() bool { return filepath.Ext(p.Path) == ".cpp" }

// flags are the compiler flags that the program asks for.
func (p *Program) flags() []string {
	if p.Cxx() {
		return append([]string{"-std=c++17"}, p.CFlags...)
	}
	return p.CFlags
}

// widened reports whether float becomes double in the reference build: the
// headers of C++ do not stand that.
func (p *Program) widened() bool { return !p.Cxx() && !p.HasTag("nowiden") }

// singleWord is what a source has in it that computes with floats of 32 bits.
var singleWord = regexp.MustCompile(`\b(float|f32)\b`)

// SharpAsBuilt reports whether the differences of the program itself are what the
// reference's are: no float in it becomes a double there.
func (p *Program) SharpAsBuilt() bool {
	return p.HasTag("nowiden") || p.Cxx() || !p.singles
}

// HasTag reports whether the program carries the tag.
func (p *Program) HasTag(tag string) bool {
	for _, t := range p.Tags {
		if t == tag {
			return true
		}
	}
	return false
}

// ReadProgram reads the directives of a C file. Errors carry file and line.
func ReadProgram(path string) (*Program, error) {
	src, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return ParseProgram(path, string(src))
}

// ParseProgram reads the directives in src; path is for names and messages.
func ParseProgram(path, src string) (*Program, error) {
	p := &Program{Path: path, Name: strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)), DiffTol: 1e-6, DotTol: 1e-12, singles: singleWord.MatchString(src)}
	for i, line := range strings.Split(src, "\n") {
		text, ok := strings.CutPrefix(line, "// llad:")
		if !ok {
			continue
		}
		word, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
		if err := p.directive(word, strings.TrimSpace(rest), i+1); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, i+1, err)
		}
	}
	if p.Func == "" {
		return nil, fmt.Errorf("%s:1: no `// llad: func` directive", path)
	}
	for _, a := range p.Args {
		if a.Active() && len(a.Leaves) == 0 && a.Init != "setup" {
			return nil, fmt.Errorf("%s:1: active argument %s has no floats; a struct type needs a leaves directive", path, a.Name)
		}
	}
	return p, nil
}

func (p *Program) directive(word, rest string, line int) (err error) {
	switch word {
	case "func":
		name, ret, _ := strings.Cut(rest, " ")
		if p.Func != "" {
			return fmt.Errorf("a second func directive")
		}
		p.Func, p.Ret = name, strings.ReplaceAll(strings.TrimSpace(ret), "-", " ")
		switch p.Ret {
		case "double", "float", "long double", "int", "void":
		default:
			return fmt.Errorf("func: unknown result type %q", p.Ret)
		}
	case "arg":
		var a *Arg
		if a, err = parseArg(rest); err == nil {
			p.Args = append(p.Args, a)
		}
	case "leaves":
		f := strings.Fields(rest)
		if len(f) < 2 {
			return fmt.Errorf("leaves: want a parameter and paths")
		}
		a := p.arg(f[0])
		if a == nil {
			return fmt.Errorf("leaves: no parameter %s", f[0])
		}
		for _, path := range f[1:] {
			leaves, err := expandLeaf(path)
			if err != nil {
				return err
			}
			a.Leaves = append(a.Leaves, leaves...)
		}
	case "decl":
		p.Decls = append(p.Decls, rest)
	case "setup":
		p.Setup = append(p.Setup, rest)
	case "tags":
		p.Tags = append(p.Tags, strings.Fields(rest)...)
	case "cflags":
		p.CFlags = append(p.CFlags, strings.Fields(rest)...)
	case "difftol":
		p.DiffTol, err = strconv.ParseFloat(rest, 64)
	case "dottol":
		p.DotTol, err = strconv.ParseFloat(rest, 64)
	case "builds":
		err = p.builds(strings.Fields(rest))
	case "expect":
		var e Expect
		if e, err = parseExpect(strings.Fields(rest)); err == nil {
			e.Line = line
			p.Expects = append(p.Expects, e)
		}
	default:
		return fmt.Errorf("unknown directive %q", word)
	}
	return err
}

// builds reads which rustc a Rust program is compiled by, and at which levels.
func (p *Program) builds(f []string) error {
	if len(f) < 2 || f[0] != "newest" && f[0] != "oldest" {
		return fmt.Errorf("builds: want newest or oldest, and levels")
	}
	if p.Builds[f[0]] != nil {
		return fmt.Errorf("builds: a second directive for the %s rustc", f[0])
	}
	for k, level := range f[1:] {
		if len(level) != 1 || !strings.Contains("0123sz", level) || slices.Contains(f[1:k+1], level) {
			return fmt.Errorf("builds: unknown level %q, or one that is there twice", level)
		}
	}
	if p.Builds == nil {
		p.Builds = map[string][]string{}
	}
	p.Builds[f[0]] = f[1:]
	return nil
}

func (p *Program) arg(name string) *Arg {
	for _, a := range p.Args {
		if a.Name == name {
			return a
		}
	}
	return nil
}

func parseArg(text string) (*Arg, error) {
	f := strings.Fields(text)
	if len(f) < 4 {
		return nil, fmt.Errorf("arg: want NAME ACTIVITY TYPE[COUNT] INIT, got %q", text)
	}
	a := &Arg{Name: f[0], Activity: f[1]}
	switch a.Activity {
	case "const", "dup", "dupnoneed", "out":
	default:
		return nil, fmt.Errorf("arg %s: unknown activity %q", a.Name, a.Activity)
	}
	typ, count, array := strings.Cut(f[2], "[")
	a.Type = strings.ReplaceAll(typ, "-", " ")
	if array {
		n, err := strconv.Atoi(strings.TrimSuffix(count, "]"))
		if err != nil || n < 1 {
			return nil, fmt.Errorf("arg %s: bad count in %q", a.Name, f[2])
		}
		a.Count = n
	}
	if a.Activity == "out" && array {
		return nil, fmt.Errorf("arg %s: out is for floats passed by value", a.Name)
	}
	rest := f[3:]
	if rest[len(rest)-1] == "inout" {
		a.InOut, rest = true, rest[:len(rest)-1]
	}
	a.Init = strings.Join(rest, "")
	if a.Init == "" {
		return nil, fmt.Errorf("arg %s: no initial value", a.Name)
	}
	if isFloat(a.Type) {
		a.Leaves = []Leaf{{"", a.Type}}
	}
	return a, nil
}

func isFloat(t string) bool { return t == "double" || t == "float" || t == "long double" }

// expandLeaf turns x, pos.x, v[3] or w:float into leaves; a bracket at the end
// is a count.
func expandLeaf(text string) ([]Leaf, error) {
	path, typ, ok := strings.Cut(text, ":")
	if !ok {
		typ = "double"
	}
	if !isFloat(typ) {
		return nil, fmt.Errorf("leaves: unknown type in %q", text)
	}
	if !strings.HasSuffix(path, "]") {
		return []Leaf{{"." + path, typ}}, nil
	}
	open := strings.LastIndexByte(path, '[')
	if open < 0 {
		return nil, fmt.Errorf("leaves: bad path %q", text)
	}
	n, err := strconv.Atoi(path[open+1 : len(path)-1])
	if err != nil || n < 1 {
		return nil, fmt.Errorf("leaves: bad count in %q", text)
	}
	var out []Leaf
	for i := 0; i < n; i++ {
		out = append(out, Leaf{fmt.Sprintf(".%s[%d]", path[:open], i), typ})
	}
	return out, nil
}

func parseExpect(f []string) (e Expect, err error) {
	if len(f) < 2 {
		return e, fmt.Errorf("expect: want what and value")
	}
	if e.Value, err = strconv.ParseFloat(f[len(f)-1], 64); err != nil {
		return e, err
	}
	what := f[:len(f)-1]
	switch {
	case len(what) == 1 && what[0] == "ret":
		e.Kind, e.Out = "ret", "ret"
	case len(what) == 1:
		e.Kind, e.Out = "mem", what[0]
	case len(what) == 2 && what[0] == "grad":
		e.Kind, e.In, e.Out = "grad", what[1], "ret"
	case len(what) == 4 && what[0] == "grad" && what[2] == "of":
		e.Kind, e.In, e.Out = "grad", what[1], what[3]
	case len(what) == 4 && what[0] == "jvp" && what[2] == "by":
		e.Kind, e.Out, e.In = "jvp", what[1], what[3]
	default:
		return e, fmt.Errorf("expect: cannot read %q", strings.Join(f, " "))
	}
	return e, nil
}
