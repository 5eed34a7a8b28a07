package activity

import (
	"slices"
	"strconv"
	"strings"

	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/activity/pointsto"
	"github.com/llad-ad/llad/ir"
)

// This file is about arrays of bytes that a program in C or C++ packs other things into, as
// std::memcpy puts them there: streams of records, arenas. Where the analysis cannot tell the places of
// floats from those of characters, all of them are bytes that are accessed at any place, and
// a block of them may hold anything. Without addresses among them reverse mode moves byte after
// byte; with addresses, word after word, and looks when running whether the floats
// stand where words begin.

// packed reports whether a block of which nothing but integers is known, of a size that is -1
// where it is not constant, may have other things between them. A block of a known size goes
// from such memory to such: on its way to or from a variable it would be known for what it is.
func (t *types) packed(list []memtypes.Piece, sides []pointsto.AddrSet, size int64) bool {
	if size >= 0 && size < minFloat || slices.ContainsFunc(list, func(p memtypes.Piece) bool { return p.Class != memtypes.Integer }) {
		return false
	}
	astray := func(a memtypes.Addr) bool { return t.mem[a.Obj].Astray }
	for _, s := range sides {
		if size < 0 && slices.ContainsFunc(s, astray) {
			return true
		}
		if size >= 0 && slices.ContainsFunc(s, func(a memtypes.Addr) bool { return !astray(a) }) {
			return false
		}
	}
	return size >= 0
}

// minFloat is the size of the smallest float that programs pack into bytes.
const minFloat = 4

// strays has the other side of a copy of unknown extent know that there are things who knows
// where.
func (t *types) strays(to, from memtypes.Addr) bool {
	if !t.mem[from.Obj].Astray || t.mem[to.Obj].Astray {
		return false
	}
	t.mem[to.Obj].Astray = true
	return true
}

// inBytes gives the pieces of a block with undecided bytes: where these are packed ones without
// addresses it is moved byte after byte, and otherwise perhaps word after word.
func (a *Info) inBytes(i *ir.Instr, l []memtypes.Piece) []memtypes.Piece {
	p, t := a.sol.p, a.sol.g.ty
	var objs []int32
	for _, v := range append(i.CallArgs(), i) {
		if v.Type().IsPtr() {
			for _, x := range p.Pointees(v) {
				objs = append(objs, x.Obj)
			}
		}
	}
	if !slices.ContainsFunc(objs, func(o int32) bool { return t.mem[o].Astray && a.isUnaligned(o) }) {
		return a.inWords(i, l)
	}
	if !memtypes.Decided(l) && !slices.ContainsFunc(objs, a.mayHoldAddress) {
		return []memtypes.Piece{{Size: 1, Class: memtypes.Bytes}}
	}
	l = a.inWords(i, l)
	if len(l) == 1 && l[0].Class == memtypes.Word {
		if a.strewn == nil {
			a.strewn = map[int32]bool{}
		}
		for _, o := range objs {
			a.strewn[o] = true
		}
	}
	return l
}

// mayHoldAddress reports whether addresses may stand in an object that somebody uses: not
// those that memory of others may hold anywhere, if nothing is accessed there.
func (a *Info) mayHoldAddress(o int32) bool {
	p, t := a.sol.p, a.sol.g.ty
	return !p.HasCells(o) || t.mem[o].HasAddress() || slices.ContainsFunc(p.Contained(o), func(x memtypes.Addr) bool {
		return p.Objs[x.Obj].Kind != pointsto.ObjDeep || len(t.mem[x.Obj].Seen) > 0 || !a.sol.private(o)
	})
}

// isUnaligned reports whether floats in an object, or blocks that may have some, are accessed where
// perhaps no word begins.
func (a *Info) isUnaligned(o int32) bool {
	if a.unaligned == nil {
		a.findUnaligned()
	}
	return a.unaligned[o]
}

// findUnaligned fills unaligned. Derivatives keep floats on their tapes where words begin, whatever
// their blocks are moved as.
func (a *Info) findUnaligned() {
	a.unaligned = map[int32]bool{}
	if isDerivative(a.F) {
		return
	}
	for _, b := range a.F.Blocks {
		for _, i := range b.Instrs {
			for _, ptr := range a.unalignedAt(i) {
				for _, x := range a.sol.p.Pointees(ptr) {
					a.unaligned[x.Obj] = true
				}
			}
		}
	}
}

// derivativeCalls are how the names of functions begin that only derivatives call.
var derivativeCalls = []string{"llad.tape", "llad.inner.", "llad.augment.", "llad.reverse."}

// isDerivative reports whether a function is a derivative that has a tape.
func isDerivative(f *ir.Function) bool {
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if callee := i.CalledFunc(); callee != nil && slices.ContainsFunc(derivativeCalls, func(s string) bool { return strings.HasPrefix(callee.Name, s) }) {
				return true
			}
		}
	}
	return false
}

// unalignedAt gives the addresses of floats that an instruction accesses where perhaps no word
// begins.
func (a *Info) unalignedAt(i *ir.Instr) []ir.Value {
	switch {
	case i.Op == ir.Load && i.Typ.Scalar().IsFP() && i.Align < wordSize:
		return []ir.Value{i.Arg(0)}
	case i.Op == ir.Store && i.Arg(0).Type().Scalar().IsFP() && i.Align < wordSize:
		return []ir.Value{i.Arg(1)}
	case i.IsCall() && a.sol.p.TargetOf(i).Kind == pointsto.ToCopy:
		if n, fixed := ir.IntValue(i.Arg(2)); !fixed || n < minFloat || !a.sol.g.ty.movesFloats(i) {
			return nil
		}
		if a.sol.p.InString(i.Arg(0)) || a.sol.p.InString(i.Arg(1)) || a.sol.p.ConstantText(i.Arg(1)) {
			return nil
		}
		var list []ir.Value
		for k := range 2 {
			text, _ := i.ArgAttr(k, "align")
			if n, err := strconv.Atoi(text); err != nil || n < wordSize {
				list = append(list, i.Arg(k))
			}
		}
		return list
	}
	return nil
}

// wordSize is the size of what tells whether it is a float or an address.
const wordSize = 8

// checkPlace refuses, in reverse mode, a float with a derivative that is accessed where perhaps no word begins, among
// words that tell whether they are floats or addresses. A block that is shorter than a word, such as what the compiler
// copies of the bytes in front of a double, has none.
func (a *Info) checkPlace(i *ir.Instr) {
	if a.env.Forward || a.strewn == nil || i.IsCall() && isShort(i) && a.TellsWords() {
		return
	}
	strewn := func(x memtypes.Addr) bool { return a.strewn[x.Obj] && a.sol.active(a.sol.g.obj[x.Obj]) }
	for _, ptr := range a.unalignedAt(i) {
		if slices.ContainsFunc(a.sol.p.Pointees(ptr), strewn) {
			a.report(i, CodeMixed, "a float with a derivative stands among bytes and addresses where perhaps no word begins", "align what is packed, or keep addresses elsewhere")
			return
		}
	}
}

// isShort reports whether a copy is of fewer bytes than a word has.
func isShort(i *ir.Instr) bool {
	if i.NumCallArgs() < 3 {
		return false
	}
	n, fixed := ir.IntValue(i.Arg(2))
	return fixed && n < wordSize
}
