package callgraph

import (
	"strings"

	"github.com/llad-ad/llad/ir"
)

// Graph is what a module's code tells of where calls lead that name no function, and of what
// the function that is differentiated reaches. What it finds it keeps: the module's tables and
// its code must not change.
type Graph struct {
	// DerivativesOnly says that the derivatives are for a module of their own, which cannot name what only this one sees.
	DerivativesOnly bool

	module *ir.Module
	root   *ir.Function // see Begins

	virtuals map[int64][]*ir.Function // by slot; see Virtuals
	classOf  map[*ir.Function]string  // of virtual functions
	family   map[string]string        // by class; see familyOf
	methods  map[int64][]*ir.Function // by offset; see Methods

	addresses []taken        // see BehindPointer
	handed    []*ir.Function // see handedOut
	unread    uint8          // see ExceptionsUnread
	caught    *bool          // see nothingCaught
}

// New makes the graph of a module, of which nothing is read yet.
func New(m *ir.Module) *Graph { return &Graph{module: m} }

// Begins says that a function is the one that a request is about, as the program has
// it; the first call counts.
func (g *Graph) Begins(f *ir.Function) {
	if g.root == nil {
		g.root = f
	}
}

// Root is the function that Begins named, nil where it named none.
func (g *Graph) Root() *ir.Function { return g.root }

// IsLocal reports whether only this module can name the variable.
func IsLocal(g *ir.Global) bool {
	return strings.Contains(g.Prefix, "internal") || strings.Contains(g.Prefix, "private")
}
