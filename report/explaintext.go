package report

import (
	"fmt"
	"strings"
	"text/tabwriter"
)

// String is the explanation as text.
func (e *Explanation) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s mode\n\nparameters\n", e.Func, e.Mode)
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, p := range e.Params {
		fmt.Fprintf(w, "  %s\t%s\t%s\n", p.Name, p.Type, p.Activity)
	}
	w.Flush()
	if len(e.Names) > 0 {
		b.WriteString("\nmade by names, which takes tape for each operation on active floats\n")
		for _, why := range e.Names {
			fmt.Fprintf(&b, "  %s\n", why)
		}
	}
	for _, f := range e.Functions {
		f.text(&b)
	}
	return b.String()
}

func (f *ExplainedFunction) text(b *strings.Builder) {
	role := ""
	if f.Split {
		role = ", called"
	}
	fmt.Fprintf(b, "\n%s%s\n", f.Func, role)
	b.WriteString("  active, and why\n")
	for _, a := range f.Active {
		fmt.Fprintf(b, "    %s\n", place(a.Position))
		for _, why := range a.Why {
			fmt.Fprintf(b, "      %s\n", why)
		}
	}
	if f.Totals != nil {
		f.swept(b)
	}
	for _, n := range f.Notes {
		fmt.Fprintf(b, "  note: %s\n", n)
	}
}

// swept writes what the reverse sweep reads.
func (f *ExplainedFunction) swept(b *strings.Builder) {
	if len(f.Loops) > 0 {
		b.WriteString("  loops\n")
	}
	for _, l := range f.Loops {
		fmt.Fprintf(b, "    %s%s: %s; %s\n", strings.Repeat("  ", l.Depth-1), place(l.Position), trips(l.Trips), l.says())
	}
	b.WriteString("  values that the reverse sweep reads\n")
	for _, v := range f.Values {
		fmt.Fprintf(b, "    %s: %s", place(v.Position), v.How)
		if v.Bytes > 0 {
			fmt.Fprintf(b, ", %d bytes %s", v.Bytes, v.Extent)
		}
		b.WriteByte('\n')
		for _, n := range v.NeededBy {
			fmt.Fprintf(b, "      needed by %s\n", place(n))
		}
	}
	fmt.Fprintf(b, "  totals: %s\n", f.Totals)
}

// place is a position with what stands there.
func place(p Position) string {
	if s := p.String(); s != "" && p.Text != "" {
		return s + "  " + p.Text
	} else if s != "" {
		return s
	}
	return p.Text
}

func trips(t string) string {
	if t != "" && t[0] >= '0' && t[0] <= '9' {
		return t + " iterations"
	}
	return "iterations " + t
}

// says is the strategy in words.
func (l ExplainedLoop) says() string {
	s := map[string]string{
		"keep":       "each iteration keeps a record",
		"replay":     "each iteration is run again before it is reversed",
		"fuse":       "run once, in the reverse sweep: each iteration forward and at once in reverse",
		"inside":     "part of one iteration of the loop around it",
		"checkpoint": "snapshots of its state, from which iterations are run again",
		"nothing":    "keeps nothing",
	}[l.Strategy]
	if l.Kept > 0 {
		s += fmt.Sprintf("; %d bytes an iteration on the tape", l.Kept)
	}
	if l.Saved > 0 {
		s += fmt.Sprintf("; %d bytes of memory saved an iteration", l.Saved)
	}
	return s
}

// String is the totals in a line.
func (t *ExplainedTotals) String() string {
	var parts []string
	for _, w := range t.ways() {
		parts = append(parts, fmt.Sprintf("%d %s", t.How[w], w))
	}
	s := fmt.Sprintf("%d values", t.Values)
	if len(parts) > 0 {
		s += " (" + strings.Join(parts, ", ") + ")"
	}
	s += fmt.Sprintf("; tape: %d bytes", t.TapeBytes)
	for _, o := range t.Open {
		s += " + " + o
	}
	return s
}
