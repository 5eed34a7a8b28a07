package activity

import (
	"slices"

	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/activity/pointsto"
	"github.com/llad-ad/llad/ir"
)

// checkAddress refuses an address that is put together from the bits of floats or of
// other addresses in a way that is not followed, where floats are read or written
// through it: the memory may have a shadow, and the address of that is not at hand.
func (a *Info) checkAddress(i *ir.Instr) {
	if !a.sol.p.FromPieces(i.Arg(0), map[*ir.Instr]bool{}) {
		return
	}
	for _, p := range a.sol.p.Pointees(i) {
		if a.sol.p.Objs[p.Obj].Kind != pointsto.ObjUnknown {
			return
		}
	}
	if leadsToFloats(i) {
		a.report(i, CodeUnknownMem, "floats are read or written at an address that was moved as a float, or in pieces", "copy addresses as pointers or integers")
	}
}

// checkTagged refuses an address that is packed with a tag in its upper bits, as in the bits of a NaN: shadows tell
// by those what is an address.
func (a *Info) checkTagged(i *ir.Instr) {
	v, mask := i.Arg(0), i.Arg(1)
	if ir.IsConstant(v) {
		v, mask = mask, v
	}
	n, ok := ir.IntValue(mask)
	from, cast := v.(*ir.Instr)
	if !ok || i.Typ != ir.I64 || n>>48 == 0 || n>>48 == -1 || !cast || from.Op != ir.PtrToInt {
		return
	}
	for _, p := range a.sol.p.Pointees(from) {
		if a.sol.shadow[p.Obj] || a.sol.varied[a.sol.g.obj[p.Obj]] {
			a.report(i, CodeUnknownMem, "an address of memory with derivatives is packed with a tag in its upper bits", "keep the address beside the tag, or the tag in the lowest bits")
			return
		}
	}
}

// checkRead refuses an address that is read from a local to which only parts of
// words were stored there: it went through the parts, and leads to memory that may have a shadow.
func (a *Info) checkRead(i *ir.Instr) {
	p := a.sol.p
	if !i.Typ.IsPtr() || !a.Seed.Any() || len(p.Pointees(i)) > 0 {
		return
	}
	places := p.Pointees(i.Arg(0))
	for _, d := range places {
		if p.Objs[d.Obj].Kind != pointsto.ObjAlloca || d.Stride != 0 || !a.storedInParts(d) {
			return
		}
	}
	if len(places) > 0 && ir.HasUses(i) {
		a.report(i, CodeUnknownMem, "an address is read that was moved in pieces", "copy addresses as pointers or integers")
	}
}

// storedInParts reports whether a short integer that may be a part of an address is stored where a
// word begins, and another or a block of bytes behind that within the word.
func (a *Info) storedInParts(d memtypes.Addr) bool {
	p, first, rest := a.sol.p, false, false
	for _, b := range a.F.Blocks {
		for _, i := range b.Instrs {
			var to ir.Value
			switch {
			case i.Op == ir.Store && i.Arg(0).Type().IsInt() && i.Arg(0).Type().Bits < 64 && p.FromPieces(i.Arg(0), map[*ir.Instr]bool{}):
				to = i.Arg(1)
			case i.IsCall() && a.sol.p.TargetOf(i).Kind == pointsto.ToCopy:
				to = i.Arg(0)
			default:
				continue
			}
			for _, x := range a.sol.p.Pointees(to) {
				if x.Obj == d.Obj && x.Stride == 0 {
					first = first || x.Off == d.Off && i.Op == ir.Store
					rest = rest || x.Off > d.Off && x.Off < d.Off+8
				}
			}
		}
	}
	return first && rest
}

// leadsToFloats reports whether a float is read or written through an address, here or
// perhaps in a function that gets it.
func leadsToFloats(i *ir.Instr) bool {
	seen := map[*ir.Instr]bool{i: true}
	work := []*ir.Instr{i}
	for len(work) > 0 && len(seen) < pointsto.MaxAddressWays {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		for u := range ir.Uses(x) {
			y := u.User
			switch y.Op {
			case ir.GetElementPtr, ir.BitCast, ir.Phi, ir.Select:
				if !seen[y] {
					seen[y] = true
					work = append(work, y)
				}
			case ir.Load:
				if y.Typ.HasFloat() {
					return true
				}
			case ir.Store:
				if u.Index() == 1 && y.Arg(0).Type().HasFloat() {
					return true
				}
			}
		}
	}
	return false
}

// checkSplit refuses to take an address apart of which a half goes on as a float of 32 bits, as optimised
// compilers move an enum that holds a float on one way and a vector on another: nobody puts the shadow together again.
func (a *Info) checkSplit(i *ir.Instr) {
	p := a.sol.p
	matters := func(x memtypes.Addr) bool { return a.sol.shadow[x.Obj] || a.sol.varied[a.sol.g.obj[x.Obj]] }
	split := false
	switch word := pointsto.HalvedWord(i); {
	case i.Op == ir.Load && i.Typ == ir.Float:
		places := p.Pointees(i.Arg(0))
		split = len(places) > 0 && !slices.ContainsFunc(places, func(x memtypes.Addr) bool {
			cell, ok := p.Objs[x.Obj].Cells[x.Off&^7]
			return !ok || p.Objs[x.Obj].Kind != pointsto.ObjAlloca || x.Stride != 0 || !slices.ContainsFunc(p.Sets[cell], matters) || !a.onlyAddresses(x)
		})
	case i.Typ == ir.I32 && fromAddress(word) && slices.ContainsFunc(p.Pointees(word), matters):
		for u := range ir.Uses(i) {
			split = split || u.User.Op == ir.BitCast && u.User.Typ == ir.Float
		}
	}
	if split {
		a.report(i, CodeUnknownMem, "an address is moved in pieces, a half of it as a float of 32 bits", "64-bit floats")
	}
}

// fromAddress reports whether a word is made of an address here.
func fromAddress(word ir.Value) bool {
	i, ok := word.(*ir.Instr)
	return ok && i.Op == ir.PtrToInt && i.Typ == ir.I64
}

// onlyAddresses reports whether all that is stored to the word at an address, and nothing is copied to there, are addresses.
func (a *Info) onlyAddresses(x memtypes.Addr) bool {
	p := a.sol.p
	here := func(ptr ir.Value) bool {
		return slices.ContainsFunc(p.Pointees(ptr), func(d memtypes.Addr) bool { return d.Obj == x.Obj })
	}
	for _, b := range p.Func.Blocks {
		for _, i := range b.Instrs {
			switch {
			case i.Op == ir.Store && here(i.Arg(1)) && !i.Arg(0).Type().IsPtr():
				return false
			case i.IsCall() && p.TargetOf(i).Kind != pointsto.ToFree && slices.ContainsFunc(i.CallArgs(), func(v ir.Value) bool { return v.Type().IsPtr() && here(v) }):
				return false
			}
		}
	}
	return true
}

// What follows refuses addresses that a program computes as integers in ways of which the shadow's address does not follow:
// blocks of shadow memory lie elsewhere.

// checkComputed refuses an address that comes out of an exclusive or of two words, as in lists linked by such.
func (a *Info) checkComputed(i *ir.Instr) {
	if !a.Seed.Any() {
		return
	}
	seen := []ir.Value{i.Arg(0)}
	for k := 0; k < len(seen) && k < pointsto.MaxAddressWays; k++ {
		from, ok := seen[k].(*ir.Instr)
		if !ok {
			continue
		}
		switch from.Op {
		case ir.Phi, ir.Select, ir.Freeze:
			for _, v := range pointsto.Copied(from) {
				if !slices.Contains(seen, v) {
					seen = append(seen, v)
				}
			}
		case ir.Xor:
			if !ir.IsConstant(from.Arg(0)) && !ir.IsConstant(from.Arg(1)) {
				a.report(i, CodeUnknownMem, "an address is computed by an exclusive or of words", "keep the addresses themselves")
				return
			}
		}
	}
}

// cutsFloats reports whether a block operation works on memory with doubles that are not
// where words begin, as packed structs have them: words would be halves of two of them.
func (t *types) cutsFloats(i *ir.Instr) bool {
	for _, v := range i.CallArgs() {
		if !v.Type().IsPtr() {
			continue
		}
		for _, a := range t.p.Pointees(v) {
			for r := range t.mem[a.Obj].Seen {
				if r.Class == memtypes.FloatData && r.Rank > memtypes.RankHint && r.Typ.Kind == ir.DoubleKind && (r.Stride == 0 || r.Stride > 8) && (r.Off%8 != 0 || r.Stride%8 != 0) {
					return true
				}
			}
		}
	}
	return false
}
