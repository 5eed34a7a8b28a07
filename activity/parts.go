package activity

import (
	"slices"

	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/activity/shadowrt"
	"github.com/llad-ad/llad/ir"
)

// Part is where a float of type Typ stands that a store of an integer may cut: Off
// bytes from the address that is stored to, or around it, where such floats begin at
// multiples of their size.
type Part struct {
	Off    int64
	Typ    *ir.Type
	Around bool
}

// Parts gives the floats with derivatives of which a store of an integer may change a
// part: what stands there is another member of a union from now on, or was never a
// float. That no float is read there afterwards, which would be one with changed bits,
// is found at run time. Nil for any other store.
func (a *Info) Parts(i *ir.Instr) []Part { return a.parts[i] }

// partsAt are the floats of which a store of size bytes at an address may change a
// part only.
func (t *types) partsAt(a memtypes.Addr, size int64) []Part {
	m := &t.mem[a.Obj]
	if a.Stride > 0 && a.Stride < size {
		return nil
	}
	var l []Part
	part := func(start int64, typ *ir.Type) {
		if a.Stride%t.p.Layout.StoreSize(typ) != 0 {
			l = append(l, Part{Around: true, Typ: typ}) // it depends on the element
			return
		}
		l = append(l, Part{Off: start - a.Off, Typ: typ})
	}
	for off := a.Off - memtypes.MaxScalar + 1; off < a.Off+size; off++ {
		for _, r := range m.Exact[off] {
			if r.Class == memtypes.FloatData && r.Rank >= memtypes.RankStrided && off+r.Size > a.Off && (off < a.Off || off+r.Size > a.Off+size) {
				part(off, r.Typ)
			}
		}
	}
	for _, r := range m.Strided {
		if r.Class != memtypes.FloatData || r.Rank < memtypes.RankStrided || r.Size <= size {
			continue
		}
		if m.Astray && a.Stride%r.Stride != 0 {
			continue // what programs pack bytes between, and copy no parts of
		}
		for b := a.Off; b < a.Off+size; b++ {
			start, in := r.Element(b)
			if !in || start < 0 && t.p.Objs[a.Obj].Begins() {
				continue
			}
			if m.FindNear(b); !m.Displaced(&r, start) {
				part(start, r.Typ)
			}
		}
	}
	return l
}

// mayCut notes that an integer store changes parts of active floats, if that can be
// left to be found out at run time: the integer has no bits of floats, and the object
// holds more than a float, so that it may be something else at other times, or is one of
// several that the address may lead to.
func (a *Info) mayCut(i *ir.Instr, d memtypes.Addr, l []Part) bool {
	t, v := a.sol.g.ty, i.Arg(0)
	size := t.p.Layout.StoreSize(v.Type())
	if (t.taint[v] || a.Active(v)) && !a.narrow(v, maxNarrow) || size > 4 || size&(size-1) != 0 {
		return false
	}
	o, alone := &t.p.Objs[d.Obj], len(t.p.Pointees(i.Arg(1))) == 1 && t.p.Merged[d.Obj] == nil
	for _, p := range l {
		if p.Typ != l[0].Typ || alone && o.Size > 0 && o.Size <= t.p.Layout.StoreSize(p.Typ) && !o.WordOfUnion(i) {
			return false
		}
	}
	a.noteParts(i, l...)
	return true
}

// noteParts notes floats that a store may cut. Where one may be anywhere around, which is
// looked for within aligned memory only, so may those that other objects have at a fixed distance.
func (a *Info) noteParts(i *ir.Instr, l ...Part) {
	if a.parts == nil {
		a.parts = map[*ir.Instr][]Part{}
	}
	for _, p := range l {
		around := Part{Around: true, Typ: p.Typ}
		if p.Around {
			a.parts[i] = slices.DeleteFunc(a.parts[i], func(q Part) bool { return q.Typ == p.Typ })
		}
		if !slices.Contains(a.parts[i], p) && !slices.Contains(a.parts[i], around) {
			a.parts[i] = append(a.parts[i], p)
		}
	}
}

// maxNarrow bounds the copies between a load and a store that narrow follows.
const maxNarrow = 4

// narrow reports whether an integer is read where floats may stand that are all wider:
// a copy of it moves none of them. A word that is put together of such copies is
// refused as bits are, and Parts tells of where they are stored.
func (a *Info) narrow(v ir.Value, steps int) bool {
	i, ok := v.(*ir.Instr)
	if !ok || steps == 0 || !v.Type().IsInt() {
		return ir.IsConstant(v)
	}
	t := a.sol.g.ty
	size := t.p.Layout.StoreSize(v.Type())
	switch i.Op {
	case ir.Load:
		if size > 4 || size&(size-1) != 0 {
			return false
		}
		for _, d := range t.p.Pointees(i.Arg(0)) {
			l := t.partsAt(d, size)
			if t.floatsAt(d, size) && (d.Stride > 0 && d.Stride < 8 || !t.isNumber(i, size) && t.mem[d.Obj].InParts(d.Off&^7)) {
				return false // all the parts of floats, one after the other
			}
			if len(l) == 0 && !plain(t.lookup(d, size)) && !t.isNumber(i, size) && !(t.plainInt(i.Typ) && t.env.tellsWords()) || slices.ContainsFunc(l, func(p Part) bool { return t.p.Layout.StoreSize(p.Typ) <= size }) {
				return false
			}
		}
		return true
	case ir.Trunc:
		return i.Typ == ir.I1 && a.narrow(i.Arg(0), steps-1) // a truth value
	case ir.ZExt:
		return i.Arg(0).Type() == ir.I1 && a.narrow(i.Arg(0), steps-1)
	case ir.Phi, ir.Select, ir.Freeze:
		for k, x := range i.Args() {
			if (i.Op != ir.Select || k > 0) && !a.narrow(x, steps-1) {
				return false
			}
		}
		return true
	}
	return false
}

// AroundCheck is a function void (i64 part, i64 address) that ends the program when what
// shadow memory holds at a part, at that address, that an integer was stored to is other than
// zero, and the word around has an exponent.
func AroundCheck(m *ir.Module) *ir.Function {
	const name = "llad.check.around"
	if f := m.Func(name); f != nil {
		return f
	}
	f := m.AddFunc(name, m.FuncType(ir.Void, ir.I64, ir.I64))
	f.Prefix, f.IsDecl = "internal", false
	entry, some, done := f.NewBlock("entry"), f.NewBlock("some"), f.NewBlock("done")
	b := ir.NewBuilder(entry)
	b.CondBr(b.ICmp(ir.EQ, f.Params[0], ir.NewInt(ir.I64, 0)), done, some)
	b.AtEnd(some)
	at := b.Cast(ir.IntToPtr, b.Binary(ir.And, f.Params[1], ir.NewInt(ir.I64, -8)), m.PtrTo(ir.I64))
	b.CallFunc(PartCheck(m), f.Params[0], b.Load(ir.I64, at, 8))
	b.Br(done)
	b.AtEnd(done)
	b.Ret(nil)
	return f
}

// PartCheck is a function void (i64 part, i64 word) that ends the program when what
// shadow memory holds at a part that an integer was stored to is other than zero, and
// the word around has an exponent: it is no address (see Word).
func PartCheck(m *ir.Module) *ir.Function {
	const name = "llad.check.part"
	if f := m.Func(name); f != nil {
		return f
	}
	f := m.AddFunc(name, m.FuncType(ir.Void, ir.I64, ir.I64))
	f.Prefix, f.IsDecl = "internal", false
	entry, some, stop, done := f.NewBlock("entry"), f.NewBlock("some"), f.NewBlock("stop"), f.NewBlock("done")
	b := ir.NewBuilder(entry)
	zero := ir.NewInt(ir.I64, 0)
	b.CondBr(b.ICmp(ir.EQ, f.Params[0], zero), done, some)
	b.AtEnd(some)
	b.CondBr(b.ICmp(ir.EQ, b.Binary(ir.And, f.Params[1], ir.NewInt(ir.I64, WordExponent)), zero), done, stop)
	b.AtEnd(stop)
	shadowrt.Stop(b, "error["+CodeBits+"]: a part of a float is overwritten by an integer, and the float is read afterwards: it has no derivative; write it with floating-point operations")
	b.Unreachable()
	b.AtEnd(done)
	b.Ret(nil)
	return f
}
