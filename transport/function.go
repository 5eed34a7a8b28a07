package transport

import (
	"errors"
	"fmt"
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// body writes one traced function.
type body struct {
	*values
	g     *traced
	fn    *ir.Function
	phis  []*ir.Instr // of the original, whose shadows get their operands at the end
	fails []error
	line  ir.Value // a message that names the instruction at hand
	lines map[string]ir.Value
}

// body turns a copy of a function into its traced form.
func (t *Trace) body(g *traced) error {
	c, err := t.bodyOf(g.of)
	if err != nil {
		return err
	}
	x := &body{g: g, fn: g.fn, lines: map[string]ir.Value{}}
	x.values = newValues(t, c)
	order := ir.RPO(c)
	n := len(c.Params)
	for k, p := range c.Params {
		g.fn.Params[k].Name, g.fn.Params[n+k].Name = p.Name, ""
		if attrs := byval(p.Attrs); attrs != "" {
			g.fn.Params[k].Attrs = attrs
		}
	}
	x.find(order, c.Params)
	for k, p := range c.Params {
		x.words[p] = g.fn.Params[n+k]
	}
	g.fn.TakeBody(c)
	g.fn.Suffix = c.Suffix
	list := instructions(order)
	x.b = ir.NewBuilder(g.fn.Entry())
	x.b.AtStart(g.fn.Entry())
	for _, p := range c.Params {
		x.alsoPlace(p)
	}
	for _, i := range list {
		x.line = nil
		x.instr(i)
	}
	x.fillPhis()
	for k, p := range c.Params {
		ir.ReplaceAllUses(p, g.fn.Params[k])
	}
	t.m.Remove(c)
	return errors.Join(x.fails...)
}

// instructions lists those of the original: behind invokes shadows come to the next block
// before it is its turn.
func instructions(order []*ir.Block) (list []*ir.Instr) {
	for _, blk := range order {
		list = append(list, blk.Instrs...)
	}
	return list
}

// byval keeps of a parameter's attributes those that tell of a copy.
func byval(attrs string) string {
	at := strings.Index(attrs, "byval(")
	if at < 0 {
		return ""
	}
	depth := 0
	for k := at; k < len(attrs); k++ {
		switch attrs[k] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return attrs[at : k+1]
			}
		}
	}
	return ""
}

// refuse notes that an instruction cannot be traced.
func (x *body) refuse(i *ir.Instr, format string, args ...any) {
	x.fails = append(x.fails, ir.DiagAt(i, CodeTrace, format, args...))
}

// noRule refuses a call of a function of which nothing is known. Those of OpenMP's library are known where derivatives are not by names.
func noRule(x *body, i *ir.Instr, f *ir.Function) {
	if strings.HasPrefix(f.Name, "__kmpc_") {
		x.refuse(i, "a directive of OpenMP: threads have no tape of names")
		return
	}
	d := ir.DiagAt(i, CodeTrace, "call to '%s' has no body and no rule", f.Name)
	d.NoRule, d.Hint = true, rules.MissingHelp(f)
	x.fails = append(x.fails, d)
}

// where is the message for what happens at i when the program runs.
func (x *body) where(i *ir.Instr, what string) ir.Value {
	d := ir.DiagAt(i, CodeTrace, "%s", what)
	if d.Line == 0 {
		d.Message = fmt.Sprintf("%s, in '%s'", what, x.g.of.SourceName())
	}
	text := d.Error()
	v := x.lines[text]
	if v == nil {
		v = x.t.run.text(text)
		x.lines[text] = v
	}
	return v
}

// at is the message for a float at i that is made of bits.
func (x *body) at(i *ir.Instr) ir.Value {
	if x.line == nil {
		x.line = x.where(i, "a float is made of the bits of one that is active: no derivative is known")
	}
	return x.line
}

// fillPhis gives the phis of shadows their operands.
func (x *body) fillPhis() {
	for _, phi := range x.phis {
		number := x.numbers[phi]
		shadow, _ := x.words[phi].(*ir.Instr)
		if number {
			shadow, _ = x.places[phi].(*ir.Instr)
		}
		for k, from := range phi.Blocks {
			x.b.Before(from.Term())
			v := phi.Arg(k)
			if number {
				shadow.AddIncoming(x.place(v), from)
			} else {
				shadow.AddIncoming(x.word(v), from)
			}
		}
	}
}

// known is what is known of a called function by its name; for one that the module
// defines its body counts, but for rows that say otherwise.
func known(f *ir.Function) *rules.Known {
	k := rules.KnownOf(f)
	if k == nil || f.IsDecl || rules.Wholly(f) {
		return k
	}
	switch k.Class {
	case rules.Alloc, rules.Free, rules.Realloc:
		return k
	}
	return nil
}
