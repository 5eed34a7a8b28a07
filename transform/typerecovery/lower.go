package typerecovery

import (
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// lowering emits what a call computes as instructions and intrinsics with simple derivatives,
// and returns the value of the call; nil leaves the call.
type lowering func(b *ir.Builder, i *ir.Instr) ir.Value

// lowerings are the functions that LowerCalls knows, intrinsics without overload suffixes.
// Those of x86 are in lowerx86.go.
var lowerings = map[string]lowering{
	"posix_memalign": posixMemalign,

	// a complex number in one piece: two floats in a vector, or in memory
	"cabsf": ofParts("hypotf", 0, 1),
	"cabsl": ofParts("hypotl", 0, 1),
	"cargf": ofParts("atan2f", 1, 0),
	"cargl": ofParts("atan2l", 1, 0),

	"llvm.vector.reduce.fadd":     reduceFrom(ir.FAdd),
	"llvm.vector.reduce.fmul":     reduceFrom(ir.FMul),
	"llvm.vector.reduce.fmax":     reduceBy("maxnum"),
	"llvm.vector.reduce.fmin":     reduceBy("minnum"),
	"llvm.vector.reduce.fmaximum": reduceBy("maximum"),
	"llvm.vector.reduce.fminimum": reduceBy("minimum"),

	"llvm.umin": ofBits(ir.ULT),
	"llvm.umax": ofBits(ir.UGT),
	"llvm.smin": ofBits(ir.SLT),
	"llvm.smax": ofBits(ir.SGT),
}

// LowerCalls replaces calls without a derivative rule by a few instructions that have one:
// reductions of vectors, horizontal operations of x86, moves of lanes, masked accesses to words, posix_memalign. It reports whether
// anything changed.
func LowerCalls(f *ir.Function) bool {
	return edit.RewriteEach(f, f.Blocks, func(i *ir.Instr) func(b *ir.Builder) ir.Value {
		lower := loweringOf(i)
		if lower == nil {
			return nil
		}
		return func(b *ir.Builder) ir.Value {
			b.Flags = i.Flags & ir.FastMath
			defer func() { b.Flags = 0 }()
			return lower(b, i)
		}
	})
}

func loweringOf(i *ir.Instr) lowering {
	if i.Op != ir.Call {
		return plainOverflow(i)
	}
	if asm, ok := i.Callee().(*ir.InlineAsm); ok {
		return lowerAsm(i, asm)
	}
	f := i.CalledFunc()
	if f == nil || !f.IsDecl {
		return nil
	}
	name := f.Name
	if l := x86Lowerings[name]; l != nil {
		return l
	}
	for _, of := range []func(*ir.Instr) lowering{lowerMasked, lowerLaneMoves} {
		if l := of(i); l != nil {
			return l
		}
	}
	if l := lowerings[name]; l != nil || !strings.HasPrefix(name, "llvm.") {
		return l
	}
	if dot := strings.LastIndexByte(name, '.'); dot > 0 {
		return lowerings[name[:dot]]
	}
	return nil
}

// ofBits is the minimum or maximum of two integers as a comparison and a select, where one may
// be the bits of a float: those are ordered as the floats of one sign are.
func ofBits(p ir.Pred) lowering {
	return func(b *ir.Builder, i *ir.Instr) ir.Value {
		x, y := i.Arg(0), i.Arg(1)
		if !bitsOfFloat(x, maxMaskDepth) && !bitsOfFloat(y, maxMaskDepth) && !movesMinMax(i) {
			return nil
		}
		return b.Select(b.ICmp(p, x, y), x, y)
	}
}

// bitsOfFloat reports whether v is bitcast from a float, or a select of such values.
func bitsOfFloat(v ir.Value, depth int) bool {
	x := unwrapped(v)
	if x.Type().Scalar().IsFloat() {
		return !ir.IsConstant(x)
	}
	i, ok := x.(*ir.Instr)
	return ok && depth > 0 && i.Op == ir.Select && (bitsOfFloat(i.Arg(1), depth-1) || bitsOfFloat(i.Arg(2), depth-1))
}

// posixMemalign is aligned_alloc and a store. Where the alignment is not known to be valid, it
// is tested: an invalid one is an error of its own.
func posixMemalign(b *ir.Builder, i *ir.Instr) ir.Value {
	const noMemory, wrong = 12, 22 // ENOMEM, EINVAL
	if i.NumCallArgs() != 3 || !i.Arg(0).Type().IsPtr() {
		return nil
	}
	m := b.Module()
	align, bytes := i.Arg(1), i.Arg(2)
	size := align.Type()
	made := func(align, bytes ir.Value) ir.Value {
		return b.CallFunc(m.Declare("aligned_alloc", m.FuncType(m.Ptr(), size, size)), align, bytes)
	}
	result := func(p ir.Value) ir.Value {
		return b.Select(b.ICmp(ir.EQ, p, ir.Zero(p.Type())), ir.NewInt(i.Typ, noMemory), ir.Zero(i.Typ))
	}
	if _, ok := ir.IntValue(align); ok && !takesAlignment(align) {
		return nil
	}
	if takesAlignment(align) {
		p := made(align, bytes)
		b.Store(p, i.Arg(0), 0)
		return result(p)
	}
	word := ir.NewInt(size, 8)
	power := b.ICmp(ir.EQ, b.Binary(ir.And, align, b.Sub(align, ir.NewInt(size, 1))), ir.Zero(size))
	right := b.Select(power, b.ICmp(ir.UGE, align, word), ir.Zero(ir.I1))
	p := made(b.Select(right, align, word), b.Select(right, bytes, ir.Zero(size)))
	b.Store(p, i.Arg(0), 0)
	return b.Select(right, result(p), ir.NewInt(i.Typ, wrong))
}

// takesAlignment reports whether v is known to be a valid alignment for posix_memalign.
func takesAlignment(v ir.Value) bool {
	if c, ok := v.(*ir.Instr); ok && c.Op == ir.Select {
		return takesAlignment(c.Arg(1)) && takesAlignment(c.Arg(2))
	}
	n, ok := ir.IntValue(v)
	return ok && n >= 8 && n&(n-1) == 0
}

// ofParts is a function of the parts first and second of a complex number.
func ofParts(name string, first, second int) lowering {
	return func(b *ir.Builder, i *ir.Instr) ir.Value {
		if i.NumCallArgs() != 1 || !i.Typ.IsFloat() {
			return nil
		}
		z := i.Arg(0)
		var part func(k int) ir.Value
		switch t := z.Type(); {
		case t.IsVector() && t.Elem == i.Typ && t.Len == 2:
			part = func(k int) ir.Value { return edit.ExtractLane(b, z, k) }
		case t.IsPtr() && i.X != nil && len(i.X.ArgAttrs) == 1 && strings.Contains(i.X.ArgAttrs[0], "byval"):
			part = func(k int) ir.Value {
				return b.Load(i.Typ, b.GEP(b.Module().Struct(i.Typ, i.Typ), z, ir.NewInt(ir.I32, 0), ir.NewInt(ir.I32, int64(k))), 0)
			}
		default:
			return nil
		}
		f := b.Module().Declare(name, b.Module().FuncType(i.Typ, i.Typ, i.Typ))
		c := b.CallFunc(f, part(first), part(second))
		c.Flags = b.Flags
		return c
	}
}

// reduceFrom is a reduction with a start value: in order, unless the call allows
// reassociation.
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
			acc = plain(b, op, acc, edit.ExtractLane(b, vec, k))
		}
		return acc
	}
}

// reduceBy is a reduction by a function whose order does not matter.
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

// plain emits an instruction without folding it: the builder's folds would change the sign of
// a zero.
func plain(b *ir.Builder, op ir.Op, x, y ir.Value) ir.Value {
	i := ir.NewInstr(op, x.Type(), x, y)
	i.Flags = b.Flags
	return b.Insert(i)
}

// halve combines the halves of a vector until one element is left; the last element of an odd
// length is combined at the end.
func halve(b *ir.Builder, vec ir.Value, combine func(x, y ir.Value) ir.Value) ir.Value {
	var over []ir.Value
	n := vec.Type().NumElems()
	for n > 1 {
		if n%2 == 1 {
			over = append(over, edit.ExtractLane(b, vec, n-1))
		}
		n /= 2
		if n == 1 {
			break
		}
		low, high := make([]int, n), make([]int, n)
		for k := range n {
			low[k], high[k] = k, n+k
		}
		vec = combine(edit.Shuffle(b, vec, vec, low), edit.Shuffle(b, vec, vec, high))
	}
	v := edit.ExtractLane(b, vec, 0)
	if vec.Type().NumElems() > 1 {
		v = combine(v, edit.ExtractLane(b, vec, 1))
	}
	for _, x := range over {
		v = combine(v, x)
	}
	return v
}
