package reverse

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/reverse/checkpoint"
	"github.com/llad-ad/llad/reverse/tape"
)

// Report says how the reverse sweep of one function gets the primal values that
// it reads.
type Report struct {
	Func   string // the function's symbol, "" for the one that was asked for
	Split  bool   // an augmented primal and a reverse function, for calls
	Frame  int64  // split: bytes on the tape per call
	Loops  []LoopReport
	Values []ValueReport
}

// Grows reports whether what is kept grows with the operations of a nest: with the iterations
// of a loop inside of another. What runs only where memory overlaps does not count.
func (r *Report) Grows() bool {
	return slices.ContainsFunc(r.Loops, func(l LoopReport) bool {
		return !l.Overlaps && l.Depth > 1 && l.Strategy != "inside" && l.Strategy != "nothing" && l.Kept+l.Saved > 0
	})
}

// Site is a place in the primal program.
type Site struct {
	File      string
	Line, Col int
	Text      string // the instruction as it was read, or what an inserted value is
}

// LoopReport is what was decided about a loop that has something to reverse.
type LoopReport struct {
	Site
	Depth    int    // 1: not inside of another loop
	Trips    string // a number, or whether it is known before the loop
	Strategy string // keep, replay, fuse, inside (of a loop that is replayed or fused), checkpoint, nothing
	Kept     int64  // bytes on the tape per iteration
	Saved    int64  // bytes of memory saved per iteration, as far as known
	Overlaps bool   // runs only where memory overlaps that another version of the loop needs to be apart
}

// How a value is obtained.
const (
	OnTape    = "kept on the tape"
	OnStack   = "kept on the stack"
	AtHand    = "at hand"
	Reload    = "read again"
	Recompute = "computed again"
	RunAgain  = "run again"
	Inverted  = "computed back"
)

// ValueReport is a primal value that the reverse sweep needs.
type ValueReport struct {
	Site
	Type     string
	How      string
	Bytes    int64 // kept ones: per iteration of Loop
	Loop     int   // index of the innermost loop around it, -1 if none
	NeededBy []Site
}

// need notes, in a dry run, that the reversal of the current instruction reads v.
func (lks *lookups) need(v ir.Value) {
	if !lks.neededs[v] {
		lks.neededs[v] = true
		lks.needed = append(lks.needed, v)
	}
	if lks.cu.s.fn.env.Explain && lks.cu.now != nil && !slices.Contains(lks.cu.s.neededBy[v], lks.cu.now) {
		lks.cu.s.neededBy[v] = append(lks.cu.s.neededBy[v], lks.cu.now)
	}
}

// explain adds the report of s to the environment's.
func (s *synth) explain(split bool) {
	rep := &Report{Func: s.fn.name, Split: split}
	rep.Frame = s.records.FrameBytes()
	index := map[*analysis.Loop]int{}
	for _, l := range s.fn.allLoops() {
		if s.cf.loopWork[l] {
			index[l] = len(rep.Loops)
			rep.Loops = append(rep.Loops, s.explainLoop(l))
		}
	}
	rep.Loops = append(rep.Loops, s.ins.checkpointed...)
	order := map[ir.Value]int{}
	for _, p := range s.fn.p.Params {
		order[p] = len(order)
	}
	for _, b := range ir.RPO(s.fn.p) {
		for _, i := range b.Instrs {
			order[i] = len(order)
		}
	}
	values := s.wanted()
	sort.SliceStable(values, func(a, b int) bool { return order[values[a]] < order[values[b]] })
	for _, v := range values {
		vr := ValueReport{Site: s.site(v), Type: v.Type().String(), Loop: -1}
		vr.How = s.howGot(v)
		if vr.How == OnTape || vr.How == OnStack {
			vr.Bytes = s.fn.m.Layout.StoreSize(tape.StoreType(s.fn.m, v.Type()))
		}
		if i, ok := v.(*ir.Instr); ok {
			for l := s.fn.loops.Of(i.Parent); l != nil && vr.Loop < 0; l = l.Parent {
				if k, ok := index[l]; ok {
					vr.Loop = k
				}
			}
		}
		for _, by := range s.neededBy[v] {
			vr.NeededBy = append(vr.NeededBy, s.site(by))
		}
		rep.Values = append(rep.Values, vr)
	}
	s.fn.env.Reports = append(s.fn.env.Reports, rep)
}

// wanted lists what the reverse sweep reads, and what it reads to compute that
// again; counters of loops and parameters at hand are not worth telling.
func (s *synth) wanted() []ir.Value {
	var out []ir.Value
	seen := map[ir.Value]bool{}
	var see func(v ir.Value, by *ir.Instr)
	see = func(v ir.Value, by *ir.Instr) {
		if ir.IsConstant(v) || v == s.fn.tape {
			return
		}
		if by != nil && !slices.Contains(s.neededBy[v], by) {
			s.neededBy[v] = append(s.neededBy[v], by)
		}
		if seen[v] {
			return
		}
		seen[v] = true
		how := s.howGot(v)
		i, isInstr := v.(*ir.Instr)
		if isInstr && s.cf.isCounter(i) || !isInstr && how == AtHand {
			return
		}
		out = append(out, v)
		if how != Recompute && how != Reload {
			return
		}
		if s.kp.readsBefore(i) {
			see(s.kp.before[i], i)
			return
		}
		if start, step, _, ok := s.cf.affine(i); ok {
			see(start, i)
			see(step, i)
			return
		}
		for k := range i.NumArgs() {
			see(i.Arg(k), i)
		}
	}
	for _, v := range s.needs {
		see(v, nil)
	}
	return out
}

// howGot says which way lookup gets v.
func (s *synth) howGot(v ir.Value) string {
	i, isInstr := v.(*ir.Instr)
	if isInstr && s.cf.isCounter(i) {
		return AtHand
	}
	switch s.records.Kept(v) {
	case tape.AtHand:
		return AtHand
	case tape.OnStack:
		return OnStack
	case tape.OnTape:
		return OnTape
	}
	if !isInstr {
		return AtHand
	}
	if rp := s.rps.replayOf(i.Parent); rp != nil {
		if rp.carries(i) {
			return RunAgain
		}
		if s.rps.replayed(i) != nil && s.fn.loops.Of(i.Parent) == rp.loop && (rp.code[i] || s.tapeCode[i]) {
			return RunAgain
		}
	}
	switch {
	case s.fn.pair == nil && s.fn.direct(i):
		return AtHand
	case i.Op == ir.Load, s.kp.readsBefore(i):
		return Reload
	case s.inv.inversionOf(i) != nil:
		return Inverted
	}
	return Recompute
}

func (s *synth) explainLoop(l *analysis.Loop) LoopReport {
	lr := LoopReport{Site: s.site(l.Latch().Term()), Depth: l.Depth, Trips: "found while it runs", Strategy: "nothing"}
	lr.Overlaps = whereOverlapping(s.mem, l.Header)
	lr.Text = "loop " + l.Header.Name
	if l.Header.Name == "" {
		lr.Text = "loop"
	}
	if t := s.cf.trip[l]; t != nil {
		lr.Trips = "known before it"
		if n, ok := ir.IntValue(t); ok {
			lr.Trips = strconv.FormatInt(n+1, 10)
		}
	}
	if n, ok := s.records.RecordBytes(l); ok {
		lr.Strategy, lr.Kept = "keep", n
	}
	switch rp := s.rps.replayOf(l.Header); {
	case rp == nil:
	case rp.loop != l:
		lr.Strategy = "inside"
	case rp.deferred != nil:
		lr.Strategy = "fuse"
	default:
		lr.Strategy = "replay"
	}
	if rp := s.rps.replays[l]; rp != nil {
		for _, o := range rp.objects {
			if n, ok := ir.IntValue(o.size); ok && o.save != nil && !o.once {
				lr.Saved += n
			}
		}
	}
	for w := range s.mem.logged.stores {
		if s.fn.loops.Of(w.Parent) == l {
			lr.Saved += lanes(w) * tape.LoggedSize
		}
	}
	return lr
}

// explainSchedule reports a loop that was taken out, where it is called.
func explainSchedule(m *ir.Module, call *ir.Instr, lc *checkpoint.Loop) LoopReport {
	at := Site{Text: "loop"}
	at.find(m, call)
	return LoopReport{Site: at, Depth: 1, Trips: "counted by the schedule " + lc.Strategy.String(), Strategy: "checkpoint"}
}

// site tells where v stands in the program, or what it is when the program does
// not have it.
func (s *synth) site(v ir.Value) Site {
	i, ok := v.(*ir.Instr)
	if !ok {
		if p, isParam := v.(*ir.Param); isParam {
			name := p.Name
			if name == "" {
				name = strconv.Itoa(p.Index)
			}
			return Site{Text: "parameter " + name}
		}
		return Site{Text: v.Ident()}
	}
	t := Site{Text: TextOf(i)}
	if i.Line == 0 {
		t.Text = s.inserted(i)
		if c := extracted(i); c != nil && c.Line > 0 {
			if s.rv.calls[i] == nil {
				t.Text = "result"
			}
			t.Text += " of " + s.fn.m.TextLine(int(c.Line))
			i = c
		}
	}
	t.find(s.fn.m, i)
	return t
}

// find sets where an instruction stands in the source, or in the module.
func (t *Site) find(m *ir.Module, i *ir.Instr) {
	if file, line, col, ok := m.Metadata().Position(i); ok {
		t.File, t.Line, t.Col = file, line, col
	} else if i.Line > 0 {
		t.File, t.Line = m.Name, int(i.Line)
	}
}

// TextOf is the instruction as it was read; of a phi that stands for another
// one's value behind a loop, that it does.
func TextOf(i *ir.Instr) string {
	text := i.Parent.Parent.Module.TextLine(int(i.Line))
	if i.Op == ir.Phi && text != "" && !strings.Contains(text, "phi ") {
		return "last " + text
	}
	return text
}

// inserted describes a value that the synthesis has added.
func (s *synth) inserted(i *ir.Instr) string {
	if s.rv.calls[i] != nil {
		return "frame"
	}
	for _, p := range s.cf.path {
		if p == i {
			return "the way that control came"
		}
	}
	if s.inv.inversionOf(i) != nil {
		return "what iterations carry"
	}
	if i.Op == ir.Phi && i.Typ == ir.I64 && !s.sh.isShadow[i] {
		return "how often a loop ran"
	}
	if s.tapeCode[i] || i.IsCall() && s.fn.env.runtime().Owns(i.CalledFunc()) {
		return "where records are"
	}
	if s.sh.isShadow[i] && i.Typ.IsPtr() {
		return "shadow pointer"
	}
	return "value made by normalisation (" + i.Op.String() + ")"
}

// extracted gives the instruction of whose result i is a member, nil if i is
// none.
func extracted(i *ir.Instr) *ir.Instr {
	if i.Op != ir.ExtractValue {
		return nil
	}
	c, _ := i.Arg(0).(*ir.Instr)
	return c
}
