package activity

import (
	"slices"

	"github.com/llad-ad/llad/ir"
)

// evidence is what speaks for a class of an integer value: how it is made and
// how it is used.
type evidence uint8

const (
	isInt  evidence = 1 << iota // computed or used as a number
	isFP                        // made from or turned into a float
	isPtr                       // made from or turned into a pointer
	inHalf                      // a half of it is turned into a float: that it is a pointer on another way tells nothing. Not among the evidence that is found in the end.
)

// classes holds the evidence of the integer values of one function, found in
// registers alone. What a copy (phi, select, freeze) is used as, its operands
// are; it is itself made as something only where all of them are: the payload of
// an enum or a union is one thing on one way and another on the other. Values
// of the same evidence that are copies of each other form a group.
type classes struct {
	index      *nodes
	parent     []node
	bits       []evidence         // of a group, by its representative
	fp         map[node]*ir.Type  // the floating-point type behind isFP, the same way
	made, used []evidence         // while the evidence is gathered, by value
	copies     []copyOf           // of scalar integers
	union      map[*ir.Instr]bool // the copies without evidence some of whose operands have some
	words      []bool             // words that come from memory and go to memory: what is done with one where an enum or a union holds a number tells nothing of where it holds a float
	leaves     []bool             // words that go to memory
	counted    []bool             // see findCounted
	generated  map[*ir.Instr]bool // see findGenerated
	carried    []bool             // values that come from memory, a pointer or elsewhere and go to memory: whatever else speaks, these may be addresses
}

// copyOf is a copy with the nodes of it and of its operands, constants aside.
type copyOf struct {
	i  *ir.Instr
	n  node
	of []node
}

func newClasses(f *ir.Function, index *nodes, n int, rust, words bool) *classes {
	c := &classes{index: index, parent: make([]node, n), bits: make([]evidence, n), fp: map[node]*ir.Type{},
		made: make([]evidence, n), used: make([]evidence, n), union: map[*ir.Instr]bool{}}
	for k := range c.parent {
		c.parent[k] = node(k)
	}
	c.findGenerated(f)
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			c.visit(i)
		}
	}
	if !f.Module.FromRust() {
		c.findFlagged(f)
	}
	if rust || words {
		c.findWords(f, rust)
		c.findCounted(f)
	}
	c.settle()
	c.findCarried(f)
	c.made, c.used = nil, nil
	return c
}

func (c *classes) find(n node) node {
	for c.parent[n] != n {
		c.parent[n] = c.parent[c.parent[n]]
		n = c.parent[n]
	}
	return n
}

// number is the node of an integer, or vector of them, in a register; 0 for any
// other value.
func (c *classes) number(v ir.Value) node {
	if n, ok := c.index.of(v); ok && v.Type().Scalar().IsInt() {
		return n
	}
	return 0
}

func (c *classes) make(v ir.Value, e evidence) {
	if n := c.number(v); n != 0 {
		c.made[n] |= e
	}
}

func (c *classes) use(v ir.Value, e evidence) {
	if n := c.number(v); n != 0 {
		c.used[n] |= e
	}
}

// typed notes the floating-point type whose bits a value has.
func (c *classes) typed(v ir.Value, t *ir.Type) {
	if n := c.number(v); n != 0 && c.fp[n] == nil && t != nil {
		c.fp[n] = t
	}
}

// halvedWord is the word of which v is the lower or the upper half; nil where it is none.
func halvedWord(v ir.Value) ir.Value {
	half, ok := v.(*ir.Instr)
	if !ok || half.Op != ir.Trunc {
		return nil
	}
	if i, ok := half.Arg(0).(*ir.Instr); ok && i.Op == ir.LShr {
		half = i
	}
	return half.Arg(0)
}

// copied are the operands of which a copy is one, constants aside.
func copied(i *ir.Instr) []ir.Value {
	list := make([]ir.Value, 0, i.NumArgs())
	for k := range i.NumArgs() {
		if a := i.Arg(k); !ir.IsConstant(a) && a != ir.Value(i) && (i.Op != ir.Select || k > 0) {
			list = append(list, a)
		}
	}
	return list
}

// settle takes evidence from uses to what is copied and from what is copied to
// copies, and forms the groups.
func (c *classes) settle() {
	for n, word := range c.words {
		if word {
			c.made[n], c.used[n] = 0, 0
		}
	}
	c.rounds(func(n node, of []node) (changed bool) {
		for _, m := range of {
			if m != 0 && !c.word(m) && c.used[m]|c.used[n] != c.used[m] {
				c.used[m] |= c.used[n]
				changed = true
			}
		}
		return changed
	})
	// some: the evidence of any operand. every: that of all of them, a cycle of
	// copies aside.
	isCopy := map[node]bool{}
	some, every := make([]evidence, len(c.made)), make([]evidence, len(c.made))
	for n := range c.made {
		c.bits[n] = c.made[n] | c.used[n]
		some[n], every[n] = c.bits[n], c.bits[n]
	}
	for _, k := range c.copies {
		if c.word(k.n) {
			continue
		}
		isCopy[k.n] = true
		every[k.n] = isInt | isFP | isPtr
	}
	c.rounds(func(n node, of []node) bool {
		if c.word(n) {
			return false
		}
		e := some[n]
		for _, m := range of {
			e |= some[m]
		}
		changed := e != some[n]
		some[n] = e
		return changed
	})
	c.rounds(func(n node, of []node) bool {
		if c.word(n) {
			return false
		}
		e := every[n]
		for _, m := range of {
			e &= every[m]
		}
		e |= c.used[n]
		changed := e != every[n]
		every[n] = e
		return changed
	})
	for n := range isCopy {
		c.bits[n] |= some[n] & every[n]
		switch leaves := c.leaves != nil && c.leaves[n]; {
		case leaves && c.bits[n] == isPtr:
			c.bits[n] |= some[n] & isFP // used as the address that one variant has, and stored as the float of another
		case leaves && c.bits[n] == isInt && some[n]&isFP != 0:
			c.bits[n] = 0 // used as the number of one variant, and stored as the float of another
		}
	}
	for n, e := range c.bits {
		if e&inHalf != 0 {
			c.bits[n] = e &^ (inHalf | isPtr)
		}
	}
	c.rounds(func(n node, of []node) (changed bool) {
		for _, m := range of {
			if c.bits[n]&c.bits[m]&isFP != 0 && (c.fp[n] == nil) != (c.fp[m] == nil) {
				if c.fp[n] == nil {
					c.fp[n] = c.fp[m]
				} else {
					c.fp[m] = c.fp[n]
				}
				changed = true
			}
		}
		return changed
	})
	for _, k := range c.copies {
		// What is computed and chosen in the place of a float of 32 bits tells nothing of the float.
		apart := k.i.Typ == ir.I32 && slices.ContainsFunc(k.of, func(of node) bool { return of != 0 && !c.word(of) })
		for _, of := range k.of {
			n, m := c.find(k.n), c.find(of)
			if c.bits[n] != c.bits[m] {
				c.union[k.i] = c.union[k.i] || c.bits[n] == 0
				continue
			}
			if c.word(k.n) && (c.counted[k.n] != c.counted[of] || apart) {
				c.union[k.i] = true
				continue
			}
			if n != m {
				c.parent[m] = n
				if c.fp[n] == nil && c.fp[m] != nil {
					c.fp[n] = c.fp[m]
				}
			}
		}
	}
}

// word reports whether a value is one of words.
func (c *classes) word(n node) bool { return c.words != nil && c.words[n] }

// rounds calls visit for all copies until none changes anything.
func (c *classes) rounds(visit func(n node, of []node) bool) {
	for changed := true; changed; {
		changed = false
		for _, k := range c.copies {
			changed = visit(k.n, k.of) || changed
		}
	}
}

// findWords fills words: in C, where structs of smaller members are moved as words too, those that
// pass for numbers; in Rust those that floats of 32 bits fill, too.
func (c *classes) findWords(f *ir.Function, rust bool) {
	from, to := make([]bool, len(c.made)), make([]bool, len(c.made))
	halves := rust && f.Module.HasSingles()
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			n := c.number(i)
			if n == 0 || i.Typ != ir.I64 && !(halves && i.Typ == ir.I32) {
				continue
			}
			from[n] = (i.Op == ir.Load || i.Op == ir.ExtractValue) && (rust || c.made[n]|c.used[n] == isInt) && !c.generated[i]
			for u := range ir.Uses(i) {
				op := u.User.Op
				to[n] = to[n] || op == ir.Store || op == ir.InsertValue || op == ir.InsertElement || op == ir.Ret
			}
		}
	}
	c.words, c.leaves = c.between(from, to), to
}

// between are the values that come, perhaps as copies, from values of one set and go to values
// of the other.
func (c *classes) between(from, to []bool) []bool {
	c.rounds(func(n node, of []node) (changed bool) {
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
func (c *classes) findCarried(f *ir.Function) {
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
				switch classify(i, false).kind {
				case toMath, toInactive, toAlloc, toFree, toRealloc, toCopy, toSet:
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

// of is the evidence for v.
func (c *classes) of(v ir.Value) evidence {
	n, ok := c.index.of(v)
	if !ok {
		return 0
	}
	return c.bits[c.find(n)]
}

// mayBeAddress reports whether v may be an address as far as its use in registers
// tells.
func (c *classes) mayBeAddress(v ir.Value) bool {
	n, ok := c.index.of(v)
	if !ok {
		return true
	}
	e := c.bits[c.find(n)]
	return e&(isInt|isFP) == 0 || e&isPtr != 0 || int(n) < len(c.carried) && c.carried[n]
}

func (c *classes) visit(i *ir.Instr) {
	if i.Flags&ir.Part != 0 {
		c.visitPart(i)
		return
	}
	switch i.Op {
	case ir.Load:
		if c.generated[i] {
			c.make(i, isInt)
		}
	case ir.Phi, ir.Select, ir.Freeze:
		if i.Typ.Scalar().IsInt() {
			c.copy(i)
		}
	case ir.Mul, ir.UDiv, ir.SDiv, ir.URem, ir.SRem:
		c.make(i, isInt)
		c.use(i.Arg(0), isInt)
		c.use(i.Arg(1), isInt)
	case ir.Add, ir.Sub:
		if upperHalf(i) {
			break
		}
		c.make(i, isInt)
		c.use(i.Arg(0), isInt)
		c.use(i.Arg(1), isInt)
	case ir.Xor:
		if scrambles(i.Arg(0), i.Arg(1)) || scrambles(i.Arg(1), i.Arg(0)) {
			c.make(i, isInt)
			c.use(i.Arg(0), isInt)
			c.use(i.Arg(1), isInt)
		}
	case ir.Shl:
		// A product of an index and a size: shifts of bits may lose some, as this may not.
		if n, ok := ir.IntValue(i.Arg(1)); ok && n%8 != 0 && i.Flags&(ir.NUW|ir.NSW) != 0 {
			c.make(i, isInt)
			c.use(i.Arg(0), isInt)
		}
	case ir.ZExt:
		if i.Arg(0).Type().Scalar().Bits <= 16 {
			c.make(i, isInt)
			c.use(i.Arg(0), isInt)
		}
	case ir.Trunc:
		if i.Typ.Scalar().Bits <= 16 {
			c.make(i, isInt)
			c.use(i.Arg(0), isInt)
		}
	case ir.GetElementPtr:
		for _, a := range i.Args()[1:] {
			c.use(a, isInt)
		}
	case ir.FPToSI, ir.FPToUI, ir.ICmp, ir.FCmp, ir.SExt:
		c.make(i, isInt)
		if i.Op == ir.SExt {
			c.use(i.Arg(0), isInt)
		}
	case ir.SIToFP, ir.UIToFP, ir.Switch, ir.Alloca:
		c.use(i.Arg(0), isInt)
	case ir.BitCast:
		if i.Typ.IsFP() {
			c.use(i.Arg(0), isFP)
			c.typed(i.Arg(0), i.Typ)
			if word := halvedWord(i.Arg(0)); word != nil {
				c.use(word, inHalf)
			}
		}
		if i.Arg(0).Type().IsFP() {
			c.make(i, isFP)
			c.typed(i, i.Arg(0).Type())
		}
	case ir.AtomicRMW:
		if op := i.Extra().RMWOp; op != "xchg" {
			c.make(i, isInt)
			c.use(i.Arg(1), isInt)
		}
	case ir.Call, ir.Invoke, ir.CallBr:
		switch classify(i, false).kind {
		case toMath, toInactive:
			c.make(i, isInt)
			for _, a := range i.CallArgs() {
				c.use(a, isInt)
			}
		case toAlloc, toFree, toRealloc, toCopy, toSet:
			for _, a := range i.CallArgs() {
				c.use(a, isInt)
			}
		}
	case ir.PtrToInt, ir.PtrToAddr:
		c.make(i, isPtr)
	case ir.IntToPtr:
		c.use(i.Arg(0), isPtr)
		c.address(i.Arg(0), maxAddressSteps)
	}
	if i.Op == ir.ICmp && i.Pred >= ir.SGT && i.Pred <= ir.SLE {
		c.use(i.Arg(0), isInt)
		c.use(i.Arg(1), isInt)
	}
}

// copy notes a copy.
func (c *classes) copy(i *ir.Instr) {
	k := copyOf{i: i, n: c.number(i)}
	for _, a := range copied(i) {
		k.of = append(k.of, c.number(a))
	}
	if len(k.of) == 0 && slices.ContainsFunc(i.Args(), addressConstant) {
		c.make(i, isPtr)
	}
	c.copies = append(c.copies, k)
}

// addressConstant reports whether v is the address of a variable or a function as an integer.
func addressConstant(v ir.Value) bool {
	c, ok := v.(*ir.Const)
	return ok && c.Kind == ir.ConstExpr && c.Op == ir.PtrToInt
}

// visitPart takes parts of words for numbers.
func (c *classes) visitPart(i *ir.Instr) {
	switch i.Op {
	case ir.Store:
		c.use(i.Arg(0), isInt)
	case ir.Phi, ir.Select, ir.Freeze:
		c.copy(i)
		fallthrough
	default:
		c.make(i, isInt)
	}
}

// upperHalf reports whether an i64 addition leaves the lower half as it is: an
// integer counted up next to a float in one register.
func upperHalf(i *ir.Instr) bool {
	if i.Op != ir.Add && i.Op != ir.Sub || i.Typ != ir.I64 {
		return false
	}
	n, ok := ir.IntValue(i.Arg(1))
	return ok && n != 0 && n&0xffffffff == 0
}

// scrambles reports whether v is a value that is shifted into the mantissa, so that a float that is
// combined with it bit by bit would be none: generators of random numbers and hashes do that.
func scrambles(v, with ir.Value) bool {
	i, ok := v.(*ir.Instr)
	if !ok || i.Op != ir.Shl && i.Op != ir.LShr || !i.Typ.IsInt() {
		return false
	}
	n, ok := ir.IntValue(i.Arg(1))
	if !ok || n <= 0 || i.Op == ir.Shl && n >= mantissaBits(i.Typ.Bits) {
		return false
	}
	return n%32 != 0 || i.Arg(0) == with // halves of words are put together that way
}

// mantissaBits is how many bits of a float of that size the mantissa takes.
func mantissaBits(size int) int64 {
	switch size {
	case 32:
		return 23
	case 64:
		return 52
	}
	return 0
}

// maxAddressSteps bounds the arithmetic between a pointer and the pointer that
// is made of it again.
const maxAddressSteps = 8

// maxFlagSteps bounds the changes of the flags of an address one after another.
const maxFlagSteps = 4

// findFlagged notes that an address stays one when flags in its lowest bits are set, cleared or turned over.
func (c *classes) findFlagged(f *ir.Function) {
	for again, k := true, 0; again && k < maxFlagSteps; k++ {
		again = false
		for _, b := range f.Blocks {
			for _, i := range b.Instrs {
				if i.Op != ir.Or && i.Op != ir.Xor && i.Op != ir.And || i.Typ != ir.I64 {
					continue
				}
				at, flagged := c.number(i.Arg(0)), c.number(i)
				n, ok := ir.IntValue(i.Arg(1))
				if ok && (n > 0 && n < 64 && i.Op != ir.And || cutsFlags(i)) && (c.made[at]|c.used[at])&isPtr != 0 && c.made[flagged]&isPtr == 0 {
					c.make(i, isPtr)
					again = true
				}
			}
		}
	}
}

// cutsFlags reports whether an integer is another without what programs pack with an address in the lowest bits.
func cutsFlags(i *ir.Instr) bool {
	if i.Op != ir.And || i.Typ != ir.I64 {
		return false
	}
	n, ok := ir.IntValue(i.Arg(1))
	return ok && n < 0 && n >= -64 && n&-n == -n
}

// address marks the steps of the computation of an address as an integer: a
// pointer that is rounded up, say. It reports whether v comes from a pointer.
func (c *classes) address(v ir.Value, steps int) bool {
	i, ok := v.(*ir.Instr)
	if !ok || steps == 0 {
		return false
	}
	if !i.Parent.Parent.Module.FromRust() && cutsFlags(i) {
		c.make(i, isPtr)
		c.use(i.Arg(0), isPtr)
		c.address(i.Arg(0), steps-1)
		return true
	}
	from := false
	switch i.Op {
	case ir.PtrToInt, ir.PtrToAddr:
		return true
	case ir.Add, ir.And, ir.Or:
		from = c.address(i.Arg(0), steps-1)
		from = c.address(i.Arg(1), steps-1) || from
	case ir.Sub:
		from = c.address(i.Arg(0), steps-1)
	}
	if from {
		c.make(i, isPtr)
	}
	return from
}
