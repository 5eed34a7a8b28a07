package harness

// Problem is a folder with the source of a function, hand.c (its adjoint as a person writes it),
// adolc.cpp (the same for ADOL-C) and glue.c (inputs and calls; see bench.h).
type Problem struct {
	Dir    string   // the folder
	Main   string   // the folder of main.c and its headers
	Funcs  []string // the functions that are differentiated
	Consts []string // their constant parameters, by position
	Width  int      // adjoints at once; 0 is one
	NoHand bool     // there is no hand.c
	OpenMP bool     // it has parallel regions
	NoJVP8 bool     // no eight tangents at once
	Flags  []string // further flags of every source, such as definitions
}

// Build is how a problem's program is made.
type Build struct {
	Src    string   // which source in the folder has the function
	Before []string // the flags of the IR that is differentiated
	After  []string // the flags of everything else
	ADOLC  bool     // with ADOL-C, too

	Gradient string // a module with the function and its gradient, where that is not llad's
}
