package report

import (
	"sort"
	"strconv"

	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/diag"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/pipeline"
	"github.com/llad-ad/llad/reverse"
)

// Explanation is what a derivative was made of: what is active and why and,
// in reverse mode, how the reverse sweep gets each primal value that it reads.
type Explanation struct {
	Func      string               `json:"function"` // as its author wrote it
	Symbol    string               `json:"symbol"`
	Mode      string               `json:"mode"` // reverse or forward
	Params    []ExplainedParam     `json:"parameters"`
	Names     []string             `json:"names,omitempty"` // why the derivative is made by names; it is not, if there is nothing
	Functions []*ExplainedFunction `json:"functions"`       // the function itself, then callees that are not inlined
}

// ExplainedParam is a parameter and the part it takes.
type ExplainedParam struct {
	Name     string `json:"name"`
	Type     string `json:"type"`
	Activity string `json:"activity"`
}

// ExplainedFunction is one function: as it is after callees were put into it.
type ExplainedFunction struct {
	Func   string           `json:"function"`
	Symbol string           `json:"symbol"`
	Split  bool             `json:"split"` // reverse mode, a callee that keeps a frame per call
	Active []ExplainedCause `json:"active"`
	Loops  []ExplainedLoop  `json:"loops,omitempty"`
	Values []ExplainedValue `json:"values,omitempty"`
	Totals *ExplainedTotals `json:"totals,omitempty"` // reverse mode
	Notes  []string         `json:"notes,omitempty"`  // loops that could not be checkpointed, and why; floats that leave without derivatives
}

// Position is a place in the source, or in the module's text where there is no
// debug information.
type Position struct {
	File string `json:"file,omitempty"`
	Line int    `json:"line,omitempty"`
	Col  int    `json:"column,omitempty"`
	Text string `json:"text"` // the instruction, or what a value is that llad has added
}

// String is file:line:column, as far as known.
func (p Position) String() string {
	s := p.File
	if p.Line > 0 {
		s += ":" + strconv.Itoa(p.Line)
		if p.Col > 0 {
			s += ":" + strconv.Itoa(p.Col)
		}
	}
	return s
}

// ExplainedCause is something active, or a pointer with a shadow, and the chain
// of causes.
type ExplainedCause struct {
	Position
	Why []string `json:"why"`
}

// ExplainedLoop is a loop that has something to reverse.
type ExplainedLoop struct {
	Position
	Depth    int    `json:"depth"`
	Trips    string `json:"trips"`    // a number, or when it is known
	Strategy string `json:"strategy"` // keep, replay, fuse, inside, checkpoint, nothing
	Kept     int64  `json:"bytesPerIteration"`
	Saved    int64  `json:"savedPerIteration"` // memory whose content is kept, as far as its size is known
}

// ExplainedValue is a primal value that the reverse sweep reads.
type ExplainedValue struct {
	Position
	Type     string     `json:"type"`
	How      string     `json:"how"`
	Bytes    int64      `json:"bytes"`  // of a kept one, each time
	Extent   string     `json:"extent"` // how often it is kept
	NeededBy []Position `json:"neededBy"`
}

// ExplainedTotals sums up a function. Bytes are per call of it.
type ExplainedTotals struct {
	Values    int            `json:"values"`
	How       map[string]int `json:"how"`       // how many values are got in each way
	TapeBytes int64          `json:"tapeBytes"` // as far as trip counts are numbers
	Open      []string       `json:"open"`      // further terms: bytes times trip counts that are known at run time only
}

// Explain makes the derivative that req asks for and gives what was decided. A
// derivative that it has made before is not explained.
func Explain(d *pipeline.Differentiator, req pipeline.Request) (*Explanation, error) {
	f, err := pipeline.Find(d, req.Func)
	if err != nil {
		return nil, err
	}
	e := &Explanation{Func: diag.Demangled(f), Symbol: diag.PlainName(f.Name), Mode: req.Mode.String()}
	pipeline.Observe(d, func() pipeline.Observer { return &watcher{e: e} })
	defer pipeline.Observe(d, nil)
	req.Func = e.Symbol
	if _, err := d.Differentiate(req); err != nil {
		return nil, err
	}
	for _, n := range pipeline.NamesNotes(d) {
		e.Names = append(e.Names, n.Causes...)
	}
	for _, n := range pipeline.LeavingNotes(d) {
		if len(e.Functions) == 0 {
			break
		}
		e.Functions[0].Notes = append(e.Functions[0].Notes, n.Note())
	}
	kinds, err := pipeline.Kinds(f, req.Args)
	if err != nil {
		return nil, err
	}
	for k, p := range f.Params {
		e.Params = append(e.Params, ExplainedParam{Name: diag.ParamName(f, k), Type: p.Typ.String(), Activity: activityNames[kinds[k]]})
	}
	return e, nil
}

var activityNames = map[signature.Kind]string{
	signature.Const: "constant", signature.Dup: "active, with a shadow",
	signature.DupNoNeed: "active, with a shadow; the result behind it is not needed", signature.Out: "active, by value",
}

// watcher notes what one attempt at the derivative decides.
type watcher struct {
	e         *Explanation // gets that of the attempt that is kept
	functions []*ExplainedFunction
}

// Prepared notes what is active in a function.
func (w *watcher) Prepared(f, clone *ir.Function, info *activity.Info) {
	for k, p := range clone.Params {
		p.Name = diag.ParamName(f, k)
	}
	w.functions = append(w.functions, &ExplainedFunction{Func: diag.Demangled(f), Symbol: diag.PlainName(f.Name), Active: causes(clone, info)})
}

// Kept gives the explanation what was noted.
func (w *watcher) Kept() { w.e.Functions = w.functions }

// causes lists what is active in f.
func causes(f *ir.Function, info *activity.Info) []ExplainedCause {
	var out []ExplainedCause
	tell := func(v ir.Value, at Position) {
		if info.Active(v) || info.Shadow(v) {
			out = append(out, ExplainedCause{at, info.Reason(v)})
		}
	}
	for k, p := range f.Params {
		tell(p, Position{Text: "parameter " + diag.ParamName(f, k)})
	}
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			tell(i, positionOf(i))
		}
	}
	return out
}

func positionOf(i *ir.Instr) Position {
	m := i.Parent.Parent.Module
	p := Position{Text: reverse.TextOf(i)}
	if i.Line == 0 {
		p.Text = i.Op.String() + " made by normalisation"
	}
	if file, line, col, ok := m.Metadata().Position(i); ok {
		p.File, p.Line, p.Col = file, line, col
	} else if i.Line > 0 {
		p.File, p.Line = m.Name, int(i.Line)
	}
	return p
}

// Reversed puts the reports of the reverse sweep to their functions: those of
// callees come in the order they were asked for, as their analyses did.
func (w *watcher) Reversed(reports []*reverse.Report, notes []*ir.Diagnostic) {
	byName := map[string][]*reverse.Report{}
	for _, r := range reports {
		byName[diag.PlainName(r.Func)] = append(byName[diag.PlainName(r.Func)], r)
	}
	for k, f := range w.functions {
		name := f.Symbol
		if k == 0 {
			name = ""
		}
		if l := byName[name]; len(l) > 0 {
			byName[name] = l[1:]
			f.fill(l[0])
		}
		if k == 0 {
			for _, n := range notes {
				f.Notes = append(f.Notes, n.Note())
			}
		}
	}
}

func position(s reverse.Site) Position { return Position{s.File, s.Line, s.Col, s.Text} }

func (f *ExplainedFunction) fill(r *reverse.Report) {
	for _, l := range r.Loops {
		f.Loops = append(f.Loops, ExplainedLoop{position(l.Site), l.Depth, l.Trips, l.Strategy, l.Kept, l.Saved})
	}
	f.Split = r.Split
	f.Totals = &ExplainedTotals{Values: len(r.Values), How: map[string]int{}}
	for _, v := range r.Values {
		x := ExplainedValue{Position: position(v.Site), Type: v.Type, How: v.How, Bytes: v.Bytes}
		if v.Bytes > 0 {
			x.Extent = "once"
			if r.Split {
				x.Extent = "each call"
			}
			if v.Loop >= 0 {
				x.Extent = "each iteration of the loop at " + f.Loops[v.Loop].label()
			}
		}
		for _, n := range v.NeededBy {
			x.NeededBy = append(x.NeededBy, position(n))
		}
		f.Values = append(f.Values, x)
		f.Totals.How[v.How]++
	}
	f.sum(r)
}

// sum multiplies the bytes per iteration by the trip counts of the loops around.
func (f *ExplainedFunction) sum(r *reverse.Report) {
	t := f.Totals
	t.TapeBytes = r.Frame
	open := map[string]int64{}
	var factors []string
	var nest []ExplainedLoop
	for _, l := range f.Loops {
		nest = append(nest[:l.Depth-1:l.Depth-1], l)
		bytes := l.Kept + l.Saved
		if bytes == 0 {
			continue
		}
		from := 0
		for k, o := range nest {
			if l.Strategy == "inside" && (o.Strategy == "fuse" || o.Strategy == "replay") {
				from = k + 1 // the tape holds one iteration of that loop at a time
			}
		}
		factor := ""
		for _, o := range nest[from:] {
			if n, err := strconv.ParseInt(o.Trips, 10, 64); err == nil && bytes < 1<<40 {
				bytes *= n
			} else {
				factor += " × trips of the loop at " + o.label()
			}
		}
		if factor == "" {
			t.TapeBytes += bytes
			continue
		}
		if open[factor] == 0 {
			factors = append(factors, factor)
		}
		open[factor] += bytes
	}
	for _, factor := range factors {
		t.Open = append(t.Open, strconv.FormatInt(open[factor], 10)+" bytes"+factor)
	}
}

func (l ExplainedLoop) label() string {
	if s := l.Position.String(); s != "" {
		return s
	}
	return l.Text
}

// ways lists how values are got, the commonest first.
func (t *ExplainedTotals) ways() []string {
	var ways []string
	for w := range t.How {
		ways = append(ways, w)
	}
	sort.Slice(ways, func(a, b int) bool {
		if t.How[ways[a]] != t.How[ways[b]] {
			return t.How[ways[a]] > t.How[ways[b]]
		}
		return ways[a] < ways[b]
	})
	return ways
}
