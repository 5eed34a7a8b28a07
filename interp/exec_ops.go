package interp

import "math"

// pure executes the operations without effect that the main loop leaves to it.
func (fr *frame) pure(in *inst) error {
	switch {
	case in.op > opWide:
		v, poison, err := laneOp(in.op)(in.op, in, fr.regs[in.a], fr.regs[in.b])
		if err != nil {
			return err
		}
		fr.regs[in.dst] = v
		if poison {
			fr.setUndef(in.dst, 1)
		}
	case in.op == opLanes:
		f := laneOp(in.sub)
		for k := int32(0); k < in.n; k++ {
			v, poison, err := f(in.sub, in, fr.regs[in.a+k], fr.regs[in.b+k])
			if err != nil {
				return err
			}
			fr.regs[in.dst+k] = v
			if poison {
				fr.setUndef(in.dst+k, 1)
			}
		}
	case in.op == opWide:
		return fr.wide(in)
	case in.op >= opCopy1:
		fr.moveData(in)
	case in.op >= opGEP0:
		fr.address(in)
	case in.op >= opMath1:
		fr.math(in)
	}
	return nil
}

// moveData executes the operations that move and choose slots.
func (fr *frame) moveData(in *inst) {
	regs, sz := fr.regs, int32(in.aux)
	switch in.op {
	case opCopy1:
		regs[in.dst] = regs[in.a]
	case opCopy, opFreeze:
		copy(regs[in.dst:in.dst+in.n], regs[in.a:in.a+in.n])
	case opSelect1:
		if regs[in.a] != 0 {
			regs[in.dst] = regs[in.b]
		} else {
			regs[in.dst] = regs[in.c]
		}
	case opSelect:
		from := in.c
		if regs[in.a] != 0 {
			from = in.b
		}
		copy(regs[in.dst:in.dst+in.n], regs[from:from+in.n])
	case opSelectVec:
		for k := int32(0); k < in.n; k++ {
			from := in.c
			if regs[in.a+k] != 0 {
				from = in.b
			}
			copy(regs[in.dst+k*sz:in.dst+(k+1)*sz], regs[from+k*sz:])
		}
	case opInsert:
		copy(regs[in.dst:in.dst+in.n], regs[in.a:in.a+in.n])
		at := in.dst + int32(in.imm)
		copy(regs[at:at+sz], regs[in.b:])
	case opExtractDyn:
		k := regs[in.b]
		if k >= uint64(in.n) {
			clear(regs[in.dst : in.dst+sz])
			fr.setUndef(in.dst, sz)
			return
		}
		copy(regs[in.dst:in.dst+sz], regs[in.a+int32(k)*sz:])
	case opInsertDyn:
		copy(regs[in.dst:in.dst+in.n*sz], regs[in.a:in.a+in.n*sz])
		k := regs[in.c]
		if k >= uint64(in.n) {
			fr.setUndef(in.dst, in.n*sz)
			return
		}
		copy(regs[in.dst+int32(k)*sz:in.dst+int32(k+1)*sz], regs[in.b:])
	case opShuffle:
		for k, s := range in.x.shuffle {
			if s < 0 {
				regs[in.dst+int32(k)] = 0
				fr.setUndef(in.dst+int32(k), 1)
			} else {
				regs[in.dst+int32(k)] = regs[s]
			}
		}
	case opRepack:
		repack(in, regs)
	}
}

// address computes a getelementptr.
func (fr *frame) address(in *inst) {
	regs := fr.regs
	switch in.op {
	case opGEP0:
		regs[in.dst] = regs[in.a] + in.imm
	case opGEP1:
		regs[in.dst] = regs[in.a] + uint64(signed(regs[in.b], int(in.w)))*in.aux + in.imm
	case opGEPN:
		p := regs[in.a] + in.imm
		for _, x := range in.x.index {
			p += uint64(signed(regs[x.slot], int(x.w))) * x.scale
		}
		regs[in.dst] = p
	case opGEPVec:
		for k := int32(0); k < in.n; k++ {
			p := regs[in.a+k*in.b] + in.imm
			for _, x := range in.x.index {
				s := x.slot
				if x.vec {
					s += k
				}
				p += uint64(signed(regs[s], int(x.w))) * x.scale
			}
			regs[in.dst+k] = p
		}
	}
}

// math calls a function of one to three numbers for each lane.
func (fr *frame) math(in *inst) {
	regs := fr.regs
	switch in.op {
	case opMath1:
		for k := int32(0); k < in.n; k++ {
			regs[in.dst+k] = fromF64(in.k, in.x.f1(toF64(in.k, regs[in.a+k])))
		}
	case opMath2:
		for k := int32(0); k < in.n; k++ {
			regs[in.dst+k] = fromF64(in.k, in.x.f2(toF64(in.k, regs[in.a+k]), toF64(in.k, regs[in.b+k])))
		}
	case opMath3:
		for k := int32(0); k < in.n; k++ {
			regs[in.dst+k] = fromF64(in.k, in.x.f3(toF64(in.k, regs[in.a+k]), toF64(in.k, regs[in.b+k]), toF64(in.k, regs[in.c+k])))
		}
	}
}

// laneOp gives what computes one lane of an operation; poison says that the
// result is undefined.
func laneOp(op opcode) func(op opcode, in *inst, x, y uint64) (v uint64, poison bool, err error) {
	if op >= opFAdd64 && op <= opFNeg {
		return floatOp
	}
	return integerOp
}

// integerOp computes operations on integers, comparisons and conversions.
func integerOp(op opcode, in *inst, x, y uint64) (v uint64, poison bool, err error) {
	w := int(in.w)
	switch op {
	case opAdd:
		return (x + y) & in.imm, false, nil
	case opSub:
		return (x - y) & in.imm, false, nil
	case opMul:
		return (x * y) & in.imm, false, nil
	case opAnd:
		return x & y, false, nil
	case opOr:
		return x | y, false, nil
	case opXor:
		return x ^ y, false, nil
	case opShl:
		if y >= uint64(w) {
			return 0, true, nil
		}
		return x << y & in.imm, false, nil
	case opLShr:
		if y >= uint64(w) {
			return 0, true, nil
		}
		return x >> y, false, nil
	case opAShr:
		if y >= uint64(w) {
			return 0, true, nil
		}
		return uint64(signed(x, w)>>y) & in.imm, false, nil
	case opUDiv, opURem, opSDiv, opSRem:
		v, err = divide(op, in, x, y)
		return v, false, err
	case opEQ:
		return b2u(x == y), false, nil
	case opNE:
		return b2u(x != y), false, nil
	case opUGT:
		return b2u(x > y), false, nil
	case opUGE:
		return b2u(x >= y), false, nil
	case opULT:
		return b2u(x < y), false, nil
	case opULE:
		return b2u(x <= y), false, nil
	case opSGT:
		return b2u(signed(x, w) > signed(y, w)), false, nil
	case opSGE:
		return b2u(signed(x, w) >= signed(y, w)), false, nil
	case opSLT:
		return b2u(signed(x, w) < signed(y, w)), false, nil
	case opSLE:
		return b2u(signed(x, w) <= signed(y, w)), false, nil
	case opTrunc:
		return x & in.imm, false, nil
	case opSExt:
		return uint64(signed(x, w)) & in.imm, false, nil
	case opFCmp:
		return b2u(fcmp(in.pred, toF64(in.k, x), toF64(in.k, y))), false, nil
	case opFPCast:
		return fromF64(in.k2, toF64(in.k, x)), false, nil
	case opUIToFP, opSIToFP:
		return intToFloat(in.k2, x, w, op == opSIToFP), false, nil
	case opFPToUI, opFPToSI:
		v, ok := floatToInt(toF64(in.k, x), int(in.w2), op == opFPToSI)
		return v, !ok, nil
	}
	return 0, false, faultf(Internal, "operation %d", op)
}

func divide(op opcode, in *inst, x, y uint64) (uint64, error) {
	if y == 0 {
		return 0, faultf(DivByZero, "division by zero")
	}
	w := int(in.w)
	a, b := signed(x, w), signed(y, w)
	switch {
	case op == opUDiv:
		return x / y, nil
	case op == opURem:
		return x % y, nil
	case b == -1 && x == 1<<(w-1):
		return 0, faultf(DivByZero, "%d / -1 overflows i%d", a, w)
	case op == opSDiv:
		return uint64(a/b) & in.imm, nil
	}
	return uint64(a%b) & in.imm, nil
}

// floatOp computes arithmetic of floating-point numbers.
func floatOp(op opcode, in *inst, x, y uint64) (v uint64, poison bool, err error) {
	switch op {
	case opFNeg:
		return negate(in.k, x), false, nil
	case opFAdd32:
		return f32(math.Float32frombits(uint32(x)) + math.Float32frombits(uint32(y))), false, nil
	case opFSub32:
		return f32(math.Float32frombits(uint32(x)) - math.Float32frombits(uint32(y))), false, nil
	case opFMul32:
		return f32(math.Float32frombits(uint32(x)) * math.Float32frombits(uint32(y))), false, nil
	case opFDiv32:
		return f32(math.Float32frombits(uint32(x)) / math.Float32frombits(uint32(y))), false, nil
	}
	a, b := toF64(in.k, x), toF64(in.k, y)
	switch op {
	case opFAdd, opFAdd64:
		return fromF64(in.k, a+b), false, nil
	case opFSub, opFSub64:
		return fromF64(in.k, a-b), false, nil
	case opFMul, opFMul64:
		return fromF64(in.k, a*b), false, nil
	case opFDiv, opFDiv64:
		return fromF64(in.k, a/b), false, nil
	case opFRem:
		return fromF64(in.k, math.Mod(a, b)), false, nil
	}
	return 0, false, faultf(Internal, "operation %d", op)
}

func f32(x float32) uint64 { return uint64(math.Float32bits(x)) }

// negate flips the sign bit, of NaNs too.
func negate(k leafKind, x uint64) uint64 {
	switch k {
	case f32Leaf:
		return x ^ 1<<31
	case f16Leaf, bf16Leaf:
		return x ^ 1<<15
	}
	return x ^ 1<<63
}

// repack reads the bits of one type as another, as a store and a load would.
func repack(in *inst, regs []uint64) {
	a, b := in.x.shape, in.x.shape2
	n := max(a.size, b.size)
	buf := make([]byte, n)
	a.encode(buf, nil, regs[in.a:in.a+int32(a.slots)], nil)
	b.decode(buf, nil, regs[in.dst:in.dst+int32(b.slots)], make([]uint64, b.slots))
}
