package structured

import "github.com/llad-ad/llad/ir"

// Code writes structured code into a function: variables are stack slots,
// which register promotion turns into values.
type Code struct {
	*ir.Builder
	Top *ir.Builder // the entry block, for variables
}

// Var is a stack slot with a type.
type Var struct {
	slot *ir.Instr
	c    *Code
}

// New begins the body of f, whose entry block is empty and is left to the
// variables.
func New(f *ir.Function) *Code {
	body := f.NewBlock("body")
	return &Code{Builder: ir.NewBuilder(body), Top: ir.NewBuilder(f.Entry())}
}

// End closes the entry block; the body must have returned.
func (c *Code) End() {
	c.Top.Br(c.F.Blocks[1])
	for _, b := range c.F.Blocks {
		if b.Term() == nil {
			ir.NewBuilder(b).Unreachable()
		}
	}
}

// NewVar makes a variable with a first value.
func (c *Code) NewVar(v ir.Value) Var {
	x := Var{c.Top.Alloca(v.Type(), nil, 0), c}
	x.Set(v)
	return x
}

// Get reads the variable, Set writes it, Add adds to it.
func (x Var) Get() ir.Value  { return x.c.Load(x.slot.Elem, x.slot, 0) }
func (x Var) Set(v ir.Value) { x.c.Store(v, x.slot, 0) }
func (x Var) Add(v ir.Value) { x.Set(x.c.Add(x.Get(), v)) }

// goTo ends the block with a jump, unless it has ended.
func (c *Code) goTo(b *ir.Block) {
	if c.B.Term() == nil {
		c.Br(b)
	}
}

// If runs yes where cond, an i1, holds, and each of no where it does not.
func (c *Code) If(cond ir.Value, yes func(), no ...func()) {
	then, done := c.F.NewBlock("then"), c.F.NewBlock("done")
	other := done
	if len(no) > 0 {
		other = c.F.NewBlock("else")
	}
	c.CondBr(cond, then, other)
	c.AtEnd(then)
	yes()
	c.goTo(done)
	if len(no) > 0 {
		c.AtEnd(other)
		for _, f := range no {
			f()
		}
		c.goTo(done)
	}
	c.AtEnd(done)
}

// While runs body as long as cond gives true; leave ends it from inside.
func (c *Code) While(cond func() ir.Value, body func(leave func())) {
	head, run, done := c.F.NewBlock("while"), c.F.NewBlock("do"), c.F.NewBlock("done")
	c.Br(head)
	c.AtEnd(head)
	c.CondBr(cond(), run, done)
	c.AtEnd(run)
	body(func() {
		c.Br(done)
		c.AtEnd(c.F.NewBlock("behind"))
	})
	c.goTo(head)
	c.AtEnd(done)
}

// Forever runs body until it leaves or returns.
func (c *Code) Forever(body func(leave func())) {
	c.While(func() ir.Value { return ir.NewBool(true) }, body)
}

// Return returns; what is written behind it is never reached.
func (c *Code) Return(v ir.Value) {
	c.Ret(v)
	c.AtEnd(c.F.NewBlock("behind"))
}

// Times runs body for k = 0, ..., n-1.
func (c *Code) Times(n ir.Value, body func(k ir.Value)) {
	k := c.NewVar(i64(0))
	c.While(func() ir.Value { return c.ICmp(ir.ULT, k.Get(), n) }, func(func()) {
		v := k.Get()
		body(v)
		k.Set(c.Add(v, i64(1)))
	})
}

// At is the address off bytes behind p.
func (c *Code) At(p ir.Value, off int64) ir.Value { return c.Offset(p, i64(off)) }

// Word reads an i64, Ptr a pointer, off bytes behind p; Put writes.
func (c *Code) Word(p ir.Value, off int64) ir.Value { return c.Load(ir.I64, c.At(p, off), 8) }
func (c *Code) Ptr(p ir.Value, off int64) ir.Value  { return c.Load(c.Module().Ptr(), c.At(p, off), 8) }
func (c *Code) Put(v, p ir.Value, off int64)        { c.Store(v, c.At(p, off), 8) }

func i64(v int64) ir.Value { return ir.NewInt(ir.I64, v) }
