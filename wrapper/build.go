package wrapper

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/diag"
	"github.com/llad-ad/llad/ir"
)

// Build is what runs one command line of a compiler.
type Build struct {
	Compiler []string // the command, and arguments that stand in front of all others
	All      bool     // every source goes through the reader and writer of llad
	Replace  bool     // the compiler may take the place of this process
	In       io.Reader
	Out, Err io.Writer

	stdin []byte // what standard input holds, where a source is read from there
	dir   string // of intermediate files; "" before there are any
}

// Run does what the command line asks for. An ExitError is that of the compiler, which has said
// why; other errors are *ir.Diagnostic, or several of them joined.
func (b *Build) Run(args []string) (err error) {
	c := Parse(args)
	if c.Phase == Other || len(c.Sources) == 0 {
		return b.passThrough(args)
	}
	defer func() { err = errors.Join(err, b.clean()) }()
	objects := map[int]string{}
	for _, s := range c.Sources {
		if err := b.readStdin(s); err != nil {
			return err
		}
		if !b.All && !b.asks(c, s) {
			continue
		}
		object, err := b.derive(c, s)
		if err != nil {
			return err
		}
		if object != "" {
			objects[s.at] = object
		}
	}
	switch {
	case len(objects) == 0:
		return b.passThrough(args)
	case c.Phase == Link:
		return b.compile(c.with(objects))
	case len(objects) < len(c.Sources):
		for at := range objects {
			objects[at] = ""
		}
		return b.compile(c.with(objects))
	}
	return nil
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
	cmd := b.command(c.preprocessing(s))
	cmd.Stdout, cmd.Stderr = nil, nil
	text, err := cmd.StdoutPipe()
	if err != nil || cmd.Start() != nil {
		return false
	}
	found := mentions(text, "enzyme", "llad")
	if found {
		cmd.Process.Kill()
	}
	return cmd.Wait() == nil || found
}

// derive compiles a source with its derivatives, and gives the file that this comes to; "" where
// it holds no marker after all.
func (b *Build) derive(c *Command, s Source) (string, error) {
	d, err := b.lowered(c, s)
	if err != nil || d == nil {
		return "", err
	}
	text, err := d.Write(llad.WriteOptions{})
	if err != nil {
		return "", err
	}
	out := c.ObjectOf(s)
	if c.Phase == Link {
		if out, err = b.temp(s, ".o"); err != nil {
			return "", err
		}
	}
	file, err := b.temp(s, ".derived.ll")
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(file, text, 0o666); err != nil {
		return "", err
	}
	return out, b.compile(c.compileIR(file, out))
}

// lowered is the source's module with its markers replaced, or nil where there are none. A
// refusal is tried again without optimisation, where the compiler may have replaced calls of
// registered functions. What there is to say is found out once more with line numbers.
func (b *Build) lowered(c *Command, s Source) (*llad.Differentiator, error) {
	unoptimised := c.Instrumented()
	d, n, err := b.attempt(c, s, unoptimised, b.Err)
	if hasCode(err, "L0612") && !unoptimised {
		unoptimised = true
		d, n, err = b.attempt(c, s, unoptimised, nil)
	}
	var notes []*ir.Diagnostic
	if d != nil {
		notes = d.Notes
	}
	if (isDiagnostic(err) || len(notes) > 0) && !c.has(flagKind, "-g") {
		lines := *c
		lines.arguments = append([]argument{{flagKind, []string{"-gline-tables-only"}, ""}}, c.arguments...)
		if d, _, again := b.attempt(&lines, s, unoptimised, nil); isDiagnostic(again) && err != nil {
			err = again
		} else if again == nil && err == nil {
			notes = d.Notes
		}
	}
	diag.PrintNotes(b.Err, notes)
	if err != nil || n == 0 && !b.All {
		return nil, err
	}
	return d, nil
}

// attempt compiles the source to IR and replaces its markers, of which there are n. What the
// compiler says goes to said, or nowhere.
func (b *Build) attempt(c *Command, s Source, unoptimised bool, said io.Writer) (d *llad.Differentiator, n int, err error) {
	file, err := b.temp(s, ".ll")
	if err != nil {
		return nil, 0, err
	}
	cmd := b.command(c.emitIR(s, file, unoptimised))
	cmd.Stderr = said
	if err := b.started(exitOf(cmd.Run())); err != nil {
		return nil, 0, err
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, 0, err
	}
	m, err := ir.Read(withSuffix(s.File, ".ll"), text)
	if err != nil {
		return nil, 0, err
	}
	d = llad.New(m)
	if n, err = d.LowerMarkers(); err != nil {
		return nil, 0, err
	}
	if b.All {
		err = loadAll(m)
	}
	return d, n, err
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
