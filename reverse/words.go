package reverse

import (
	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/ir"
)

// wordFunc: void f(ptr src, ptr dst, i64 bytes, i1 to) is blockFunc for blocks
// of which each word tells whether it is a derivative (activity.Word). A move
// and a clear work on the derivatives alone, a copy on the addresses. Words
// begin where both sides are aligned, or with the block where they never are.
func (rt *runtime) wordFunc(op blockOp) *ir.Function {
	m := rt.m
	name := "llad." + string(op) + ".words"
	if f := rt.helpers[name]; f != nil {
		return f
	}
	f, b := rt.fn(name, ir.Void, m.Ptr(), m.Ptr(), ir.I64, ir.I1)
	rt.helper(name, f)
	src, dst, bytes, to := f.Params[0], f.Params[1], f.Params[2], f.Params[3]
	from, at := b.Cast(ir.PtrToInt, src, ir.I64), b.Cast(ir.PtrToInt, dst, ir.I64)
	apart := b.Binary(ir.And, b.Binary(ir.Xor, from, at), i64(7))
	lead := b.Select(b.ICmp(ir.EQ, apart, i64(0)), b.Binary(ir.And, b.Sub(i64(0), at), i64(7)), i64(0))
	n := b.Binary(ir.LShr, b.Sub(bytes, lead), i64(3))
	n = b.Select(b.ICmp(ir.UGT, lead, bytes), i64(0), n)
	up := b.ICmp(ir.UGT, at, from)
	if op == copyOp {
		up = b.ICmp(ir.ULE, at, from)
	}
	countLoop(f, b, n, func(k ir.Value, next *ir.Block) {
		word := b.Select(up, k, b.Sub(b.Sub(n, i64(1)), k))
		off := b.Add(lead, b.Binary(ir.Shl, word, i64(3)))
		p, q := b.Offset(dst, off), b.Offset(src, off)
		looked := p
		if op == copyOp {
			looked = q
		}
		bits := b.Load(ir.I64, looked, 1)
		derivative := b.ICmp(ir.NE, b.Binary(ir.And, bits, i64(activity.WordExponent)), i64(0))
		acts := f.NewBlock("acts")
		if op == copyOp {
			address := b.ICmp(ir.NE, bits, i64(0))
			b.CondBr(b.Select(derivative, ir.NewBool(false), address), acts, next)
			b.AtEnd(acts)
			b.Store(bits, p, 1)
		} else {
			b.CondBr(derivative, acts, next)
			b.AtEnd(acts)
			b.Store(ir.Zero(ir.I64), p, 1)
			if op == moveOp {
				adds := f.NewBlock("adds")
				b.CondBr(to, adds, next)
				b.AtEnd(adds)
				d := b.Cast(ir.BitCast, bits, ir.Double)
				b.Store(b.FAdd(b.Load(ir.Double, q, 1), d), q, 1)
			}
		}
	})
	b.Ret(nil)
	return f
}

// inWords reports whether a block's words tell what they are.
func inWords(pieces []activity.Piece) bool {
	return len(pieces) == 1 && pieces[0].Class == activity.Word
}
