package pointsto

import (
	"slices"

	"github.com/llad-ad/llad/ir"
)

// Evidence is what speaks for a class of an integer value: how it is made and
// how it is used.
type Evidence uint8

const (
	IsInt  Evidence = 1 << iota // computed or used as a number
	IsFP                        // made from or turned into a float
	IsPtr                       // made from or turned into a pointer
	inHalf                      // a half of it is turned into a float: that it is a pointer on another way tells nothing. Not among the evidence that is found in the end.
)

// Classes holds the evidence of the integer values of one function, found in
// registers alone. What a copy (phi, select, freeze) is used as, its operands
// are; it is itself made as something only where all of them are: the payload of
// an enum or a union is one thing on one way and another on the other. Values
// of the same evidence that are copies of each other form a group.
type Classes struct {
	index      *Nodes
	parent     []Node
	Bits       []Evidence         // of a group, by its representative
	Fp         map[Node]*ir.Type  // the floating-point type behind IsFP, the same way
	made, used []Evidence         // while the evidence is gathered, by value
	copies     []copyOf           // of scalar integers
	Union      map[*ir.Instr]bool // the copies without evidence some of whose operands have some
	words      []bool             // words that come from memory and go to memory: what is done with one where an enum or a union holds a number tells nothing of where it holds a float
	Leaves     []bool             // words that go to memory
	Counted    []bool             // see findCounted
	Generated  map[*ir.Instr]bool // see findGenerated
	carried    []bool             // values that come from memory, a pointer or elsewhere and go to memory: whatever else speaks, these may be addresses
}

// copyOf is a copy with the nodes of it and of its operands, constants aside.
type copyOf struct {
	i  *ir.Instr
	n  Node
	of []Node
}

func newClasses(f *ir.Function, index *Nodes, n int) *Classes {
	c := &Classes{index: index, parent: make([]Node, n), Bits: make([]Evidence, n), Fp: map[Node]*ir.Type{},
		made: make([]Evidence, n), used: make([]Evidence, n), Union: map[*ir.Instr]bool{}}
	for k := range c.parent {
		c.parent[k] = Node(k)
	}
	c.findGenerated(f)
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			c.visit(i)
		}
	}
	c.findFlagged(f)
	c.findWords(f)
	c.findCounted(f)
	c.settle()
	c.findCarried(f)
	c.made, c.used = nil, nil
	return c
}

func (c *Classes) Find(n Node) Node {
	for c.parent[n] != n {
		c.parent[n] = c.parent[c.parent[n]]
		n = c.parent[n]
	}
	return n
}

// number is the node of an integer, or vector of them, in a register; 0 for any
// other value.
func (c *Classes) number(v ir.Value) Node {
	if n, ok := c.index.Of(v); ok && v.Type().Scalar().IsInt() {
		return n
	}
	return 0
}

func (c *Classes) make(v ir.Value, e Evidence) {
	if n := c.number(v); n != 0 {
		c.made[n] |= e
	}
}

func (c *Classes) use(v ir.Value, e Evidence) {
	if n := c.number(v); n != 0 {
		c.used[n] |= e
	}
}

// typed notes the floating-point type whose bits a value has.
func (c *Classes) typed(v ir.Value, t *ir.Type) {
	if n := c.number(v); n != 0 && c.Fp[n] == nil && t != nil {
		c.Fp[n] = t
	}
}

// HalvedWord is the word of which v is the lower or the upper half; nil where it is none.
func HalvedWord(v ir.Value) ir.Value {
	half, ok := v.(*ir.Instr)
	if !ok || half.Op != ir.Trunc {
		return nil
	}
	if i, ok := half.Arg(0).(*ir.Instr); ok && i.Op == ir.LShr {
		half = i
	}
	return half.Arg(0)
}

// Copied are the operands of which a copy is one, constants aside.
func Copied(i *ir.Instr) []ir.Value {
	list := make([]ir.Value, 0, i.NumArgs())
	for k := range i.NumArgs() {
		if a := i.Arg(k); !ir.IsConstant(a) && a != ir.Value(i) && (i.Op != ir.Select || k > 0) {
			list = append(list, a)
		}
	}
	return list
}

// Word reports whether a value is one of words.
func (c *Classes) Word(n Node) bool { return c.words[n] }

// findWords fills words with those that pass for numbers: structs of smaller members are moved as words, too.
func (c *Classes) findWords(f *ir.Function) {
	from, to := make([]bool, len(c.made)), make([]bool, len(c.made))
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			n := c.number(i)
			if n == 0 || i.Typ.Scalar() != ir.I64 {
				continue
			}
			from[n] = (i.Op == ir.Load || i.Op == ir.ExtractValue) && c.made[n]|c.used[n] == IsInt && !c.Generated[i]
			for u := range ir.Uses(i) {
				op := u.User.Op
				to[n] = to[n] || op == ir.Store || op == ir.InsertValue || op == ir.InsertElement || op == ir.Ret
			}
		}
	}
	c.words, c.Leaves = c.between(from, to), to
}

// between are the values that come, perhaps as copies, from values of one set and go to values
// of the other.
func (c *Classes) between(from, to []bool) []bool {
	c.rounds(func(n Node, of []Node) (changed bool) {
		for _, m := range of {
			if from[m] && !from[n] || to[n] && !to[m] {
				from[n], to[m] = from[n] || from[m], to[m] || to[n]
				changed = true
			}
		}
		return changed
	})
	l := make([]bool, len(c.made))
	for n := range l {
		l[n] = n > 0 && from[n] && to[n]
	}
	return l
}

// findCarried fills carried.
func (c *Classes) findCarried(f *ir.Function) {
	from, to := make([]bool, len(c.made)), make([]bool, len(c.made))
	leaves := func(v ir.Value) {
		if n := c.number(v); n != 0 {
			to[n] = true
		}
	}
	for _, q := range f.Params {
		from[c.number(q)] = true
	}
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			switch i.Op {
			case ir.Load, ir.ExtractValue, ir.PtrToInt, ir.PtrToAddr:
				from[c.number(i)] = true
			case ir.Store, ir.Ret:
				if i.NumArgs() > 0 {
					leaves(i.Arg(0))
				}
			case ir.InsertValue:
				leaves(i.Arg(1))
			case ir.Call, ir.Invoke, ir.CallBr:
				switch Classify(i, false).Kind {
				case ToMath, ToInactive, ToAlloc, ToFree, ToRealloc, ToCopy, ToSet:
				default:
					from[c.number(i)] = true
					for _, a := range i.CallArgs() {
						leaves(a)
					}
				}
			}
		}
	}
	c.carried = c.between(from, to)
}

// Of is the evidence for v.
func (c *Classes) Of(v ir.Value) Evidence {
	n, ok := c.index.Of(v)
	if !ok {
		return 0
	}
	return c.Bits[c.Find(n)]
}

// mayBeAddress reports whether v may be an address as far as its use in registers
// tells.
func (c *Classes) mayBeAddress(v ir.Value) bool {
	n, ok := c.index.Of(v)
	if !ok {
		return true
	}
	e := c.Bits[c.Find(n)]
	return e&(IsInt|IsFP) == 0 || e&IsPtr != 0 || int(n) < len(c.carried) && c.carried[n]
}

// copy notes a copy.
func (c *Classes) copy(i *ir.Instr) {
	k := copyOf{i: i, n: c.number(i)}
	for _, a := range Copied(i) {
		k.of = append(k.of, c.number(a))
	}
	if len(k.of) == 0 && slices.ContainsFunc(i.Args(), addressConstant) {
		c.make(i, IsPtr)
	}
	c.copies = append(c.copies, k)
}

// addressConstant reports whether v is the address of a variable or a function as an integer.
func addressConstant(v ir.Value) bool {
	c, ok := v.(*ir.Const)
	return ok && c.Kind == ir.ConstExpr && c.Op == ir.PtrToInt
}
