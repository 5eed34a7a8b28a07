package activity

import (
	"slices"

	"github.com/llad-ad/llad/ir"
)

// checkPassed refuses to hand words to a callee, or back to a caller, that may be doubles as
// well as addresses or integers: a union that travels by value in registers. One of the
// two would have no derivative on the other side.
func (a *Info) checkPassed(i *ir.Instr) {
	t := a.sol.g.ty
	if !t.sharesWords() {
		return
	}
	var list []ir.Value
	switch {
	case i.Op == ir.Ret || i.Op == ir.Phi && i.Typ.IsAggregate():
		list = i.Args()
	case i.IsCall():
		if k := t.p.targetOf(i).kind; k != toDefined && k != toIndirect {
			return
		}
		for k, v := range i.CallArgs() {
			if _, whole := i.ArgAttr(k, "noundef"); !whole { // a part of a struct that travels in registers
				list = append(list, v)
			}
		}
	}
	for _, v := range list {
		if a.passesEither(v, 0) {
			a.report(i, CodeMixed, "a word that is a float at some times and something else at others is passed by value", "pass a struct that holds a union by reference")
			return
		}
	}
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
		return slices.ContainsFunc(copied(i), func(x ir.Value) bool { return a.passesEither(x, depth+1) })
	case ir.IntToPtr:
		return t.p.class.of(i.Arg(0))&isFP != 0 || a.passesEither(i.Arg(0), depth+1)
	case ir.PtrToInt:
		return a.passesEither(i.Arg(0), depth+1)
	case ir.BitCast:
		return i.Typ == ir.I64 && i.Arg(0).Type() == ir.Double && a.variedValue(i.Arg(0))
	case ir.Load:
		var words memTypes
		words.scalars(t.p.layout, i.Typ, 0)
		for off, l := range words.exact {
			if (l[0].class == Pointer || l[0].class == Integer) && l[0].size == 8 && slices.ContainsFunc(t.p.pointees(i.Arg(0)), func(p addr) bool { return t.doubleReaches(p.moved(off, 0), maxReach) }) {
				return true
			}
		}
	}
	return false
}

// maxReach bounds the copies that doubleReaches looks behind.
const maxReach = 4

// reach is a question to doubleReaches.
type reach struct {
	at     addr
	copies int
}

// block is an address that a block operation writes to.
type block struct {
	dst addr
	by  *move
}

// doubleReaches reports whether anything tells of a double in the word at an address, or
// where that is copied from. Paths of copies meet again and again, so it keeps what it finds.
func (t *types) doubleReaches(a addr, copies int) bool {
	key := reach{a, copies}
	found, ok := t.reaches[key]
	if !ok {
		if t.reaches == nil {
			t.reaches = map[reach]bool{}
		}
		found = t.hasDouble(a) || copies > 0 && t.doubleCopied(a, copies)
		t.reaches[key] = found
	}
	return found
}

// hasDouble reports whether anything tells of a double in the word at an address.
func (t *types) hasDouble(a addr) bool {
	for r := range t.mem[a.obj].seen {
		if r.class != FloatData || r.typ.Kind != ir.DoubleKind {
			continue
		}
		s := gcd(r.stride, a.stride)
		if s == 0 && r.off == a.off || s > 0 && (r.off-a.off)%s == 0 {
			return true
		}
	}
	return false
}

// doubleCopied reports whether a double reaches an address by a copy and no more than
// copies in all.
func (t *types) doubleCopied(a addr, copies int) bool {
	if t.blocks == nil {
		t.blocks = map[int32][]block{}
		for k := range t.move {
			if c := &t.move[k]; c.val == 0 {
				for _, d := range c.dst {
					t.blocks[d.obj] = append(t.blocks[d.obj], block{d, c})
				}
			}
		}
	}
	for _, b := range t.blocks[a.obj] {
		d, c := b.dst, b.by
		if a.stride == 0 && d.stride == 0 && (a.off < d.off || c.size >= 0 && a.off >= d.off+c.size) {
			continue
		}
		by := int64(0)
		if a.stride == 0 && d.stride == 0 {
			by = a.off - d.off
		} else if s := gcd(a.stride, d.stride); s > 0 {
			by = ((a.off-d.off)%s + s) % s
		}
		if slices.ContainsFunc(c.src, func(s addr) bool { return t.doubleReaches(s.moved(by, 0), copies-1) }) {
			return true
		}
	}
	return false
}
