package reverse

import (
	"strings"

	"github.com/llad-ad/llad/cache/schedule"
	"github.com/llad-ad/llad/ir"
)

// ParseStrategy reads a strategy as the command line and markers give it.
func ParseStrategy(text string) (Strategy, error) {
	if text == "auto" {
		return Strategy{Auto: true}, nil
	}
	sc, err := schedule.Parse(text)
	if err != nil {
		return Strategy{}, err
	}
	if _, keeps := sc.(schedule.KeepAll); keeps {
		sc = nil
	}
	return Strategy{Schedule: sc}, nil
}

// markersOf lists the calls in f of a marker.
func markersOf(f *ir.Function, part string) []*ir.Instr {
	var out []*ir.Instr
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if g := i.CalledFunc(); i.Op == ir.Call && g != nil && g.IsDecl && strings.Contains(g.Name, part) {
				out = append(out, i)
			}
		}
	}
	return out
}

// statedMemory takes the calls of __llad_state(pointer, bytes) out of f.
func statedMemory(f *ir.Function) []memPiece {
	var out []memPiece
	for _, i := range markersOf(f, "__llad_state") {
		if i.NumCallArgs() == 2 && i.Arg(0).Type().IsPtr() && i.Arg(1).Type().IsInt() {
			size := i.Arg(1)
			if size.Type() != ir.I64 {
				b := ir.NewBuilder(i.Parent)
				b.Before(i)
				size = b.Cast(ir.SExt, size, ir.I64)
			}
			out = append(out, memPiece{i.Arg(0), size})
		}
		i.Erase()
	}
	return out
}

// markedLoops takes the calls of __llad_checkpoint("strategy") out of f and gives
// the strategies by the headers of the loops that follow them.
func (ck *Checkpoints) markedLoops(f *ir.Function) (map[*ir.Block]Strategy, error) {
	calls := markersOf(f, "__llad_checkpoint")
	if len(calls) == 0 {
		return nil, nil
	}
	dt := ir.Dominators(f)
	li := ir.Loops(f, dt)
	out := map[*ir.Block]Strategy{}
	for _, i := range calls {
		text, ok := constantText(i.Arg(0))
		st, err := ParseStrategy(text)
		if !ok || err != nil {
			d := ir.DiagAt(i, codeStrategy, "__llad_checkpoint takes a strategy as a constant text")
			if ok {
				d.Message = err.Error()
			}
			return nil, d
		}
		var next *ir.Loop
		for _, l := range li.All {
			if next == nil && l.Parent == li.Of(i.Parent) && dt.Dominates(i.Parent, l.Header) {
				next = l
			}
		}
		if next == nil {
			return nil, ir.DiagAt(i, codeNoLoop, "no loop follows this call of __llad_checkpoint")
		}
		out[next.Header] = st
		i.Erase()
	}
	return out, nil
}

// constantText gives the text that v, a constant, leads to.
func constantText(v ir.Value) (string, bool) {
	if c, ok := v.(*ir.Const); ok && c.Kind == ir.ConstExpr && len(c.Elems) > 0 {
		v = c.Elems[0]
	}
	g, ok := v.(*ir.Global)
	if !ok || g.LoadInit() != nil {
		return "", false
	}
	c, ok := g.Init.(*ir.Const)
	if !ok || c.Kind != ir.ConstString {
		return "", false
	}
	text := strings.TrimSuffix(strings.TrimPrefix(c.Text, `c"`), `"`)
	return strings.TrimSuffix(text, `\00`), true
}
