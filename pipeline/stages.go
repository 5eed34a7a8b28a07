package pipeline

import (
	"github.com/llad-ad/llad/diag"
	"github.com/llad-ad/llad/ir"
)

// WatchStages has begin called as each stage in the making of a derivative begins, with its name and
// that of the function as its author wrote it. Stages come again: callees have some of their own.
func WatchStages(d *Differentiator, begin func(stage, of string)) { d.stages = begin }

// stage says that a stage begins.
func (d *Differentiator) stage(name string, f *ir.Function) {
	if d.stages != nil {
		d.stages(name, diag.ShortName(diag.PlainName(f.Source().Name)))
	}
}

// Stage says that a stage of work on a function begins that is done beside the making of derivatives.
func Stage(d *Differentiator, name string, f *ir.Function) { d.stage(name, f) }
