package main

import (
	"fmt"
	"math"
	"path/filepath"
	"sort"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"

	"github.com/llad-ad/llad/bench/results"
	"github.com/llad-ad/llad/cache/schedule"
)

// line is one result: of a problem, under a strategy, for n steps.
type line struct {
	problem, strategy string
	n                 int
	metric            map[string]float64 // by unit
}

func main() {
	results.Main("cacheplot", "cache-PROBLEM.svg", run)
}

func run(in, dir string) error {
	all, err := results.Read(in, "Cache")
	if err != nil {
		return err
	}
	problems := map[string][]line{}
	var names []string
	for _, r := range all {
		l, err := lineOf(r)
		if err != nil {
			return err
		}
		if problems[l.problem] == nil {
			names = append(names, l.problem)
		}
		problems[l.problem] = append(problems[l.problem], l)
	}
	for _, name := range names {
		if err := draw(name, problems[name], filepath.Join(dir, "cache-"+name+".svg")); err != nil {
			return err
		}
	}
	return nil
}

// lineOf takes the name of a line of BenchmarkCache apart.
func lineOf(r results.Line) (line, error) {
	l := line{metric: r.Values}
	for _, part := range strings.Split(r.Name, "/")[1:] {
		key, value, _ := strings.Cut(part, "=")
		switch key {
		case "problem":
			l.problem = value
		case "strategy":
			l.strategy = value
		case "n":
			n, err := strconv.Atoi(value)
			if err != nil {
				return line{}, fmt.Errorf("%q: %w", r.Name, err)
			}
			l.n = n
		}
	}
	return l, nil
}

// memory is what a strategy took: its states, or where it counts none the
// growth of the process.
func (l line) memory() float64 {
	if m := l.metric["peak-B"]; m > 0 {
		return m
	}
	return l.metric["resident-B"]
}

// draw writes the plot of one problem, both axes logarithmic.
func draw(name string, lines []line, path string) error {
	p := plot.New()
	p.Title.Text = name + ": time of a gradient ÷ time of the function"
	p.X.Label.Text = "bytes of states (keep: of the process)"
	p.Y.Label.Text = "time ÷ time"
	p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
	p.X.Tick.Marker, p.Y.Tick.Marker = plot.LogTicks{Prec: -1}, plot.LogTicks{Prec: -1}
	p.Add(plotter.NewGrid())
	by := map[string]plotter.XYs{}
	var strategies []string
	for _, l := range lines {
		if l.memory() <= 0 || l.metric["primal-ns"] <= 0 {
			continue
		}
		if by[l.strategy] == nil {
			strategies = append(strategies, l.strategy)
		}
		by[l.strategy] = append(by[l.strategy], plotter.XY{X: l.memory(), Y: l.metric["ns/op"] / l.metric["primal-ns"]})
	}
	for k, s := range strategies {
		dots, err := plotter.NewScatter(by[s])
		if err != nil {
			return err
		}
		dots.Color, dots.Shape, dots.Radius = plotutil.Color(k), plotutil.Shape(k), vg.Points(4)
		p.Add(dots)
		p.Legend.Add(s, dots)
	}
	if curve := theory(lines); len(curve) > 1 {
		l, err := plotter.NewLine(curve)
		if err != nil {
			return err
		}
		p.Add(l)
		p.Legend.Add("binomial, in theory", l)
	}
	p.Legend.Top = true
	return p.Save(vg.Points(640), vg.Points(420), path)
}

// theory is the curve of schedule.Binomial for the largest number of steps: its
// advances cost the primal's time each, everything else what it costs in the
// measured line with the most slots.
func theory(lines []line) plotter.XYs {
	var at *line
	for k := range lines {
		l := &lines[k]
		if strings.HasPrefix(l.strategy, "binomial") && l.metric["slots"] > 0 && (at == nil || l.n > at.n) {
			at = l
		}
	}
	if at == nil {
		return nil
	}
	slots := at.metric["slots"]
	state := at.metric["peak-B"] / (slots + 1)
	rest := at.metric["ns/op"]/at.metric["primal-ns"] - (at.metric["fwd-steps/step"] - 1)
	var out plotter.XYs
	for s := 2.0; s < float64(at.n) && s < 1000; s = math.Ceil(s * 1.3) {
		t := float64(schedule.BinomialAdvances(at.n, int(s)))
		out = append(out, plotter.XY{X: (s + 1) * state, Y: rest + t/float64(at.n)})
	}
	sort.Slice(out, func(i, j int) bool { return out[i].X < out[j].X })
	return out
}
