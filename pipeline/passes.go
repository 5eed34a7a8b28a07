package pipeline

import (
	"errors"
	"slices"
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform"
)

// PassWatcher looks on as passes run.
type PassWatcher = transform.Watcher

// PassRun is one run of a pass.
type PassRun = transform.Run

// PassNames are the names of all passes, in the order in which they run first.
func PassNames() []string { return transform.Names() }

// SetPasses replaces the sequences of passes.
func SetPasses(d *Differentiator, p *transform.Passes) { d.passes = p }

// WatchPasses has w look on as the passes of d run.
func WatchPasses(d *Differentiator, w PassWatcher) { d.passes.Watch = w }

// stopped is the error of an attempt that was only to normalise the function.
type stopped struct {
	f, clone *ir.Function
	added    ir.Additions // what the module had then
}

// Error says what happened, should nobody expect it.
func (s stopped) Error() string { return "stopped after the normalisation of " + s.f.Name }

// StopAfter runs the passes up to the run of a pass with that number, from 0, and no others:
// where that is before differentiation, the body of the function that req asks for is
// replaced by its normalised form, and there is no derivative. It reports whether the pass
// runs so often.
func StopAfter(d *Differentiator, req Request, pass string, number int) (bool, error) {
	usual := d.passes
	defer func() { d.passes, d.stop = usual, false }()
	if before, ok := upTo(usual.Normalization, pass, number); ok {
		d.passes = &transform.Passes{Normalization: before, Cleanup: usual.Cleanup, Watch: usual.Watch}
		d.stop = true
	} else {
		n := count(usual.Normalization, pass)
		after, ok := upTo(usual.Cleanup, pass, number-n)
		if !ok {
			return false, nil
		}
		d.passes = &transform.Passes{Normalization: usual.Normalization, Cleanup: after, Watch: usual.Watch}
	}
	_, err := d.Differentiate(req)
	var s stopped
	if !errors.As(err, &s) {
		return true, err
	}
	s.added.Restore(d.M)
	dropMarks(s.clone)
	s.f.DropBlocks()
	s.f.TakeBody(s.clone)
	for k, p := range s.clone.Params {
		ir.ReplaceAllUses(p, s.f.Params[k])
	}
	d.M.Remove(s.clone)
	s.f.MarkChanged()
	return true, nil
}

// dropMarks removes the attachments that passes leave for analyses, which LLVM does not read.
func dropMarks(f *ir.Function) {
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			i.Meta = slices.DeleteFunc(slices.Clone(i.Meta), func(a ir.Attachment) bool { return !strings.HasPrefix(a.Node, "!") })
		}
	}
}

// upTo is the sequence up to a run of the pass.
func upTo(sequence []string, pass string, number int) ([]string, bool) {
	for k, name := range sequence {
		if name != pass {
			continue
		}
		if number == 0 {
			return sequence[:k+1], true
		}
		number--
	}
	return nil, false
}

func count(sequence []string, pass string) int {
	n := 0
	for _, name := range sequence {
		if name == pass {
			n++
		}
	}
	return n
}

// TextOf is the text of the function that a pass has run on: a copy has the name of what it
// is a copy of. Values that have no names have none afterwards.
func TextOf(r PassRun) string {
	f := r.Func
	var names []*string
	for _, p := range f.Params {
		names = append(names, &p.Name)
	}
	for _, b := range f.Blocks {
		names = append(names, &b.Name)
		for _, i := range b.Instrs {
			names = append(names, &i.Name)
		}
	}
	before := make([]string, len(names))
	for k, n := range names {
		before[k] = *n
	}
	text := f.String()
	for k, n := range names {
		*n = before[k]
	}
	return strings.Replace(text, "@"+f.Name+"(", "@"+NameOf(r)+"(", 1)
}

// NameOf is the name of the function that a pass runs on as the module has it.
func NameOf(r PassRun) string {
	if r.Generated {
		return r.Func.Name
	}
	return r.Func.Source().Name
}
