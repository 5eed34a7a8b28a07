package flang

import (
	"github.com/llad-ad/llad/activity/shadowrt"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/structured"
)

// code writes the body of a function.
type code = structured.Code

func number(n int64) ir.Value { return ir.NewInt(ir.I64, n) }

// viewOf is what a body needs of an array: where it is and how its elements lie.
type view struct {
	base            ir.Value
	extents, stride []ir.Value
}

// viewOf reads a descriptor of a rank.
func viewOf(k *code, p ir.Value, rank int) view {
	v := view{base: k.Ptr(p, atBase)}
	for n := range rank {
		v.extents = append(v.extents, k.Word(p, extentAt(n)))
		v.stride = append(v.stride, k.Word(p, extentAt(n)+8))
	}
	return v
}

// extentAt is where a descriptor has the extent of a dimension; the lower bound is before it, the
// stride behind it.
func extentAt(dim int) int64 { return atDimensions + int64(dim)*dimension + 8 }

// elementAt is the address of an element.
func elementAt(k *code, v view, index []ir.Value) ir.Value {
	p := v.base
	for n, i := range index {
		p = k.Offset(p, k.Mul(i, v.stride[n]))
	}
	return p
}

// nest runs body for all the indices below extents, the first of them the fastest.
func nest(k *code, extents []ir.Value, body func(index []ir.Value)) {
	index := make([]ir.Value, len(extents))
	var loop func(n int)
	loop = func(n int) {
		if n < 0 {
			body(index)
			return
		}
		k.Times(extents[n], func(i ir.Value) {
			index[n] = i
			loop(n - 1)
		})
	}
	loop(len(extents) - 1)
}

// packedStrides are the strides of an array without gaps.
func packedStrides(k *code, bytes ir.Value, extents []ir.Value) []ir.Value {
	s := make([]ir.Value, len(extents))
	for n, e := range extents {
		s[n] = bytes
		bytes = k.Mul(bytes, e)
	}
	return s
}

// sizeOf is the number of elements.
func sizeOf(k *code, extents []ir.Value) ir.Value {
	n := number(1)
	for _, e := range extents {
		n = k.Mul(n, e)
	}
	return n
}

// allocate gives memory for so many elements, one byte at least.
func allocate(k *code, count, bytes ir.Value) ir.Value {
	n := k.Mul(count, bytes)
	n = k.Select(k.ICmp(ir.SGT, n, number(0)), n, number(1))
	return k.CallFunc(k.Module().Declare("malloc", k.Module().FuncType(k.Module().Ptr(), ir.I64)), n)
}

// release gives memory back.
func release(k *code, p ir.Value) {
	k.CallFunc(k.Module().Declare("free", k.Module().FuncType(ir.Void, k.Module().Ptr())), p)
}

// stop ends the program with a message where cond holds.
func stop(k *code, cond ir.Value, why string) {
	k.If(cond, func() {
		shadowrt.Stop(k.Builder, "fortran: "+why)
		k.Unreachable()
	})
}

// nullAddress is the address of nothing.
func nullAddress(k *code) ir.Value { return ir.Zero(k.Module().Ptr()) }

// isNull reports whether an address is that of nothing.
func isNull(k *code, p ir.Value) ir.Value { return k.ICmp(ir.EQ, p, nullAddress(k)) }

// small reads a byte of a descriptor.
func small(k *code, p ir.Value, off int64) ir.Value { return k.Load(ir.I8, k.At(p, off), 0) }

// byteIs compares a byte of a descriptor.
func byteIs(k *code, p ir.Value, off int64, n int) ir.Value {
	return k.ICmp(ir.EQ, small(k, p, off), ir.NewInt(ir.I8, int64(n)))
}

const (
	wrongType = "an array has elements of another type than the derivative was made for"
	wrongRank = "an array has another rank than the derivative was made for"
)

// suppose ends the program where a descriptor, of which the program does not state the type and the
// rank as constants, has others than those that the body is for.
func suppose(k *code, b box, p ir.Value, e element, rank int) {
	if b.open || b.code != e.code {
		stop(k, not(k, byteIs(k, p, atType, e.code)), wrongType)
	}
	if rank >= 0 && (b.open || b.rank != rank) {
		stop(k, not(k, byteIs(k, p, atRank, rank)), wrongRank)
	}
	if e.of != nil && rank >= 0 { // which may be another type's where the descriptor is polymorphic
		stop(k, k.ICmp(ir.NE, k.Ptr(p, atDimensions+int64(rank)*dimension), e.of.table), wrongType)
	}
}

// not is the other truth.
func not(k *code, c ir.Value) ir.Value { return k.Binary(ir.Xor, c, ir.NewBool(true)) }

// establish makes p the descriptor of an array without gaps that has memory of its own, whose lower
// bounds are one; it gives a view of it. like is a descriptor of the same version.
func establish(k *code, p, like ir.Value, e element, bytes ir.Value, extents []ir.Value) view {
	v := view{extents: extents, stride: packedStrides(k, bytes, extents)}
	v.base = allocate(k, sizeOf(k, extents), bytes)
	k.Put(v.base, p, atBase)
	k.Put(bytes, p, atLength)
	k.Store(k.Load(ir.I32, k.At(like, atVersion), 0), k.At(p, atVersion), 0)
	for off, n := range []int{len(extents), e.code, allocatable, 0} {
		k.Store(ir.NewInt(ir.I8, int64(n)), k.At(p, atRank+int64(off)), 0)
	}
	for n := range extents {
		k.Put(number(1), p, extentAt(n)-8)
		k.Put(extents[n], p, extentAt(n))
		k.Put(v.stride[n], p, extentAt(n)+8)
	}
	return v
}

// each runs body for the addresses of all elements.
func each(k *code, v view, body func(p ir.Value)) {
	nest(k, v.extents, func(index []ir.Value) { body(elementAt(k, v, index)) })
}
