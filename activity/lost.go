package activity

import (
	"fmt"
	"slices"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// This file looks for bits of floats that get lost between two functions or in memory: integers that
// are computed from the bits of floats, in ways of which nothing else is known, leave a function or are
// stored, and floats are made of integers that were read there. Either alone is a hash or a random
// number.

// lostEnd is where computed bits leave a function, or come from: a variable, or whatever callers see.
type lostEnd struct {
	site *ir.Global // nil: other memory, arguments, results
	at   *ir.Instr  // what computes
}

// checkBitsLost refuses, once both were found in one request, bits that leave and floats that
// are made of bits that come in.
func (a *Info) checkBitsLost() {
	if a.sol.p.env.rust {
		return // words tell when running what they are, and what numbers are computed from them is looked at
	}
	l := &lostBits{a: a, from: map[*ir.Instr]*ir.Instr{}, memory: map[int32][]lostAt{}}
	l.findComputed()
	l.spread()
	for _, b := range a.F.Blocks {
		for _, i := range b.Instrs {
			if by := l.made(i); by != nil {
				a.reportLost(i, by)
			}
		}
	}
	e := a.sol.p.env
	for _, in := range e.bitsIn {
		for _, out := range e.bitsOut {
			if in.site == nil || out.site == nil || in.site == out.site {
				a.reportLost(in.at, out.at)
				return
			}
		}
	}
}

func (a *Info) reportLost(i, by *ir.Instr) {
	d := ir.DiagAt(i, CodeBits, "a float is made of an integer that may have been computed from the bits of an active float")
	d.Hint = "keep the float beside the integer"
	if p := ir.DiagAt(by, CodeBits, "computed"); p.Line > 0 {
		d.Causes = []string{fmt.Sprintf("'%s' computes one at %s:%d", by.Op, p.File, p.Line)}
	}
	a.diags = append(a.diags, d)
}

// lostAt is a place in an object that holds computed bits.
type lostAt struct {
	addr
	size int64
	by   *ir.Instr
}

// lostBits is what is known of computed bits in one function.
type lostBits struct {
	a      *Info
	from   map[*ir.Instr]*ir.Instr // integers with computed bits, by what computed them first
	list   []*ir.Instr
	memory map[int32][]lostAt
}

func (l *lostBits) mark(i, by *ir.Instr) {
	if l.from[i] == nil {
		l.from[i] = by
		l.list = append(l.list, i)
	}
}

// findComputed finds the integers that are computed from bits of active floats and
// are no floats any more.
func (l *lostBits) findComputed() {
	s := l.a.sol
	for _, b := range l.a.F.Blocks {
		for _, i := range b.Instrs {
			n := s.p.index.at(i)
			if !i.Typ.Scalar().IsInt() || s.varied[n] && (s.useful[n] || !computes(i)) || s.g.ty.hash[i] || coarse(i) {
				continue
			}
			if i.IsCall() && l.returnsBits(i) {
				l.mark(i, i)
				continue
			}
			for _, v := range i.Args() {
				n, ok := s.p.index.of(v)
				if ok && !ir.IsConstant(v) && s.varied[n] && v.Type().Scalar().IsInt() && s.g.carries(v) && keepsBits(i) {
					l.mark(i, i)
				}
			}
		}
	}
}

// returnsBits reports whether a callee may give back what it computed from active floats, or from
// integers that hold bits of such.
func (l *lostBits) returnsBits(i *ir.Instr) bool {
	s := l.a.sol
	t := s.p.targetOf(i)
	if t.kind != toDefined {
		return false
	}
	active := func(k int) bool {
		v := i.Arg(k)
		n, ok := s.p.index.of(v)
		return ok && !ir.IsConstant(v) && s.varied[n] && s.g.carries(v)
	}
	for _, sum := range s.p.summariesAt(i, t) {
		for _, fl := range sum.floats {
			if fl.to.kind == endRet && fl.from.kind == endArg && fl.from.arg < i.NumCallArgs() && active(fl.from.arg) {
				return true
			}
		}
	}
	for k, v := range i.CallArgs() {
		if v.Type().IsInt() && active(k) {
			return true
		}
	}
	return false
}

// keepsBits reports whether an integer instruction's result tells the bits of its operands.
func keepsBits(i *ir.Instr) bool {
	switch i.Op {
	case ir.Add, ir.Sub, ir.Mul, ir.And, ir.Or, ir.Xor, ir.Shl, ir.LShr, ir.AShr, ir.Trunc, ir.ZExt, ir.SExt, ir.BitCast,
		ir.Phi, ir.Select, ir.Freeze, ir.ExtractElement, ir.InsertElement, ir.ShuffleVector, ir.ExtractValue, ir.InsertValue:
		return true
	case ir.Call:
		f, ok := i.Callee().(*ir.Function)
		return ok && slices.ContainsFunc(bitCalls, func(name string) bool { return strings.HasPrefix(f.Name, "llvm."+name+".") })
	}
	return false
}

// computes reports whether an integer instruction that keeps bits does more than to move them.
func computes(i *ir.Instr) bool {
	switch i.Op {
	case ir.Add, ir.Sub, ir.Mul, ir.And, ir.Or, ir.Xor, ir.Shl, ir.LShr, ir.AShr, ir.Trunc, ir.Call:
		return true
	}
	return false
}

// bitCalls are intrinsics whose results tell the bits of their operands.
var bitCalls = []string{"bswap", "bitreverse", "fshl", "fshr", "smin", "smax", "umin", "umax"}

// coarse reports whether an instruction leaves the exponent or the sign of a float alone.
func coarse(i *ir.Instr) bool {
	if onlySigns(i) {
		return true
	}
	n, ok := int64(0), false
	if i.Op == ir.LShr || i.Op == ir.AShr {
		n, ok = ir.IntValue(i.Arg(1))
	}
	return ok && (i.Typ.Scalar().Bits == 64 && n >= 52 || i.Typ.Scalar().Bits == 32 && n >= 20)
}

// spread follows computed bits through the function and its memory.
func (l *lostBits) spread() {
	p := l.a.sol.p
	for again := true; again; {
		again = false
		for k := 0; k < len(l.list); k++ {
			i := l.list[k]
			for u := range ir.Uses(i) {
				l.use(u, l.from[i])
			}
		}
		l.list = l.list[:0]
		for _, b := range l.a.F.Blocks {
			for _, i := range b.Instrs {
				if i.Op != ir.Load || !i.Typ.Scalar().IsInt() || l.from[i] != nil {
					continue
				}
				if by := l.read(i.Arg(0), p.layout.StoreSize(i.Typ)); by != nil {
					l.mark(i, by)
					again = true
				}
			}
		}
	}
}

func (l *lostBits) use(u *ir.Use, by *ir.Instr) {
	s, i := l.a.sol, u.User
	switch i.Op {
	case ir.Store:
		if u.Index() != 0 {
			return
		}
		size := s.p.layout.StoreSize(i.Arg(0).Type())
		for _, d := range s.p.pointees(i.Arg(1)) {
			at := lostAt{addr: d, size: size, by: by}
			have := false
			for _, m := range l.memory[d.obj] {
				have = have || m.addr == at.addr && m.size == at.size
			}
			if !have {
				l.memory[d.obj] = append(l.memory[d.obj], at)
				l.leaves(d.obj, by)
			}
		}
	case ir.Ret:
		l.out(nil, by)
	case ir.Call, ir.Invoke:
		if k := s.p.targetOf(i).kind; k == toDefined || k == toIndirect {
			l.out(nil, by)
		} else if keepsBits(i) && i.Typ.Scalar().IsInt() {
			l.mark(i, by)
		}
	default:
		if i.Typ.Scalar().IsInt() && keepsBits(i) && !coarse(i) && (i.Op != ir.Select || u.Index() > 0) {
			l.mark(i, by)
		}
	}
}

// leaves notes bits that are stored where callers or callees see them.
func (l *lostBits) leaves(o int32, by *ir.Instr) {
	ob := &l.a.sol.p.objs[o]
	switch g, _ := l.a.sol.p.objs[ob.root].site.(*ir.Global); {
	case g != nil:
		l.out(g, by)
	case ob.kind != objForeign:
		l.out(nil, by)
	}
}

func (l *lostBits) out(g *ir.Global, by *ir.Instr) { noteEnd(&l.a.sol.p.env.bitsOut, g, by) }

func (l *lostBits) in(g *ir.Global, at *ir.Instr) { noteEnd(&l.a.sol.p.env.bitsIn, g, at) }

// noteEnd keeps the first end of its kind.
func noteEnd(list *[]lostEnd, g *ir.Global, at *ir.Instr) {
	if !slices.ContainsFunc(*list, func(o lostEnd) bool { return o.site == g }) {
		*list = append(*list, lostEnd{site: g, at: at})
	}
}

// read gives what computed bits that a load may read.
func (l *lostBits) read(ptr ir.Value, size int64) *ir.Instr {
	for _, d := range l.a.sol.p.pointees(ptr) {
		for _, m := range l.memory[d.obj] {
			if d.stride != 0 || m.stride != 0 || d.off < m.off+m.size && m.off < d.off+size {
				return m.by
			}
		}
	}
	return nil
}

// made looks at a float that is made of an integer, or read where one was stored. It gives what computed the bits if that happened in
// the function, and notes those that come from elsewhere.
func (l *lostBits) made(i *ir.Instr) *ir.Instr {
	s := l.a.sol
	if !i.Typ.Scalar().IsFP() || i.Op != ir.Load && (i.Op != ir.BitCast || !i.Arg(0).Type().Scalar().IsInt()) {
		return nil
	}
	n := s.p.index.at(i)
	if !s.useful[n] || s.varied[n] {
		return nil
	}
	if i.Op == ir.Load {
		return l.read(i.Arg(0), s.p.layout.StoreSize(i.Typ))
	}
	seen := map[ir.Value]bool{}
	work := []ir.Value{i.Arg(0)}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[v] || ir.IsConstant(v) {
			continue
		}
		seen[v] = true
		j, ok := v.(*ir.Instr)
		if !ok {
			l.in(nil, i)
			continue
		}
		if by := l.from[j]; by != nil {
			return by
		}
		switch {
		case j.Op == ir.Load:
			for _, d := range s.p.pointees(j.Arg(0)) {
				ob := &s.p.objs[d.obj]
				g, _ := s.p.objs[ob.root].site.(*ir.Global)
				if ob.kind != objForeign && (g == nil || !constant(g)) {
					l.in(g, i)
				}
			}
		case j.IsCall() && !keepsBits(j):
			l.in(nil, i)
		case keepsBits(j):
			work = append(work, j.Args()...)
		}
	}
	return nil
}
