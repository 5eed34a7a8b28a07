package apps

import (
	"cmp"
	"os"
	"path/filepath"
	"testing"

	"github.com/llad-ad/llad/bench/harness"
	"github.com/llad-ad/llad/internal/tier"
)

func TestMain(m *testing.M) {
	code := m.Run()
	tier.Report(os.Stdout)
	os.Exit(code)
}

// app is a folder of testdata.
type app struct {
	name   string
	dir    string // the folder, if it has another name
	src    string // primal.c, if it is not named
	fn     string
	consts []string
	hand   bool // there is an adjoint by hand
	openmp bool
	small  []string // a size for the test
	sizes  []size   // for the benchmark, smallest first

	published func(t *testing.T, exe string) // compares the primal with what is published
}

type size struct{ name, args string }

var hestonSizes = []size{{"paths=1000", "1000 100"}, {"paths=10000", "10000 100"}, {"paths=100000", "100000 100"}}

var apps = []app{
	{name: "hydro", fn: "hydro", consts: []string{"0", "3"}, published: hydroAsPublished, small: []string{"4", "12", "1"},
		sizes: []size{{"n=10,steps=50", "10 50 0"}, {"n=30,steps=10", "30 10 0"}, {"n=48,steps=6", "48 6 0"}}},
	{name: "md", fn: "md", consts: []string{"0", "6"}, hand: true, small: []string{"8", "3"},
		sizes: []size{{"n=1000,steps=50", "10 50"}, {"n=8000,steps=10", "20 10"}, {"n=262144,steps=0", "64 0"}}},
	{name: "transformer", fn: "transformer", consts: []string{"0", "3", "4"}, hand: true, small: []string{"2", "2", "16", "8", "2", "24"},
		sizes: []size{{"c=64,t=32", "2 4 64 32 2 256"}, {"c=128,t=64", "2 8 128 64 2 512"}, {"c=512,t=64", "2 8 512 64 2 2048"}}},
	{name: "lbm", fn: "lbm", consts: []string{"0"}, hand: true, small: []string{"20", "12", "7"},
		sizes: []size{{"64x64,steps=100", "64 64 100"}, {"256x256,steps=20", "256 256 20"}, {"512x512,steps=20", "512 512 20"}}},
	{name: "water", fn: "water", consts: []string{"0"}, hand: true, small: []string{"20", "12", "7"},
		sizes: []size{{"64x64,steps=200", "64 64 200"}, {"256x256,steps=40", "256 256 40"}, {"1024x1024,steps=10", "1024 1024 10"}}},
	{name: "docking", fn: "docking", consts: []string{"0"}, hand: true, small: []string{"5", "20", "32"},
		sizes: []size{{"poses=1024", "26 938 1024"}, {"poses=8192", "26 938 8192"}, {"poses=1048576,protein=60", "4 60 1048576"}}},
	{name: "heston", fn: "heston", consts: []string{"3", "4"}, hand: true, small: []string{"100", "20"}, sizes: hestonSizes},
	{name: "heston-openmp", dir: "heston", fn: "heston", consts: []string{"3", "4"}, hand: true, small: []string{"100", "20"},
		openmp: true, sizes: hestonSizes},
	{name: "rays", src: "primal.cpp", fn: "rays", consts: []string{"4"}, small: []string{"3", "16", "12"},
		sizes: []size{{"160x120,spheres=6", "6 160 120"}, {"640x480,spheres=20", "20 640 480"}, {"1920x1080,spheres=6", "6 1920 1080"}}},
	{name: "mixture", fn: "mixture", consts: []string{"3"}, hand: true, small: []string{"20"},
		sizes: []size{{"n=1000", "1000"}, {"n=10000", "10000"}, {"n=500000", "500000"}}},
}

// build makes the program of an application.
func (a *app) build(tb testing.TB, r recipe) string {
	tb.Helper()
	p := harness.Problem{Dir: filepath.Join("testdata", cmp.Or(a.dir, a.name)), Main: filepath.Join("..", "testdata"), Funcs: []string{a.fn},
		Consts: a.consts, NoHand: !a.hand, NoJVP8: true, OpenMP: a.openmp}
	return p.Compile(tb, harness.Build{Src: cmp.Or(a.src, "primal.c"), Before: r.before, After: r.after})
}

// recipe is how an application is compiled: before llad and after it.
type recipe struct {
	name          string
	before, after []string
}

// recipes are the flags that leave loops as they are, and builds as they come.
var recipes = []recipe{
	{"best", harness.IRFlags(), harness.Optimised()},
	{"O2", []string{"-O2"}, []string{"-O2"}},
	{"O3", harness.Optimised(), harness.Optimised()},
}
