package interp

// spread computes the undefined bits of an instruction's result from those of
// its operands, before it executes, and faults where they would decide
// something. Loads, calls and operations that can make poison add theirs when
// they execute. Called only in frames that have undefined bits at all.
func (m *Machine) spread(fr *frame, in *inst) error {
	u, regs := fr.und, fr.regs
	switch in.op {
	case opNop, opRet, opBr, opUnreachable, opAlloca, opResume, opLandingPad:
		return nil
	case opCondBr, opSwitch, opIndirectBr:
		if u[in.a] != 0 {
			return faultf(Undefined, "branch depends on an undefined value")
		}
		return nil
	case opCall:
		return nil
	case opCallPtr:
		if u[in.a] != 0 {
			return faultf(Undefined, "call of an undefined address")
		}
		return nil
	case opCallNative:
		return nil // callNative looks at the arguments
	case opLoadW, opLoad, opStoreW, opStore, opRMW, opCmpXchg:
		if u[in.a] != 0 {
			return faultf(Undefined, "address is undefined")
		}
		if in.op == opCmpXchg && (u[in.b] != 0 || u[in.c] != 0) {
			return faultf(Undefined, "cmpxchg of an undefined value")
		}
		return nil
	case opCopy1:
		u[in.dst] = u[in.a]
	case opCopy:
		copy(u[in.dst:in.dst+in.n], u[in.a:in.a+in.n])
	case opFreeze:
		clear(u[in.dst : in.dst+in.n])
	case opInsert:
		copy(u[in.dst:in.dst+in.n], u[in.a:in.a+in.n])
		at := in.dst + int32(in.imm)
		copy(u[at:at+int32(in.aux)], u[in.b:])
	case opExtractDyn:
		sz := int32(in.aux)
		if k := regs[in.b]; u[in.b] == 0 && k < uint64(in.n) {
			copy(u[in.dst:in.dst+sz], u[in.a+int32(k)*sz:])
			return nil
		}
		all(u[in.dst : in.dst+sz])
	case opInsertDyn:
		sz := int32(in.aux)
		if k := regs[in.c]; u[in.c] == 0 && k < uint64(in.n) {
			copy(u[in.dst:in.dst+in.n*sz], u[in.a:in.a+in.n*sz])
			copy(u[in.dst+int32(k)*sz:in.dst+int32(k+1)*sz], u[in.b:])
			return nil
		}
		all(u[in.dst : in.dst+in.n*sz])
	case opShuffle:
		for k, s := range in.x.shuffle {
			if s >= 0 {
				u[in.dst+int32(k)] = u[s]
			}
		}
	case opSelect1, opSelect:
		d := u[in.dst : in.dst+in.n]
		switch {
		case u[in.a] != 0:
			all(d)
		case regs[in.a] != 0:
			copy(d, u[in.b:])
		default:
			copy(d, u[in.c:])
		}
	case opSelectVec:
		sz := int32(in.aux)
		for k := int32(0); k < in.n; k++ {
			d := u[in.dst+k*sz : in.dst+(k+1)*sz]
			switch {
			case u[in.a+k] != 0:
				all(d)
			case regs[in.a+k] != 0:
				copy(d, u[in.b+k*sz:])
			default:
				copy(d, u[in.c+k*sz:])
			}
		}
	case opRepack:
		m.repack(in, u)
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
	case opMath1:
		for k := int32(0); k < in.n; k++ {
			u[in.dst+k] = whole(u[in.a+k])
		}
	case opMath2:
		for k := int32(0); k < in.n; k++ {
			u[in.dst+k] = whole(u[in.a+k] | u[in.b+k])
		}
	case opMath3:
		for k := int32(0); k < in.n; k++ {
			u[in.dst+k] = whole(u[in.a+k] | u[in.b+k] | u[in.c+k])
		}
	case opWide:
		spreadWide(u, regs, in)
	case opLanes:
		for k := int32(0); k < in.n; k++ {
			if err := spreadScalar(in.sub, in, u, regs, in.dst+k, in.a+k, in.b+k); err != nil {
				return err
			}
		}
	default:
		return spreadScalar(in.op, in, u, regs, in.dst, in.a, in.b)
	}
	return nil
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
