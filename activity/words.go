package activity

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/activity/pointsto"
	"github.com/llad-ad/llad/ir"
)

// This file is about blocks of which it is not known statically where they
// hold floats: the payload of a Rust enum, a union, bytes in transit. Where
// double is the only floating-point type around that is active, the words of a block tell at
// run time. An address, read as a double, has no exponent (it is below 2^52),
// and neither has a small integer; the derivative that stands in a word of
// shadow memory either has one or is zero for all purposes. So a word of shadow
// memory with an exponent is a derivative, and any other an address or nothing.

// WordExponent masks the exponent of a double in an integer.
const WordExponent = 0x7ff << 52

// secondTape begins the names of functions of the tape of a gradient's gradient.
const secondTape = "llad.tape2."

// noteFloats records which floating-point types a body works with. Floats of other types
// than double that are computed there from integers and constants have no derivatives.
func (e *Env) noteFloats(f *ir.Function) {
	note := func(t *ir.Type) {
		t = t.Scalar()
		switch {
		case t.Kind == ir.DoubleKind:
			e.doubles = true
		case t.IsFP() || t.IsAggregate() && t.HasFloat() && !onlyDoubles(t):
			e.others[f] = true
		}
	}
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if !computesOther(i) {
				note(i.Typ)
			}
			if callee := i.CalledFunc(); callee != nil && strings.HasPrefix(callee.Name, secondTape) {
				e.nested = true
			}
			if i.Elem != nil && !i.Elem.IsAggregate() { // members are read and written as values, or nobody computes with them
				note(i.Elem)
			}
			for _, a := range i.Args() {
				if from, ok := a.(*ir.Instr); i.Op == ir.Store || !ir.IsConstant(a) && !(ok && computesOther(from)) {
					note(a.Type())
				}
			}
		}
	}
}

// computesOther reports whether an instruction computes a float of another type than
// double from nothing but integers, constants and such floats: operations, and functions
// of math.h, as generators of random numbers call them to know how many bits there are.
func computesOther(i *ir.Instr) bool {
	t := i.Typ.Scalar()
	if !t.IsFP() || t.Kind == ir.DoubleKind {
		return false
	}
	switch i.Op {
	case ir.SIToFP, ir.UIToFP, ir.FAdd, ir.FSub, ir.FMul, ir.FDiv, ir.FNeg, ir.Select, ir.Phi:
		return true
	case ir.FPExt, ir.FPTrunc:
		return i.Arg(0).Type().Scalar().Kind != ir.DoubleKind
	case ir.Call, ir.Invoke:
		return pointsto.Classify(i, false).Kind == pointsto.ToMath && !slices.ContainsFunc(i.CallArgs(), func(v ir.Value) bool { return v.Type().Scalar().Kind == ir.DoubleKind })
	}
	return false
}

// onlyDoubles reports whether the floats in a type are doubles.
func onlyDoubles(t *ir.Type) bool {
	switch t.Kind {
	case ir.ArrayKind, ir.VectorKind:
		return onlyDoubles(t.Elem)
	case ir.StructKind:
		for _, f := range t.Fields {
			if !onlyDoubles(f) {
				return false
			}
		}
	}
	return !t.IsFP() || t.Kind == ir.DoubleKind
}

// tellsWords reports whether words tell at run time what they hold. In the
// gradient of a gradient they do not:
// its shadow memory holds adjoints of words that were told apart once before.
func (e *Env) tellsWords() bool {
	if !e.mayTellWords() {
		return false
	}
	if e.Trusting {
		return true
	}
	for f := range e.others {
		if !e.settled[f] {
			e.unsettled = true
			return false
		}
	}
	return true
}

// Unsettled reports whether words were not told apart at run time for nothing but that it was open whether
// functions that come later, or are not differentiated, have active floats of other types than double.
func (e *Env) Unsettled() bool { return e.unsettled && !e.mixes }

// Mixes reports whether floats of other types than double were found to be active.
func (e *Env) Mixes() bool { return e.mixes }

// mayTellWords is tellsWords as far as it is known before a body is analysed whether
// floats of other types than double are active.
func (e *Env) mayTellWords() bool {
	return e.doubles && !e.mixes && e.wordsFit()
}

// wordsFit reports whether a word that is a double or an address would tell which.
func (e *Env) wordsFit() bool {
	l := e.M.Layout
	return !e.nested && !l.BigEndian() && l.PtrBits(0) == 64
}

// settleOthers looks whether floats of other types than double are active: those
// that a hash table keeps to know when to grow are not. Only doubles then have
// derivatives that are not zero.
func (a *Info) settleOthers() {
	e := a.env
	if !e.others[a.F] {
		return
	}
	other := func(v ir.Value) bool {
		t := v.Type().Scalar()
		return (t.IsFP() || t.IsAggregate()) && t.HasFloat() && !onlyDoubles(t) && a.Active(v)
	}
	for _, b := range a.F.Blocks {
		for _, i := range b.Instrs {
			e.mixes = e.mixes || other(i) || slices.ContainsFunc(i.Args(), other)
		}
	}
	e.settled[a.F] = true
	if f := e.original[a.F]; f != nil {
		e.settled[f] = true
	}
}

// word reports whether a word in a register, or each of a vector of them, may be
// a float or an address or a number, and tells at run time: nothing else does.
func (t *types) word(v ir.Value) bool {
	typ := v.Type()
	if ir.IsConstant(v) || typ.Scalar() != ir.I64 || typ.Scalable {
		return false
	}
	if !t.env.asksWords() {
		return false
	}
	list := t.valuePieces(v)
	for _, p := range list {
		if p.Class == memtypes.FloatData && p.Type != ir.Double {
			return false
		}
	}
	return !memtypes.Decided(list) || t.taint[v]
}

// asksWords reports whether words in registers tell at run time whether they are doubles or addresses, and are asked.
func (e *Env) asksWords() bool { return !e.Forward && e.tellsWords() }

// Ask says that a value or a copy moves words that are doubles at some times and addresses at others:
// where words tell, what they are is asked when the program runs.
func (e *Env) Ask(v ir.Value) {
	if e.asked == nil {
		e.asked = map[ir.Value]bool{}
	}
	e.asked[v] = true
}

// Word reports whether an integer may carry a derivative and may as well be an
// address with a shadow, or anything, in reverse mode: it then has both a shadow
// and an adjoint, and what stands for it in shadow memory is one or the other.
// Every word of it tells by its exponent (see Word, the class of pieces).
func (a *Info) Word(v ir.Value) bool {
	t := a.sol.g.ty
	if t.word(v) {
		return true
	}
	if ir.IsConstant(v) || v.Type().Scalar() != ir.I64 || t.env.Forward {
		return false
	}
	lanes := t.lanes(v)
	if lanes == nil || !t.env.tellsWords() && slices.ContainsFunc(lanes, func(l *ir.Type) bool { return l != ir.Double }) {
		return false // two floats do not tell
	}
	return a.Shadow(v)
}

// MayBeAddress reports whether any address may be in an integer.
func (a *Info) MayBeAddress(v ir.Value) bool {
	return a.sol.p.MayPoint(v) && len(a.sol.p.Pointees(v)) > 0
}

// TellsWords reports whether a word of which it is not known what it holds
// tells so at run time.
func (a *Info) TellsWords() bool { return a.env.tellsWords() }

// inWords gives the pieces of a block as words where some are undecided: the
// block operation is then done word by word. Memory of which this module only
// ever copies bytes, from caller to caller, stays undecided in the function of the request.
func (a *Info) inWords(i *ir.Instr, l []memtypes.Piece) []memtypes.Piece {
	t := a.sol.g.ty
	if t.env.asked[i] && t.env.tellsWords() {
		return []memtypes.Piece{{Size: 8, Class: memtypes.Word}}
	}
	doubted := memtypes.Decided(l) && t.p.TargetOf(i).Kind == pointsto.ToCopy && weak(i, l)
	if !t.env.tellsWords() {
		if !memtypes.Decided(l) && t.eitherWord(i, l) {
			return []memtypes.Piece{{Size: 8, Class: memtypes.Word}}
		}
		if doubted && !t.addressesOnly(i, l) && a.variedSource(i) {
			if !memtypes.Decided(a.settle(i, unhinted(l))) {
				return []memtypes.Piece{{Size: 8, Class: memtypes.Mixed}}
			}
		}
		return l
	}
	if memtypes.Decided(l) && !doubted && !(t.p.TargetOf(i).Kind != pointsto.ToSet && t.unsure(i, l)) {
		return l
	}
	if t.cutsFloats(i) || slices.ContainsFunc(l, isNarrow) { // a float of 32 bits is no word
		return []memtypes.Piece{{Size: 8, Class: memtypes.Mixed}}
	}
	for _, v := range i.CallArgs() {
		if !v.Type().IsPtr() {
			continue
		}
		for _, d := range t.p.Pointees(v) {
			if !t.p.Objs[d.Obj].External() || len(t.mem[d.Obj].Seen) > 0 {
				return []memtypes.Piece{{Size: 8, Class: memtypes.Word}}
			}
		}
	}
	if e := t.env; e.Calls.Root() != nil && e.first(a.F) != e.first(e.Calls.Root()) {
		return []memtypes.Piece{{Size: 8, Class: memtypes.Word}} // the callers are code that doubles are the only floats of
	}
	return l
}

// weak reports whether the pieces of a copied struct are not to be relied on. That it
// has no floats may be known by hints alone: a pointer to a base class tells nothing of
// what stands behind the base.
func weak(i *ir.Instr, l []memtypes.Piece) bool {
	if !copiesStruct(i) {
		return false
	}
	some, float := false, false
	for _, p := range l {
		float = float || p.Class == memtypes.FloatData
		some = some || p.Rank == memtypes.RankHint || p.Rank == memtypes.RankStrided
	}
	return some && !float
}

// variedSource reports whether a copy takes its bytes from objects with floats that vary.
func (a *Info) variedSource(i *ir.Instr) bool {
	return a.variesIn([]pointsto.AddrSet{a.sol.p.Pointees(i.Arg(1))})
}

// maxWeak bounds the structs that are copied word by word to be safe.
const maxWeak = 256
