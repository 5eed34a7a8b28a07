package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"

	"github.com/llad-ad/llad/cache/schedule"
)

// line is one result: of a problem, under a strategy, for n steps.
type line struct {
	problem, strategy string
	n                 int
	metric            map[string]float64 // by unit
}

func main() {
	dir := flag.String("o", ".", "folder for cache-PROBLEM.svg")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: cacheplot [-o folder] benchmarks.txt")
		os.Exit(2)
	}
	if err := run(flag.Arg(0), *dir); err != nil {
		fmt.Fprintln(os.Stderr, "cacheplot:", err)
		os.Exit(1)
	}
}

func run(in, dir string) error {
	f, err := os.Open(in)
	if err != nil {
		return err
	}
	defer f.Close()
	lines, err := parse(f)
	if err != nil {
		return err
	}
	problems := map[string][]line{}
	var names []string
	for _, l := range lines {
		if problems[l.problem] == nil {
			names = append(names, l.problem)
		}
		problems[l.problem] = append(problems[l.problem], l)
	}
	if len(names) == 0 {
		return fmt.Errorf("%s holds no line of BenchmarkCache", in)
	}
	for _, name := range names {
		if err := draw(name, problems[name], filepath.Join(dir, "cache-"+name+".svg")); err != nil {
			return err
		}
	}
	return nil
}

// parse reads the lines of BenchmarkCache; others are passed over.
func parse(r io.Reader) ([]line, error) {
	var out []line
	s := bufio.NewScanner(r)
	for s.Scan() {
		words := strings.Fields(s.Text())
		if len(words) < 4 || !strings.HasPrefix(words[0], "BenchmarkCache/problem=") {
			continue
		}
		l := line{metric: map[string]float64{}}
		for _, part := range strings.Split(words[0], "/")[1:] {
			key, value, _ := strings.Cut(part, "=")
			switch key {
			case "problem":
				l.problem = value
			case "strategy":
				l.strategy = value
			case "n":
				value, _, _ = strings.Cut(value, "-") // the number of processors
				n, err := strconv.Atoi(value)
				if err != nil {
					return nil, fmt.Errorf("%q: %w", words[0], err)
				}
				l.n = n
			}
		}
		for k := 2; k+1 < len(words); k += 2 {
			v, err := strconv.ParseFloat(words[k], 64)
			if err != nil {
				return nil, fmt.Errorf("%q: %w", s.Text(), err)
			}
			l.metric[words[k+1]] = v
		}
		out = append(out, l)
	}
	return out, s.Err()
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
