package typeanalysis

import (
	"github.com/llad-ad/llad/ir"
)

// Limits of the system: instructions, and what is looked at to solve it.
const (
	mostInstructions = 150_000
	leastWork        = 3_000_000
	workEach         = 300 // for an instruction
)

// System is the constraints of the functions that a derivative reaches.
type System struct {
	facts  *solver
	module *ir.Module
	layout *ir.Layout
	nodes  map[ir.Value]*node
	objOf  map[ir.Value]objectID
	fns    map[*ir.Function]*function
	order  []*function
	thrown *node // addresses of exceptions
	count  int   // instructions

	addresses []pointer             // that are computed
	moves     []*moved              // of integers
	values    []watched             // that are as wide as an address
	counts    map[*ir.Instr]pattern // of integers that loops count
	blocks    map[*ir.Instr]*block
	copies    []*block // in order
	calls     []indirectCall
	claims    claims // of what new memory is declared to hold
	apart     bool   // calls of small functions are looked at one by one
	copied    int    // instructions of bodies that were added again for that
}

// pointer is an integer that is taken for an address.
type pointer struct {
	at    *ir.Instr
	value *node
}

// function is what calls of a function need.
type function struct {
	fn     *ir.Function // as it is called
	params []*node
	ret    *node
	added  bool // with a body

	bodies  []known
	sites   []*site  // calls of it by its name
	through bool     // others lead to it
	scope   *context // of the rules that calls share
}

// New makes an empty system for functions of a module.
func New(m *ir.Module) *System {
	s := &System{facts: &solver{}, module: m, layout: m.Layout, nodes: map[ir.Value]*node{}, objOf: map[ir.Value]objectID{}, fns: map[*ir.Function]*function{}, counts: map[*ir.Instr]pattern{}, blocks: map[*ir.Instr]*block{}, claims: claims{types: aliasTypes{module: m}}}
	s.thrown = s.facts.newNode()
	s.facts.objects[s.facts.newObject(nil)].foreign = true
	return s
}

// width is the size of a type in bytes.
func (s *System) width(t *ir.Type) int64 {
	if t.Kind == ir.VoidKind || t.Kind == ir.LabelKind || t.Kind == ir.MetadataKind || t.Kind == ir.TokenKind {
		return 0
	}
	return s.layout.StoreSize(t)
}

// at is the node of a value.
func (s *System) at(v ir.Value) *node {
	nodes := s.nodes
	if c := s.facts.context; c != nil && c.nodes != nil && local(v) {
		nodes = c.nodes
	}
	if n := nodes[v]; n != nil {
		return n
	}
	n := s.facts.newNode()
	nodes[v] = n
	outside(s, nil, func() {
		switch v := v.(type) {
		case *ir.Global:
			s.global(n, v)
		case *ir.Function:
			s.facts.point(n, 0, s.objectFor(v, func(o *object) { o.fn = v }), exactly(0))
		case *ir.Const:
			s.constant(n, v)
		}
	})
	return n
}

// objectFor is the object that a value makes.
func (s *System) objectFor(site ir.Value, made func(*object)) objectID {
	known := s.objOf
	if c := s.facts.context; c != nil && c.nodes != nil && local(site) {
		known = c.objects
	}
	if id, ok := known[site]; ok {
		return id
	}
	id := s.facts.newObject(site)
	known[site] = id
	made(s.facts.objects[id])
	return id
}

// objectAt is the object that a call makes.
func objectAt(s *System, i *ir.Instr) *object {
	return s.facts.objects[s.objectFor(i, func(*object) {})]
}
