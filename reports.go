package llad

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/report"
)

// What Check compares, and its outcome.
type (
	CheckOptions = report.CheckOptions
	CheckReport  = report.CheckReport
	CheckRow     = report.CheckRow
)

// Check differentiates a function in both modes, runs everything in the
// interpreter and compares: the primal results that the derivatives return,
// forward against reverse mode by a dot product, both against central
// differences, and the decay of both Taylor remainders. The error says why no
// comparison was possible; a failed one is in the report.
func Check(m *ir.Module, o CheckOptions) (*CheckReport, error) {
	return report.Check(New(m).Differentiator, o)
}

// Check is the function Check with what was said to the differentiator.
func (d *Differentiator) Check(o CheckOptions) (*CheckReport, error) {
	return report.Check(d.Differentiator, o)
}

// What Explain tells.
type (
	Explanation       = report.Explanation
	ExplainedParam    = report.ExplainedParam
	ExplainedFunction = report.ExplainedFunction
	ExplainedCause    = report.ExplainedCause
	ExplainedLoop     = report.ExplainedLoop
	ExplainedValue    = report.ExplainedValue
	ExplainedTotals   = report.ExplainedTotals
	Position          = report.Position
)

// Explain makes the derivative that req asks for and tells what was decided. The
// derivative stays in the module.
func Explain(m *ir.Module, req Request) (*Explanation, error) { return New(m).Explain(req) }
