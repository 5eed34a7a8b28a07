package llad

import "github.com/llad-ad/llad/pipeline"

// PassWatcher looks on as passes run.
type PassWatcher = pipeline.PassWatcher

// PassRun is one run of a pass on a function.
type PassRun = pipeline.PassRun

// PassNames are the names of all passes, in the order in which they run first; docs/passes.md
// says what each does.
func PassNames() []string { return pipeline.PassNames() }

// WatchPasses has w look on as passes run.
func (d *Differentiator) WatchPasses(w PassWatcher) { pipeline.WatchPasses(d.Differentiator, w) }

// WatchStages has begin called as each stage in the making of a derivative begins, with its name and
// that of the function.
func (d *Differentiator) WatchStages(begin func(stage, of string)) {
	pipeline.WatchStages(d.Differentiator, begin)
}

// StopAfter runs the passes up to the run of a pass with that number, from 0, and no others.
// Where that is before differentiation, the function that req asks for gets its normalised
// body and there is no derivative; else the derivative is as that run of the pass left it. It
// reports whether the pass runs so often.
func (d *Differentiator) StopAfter(req Request, pass string, number int) (bool, error) {
	return pipeline.StopAfter(d.Differentiator, req, pass, number)
}

// FuncOf is the name of the function that a pass has run on, as the module has it, and TextOf
// its text.
func FuncOf(r PassRun) string { return pipeline.NameOf(r) }

// TextOf is the text of the function that a pass has run on.
func TextOf(r PassRun) string { return pipeline.TextOf(r) }
