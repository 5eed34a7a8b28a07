package activity

import (
	"slices"

	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/activity/pointsto"
	"github.com/llad-ad/llad/activity/shadowrt"
	"github.com/llad-ad/llad/ir"
)

// This file is about integers that are read where memory with derivatives lies, or where a block of such memory was
// copied to, and converted to floats as numbers: where no alias metadata says what an access is, a function that reads
// the upper half of a double through a pointer to integers reads no double. What is read tells: few numbers that
// programs count with are as large as the bits of a float that is neither huge nor tiny.

// half is a load of what a number is computed from that may be a half of a float.
type half struct {
	load *ir.Instr
	arm  int // where the number is only chosen: the operand of the select that it is
}

// noteHalves notes the loads that a number which i converts to a float is computed from and that may read
// active floats or halves of such, to be looked at when the program runs: in front of the conversion, or of the
// choices that it is for, since compilers convert before they know which variant is there.
func (a *Info) noteHalves(i *ir.Instr) {
	if !a.usefulFloat(i) || a.sol.p.Layout.BigEndian() {
		return
	}
	m := mantissas{a: a, known: map[ir.Value]digits{}, untyped: true}
	if !m.of(i.Arg(0)).some() {
		return
	}
	if a.halves == nil {
		a.halves = map[*ir.Instr][]half{}
	}
	for _, l := range m.loads {
		if !a.sol.g.ty.above(l, []*ir.Instr{i}) {
			at := l.Parent.Instrs[slices.Index(l.Parent.Instrs, l)+1]
			a.halves[at] = append(a.halves[at], half{load: l})
		} else if !a.noteChosen(i, l) {
			a.halves[i] = append(a.halves[i], half{load: l})
		}
	}
}

// noteChosen notes a load at the selects that a float is used in, and reports whether there are no other uses.
func (a *Info) noteChosen(i, load *ir.Instr) bool {
	for u := range ir.Uses(i) {
		if u.User.Op != ir.Select || u.Index() == 0 || !u.User.Arg(0).Type().IsInt() {
			return false
		}
	}
	for u := range ir.Uses(i) {
		a.halves[u.User] = append(a.halves[u.User], half{load, u.Index()})
	}
	return true
}

// untypedHalf are the digits of an integer that is read where an active float or a half of one may stand.
func (m *mantissas) untypedHalf(i *ir.Instr) digits {
	a, typ := m.a, i.Typ.Scalar()
	if typ != ir.I32 && typ != ir.I64 || a.sol.g.ty.hash[i] ||
		!a.fedByVaried(i) || a.advances(i) || len(a.upperLanes(i)) == 0 {
		return digits{}
	}
	if !slices.Contains(m.loads, i) {
		m.loads = append(m.loads, i)
	}
	if typ == ir.I64 {
		return digits{0, 52}
	}
	return digits{0, 20}
}

// How floats which depend on active inputs may have come into memory.
const (
	fedTyped  uint8 = 1 << iota // stored as floats: alias metadata of integers is believed, as compilers believe it
	fedBlocks                   // copied in blocks, which may put the bits of floats into variables that are integers
)

// fedByVaried reports whether a load reads memory that holds floats which depend on active inputs, or to which blocks of such
// memory were copied, whatever the bytes were taken for.
func (a *Info) fedByVaried(load *ir.Instr) bool {
	if a.fed == nil {
		a.findFed()
	}
	tells := fedTyped | fedBlocks
	if a.env.module.AliasTypes.Tag(load.Metadata("tbaa")).Scalar.Class == memtypes.Integer {
		tells = fedBlocks
	}
	return slices.ContainsFunc(a.sol.p.Pointees(load.Arg(0)), func(d memtypes.Addr) bool { return a.fed[a.sol.p.Find(d.Obj)]&tells != 0 })
}

// findFed fills fed, object by object.
func (a *Info) findFed() {
	p := a.sol.p
	a.fed = map[int32]uint8{}
	for o := range p.Objs {
		if r := p.Find(int32(o)); a.sol.varied[a.sol.g.obj[r]] {
			a.fed[r] = fedTyped
		}
	}
	for changed := true; changed; {
		changed = false
		for _, b := range a.F.Blocks {
			for _, i := range b.Instrs {
				if to, from := p.CopiedBlock(i); to != nil && slices.ContainsFunc(p.Pointees(from), func(d memtypes.Addr) bool { return a.fed[p.Find(d.Obj)] != 0 }) {
					for _, d := range p.Pointees(to) {
						changed = changed || a.fed[p.Find(d.Obj)]&fedBlocks == 0
						a.fed[p.Find(d.Obj)] |= fedBlocks
					}
				}
			}
		}
	}
}

// computedAt is a place where a computed integer of so many bits is stored.
type computedAt struct {
	at   memtypes.Addr
	bits int
}

// advances reports whether the function stores computed integers where a load reads such, as generators of
// random numbers do with their states.
func (a *Info) advances(load *ir.Instr) bool {
	if a.computed == nil {
		a.computed = map[computedAt]bool{}
		for _, b := range a.F.Blocks {
			for _, i := range b.Instrs {
				if i.Op != ir.Store || !i.Arg(0).Type().Scalar().IsInt() || ir.IsConstant(i.Arg(0)) {
					continue
				}
				for _, d := range a.sol.p.Pointees(i.Arg(1)) {
					a.computed[computedAt{d, i.Arg(0).Type().Scalar().Bits}] = true
				}
			}
		}
	}
	bits := load.Typ.Scalar().Bits
	return slices.ContainsFunc(a.sol.p.Pointees(load.Arg(0)), func(d memtypes.Addr) bool { return a.computed[computedAt{d, bits}] })
}

// upperLanes are the elements of what a load reads that may be upper halves of doubles, or floats of 32 bits
// where such have derivatives.
func (a *Info) upperLanes(i *ir.Instr) (lanes []int64) {
	n := int64(1)
	if i.Typ.Kind == ir.VectorKind {
		n = i.Typ.Len
	}
	for k := range n {
		if i.Typ.Scalar() == ir.I64 || !a.env.tellsWords() || slices.ContainsFunc(a.sol.p.Pointees(i.Arg(0)), func(d memtypes.Addr) bool {
			return (d.Off+4*k)&7 == 4 || d.Stride&7 != 0
		}) {
			lanes = append(lanes, k)
		}
	}
	return lanes
}

// checkHalves writes, in front of a conversion or a choice of one, what ends the program if what is converted
// was a half of a float.
func (a *Info) checkHalves(b *ir.Builder, i *ir.Instr, copyOf func(ir.Value) ir.Value) {
	for _, h := range a.halves[i] {
		for _, k := range a.upperLanes(h.load) {
			v := copyOf(h.load)
			if h.load.Typ.Kind == ir.VectorKind {
				v = b.ExtractElement(v, ir.NewInt(ir.I64, k))
			}
			none := ir.NewInt(v.Type(), 0)
			switch h.arm {
			case 1:
				v = b.Select(copyOf(i.Arg(0)), v, none)
			case 2:
				v = b.Select(copyOf(i.Arg(0)), none, v)
			}
			if v.Type() == ir.I64 { // the upper half tells
				b.CallFunc(wholeCheck(b.Module()), b.Binary(ir.LShr, v, ir.NewInt(ir.I64, 32)))
				continue
			}
			b.CallFunc(halfCheck(b.Module(), !a.env.tellsWords()), b.Cast(ir.ZExt, v, ir.I64))
		}
	}
}

// halfCheck is a function void (i64) that ends the program where 32 bits are those of a float of usual size,
// or the upper half of a double.
func halfCheck(m *ir.Module, singles bool) *ir.Function {
	name, first, last := "llad.check.half", int64(0x30000000), int64(0x50000000) // 2^-255 to 2^257
	if singles {
		name, first, last = "llad.check.single", 0x2b800000, 0x53800000 // 2^-40 to 2^40
	}
	return shadowrt.WordCheck(m, name, outside(first, last), "error["+CodeBits+"]: what is converted to a float as an integer of 32 bits may be half of a float with a derivative; write it with floating-point operations, or keep integers above 2^29 apart from floats")
}

// wholeCheck is halfCheck for the upper half of 64 bits that are converted as a whole, or taken apart.
func wholeCheck(m *ir.Module) *ir.Function {
	return shadowrt.WordCheck(m, "llad.check.whole", outside(0x30000000, 0x50000000),
		"error["+CodeBits+"]: what is converted to a float as an integer of 64 bits may be the bits of a float with a derivative; write it with floating-point operations, or keep integers above 2^61 apart from floats")
}

// outside is the condition that 32 bits without their sign are not between two numbers.
func outside(first, last int64) func(b *ir.Builder, v ir.Value) ir.Value {
	return func(b *ir.Builder, v ir.Value) ir.Value {
		bits := b.Binary(ir.And, v, ir.NewInt(ir.I64, 0x7fffffff))
		return b.ICmp(ir.UGE, b.Sub(bits, ir.NewInt(ir.I64, first)), ir.NewInt(ir.I64, last-first))
	}
}

// checkHalf refuses to copy the upper half of a float or an address by itself, as optimisers
// do where the lower one goes with the tag in front of it as one integer: that has
// no derivative, and the address of the shadow would be lost.
func (a *Info) checkHalf(i *ir.Instr) {
	v := i.Arg(0)
	if v.Type() != ir.I32 || !slices.ContainsFunc(a.sol.p.Pointees(i.Arg(1)), inMiddle) {
		return
	}
	if a.upperHalf(v, map[*ir.Instr]bool{}) {
		a.report(i, CodeBits, "the upper half of a float or an address is moved by itself", "compile at another level, or keep small members of the enum and of the error apart from floats")
	}
}

// inMiddle reports whether an address is that of the upper half of a word.
func inMiddle(d memtypes.Addr) bool { return d.Off&7 == 4 && d.Stride&7 == 0 }

// UpperHalf reports whether an integer was read from the middle of a word of which the lower
// half is read together with what stands in front, where there are floats or addresses.
func (a *Info) upperHalf(v ir.Value, seen map[*ir.Instr]bool) bool {
	i, ok := v.(*ir.Instr)
	if !ok || seen[i] || len(seen) >= pointsto.MaxAddressWays {
		return false
	}
	seen[i] = true
	switch i.Op {
	case ir.Load:
		for _, d := range a.sol.p.Pointees(i.Arg(0)) {
			if inMiddle(d) && a.readAcross(i.Parent.Parent, d) {
				_, address := a.sol.p.Objs[d.Obj].Cells[d.Off-4]
				return address || a.sol.g.ty.floatsNear(i.Arg(0))
			}
		}
	case ir.Phi, ir.Select, ir.Freeze:
		for _, x := range i.Args() {
			if a.upperHalf(x, seen) {
				return true
			}
		}
	}
	return false
}

// readAcross reports whether f reads the half of a word in front of d together with the half
// before that, which belongs to another word.
func (a *Info) readAcross(f *ir.Function, d memtypes.Addr) bool {
	d.Off -= 8
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if i.Op == ir.Load && i.Typ == ir.I64 && slices.Contains(a.sol.p.Pointees(i.Arg(0)), d) {
				return true
			}
		}
	}
	return false
}
