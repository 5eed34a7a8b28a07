package report

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"text/tabwriter"

	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/diag"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/pipeline"
)

// CheckOptions says what Check compares and where.
type CheckOptions struct {
	Func   string                    // as in Request
	Args   map[string]signature.Kind // as in Request
	Points int                       // random points; 0 is 3
	Seed   uint64                    // of the random numbers
	Lo, Hi float64                   // range of random inputs; both 0: 0.5 to 1.5
	Size   int                       // elements behind a pointer, and the value of integers; 0 is 8
	Sizes  map[string]int            // elements behind a pointer, by parameter
	Ints   map[string]int64          // values of integer parameters
	At     map[string][]float64      // values of parameters; those not named are random
	Types  map[string]string         // IR type of the elements behind a pointer, where its uses do not tell
	Tol    float64                   // bound for finite differences; 0: 1e-6 for double, 1e-3 with float
}

// CheckRow is one comparison.
type CheckRow struct {
	Point int
	Test  string
	Error float64 // relative; for a Taylor test the shortfall of the order below 2
	Shown string  // what the table shows instead of Error, "" for Error itself
	Bound float64
	OK    bool
}

// CheckReport is the outcome of Check.
type CheckReport struct {
	Func    string
	Inputs  int // active numbers that go in
	Outputs int // active numbers that come out
	Rows    []CheckRow
	Notes   []*ir.Diagnostic // what is not compared since it has no derivative
}

// OK reports whether every comparison is within its bound.
func (r *CheckReport) OK() bool {
	for _, row := range r.Rows {
		if !row.OK {
			return false
		}
	}
	return true
}

// Worst is the largest relative error of all comparisons (Taylor tests, which
// measure an order, excepted).
func (r *CheckReport) Worst() float64 {
	w := 0.0
	for _, row := range r.Rows {
		if row.Shown == "" {
			w = larger(w, row.Error)
		}
	}
	return w
}

// larger is the larger number; NaN counts as larger than any.
func larger(a, b float64) float64 {
	if math.IsNaN(a) || a > b {
		return a
	}
	return b
}

// String is the report as a table.
func (r *CheckReport) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d active inputs, %d active outputs\n", r.Func, r.Inputs, r.Outputs)
	w := tabwriter.NewWriter(&b, 2, 0, 2, ' ', 0)
	fmt.Fprintln(w, "point\ttest\trelative error\tbound\t")
	for _, row := range r.Rows {
		shown, bound := row.Shown, fmt.Sprintf("%.0e", row.Bound)
		if shown == "" {
			shown = fmt.Sprintf("%.2e", row.Error)
		} else {
			bound = fmt.Sprintf("order %.1f", 2-row.Bound)
		}
		verdict := "ok"
		if !row.OK {
			verdict = "TOO LARGE"
		}
		fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%s\n", row.Point, row.Test, shown, bound, verdict)
	}
	w.Flush()
	fmt.Fprintf(&b, "worst relative error %.2e\n", r.Worst())
	for _, n := range r.Notes {
		fmt.Fprintln(&b, n.Note())
	}
	return b.String()
}

// Check has d differentiate a function in both modes, runs everything in the
// interpreter and compares: the primal results that the derivatives return,
// forward against reverse mode by a dot product, both against central
// differences, and the decay of both Taylor remainders. The error says why no
// comparison was possible; a failed one is in the report.
func Check(d *pipeline.Differentiator, o CheckOptions) (report *CheckReport, err error) {
	defer pipeline.Guard(d.M, &err)
	rev, err := d.Differentiate(pipeline.Request{Func: o.Func, Mode: pipeline.Reverse, Args: o.Args})
	if err != nil {
		return nil, err
	}
	fwd, err := d.Differentiate(pipeline.Request{Func: rev.Sig.F.Name, Mode: pipeline.Forward, Args: o.Args})
	if err != nil {
		return nil, err
	}
	if pipeline.DerivesNothing(rev) {
		return nil, pipeline.SaysNothing(rev)
	}
	o.defaults()
	pipeline.Stage(d, "running", rev.Sig.F)
	r, err := newRig(d.M, rev, fwd, &o)
	if err != nil {
		return nil, err
	}
	c := newChecker(r, &o)
	c.report.Notes = pipeline.LeavingNotes(d)
	for p := 1; p <= o.Points; p++ {
		if err := c.point(p); err != nil {
			return nil, err
		}
	}
	return &c.report, nil
}

func (o *CheckOptions) defaults() {
	if o.Points == 0 {
		o.Points = 3
	}
	if o.Size == 0 {
		o.Size = 8
	}
	if o.Lo == 0 && o.Hi == 0 {
		o.Lo, o.Hi = 0.5, 1.5
	}
}

type checker struct {
	rig    *rig
	o      *CheckOptions
	rng    *rand.Rand
	report CheckReport
	at     int // the point
}

func newChecker(r *rig, o *CheckOptions) *checker {
	c := &checker{rig: r, o: o, rng: rand.New(rand.NewPCG(o.Seed, 0x6c6c6164))}
	c.report.Func = diag.Demangled(r.f)
	return c
}

func (c *checker) add(test string, err, bound float64) {
	c.report.Rows = append(c.report.Rows, CheckRow{Point: c.at, Test: test, Error: err, Bound: bound, OK: err <= bound})
}

// The steps of the finite differences are powers of two, and the random
// inputs and directions have few bits, so that the steps are exact.
const (
	inputGrid     = 1 << 12
	directionGrid = 1 << 6
)

func (c *checker) random(lo, hi float64) float64 {
	return math.Round((lo+(hi-lo)*c.rng.Float64())*inputGrid) / inputGrid
}

// direction is a random vector with members in -1 to 1, none of them zero.
func (c *checker) direction(n int) []float64 {
	v := make([]float64, n)
	for k := range v {
		v[k] = (1 + math.Floor(c.rng.Float64()*directionGrid)) / directionGrid
		if c.rng.IntN(2) == 0 {
			v[k] = -v[k]
		}
	}
	return v
}

// bounds of the comparisons in double and in float precision.
type bounds struct {
	dot, difference float64
	step            float64 // of central differences
	taylor          [2]int  // the steps 2^-k between which the order is measured
}

func (c *checker) bounds() bounds {
	b := bounds{dot: 1e-11, difference: 1e-6, step: 0x1p-10, taylor: [2]int{7, 13}}
	if c.rig.lowPrecision {
		b = bounds{dot: 1e-4, difference: 1e-3, step: 0x1p-5, taylor: [2]int{2, 5}}
	}
	if c.o.Tol > 0 {
		b.difference = c.o.Tol
	}
	return b
}

// maxColumns bounds the inputs whose partial derivatives are each compared.
const maxColumns = 200

func (c *checker) point(p int) error {
	c.at = p
	x, err := c.rig.inputs(func() float64 { return c.random(c.o.Lo, c.o.Hi) })
	if err != nil {
		return err
	}
	y, err := c.rig.primal(x)
	if err != nil {
		return err
	}
	for _, r := range y {
		if math.IsNaN(r) || math.IsInf(r, 0) {
			d := diag.AtFunc(c.rig.f, codeCheckPoint, "at point %d the function itself gives %v: nothing can be compared there", p, r)
			d.Hint = "-range LOW:HIGH and -at NAME=NUMBERS choose other points"
			return d
		}
	}
	c.report.Inputs, c.report.Outputs = len(c.rig.gatherActive(x)), len(y)
	v := c.direction(c.report.Inputs)
	u := c.direction(len(y))
	yf, jv, err := c.rig.forward(x, v)
	if err != nil {
		return err
	}
	yr, g, err := c.rig.reverse(x, u)
	if err != nil {
		return err
	}
	b := c.bounds()
	c.add("result of the forward derivative equals the original", distance(yf, y), 0)
	c.add("result of the reverse derivative equals the original", distance(yr, y), 0)
	c.add("forward against reverse (dot product)", dotError(u, jv, g, v), b.dot)

	fd, err := c.difference(x, v, b.step)
	if err != nil {
		return err
	}
	c.add("forward against central differences", distance(jv, fd), b.difference)
	c.add("reverse against central differences (dot product)", dotError(u, fd, g, v), b.difference)
	if c.report.Inputs <= maxColumns {
		col := make([]float64, len(g))
		for k := range col {
			e := make([]float64, len(g))
			e[k] = 1
			dy, err := c.difference(x, e, b.step)
			if err != nil {
				return err
			}
			col[k] = dot(u, dy)
		}
		c.add("reverse against central differences (each input)", distance(g, col), b.difference)
	}
	if err := c.taylor("Taylor remainder, forward", x, v, y, jv, nil, b); err != nil {
		return err
	}
	return c.taylor("Taylor remainder, reverse", x, v, []float64{dot(u, y)}, []float64{dot(g, v)}, u, b)
}

// difference is the central difference of the primal along v, extrapolated
// once (Richardson), so that its error is of fourth order in the step.
func (c *checker) difference(x point, v []float64, h float64) ([]float64, error) {
	central := func(h float64) ([]float64, error) {
		up, err := c.rig.primal(c.rig.moved(x, v, h))
		if err != nil {
			return nil, err
		}
		down, err := c.rig.primal(c.rig.moved(x, v, -h))
		if err != nil {
			return nil, err
		}
		for k := range up {
			up[k] = (up[k] - down[k]) / (2 * h)
		}
		return up, nil
	}
	wide, err := central(2 * h)
	if err != nil {
		return nil, err
	}
	narrow, err := central(h)
	if err != nil {
		return nil, err
	}
	for k := range narrow {
		narrow[k] += (narrow[k] - wide[k]) / 3
	}
	return narrow, nil
}

// taylor measures how fast F(x+hv) - F(x) - h dF falls with h: as h^2 when dF
// is right, as h when it is not. With u, F is the primal's product with u.
func (c *checker) taylor(name string, x point, v, y, dy, u []float64, b bounds) error {
	var rest [2]float64
	size := norm(y)
	for n, k := range b.taylor {
		h := math.Ldexp(1, -k)
		moved, err := c.rig.primal(c.rig.moved(x, v, h))
		if err != nil {
			return err
		}
		if u != nil {
			moved = []float64{dot(u, moved)}
		}
		for i := range moved {
			moved[i] -= y[i] + h*dy[i]
		}
		rest[n] = norm(moved)
	}
	row := CheckRow{Point: c.at, Test: name, Bound: 0.25}
	// What is left may be rounding error alone: then the order says nothing.
	eps := 0x1p-52
	if c.rig.lowPrecision {
		eps = 0x1p-23
	}
	switch {
	case rest[0] <= 64*eps*max(size, norm(dy)):
		row.Shown, row.OK = "exact", true
	default:
		order := math.Log2(rest[0]/rest[1]) / float64(b.taylor[1]-b.taylor[0])
		row.Error = 2 - order
		row.Shown = fmt.Sprintf("order %.2f", order)
		row.OK = row.Error <= row.Bound || rest[1] <= 64*eps*max(size, norm(dy))
	}
	c.report.Rows = append(c.report.Rows, row)
	return nil
}

func dot(a, b []float64) float64 {
	s := 0.0
	for k := range a {
		s += a[k] * b[k]
	}
	return s
}

// dotError is the difference of the products <u, y> and <g, v>, relative to
// the size of their terms.
func dotError(u, y, g, v []float64) float64 {
	size := 0.0
	for k := range u {
		size += math.Abs(u[k] * y[k])
	}
	other := 0.0
	for k := range g {
		other += math.Abs(g[k] * v[k])
	}
	return relative(dot(u, y)-dot(g, v), max(size, other))
}

func norm(a []float64) float64 {
	m := 0.0
	for _, x := range a {
		m = larger(m, math.Abs(x))
	}
	return m
}

// distance is the largest difference of members, relative to the largest
// member. Infinities and NaNs that both have in the same place are no
// difference.
func distance(a, b []float64) float64 {
	size, d := 0.0, 0.0
	for k := range a {
		if a[k] == b[k] || math.IsNaN(a[k]) && math.IsNaN(b[k]) {
			continue
		}
		d = larger(d, math.Abs(a[k]-b[k]))
	}
	for k := range a {
		if x := max(math.Abs(a[k]), math.Abs(b[k])); !math.IsInf(x, 0) && !math.IsNaN(x) {
			size = max(size, x)
		}
	}
	return relative(d, size)
}

func relative(d, size float64) float64 {
	if d == 0 {
		return 0
	}
	return math.Abs(d) / size
}
