package checkpoint

import (
	"strings"

	"github.com/llad-ad/llad/cache/schedule"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
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

// The markers of checkpointed loops. A function whose name contains one is it.
const (
	markState      = "__llad_state"
	markCheckpoint = "__llad_checkpoint"
)

// IsMarker reports whether f is a marker of checkpointed loops, which must not
// be inlined.
func IsMarker(f *ir.Function) bool {
	return strings.Contains(f.Name, markState) || strings.Contains(f.Name, markCheckpoint)
}

// DefineMarkers gives the markers that a module declares bodies that do nothing:
// the original functions go on calling them.
func DefineMarkers(m *ir.Module) {
	for _, name := range m.FuncNames() {
		if !strings.Contains(name, markState) && !strings.Contains(name, markCheckpoint) {
			continue
		}
		f := m.Func(name)
		if f == nil || !f.IsDecl || f.Typ.Ret.Kind != ir.VoidKind {
			continue
		}
		m.Remove(f)
		g := m.AddFunc(name, f.Typ)
		g.Prefix, g.Suffix = "weak_odr", "nounwind"
		ir.NewBuilder(g.NewBlock("entry")).Ret(nil)
	}
}

// markersOf lists the calls in f of a marker.
func markersOf(f *ir.Function, part string) []*ir.Instr {
	var out []*ir.Instr
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if g := i.CalledFunc(); i.Op == ir.Call && g != nil && strings.Contains(g.Name, part) {
				out = append(out, i)
			}
		}
	}
	return out
}

// statedMemory takes the calls of __llad_state(pointer, bytes) out of f.
func statedMemory(f *ir.Function) []memPiece {
	var out []memPiece
	for _, i := range markersOf(f, markState) {
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
	calls := markersOf(f, markCheckpoint)
	if len(calls) == 0 {
		return nil, nil
	}
	dt := ir.Dominators(f)
	li := analysis.Loops(f, dt)
	out := map[*ir.Block]Strategy{}
	var alone []*ir.Diagnostic
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
		var next *analysis.Loop
		for _, l := range li.All {
			if next == nil && l.Parent == li.Of(i.Parent) && dt.Dominates(i.Parent, l.Header) {
				next = l
			}
		}
		if next == nil {
			alone = append(alone, ir.DiagAt(i, codeNoLoop, "no loop follows this call of __llad_checkpoint: the compiler may have unrolled it"))
		} else {
			out[next.Header] = st
		}
		i.Erase()
	}
	if len(out) == 0 { // else it may be the way around a loop, which has a copy of the call
		ck.Notes = append(ck.Notes, alone...)
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
