package typeanalysis

import (
	"slices"

	"github.com/llad-ad/llad/ir"
)

// This file is about words that are doubles at some times and addresses at others, as the payload
// of a tagged union is. Their shadows tell which when the program runs, as a derivative has an
// exponent and an address has none, so that such memory is settled where the derivative asks them
// wherever they are moved (activity.Word).

// word is the size of what tells.
const word = 8

// Site is an instruction of a body that was added, by its place in the text (see Counts); a parameter k is
// at -1-k.
type Site struct {
	Of  *ir.Function // the function that calls name
	Nth int
}

// watched is a value as wide as a word, or wider, an integer of half a word that memory held, or a float that is made, and
// how the derivative takes it. Shorter integers, the lengths of nodes of trees, lie beside floats too often.
type watched struct {
	*node
	site   Site // none where there is no derivative
	canAsk bool
	asked  bool      // the derivative asks the shadow what it is
	active bool      // it has a derivative
	cast   bool      // it is one of another value
	typ    *ir.Type  // its type
	moved  *ir.Instr // what reads it, or chooses it as an integer; nil for what else gives it
	number bool      // it is computed from words that are taken for numbers
	made   *ir.Instr // what reads a float, makes it of an integer, or computes with a word

	operands []*node // of a number
}

// watch notes a value.
func watch(s *System, v ir.Value, at Site, d Derivative) {
	t := v.Type()
	i, isInstr := v.(*ir.Instr)
	if t == nil {
		return
	}
	short := s.width(t) < word
	heldHalf := isInstr && i.Op == ir.Load && t.Scalar().IsInt() && s.width(t) >= word/2
	if short && !heldHalf && !(isInstr && makesFloat(i)) {
		return
	}
	w := watched{node: s.at(v), typ: t}
	w.cast = isInstr && castsWord(i)
	if isInstr && (i.Op == ir.Load && (!short || heldHalf) || t == ir.I64 && (i.Op == ir.Phi || i.Op == ir.Select)) {
		w.moved = i
	}
	if isInstr && (makesFloat(i) || !short && altersBits(i)) {
		w.made = i
	}
	if w.number = isInstr && isNumber(i); w.number {
		for _, a := range i.Args() {
			if !ir.IsConstant(a) {
				w.operands = append(w.operands, s.at(a))
			}
		}
	}
	w.canAsk = t == ir.I64 && !w.cast ||
		isInstr && (t == ir.Double || t.IsPtr() && t.AddrSpace == 0) && (i.Op == ir.Load || i.Op == ir.Phi || i.Op == ir.Select)
	if d != nil {
		w.site, w.asked, w.active = at, d.Word(v), d.Active(v)
	}
	s.values = append(s.values, w)
}

// makesFloat reports whether an instruction reads a float, or makes it of an integer.
func makesFloat(i *ir.Instr) bool {
	return i.Typ.Scalar().IsFP() && (i.Op == ir.Load || i.Op == ir.BitCast && i.Arg(0).Type().Scalar().IsInt())
}

// Counts reports whether an instruction is counted in a Site: casts of words come and go, and what only says
// how long memory lives.
func Counts(i *ir.Instr) bool { return !castsWord(i) && !ir.IsLifetime(i) }

// castsWord reports whether an instruction gives bits another type.
func castsWord(i *ir.Instr) bool {
	return i.Op == ir.BitCast || i.Op == ir.IntToPtr || i.Op == ir.PtrToInt
}

// mostTag bounds what may be added to an address without giving it an exponent.
const mostTag = 1 << 40

// oddConstant reports whether a constant is an integer or an address with the bits of an exponent.
func oddConstant(c *ir.Const) bool {
	v := ir.Value(c)
	for c.Kind == ir.ConstExpr && (c.Op == ir.IntToPtr || c.Op == ir.BitCast) {
		v = c.Elems[0]
		inner, ok := v.(*ir.Const)
		if !ok {
			return false
		}
		c = inner
	}
	n, ok := ir.IntValue(v)
	return ok && v.Type() == ir.I64 && uint64(n)>>52&0x7ff != 0
}

// oddSum says that an address with which more is done than to add a tag may have an exponent.
func oddSum(s *System, i *ir.Instr, n int64, known bool) {
	if s.width(i.Typ) < word || i.Op == ir.And || known && n >= 0 && n < mostTag && i.Op != ir.Shl {
		return
	}
	to := s.at(i)
	for _, v := range i.Args() {
		from := s.at(v)
		s.facts.rule(func(*rule) {
			if !from.stored[address].empty() {
				s.facts.store(to, of(odd))
			}
		}, from)
	}
}

// oddBytes says that memory of which bytes are set to something else than zero has any bits.
func oddBytes(s *System, i *ir.Instr) {
	if i.NumCallArgs() < 2 || ir.IsZero(i.Arg(1)) {
		return
	}
	to, bits := s.at(i.Arg(0)), of(odd)
	s.facts.rule(func(*rule) {
		s.facts.accessed(to, 1, 1, func(o *object, _ pattern) { s.facts.storedAt(o, all, &bits) })
	}, to)
}

// isNumber reports whether an instruction takes whole words for numbers.
func isNumber(i *ir.Instr) bool {
	switch i.Op {
	case ir.SIToFP, ir.UIToFP, ir.Add, ir.Sub, ir.Mul, ir.SDiv, ir.UDiv, ir.SRem, ir.URem, ir.And, ir.Or, ir.Xor, ir.Shl, ir.LShr, ir.AShr:
		return i.Arg(0).Type().Scalar() == ir.I64
	}
	return false
}

// both are the positions at which a value may be a double and an address that count.
func (n *node) both() positions {
	p := n.counting(address)
	q := n.counting(double)
	return positions{p[0] & q[0], p[1] & q[1]}
}

// counting are the positions at which a value may be stored and used as a format.
func (n *node) counting(f format) positions {
	return positions{n.stored[f][0] & n.used[f][0], n.stored[f][1] & n.used[f][1]}
}

// eithers are the places that are doubles at some times and addresses at others, word by word, of the objects that have some.
func eithers(s *System) map[objectID][]pattern {
	r := map[objectID][]pattern{}
	for _, o := range s.facts.objects {
		list := o.relevant()
		for k, a := range list {
			for _, b := range list[:k] {
				if a.either(b) {
					r[o.id] = append(r[o.id], a.at, b.at)
				}
			}
		}
	}
	return r
}

// either reports whether one of two places is of a double and one of an address, and they overlap as whole words alone.
func (p place) either(q place) bool {
	if !(p.format == address && q.format == double || p.format == double && q.format == address) {
		return false
	}
	whole := func(p pattern) bool { return floorMod(p.lo, word) == 0 && p.stride%word == 0 }
	return whole(p.at) && whole(q.at) && p.at.meets(word, q.at, word) && !p.at.apart(q.at, word)
}

// asks gives what moves words that are doubles at some times and addresses at others without asking
// their shadows; none where that is all asked. rest reports whether some cannot, and casts whether some are casts of
// others.
func asks(s *System, either map[objectID][]pattern) (sites []Site, rest, casts bool) {
	for _, w := range s.values {
		switch {
		case w.both().empty() || w.asked && w.active:
		case w.canAsk && !w.asked && w.site.Of != nil:
			sites = append(sites, w.site)
		case w.cast:
			casts = true
		default:
			rest = true
		}
	}
	for _, c := range s.copies {
		switch {
		case c.words || !c.moves(either):
		case c.site.Of != nil:
			sites = append(sites, c.site)
		default:
			rest = true
		}
	}
	return sites, rest, casts
}

// passive reports whether a load may give floats that count, and has no derivative: what was found of it may
// rest on what words were taken for that are other things too.
func passive(s *System) bool {
	return slices.ContainsFunc(s.values, func(w watched) bool { return w.withoutDerivative() && w.moved.Op == ir.Load })
}

// withoutDerivative reports whether a value that is read, or chosen as an integer, may be a float that counts and has no
// derivative.
func (w watched) withoutDerivative() bool {
	return w.moved != nil && !w.active && w.countsAsFloat()
}

// lostBits reports whether a float that counts is made of what was computed from the bits of others, and has no
// derivative.
func (w watched) lostBits() bool {
	return w.made != nil && !w.active && !w.asked && !w.stored[altered].empty() && w.used.float()
}

// countsAsFloat reports whether a value may have a float that counts, of any format.
func (n *node) countsAsFloat() bool {
	for f := half; f <= quad; f++ {
		if !n.counting(f).empty() {
			return true
		}
	}
	return false
}

// lostFloats are the floats that count and have no derivative, among words that may be addresses as well, or anywhere where
// addresses are moved as floats, or floats as addresses: types of accesses say too little of where those lead.
func lostFloats(s *System) (list []Conflict) {
	swapped := slices.ContainsFunc(s.values, func(w watched) bool {
		return w.typ == ir.Double && !w.counting(address).empty() || w.typ.IsPtr() && w.countsAsFloat()
	})
	type line struct {
		file string
		line int
	}
	said := map[line]bool{} // a function may be looked at for each call
	for _, w := range s.values {
		at := w.made
		if !w.lostBits() {
			if at = w.moved; !w.withoutDerivative() || w.asked || !swapped && w.stored[address].empty() && !w.typ.Scalar().IsInt() {
				continue
			}
		}
		c := s.says(at, "a float has a derivative, which types of accesses alone do not show")
		if at := (line{c.File, c.Line}); !said[at] {
			said[at] = true
			list = append(list, c)
		}
	}
	return list
}

// oddWords reports whether a word that is a double at some times and an address at others may have bits that its shadow
// would take for a derivative, or is taken for a number, which the program ends for where it has an exponent.
func oddWords(s *System, either map[objectID][]pattern) bool {
	for _, w := range s.values {
		if !w.stored[odd].empty() && !w.both().empty() {
			return true
		}
		if w.number && slices.ContainsFunc(w.operands, func(n *node) bool { return n.stored[double].has(0) && n.stored[address].has(0) }) {
			return true
		}
	}
	return slices.ContainsFunc(s.facts.objects, func(o *object) bool {
		return slices.ContainsFunc(either[o.id], func(p pattern) bool {
			return o.stored[odd].any || slices.ContainsFunc(o.stored[odd].list, func(q pattern) bool { return q.meets(word, p, word) })
		})
	})
}

// moves reports whether a block that is copied may have one of the words that objects are said to have.
func (c *block) moves(either map[objectID][]pattern) bool {
	for key, o := range c.done {
		if !o.moves {
			continue
		}
		for id, at := range map[objectID]pattern{key.to: key.a, key.from: key.b} {
			if slices.ContainsFunc(either[id], func(p pattern) bool { return p.meets(word, at, c.width) }) {
				return true
			}
		}
	}
	return false
}

// onlyEithers reports whether objects are not settled for nothing but words that are doubles at some times and addresses at others.
func onlyEithers(s *System) bool {
	return !slices.ContainsFunc(s.facts.objects, func(o *object) bool {
		what, either := o.conflict()
		return what != "" && !either
	})
}
