package bench

import (
	"path/filepath"
	"testing"

	"github.com/llad-ad/llad/bench/harness"
)

// problem is a directory of testdata: primal.c, hand.c (the adjoint as a person
// writes it), adolc.cpp (the same for ADOL-C), glue.c (inputs and calls; see
// bench.h) and the function as other people would write it.
type problem struct {
	name   string
	fn     string            // the function that is differentiated
	consts []string          // its constant parameters, by position
	width  int               // adjoints at once; 0 is one
	styles []string          // further sources of the same function
	small  []string          // a size for the test
	sizes  map[string]string // sizes for the benchmark: what they are called, the arguments
}

// folder is the problem's folder.
func (p *problem) folder() *harness.Problem {
	return &harness.Problem{Dir: filepath.Join("testdata", p.name), Main: "testdata", Funcs: []string{p.fn}, Consts: p.consts, Width: p.width}
}

// compile builds the program that measures the problem, with src as the
// function; with ADOL-C too if that is asked for.
func (p *problem) compile(tb testing.TB, src string, adolc bool) string {
	tb.Helper()
	return p.compileFrom(tb, src, harness.IRFlags(), adolc)
}

// compileFrom is compile with IR made with other flags.
func (p *problem) compileFrom(tb testing.TB, src string, flags []string, adolc bool) string {
	tb.Helper()
	return p.folder().Compile(tb, harness.Build{Src: src, Before: flags, After: harness.Optimised(), ADOLC: adolc})
}

var problems = []problem{
	{name: "gmm", fn: "gmm", consts: []string{"6", "7"}, styles: []string{"style.cpp"}, small: []string{"9", "6", "20"}, sizes: map[string]string{
		"d=2,k=5,n=1000":   "2 5 1000",
		"d=20,k=25,n=1000": "20 25 1000",
		"d=32,k=50,n=1000": "32 50 1000",
	}},
	{name: "kmeans", fn: "kmeans", consts: []string{"3"}, styles: []string{"style.cpp"}, small: []string{"20", "9", "11"}, sizes: map[string]string{
		"n=10000,k=100,d=16": "10000 100 16",
	}},
	{name: "lse", fn: "lse", small: []string{"30"}, sizes: map[string]string{
		"n=1000":    "1000",
		"n=1000000": "1000000",
	}},
	{name: "lsq", fn: "lsq", consts: []string{"2", "3"}, small: []string{"20", "37"}, sizes: map[string]string{
		"n=8196,m=128": "8196 128",
	}},
	{name: "lstm", fn: "lstm", consts: []string{"4", "5"}, styles: []string{"style.c"}, small: []string{"2", "6"}, sizes: map[string]string{
		"l=4,c=1024": "4 1024",
	}},
	{name: "ba", fn: "ba_residual", width: 2, consts: []string{"3"}, small: []string{"7"}, sizes: map[string]string{
		"p=10000": "10000",
	}},
	{name: "hand", fn: "hand", consts: []string{"0"}, small: []string{"20", "10"}, sizes: map[string]string{
		"vertices=500,points=300": "500 300",
	}},
	{name: "ode", fn: "ode", small: []string{"19", "10"}, sizes: map[string]string{
		"n=20,s=5000": "20 5000",
		"n=2000,s=50": "2000 50",
	}},
	{name: "det", fn: "det", small: []string{"5"}, sizes: map[string]string{
		"n=9": "9",
	}},
	{name: "chain", fn: "chain", styles: []string{"style.cpp"}, small: []string{"3", "31"}, sizes: map[string]string{
		"m=10,n=60": "10 60",
	}},
	{name: "heat", fn: "heat", consts: []string{"2", "3"}, styles: []string{"style.cpp"}, small: []string{"31", "6"}, sizes: map[string]string{
		"n=100,s=100": "100 100",
	}},
}

// gathers tells that a problem sums over data points, so that its extra memory
// must not grow with them: the arguments with few and with many.
var gathers = map[string][2]string{
	"gmm":    {"5 4 100", "5 4 5000"},
	"kmeans": {"100 20 8", "5000 20 8"},
	"lse":    {"1000", "500000"},
	"lsq":    {"100 64", "5000 64"},
}
