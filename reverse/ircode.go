package reverse

import "github.com/llad-ad/llad/ir"

// code writes structured code into a function of the runtime: variables are
// stack slots, which the clean-up turns into values.
type code struct {
	*ir.Builder
	f   *ir.Function
	top *ir.Builder // the entry block, for variables
}

// variable is a stack slot with a type.
type variable struct {
	slot *ir.Instr
	c    *code
}

// newCode begins the body of f, whose entry block is empty and is left to the
// variables.
func newCode(f *ir.Function) *code {
	body := f.NewBlock("body")
	return &code{Builder: ir.NewBuilder(body), f: f, top: ir.NewBuilder(f.Entry())}
}

// end closes the entry block; the body must have returned.
func (c *code) end() {
	c.top.Br(c.f.Blocks[1])
	for _, b := range c.f.Blocks {
		if b.Term() == nil {
			ir.NewBuilder(b).Unreachable()
		}
	}
}

// newVar makes a variable with a first value.
func (c *code) newVar(v ir.Value) variable {
	x := variable{c.top.Alloca(v.Type(), nil, 0), c}
	x.set(v)
	return x
}

func (x variable) get() ir.Value  { return x.c.Load(x.slot.Elem, x.slot, 0) }
func (x variable) set(v ir.Value) { x.c.Store(v, x.slot, 0) }
func (x variable) add(v ir.Value) { x.set(x.c.Add(x.get(), v)) }

// goTo ends the block with a jump, unless it has ended.
func (c *code) goTo(b *ir.Block) {
	if c.B.Term() == nil {
		c.Br(b)
	}
}

// when runs yes where cond, an i1, holds, and each of no where it does not.
func (c *code) when(cond ir.Value, yes func(), no ...func()) {
	then, done := c.f.NewBlock("then"), c.f.NewBlock("done")
	other := done
	if len(no) > 0 {
		other = c.f.NewBlock("else")
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

// while runs body as long as cond gives true; leave ends it from inside.
func (c *code) while(cond func() ir.Value, body func(leave func())) {
	head, run, done := c.f.NewBlock("while"), c.f.NewBlock("do"), c.f.NewBlock("done")
	c.Br(head)
	c.AtEnd(head)
	c.CondBr(cond(), run, done)
	c.AtEnd(run)
	body(func() {
		c.Br(done)
		c.AtEnd(c.f.NewBlock("behind"))
	})
	c.goTo(head)
	c.AtEnd(done)
}

// forever runs body until it leaves or returns.
func (c *code) forever(body func(leave func())) {
	c.while(func() ir.Value { return ir.NewBool(true) }, body)
}

// ret returns; what is written behind it is never reached.
func (c *code) ret(v ir.Value) {
	c.Ret(v)
	c.AtEnd(c.f.NewBlock("behind"))
}

// times runs body for k = 0, ..., n-1.
func (c *code) times(n ir.Value, body func(k ir.Value)) {
	k := c.newVar(i64(0))
	c.while(func() ir.Value { return c.ICmp(ir.ULT, k.get(), n) }, func(func()) {
		v := k.get()
		body(v)
		k.set(c.Add(v, i64(1)))
	})
}

// at is the address off bytes behind p.
func (c *code) at(p ir.Value, off int64) ir.Value { return c.Offset(p, i64(off)) }

// word reads an i64, ptr a pointer, off bytes behind p; put writes.
func (c *code) word(p ir.Value, off int64) ir.Value { return c.Load(ir.I64, c.at(p, off), 8) }
func (c *code) ptr(p ir.Value, off int64) ir.Value  { return c.Load(c.Module().Ptr(), c.at(p, off), 8) }
func (c *code) put(v, p ir.Value, off int64)        { c.Store(v, c.at(p, off), 8) }
