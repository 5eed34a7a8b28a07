package activity

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// maxAddressWays bounds the instructions that an address is followed through.
const maxAddressWays = 64

// checkAddress refuses an address that is put together from the bits of floats or of
// other addresses in a way that is not followed, where floats are read or written
// through it: the memory may have a shadow, and the address of that is not at hand.
func (a *Info) checkAddress(i *ir.Instr) {
	if halfAlone(i.Arg(0)) || withinHalf(i.Arg(0)) || !a.sol.p.fromPieces(i.Arg(0), map[*ir.Instr]bool{}) {
		return
	}
	for _, p := range a.sol.p.pointees(i) {
		if a.sol.p.objs[p.obj].kind != objUnknown {
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
	if !ok || i.Typ != ir.I64 || n>>48 == 0 || n>>48 == -1 || a.env.module.rust || !cast || from.Op != ir.PtrToInt {
		return
	}
	for _, p := range a.sol.p.pointees(from) {
		if a.sol.shadow[p.obj] || a.sol.varied[a.sol.g.obj[p.obj]] {
			a.report(i, CodeUnknownMem, "an address of memory with derivatives is packed with a tag in its upper bits", "keep the address beside the tag, or the tag in the lowest bits")
			return
		}
	}
}

// checkRead refuses an address that is read from a local of Rust's to which only parts of
// words were stored there: it went through the parts, and leads to memory that may have a shadow.
func (a *Info) checkRead(i *ir.Instr) {
	p := a.sol.p
	if !a.env.module.rust || !i.Typ.IsPtr() || !a.Seed.Any() || len(p.pointees(i)) > 0 {
		return
	}
	places := p.pointees(i.Arg(0))
	for _, d := range places {
		if p.objs[d.obj].kind != objAlloca || d.stride != 0 || !a.storedInParts(d) {
			return
		}
	}
	if len(places) > 0 && ir.HasUses(i) {
		a.report(i, CodeUnknownMem, "an address is read that was moved in pieces", "copy addresses as pointers or integers")
	}
}

// storedInParts reports whether a short integer that may be a part of an address is stored where a
// word begins, and another or a block of bytes behind that within the word.
func (a *Info) storedInParts(d addr) bool {
	p, first, rest := a.sol.p, false, false
	for _, b := range a.F.Blocks {
		for _, i := range b.Instrs {
			var to ir.Value
			switch {
			case i.Flags&ir.Part != 0:
				continue
			case i.Op == ir.Store && i.Arg(0).Type().IsInt() && i.Arg(0).Type().Bits < 64 && p.fromPieces(i.Arg(0), map[*ir.Instr]bool{}):
				to = i.Arg(1)
			case i.IsCall() && a.sol.p.targetOf(i).kind == toCopy:
				to = i.Arg(0)
			default:
				continue
			}
			for _, x := range a.sol.p.pointees(to) {
				if x.obj == d.obj && x.stride == 0 {
					first = first || x.off == d.off && i.Op == ir.Store
					rest = rest || x.off > d.off && x.off < d.off+8
				}
			}
		}
	}
	return first && rest
}

// fromPieces reports whether an integer is made of the bits of floats or of addresses, or
// of parts of words that were read one by one.
func (p *points) fromPieces(v ir.Value, seen map[*ir.Instr]bool) bool {
	i, ok := v.(*ir.Instr)
	if !ok || seen[i] || len(seen) >= maxAddressWays {
		return false
	}
	seen[i] = true
	switch i.Op {
	case ir.BitCast:
		if w := p.floatWord(i); w.is {
			return w.other || len(w.loads) > 0 || slices.ContainsFunc(w.words, func(a ir.Value) bool { return p.fromPieces(a, seen) })
		}
		return i.Arg(0).Type().IsFP() && !ir.IsConstant(i.Arg(0)) || p.fromPieces(i.Arg(0), seen)
	case ir.PtrToInt:
		return true
	case ir.Load:
		return i.Typ.IsInt() && i.Typ.Bits < 64
	case ir.ExtractElement, ir.Trunc, ir.ZExt, ir.LShr, ir.Shl, ir.Freeze:
		return p.fromPieces(i.Arg(0), seen)
	case ir.Or, ir.And, ir.Add, ir.Sub, ir.ShuffleVector, ir.InsertElement:
		return p.fromPieces(i.Arg(0), seen) || p.fromPieces(i.Arg(1), seen)
	case ir.Call:
		if f := i.CalledFunc(); f == nil || !strings.HasPrefix(f.Name, "llvm.fsh") {
			return false
		}
		fallthrough
	case ir.Phi, ir.Select:
		for _, x := range i.Args() {
			if !halfAlone(x) && p.fromPieces(x, seen) {
				return true
			}
		}
	}
	return false
}

// leadsToFloats reports whether a float is read or written through an address, here or
// perhaps in a function that gets it.
func leadsToFloats(i *ir.Instr) bool {
	seen := map[*ir.Instr]bool{i: true}
	work := []*ir.Instr{i}
	for len(work) > 0 && len(seen) < maxAddressWays {
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
// Rust moves an enum that holds a float on one way and a vector on another: nobody puts the shadow together again.
func (a *Info) checkSplit(i *ir.Instr) {
	p := a.sol.p
	if !a.env.hasSingles() {
		return
	}
	matters := func(x addr) bool { return a.sol.shadow[x.obj] || a.sol.varied[a.sol.g.obj[x.obj]] }
	split := false
	switch word := halvedWord(i); {
	case i.Op == ir.Load && i.Typ == ir.Float:
		places := p.pointees(i.Arg(0))
		split = len(places) > 0 && !slices.ContainsFunc(places, func(x addr) bool {
			cell, ok := p.objs[x.obj].cells[x.off&^7]
			return !ok || p.objs[x.obj].kind != objAlloca || x.stride != 0 || !slices.ContainsFunc(p.sets[cell], matters) || !a.onlyAddresses(x)
		})
	case i.Typ == ir.I32 && fromAddress(word) && slices.ContainsFunc(p.pointees(word), matters):
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
func (a *Info) onlyAddresses(x addr) bool {
	p := a.sol.p
	here := func(ptr ir.Value) bool {
		return slices.ContainsFunc(p.pointees(ptr), func(d addr) bool { return d.obj == x.obj })
	}
	for _, b := range p.f.Blocks {
		for _, i := range b.Instrs {
			switch {
			case i.Op == ir.Store && here(i.Arg(1)) && !i.Arg(0).Type().IsPtr():
				return false
			case i.IsCall() && p.targetOf(i).kind != toFree && slices.ContainsFunc(i.CallArgs(), func(v ir.Value) bool { return v.Type().IsPtr() && here(v) }):
				return false
			}
		}
	}
	return true
}
