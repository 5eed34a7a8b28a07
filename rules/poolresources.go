package rules

import (
	"github.com/llad-ad/llad/ir"
)

// Derivatives bring functions of std::pmr::unsynchronized_pool_resource that take each block from
// upstream, and keep a list of what is not given back: the resource is an address, its options, and
// the one upstream, as libstdc++ has them; the list begins where that has blocks too large for a pool.
// Before each block stand the next and the previous of the list, the size and the alignment that
// upstream was asked for.
const (
	poolPrefix = "_ZNSt3pmr28unsynchronized_pool_resource"

	optionsAt, poolUpstreamAt, poolBlocksAt = 8, 24, 32

	poolHead = 32

	afterAt, beforeAt, poolSizeAt, poolAlignAt = 0, 8, 16, 24
)

// ownPool is what stands for a function of std::pmr::unsynchronized_pool_resource, nil for any other.
func ownPool(m *ir.Module, name string) *ir.Function {
	switch name {
	case poolPrefix + "C1ERKNS_12pool_optionsEPNS_15memory_resourceE", poolPrefix + "C2ERKNS_12pool_optionsEPNS_15memory_resourceE":
		return resources{m}.newPool()
	case poolPrefix + "D1Ev", poolPrefix + "D2Ev", poolPrefix + "7releaseEv":
		return resources{m}.releasePool()
	}
	return nil
}

// newPool makes a resource of options and the resource upstream.
func (r resources) newPool() *ir.Function {
	p := r.m.Ptr()
	return r.function("pool", ir.Void, []*ir.Type{p, p, p}, func(b *ir.Builder, q []*ir.Param) {
		stored(b, r.poolTableAt(b), q[0], 0)
		stored(b, loaded(b, ir.I64, q[1], 0), q[0], optionsAt)
		stored(b, loaded(b, ir.I64, q[1], 8), q[0], optionsAt+8)
		stored(b, q[2], q[0], poolUpstreamAt)
		stored(b, ir.Zero(p), q[0], poolBlocksAt)
		b.Ret(nil)
	})
}

// poolTable is the table of std::pmr::unsynchronized_pool_resource.
func (r resources) poolTable() *ir.Global {
	p := r.m.Ptr()
	allocate := r.function("pool.allocate", p, []*ir.Type{p, ir.I64, ir.I64}, r.takeBlock)
	return r.table("pool.table", r.releasePool(), allocate, r.giveBlock())
}

// poolTableAt is what resources hold of it.
func (r resources) poolTableAt(b *ir.Builder) ir.Value {
	return b.Offset(constCast(r.poolTable(), r.m.Ptr()), ir.NewInt(ir.I64, 16))
}

// takeBlock takes a block from upstream, and puts it at the begin of the list.
func (r resources) takeBlock(b *ir.Builder, q []*ir.Param) {
	p, this := r.m.Ptr(), q[0]
	align := larger(b, q[2], ir.NewInt(ir.I64, 16))
	head := larger(b, align, ir.NewInt(ir.I64, poolHead))
	size := b.Add(head, q[1])
	start := r.virtual(b, p, loaded(b, p, this, poolUpstreamAt), 2, size, align)
	result := b.Offset(start, head)
	block := b.Offset(result, ir.NewInt(ir.I64, -poolHead))
	first := loaded(b, p, this, poolBlocksAt)
	stored(b, first, block, afterAt)
	stored(b, ir.Zero(p), block, beforeAt)
	stored(b, size, block, poolSizeAt)
	stored(b, align, block, poolAlignAt)
	stored(b, block, this, poolBlocksAt)
	storedIfAny(b, block, first, beforeAt)
	b.Ret(result)
}

// giveBlock takes a block out of the list, and gives it back upstream.
func (r resources) giveBlock() *ir.Function {
	p := r.m.Ptr()
	return r.function("pool.deallocate", ir.Void, []*ir.Type{p, p, ir.I64, ir.I64}, func(b *ir.Builder, q []*ir.Param) {
		f, this := b.F, q[0]
		block := b.Offset(q[1], ir.NewInt(ir.I64, -poolHead))
		after, before := loaded(b, p, block, afterAt), loaded(b, p, block, beforeAt)
		first, inner, linked := f.NewBlock("first"), f.NewBlock("inner"), f.NewBlock("linked")
		b.CondBr(b.ICmp(ir.EQ, before, ir.Zero(p)), first, inner)
		b.AtEnd(first)
		stored(b, after, this, poolBlocksAt)
		b.Br(linked)
		b.AtEnd(inner)
		stored(b, after, before, afterAt)
		b.Br(linked)
		b.AtEnd(linked)
		storedIfAny(b, before, after, beforeAt)
		size, align := loaded(b, ir.I64, block, poolSizeAt), loaded(b, ir.I64, block, poolAlignAt)
		start := b.Offset(q[1], b.Sub(ir.NewInt(ir.I64, 0), larger(b, align, ir.NewInt(ir.I64, poolHead))))
		r.virtual(b, ir.Void, loaded(b, p, this, poolUpstreamAt), 3, start, size, align)
		b.Ret(nil)
	})
}

// releasePool gives all blocks back, those of a resource that other code has made excepted, whose
// members are others.
func (r resources) releasePool() *ir.Function {
	p := r.m.Ptr()
	return r.function("pool.release", ir.Void, []*ir.Type{p}, func(b *ir.Builder, q []*ir.Param) {
		f, this := b.F, q[0]
		loop, body, done := f.NewBlock("loop"), f.NewBlock("body"), f.NewBlock("done")
		b.CondBr(b.ICmp(ir.EQ, loaded(b, p, this, 0), r.poolTableAt(b)), loop, done)
		b.AtEnd(loop)
		block := loaded(b, p, this, poolBlocksAt)
		b.CondBr(b.ICmp(ir.EQ, block, ir.Zero(p)), done, body)
		b.AtEnd(body)
		b.CallFunc(r.giveBlock(), this, b.Offset(block, ir.NewInt(ir.I64, poolHead)), ir.NewInt(ir.I64, 0), ir.NewInt(ir.I64, 0))
		b.Br(loop)
		b.AtEnd(done)
		b.Ret(nil)
	})
}

// storedIfAny is stored where the address of the object is not null.
func storedIfAny(b *ir.Builder, v, object ir.Value, at int64) {
	some, done := b.F.NewBlock("some"), b.F.NewBlock("done")
	b.CondBr(b.ICmp(ir.EQ, object, ir.Zero(object.Type())), done, some)
	b.AtEnd(some)
	stored(b, v, object, at)
	b.Br(done)
	b.AtEnd(done)
}
