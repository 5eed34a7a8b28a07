package typerecovery

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// x86Lowerings are the intrinsics of x86 that LowerCalls knows.
var x86Lowerings = map[string]lowering{
	"llvm.x86.sse3.hadd.ps":       horizontal(ir.FAdd),
	"llvm.x86.sse3.hadd.pd":       horizontal(ir.FAdd),
	"llvm.x86.avx.hadd.ps.256":    horizontal(ir.FAdd),
	"llvm.x86.avx.hadd.pd.256":    horizontal(ir.FAdd),
	"llvm.x86.ssse3.phadd.d.128":  horizontal(ir.Add),
	"llvm.x86.avx2.phadd.d":       horizontal(ir.Add),
	"llvm.x86.sse3.hsub.ps":       horizontal(ir.FSub),
	"llvm.x86.sse3.hsub.pd":       horizontal(ir.FSub),
	"llvm.x86.avx.hsub.ps.256":    horizontal(ir.FSub),
	"llvm.x86.avx.hsub.pd.256":    horizontal(ir.FSub),
	"llvm.x86.sse3.addsub.ps":     alternate,
	"llvm.x86.sse3.addsub.pd":     alternate,
	"llvm.x86.avx.addsub.ps.256":  alternate,
	"llvm.x86.avx.addsub.pd.256":  alternate,
	"llvm.x86.sse41.dpps":         dotProduct,
	"llvm.x86.sse41.dppd":         dotProduct,
	"llvm.x86.avx.dp.ps.256":      dotProduct,
	"llvm.x86.sse.cmp.ps":         compareAll,
	"llvm.x86.sse2.cmp.pd":        compareAll,
	"llvm.x86.avx.cmp.ps.256":     compareAll,
	"llvm.x86.avx.cmp.pd.256":     compareAll,
	"llvm.x86.sse.cmp.ss":         compareLowest,
	"llvm.x86.sse2.cmp.sd":        compareLowest,
	"llvm.x86.sse.min.ss":         lowest(ir.OLT),
	"llvm.x86.sse2.min.sd":        lowest(ir.OLT),
	"llvm.x86.sse.max.ss":         lowest(ir.OGT),
	"llvm.x86.sse2.max.sd":        lowest(ir.OGT),
	"llvm.x86.sse41.round.ss":     roundLowest,
	"llvm.x86.sse41.round.sd":     roundLowest,
	"llvm.x86.sse2.cvtsd2ss":      narrowLowest,
	"llvm.x86.sse2.cvtpd2ps":      narrow,
	"llvm.x86.avx.cvt.pd2.ps.256": narrow,

	"llvm.x86.avx.maskload.pd":      maskLoad,
	"llvm.x86.avx.maskload.ps":      maskLoad,
	"llvm.x86.avx.maskload.pd.256":  maskLoad,
	"llvm.x86.avx.maskload.ps.256":  maskLoad,
	"llvm.x86.avx.maskstore.pd":     maskStore,
	"llvm.x86.avx.maskstore.ps":     maskStore,
	"llvm.x86.avx.maskstore.pd.256": maskStore,
	"llvm.x86.avx.maskstore.ps.256": maskStore,
	"llvm.x86.avx2.gather.d.pd":     gather,
	"llvm.x86.avx2.gather.d.ps":     gather,
	"llvm.x86.avx2.gather.d.pd.256": gather,
	"llvm.x86.avx2.gather.d.ps.256": gather,
	"llvm.x86.avx2.gather.q.pd":     gather,
	"llvm.x86.avx2.gather.q.pd.256": gather,
	"llvm.x86.avx2.gather.q.ps.256": gather,

	"llvm.x86.sse41.pblendvb": blendBytes,
	"llvm.x86.avx2.pblendvb":  blendBytes,

	"llvm.x86.avx512.mask.gather.dpd.512":  gather,
	"llvm.x86.avx512.mask.gather.dps.512":  gather,
	"llvm.x86.avx512.mask.gather.qpd.512":  gather,
	"llvm.x86.avx512.mask.gather.qps.512":  gather,
	"llvm.x86.avx512.mask.scatter.dpd.512": scatter,
	"llvm.x86.avx512.mask.scatter.dps.512": scatter,
	"llvm.x86.avx512.mask.scatter.qpd.512": scatter,
	"llvm.x86.avx512.mask.scatter.qps.512": scatter,
	"llvm.x86.avx512.mask.cvtpd2ps.512":    convertMasked,
	"llvm.x86.avx512.mask.cvtps2pd.512":    convertMasked,
}

// perRegister is the number of elements of a vector in an SSE register; an AVX instruction
// treats each half as the SSE instruction does.
func perRegister(t *ir.Type) int {
	if t.Elem == ir.Double {
		return 2
	}
	return 4
}

// horizontal combines adjacent elements: those of the first operand, then those of the second.
func horizontal(op ir.Op) lowering {
	return func(b *ir.Builder, i *ir.Instr) ir.Value {
		x, y := i.Arg(0), i.Arg(1)
		n, per := x.Type().NumElems(), perRegister(x.Type())
		var even, odd []int
		for base := 0; base < n; base += per {
			for _, side := range []int{0, n} {
				for k := 0; k < per; k += 2 {
					even = append(even, side+base+k)
					odd = append(odd, side+base+k+1)
				}
			}
		}
		return plain(b, op, edit.Shuffle(b, x, y, even), edit.Shuffle(b, x, y, odd))
	}
}

// alternate subtracts the even elements and adds the odd ones.
func alternate(b *ir.Builder, i *ir.Instr) ir.Value {
	x, y := i.Arg(0), i.Arg(1)
	lanes := make([]int, x.Type().NumElems())
	for k := range lanes {
		lanes[k] = k + k%2*len(lanes)
	}
	return edit.Shuffle(b, plain(b, ir.FSub, x, y), plain(b, ir.FAdd, x, y), lanes)
}

// dotProduct multiplies the elements that the upper half of the mask selects, adds the
// products in pairs, and puts the sum into the elements that the lower half selects.
func dotProduct(b *ir.Builder, i *ir.Instr) ir.Value {
	mask, ok := ir.IntValue(i.Arg(2))
	if !ok {
		return nil
	}
	t := i.Typ
	n, per := t.NumElems(), perRegister(t)
	zero := ir.Zero(t.Elem)
	product := plain(b, ir.FMul, i.Arg(0), i.Arg(1))
	v := ir.Zero(t)
	for base := 0; base < n; base += per {
		sums := make([]ir.Value, per)
		for k := range per {
			if sums[k] = zero; mask>>(4+k)&1 != 0 {
				sums[k] = edit.ExtractLane(b, product, base+k)
			}
		}
		for len(sums) > 1 {
			for k := range len(sums) / 2 {
				sums[k] = plain(b, ir.FAdd, sums[2*k], sums[2*k+1])
			}
			sums = sums[:len(sums)/2]
		}
		for k := range per {
			if mask>>k&1 != 0 {
				v = edit.InsertLane(b, v, sums[0], base+k)
			}
		}
	}
	return v
}

// x86Preds are the comparisons by the number that the instruction has for them; those from 16
// on differ in what they raise only.
var x86Preds = [16]ir.Pred{ir.OEQ, ir.OLT, ir.OLE, ir.UNO, ir.UNE, ir.FUGE, ir.FUGT, ir.ORD,
	ir.UEQ, ir.FULT, ir.FULE, ir.FFalse, ir.ONE, ir.OGE, ir.OGT, ir.FTrue}

// compareAll compares elementwise: all bits set where the comparison holds, zero elsewhere.
func compareAll(b *ir.Builder, i *ir.Instr) ir.Value {
	return comparison(b, i, i.Arg(0), i.Arg(1))
}

// compareLowest compares the first elements; the others are the first operand's.
func compareLowest(b *ir.Builder, i *ir.Instr) ir.Value {
	v := comparison(b, i, edit.ExtractLane(b, i.Arg(0), 0), edit.ExtractLane(b, i.Arg(1), 0))
	if v == nil {
		return nil
	}
	return edit.InsertLane(b, i.Arg(0), v, 0)
}

// comparison compares x and y by the predicate of i, as a mask of their type.
func comparison(b *ir.Builder, i *ir.Instr, x, y ir.Value) ir.Value {
	k, ok := ir.IntValue(i.Arg(2))
	if !ok || k < 0 || k >= 2*int64(len(x86Preds)) {
		return nil
	}
	types, t := b.Module().Types, x.Type()
	bits := types.Int(64)
	if t.Scalar() == ir.Float {
		bits = types.Int(32)
	}
	if t.IsVector() {
		bits = types.Vector(bits, t.Len, false)
	}
	return b.Cast(ir.BitCast, b.Cast(ir.SExt, b.FCmp(x86Preds[k%16], x, y), bits), t)
}

// lowest is the minimum or maximum of the first elements, the second operand's where they are
// unordered; the other elements are the first operand's.
func lowest(p ir.Pred) lowering {
	return func(b *ir.Builder, i *ir.Instr) ir.Value {
		x, y := edit.ExtractLane(b, i.Arg(0), 0), edit.ExtractLane(b, i.Arg(1), 0)
		return edit.InsertLane(b, i.Arg(0), b.Select(b.FCmp(p, x, y), x, y), 0)
	}
}

// roundLowest rounds the first element of the second operand to an integer, as the mode says, and inserts it into the first
// operand.
func roundLowest(b *ir.Builder, i *ir.Instr) ir.Value {
	mode, ok := ir.IntValue(i.Arg(2))
	names := []string{"roundeven", "floor", "ceil", "trunc", "rint"}
	if mode &= 7; !ok || mode >= int64(len(names)) {
		return nil
	}
	x := edit.ExtractLane(b, i.Arg(1), 0)
	m := b.Module()
	f := m.Declare("llvm."+names[mode]+"."+m.Mangle(x.Type()), m.FuncType(x.Type(), x.Type()))
	return edit.InsertLane(b, i.Arg(0), b.CallFunc(f, x), 0)
}

// narrowLowest rounds the first element of the second operand to float, and inserts it into
// the first operand.
func narrowLowest(b *ir.Builder, i *ir.Instr) ir.Value {
	return edit.InsertLane(b, i.Arg(0), b.Cast(ir.FPTrunc, edit.ExtractLane(b, i.Arg(1), 0), ir.Float), 0)
}

// narrow rounds a vector of doubles to floats; the remaining elements are zero.
func narrow(b *ir.Builder, i *ir.Instr) ir.Value {
	x := i.Arg(0)
	n := x.Type().NumElems()
	v := b.Cast(ir.FPTrunc, x, b.Module().Types.Vector(ir.Float, int64(n), false))
	if n == i.Typ.NumElems() {
		return v
	}
	lanes := make([]int, i.Typ.NumElems())
	for k := range lanes {
		if lanes[k] = k; k >= n {
			lanes[k] = n
		}
	}
	return edit.Shuffle(b, v, ir.Zero(v.Type()), lanes)
}

// maskLoad loads the elements whose mask has its sign bit set; the others are zero.
func maskLoad(b *ir.Builder, i *ir.Instr) ir.Value {
	t := i.Typ
	return masked(b, "llvm.masked.load.", t, t, b.Module().PtrTo(t), i.Arg(0), negative(b, i.Arg(1)), ir.Zero(t))
}

// maskStore stores the elements whose mask has its sign bit set.
func maskStore(b *ir.Builder, i *ir.Instr) ir.Value {
	v := i.Arg(2)
	return masked(b, "llvm.masked.store.", ir.Void, v.Type(), b.Module().PtrTo(v.Type()), v, i.Arg(0), negative(b, i.Arg(1)))
}

// gather loads the elements whose mask is true, or has its sign bit set, from a base and scaled indices.
func gather(b *ir.Builder, i *ir.Instr) ir.Value {
	t := i.Typ
	at, ptrs := scaled(b, i.Arg(1), i.Arg(2), i.Arg(4), t)
	if at == nil {
		return nil
	}
	return masked(b, "llvm.masked.gather.", t, t, ptrs, at, condition(b, i.Arg(3)), i.Arg(0))
}

// scatter stores the elements whose mask is true to a base and scaled indices, the last one where several are the same.
func scatter(b *ir.Builder, i *ir.Instr) ir.Value {
	v := i.Arg(3)
	at, ptrs := scaled(b, i.Arg(0), i.Arg(2), i.Arg(4), v.Type())
	if at == nil {
		return nil
	}
	return masked(b, "llvm.masked.scatter.", ir.Void, v.Type(), ptrs, v, at, i.Arg(1))
}

// scaled are the addresses of a vector's elements by a base and scaled indices, and their type.
func scaled(b *ir.Builder, base, idx, scale ir.Value, t *ir.Type) (at ir.Value, ptrs *ir.Type) {
	by, ok := ir.IntValue(scale)
	if !ok {
		return nil, nil
	}
	types, n := b.Module().Types, t.NumElems()
	if idx.Type().NumElems() > n {
		idx = edit.Shuffle(b, idx, idx, lanesFrom(0, 1, n))
	}
	wide := types.Vector(ir.I64, t.Len, false)
	if idx.Type() != wide {
		idx = b.Cast(ir.SExt, idx, wide)
	}
	at = b.GEP(ir.I8, base, b.Binary(ir.Mul, idx, ir.NewInt(wide, by)))
	at.(*ir.Instr).Flags = 0
	return at, types.Vector(b.Module().PtrTo(t.Elem), t.Len, false)
}

// condition is the mask of a masked access: of booleans, or of numbers by their signs.
func condition(b *ir.Builder, mask ir.Value) ir.Value {
	if mask.Type().Scalar() == ir.I1 {
		return mask
	}
	return negative(b, mask)
}

// blendBytes takes each byte from the second operand where the sign bit of that of the mask is set.
func blendBytes(b *ir.Builder, i *ir.Instr) ir.Value {
	return b.Select(negative(b, i.Arg(2)), i.Arg(1), i.Arg(0))
}

// convertMasked converts between doubles and floats where the mask says so; a rounding mode of its own is left.
func convertMasked(b *ir.Builder, i *ir.Instr) ir.Value {
	op := ir.FPExt
	if i.Typ.Elem == ir.Float {
		op = ir.FPTrunc
	}
	if how, ok := ir.IntValue(i.Arg(3)); !ok || how != 4 && op == ir.FPTrunc {
		return nil
	}
	v := b.Cast(op, i.Arg(0), i.Typ)
	if leavesNoneOut(i, 2) {
		return v
	}
	return b.Select(laneMask(b, i.Arg(2), i.Typ.NumElems()), v, i.Arg(1))
}

// negative is the vector of the elements' sign bits as conditions.
func negative(b *ir.Builder, v ir.Value) ir.Value {
	t := v.Type()
	if t.IsFP() {
		bits := 64
		if t.Elem == ir.Float {
			bits = 32
		}
		t = b.Module().Types.Vector(b.Module().Types.Int(bits), t.Len, false)
		v = b.Cast(ir.BitCast, v, t)
	}
	return b.ICmp(ir.SLT, v, ir.Zero(t))
}

// masked calls an intrinsic for masked access to a vector through addresses of type ptr,
// unaligned. Before LLVM 22 the alignment is an argument after the address; a module that
// declares the intrinsic without it is given none.
func masked(b *ir.Builder, name string, ret, vec, ptr *ir.Type, args ...ir.Value) ir.Value {
	m := b.Module()
	name += m.Mangle(vec) + "." + m.Mangle(ptr)
	short := false
	if f := m.Func(name); f != nil {
		short = len(f.Typ.Fields) == len(args)
	}
	var params []*ir.Type
	var all []ir.Value
	for _, a := range args {
		all = append(all, a)
		if !a.Type().IsPtrOrVec() {
			params = append(params, a.Type())
			continue
		}
		params = append(params, ptr)
		if !short {
			params, all = append(params, ir.I32), append(all, ir.NewInt(ir.I32, 1))
		}
	}
	return b.CallFunc(m.Declare(name, m.FuncType(ret, params...)), all...)
}
