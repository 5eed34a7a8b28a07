package rules

import (
	"github.com/llad-ad/llad/ir"
)

// Memory resources of the C++ library (std::pmr) call each other through tables that only the
// library has. Derivatives bring their own: the default resource, and the functions of
// std::pmr::monotonic_buffer_resource, which work on the objects of libstdc++ as they are laid out
// since GCC 9.
const (
	ownPrefix      = "llad.library."
	monotonicTable = "_ZTVNSt3pmr25monotonic_buffer_resourceE"
)

// OwnMemoryResources has f use the memory resources of derivatives in the place of those that only
// the library has.
func OwnMemoryResources(f *ir.Function) {
	library{ownFunction, func(m *ir.Module, g *ir.Global) *ir.Global {
		if g.Name == monotonicTable && g.Init == nil {
			return resources{m}.monotonic()
		}
		return nil
	}}.replaceIn(f)
}

// library says what stands for a function or a variable of the library's, nil for any other.
type library struct {
	function func(*ir.Module, *ir.Function) *ir.Function
	variable func(*ir.Module, *ir.Global) *ir.Global
}

// replaceIn has f use what stands for the library's, also where that is in constants.
func (l library) replaceIn(f *ir.Function) {
	for _, blk := range f.Blocks {
		for _, i := range blk.Instrs {
			for k := range i.NumArgs() {
				if v := l.replaced(f.Module, i.Arg(k)); v != nil {
					i.SetArg(k, v)
				}
			}
		}
	}
}

// replaced is what stands for a constant of the library's, nil for any other.
func (l library) replaced(m *ir.Module, v ir.Value) ir.Value {
	switch c := v.(type) {
	case *ir.Function:
		if own := l.function(m, c); own != nil {
			return constCast(own, c.Type())
		}
	case *ir.Global:
		if own := l.variable(m, c); own != nil {
			return constCast(own, c.Type())
		}
	case *ir.Const:
		for k, e := range c.Elems {
			if own := l.replaced(m, e); own != nil {
				d := *c
				d.Elems = append([]ir.Value(nil), c.Elems...)
				d.Elems[k] = own
				return &d
			}
		}
	}
	return nil
}

// ownFunction is what stands for a function of the library's, nil for any other.
func ownFunction(m *ir.Module, f *ir.Function) *ir.Function {
	if !f.IsDecl {
		return nil
	}
	switch f.Name {
	case "_ZNSt3pmr20get_default_resourceEv", "_ZNSt3pmr19new_delete_resourceEv":
		return resources{m}.get()
	case "_ZNSt3pmr25monotonic_buffer_resourceD1Ev", "_ZNSt3pmr25monotonic_buffer_resourceD2Ev",
		"_ZNSt3pmr25monotonic_buffer_resource18_M_release_buffersEv":
		return resources{m}.release()
	case "_ZNSt3pmr25monotonic_buffer_resource13_M_new_bufferEmm":
		return resources{m}.newBuffer()
	}
	return ownPool(m, f.Name)
}

// constCast is a constant address as one of another type, where pointers have types.
func constCast(v ir.Value, t *ir.Type) ir.Value {
	if v.Type() == t {
		return v
	}
	return &ir.Const{Kind: ir.ConstExpr, Op: ir.BitCast, Typ: t, Elems: []ir.Value{v}}
}

// resources makes the functions and tables in a module, each once.
type resources struct{ m *ir.Module }

// function is a function of that name, which write gives its body.
func (r resources) function(name string, ret *ir.Type, params []*ir.Type, write func(b *ir.Builder, p []*ir.Param)) *ir.Function {
	name = ownPrefix + name
	if f := r.m.Func(name); f != nil {
		return f
	}
	f := r.m.AddFunc(name, r.m.FuncType(ret, params...))
	f.Prefix, f.IsDecl = "internal", false
	write(ir.NewBuilder(f.NewBlock("entry")), f.Params)
	return f
}

// table is a table of virtual functions: of those that end an object, allocate, deallocate and
// compare.
func (r resources) table(name string, end, allocate, deallocate *ir.Function) *ir.Global {
	name = ownPrefix + name
	if g := r.m.Global(name); g != nil {
		return g
	}
	p := r.m.Ptr()
	same := r.function("same", ir.I1, []*ir.Type{p, p}, func(b *ir.Builder, q []*ir.Param) { b.Ret(b.ICmp(ir.EQ, q[0], q[1])) })
	list := &ir.Const{Kind: ir.ConstArray, Typ: r.m.Types.Array(p, 7),
		Elems: []ir.Value{ir.Zero(p), ir.Zero(p), constCast(end, p), constCast(end, p), constCast(allocate, p), constCast(deallocate, p), constCast(same, p)}}
	t := r.m.Struct(list.Typ)
	return r.m.AddGlobal(name, "internal unnamed_addr", "constant", t, &ir.Const{Kind: ir.ConstStruct, Typ: t, Elems: []ir.Value{list}})
}

// get gives the resource that allocates by operator new.
func (r resources) get() *ir.Function {
	p := r.m.Ptr()
	return r.function("get", p, nil, func(b *ir.Builder, _ []*ir.Param) {
		end := r.function("heap.end", ir.Void, []*ir.Type{p}, func(b *ir.Builder, _ []*ir.Param) { b.Ret(nil) })
		allocate := r.function("heap.allocate", p, []*ir.Type{p, ir.I64, ir.I64}, func(b *ir.Builder, q []*ir.Param) {
			b.Ret(b.CallFunc(r.m.Declare("_ZnwmSt11align_val_t", r.m.FuncType(p, ir.I64, ir.I64)), q[1], q[2]))
		})
		deallocate := r.function("heap.deallocate", ir.Void, []*ir.Type{p, p, ir.I64, ir.I64}, func(b *ir.Builder, q []*ir.Param) {
			b.CallFunc(r.m.Declare("_ZdlPvSt11align_val_t", r.m.FuncType(ir.Void, p, ir.I64)), q[1], q[3])
			b.Ret(nil)
		})
		t := r.table("heap.table", end, allocate, deallocate)
		t16 := &ir.Const{Kind: ir.ConstExpr, Op: ir.GetElementPtr, Typ: p, Elem: ir.I8, Elems: []ir.Value{constCast(t, p), ir.NewInt(ir.I64, 16)}}
		object := r.m.AddGlobal(ownPrefix+"heap", "internal", "global", r.m.Struct(p), &ir.Const{Kind: ir.ConstStruct, Typ: r.m.Struct(p), Elems: []ir.Value{t16}})
		b.Ret(constCast(object, p))
	})
}

// Members of std::pmr::monotonic_buffer_resource, and of what stands at the end of its blocks: their
// size, with the logarithm of their alignment in the six lowest bits, and the next one.
const (
	currentAt, availableAt, nextSizeAt, upstreamAt, blocksAt = 8, 16, 24, 32, 56

	blockEnd = 16
)

// loaded loads what stands so many bytes behind an address.
func loaded(b *ir.Builder, t *ir.Type, object ir.Value, at int64) ir.Value {
	return b.Load(t, b.Cast(ir.BitCast, b.Offset(object, ir.NewInt(ir.I64, at)), b.Module().PtrTo(t)), 8)
}

// stored stores a value so many bytes behind an address.
func stored(b *ir.Builder, v, object ir.Value, at int64) {
	b.Store(v, b.Cast(ir.BitCast, b.Offset(object, ir.NewInt(ir.I64, at)), b.Module().PtrTo(v.Type())), 8)
}

// larger is the larger one of two numbers.
func larger(b *ir.Builder, x, y ir.Value) ir.Value { return b.Select(b.ICmp(ir.ULT, x, y), y, x) }

// virtual calls the virtual function of a resource that stands so many words from the begin.
func (r resources) virtual(b *ir.Builder, ret *ir.Type, object ir.Value, at int64, args ...ir.Value) ir.Value {
	p := r.m.Ptr()
	table := loaded(b, p, object, 0)
	types := []*ir.Type{p}
	for _, a := range args {
		types = append(types, a.Type())
	}
	typ := r.m.FuncType(ret, types...)
	return b.Call(typ, b.Cast(ir.BitCast, loaded(b, p, table, 8*at), r.m.PtrTo(typ)), append([]ir.Value{object}, args...)...)
}

// monotonic is the table of std::pmr::monotonic_buffer_resource.
func (r resources) monotonic() *ir.Global {
	p := r.m.Ptr()
	allocate := r.function("allocate", p, []*ir.Type{p, ir.I64, ir.I64}, r.allocate)
	deallocate := r.function("deallocate", ir.Void, []*ir.Type{p, p, ir.I64, ir.I64}, func(b *ir.Builder, _ []*ir.Param) { b.Ret(nil) })
	return r.table("table", r.release(), allocate, deallocate)
}

// allocate takes from the block at hand, or from a new one.
func (r resources) allocate(b *ir.Builder, q []*ir.Param) {
	p, f := r.m.Ptr(), b.F
	this, bytes, align := q[0], b.Select(b.ICmp(ir.EQ, q[1], ir.NewInt(ir.I64, 0)), ir.NewInt(ir.I64, 1), q[1]), q[2]
	fresh, have := f.NewBlock("fresh"), f.NewBlock("have")
	at := loaded(b, p, this, currentAt)
	room := loaded(b, ir.I64, this, availableAt)
	low := b.Sub(align, ir.NewInt(ir.I64, 1))
	pad := b.Binary(ir.And, b.Sub(ir.NewInt(ir.I64, 0), b.Cast(ir.PtrToInt, at, ir.I64)), low)
	need := b.Add(pad, bytes)
	from := b.B
	none := b.ICmp(ir.EQ, at, ir.Zero(p))
	b.CondBr(b.Binary(ir.Or, none, b.ICmp(ir.ULT, room, need)), fresh, have)
	b.AtEnd(fresh)
	b.CallFunc(r.newBuffer(), this, bytes, align)
	at1, room1 := loaded(b, p, this, currentAt), loaded(b, ir.I64, this, availableAt)
	b.Br(have)
	b.AtEnd(have)
	start, left := b.Phi(p), b.Phi(ir.I64)
	start.AddIncoming(ir.Value(at), from)
	start.AddIncoming(at1, fresh)
	skip := b.Phi(ir.I64)
	skip.AddIncoming(pad, from)
	skip.AddIncoming(ir.NewInt(ir.I64, 0), fresh)
	left.AddIncoming(room, from)
	left.AddIncoming(room1, fresh)
	result := b.Offset(start, skip)
	stored(b, b.Offset(result, bytes), this, currentAt)
	stored(b, b.Sub(b.Sub(left, skip), bytes), this, availableAt)
	b.Ret(result)
}

// newBuffer takes a block from upstream that has room for so many bytes.
func (r resources) newBuffer() *ir.Function {
	p := r.m.Ptr()
	return r.function("block", ir.Void, []*ir.Type{p, ir.I64, ir.I64}, func(b *ir.Builder, q []*ir.Param) {
		n := func(v int64) ir.Value { return ir.NewInt(ir.I64, v) }
		this := q[0]
		next := loaded(b, ir.I64, this, nextSizeAt)
		size := b.Binary(ir.And, b.Add(larger(b, q[1], next), n(blockEnd+63)), n(-64))
		align := larger(b, q[2], n(16))
		block := r.virtual(b, p, loaded(b, p, this, upstreamAt), 2, size, align)
		end := b.Offset(block, b.Sub(size, n(blockEnd)))
		log := b.Intrinsic("cttz", ir.I64, []*ir.Type{ir.I64}, align, ir.NewBool(true))
		stored(b, b.Binary(ir.Or, size, log), end, 0)
		stored(b, loaded(b, p, this, blocksAt), end, 8)
		stored(b, end, this, blocksAt)
		stored(b, block, this, currentAt)
		stored(b, b.Sub(size, n(blockEnd)), this, availableAt)
		stored(b, b.Add(next, b.Binary(ir.LShr, next, n(1))), this, nextSizeAt)
		b.Ret(nil)
	})
}

// release gives all blocks back.
func (r resources) release() *ir.Function {
	p := r.m.Ptr()
	return r.function("release", ir.Void, []*ir.Type{p}, func(b *ir.Builder, q []*ir.Param) {
		f, this := b.F, q[0]
		loop, body, done := f.NewBlock("loop"), f.NewBlock("body"), f.NewBlock("done")
		first := loaded(b, p, this, blocksAt)
		stored(b, ir.Zero(p), this, blocksAt)
		from := b.B
		b.Br(loop)
		b.AtEnd(loop)
		end := b.Phi(p)
		end.AddIncoming(first, from)
		b.CondBr(b.ICmp(ir.EQ, end, ir.Zero(p)), done, body)
		b.AtEnd(body)
		word := loaded(b, ir.I64, end, 0)
		next := loaded(b, p, end, 8)
		size := b.Binary(ir.And, word, ir.NewInt(ir.I64, -64))
		align := b.Binary(ir.Shl, ir.NewInt(ir.I64, 1), b.Binary(ir.And, word, ir.NewInt(ir.I64, 63)))
		start := b.Offset(end, b.Sub(ir.NewInt(ir.I64, blockEnd), size))
		r.virtual(b, ir.Void, loaded(b, p, this, upstreamAt), 3, start, size, align)
		end.AddIncoming(next, b.B)
		b.Br(loop)
		b.AtEnd(done)
		b.Ret(nil)
	})
}
