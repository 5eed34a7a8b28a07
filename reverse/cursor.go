package reverse

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
)

// cursor is where the code of the reverse sweep goes, and what that reverses.
type cursor struct {
	s     *synth
	out   *ir.Function
	top   *ir.Builder    // the entry block, for stack slots
	b     *ir.Builder    // where code goes
	loop  *analysis.Loop // the loop of p whose iteration the code at b reverses
	seg   int            // straight-line stretch that b is in, for memo
	segs  int
	dry   bool // only note the values asked for
	tape  ir.Value
	frame ir.Value  // split form: the frame
	now   *ir.Instr // what is being reversed
}
