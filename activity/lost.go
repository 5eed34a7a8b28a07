package activity

import (
	"fmt"
	"slices"
	"strings"

	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/activity/pointsto"
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
	l := &lostBits{a: a, from: map[*ir.Instr]*ir.Instr{}, memory: map[int32][]lostAt{}, known: map[lostAt]*ir.Instr{}}
	l.findComputed()
	l.findKept()
	l.spread()
	for _, b := range a.F.Blocks {
		for _, i := range b.Instrs {
			if by := l.made(i); by != nil {
				a.reportLost(i, by)
			}
		}
	}
	e := a.env
	for _, in := range e.bitsIn {
		for _, out := range e.bitsOut {
			if in.site == nil || out.site == nil || in.site == out.site {
				a.reportLost(in.at, out.at)
				return
			}
		}
	}
}

// reportLost refuses a float that is made of an integer; what may have computed that is named where it is known.
func (a *Info) reportLost(i, by *ir.Instr) {
	d := ir.DiagAt(i, CodeBits, "a float is made of an integer that may have been computed from the bits of an active float")
	d.Hint = "keep the float beside the integer"
	if by != nil {
		if p := ir.DiagAt(by, CodeBits, "computed"); p.Line > 0 {
			d.Causes = []string{fmt.Sprintf("'%s' computes one at %s:%d", by.Op, p.File, p.Line)}
		}
	}
	a.diags = append(a.diags, d)
}

// lostAt is a place in an object that holds computed bits.
type lostAt struct {
	memtypes.Addr
	size int64
	kept bool // as bits of floats: only what reads them as numbers loses them
}

// lostBits is what is known of computed bits in one function.
type lostBits struct {
	a      *Info
	from   map[*ir.Instr]*ir.Instr // integers with computed bits, by what computed them first
	list   []*ir.Instr
	memory map[int32][]lostAt
	known  map[lostAt]*ir.Instr // by what wrote there first
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
			n := s.p.Index.At(i)
			if !i.Typ.Scalar().IsInt() || s.varied[n] && (s.useful[n] || !computes(i)) || s.g.ty.hash[i] || coarse(i) {
				continue
			}
			if i.IsCall() && l.returnsBits(i) {
				l.mark(i, i)
				continue
			}
			for _, v := range i.Args() {
				n, ok := s.p.Index.Of(v)
				if ok && !ir.IsConstant(v) && s.varied[n] && v.Type().Scalar().IsInt() && s.g.carries(v) && keepsBits(i) {
					l.mark(i, i)
				}
			}
		}
	}
}

// findKept finds the places where integers are stored that are bits of active floats, and floats of which alias
// metadata does not say that no integer is read there.
func (l *lostBits) findKept() {
	s := l.a.sol
	for _, b := range l.a.F.Blocks {
		for _, i := range b.Instrs {
			if i.Op != ir.Store || ir.IsConstant(i.Arg(0)) {
				continue
			}
			if n, ok := s.p.Index.Of(i.Arg(0)); !ok || !s.varied[n] {
				continue
			}
			switch t := i.Arg(0).Type().Scalar(); {
			case t.IsInt() && s.g.carries(i.Arg(0)):
			case t.IsFP() && s.env.module.AliasTypes.Tag(i.Metadata("tbaa")).Scalar.Class != memtypes.FloatData:
			default:
				continue
			}
			for _, d := range s.p.Pointees(i.Arg(1)) {
				l.holds(lostAt{Addr: d, size: s.p.Layout.StoreSize(i.Arg(0).Type()), kept: true}, i)
			}
		}
	}
}

// holds notes that a place holds bits, and reports whether that is news.
func (l *lostBits) holds(at lostAt, by *ir.Instr) bool {
	if l.known[at] != nil {
		return false
	}
	l.known[at] = by
	l.memory[at.Obj] = append(l.memory[at.Obj], at)
	return true
}

// returnsBits reports whether a callee may give back what it computed from active floats, or from
// integers that hold bits of such.
func (l *lostBits) returnsBits(i *ir.Instr) bool {
	s := l.a.sol
	t := s.p.TargetOf(i)
	if t.Kind != pointsto.ToDefined {
		return false
	}
	active := func(k int) bool {
		v := i.Arg(k)
		n, ok := s.p.Index.Of(v)
		return ok && !ir.IsConstant(v) && s.varied[n] && s.g.carries(v)
	}
	for _, sum := range s.p.SummariesAt(i, t) {
		for _, fl := range sum.Floats {
			if fl.To.Kind == pointsto.EndRet && fl.From.Kind == pointsto.EndArg && fl.From.Arg < i.NumCallArgs() && active(fl.From.Arg) {
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
				if i.IsCall() && l.copy(i) {
					again = true
				}
				if i.Op != ir.Load || !i.Typ.Scalar().IsInt() || l.from[i] != nil {
					continue
				}
				if by := l.read(i); by != nil {
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
		size := s.p.Layout.StoreSize(i.Arg(0).Type())
		for _, d := range s.p.Pointees(i.Arg(1)) {
			if l.holds(lostAt{Addr: d, size: size}, by) {
				l.leaves(d.Obj, by)
			}
		}
	case ir.Ret:
		l.out(nil, by)
	case ir.Call, ir.Invoke:
		if k := s.p.TargetOf(i).Kind; k == pointsto.ToDefined || k == pointsto.ToIndirect {
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
	ob := &l.a.sol.p.Objs[o]
	switch g, _ := l.a.sol.p.Objs[ob.Root].Site.(*ir.Global); {
	case g != nil:
		l.out(g, by)
	case ob.Kind != pointsto.ObjForeign:
		l.out(nil, by)
	}
}

func (l *lostBits) out(g *ir.Global, by *ir.Instr) {
	noteEnd(&l.a.env.bitsOut, lostEnd{site: g, at: by})
}

func (l *lostBits) in(g *ir.Global, at *ir.Instr) {
	noteEnd(&l.a.env.bitsIn, lostEnd{site: g, at: at})
}

// noteEnd keeps the first end of its kind.
func noteEnd(list *[]lostEnd, e lostEnd) {
	if !slices.ContainsFunc(*list, func(o lostEnd) bool { return o.site == e.site }) {
		*list = append(*list, e)
	}
}

// read gives what computed bits that a load may read as numbers.
func (l *lostBits) read(i *ir.Instr) *ir.Instr {
	s := l.a.sol
	places, size := s.p.Pointees(i.Arg(0)), s.p.Layout.StoreSize(i.Typ)
	if by := l.held(places, size, false); by != nil || s.varied[s.p.Index.At(i)] {
		return by
	}
	return l.held(places, size, true)
}

// held gives what computed bits that any of size bytes at some places may hold, or what kept them there.
func (l *lostBits) held(places pointsto.AddrSet, size int64, kept bool) *ir.Instr {
	for _, d := range places {
		for _, m := range l.memory[d.Obj] {
			if m.kept == kept && d.Meets(memtypes.Record{Off: m.Off, Size: m.size, Stride: m.Stride}, size) {
				return l.known[m]
			}
		}
	}
	return nil
}

// copy follows bits through an operation that copies a block, and reports whether that is news.
func (l *lostBits) copy(i *ir.Instr) (news bool) {
	p := l.a.sol.p
	to, from := p.CopiedBlock(i)
	if to == nil {
		return false
	}
	size, stride := int64(1), int64(1)
	if p.TargetOf(i).Kind == pointsto.ToCopy {
		if n := constantSize(i.Arg(2)); n > 0 {
			size, stride = n, 0
		}
	}
	anywhere := func(set pointsto.AddrSet) (list pointsto.AddrSet) {
		for _, d := range set {
			list = append(list, d.Moved(0, stride))
		}
		return list
	}
	for _, kept := range []bool{false, true} {
		by := l.held(anywhere(p.Pointees(from)), size, kept)
		if by == nil {
			continue
		}
		for _, d := range anywhere(p.Pointees(to)) {
			if l.holds(lostAt{Addr: d, size: size, kept: kept}, by) {
				news = true
				if !kept {
					l.leaves(d.Obj, by)
				}
			}
		}
	}
	return news
}

// made looks at a float that is made of an integer, or read where one was stored. It gives what computed the bits if that happened in
// the function, and notes those that come from elsewhere.
func (l *lostBits) made(i *ir.Instr) *ir.Instr {
	s := l.a.sol
	if !i.Typ.Scalar().IsFP() || i.Op != ir.Load && (i.Op != ir.BitCast || !i.Arg(0).Type().Scalar().IsInt()) {
		return nil
	}
	n := s.p.Index.At(i)
	if !s.useful[n] || s.varied[n] {
		return nil
	}
	if i.Op == ir.Load {
		return l.held(s.p.Pointees(i.Arg(0)), s.p.Layout.StoreSize(i.Typ), false)
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
			for _, d := range s.p.Pointees(j.Arg(0)) {
				ob := &s.p.Objs[d.Obj]
				g, _ := s.p.Objs[ob.Root].Site.(*ir.Global)
				if ob.Kind != pointsto.ObjForeign && (g == nil || !pointsto.Constant(g)) {
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

// constantSize is a number of bytes that is a constant; -1 for any other.
func constantSize(v ir.Value) int64 {
	if n, ok := ir.IntValue(v); ok && n <= memtypes.MaxWindow {
		return n
	}
	return -1
}
