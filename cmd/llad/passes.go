package main

import (
	"flag"
	"fmt"
	"io"
	"runtime/metrics"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/diag"
)

// passFlags are the flags that show the passes at work.
type passFlags struct {
	printAfter []string
	stopAfter  string
	stopRun    int // which run of stopAfter, from 0
	times      bool
}

func (p *passFlags) register(fs *flag.FlagSet) {
	fs.Func("print-after", "", func(list string) error {
		for _, name := range llad.SplitNames(list) {
			if err := isPass(name); err != nil {
				return err
			}
			p.printAfter = append(p.printAfter, name)
		}
		return nil
	})
	fs.Func("stop-after", "", func(text string) (err error) {
		name, number, counted := strings.Cut(text, ",")
		if counted {
			if p.stopRun, err = strconv.Atoi(number); err != nil || p.stopRun < 0 {
				return fmt.Errorf("%q is not the number of a run, from 0", number)
			}
		}
		p.stopAfter = name
		return isPass(name)
	})
	fs.BoolVar(&p.times, "time-passes", false, "")
}

// shows reports whether single functions are to be shown, which -func names.
func (p *passFlags) shows() bool { return len(p.printAfter) > 0 || p.stopAfter != "" }

// isPass refuses what is no pass, with the name that may be meant.
func isPass(name string) error {
	names := llad.PassNames()
	if slices.Contains(names, name) {
		return nil
	}
	meant := diag.DidYouMean(name, names)
	if meant != "" {
		meant = "; " + meant
	}
	return fmt.Errorf("there is no pass %s%s\nthe passes are\n%s", name, meant, "  "+strings.Join(wrap(strings.Join(names, " "), helpWidth-2), "\n  "))
}

// watch begins to show the passes of d; finish ends it.
func (p *passFlags) watch(d *llad.Differentiator, funcs string, w io.Writer) (finish func(), err error) {
	if len(p.printAfter) == 0 && !p.times {
		return func() {}, nil
	}
	v := &passView{flags: p, w: w, funcs: map[string]bool{}, spent: map[string]*passCost{}}
	for _, name := range llad.SplitNames(funcs) {
		f, err := llad.FindFunc(d.M, name)
		if err != nil {
			return nil, err
		}
		v.funcs[f.Name] = true
	}
	d.WatchPasses(v)
	return v.finish, nil
}

// passView shows functions and costs as passes run.
type passView struct {
	flags *passFlags
	w     io.Writer
	funcs map[string]bool // whose copies are shown; none: all
	spent map[string]*passCost

	began time.Time
	heap  uint64
}

// passCost is what the runs of a pass have cost.
type passCost struct {
	pass  string
	runs  int
	time  time.Duration
	bytes uint64
}

// Begin notes the time.
func (v *passView) Begin(llad.PassRun) {
	if v.flags.times {
		v.heap, v.began = allocated(), time.Now()
	}
}

// End adds up what the pass has cost, and prints the function.
func (v *passView) End(r llad.PassRun) {
	if v.flags.times {
		took, heap := time.Since(v.began), allocated()
		c := v.spent[r.Pass]
		if c == nil {
			c = &passCost{pass: r.Pass}
			v.spent[r.Pass] = c
		}
		c.runs, c.time, c.bytes = c.runs+1, c.time+took, c.bytes+heap-v.heap
	}
	if !slices.Contains(v.flags.printAfter, r.Pass) {
		return
	}
	if name := llad.FuncOf(r); r.Generated || len(v.funcs) == 0 || v.funcs[name] {
		fmt.Fprintf(v.w, "; *** IR Dump After %s on %s ***\n%s\n", r.Pass, name, strings.TrimPrefix(llad.TextOf(r), "\n"))
	}
}

// allocated is how many bytes the process has allocated so far.
func allocated() uint64 {
	s := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}

// finish prints the costs, the longest first.
func (v *passView) finish() {
	if !v.flags.times {
		return
	}
	var all []*passCost
	sum := passCost{pass: "all"}
	for _, name := range llad.PassNames() {
		if c := v.spent[name]; c != nil {
			all = append(all, c)
			sum.runs, sum.time, sum.bytes = sum.runs+c.runs, sum.time+c.time, sum.bytes+c.bytes
		}
	}
	slices.SortStableFunc(all, func(a, b *passCost) int { return int(b.time - a.time) })
	fmt.Fprintf(v.w, "%10s %7s %12s %7s  pass\n", "seconds", "share", "bytes", "runs")
	for _, c := range append(all, &sum) {
		share := 100 * c.time.Seconds() / max(sum.time.Seconds(), 1e-9)
		fmt.Fprintf(v.w, "%10.6f %6.1f%% %12d %7d  %s\n", c.time.Seconds(), share, c.bytes, c.runs, c.pass)
	}
}
