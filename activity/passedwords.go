package activity

import (
	"slices"

	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/activity/pointsto"
	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// checkPassed refuses to hand words to a callee, or back to a caller, that may be doubles as
// well as addresses or integers: a union that travels by value in registers. One of the
// two would have no derivative on the other side.
func (a *Info) checkPassed(i *ir.Instr) {
	t := a.sol.g.ty
	var list []ir.Value
	switch {
	case i.Op == ir.Ret && givesWhole(a.F):
		return
	case i.Op == ir.Ret || i.Op == ir.Phi && i.Typ.IsAggregate():
		list = i.Args()
	case i.IsCall():
		if k := t.p.TargetOf(i).Kind; k != pointsto.ToDefined && k != pointsto.ToIndirect {
			return
		}
		for k, v := range i.CallArgs() {
			if !wholeArg(i, k) { // a part of a struct that travels in registers
				list = append(list, v)
			}
		}
	}
	for _, v := range list {
		if a.passesEither(v, 0) {
			a.reportPassed(i)
			return
		}
	}
}

// reportPassed refuses what passes a word of a union by value, or gets one.
func (a *Info) reportPassed(i *ir.Instr) {
	a.report(i, CodeMixed, "a word that is a float at some times and something else at others is passed by value", "pass a struct that holds a union by reference")
}

// checkTakenOut refuses to take a float out of an address: it was moved as one, and has no derivative. i is the
// float, or the half of a word that is one.
func (a *Info) checkTakenOut(i *ir.Instr) {
	if i.Op == ir.Trunc && a.sol.p.Class.Of(i)&pointsto.IsFP == 0 || i.Op == ir.BitCast && !i.Typ.Scalar().IsFP() {
		return
	}
	p, ok := i.Arg(0).(*ir.Instr)
	if ok && i.Op == ir.Trunc && p.Op == ir.LShr {
		p, ok = p.Arg(0).(*ir.Instr)
	}
	if ok && p.Op == ir.PtrToInt && !a.makesAddress(p.Arg(0)) && a.usefulFloat(i) {
		a.report(i, CodeMixed, "a float that was moved as an address is taken out", "copy with typed loads and stores; pass a struct that holds a union by reference")
	}
}

// makesAddress reports whether v is an address by how it is made: that of a variable, of memory
// that is taken, or of something within an object, or a part of what a library function without floats gives.
func (a *Info) makesAddress(v ir.Value) bool {
	i, ok := v.(*ir.Instr)
	if ok && i.Op == ir.ExtractValue {
		c, ok := i.Arg(0).(*ir.Instr)
		return ok && c.IsCall() && c.CalledFunc() != nil && c.CalledFunc().IsDecl && rules.KnownOf(c.CalledFunc()) != nil
	}
	return ir.IsConstant(v) || ok && (i.Op == ir.Alloca || i.Op == ir.GetElementPtr || i.IsCall() && !a.getsPart(i))
}

// getsPart reports whether a call gives a part of a struct, or all of it, in registers.
func (a *Info) getsPart(i *ir.Instr) bool {
	if k := a.sol.p.TargetOf(i).Kind; k != pointsto.ToDefined && k != pointsto.ToIndirect {
		return false
	}
	if f := i.CalledFunc(); f != nil && givesWhole(f) {
		return false
	}
	_, whole := i.RetAttr("noundef")
	return !whole
}

// givesWhole reports whether the result of a function is no part of a struct: it is said to be defined.
func givesWhole(f *ir.Function) bool {
	return slices.Contains(signature.SplitAttrs(f.RetAttrs), "noundef")
}

// wholeArg reports whether an argument is no part of a struct: the call or the callee says that it is defined.
func wholeArg(i *ir.Instr, k int) bool {
	if _, ok := i.ArgAttr(k, "noundef"); ok {
		return true
	}
	f := i.CalledFunc()
	return f != nil && k < len(f.Params) && f.Params[k].HasAttr("noundef")
}

// passesEither reports whether a value is, or has in it, a word that may be a double and
// may be something else.
func (a *Info) passesEither(v ir.Value, depth int) bool {
	t := a.sol.g.ty
	i, ok := v.(*ir.Instr)
	if !ok || depth > maxNarrow {
		return false
	}
	switch i.Op {
	case ir.InsertValue:
		return a.passesEither(i.Arg(0), depth+1) || a.passesEither(i.Arg(1), depth+1)
	case ir.Phi, ir.Select, ir.Freeze:
		return slices.ContainsFunc(pointsto.Copied(i), func(x ir.Value) bool { return a.passesEither(x, depth+1) })
	case ir.IntToPtr:
		return t.p.Class.Of(i.Arg(0))&pointsto.IsFP != 0 || a.passesEither(i.Arg(0), depth+1)
	case ir.PtrToInt:
		return a.passesEither(i.Arg(0), depth+1)
	case ir.BitCast:
		return i.Typ == ir.I64 && i.Arg(0).Type() == ir.Double && a.variedValue(i.Arg(0))
	case ir.Load:
		var words memtypes.Memory
		words.Scalars(t.p.Layout, i.Typ, 0)
		for off, l := range words.Exact {
			if (l[0].Class == memtypes.Pointer || l[0].Class == memtypes.Integer) && l[0].Size == 8 && slices.ContainsFunc(t.p.Pointees(i.Arg(0)), func(p memtypes.Addr) bool { return t.floatReaches(p.Moved(off, 0), maxReach) }) {
				return true
			}
		}
	}
	return false
}

// maxReach bounds the copies that floatReaches looks behind.
const maxReach = 4

// reach is a question to floatReaches.
type reach struct {
	at     memtypes.Addr
	copies int
}

// block is one side of a block operation, with the other side of it.
type block struct {
	at    memtypes.Addr
	other pointsto.AddrSet
	size  int64
}

// floatReaches reports whether anything tells of a float in the word at an address, or
// where that is copied from or to. Paths of copies meet again and again, so it keeps what it finds.
func (t *types) floatReaches(a memtypes.Addr, copies int) bool {
	key := reach{a, copies}
	found, ok := t.reaches[key]
	if !ok {
		if t.reaches == nil {
			t.reaches = map[reach]bool{}
		}
		found = t.hasFloat(a) || copies > 0 && t.floatCopied(a, copies)
		t.reaches[key] = found
	}
	return found
}

// hasFloat reports whether anything tells of a float in the word at an address.
func (t *types) hasFloat(a memtypes.Addr) bool {
	for r := range t.mem[a.Obj].Seen {
		if r.Class != memtypes.FloatData || r.Typ.Kind != ir.DoubleKind && r.Typ.Kind != ir.FloatKind {
			continue
		}
		by := r.Off - a.Off
		if s := memtypes.Gcd(r.Stride, a.Stride); s > 0 {
			by = (by%s + s) % s
		}
		if by == 0 || by == 4 && r.Typ.Kind == ir.FloatKind {
			return true
		}
	}
	return false
}

// floatCopied reports whether anything tells of a float where the word at an address is copied from or to, by no more than
// copies in all.
func (t *types) floatCopied(a memtypes.Addr, copies int) bool {
	if t.blocks == nil {
		t.findBlocks()
	}
	for _, b := range t.blocks[a.Obj] {
		d := b.at
		if a.Stride == 0 && d.Stride == 0 && (a.Off < d.Off || b.size >= 0 && a.Off >= d.Off+b.size) {
			continue
		}
		by := int64(0)
		if a.Stride == 0 && d.Stride == 0 {
			by = a.Off - d.Off
		} else if s := memtypes.Gcd(a.Stride, d.Stride); s > 0 {
			by = ((a.Off-d.Off)%s + s) % s
		}
		if slices.ContainsFunc(b.other, func(s memtypes.Addr) bool { return t.floatReaches(s.Moved(by, 0), copies-1) }) {
			return true
		}
	}
	return false
}

// findBlocks notes both sides of the block operations.
func (t *types) findBlocks() {
	t.blocks = map[int32][]block{}
	for k := range t.move {
		c := &t.move[k]
		if c.val != 0 {
			continue
		}
		for _, d := range c.dst {
			t.blocks[d.Obj] = append(t.blocks[d.Obj], block{d, c.src, c.size})
		}
		for _, s := range c.src {
			t.blocks[s.Obj] = append(t.blocks[s.Obj], block{s, c.dst, c.size})
		}
	}
}
