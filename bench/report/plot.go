package main

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"
)

// dots draws every row's gradient times over its primal's to an SVG file, on a
// logarithmic axis. Errors are those of the plotter and of writing the file.
func dots(rows []row, path string) error {
	p := plot.New()
	p.Title.Text = "time of a gradient ÷ time of the function"
	p.Y.Scale = plot.LogScale{}
	p.Y.Tick.Marker = plot.LogTicks{Prec: -1}
	p.Legend.Top = true
	p.Add(plotter.NewGrid())
	labels := make([]string, len(rows))
	for i, r := range rows {
		labels[i] = r.problem + " " + r.size
	}
	p.NominalX(labels...)
	p.X.Tick.Label.Rotation = math.Pi / 5
	p.X.Tick.Label.XAlign = -1
	for i, s := range []struct {
		name string
		of   func(row) float64
	}{
		{"hand-written", func(r row) float64 { return r.hand / r.primal }},
		{"llad", overPrimal},
		{"ADOL-C", func(r row) float64 { return r.adolc / r.primal }},
		{"Enzyme", func(r row) float64 { return r.enzyme / r.primal }},
	} {
		var at plotter.XYs
		for j, r := range rows {
			if y := s.of(r); y > 0 {
				at = append(at, plotter.XY{X: float64(j), Y: y})
			}
		}
		if len(at) == 0 {
			continue
		}
		points, err := plotter.NewScatter(at)
		if err != nil {
			return err
		}
		points.Color, points.Shape, points.Radius = plotutil.Color(i), plotutil.Shape(i), vg.Points(4)
		p.Add(points)
		p.Legend.Add(s.name, points)
	}
	return p.Save(vg.Length(len(rows))*vg.Points(36)+vg.Points(160), vg.Points(420), path)
}
