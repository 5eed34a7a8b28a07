package interp

import (
	"math"
	"math/big"

	"github.com/llad-ad/llad/ir"
)

// wideBig is the unsigned number in little-endian slots.
func wideBig(s []uint64) *big.Int {
	b := make([]byte, 8*len(s))
	for k, x := range s {
		for j := 0; j < 8; j++ {
			b[len(b)-1-8*k-j] = byte(x >> (8 * j))
		}
	}
	return new(big.Int).SetBytes(b)
}

// wideSigned is the two's complement number of the given width.
func wideSigned(s []uint64, bits int) *big.Int {
	x := wideBig(s)
	if x.Bit(bits-1) == 1 {
		x.Sub(x, new(big.Int).Lsh(big.NewInt(1), uint(bits)))
	}
	return x
}

// putBig writes x modulo 2^bits.
func putBig(x *big.Int, bits int, out []uint64) {
	mod := new(big.Int).Lsh(big.NewInt(1), uint(bits))
	x = new(big.Int).Mod(x, mod) // Euclidean: never negative
	word := new(big.Int)
	low := new(big.Int).SetUint64(^uint64(0))
	for k := range out {
		out[k] = word.And(x, low).Uint64()
		x.Rsh(x, 64)
	}
}

// wide executes operations on integers of more than 64 bits, lane by lane.
func (fr *frame) wide(in *inst) error {
	from, to := in.x.shape, in.x.shape2
	for k := range to.leaves {
		lt, lf := &to.leaves[k], &from.leaves[k]
		out := fr.regs[in.dst+lt.slot : in.dst+lt.slot+lt.slots]
		a := fr.regs[in.a+lf.slot : in.a+lf.slot+lf.slots]
		var b []uint64
		if in.x.op.IsBinary() || in.x.op == ir.ICmp {
			b = fr.regs[in.b+lf.slot : in.b+lf.slot+lf.slots]
		}
		poison, err := wideOp(in, lf, lt, a, b, out)
		if err != nil {
			return err
		}
		if poison {
			fr.setUndef(in.dst+lt.slot, lt.slots)
		}
	}
	return nil
}

func wideOp(in *inst, lf, lt *leaf, a, b, out []uint64) (poison bool, err error) {
	wf, wt := int(lf.bits), int(lt.bits)
	switch in.x.op {
	case ir.FPToSI, ir.FPToUI:
		return wideFromFloat(in, wt, toF64(in.k, a[0]), out), nil
	case ir.SIToFP, ir.UIToFP:
		x := wideBig(a)
		if in.x.op == ir.SIToFP {
			x = wideSigned(a, wf)
		}
		if in.k2 == f32Leaf {
			f, _ := new(big.Float).SetInt(x).Float32()
			out[0] = f32(f)
		} else {
			f, _ := new(big.Float).SetInt(x).Float64()
			out[0] = fromF64(in.k2, f)
		}
	case ir.SExt:
		putBig(wideSigned(a, wf), wt, out)
	case ir.Trunc, ir.ZExt, ir.PtrToInt, ir.IntToPtr, ir.PtrToAddr:
		clear(out)
		copy(out, a)
		out[len(out)-1] &= topMask(wt)
	case ir.And, ir.Or, ir.Xor:
		for k := range out {
			switch in.x.op {
			case ir.And:
				out[k] = a[k] & b[k]
			case ir.Or:
				out[k] = a[k] | b[k]
			default:
				out[k] = a[k] ^ b[k]
			}
		}
	case ir.Shl, ir.LShr, ir.AShr:
		by := wideBig(b)
		if by.Cmp(big.NewInt(int64(wf))) >= 0 {
			clear(out)
			return true, nil
		}
		wideShift(in.x.op, a, uint(by.Uint64()), wf, wt, out)
	default:
		return false, wideArith(in, wf, wt, a, b, out)
	}
	return false, nil
}

// wideFromFloat converts a number; what does not fit is poison.
func wideFromFloat(in *inst, wt int, f float64, out []uint64) (poison bool) {
	lim, lo := math.Ldexp(1, wt), 0.0
	if in.x.op == ir.FPToSI {
		lim /= 2
		lo = -lim
	}
	f = math.Trunc(f)
	if !(f >= lo && f < lim) {
		clear(out)
		return true
	}
	x, _ := big.NewFloat(f).Int(nil)
	putBig(x, wt, out)
	return false
}

func wideShift(op ir.Op, a []uint64, by uint, wf, wt int, out []uint64) {
	switch op {
	case ir.Shl:
		putBig(new(big.Int).Lsh(wideBig(a), by), wt, out)
	case ir.LShr:
		putBig(new(big.Int).Rsh(wideBig(a), by), wt, out)
	default:
		putBig(new(big.Int).Rsh(wideSigned(a, wf), by), wt, out)
	}
}

// wideArith computes the arithmetic operations and comparisons.
func wideArith(in *inst, wf, wt int, a, b, out []uint64) error {
	x, y := wideBig(a), wideBig(b)
	switch in.x.op {
	case ir.ICmp:
		if in.pred >= ir.SGT {
			x, y = wideSigned(a, wf), wideSigned(b, wf)
		}
		out[0] = b2u(icmpHolds(in.pred, x.Cmp(y)))
	case ir.Add:
		putBig(x.Add(x, y), wt, out)
	case ir.Sub:
		putBig(x.Sub(x, y), wt, out)
	case ir.Mul:
		putBig(x.Mul(x, y), wt, out)
	case ir.UDiv, ir.URem, ir.SDiv, ir.SRem:
		if y.Sign() == 0 {
			return faultf(DivByZero, "division by zero")
		}
		if in.x.op == ir.SDiv || in.x.op == ir.SRem {
			x, y = wideSigned(a, wf), wideSigned(b, wf)
		}
		q, r := new(big.Int).QuoRem(x, y, new(big.Int))
		if in.x.op == ir.SDiv && q.BitLen() >= wt && q.Sign() > 0 {
			return faultf(DivByZero, "division overflows i%d", wt)
		}
		if in.x.op == ir.URem || in.x.op == ir.SRem {
			q = r
		}
		putBig(q, wt, out)
	default:
		return faultf(Unsupported, "%s of i%d", in.x.op, wf)
	}
	return nil
}

// icmpHolds decides a predicate from the order of its operands.
func icmpHolds(p ir.Pred, order int) bool {
	switch p {
	case ir.EQ:
		return order == 0
	case ir.NE:
		return order != 0
	case ir.UGT, ir.SGT:
		return order > 0
	case ir.UGE, ir.SGE:
		return order >= 0
	case ir.ULT, ir.SLT:
		return order < 0
	case ir.ULE, ir.SLE:
		return order <= 0
	}
	return false
}

// spreadWide is exact for truncation, zero-extension and shifts by a defined
// number of bits, and takes no known operand bits into account for the bitwise
// operations; others are undefined as a whole when an operand is in any bit.
func spreadWide(u, regs []uint64, in *inst) {
	from, to := in.x.shape, in.x.shape2
	for k := range to.leaves {
		lt, lf := &to.leaves[k], &from.leaves[k]
		out := u[in.dst+lt.slot : in.dst+lt.slot+lt.slots]
		a := u[in.a+lf.slot : in.a+lf.slot+lf.slots]
		var b []uint64
		if in.x.op.IsBinary() || in.x.op == ir.ICmp {
			b = u[in.b+lf.slot : in.b+lf.slot+lf.slots]
		}
		clear(out)
		switch in.x.op {
		case ir.Trunc, ir.ZExt:
			copy(out, a)
			out[len(out)-1] &= topMask(int(lt.bits))
			continue
		case ir.Or, ir.Xor, ir.And:
			for j := range out {
				out[j] = a[j] | b[j]
			}
			continue
		case ir.Shl, ir.LShr, ir.AShr:
			n := wideBig(regs[in.b+lf.slot : in.b+lf.slot+lf.slots])
			if anySet(b) || !n.IsUint64() || n.Uint64() >= uint64(lf.bits) {
				break
			}
			wideShift(in.x.op, a, uint(n.Uint64()), int(lf.bits), int(lt.bits), out)
			continue
		}
		if anySet(a) || b != nil && anySet(b) {
			all(out)
		}
	}
}
