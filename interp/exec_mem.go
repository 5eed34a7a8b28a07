package interp

import "math"

// loadSlow is a word load that the fast path did not take.
func (m *Machine) loadSlow(fr *frame, in *inst, addr uint64) error {
	fr.at = in
	v, und, err := m.mem.loadWord(addr, uint64(in.w))
	if err != nil {
		return err
	}
	fr.regs[in.dst] = v & in.aux
	if und &= in.aux; und != 0 || fr.und != nil {
		fr.shade()[in.dst] = und
		if und != 0 {
			fr.from, fr.fromObj = in, m.mem.objectAt(addr)
		}
	}
	return nil
}

// memoryOp executes the memory operations that are not in the main loop.
func (m *Machine) memoryOp(fr *frame, in *inst) error {
	if in.op == opAlloca {
		return m.alloca(fr, in)
	}
	addr := fr.regs[in.a]
	if addr&in.imm != 0 {
		return misaligned(addr, in)
	}
	switch in.op {
	case opStore:
		m.count.Stores++
		var und []uint64
		if fr.und != nil {
			und = fr.und[in.b : in.b+in.n]
		}
		return m.mem.storeShape(in.x.shape, addr, fr.regs[in.b:in.b+in.n], und)
	case opCmpXchg:
		return m.compareExchange(fr, in, addr)
	case opRMW:
		return m.readModifyWrite(fr, in, addr)
	}
	return faultf(Internal, "memory operation %d", in.op)
}

func (m *Machine) alloca(fr *frame, in *inst) error {
	count := fr.regs[in.a]
	if in.aux != 0 && count > maxObject/in.aux {
		return faultf(MemoryLimit, "alloca of %d elements of %d bytes", count, in.aux)
	}
	o, err := m.pushStack(count*in.aux, in.imm, in.src)
	if err != nil {
		return err
	}
	fr.regs[in.dst] = o.base
	if fr.und != nil {
		fr.und[in.dst] = 0
	}
	return nil
}

// load is a load of any type.
func (m *Machine) load(fr *frame, in *inst) error {
	addr := fr.regs[in.a]
	if addr&in.imm != 0 {
		return misaligned(addr, in)
	}
	m.count.Loads++
	und := fr.und
	if und == nil {
		if cap(m.scratch) < int(in.n) {
			m.scratch = make([]uint64, in.n)
		}
		und = m.scratch[:in.n]
	} else {
		und = und[in.dst : in.dst+in.n]
	}
	clear(und)
	any, err := m.mem.loadShape(in.x.shape, addr, fr.regs[in.dst:in.dst+in.n], und)
	if any {
		if fr.und == nil {
			copy(fr.shade()[in.dst:in.dst+in.n], und)
		}
		fr.from, fr.fromObj = in, m.mem.objectAt(addr)
	}
	return err
}

func (m *Machine) compareExchange(fr *frame, in *inst, addr uint64) error {
	m.count.Loads++
	old, und, err := m.mem.loadWord(addr, uint64(in.w))
	if err != nil {
		return err
	}
	if und&in.aux != 0 {
		return faultf(Undefined, "cmpxchg compares undefined memory")
	}
	same := old&in.aux == fr.regs[in.b]&in.aux
	if same {
		m.count.Stores++
		if err := m.mem.storeWord(addr, uint64(in.w), fr.regs[in.c], 0); err != nil {
			return err
		}
	}
	fr.regs[in.dst], fr.regs[in.dst+1] = old&in.aux, b2u(same)
	if fr.und != nil {
		fr.und[in.dst], fr.und[in.dst+1] = 0, 0
	}
	return nil
}

func (m *Machine) readModifyWrite(fr *frame, in *inst, addr uint64) error {
	m.count.Loads++
	m.count.Stores++
	old, und, err := m.mem.loadWord(addr, uint64(in.w))
	if err != nil {
		return err
	}
	old &= in.aux
	v, err := rmw(in, old, fr.regs[in.b])
	if err != nil {
		return err
	}
	newUnd := uint64(0)
	if fr.und != nil {
		newUnd = fr.und[in.b]
	}
	if in.x.rmw != "xchg" && und != 0 {
		newUnd = ^uint64(0)
	}
	if err := m.mem.storeWord(addr, uint64(in.w), v, newUnd&in.aux); err != nil {
		return err
	}
	fr.regs[in.dst] = old
	if und != 0 || fr.und != nil {
		fr.shade()[in.dst] = und & in.aux
	}
	return nil
}

// rmw is what atomicrmw stores.
func rmw(in *inst, old, v uint64) (uint64, error) {
	w := int(in.w2)
	mask := topMask(w)
	switch in.x.rmw {
	case "xchg":
		return v, nil
	case "add":
		return (old + v) & mask, nil
	case "sub":
		return (old - v) & mask, nil
	case "and":
		return old & v, nil
	case "nand":
		return ^(old & v) & mask, nil
	case "or":
		return old | v, nil
	case "xor":
		return old ^ v, nil
	case "max":
		if signed(old, w) > signed(v, w) {
			return old, nil
		}
		return v, nil
	case "min":
		if signed(old, w) < signed(v, w) {
			return old, nil
		}
		return v, nil
	case "umax":
		return max(old, v), nil
	case "umin":
		return min(old, v), nil
	case "uinc_wrap":
		if old >= v {
			return 0, nil
		}
		return old + 1, nil
	case "udec_wrap":
		if old == 0 || old > v {
			return v, nil
		}
		return old - 1, nil
	case "usub_cond":
		if old >= v {
			return old - v, nil
		}
		return old, nil
	case "usub_sat":
		if old >= v {
			return old - v, nil
		}
		return 0, nil
	}
	x, y := toF64(in.k, old), toF64(in.k, v)
	switch in.x.rmw {
	case "fadd":
		return fromF64(in.k, x+y), nil
	case "fsub":
		return fromF64(in.k, x-y), nil
	case "fmax":
		return fromF64(in.k, maxNum(x, y)), nil
	case "fmin":
		return fromF64(in.k, minNum(x, y)), nil
	case "fmaximum":
		return fromF64(in.k, math.Max(x, y)), nil
	case "fminimum":
		return fromF64(in.k, math.Min(x, y)), nil
	}
	return 0, faultf(Unsupported, "atomicrmw %s", in.x.rmw)
}
