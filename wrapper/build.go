package wrapper

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/diag"
	"github.com/llad-ad/llad/ir"
)

// Build is what runs one command line of a compiler.
type Build struct {
	Compiler []string // the command, and arguments that stand in front of all others
	All      bool     // every source goes through the reader and writer of llad
	Record   bool     // every object holds its IR
	Replace  bool     // the compiler may take the place of this process
	In       io.Reader
	Out, Err io.Writer
	Say      *diag.Printer // what notes go to; nil: Err

	stdin []byte // what standard input holds, where a source is read from there
	dir   string // of intermediate files; "" before there are any
}

// Run does what the command line asks for. An ExitError is that of the compiler, which has said
// why; other errors are *ir.Diagnostic, or several of them joined.
func (b *Build) Run(args []string) (err error) {
	c := Parse(args)
	if c.has(requestKind, requestPrefix) {
		args = c.with(nil)
	}
	if c.Phase == Other || c.Phase != Link && len(c.Sources) == 0 {
		return b.passThrough(args)
	}
	if c.requests, err = c.requested(); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.clean()) }()
	objects, err := b.objects(c)
	if err != nil {
		return err
	}
	if c.Phase == Link {
		if done, err := b.link(c, objects); done || err != nil {
			return err
		}
	}
	switch {
	case len(objects) == 0:
		return b.passThrough(args)
	case c.Phase == Link:
		return b.compile(c.with(objects))
	case len(objects) < len(c.Sources):
		for at := range objects {
			objects[at] = nil
		}
		return b.compile(c.with(objects))
	}
	return nil
}

// objects compiles the sources that the compiler alone is not enough for, and gives their
// objects by the arguments that they stand for. Where one waits for functions of other sources,
// the others of the command line hold their IR.
func (b *Build) objects(c *Command) (map[int][]string, error) {
	objects := map[int][]string{}
	waits := false
	record := (b.Record || c.has(embedKind, "-")) && c.mayRecord()
	compile := func(s Source, record bool) error {
		object, waiting, err := b.derive(c, s, record)
		waits = waits || waiting
		if object != "" {
			objects[s.at] = []string{object}
		}
		return err
	}
	for _, s := range c.Sources {
		if err := b.readStdin(s); err != nil {
			return nil, err
		}
		if b.All || record || c.requests.ask() || b.asks(c, s) {
			if err := compile(s, record); err != nil {
				return nil, err
			}
		}
	}
	if !waits || c.Phase != Link {
		return objects, nil
	}
	for _, s := range c.Sources {
		if objects[s.at] == nil {
			if err := compile(s, true); err != nil {
				return nil, err
			}
		}
	}
	return objects, nil
}

// readStdin keeps standard input, if the source is read from there: several runs need it.
func (b *Build) readStdin(s Source) (err error) {
	if s.File == "-" && b.stdin == nil {
		if b.stdin, err = io.ReadAll(b.In); b.stdin == nil {
			b.stdin = []byte{}
		}
	}
	return err
}

// asks tells whether the preprocessed source mentions what derivatives are asked for with.
// Where the preprocessor fails it does not: the compiler will say why.
func (b *Build) asks(c *Command, s Source) bool {
	if len(b.Compiler) == 1 && c.cannotMention(s) {
		return false
	}
	cmd := b.command(c.preprocessing(s))
	cmd.Stdout, cmd.Stderr = nil, nil
	text, err := cmd.StdoutPipe()
	if err != nil || cmd.Start() != nil {
		return false
	}
	found := mentions(text, markerWords...)
	if found {
		cmd.Process.Kill()
	}
	cmd.Wait()
	return found
}

// derive compiles a source with its derivatives, and gives the file that this comes to; "" where
// it holds no marker after all. One that waits for functions of other sources is compiled as it
// is, with a record of its IR, as are others where that is wanted.
func (b *Build) derive(c *Command, s Source, record bool) (object string, waits bool, err error) {
	l, err := b.lowered(c, s)
	if err != nil {
		return "", false, err
	}
	waits = len(l.waiting) > 0
	if l.count == 0 && !waits && !b.All && !record && !c.requests.ask() {
		return "", false, nil
	}
	text := l.original
	if !waits {
		if text, err = l.d.Write(llad.WriteOptions{}); err != nil {
			return "", false, err
		}
	}
	if record = (record || waits) && inELF(text); record {
		if text, err = b.recorded(c, s, text, l); err != nil {
			return "", false, err
		}
	}
	if err := c.requests.declare(l.results); err != nil {
		return "", false, err
	}
	object = c.ObjectOf(s)
	if c.Phase == Link {
		if object, err = b.temp(s, ".o"); err != nil {
			return "", false, err
		}
	}
	file, err := b.written(s, ".derived.ll", text)
	if err != nil {
		return "", false, err
	}
	return object, waits, b.compile(c.compileIR(file, object, record))
}

// recorded is the text of a module that has its record with it.
func (b *Build) recorded(c *Command, s Source, text []byte, l *lowering) ([]byte, error) {
	r := record{File: s.File, Flags: c.codeFlags(), IR: string(l.original), Pending: l.waiting}
	data, err := r.encode()
	if err != nil {
		return nil, err
	}
	file, err := b.written(s, ".record", data)
	if err != nil {
		return nil, err
	}
	return append(append([]byte{}, text...), "\n"+carrying(file)...), nil
}

// lowering is a source's module on the way.
type lowering struct {
	original []byte // the IR of the compiler
	d        *llad.Differentiator
	count    int              // markers that were replaced
	results  []*llad.Result   // what the command line asks for
	waiting  []*ir.Diagnostic // why others were not, if other sources may have what they need
}

// lowered is the source's module with its markers replaced. A refusal is tried again in another
// way: without optimisation, where the compiler may have replaced calls of registered functions;
// with it, where the code as the front end makes it, with the checks of a sanitizer, hides what a
// marker names. What there is to say is found out once more with line numbers.
func (b *Build) lowered(c *Command, s Source) (*lowering, error) {
	by, other := optimised, unoptimised
	if c.Instrumented() {
		by, other = unoptimised, inTwoRuns
	}
	l, err := b.attempt(c, s, by, b.Err)
	if isDiagnostic(err) && !waits(err) && (c.Instrumented() || hasCode(err, "L0612")) {
		if again, e := b.attempt(c, s, other, nil); again != nil && (e == nil || waits(e)) {
			l, err, by = again, e, other
		}
	}
	var notes []*ir.Diagnostic
	if l != nil && err == nil {
		notes = l.d.Notes
	}
	if (isDiagnostic(err) || len(notes) > 0) && !c.has(flagKind, "-g") {
		lines := *c
		lines.arguments = append([]argument{{flagKind, []string{"-g"}, ""}}, c.arguments...)
		if l, again := b.attempt(&lines, s, by, nil); isDiagnostic(again) && err != nil {
			err = again
		} else if again == nil && err == nil {
			notes = l.d.Notes
		}
	}
	if l != nil && waits(err) && !c.requests.ask() && c.mayRecord() && inELF(l.original) {
		l.waiting = diagnostics(err)
		return l, nil
	}
	if !slices.ContainsFunc(c.arguments, func(a argument) bool { return a.words[0] == "-w" }) {
		b.note(notes)
	}
	return l, err
}

// attempt compiles the source to IR and replaces its markers. What the compiler says goes to
// said, or nowhere. With a refusal of llad's there is the IR as well.
func (b *Build) attempt(c *Command, s Source, by way, said io.Writer) (*lowering, error) {
	file, err := b.temp(s, ".ll")
	if err != nil {
		return nil, err
	}
	cmd := b.command(c.emitIR(s, file, by))
	cmd.Stderr = said
	if err := b.started(exitOf(cmd.Run())); err != nil {
		return nil, err
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	if by == inTwoRuns {
		if err := b.compile(c.optimiseIR(triple(text), file, file)); err != nil {
			return nil, err
		}
		if text, err = os.ReadFile(file); err != nil {
			return nil, err
		}
	}
	m, err := ir.Read(withSuffix(s.File, ".ll"), text)
	if err != nil {
		return nil, err
	}
	l := &lowering{original: text, d: llad.New(m)}
	c.requests.choose(l.d)
	if l.count, err = l.d.LowerMarkers(); err == nil && c.requests.ask() {
		l.results, err = c.requests.derive(l.d)
	}
	if err == nil && b.All {
		err = loadAll(m)
	}
	return l, err
}

// triple is the target of a module.
func triple(text []byte) string {
	_, rest, _ := bytes.Cut(text, []byte("\ntarget triple = \""))
	name, _, _ := bytes.Cut(rest, []byte("\""))
	return string(name)
}

// inELF tells whether the objects of a module's target can hold records.
func inELF(text []byte) bool {
	name := triple(text)
	return !slices.ContainsFunc([]string{"apple", "darwin", "windows", "wasm"}, func(other string) bool {
		return strings.Contains(name, other)
	})
}

// loadAll reads all bodies of a module and has them written as they were understood.
func loadAll(m *ir.Module) error {
	for _, name := range m.FuncNames() {
		if f := m.Func(name); f != nil && !f.IsDecl {
			if err := f.Load(); err != nil {
				return err
			}
			f.MarkChanged()
		}
	}
	return nil
}

// temp is a file for what is made of a source on the way.
func (b *Build) temp(s Source, suffix string) (string, error) {
	if b.dir == "" {
		dir, err := os.MkdirTemp("", "llad-")
		if err != nil {
			return "", err
		}
		b.dir = dir
	}
	return filepath.Join(b.dir, fmt.Sprintf("%d-%s%s", s.at, withSuffix(filepath.Base(s.File), ""), suffix)), nil
}

// written is a file on the way that holds the text.
func (b *Build) written(s Source, suffix string, text []byte) (string, error) {
	file, err := b.temp(s, suffix)
	if err != nil {
		return "", err
	}
	return file, os.WriteFile(file, text, 0o666)
}

// note says what does no harm.
func (b *Build) note(notes []*ir.Diagnostic) {
	if b.Say == nil {
		diag.PrintNotes(b.Err, notes)
		return
	}
	b.Say.Notes(notes)
}

// clean removes intermediate files.
func (b *Build) clean() error {
	if b.dir == "" {
		return nil
	}
	return os.RemoveAll(b.dir)
}

// isDiagnostic tells whether an error is a refusal of llad's.
func isDiagnostic(err error) bool { return len(diagnostics(err)) > 0 }

// hasCode tells whether one of the diagnostics has one of the codes.
func hasCode(err error, codes ...string) bool {
	for _, d := range diagnostics(err) {
		for _, code := range codes {
			if d.Code == code {
				return true
			}
		}
	}
	return false
}

// diagnostics are those that an error is made of.
func diagnostics(err error) []*ir.Diagnostic {
	switch e := err.(type) {
	case *ir.Diagnostic:
		return []*ir.Diagnostic{e}
	case interface{ Unwrap() []error }:
		var all []*ir.Diagnostic
		for _, part := range e.Unwrap() {
			all = append(all, diagnostics(part)...)
		}
		return all
	}
	return nil
}
