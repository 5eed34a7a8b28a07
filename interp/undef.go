package interp

// spread computes the undefined bits of an instruction's result from those of
// its operands, before it executes, and faults where they would decide
// something. Loads, calls and operations that can make poison add theirs when
// they execute. Called only in frames that have undefined bits at all.
func (fr *frame) spread(in *inst) error {
	switch {
	case in.op > opWide:
		return spreadScalar(in.op, in, fr.und, fr.regs, in.dst, in.a, in.b)
	case in.op == opWide:
		spreadWide(fr.und, fr.regs, in)
	case in.op == opLanes:
		for k := int32(0); k < in.n; k++ {
			if err := spreadScalar(in.sub, in, fr.und, fr.regs, in.dst+k, in.a+k, in.b+k); err != nil {
				return err
			}
		}
	case in.op >= opCopy1:
		spreadMoved(fr.und, fr.regs, in)
	case in.op >= opGEP0:
		spreadAddress(fr.und, in)
	case in.op >= opMath1 && in.op <= opMath3:
		spreadMath(fr.und, in)
	default:
		return decided(fr.und, in)
	}
	return nil
}

// decided faults when undefined bits decide where control goes or what memory
// is accessed.
func decided(u []uint64, in *inst) error {
	switch in.op {
	case opCondBr, opSwitch, opIndirectBr:
		if u[in.a] != 0 {
			return faultf(Undefined, "branch depends on an undefined value")
		}
	case opCallPtr: // callNative and callFunction look at the arguments
		if u[in.a] != 0 {
			return faultf(Undefined, "call of an undefined address")
		}
	case opLoadW, opLoad, opStoreW, opStore, opRMW, opCmpXchg:
		if u[in.a] != 0 {
			return faultf(Undefined, "address is undefined")
		}
		if in.op == opCmpXchg && (u[in.b] != 0 || u[in.c] != 0) {
			return faultf(Undefined, "cmpxchg of an undefined value")
		}
	}
	return nil
}

// spreadMoved moves undefined bits as moveData moves slots.
func spreadMoved(u, regs []uint64, in *inst) {
	sz := int32(in.aux)
	switch in.op {
	case opCopy1:
		u[in.dst] = u[in.a]
	case opCopy:
		copy(u[in.dst:in.dst+in.n], u[in.a:in.a+in.n])
	case opFreeze:
		clear(u[in.dst : in.dst+in.n])
	case opInsert:
		copy(u[in.dst:in.dst+in.n], u[in.a:in.a+in.n])
		at := in.dst + int32(in.imm)
		copy(u[at:at+sz], u[in.b:])
	case opExtractDyn:
		if k := regs[in.b]; u[in.b] == 0 && k < uint64(in.n) {
			copy(u[in.dst:in.dst+sz], u[in.a+int32(k)*sz:])
			return
		}
		all(u[in.dst : in.dst+sz])
	case opInsertDyn:
		if k := regs[in.c]; u[in.c] == 0 && k < uint64(in.n) {
			copy(u[in.dst:in.dst+in.n*sz], u[in.a:in.a+in.n*sz])
			copy(u[in.dst+int32(k)*sz:in.dst+int32(k+1)*sz], u[in.b:])
			return
		}
		all(u[in.dst : in.dst+in.n*sz])
	case opShuffle:
		for k, s := range in.x.shuffle {
			if s >= 0 {
				u[in.dst+int32(k)] = u[s]
			}
		}
	case opSelect1, opSelect:
		spreadChosen(u[in.dst:in.dst+in.n], u[in.a], regs[in.a], u[in.b:], u[in.c:])
	case opSelectVec:
		for k := int32(0); k < in.n; k++ {
			spreadChosen(u[in.dst+k*sz:in.dst+(k+1)*sz], u[in.a+k], regs[in.a+k], u[in.b+k*sz:], u[in.c+k*sz:])
		}
	case opRepack:
		repack(in, u)
	}
}

// spreadChosen is what a select does: all bits are undefined when its condition is.
func spreadChosen(dst []uint64, und, cond uint64, yes, no []uint64) {
	switch {
	case und != 0:
		all(dst)
	case cond != 0:
		copy(dst, yes)
	default:
		copy(dst, no)
	}
}

func spreadAddress(u []uint64, in *inst) {
	switch in.op {
	case opGEP0:
		u[in.dst] = whole(u[in.a])
	case opGEP1:
		u[in.dst] = whole(u[in.a] | u[in.b])
	case opGEPN:
		x := u[in.a]
		for _, g := range in.x.index {
			x |= u[g.slot]
		}
		u[in.dst] = whole(x)
	case opGEPVec:
		for k := int32(0); k < in.n; k++ {
			x := u[in.a+k*in.b]
			for _, g := range in.x.index {
				if g.vec {
					x |= u[g.slot+k]
				} else {
					x |= u[g.slot]
				}
			}
			u[in.dst+k] = whole(x)
		}
	}
}

func spreadMath(u []uint64, in *inst) {
	for k := int32(0); k < in.n; k++ {
		x := u[in.a+k]
		if in.op >= opMath2 {
			x |= u[in.b+k]
		}
		if in.op == opMath3 {
			x |= u[in.c+k]
		}
		u[in.dst+k] = whole(x)
	}
}

func whole(x uint64) uint64 {
	if x != 0 {
		return ^uint64(0)
	}
	return 0
}

func all(u []uint64) {
	for k := range u {
		u[k] = ^uint64(0)
	}
}

// isUnary reports whether operand b of an operation means nothing.
func isUnary(op opcode) bool { return op == opFNeg || op >= opTrunc && op <= opSIToFP }

// spreadScalar is exact for the operations that move bits, and makes the whole
// result undefined for the others when an operand is.
func spreadScalar(op opcode, in *inst, u, regs []uint64, dst, a, b int32) error {
	x := u[a]
	if isUnary(op) {
		switch op {
		case opTrunc:
			u[dst] = x & in.imm
		case opSExt:
			u[dst] = uint64(signed(x, int(in.w))) & in.imm
		default:
			u[dst] = whole(x)
		}
		return nil
	}
	y := u[b]
	if x|y == 0 {
		u[dst] = 0
		return nil
	}
	switch op {
	case opAnd: // a defined 0 decides
		u[dst] = (x | y) &^ (^x &^ regs[a]) &^ (^y &^ regs[b])
	case opOr: // a defined 1 decides
		u[dst] = (x | y) &^ (regs[a] &^ x) &^ (regs[b] &^ y)
	case opXor:
		u[dst] = x | y
	case opShl, opLShr, opAShr:
		k := regs[b]
		switch {
		case y != 0 || k >= uint64(in.w):
			u[dst] = ^uint64(0)
		case op == opShl:
			u[dst] = x << k & in.imm
		case op == opLShr:
			u[dst] = (x & in.imm) >> k
		default:
			u[dst] = uint64(signed(x, int(in.w))>>k) & in.imm
		}
	case opAdd, opSub, opMul: // bits below the lowest undefined one stay defined
		low := (x | y) & -(x | y)
		u[dst] = -low & in.imm
	case opUDiv, opSDiv, opURem, opSRem:
		if y != 0 {
			return faultf(Undefined, "divisor is undefined")
		}
		u[dst] = ^uint64(0)
	case opEQ, opNE:
		u[dst] = 1
		// Defined bits that differ decide.
		if mask := ^(x | y) & in.imm; regs[a]&mask != regs[b]&mask {
			u[dst] = 0
		}
	default:
		u[dst] = ^uint64(0)
	}
	return nil
}
