package typeanalysis

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// anywhere is a displacement of which nothing is known.
var anywhere = pattern{-far, far, 1}

// displaced says that a value is an address of another one's object, displaced by what may
// depend on the given values too.
func (s *solver) displaced(to, base *node, by func() pattern, on ...*node) {
	s.moving(to, base, movement{}, by, on)
}

// term is a part of a displacement: an index times the size of what it counts.
type term struct {
	by   pattern
	unit int64
}

// movement says how an address comes to be displaced.
type movement struct {
	again bool  // by a loop, again and again
	whole bool  // the address that is displaced was not computed just there
	unit  int64 // what is displaced by is a multiple of, 0 if it is not known
	terms func() (int64, []term)
}

// moving is displaced, where more is known of the movement.
func (s *solver) moving(to, base *node, how movement, by func() pattern, on []*node) {
	s.rule(func(*rule) {
		if !base.stored[address].empty() {
			s.store(to, of(address))
		}
		f := formats{}
		f[computed] = base.stored[computed]
		s.store(to, f)
		if len(base.order) == 0 && base.stored[address].empty() {
			return // a number, so far
		}
		if !to.used[address].empty() {
			s.use(base, of(address))
		}
		d := by()
		for _, t := range base.order {
			for _, q := range base.points[t].list {
				declared := s.objects[t.obj].declared
				if each := declared.eachOf(q, d, how); len(each) > 0 {
					for _, p := range each {
						s.point(to, int64(t.pos), t.obj, p)
					}
					continue
				}
				moved := declared.within(q, q.plus(d), how.unit)
				switch {
				case d.stride != 0:
				case how.again:
					moved = declared.advances(q, d.lo)
				case how.whole:
					moved = declared.moved(q, d.lo)
				}
				s.point(to, int64(t.pos), t.obj, moved)
			}
		}
	}, append(on, base, to)...)
}

// getElementPtr adds the rules of an address that is displaced by indices.
func (s *System) getElementPtr(i *ir.Instr) {
	if i.Typ.IsVector() {
		vectorAddress(s, i)
		return
	}
	by := exactly(0)
	type scaled struct {
		index ir.Value
		bytes int64
		most  int64 // of the index, far if it is not known
	}
	var indices []scaled
	var on []*node
	unit := int64(0)
	ok := s.layout.Steps(i.Elem, i.Args()[1:], func(index ir.Value, bytes int64) bool {
		if index == nil {
			by = by.shift(bytes)
			return true
		}
		unit = gcd(unit, bytes)
		indices = append(indices, scaled{index, bytes, declared(i.Elem, i.Args()[1:], index)})
		on = append(on, s.distancesIn(index)...)
		s.distanceIndex(i, index)
		return true
	})
	terms := func() (int64, []term) {
		var list []term
		for _, x := range indices {
			n := s.offsets(x.index, 0)
			if n.stride > 0 && n.hi > x.most && n.lo >= 0 { // bounds
				n.hi = max(n.lo, x.most)
			}
			list = append(list, term{n.times(x.bytes), x.bytes})
		}
		return by.lo, list
	}
	how := movement{repeated(i), came(i.Arg(0)), unit, terms}
	if !ok {
		how.terms = nil
	}
	s.facts.moving(s.at(i), s.at(i.Arg(0)), how, func() pattern {
		if !ok {
			return anywhere
		}
		d := by
		_, list := terms()
		for _, x := range list {
			d = d.plus(x.by)
		}
		return d
	}, on)
}

// mostSteps bounds the values that are looked through to find out whether a loop repeats a step.
const mostSteps = 32

// repeated reports whether a loop displaces an address again and again: it is made of a phi
// that is made of it.
func repeated(i *ir.Instr) bool {
	seen := map[*ir.Instr]bool{}
	var reaches func(v ir.Value, phi bool) bool
	reaches = func(v ir.Value, phi bool) bool {
		from, ok := v.(*ir.Instr)
		switch {
		case !ok || seen[from] || len(seen) > mostSteps:
			return false
		case from == i:
			return phi
		}
		seen[from] = true
		switch from.Op {
		case ir.Phi:
			return slices.ContainsFunc(from.Args(), func(a ir.Value) bool { return reaches(a, true) })
		case ir.Select:
			return reaches(from.Arg(1), phi) || reaches(from.Arg(2), phi)
		case ir.GetElementPtr, ir.Freeze, ir.BitCast:
			return reaches(from.Arg(0), phi)
		}
		return false
	}
	return reaches(i.Arg(0), false)
}

// came reports whether an address was not computed where it is displaced: it is handed over,
// loaded, or one of several.
func came(v ir.Value) bool {
	switch v := v.(type) {
	case *ir.Param:
		return true
	case *ir.Instr:
		return v.Op != ir.GetElementPtr && v.Op != ir.Alloca && v.Op != ir.BitCast
	}
	return false
}

// declared is the last element of the array into which a variable index leads, far where the
// type does not tell.
func declared(t *ir.Type, indices []ir.Value, index ir.Value) int64 {
	for k, v := range indices {
		switch {
		case k == 0:
			if v == index {
				return far
			}
			continue
		case t.Kind == ir.StructKind:
			n, _ := ir.IntValue(v)
			t = t.Fields[n]
			continue
		case v == index && t.Kind == ir.ArrayKind && t.Len > 1:
			return t.Len - 1
		}
		t = t.Elem
	}
	return far
}

// distanceIndex says that an address is computed where its index is a distance that memory
// held, or is computed from addresses itself.
func (s *System) distanceIndex(i *ir.Instr, index ir.Value) {
	if _, isInstr := index.(*ir.Instr); !isInstr {
		return
	}
	from, to := s.at(index), s.at(i)
	s.facts.rule(func(*rule) {
		if from.stored[kept].has(0) || from.stored[computed].has(0) {
			s.facts.store(to, of(computed))
		}
	}, from)
}

// integer adds the rules of an operation on integers: addresses in them are displaced, parts
// of words moved.
func (s *System) integer(i *ir.Instr) {
	a, b, to := i.Arg(0), i.Arg(1), s.at(i)
	if !i.Typ.Scalar().IsInt() || i.Typ.Scalar().Bits < 16 {
		return
	}
	w := s.width(i.Typ)
	n, known := ir.IntValue(b)
	oddSum(s, i, n, known)
	if (i.Op == ir.Add || i.Op == ir.Sub || i.Op == ir.Mul) && !isCount(b) || i.Typ.IsVector() {
		floatBits(s, i)
	}
	switch {
	case i.Op == ir.Or:
		s.facts.same(s.at(a), to)
		s.facts.same(s.at(b), to)
	case i.Typ.IsVector():
	case i.Op == ir.Shl && known && n%8 == 0:
		s.facts.move(s.at(a), to, 0, w-n/8, n/8)
	case (i.Op == ir.LShr || i.Op == ir.AShr) && known && n%8 == 0:
		s.facts.move(s.at(a), to, n/8, w, -n/8)
	case i.Op == ir.And && known:
		s.masked(i, uint64(n), w)
	case i.Op == ir.And && w >= address.size():
		s.facts.displaced(to, s.at(a), func() pattern { return anywhere })
	case i.Op == ir.Add, i.Op == ir.Xor && known:
		s.sum(i, a, b)
		if !known {
			s.sum(i, b, a)
		}
	case i.Op == ir.Sub:
		if from, ok := b.(*ir.Instr); !ok || from.Op != ir.PtrToInt && from.Op != ir.PtrToAddr {
			s.sum(i, a, b)
		}
		s.difference(i)
	case i.Op == ir.Xor:
		s.mixed(i)
	}
}

// mostCount bounds what counters are moved by: what is added to the exponent of a float is more.
const mostCount = 1 << 16

// isCount reports whether a value is a constant by which counters are moved.
func isCount(v ir.Value) bool {
	n, known := ir.IntValue(v)
	return known && -mostCount < n && n < mostCount
}

// floatBits says that what is computed from the bits of floats may be such: a sum moves the exponent of one.
func floatBits(s *System, i *ir.Instr) {
	to := s.at(i)
	for _, v := range i.Args() {
		if ir.IsConstant(v) {
			continue
		}
		from := s.at(v)
		s.facts.rule(func(*rule) {
			s.facts.store(to, from.stored.floats())
			s.facts.use(from, to.used.floats())
		}, from, to)
	}
}

// altersBits reports whether an instruction computes an integer from others, which is no counter.
func altersBits(i *ir.Instr) bool {
	switch i.Op {
	case ir.Add, ir.Sub:
		if isCount(i.Arg(1)) {
			return false
		}
	case ir.Mul, ir.And, ir.Or, ir.Xor, ir.Shl, ir.LShr, ir.AShr:
	case ir.Call, ir.Invoke, ir.CallBr:
		f := i.CalledFunc()
		return f != nil && strings.HasPrefix(f.Name, "llvm.") && i.Typ.Scalar().IsInt()
	default:
		return false
	}
	return i.Typ.Scalar().IsInt()
}

// alters says that an integer is computed from the bits of floats: it may become a float again, after moves that no rule
// here follows.
func alters(s *System, i *ir.Instr) {
	if !altersBits(i) {
		return
	}
	to := s.at(i)
	for _, v := range i.Args() {
		if ir.IsConstant(v) || !v.Type().Scalar().IsInt() {
			continue
		}
		from := s.at(v)
		s.facts.rule(func(*rule) {
			if from.stored.float() || !from.stored[altered].empty() {
				s.facts.store(to, of(altered))
			}
		}, from)
	}
}

// masked adds the rule of a mask: of low bits, of whole bytes, or one that rounds down.
func (s *System) masked(i *ir.Instr, mask uint64, w int64) {
	from, to := s.at(i.Arg(0)), s.at(i)
	if low := int64(bits.TrailingZeros64(^mask)); low >= 48 {
		s.facts.same(from, to) // without a tag
		return
	}
	if zeros := bits.TrailingZeros64(mask); w >= address.size() && zeros > 0 && zeros < 40 && ^mask>>zeros == 0 {
		n := int64(1) << zeros
		s.facts.rule(func(*rule) {
			if !from.stored[address].empty() {
				s.facts.store(to, of(address))
			}
			if !to.used[address].empty() {
				s.facts.use(from, of(address))
			}
			for _, t := range from.order {
				for _, q := range from.points[t].list {
					p := exactly(q.lo - floorMod(q.lo, n))
					if q.stride > 0 {
						p = p.step(n, true)
					}
					s.facts.point(to, int64(t.pos), t.obj, p)
				}
			}
		}, from, to)
		return
	}
	for k := range min(w, 8) {
		if mask>>(8*k)&0xff == 0xff {
			s.facts.move(from, to, k, k+1, 0)
		}
	}
}

// sum says that an address in a is displaced by b.
func (s *System) sum(i *ir.Instr, a, b ir.Value) {
	s.carried(i, a, b)
	if s.width(i.Typ) < address.size() {
		return
	}
	s.facts.displaced(s.at(i), s.at(a), func() pattern {
		switch n, _ := ir.IntValue(b); {
		case i.Op == ir.Sub:
			return s.offsets(b, 0).times(-1)
		case i.Op == ir.Xor && n > 0 && n < 8:
			return exactly(0) // a tag
		case i.Op == ir.Xor:
			return anywhere
		}
		return s.offsets(b, 0)
	}, s.distancesIn(b)...)
}

// carried says that a distance in b, or what is computed from addresses, stays one in a sum,
// and that an address is computed where such a distance from memory is added to one.
func (s *System) carried(i *ir.Instr, a, b ir.Value) {
	left, from, to := s.at(a), s.at(b), s.at(i)
	s.facts.rule(func(*rule) {
		f := formats{}
		f[kept], f[computed], f[distance] = from.stored[kept], from.stored[computed], from.stored[distance]
		s.facts.store(to, f)
		if from.stored[kept].has(0) && left.stored[address].has(0) {
			s.facts.store(to, of(computed))
		}
	}, from, left)
}

// difference says that the difference of two addresses is a distance.
func (s *System) difference(i *ir.Instr) {
	a, b, to := s.at(i.Arg(0)), s.at(i.Arg(1)), s.at(i)
	s.facts.rule(func(*rule) {
		if !a.stored[address].has(0) || !b.stored[address].has(0) {
			return
		}
		s.facts.store(to, of(distance))
		if to.apart == nil {
			to.apart = &places{}
		}
		for _, t := range a.order {
			for _, p := range a.points[t].list {
				for _, q := range listOf(b.points[t]) {
					if to.apart.add(p.minus(q), 1) {
						s.facts.changed(to)
					}
				}
			}
		}
	}, a, b)
}

func listOf(p *places) []pattern {
	if p == nil {
		return nil
	}
	return p.list
}

// mixed says that what is computed from an address otherwise is one that its shadow does not follow.
func (s *System) mixed(i *ir.Instr) {
	to := s.at(i)
	for _, v := range i.Args() {
		from := s.at(v)
		s.facts.rule(func(*rule) {
			if from.stored[address].has(0) || from.stored[computed].has(0) {
				s.facts.store(to, of(computed))
			}
		}, from)
	}
}

// resized adds the rule of an integer that is cut or extended. One that is narrower than an
// address is none: it is a number, as lengths and indices are.
func (s *System) resized(i *ir.Instr) {
	from, to := s.at(i.Arg(0)), s.at(i)
	w := min(s.width(i.Typ), s.width(i.Arg(0).Type()))
	if w >= address.size() {
		s.facts.move(from, to, 0, w, 0)
		return
	}
	s.facts.rule(func(*rule) {
		f := from.stored.moved(0, w, 0)
		f[address] = positions{}
		s.facts.store(to, f)
		u := to.used.moved(0, w, 0)
		u[address] = positions{}
		s.facts.use(from, u)
	}, from, to)
}
