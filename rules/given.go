package rules

import "github.com/llad-ad/llad/ir"

// Given is what a program registered about one of its functions. It counts
// more than the function's body; it stands in ir.Function.Given.
type Given struct {
	// Known is what calls of the function do: nothing that matters, give or
	// end memory, compute what a library function computes.
	Known *Known
	// Like is the library function whose derivative rule the function has
	// (Known is then of class Math).
	Like string
	// Rule is the derivative rule that a user states for it, nil for none (Known is then of class Math).
	Rule *Rule
	// Augment and Gradient are its reverse mode, Tangent its forward mode, each
	// nil where the program gives none.
	Augment, Gradient *ir.Function
	Tangent           *ir.Function
	// SplitAugment and SplitTangent are its forward mode from a tape.
	SplitAugment, SplitTangent *ir.Function
	// PartialGradient and PartialTangent say that those functions take one more
	// argument, first: a bit for each parameter that tells whether it is active
	// at this call. Without it every float is, and every pointer has a shadow.
	PartialGradient, PartialTangent bool
	// Reads are the parameters by which floats come in, and Writes those behind which
	// they get out, where a body that uses other memory to work in says more; nil for
	// what the body says.
	Reads, Writes []int
	// OfBody says that the derivatives are made of what the body is known to compute: where they
	// do not fit, the body is differentiated.
	OfBody bool
}

// Partial reports whether the derivative for a mode asks which parameters are
// active.
func (g *Given) Partial(forward bool) bool {
	return g != nil && (forward && g.PartialTangent || !forward && g.PartialGradient)
}

// GivenOf is what the program registered about f, nil for nothing.
func GivenOf(f *ir.Function) *Given {
	g, _ := f.Given.(*Given)
	return g
}

// Has reports whether the program gives the derivative for a mode.
func (g *Given) Has(forward bool) bool {
	switch {
	case g == nil:
		return false
	case forward:
		return g.Tangent != nil
	}
	return g.Gradient != nil
}

// What is what calls of the function do, nil when its body or its derivatives
// tell.
func (g *Given) What() *Known {
	if g == nil {
		return nil
	}
	return g.Known
}

// KnownOf is what is known of f: what the program registered, else Lookup of
// its name.
func KnownOf(f *ir.Function) *Known {
	if k := GivenOf(f).What(); k != nil {
		return k
	}
	return Lookup(f.Name)
}

// LikeLibrary gives what is to be known of a function that has the derivative
// rule of a library function of that name, false when that has none.
func LikeLibrary(name string) (*Given, bool) {
	base, _ := splitLibm(name)
	if base == "" || libm[base] == nil {
		return nil, false
	}
	k := *mathKnown(libm[base])
	k.Pure, k.ReadOnly = false, false // its own body may do anything else
	return &Given{Known: &k, Like: base}, true
}

// givenRule is the rule of a function that a user states, or that the program says to be like one
// of the library; nil when nothing of the kind is said.
func givenRule(f *ir.Function) *Rule {
	switch g := GivenOf(f); {
	case g == nil:
		return nil
	case g.Rule != nil:
		return g.Rule
	case g.Like != "":
		return libm[g.Like]
	}
	return nil
}
