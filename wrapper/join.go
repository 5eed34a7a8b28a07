package wrapper

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/ianlancetaylor/demangle"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/diag"
	"github.com/llad-ad/llad/ir"
)

// missing are the codes of what another source may have: functions without bodies.
var missing = []string{"L0104", "L0605"}

// waits tells whether an error is but that functions have no bodies, which other objects of the
// program may have.
func waits(err error) bool {
	all := diagnostics(err)
	for _, d := range all {
		if !hasCode(d, missing...) {
			return false
		}
	}
	return len(all) > 0
}

// program is what a command line links, as far as derivatives need it.
type program struct {
	b        *Build
	units    []*unit
	provider map[string]*unit // by symbol, the first that defines it
	joined   []*unit
	without  map[string]*unit // symbols that joined units reach, of units without IR
}

// link links with derivatives across objects: those that wait for functions of others are
// joined with them into one, which stands in their place.
func (b *Build) link(c *Command, objects map[int][]string) (done bool, err error) {
	waiting := false
	err = c.eachObject(objects, func(o object) error {
		if waiting {
			return nil
		}
		waiting, err = o.waits()
		return err
	})
	if err != nil || !waiting {
		return false, err
	}
	p := &program{b: b, provider: map[string]*unit{}, without: map[string]*unit{}}
	if err := c.eachObject(objects, p.add); err != nil {
		return false, err
	}
	for _, u := range p.units {
		if u.record != nil && len(u.record.Pending) > 0 {
			p.joined = append(p.joined, u)
		}
	}
	if err := p.reach(); err != nil {
		return false, err
	}
	if len(p.joined) == 1 {
		return false, p.explain(pending(p.joined[0]))
	}
	object, err := p.derive()
	if err != nil {
		return false, err
	}
	return true, b.compile(c.with(p.replaced(c, objects, object)))
}

// replaced are the files that stand for arguments: the joined object for the first of those that
// are joined, nothing for the others, and archives behind it: what it defines is not taken from
// them any more.
func (p *program) replaced(c *Command, objects map[int][]string, joined string) map[int][]string {
	all := maps.Clone(objects)
	for k, u := range p.joined {
		switch {
		case k == 0 && u.archived:
			all[u.at] = append([]string{joined}, c.arguments[u.at].words...)
		case k == 0:
			all[u.at] = []string{joined}
		case !u.archived:
			all[u.at] = nil
		}
	}
	return all
}

// add reads an object of the program.
func (p *program) add(o object) error {
	u, err := o.unit()
	if u == nil {
		return err
	}
	p.units = append(p.units, u)
	for _, symbol := range u.defines {
		if p.provider[symbol] == nil {
			p.provider[symbol] = u
		}
	}
	return nil
}

// eachObject calls do for the objects that a command line links, and the members of its static
// libraries. What cannot be opened is the linker's to complain about.
func (c *Command) eachObject(objects map[int][]string, do func(object) error) error {
	for at, a := range c.arguments {
		file := ""
		switch {
		case len(objects[at]) > 0:
			file = objects[at][0]
		case a.kind == inputKind:
			file = a.words[0]
		case a.kind == linkKind && strings.HasPrefix(a.words[0], "-l"):
			file = c.staticLibrary(a.value)
		}
		if file == "" {
			continue
		}
		if err := objectsIn(file, object{name: sourceName(c, at, file), at: at}, do); err != nil {
			return err
		}
	}
	return nil
}

// objectsIn calls do for a file, or for the members of an archive.
func objectsIn(file string, o object, do func(object) error) error {
	f, err := os.Open(file)
	if err != nil {
		return nil
	}
	defer f.Close()
	inside, isArchive := members(f)
	if !isArchive {
		o.data = f
		return do(o)
	}
	for _, m := range inside {
		one := object{name: o.name + "(" + m.name + ")", at: o.at, archived: true, data: m.data}
		if m.data == nil {
			external, err := os.Open(filepath.Join(filepath.Dir(file), m.name))
			if err != nil {
				continue
			}
			defer external.Close()
			one.data = external
		}
		if err := do(one); err != nil {
			return err
		}
	}
	return nil
}

// sourceName is what messages call an input: the source, where the object is one on the way.
func sourceName(c *Command, at int, file string) string {
	if c.arguments[at].kind == sourceKind {
		return c.arguments[at].words[0]
	}
	return file
}

// staticLibrary is the archive that -l stands for, if -L has it, and no shared library in front
// of it.
func (c *Command) staticLibrary(name string) string {
	static := c.has(linkKind, "-static")
	for _, a := range c.arguments {
		dir, ok := strings.CutPrefix(a.words[0], "-L")
		if !ok || a.kind != linkKind {
			continue
		}
		if len(a.words) > 1 {
			dir = a.words[1]
		}
		if _, err := os.Stat(filepath.Join(dir, "lib"+name+".so")); err == nil && !static {
			return ""
		}
		file := filepath.Join(dir, "lib"+name+".a")
		if _, err := os.Stat(file); err == nil {
			return file
		}
	}
	return ""
}

// reach adds to the units that are joined those that have what code with markers can reach, by
// the names that their IR mentions.
func (p *program) reach() error {
	seen := map[*unit]*names{}
	isJoined := map[*unit]bool{}
	type place struct {
		u      *unit
		symbol string
	}
	var todo []place
	for _, u := range p.joined {
		n, err := readNames(u)
		if err != nil {
			return err
		}
		seen[u], isJoined[u] = n, true
		for _, symbol := range n.roots {
			todo = append(todo, place{u, symbol})
		}
	}
	visited := map[place]bool{}
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if visited[at] {
			continue
		}
		visited[at] = true
		if mentioned, here := seen[at.u].defined[at.symbol]; here {
			for _, symbol := range mentioned {
				todo = append(todo, place{at.u, symbol})
			}
			continue
		}
		u := p.provider[at.symbol]
		switch {
		case u == nil:
		case u.record == nil:
			p.without[at.symbol] = u
		default:
			if !isJoined[u] {
				n, err := readNames(u)
				if err != nil {
					return err
				}
				seen[u], isJoined[u] = n, true
				p.joined = append(p.joined, u)
			}
			if _, ok := seen[u].defined[at.symbol]; ok {
				todo = append(todo, place{u, at.symbol})
			}
		}
	}
	return nil
}

// names are the symbols that a module defines, each with those that its text mentions.
type names struct {
	defined map[string][]string
	roots   []string // those whose text mentions markers
}

var mention = regexp.MustCompile(`@(?:"([^"]*)"|([-$._A-Za-z0-9]+))`)

func readNames(u *unit) (*names, error) {
	m, err := ir.Read(u.record.File, []byte(u.record.IR))
	if err != nil {
		return nil, err
	}
	n := &names{defined: map[string][]string{}}
	for _, e := range m.Entities {
		text := m.Src[e.Start:e.End]
		if e.Kind != ir.DefineEntity && (e.Kind != ir.GlobalEntity || bytes.Contains(text, []byte(" = external "))) {
			continue
		}
		name := diag.PlainName(e.Name)
		list := []string{}
		for _, found := range mention.FindAllSubmatch(text, -1) {
			list = append(list, string(found[1])+string(found[2]))
		}
		n.defined[name] = list
		if bytes.Contains(text, []byte("__enzyme_")) || bytes.Contains(text, []byte("__llad_")) {
			n.roots = append(n.roots, name)
		}
	}
	return n, nil
}

// derive joins the modules, replaces their markers and compiles the result to an object.
func (p *program) derive() (string, error) {
	var files []string
	for k, u := range p.joined {
		file, err := p.b.written(Source{File: u.record.File, at: k}, ".unit.ll", []byte(u.record.IR))
		if err != nil {
			return "", err
		}
		files = append(files, file)
	}
	text, err := p.b.join(files)
	if err != nil {
		return "", err
	}
	m, err := ir.Read("joined.ll", text)
	if err != nil {
		return "", err
	}
	d := llad.New(m)
	_, err = d.LowerMarkers()
	p.b.note(d.Notes)
	if err != nil {
		return "", p.explain(err)
	}
	out, err := d.Write(llad.WriteOptions{})
	if err != nil {
		return "", err
	}
	s := Source{File: "joined", at: len(files)}
	file, err := p.b.written(s, ".derived.ll", out)
	if err != nil {
		return "", err
	}
	object, err := p.b.temp(s, ".o")
	if err != nil {
		return "", err
	}
	return object, p.b.compile(append(p.joined[0].record.Flags, "-c", "-o", object, "-x", "ir", file))
}

// pending is why a unit waits.
func pending(u *unit) error {
	var all []error
	for _, d := range u.record.Pending {
		all = append(all, d)
	}
	return errors.Join(all...)
}

// explain puts in place of a refusal for want of a function that an object without IR defines it.
func (p *program) explain(err error) error {
	list := diagnostics(err)
	if len(list) == 0 {
		return err
	}
	var all []error
	for _, d := range list {
		all = append(all, p.withoutIR(d))
	}
	return errors.Join(all...)
}

// withoutIR is d, or at its place that an object holds no IR.
func (p *program) withoutIR(d *ir.Diagnostic) *ir.Diagnostic {
	if !hasCode(d, missing...) {
		return d
	}
	for _, symbol := range slices.Sorted(maps.Keys(p.without)) {
		if !isNamed(d, symbol) {
			continue
		}
		why := *d
		why.Code, why.Message = codeNoIR, fmt.Sprintf("%s defines '%s', and holds no IR", p.without[symbol].name, demangle.Filter(symbol))
		why.Causes = append([]string{d.Message}, d.Causes...)
		why.Hint = "compile it by llad cc with `-fembed-bitcode`, or with `LLAD_IR=1` in the environment"
		return &why
	}
	return d
}

// isNamed tells whether a diagnostic names a symbol, or its demangled form.
func isNamed(d *ir.Diagnostic, symbol string) bool {
	text := strings.Join(append([]string{d.Message}, d.Causes...), "\n")
	for _, name := range []string{symbol, demangle.Filter(symbol)} {
		if regexp.MustCompile(`(^|[^\w.$])` + regexp.QuoteMeta(name) + `($|[^\w.$])`).MatchString(text) {
			return true
		}
	}
	return false
}

// join is what the compiler's own llvm-link makes of modules.
func (b *Build) join(files []string) ([]byte, error) {
	linker, err := b.llvmLink()
	if err != nil {
		return nil, err
	}
	var said bytes.Buffer
	cmd := exec.Command(linker, append([]string{"-S", "-o", "-"}, files...)...)
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		return nil, refuse(codeJoin, fmt.Sprintf("%s cannot join the IR: %v: %s", linker, err, strings.TrimSpace(said.String())),
			"one compiler for all objects; definitions of one symbol in one object only")
	}
	return out, nil
}

var versionLine = regexp.MustCompile(`clang version (\d+)`)

// asked is what the compiler says when it is asked about itself.
func (b *Build) asked(arg string) string {
	words := append(append([]string{}, b.Compiler...), arg)
	out, _ := exec.Command(words[0], words[1:]...).Output()
	return strings.TrimSpace(string(out))
}

// version is the number of the compiler's LLVM; "" where it does not say.
func (b *Build) version() string {
	if m := versionLine.FindStringSubmatch(b.asked("--version")); m != nil {
		return m[1]
	}
	return ""
}

// llvmLink finds the llvm-link of the compiler's LLVM.
func (b *Build) llvmLink() (string, error) {
	const name = "llvm-link"
	if path := b.asked("-print-prog-name=" + name); filepath.IsAbs(path) {
		return path, nil
	}
	version := b.version()
	if version != "" {
		if path, err := exec.LookPath(name + "-" + version); err == nil {
			return path, nil
		}
	}
	return "", refuse(codeNoLinker, "derivatives of functions in other sources need "+name+" of the compiler's LLVM "+version,
		"install the package llvm-"+version)
}
