package bench

// problem is a directory of testdata: primal.c, hand.c (the adjoint as a person
// writes it), adolc.cpp (the same for ADOL-C), glue.c (inputs and calls; see
// bench.h) and the function as other people would write it.
type problem struct {
	name   string
	fn     string            // the function that is differentiated
	consts []string          // its constant parameters, by position
	styles []string          // further sources of the same function
	small  []string          // a size for the test
	sizes  map[string]string // sizes for the benchmark: what they are called, the arguments
}

var problems = []problem{
	{name: "gmm", fn: "gmm", consts: []string{"6", "7"}, small: []string{"5", "4", "20"}, sizes: map[string]string{
		"d=2,k=5,n=1000":   "2 5 1000",
		"d=20,k=25,n=1000": "20 25 1000",
		"d=32,k=50,n=1000": "32 50 1000",
	}},
	{name: "kmeans", fn: "kmeans", consts: []string{"3"}, small: []string{"20", "4", "3"}, sizes: map[string]string{
		"n=10000,k=100,d=16": "10000 100 16",
	}},
	{name: "lse", fn: "lse", small: []string{"30"}, sizes: map[string]string{
		"n=1000":    "1000",
		"n=1000000": "1000000",
	}},
	{name: "lsq", fn: "lsq", consts: []string{"2", "3"}, small: []string{"20", "7"}, sizes: map[string]string{
		"n=8196,m=128": "8196 128",
	}},
}

// gathers tells that a problem sums over data points, so that its extra memory
// must not grow with them: the arguments with few and with many.
var gathers = map[string][2]string{
	"kmeans": {"100 20 8", "5000 20 8"},
	"lsq":    {"100 64", "5000 64"},
}
