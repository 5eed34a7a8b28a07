package pass

import (
	"strings"

	"github.com/llad-ad/llad/ir"
)

// lowering writes what a call computes with instructions and intrinsics that
// have simple derivatives; it gives the value of the call, nil to leave it.
type lowering func(b *ir.Builder, i *ir.Instr) ir.Value

// lowerings are the functions that LowerCalls knows: library names, and
// intrinsics without llvm. and overload suffixes.
var lowerings = map[string]lowering{
	"posix_memalign": posixMemalign,

	"llvm.vector.reduce.fadd":     reduceFrom(ir.FAdd),
	"llvm.vector.reduce.fmul":     reduceFrom(ir.FMul),
	"llvm.vector.reduce.fmax":     reduceBy("maxnum"),
	"llvm.vector.reduce.fmin":     reduceBy("minnum"),
	"llvm.vector.reduce.fmaximum": reduceBy("maximum"),
	"llvm.vector.reduce.fminimum": reduceBy("minimum"),

	"llvm.x86.sse3.hadd.ps":       horizontal(ir.FAdd),
	"llvm.x86.sse3.hadd.pd":       horizontal(ir.FAdd),
	"llvm.x86.avx.hadd.ps.256":    horizontal(ir.FAdd),
	"llvm.x86.avx.hadd.pd.256":    horizontal(ir.FAdd),
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
	"llvm.x86.sse.min.ss":         lowest(ir.OLT),
	"llvm.x86.sse2.min.sd":        lowest(ir.OLT),
	"llvm.x86.sse.max.ss":         lowest(ir.OGT),
	"llvm.x86.sse2.max.sd":        lowest(ir.OGT),
	"llvm.x86.sse2.cvtsd2ss":      narrowLowest,
	"llvm.x86.sse2.cvtpd2ps":      narrow,
	"llvm.x86.avx.cvt.pd2.ps.256": narrow,
}

// LowerCalls replaces calls that have no derivative rule of their own but are
// short for a few instructions that have: reductions of vectors, horizontal
// operations of x86, posix_memalign. It reports whether it replaced any.
func LowerCalls(f *ir.Function) bool {
	e := newInserter(f)
	changed := false
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			lower := loweringOf(i)
			if lower == nil {
				continue
			}
			var v ir.Value
			e.at(i, func(b *ir.Builder) {
				b.Flags = i.Flags & ir.FastMath
				v = lower(b, i)
				b.Flags = 0
			})
			if v == nil {
				continue
			}
			ir.ReplaceAllUses(i, v)
			kill(i)
			changed = true
		}
	}
	if changed {
		e.flush()
	}
	return changed
}

func loweringOf(i *ir.Instr) lowering {
	if i.Op != ir.Call {
		return nil
	}
	f := i.CalledFunc()
	if f == nil || !f.IsDecl {
		return nil
	}
	name := f.Name
	if l := lowerings[name]; l != nil || !strings.HasPrefix(name, "llvm.") {
		return l
	}
	if dot := strings.LastIndexByte(name, '.'); dot > 0 {
		return lowerings[name[:dot]]
	}
	return nil
}

// posixMemalign is aligned_alloc and a store. The alignment must be a constant
// that posix_memalign takes, so that the only error left is that of no memory.
func posixMemalign(b *ir.Builder, i *ir.Instr) ir.Value {
	const noMemory = 12 // ENOMEM
	if i.NumCallArgs() != 3 || !i.Arg(0).Type().IsPtr() {
		return nil
	}
	align, ok := ir.IntValue(i.Arg(1))
	if !ok || align < 8 || align&(align-1) != 0 {
		return nil
	}
	m := b.Module()
	size := i.Arg(1).Type()
	p := b.CallFunc(m.Declare("aligned_alloc", m.FuncType(m.Ptr(), size, size)), i.Arg(1), i.Arg(2))
	b.Store(p, i.Arg(0), 0)
	return b.Select(b.ICmp(ir.EQ, p, ir.Zero(p.Type())), ir.NewInt(i.Typ, noMemory), ir.Zero(i.Typ))
}

// reduceFrom is a reduction that starts from the first argument: in order,
// unless the call allows to reassociate.
func reduceFrom(op ir.Op) lowering {
	return func(b *ir.Builder, i *ir.Instr) ir.Value {
		acc, vec := i.Arg(0), i.Arg(1)
		if vec.Type().Scalable {
			return nil
		}
		if i.Flags&ir.FMFReassoc != 0 {
			return plain(b, op, acc, halve(b, vec, func(x, y ir.Value) ir.Value { return plain(b, op, x, y) }))
		}
		for k := range vec.Type().NumElems() {
			acc = plain(b, op, acc, lane(b, vec, k))
		}
		return acc
	}
}

// reduceBy is a reduction by a function that needs no order.
func reduceBy(name string) lowering {
	return func(b *ir.Builder, i *ir.Instr) ir.Value {
		vec := i.Arg(0)
		if vec.Type().Scalable {
			return nil
		}
		return halve(b, vec, func(x, y ir.Value) ir.Value {
			return b.Intrinsic(name, x.Type(), []*ir.Type{x.Type()}, x, y)
		})
	}
}

// plain is an instruction made as it stands: the builder's folds would change
// the sign of a zero.
func plain(b *ir.Builder, op ir.Op, x, y ir.Value) ir.Value {
	i := ir.NewInstr(op, x.Type(), x, y)
	i.Flags = b.Flags
	return b.Insert(i)
}

// halve combines the halves of a vector until one element is left; what is
// over when the length is odd joins at the end.
func halve(b *ir.Builder, vec ir.Value, combine func(x, y ir.Value) ir.Value) ir.Value {
	var over []ir.Value
	n := vec.Type().NumElems()
	for n > 1 {
		if n%2 == 1 {
			over = append(over, lane(b, vec, n-1))
		}
		n /= 2
		if n == 1 {
			break
		}
		low, high := make([]int, n), make([]int, n)
		for k := range n {
			low[k], high[k] = k, n+k
		}
		vec = combine(shuffle(b, vec, vec, low), shuffle(b, vec, vec, high))
	}
	v := lane(b, vec, 0)
	if vec.Type().NumElems() > 1 {
		v = combine(v, lane(b, vec, 1))
	}
	for _, x := range over {
		v = combine(v, x)
	}
	return v
}

func lane(b *ir.Builder, vec ir.Value, k int) ir.Value {
	return b.ExtractElement(vec, ir.NewInt(ir.I32, int64(k)))
}

func setLane(b *ir.Builder, vec, v ir.Value, k int) ir.Value {
	return b.InsertElement(vec, v, ir.NewInt(ir.I32, int64(k)))
}

func shuffle(b *ir.Builder, x, y ir.Value, lanes []int) ir.Value {
	types := b.Module().Types
	mask := make([]ir.Value, len(lanes))
	for k, l := range lanes {
		mask[k] = ir.NewInt(ir.I32, int64(l))
	}
	n := int64(len(lanes))
	m := &ir.Const{Kind: ir.ConstVector, Typ: types.Vector(ir.I32, n, false), Elems: mask}
	return b.Insert(ir.NewInstr(ir.ShuffleVector, types.Vector(x.Type().Elem, n, false), x, y, m))
}

// perRegister is how many elements of a vector an SSE register holds; AVX
// instructions work on each half like the SSE instruction.
func perRegister(t *ir.Type) int {
	if t.Elem == ir.Double {
		return 2
	}
	return 4
}

// horizontal combines neighbours: those of the first operand, then those of
// the second.
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
		return plain(b, op, shuffle(b, x, y, even), shuffle(b, x, y, odd))
	}
}

// alternate subtracts in the even places and adds in the odd ones.
func alternate(b *ir.Builder, i *ir.Instr) ir.Value {
	x, y := i.Arg(0), i.Arg(1)
	lanes := make([]int, x.Type().NumElems())
	for k := range lanes {
		lanes[k] = k + k%2*len(lanes)
	}
	return shuffle(b, plain(b, ir.FSub, x, y), plain(b, ir.FAdd, x, y), lanes)
}

// dotProduct multiplies the places that the upper half of the mask names, adds
// the products in pairs, and puts the sum where the lower half says.
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
				sums[k] = lane(b, product, base+k)
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
				v = setLane(b, v, sums[0], base+k)
			}
		}
	}
	return v
}

// lowest is the lesser or greater of the first elements, the second operand's
// when they do not compare; the other elements are the first operand's.
func lowest(p ir.Pred) lowering {
	return func(b *ir.Builder, i *ir.Instr) ir.Value {
		x, y := lane(b, i.Arg(0), 0), lane(b, i.Arg(1), 0)
		return setLane(b, i.Arg(0), b.Select(b.FCmp(p, x, y), x, y), 0)
	}
}

// narrowLowest puts the first element of the second operand, rounded to float,
// in the first place of the first.
func narrowLowest(b *ir.Builder, i *ir.Instr) ir.Value {
	return setLane(b, i.Arg(0), b.Cast(ir.FPTrunc, lane(b, i.Arg(1), 0), ir.Float), 0)
}

// narrow rounds a vector of doubles to floats and fills up with zeros.
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
	return shuffle(b, v, ir.Zero(v.Type()), lanes)
}
