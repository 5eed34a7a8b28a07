package activity

import "github.com/llad-ad/llad/ir"

// evidence is what speaks for a class of an integer value: how it is made and
// how it is used. Values that are copies of each other (phi, select, freeze)
// share theirs.
type evidence uint8

const (
	isInt evidence = 1 << iota // computed or used as a number
	isFP                       // made from or turned into a float
	isPtr                      // made from or turned into a pointer
)

// classes holds the evidence of the integer values of one function, found in
// registers alone.
type classes struct {
	index  map[ir.Value]node
	parent []node
	bits   []evidence
	fp     map[node]*ir.Type // the floating-point type behind isFP
}

func newClasses(f *ir.Function, index map[ir.Value]node, n int) *classes {
	c := &classes{index: index, parent: make([]node, n), bits: make([]evidence, n), fp: map[node]*ir.Type{}}
	for k := range c.parent {
		c.parent[k] = node(k)
	}
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			c.visit(i)
		}
	}
	return c
}

func (c *classes) find(n node) node {
	for c.parent[n] != n {
		c.parent[n] = c.parent[c.parent[n]]
		n = c.parent[n]
	}
	return n
}

func (c *classes) mark(v ir.Value, e evidence) {
	if n, ok := c.index[v]; ok && v.Type().Scalar().IsInt() {
		c.bits[c.find(n)] |= e
	}
}

// markFP notes that v has the bits of floats of type t.
func (c *classes) markFP(v ir.Value, t *ir.Type) {
	n, ok := c.index[v]
	if !ok || !v.Type().Scalar().IsInt() {
		return
	}
	n = c.find(n)
	c.bits[n] |= isFP
	if c.fp[n] == nil {
		c.fp[n] = t
	}
}

func (c *classes) same(v, w ir.Value) {
	a, ok := c.index[v]
	b, ok2 := c.index[w]
	if !ok || !ok2 {
		return
	}
	a, b = c.find(a), c.find(b)
	if a != b {
		c.parent[b] = a
		c.bits[a] |= c.bits[b]
		if t := c.fp[b]; t != nil {
			c.markFP(v, t)
		}
	}
}

// of is the evidence for v.
func (c *classes) of(v ir.Value) evidence {
	n, ok := c.index[v]
	if !ok {
		return 0
	}
	return c.bits[c.find(n)]
}

func (c *classes) visit(i *ir.Instr) {
	switch i.Op {
	case ir.Phi:
		for _, a := range i.Args() {
			c.same(i, a)
		}
	case ir.Select:
		c.same(i, i.Arg(1))
		c.same(i, i.Arg(2))
	case ir.Freeze:
		c.same(i, i.Arg(0))
	case ir.Mul, ir.UDiv, ir.SDiv, ir.URem, ir.SRem:
		c.mark(i, isInt)
		c.mark(i.Arg(0), isInt)
		c.mark(i.Arg(1), isInt)
	case ir.Add, ir.Sub:
		if upperHalf(i) {
			break
		}
		for _, v := range []ir.Value{i, i.Arg(0), i.Arg(1)} {
			c.mark(v, isInt)
		}
	case ir.ZExt:
		if i.Arg(0).Type().Scalar().Bits <= 16 {
			c.mark(i, isInt)
			c.mark(i.Arg(0), isInt)
		}
	case ir.Trunc:
		if i.Typ.Scalar().Bits <= 16 {
			c.mark(i, isInt)
			c.mark(i.Arg(0), isInt)
		}
	case ir.GetElementPtr:
		for _, a := range i.Args()[1:] {
			c.mark(a, isInt)
		}
	case ir.FPToSI, ir.FPToUI, ir.ICmp, ir.FCmp, ir.SExt:
		c.mark(i, isInt)
		if i.Op == ir.SExt {
			c.mark(i.Arg(0), isInt)
		}
	case ir.SIToFP, ir.UIToFP, ir.Switch, ir.Alloca:
		c.mark(i.Arg(0), isInt)
	case ir.BitCast:
		if i.Typ.IsFP() {
			c.markFP(i.Arg(0), i.Typ)
		}
		if i.Arg(0).Type().IsFP() {
			c.markFP(i, i.Arg(0).Type())
		}
	case ir.AtomicRMW:
		if op := i.Extra().RMWOp; op != "xchg" {
			c.mark(i, isInt)
			c.mark(i.Arg(1), isInt)
		}
	case ir.Call, ir.Invoke, ir.CallBr:
		switch classify(i, false).kind {
		case toMath, toInactive:
			c.mark(i, isInt)
			for _, a := range i.CallArgs() {
				c.mark(a, isInt)
			}
		case toAlloc, toFree, toRealloc, toCopy, toSet:
			for _, a := range i.CallArgs() {
				c.mark(a, isInt)
			}
		}
	case ir.PtrToInt, ir.PtrToAddr:
		c.mark(i, isPtr)
	case ir.IntToPtr:
		c.mark(i.Arg(0), isPtr)
		c.address(i.Arg(0), maxAddressSteps)
	}
	if i.Op == ir.ICmp && i.Pred >= ir.SGT && i.Pred <= ir.SLE {
		c.mark(i.Arg(0), isInt)
		c.mark(i.Arg(1), isInt)
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

// maxAddressSteps bounds the arithmetic between a pointer and the pointer that
// is made of it again.
const maxAddressSteps = 8

// address marks the steps of the computation of an address as an integer: a
// pointer that is rounded up, say. It reports whether v comes from a pointer.
func (c *classes) address(v ir.Value, steps int) bool {
	i, ok := v.(*ir.Instr)
	if !ok || steps == 0 {
		return false
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
		c.mark(i, isPtr)
	}
	return from
}
