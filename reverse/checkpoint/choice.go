package checkpoint

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/rules"
)

// Choice gives a strategy to the loops of a function, or to one loop.
type Choice struct {
	Func     string // its symbol, or its name in the source; "" is every function
	Line     int    // of the loop in the source, 0 for all loops
	Strategy Strategy
}

// LoopKey tells loops apart, also when they are taken out anew.
type LoopKey struct{ Func, Header string }

// next finds a loop of f that a choice speaks of, outer ones first. named says
// that it was named alone.
func (ck *Checkpoints) next(f, original *ir.Function, marked map[*ir.Block]Strategy, refused []*ir.Block) (*analysis.Loop, Strategy, bool) {
	li := analysis.Loops(f, ir.Dominators(f))
	for _, l := range li.All {
		stays := false
		for _, h := range refused {
			stays = stays || h == l.Header
		}
		if stays {
			continue
		}
		if st, ok := marked[l.Header]; ok {
			st = ck.bounded(st)
			if st.keeps() {
				refused = append(refused, l.Header)
				continue
			}
			return l, st, true
		}
		st, named := ck.choice(f, original, l)
		st = ck.bounded(st)
		if st.keeps() || !named && (l.Depth > 1 || ck.steps[original] != nil || !worthIt(li, l)) {
			continue
		}
		return l, st, named
	}
	return nil, Strategy{}, false
}

// bounded gives an automatic strategy its memory.
func (ck *Checkpoints) bounded(st Strategy) Strategy {
	if st.Auto {
		st.Mem = ck.Mem
	}
	return st
}

// choice gives the strategy chosen for a loop, and whether the loop was named.
func (ck *Checkpoints) choice(f, original *ir.Function, l *analysis.Loop) (st Strategy, named bool) {
	for k, c := range ck.Choices {
		if c.Func != "" && !ck.isNamed(original, c.Func) && !ck.comesFrom(l, c.Func) {
			continue
		}
		if ck.Used == nil {
			ck.Used = map[int]bool{}
		}
		if c.Line == 0 {
			ck.Used[k] = true
			if !named {
				st = c.Strategy
			}
			continue
		}
		_, line := loopPos(l)
		if !slices.Contains(ck.lines, line) {
			ck.lines = append(ck.lines, line)
		}
		if line == c.Line {
			st, named, ck.Used[k] = c.Strategy, true, true
			if ck.found == nil {
				ck.found = map[int]bool{}
			}
			ck.found[k] = true
		}
	}
	return st, named
}

// Missing gives the choices of loops of f, by line, that no loop was found for,
// and the extents that speak of no parameter.
func (ck *Checkpoints) Missing(f *ir.Function) error {
	errs := ck.missingExtents(f)
	for k, c := range ck.Choices {
		if c.Line > 0 && !ck.found[k] && (c.Func == "" || ck.isNamed(f, c.Func)) {
			errs = append(errs, ir.InFunc(f, ir.Diagnostic{Code: codeNoLoop,
				Message: fmt.Sprintf("no loop of '%s' begins at line %d of its source", f.SourceName(), c.Line),
				Hint:    ck.otherLoops(f)}))
		}
	}
	return errors.Join(errs...)
}

func (ck *Checkpoints) isNamed(f *ir.Function, name string) bool {
	for lc := ck.steps[f]; lc != nil; lc = ck.steps[f] {
		f = lc.home
	}
	f = f.Source()
	return ck.isCalled(ir.UnquoteName(f.Name), f.SourceName(), name)
}

// isCalled reports whether a function, by its symbol or its name in the source, is the
// one that a choice names.
func (ck *Checkpoints) isCalled(symbol, source, name string) bool {
	return symbol == name || source == name || symbol != "" && ck.Means != nil && ck.Means(symbol, name)
}

// comesFrom reports whether a loop is one of the named function that was inlined
// where it is now, by the debug information of its branches.
func (ck *Checkpoints) comesFrom(l *analysis.Loop, name string) bool {
	for _, i := range loopControl(l) {
		source, symbol := l.Header.Parent.Module.Metadata().Func(i)
		if source != "" && ck.isCalled(symbol, source, name) {
			return true
		}
	}
	return false
}

// loopControl lists the branches that make a loop and end it, and their conditions,
// as far as debug information tells where they come from. Of code that was inlined
// from several functions those of the outermost are meant: others are conditions that
// the loop's function calls.
func loopControl(l *analysis.Loop) []*ir.Instr {
	m := l.Header.Parent.Module
	var out []*ir.Instr
	depth := 0
	note := func(i *ir.Instr) {
		if _, _, _, ok := m.Metadata().Position(i); !ok {
			return
		}
		if d := m.Metadata().InlinedDepth(i); len(out) == 0 || d < depth {
			out, depth = []*ir.Instr{i}, d
		} else if d == depth {
			out = append(out, i)
		}
	}
	note(l.Header.Term())
	for _, b := range l.Latches {
		note(b.Term())
	}
	for _, e := range l.ExitEdges() {
		t := e.From.Term()
		note(t)
		for k := range t.NumArgs() {
			if i, ok := t.Arg(k).(*ir.Instr); ok && l.Contains(i.Parent) {
				note(i)
			}
		}
	}
	return out
}

// loopPos is the place in the source where a loop begins: the least line of what makes
// it and ends it, 0 where that is not known.
func loopPos(l *analysis.Loop) (file string, line int) {
	for _, i := range loopControl(l) {
		if s, n, _, _ := l.Header.Parent.Module.Metadata().Position(i); line == 0 || n < line {
			file, line = s, n
		}
	}
	return file, line
}

// worthIt reports whether a loop carries anything from iteration to iteration
// that its reversal could need: floats that are not mere sums, pointers, or
// memory that it reads before it writes there; and whether it computes at all:
// loops that make rows and fill them keep little.
func worthIt(li *analysis.LoopInfo, l *analysis.Loop) bool {
	if !computes(l) {
		return false
	}
	for _, phi := range l.Header.Phis() {
		if (phi.Typ.HasFloat() || phi.Typ.HasPtr()) && !isSum(l, phi) && l.Recurrence(phi) == nil {
			return true
		}
	}
	var loads, stores []*ir.Instr
	for _, b := range l.Blocks {
		for _, i := range b.Instrs {
			switch i.Op {
			case ir.Load:
				loads = append(loads, i)
			case ir.Store:
				stores = append(stores, i)
			case ir.Call, ir.Invoke:
				if f := i.CalledFunc(); f == nil || !f.IsDecl || strings.HasPrefix(f.Name, "llvm.mem") {
					return true
				}
			}
		}
	}
	if len(stores) == 0 {
		return false
	}
	f := l.Header.Parent
	a := analysis.NewAlias(f)
	cover := analysis.NewCoverage(f, ir.Dominators(f), li)
	for _, p := range loads {
		for _, q := range stores {
			// Where these overlap all the same, iterations are kept.
			x, y := a.Base(p.Arg(0)), a.Base(q.Arg(1))
			if x != y && (isOrigin(x) || isOrigin(y)) || p.Typ.Scalar() != q.Arg(0).Type().Scalar() {
				continue
			}
			if a.AliasAnytime(p.Arg(0), -1, q.Arg(1), -1) != analysis.NoAlias && !cover.Written(p, l, stores) {
				return true
			}
		}
	}
	return false
}

// computes reports whether a loop may do arithmetic on floats.
func computes(l *analysis.Loop) bool {
	for _, b := range l.Blocks {
		for _, i := range b.Instrs {
			switch i.Op {
			case ir.FAdd, ir.FSub, ir.FMul, ir.FDiv, ir.FRem, ir.FNeg, ir.AtomicRMW, ir.CmpXchg:
				return true
			case ir.Call, ir.Invoke:
				f := i.CalledFunc()
				if f == nil || !f.IsDecl || rules.ForInstr(i) != nil {
					return true
				}
			}
		}
	}
	return false
}

// isOrigin reports whether v is an address of memory as a whole, not one that was
// chosen or read from memory.
func isOrigin(v ir.Value) bool {
	i, ok := v.(*ir.Instr)
	return !ok || i.Op != ir.Phi && i.Op != ir.Select && i.Op != ir.Load
}

// isSum reports whether phi only collects: iterations, and loops inside, add to
// it, and nothing else in the loop reads it.
func isSum(l *analysis.Loop, phi *ir.Instr) bool {
	sum := map[*ir.Instr]bool{phi: true}
	work := []*ir.Instr{phi}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for u := range ir.Uses(v) {
			i := u.User
			if !l.Contains(i.Parent) || sum[i] {
				continue
			}
			fma := i.CalledFunc() != nil && strings.HasPrefix(i.CalledFunc().Name, "llvm.fmuladd.") && u.Index() == 2
			if i.Op != ir.FAdd && i.Op != ir.FSub && i.Op != ir.Phi && !fma {
				return false
			}
			sum[i] = true
			work = append(work, i)
		}
	}
	next, ok := phi.Incoming(l.Latch()).(*ir.Instr)
	return ok && sum[next]
}

// otherLoops is what to do where no loop begins at the line that was named.
func (ck *Checkpoints) otherLoops(f *ir.Function) string {
	lines := slices.Sorted(slices.Values(ck.lines))
	lines = slices.DeleteFunc(lines, func(l int) bool { return l == 0 })
	if len(lines) == 0 {
		return "compile with -g: its loops have no lines"
	}
	said := fmt.Sprintf("`-cache %s:%d=...`", f.SourceName(), lines[0])
	for _, l := range lines[1:] {
		said += fmt.Sprintf(" or `:%d=...`", l)
	}
	return "its loops begin at other lines, where the compiler has not changed them: " + said
}
