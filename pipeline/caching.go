package pipeline

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/llad-ad/llad/diag"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/reverse/checkpoint"
)

// Caching says how gradients get at the values of the primal that they need:
// which loops keep them, and which are run again from snapshots of their state.
// The zero value keeps everything.
type Caching struct {
	Choices []checkpoint.Choice // later ones count more, those of one loop most
	Mem     int64               // bytes for the states and tapes of a loop whose strategy is "auto"; 0 is without bound
	Extents []checkpoint.Extent // of memory behind parameters, where the code does not tell
	Spill   string              // a directory: snapshots of more bytes than Mem go into files there, without names
	// Sums and differences of floating-point numbers that iterations update values
	// with are undone by the opposite operation instead of keeping the values: what
	// the reverse sweep then works with differs by the rounding of both.
	InvertFloats bool
	Stats        bool // generated code counts advances, snapshots and the like for llad_stats
	// Tapes use no thread-local variables, which some just-in-time compilers cannot load: the program keeps the
	// memory of one sweep, not each thread.
	GlobalTapes bool

	used map[int]bool // Choices that spoke of a loop of some gradient
}

// Unused gives a note for every choice by function that spoke of no loop of the
// gradients made so far.
func (c *Caching) Unused() []*ir.Diagnostic {
	var out []*ir.Diagnostic
	for k, choice := range c.Choices {
		if choice.Func != "" && !c.used[k] {
			where := ""
			if choice.Line > 0 {
				where = fmt.Sprintf(" at line %d", choice.Line)
			}
			out = append(out, &ir.Diagnostic{Code: "L0415", Message: fmt.Sprintf("no loop of '%s' was seen%s: what is said of it has no effect", choice.Func, where),
				Hint: "functions that were inlined are known by their debug information: compile with -g"})
		}
	}
	return out
}

// note notes which of the choices spoke of loops of a gradient.
func (c *Caching) note(ck *checkpoint.Checkpoints) {
	for k := range c.Choices {
		if ck.Used[len(ck.Choices)-len(c.Choices)+k] {
			if c.used == nil {
				c.used = map[int]bool{}
			}
			c.used[k] = true
		}
	}
}

// Add reads choices as -cache takes them: strategies separated by commas, each
// for all functions (ctz), for one (f=binomial:10) or for the loop of a function
// that begins at a line of its source (f:42=ctz).
func (c *Caching) Add(text string) error {
	for _, part := range SplitNames(text) {
		var choice checkpoint.Choice
		where, name := "", part
		if k := strings.LastIndexByte(part, '='); k >= 0 {
			where, name = part[:k], part[k+1:]
		}
		if k := strings.LastIndexByte(where, ':'); k >= 0 {
			n, err := strconv.Atoi(where[k+1:])
			if err == nil && n > 0 {
				choice.Line, where = n, where[:k]
			} else if where[k+1:] == "" || where[k+1] >= '0' && where[k+1] <= '9' {
				return fmt.Errorf("'%s': '%s' is no line number", part, where[k+1:])
			}
		}
		choice.Func = where
		var err error
		if choice.Strategy, err = checkpoint.ParseStrategy(name); err != nil {
			return err
		}
		c.Choices = append(c.Choices, choice)
	}
	return nil
}

// State reads extents of memory behind parameters as -state takes them, separated
// by commas: f:u=8*n, u=8*rows*columns+16.
func (c *Caching) State(text string) error {
	for _, part := range SplitNames(text) {
		x, err := checkpoint.ParseExtent(part)
		if err != nil {
			return err
		}
		c.Extents = append(c.Extents, x)
	}
	return nil
}

// SetStorage reads what keeps the memory of tapes, as -tape-storage takes it: thread or global.
func (c *Caching) SetStorage(text string) error {
	if text != "global" && text != "thread" {
		return fmt.Errorf("'%s': it is thread or global", text)
	}
	c.GlobalTapes = text == "global"
	return nil
}

// checkpoints are the choices of one request.
func (c *Caching) checkpoints() *checkpoint.Checkpoints {
	choices := c.Choices
	if c.Mem > 0 {
		choices = append([]checkpoint.Choice{{Strategy: checkpoint.Strategy{Auto: true}}}, choices...)
	}
	return &checkpoint.Checkpoints{Choices: choices, Mem: c.Mem, Stats: c.Stats, Spill: c.Spill, Extents: c.Extents, Names: diag.ParamNames, Means: diag.IsDemangledAs, InvertFloats: c.InvertFloats, Global: c.GlobalTapes}
}

// ParseBytes reads a number of bytes as -mem takes it: 4096, 64k, 64MiB, 1.5G;
// the letters are powers of 1024.
func ParseBytes(text string) (int64, error) {
	end := strings.TrimRight(text, "iBb")
	shift := 0
	if n := len(end); n > 0 {
		if k := strings.IndexByte("kmgt", end[n-1]|0x20); k >= 0 {
			shift, end = 10*(k+1), end[:n-1]
		}
	}
	v, err := strconv.ParseFloat(end, 64)
	if v *= float64(int64(1) << shift); err != nil || !(v >= 1) || v >= 1<<62 {
		return 0, fmt.Errorf("'%s' is no number of bytes, such as 64MiB", text)
	}
	return int64(v), nil
}
