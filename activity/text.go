package activity

import (
	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/activity/pointsto"
	"github.com/llad-ad/llad/ir"
)

// text reports whether a block operation of variable size moves a string that
// stands in an object (the short ones of std::string): it moves single bytes, or
// as many as the object says right in front of them, and they are integers on
// all sides, in objects without arrays of anything else.
func (t *types) text(i *ir.Instr, sides []pointsto.AddrSet) bool {
	known := false
	for k, s := range sides {
		if align, ok := i.ArgAttr(k, "align"); ok && align != "1" && !t.counted(i) {
			return false
		}
		for _, a := range s {
			m := &t.mem[a.Obj]
			if len(m.Seen) == 0 {
				continue
			}
			if p := t.lookup(a, 1); len(p) != 1 || p[0].Class != memtypes.Integer {
				return false
			}
			for _, r := range m.Strided {
				if r.Class != memtypes.Integer {
					return false
				}
			}
			known = true
		}
	}
	return known
}

// copiesCharacters reports whether a copy is one of as many characters as there are, as the C++ library's: where there is
// one, that is moved from the same address to the same, or the number stands in front of them and the last is a zero.
func (t *types) copiesCharacters(i *ir.Instr) bool {
	if t.p.TargetOf(i).Kind != pointsto.ToCopy {
		return false
	}
	if size, ok := i.Arg(2).(*ir.Instr); ok && size.Op == ir.Add && t.counted(i) {
		n, _ := ir.IntValue(size.Arg(1))
		return n == 1
	}
	for u := range ir.Uses(i.Arg(0)) {
		switch c := u.User; {
		case c == i || u.Index() != 0 || !c.IsCall() || t.p.TargetOf(c).Kind != pointsto.ToCopy || c.Arg(1) != i.Arg(1):
		case isOne(c.Arg(2)) && anyBytes(i), isOne(i.Arg(2)) && anyBytes(c):
			return true
		}
	}
	return false
}

func isOne(v ir.Value) bool {
	n, ok := ir.IntValue(v)
	return ok && n == 1
}

// anyBytes reports whether a copy is one of any number of bytes, of a type that may stand anywhere.
func anyBytes(i *ir.Instr) bool {
	for k := range 2 {
		if align, ok := i.ArgAttr(k, "align"); ok && align != "1" {
			return false
		}
	}
	return !ir.IsConstant(i.Arg(2))
}

// counted reports whether the size of a block copy is read, up to a constant,
// from the word in front of what is copied.
func (t *types) counted(i *ir.Instr) bool {
	size, ok := i.Arg(2).(*ir.Instr)
	if ok && size.Op == ir.Add {
		if _, isConst := ir.IntValue(size.Arg(1)); isConst {
			size, ok = size.Arg(0).(*ir.Instr)
		}
	}
	if !ok || size.Op != ir.Load || t.p.TargetOf(i).Kind != pointsto.ToCopy {
		return false
	}
	from := t.p.Pointees(i.Arg(1))
	at := t.p.Pointees(size.Arg(0))
	word := t.p.Layout.StoreSize(size.Typ)
	if len(at) == 0 || len(at) != len(from) {
		return false
	}
	for k, a := range at {
		if a.Moved(word, 0) != from[k] {
			return false
		}
	}
	return true
}

// textFunctions is how the names of functions begin that work on nothing but characters:
// those of std::char_traits<char>.
const textFunctions = "_ZNSt11char_traitsIcE"

// text reports whether an object is nothing but a string's characters: whoever finds it in a string takes it for
// memory without a shadow.
func (s *solution) text(o int32) bool {
	return s.p.Objs[o].Text && s.p.Merged[o] == nil && !s.g.ty.mem[o].MoreThanInts()
}
