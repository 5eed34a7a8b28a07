package interp

import (
	"math"

	"github.com/llad-ad/llad/ir"
)

// frame is an activation of a function.
type frame struct {
	fn      *function
	regs    []uint64
	und     []uint64 // undefined bits of regs; nil as long as there are none
	at      *inst    // what is executing, for positions
	ret     int32    // first slot of the result
	undMem  []uint64 // where und would lie
	varargs uint64   // address of the variable arguments
	mark    stackMark
	from    *inst   // what made bits undefined last, see Fault.Origin
	fromObj *object // the memory it read, nil for poison
	track   bool    // undefined bits are kept
}

// shade gives the frame its undefined bits, all defined so far.
func (fr *frame) shade() []uint64 {
	if fr.und == nil {
		if fr.undMem == nil {
			fr.undMem = make([]uint64, len(fr.regs))
		}
		clear(fr.undMem)
		fr.und = fr.undMem
	}
	return fr.und
}

// setUndef makes n slots undefined.
func (fr *frame) setUndef(slot, n int32) {
	if fr.track {
		fr.from, fr.fromObj = fr.at, nil
		all(fr.shade()[slot : slot+n])
	}
}

// run executes the function of fr from its entry to its return.
func (m *Machine) run(fr *frame) error {
	f := fr.fn
	code, regs := f.code, fr.regs
	pc := int32(0)
	var e *edge
	var err error
	for {
		in := &code[pc]
		pc++
		if fr.und != nil {
			if err = fr.spread(in); err != nil {
				goto fail
			}
		}
		switch in.op {
		case opFAdd64:
			regs[in.dst] = math.Float64bits(math.Float64frombits(regs[in.a]) + math.Float64frombits(regs[in.b]))
		case opFSub64:
			regs[in.dst] = math.Float64bits(math.Float64frombits(regs[in.a]) - math.Float64frombits(regs[in.b]))
		case opFMul64:
			regs[in.dst] = math.Float64bits(math.Float64frombits(regs[in.a]) * math.Float64frombits(regs[in.b]))
		case opFDiv64:
			regs[in.dst] = math.Float64bits(math.Float64frombits(regs[in.a]) / math.Float64frombits(regs[in.b]))
		case opAdd:
			regs[in.dst] = (regs[in.a] + regs[in.b]) & in.imm
		case opSub:
			regs[in.dst] = (regs[in.a] - regs[in.b]) & in.imm
		case opMul:
			regs[in.dst] = (regs[in.a] * regs[in.b]) & in.imm
		case opEQ:
			regs[in.dst] = b2u(regs[in.a] == regs[in.b])
		case opNE:
			regs[in.dst] = b2u(regs[in.a] != regs[in.b])
		case opULT:
			regs[in.dst] = b2u(regs[in.a] < regs[in.b])
		case opSLT:
			regs[in.dst] = b2u(signed(regs[in.a], int(in.w)) < signed(regs[in.b], int(in.w)))
		case opSGT:
			regs[in.dst] = b2u(signed(regs[in.a], int(in.w)) > signed(regs[in.b], int(in.w)))
		case opTrunc:
			regs[in.dst] = regs[in.a] & in.imm
		case opSExt:
			regs[in.dst] = uint64(signed(regs[in.a], int(in.w))) & in.imm
		case opCopy1:
			regs[in.dst] = regs[in.a]
		case opSelect1:
			if regs[in.a] != 0 {
				regs[in.dst] = regs[in.b]
			} else {
				regs[in.dst] = regs[in.c]
			}
		case opGEP0:
			regs[in.dst] = regs[in.a] + in.imm
		case opGEP1:
			regs[in.dst] = regs[in.a] + uint64(signed(regs[in.b], int(in.w)))*in.aux + in.imm
		case opLoadW:
			m.count.Loads++
			addr := regs[in.a]
			if addr&in.imm != 0 {
				err = misaligned(addr, in)
				goto fail
			}
			if id := regionOf(addr); id < uint64(len(m.mem.objs)) {
				o := m.mem.objs[id]
				n := uint64(in.w)
				if off := addr - o.base; off < o.limit && n <= o.limit-off {
					regs[in.dst] = getWord(o.data[off:], n) & in.aux
					if o.shadow != nil {
						if u := getWord(o.shadow[off:], n) & in.aux; u != 0 {
							fr.shade()[in.dst] = u
							fr.from, fr.fromObj = in, o
						} else if fr.und != nil {
							fr.und[in.dst] = 0
						}
					} else if fr.und != nil {
						fr.und[in.dst] = 0
					}
					continue
				}
			}
			if err = m.loadSlow(fr, in, addr); err != nil {
				goto fail
			}
		case opStoreW:
			m.count.Stores++
			addr := regs[in.a]
			if addr&in.imm != 0 {
				err = misaligned(addr, in)
				goto fail
			}
			und := uint64(0)
			if fr.und != nil {
				und = fr.und[in.b]
			}
			if err = m.mem.storeWord(addr, uint64(in.w), regs[in.b], und); err != nil {
				goto fail
			}
		case opBr:
			e = &f.edges[in.a]
			goto jump
		case opCondBr:
			if regs[in.a] != 0 {
				e = &f.edges[in.b]
			} else {
				e = &f.edges[in.c]
			}
			goto jump
		case opSwitch, opIndirectBr:
			if e, err = f.target(in, regs[in.a]); err != nil {
				goto fail
			}
			goto jump
		case opRet:
			fr.at = in
			fr.ret = in.a
			return nil
		case opUnreachable, opResume:
			err = m.exc.end(in, regs)
			goto fail
		case opCall, opCallNative, opCallPtr:
			fr.at = in
			if err = m.call(fr, in); err != nil {
				if _, ok := err.(*unwinding); ok && in.x.unwind >= 0 {
					e = &f.edges[in.x.unwind]
					goto jump
				}
				goto fail
			}
			if in.x.normal >= 0 {
				e = &f.edges[in.x.normal]
				goto jump
			}
		case opGEPN, opGEPVec:
			fr.address(in)
		case opMath1, opMath2, opMath3:
			fr.math(in)
		case opLoad:
			if err = m.load(fr, in); err != nil {
				goto fail
			}
		case opStore, opAlloca, opCmpXchg, opRMW:
			fr.at = in
			if err = m.memoryOp(fr, in); err != nil {
				goto fail
			}
		case opLandingPad:
			if err = m.exc.landingPad(&m.mem, fr, in); err != nil {
				goto fail
			}
		default:
			fr.at = in
			if err = fr.pure(in); err != nil {
				goto fail
			}
		}
		continue
	jump:
		if e.staged {
			fr.stagedMoves(e)
		} else {
			for _, v := range e.moves {
				regs[v.dst] = regs[v.src]
			}
			if fr.und != nil {
				for _, v := range e.moves {
					fr.und[v.dst] = fr.und[v.src]
				}
			}
		}
		f.steps += e.count
		m.count.Steps += e.count
		pc = e.pc
		if m.count.Steps >= m.limit.at {
			if err = m.limit.poll(m.count.Steps); err != nil {
				goto fail
			}
		}
		continue
	fail:
		fr.at = in
		return m.calls.locate(err)
	}
}

// target is the edge that a switch or an indirect branch takes for a value.
func (f *function) target(in *inst, v uint64) (*edge, error) {
	k, ok := in.x.cases[v]
	if !ok && in.op == opIndirectBr {
		return nil, faultf(BadCall, "indirect branch to %#x, which is none of its blocks", v)
	} else if !ok {
		k = in.b
	}
	return &f.edges[k], nil
}

func b2u(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// stagedMoves reads all phi operands before it writes any phi.
func (fr *frame) stagedMoves(e *edge) {
	n := len(e.moves)
	tmp := make([]uint64, n, 2*n)
	for k, v := range e.moves {
		tmp[k] = fr.regs[v.src]
	}
	if fr.und != nil {
		for _, v := range e.moves {
			tmp = append(tmp, fr.und[v.src])
		}
		for k, v := range e.moves {
			fr.und[v.dst] = tmp[n+k]
		}
	}
	for k, v := range e.moves {
		fr.regs[v.dst] = tmp[k]
	}
}

func misaligned(addr uint64, in *inst) error {
	return faultf(Misaligned, "address %#x is no multiple of %d", addr, in.imm+1)
}

// call dispatches a call instruction.
func (m *Machine) call(fr *frame, in *inst) error {
	switch in.op {
	case opCall:
		return m.callFunction(fr, in, in.x.callee)
	case opCallNative:
		return m.callNative(fr, in)
	}
	addr := fr.regs[in.a]
	if id := regionOf(addr); id > 0 && id < uint64(len(m.mem.objs)) {
		if o := m.mem.objs[id]; o.kind == funcObj && addr == o.base {
			if err := fits(o.fn.ir.Typ, in); err != nil {
				return err
			}
			if o.fn.native != nil {
				indirect := *in
				x := *in.x
				indirect.x = &x
				x.native, x.callee = o.fn.native, o.fn
				return m.callNative(fr, &indirect)
			}
			return m.callFunction(fr, in, o.fn)
		}
	}
	if addr>>regionBits == 0 {
		return faultf(NullPointer, "call of address %#x", addr)
	}
	return faultf(BadCall, "call of address %#x, where no function is", addr)
}

// fits checks the arguments of an indirect call against the function found.
func fits(t *ir.Type, in *inst) error {
	ok := len(in.x.args) >= len(t.Fields) && (t.Variadic || len(in.x.args) == len(t.Fields))
	for k := 0; ok && k < len(t.Fields); k++ {
		ok = ir.Same(t.Fields[k], in.x.args[k].typ)
	}
	if want := in.x.fnType.Ret; ok && want != ir.Void {
		ok = ir.Same(want, t.Ret)
	}
	if !ok {
		return faultf(BadCall, "call as %s of a function of type %s", in.x.fnType, t)
	}
	return nil
}

// callFunction calls a function that has a body.
func (m *Machine) callFunction(fr *frame, in *inst, f *function) error {
	if !f.decoded || f.err != nil {
		if err := m.image.decode(f); err != nil {
			return err
		}
	}
	if m.calls.depth >= m.calls.maxDepth {
		return faultf(DepthLimit, "more than %d calls deep", m.calls.maxDepth)
	}
	if len(in.x.args) < len(f.params) || in.n > f.nret {
		return faultf(BadCall, "call of @%s as %s", f.ir.Name, in.x.fnType)
	}
	m.countCall(f)
	regs := m.calls.regs.mark()
	callee := m.calls.enter(f, m.stack.mark(), m.mem.track)
	f.steps += f.entry
	m.count.Steps += f.entry
	if m.count.Steps >= m.limit.at {
		if err := m.limit.poll(m.count.Steps); err != nil {
			m.calls.leave(regs)
			return err
		}
	}
	for k := range f.params {
		p, a := &f.params[k], &in.x.args[k]
		if p.n != a.n {
			m.calls.leave(regs)
			return faultf(BadCall, "argument %d of @%s is %s", k, f.ir.Name, a.typ)
		}
		if p.n == 1 {
			callee.regs[p.slot] = fr.regs[a.slot]
		} else {
			copy(callee.regs[p.slot:p.slot+p.n], fr.regs[a.slot:])
		}
		if fr.und != nil && anySet(fr.und[a.slot:a.slot+a.n]) {
			if p.noundef {
				m.calls.leave(regs)
				return faultf(Undefined, "argument %d of @%s is undefined", k, f.ir.Name)
			}
			copy(callee.shade()[p.slot:p.slot+p.n], fr.und[a.slot:])
		}
	}
	var err error
	if f.prologue {
		err = m.prologue(callee, fr, in)
	}
	if err == nil {
		err = m.run(callee)
	}
	if err == nil && in.n > 0 {
		copy(fr.regs[in.dst:in.dst+in.n], callee.regs[callee.ret:])
		if callee.und != nil && anySet(callee.und[callee.ret:callee.ret+in.n]) {
			if f.retNoUndef {
				err = m.calls.locate(faultf(Undefined, "the result of @%s is undefined", f.ir.Name))
			} else {
				copy(fr.shade()[in.dst:in.dst+in.n], callee.und[callee.ret:])
			}
		} else if fr.und != nil {
			clear(fr.und[in.dst : in.dst+in.n])
		}
	}
	m.stack.pop(&m.mem, callee.mark, nil)
	m.calls.leave(regs)
	return err
}

// prologue makes the copies of byval arguments and the area of variable ones.
func (m *Machine) prologue(fr, caller *frame, in *inst) error {
	f := fr.fn
	for k := range f.params {
		if p := &f.params[k]; p.byval >= 0 {
			o, err := m.pushStack(uint64(p.byval), p.align, m.calls.current())
			if err != nil {
				return m.calls.locate(err)
			}
			if err := m.mem.move(o.base, fr.regs[p.slot], uint64(p.byval)); err != nil {
				return m.calls.locate(err)
			}
			fr.regs[p.slot] = o.base
		}
	}
	if !f.ir.Typ.Variadic {
		return nil
	}
	return m.layVariables(fr, caller, in.x.args[len(f.params):])
}
