package forward

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/rules"
)

func isLifetime(i *ir.Instr) bool {
	f := i.CalledFunc()
	return f != nil && strings.HasPrefix(f.Name, "llvm.lifetime.")
}

// findLive finds what the tangent function has to compute or read: what decides
// where control goes, what is done to shadow memory, and what these need.
func (sp *splitter) findLive() {
	for _, l := range sp.loads {
		sp.logged[l.load] = true
	}
	var list []ir.Value
	need := func(v ir.Value) {
		switch v.(type) {
		case *ir.Instr, *ir.Param:
			if !sp.live[v] {
				sp.live[v] = true
				list = append(list, v)
			}
		}
	}
	for _, b := range sp.bd.t.fn.Blocks {
		for _, i := range b.Instrs {
			if sp.acts(i) {
				need(i)
			}
		}
	}
	for len(list) > 0 {
		v := list[len(list)-1]
		list = list[:len(list)-1]
		i, ok := v.(*ir.Instr)
		if !ok {
			continue
		}
		if sp.copyOf[i] != nil && !sp.acts(i) && !sp.again(i) {
			sp.logged[i] = true
		}
		if sp.logged[i] {
			if !storable(i.Typ) {
				sp.deny(i, "a value of type "+i.Typ.String()+" would have to be kept")
			}
			continue
		}
		for k := range i.NumArgs() {
			need(i.Arg(k))
		}
	}
}

// storable reports whether values of a type can be put into memory of a known size.
func storable(t *ir.Type) bool {
	switch t.Kind {
	case ir.VectorKind:
		return !t.Scalable
	case ir.ArrayKind:
		return storable(t.Elem)
	case ir.StructKind:
		return !slices.ContainsFunc(t.Fields, func(f *ir.Type) bool { return !storable(f) })
	}
	return t.IsFP() || t.IsInt() || t.IsPtr()
}

// acts reports whether an instruction stays whether or not its result is used.
// What the primal does to memory is done.
func (sp *splitter) acts(i *ir.Instr) bool {
	if i.Op.IsTerminator() {
		return true
	}
	if sp.copyOf[i] != nil {
		f := i.CalledFunc()
		return f != nil && (strings.HasPrefix(f.Name, "llvm.stacksave") || strings.HasPrefix(f.Name, "llvm.stackrestore"))
	}
	switch i.Op {
	case ir.Store, ir.AtomicRMW, ir.CmpXchg, ir.Fence:
		return true
	case ir.Call:
		return !sp.withoutEffect(i)
	}
	return false
}

// withoutEffect reports whether a call does nothing but compute.
func (sp *splitter) withoutEffect(i *ir.Instr) bool {
	f := i.CalledFunc()
	if f == nil {
		return false
	}
	if k := rules.KnownOf(f); k != nil && k.Pure && f.IsDecl {
		return true
	}
	return f.IsDecl && sp.pure.Call(i) == analysis.Effects{}
}

// Intrinsics that are as soon computed again as read, of floats and of integers. Of
// others the compiler may make one thing here and another there (whether something
// is a constant, how large an object is).
var (
	cheap = []string{"fabs", "copysign", "fma", "fmuladd", "minnum", "maxnum", "minimum", "maximum", "vector.reduce", "vector.insert", "vector.extract"}
	exact = []string{"smax", "smin", "umax", "umin", "abs", "ctpop", "ctlz", "cttz", "bswap", "bitreverse", "fshl", "fshr", "expect", "vector.reduce",
		"sadd", "uadd", "ssub", "usub", "smul", "umul"}
)

// again reports whether a primal instruction may be computed once more, with the
// same result: floats may round in another way, but what decides anything, and
// what comes from memory, may not differ.
func (sp *splitter) again(i *ir.Instr) bool {
	switch i.Op {
	case ir.Alloca, ir.FCmp, ir.FPToSI, ir.FPToUI, ir.Freeze, ir.AtomicRMW, ir.CmpXchg, ir.LandingPad, ir.VAArg, ir.Invoke:
		return false
	case ir.BitCast:
		return i.Typ.HasFloat() || !i.Arg(0).Type().HasFloat()
	case ir.Load:
		return constantBase(i.Arg(0))
	case ir.Call:
		f := i.CalledFunc()
		if f == nil || !strings.HasPrefix(f.Name, "llvm.") || i.Typ.HasPtr() || !sp.withoutEffect(i) {
			return false
		}
		known := exact
		if i.Typ.HasFloat() {
			known = cheap
		} else if slices.ContainsFunc(i.CallArgs(), func(v ir.Value) bool { return v.Type().HasFloat() }) {
			return false
		}
		return slices.ContainsFunc(known, func(name string) bool { return strings.HasPrefix(f.Name, "llvm."+name+".") })
	}
	return true
}

// constantBase reports whether an address leads to a constant of the program.
func constantBase(p ir.Value) bool {
	for {
		switch v := p.(type) {
		case *ir.Global:
			return v.IsConst()
		case *ir.Const:
			if v.Kind != ir.ConstExpr || len(v.Elems) == 0 || v.Op != ir.GetElementPtr && v.Op != ir.BitCast {
				return false
			}
			p = v.Elems[0]
		case *ir.Instr:
			if v.Op != ir.GetElementPtr && v.Op != ir.BitCast {
				return false
			}
			p = v.Arg(0)
		default:
			return false
		}
	}
}

// kept is a value on the tape: what stands for it there is written, and read.
type kept struct {
	value ir.Value // of the tangent function
	copy  ir.Value // of the recording function
	off   int64
}

// lay writes both sides of the tape: a record for each block of the primal.
func (sp *splitter) lay() {
	rec := sp.bd.t.record
	records := map[*ir.Block][]kept{}
	for _, l := range sp.loads {
		if !sp.live[l.load] {
			continue
		}
		behind := sp.copyOf[l.behind]
		b := ir.NewBuilder(behind.Parent)
		b.After(behind)
		t := b.Load(l.load.Typ, sp.recorded(l.load.Arg(0)), int(l.load.Align))
		sp.copyOf[l.load] = t
	}
	for _, i := range sp.copies {
		t := sp.copyOf[i]
		b := ir.NewBuilder(t.Parent)
		b.Before(t) // both sides may overlap
		n := t.Arg(2)
		if n.Type().Bits < 64 {
			n = b.Cast(ir.ZExt, n, ir.I64)
		}
		b.CallFunc(bringFunc(sp.bd.m), sp.tape(), t.Arg(1), n)
	}
	for _, b := range sp.bd.t.fn.Blocks {
		for _, i := range b.Instrs {
			if sp.live[i] && sp.logged[i] {
				t := sp.copyOf[i]
				records[t.Parent] = append(records[t.Parent], kept{value: i, copy: t})
			}
		}
	}
	entry := rec.Entry()
	if sp.bd.t.public {
		for _, p := range sp.bd.t.fn.Params {
			if k, ok := sp.from[p]; ok && sp.live[p] {
				records[entry] = append(records[entry], kept{value: p, copy: rec.Params[k]})
			}
		}
	}
	for _, b := range slices.Clone(rec.Blocks) {
		if l := records[b]; len(l) > 0 {
			size := sp.place(l)
			sp.write(b, l, size)
			sp.read(sp.heads[b], l, size)
		}
	}
}

// recorded is a value of the recording function that is the operand of a load of
// the primal's memory.
func (sp *splitter) recorded(v ir.Value) ir.Value {
	switch v := v.(type) {
	case *ir.Instr:
		return sp.copyOf[v]
	case *ir.Param:
		return sp.bd.t.record.Params[sp.from[v]]
	}
	return v
}

// place gives the values of a record their places, large ones first, and the
// record's size.
func (sp *splitter) place(l []kept) int64 {
	layout := sp.bd.m.Layout
	size := func(k kept) int64 { return layout.StoreSize(k.value.Type()) }
	slices.SortStableFunc(l, func(a, b kept) int { return int(size(b) - size(a)) })
	at := int64(0)
	for k := range l {
		align := recordAlign(size(l[k]))
		at = (at + align - 1) &^ (align - 1)
		l[k].off = at
		at += size(l[k])
	}
	return (at + 7) &^ 7
}

func recordAlign(size int64) int64 {
	switch {
	case size >= 8:
		return 8
	case size >= 4:
		return 4
	case size >= 2:
		return 2
	}
	return 1
}

func (k kept) align(l *ir.Layout) int { return int(recordAlign(l.StoreSize(k.value.Type()))) }

// write has block b of the recording function keep its values.
func (sp *splitter) write(b *ir.Block, l []kept, size int64) {
	m := sp.bd.m
	at := ir.NewBuilder(b)
	at.AtStart(b)
	room := at.CallFunc(roomFunc(m), sp.tape(), i64(size))
	for _, k := range l {
		i, ok := k.copy.(*ir.Instr)
		switch {
		case !ok:
		case i.Op == ir.Invoke:
			at.Before(splitEdge(i).Term())
		default:
			at.After(i)
		}
		place := at.Offset(room, i64(k.off))
		if sp.bd.env.shared {
			at.CallFunc(sp.bd.env.put(k.copy.Type()), place, k.copy)
		} else {
			at.Store(k.copy, place, k.align(m.Layout))
		}
	}
}

// splitEdge puts a block on the way from an invoke to what follows it.
func splitEdge(i *ir.Instr) *ir.Block {
	from, to := i.Parent, i.Blocks[0]
	mid := from.Parent.NewBlock(from.Parent.FreshName("recorded"))
	i.Blocks[0] = mid
	for _, phi := range to.Phis() {
		for k := range phi.Blocks {
			if phi.Blocks[k] == from {
				phi.Blocks[k] = mid
				break
			}
		}
	}
	ir.NewBuilder(mid).Br(to)
	return mid
}

// read has the tangent function read them.
func (sp *splitter) read(b *ir.Block, l []kept, size int64) {
	m := sp.bd.m
	at := ir.NewBuilder(b)
	at.AtStart(b)
	record := at.CallFunc(nextFunc(m), sp.cursor(), i64(size))
	sp.live[record] = true
	for _, k := range l {
		i, ok := k.value.(*ir.Instr)
		if ok {
			at.Before(i)
		} else {
			at.After(record)
		}
		p := at.Offset(record, i64(k.off))
		v := at.Load(k.value.Type(), p, k.align(m.Layout))
		sp.live[v], sp.live[p] = true, true
		ir.ReplaceAllUses(k.value, v)
		if ok {
			i.Erase()
		}
	}
}

// sweepDead takes out what the tangent function does not need: most of the primal.
func (sp *splitter) sweepDead() {
	for _, b := range sp.bd.t.fn.Blocks {
		keep := b.Instrs[:0]
		for _, i := range b.Instrs {
			if sp.live[i] || sp.acts(i) {
				keep = append(keep, i)
			} else {
				i.DropArgs()
			}
		}
		clear(b.Instrs[len(keep):])
		b.Instrs = keep
	}
}
