package typeanalysis

import (
	"fmt"
	"slices"
	"strings"

	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/ir"
)

// Conflict is memory that is not settled.
type Conflict struct {
	File string    // where the memory is made, or accessed: in the source where debug information says it
	Line int       // 0 if it is not known
	What string    // in words
	At   ir.Places // by debug information; nil where there is none
}

// Verdict is what an analysis found.
type Verdict struct {
	Conflicts []Conflict
	Unknown   bool       // a bound was reached
	Kept      []int      // the active parameters in whose memory addresses of other memory than the caller's may stand
	Ask       []Site     // what moves words that would be settled if their shadows were asked what they are; none where that would not do
	Rest      bool       // there is more that moves such words, or addresses are computed
	Passive   bool       // a load may give floats that count, and has no derivative
	Lost      []Conflict // floats that count and have no derivative, where words may be addresses as well
	Elsewhere []Conflict // calls through pointers that lead to no function of the module
}

// Settled reports whether all memory is known to be settled.
func (v Verdict) Settled() bool { return len(v.Conflicts) == 0 && !v.Unknown }

// mostAgain bounds the objects that are not settled for which what is declared is asked: where there are more, it is seldom
// an index alone that leads addresses astray.
const mostAgain = 16

// Decide solves the system for a function that is differentiated with the given activity.
// body gives the body of a function that is called and was not added, nil if it has none.
func (s *System) Decide(root *ir.Function, seed signature.Seed, body func(*ir.Function) *ir.Function) (v Verdict) {
	s.seed(s.function(root), root, seed)
	v.Unknown = !s.solveAll(body)
	v.Conflicts = unsettled(s)
	lost, _ := s.lost()
	if len(v.Conflicts)+len(lost)+len(s.computedAddresses()) > 0 && !v.Unknown && tellApart(s, root) {
		v.Unknown = !solveAgain(s, body)
		v.Conflicts = unsettled(s)
	}
	if len(v.Conflicts) > 0 && len(v.Conflicts) <= mostAgain && !v.Unknown && s.claims.declare(s.facts.objects) {
		v.Unknown = !solveAgain(s, body)
		v.Conflicts = unsettled(s)
	}
	v.Kept = keptBehind(s, root)
	computed := s.computedAddresses()
	lost, sites := s.lost()
	either := eithers(s)
	more, rest, casts := asks(s, either)
	v.Passive, v.Lost, v.Rest = passive(s), lostFloats(s), rest || len(computed) > 0 || oddWords(s, either)
	if !v.Unknown && onlyEithers(s) {
		v.Ask = append(sites, more...)
		if len(more) == 0 && !v.Rest && !casts && !v.Passive && len(v.Lost) == 0 {
			v.Conflicts = nil
		}
	}
	v.Conflicts = slices.Concat(v.Conflicts, computed, lost)
	for _, c := range s.calls {
		if len(c.linked) == 0 && !v.Unknown && c.callee.points[target{0, 0}] != nil {
			v.Elsewhere = append(v.Elsewhere, s.says(c.at, "a call leads to no function of this module"))
		}
	}
	if v.Unknown && s.count <= mostInstructions {
		v.Conflicts = append(v.Conflicts, Conflict{File: s.module.Name, Line: int(root.Line), What: "where its addresses lead is not known"})
	}
	return v
}

// unsettled are the objects that are not settled.
func unsettled(s *System) (list []Conflict) {
	for _, o := range s.facts.objects {
		if what, _ := o.conflict(); what != "" {
			at, _ := o.site.(*ir.Instr)
			list = append(list, s.says(at, what))
		}
	}
	return list
}

// solveAll adds the functions that are called until none is new; false where that takes too long.
func (s *System) solveAll(body func(*ir.Function) *ir.Function) bool {
	for {
		if s.count > mostInstructions || !s.facts.solve(leastWork+workEach*(s.count+s.copied)) {
			return false
		}
		more := false
		for k := 0; k < len(s.order); k++ {
			if f := s.order[k]; !f.added {
				f.added, more = true, true
				if b := body(f.fn); b != nil {
					s.Add(f.fn, b, nil)
				}
			}
		}
		if !more {
			return true
		}
	}
}

// solveAgain forgets what was found, and solves the system once more; false where that takes too long.
func solveAgain(s *System, body func(*ir.Function) *ir.Function) bool {
	for _, b := range s.copies {
		b.relevant, b.done = false, nil
	}
	s.facts.again()
	return s.solveAll(body)
}

// seed says what the caller hands over and asks for.
func (s *System) seed(f *function, root *ir.Function, seed signature.Seed) {
	for k, p := range root.Params {
		n := f.params[k]
		active := k < len(seed.Params) && seed.Params[k] != signature.Const
		switch {
		case p.Typ.IsPtr():
			id := s.facts.newObject(p)
			s.facts.objects[id].caller = active
			s.facts.point(n, 0, id, exactly(0))
			if active {
				s.facts.store(n, of(address))
			}
		case active:
			s.facts.store(n, s.floats(p.Typ))
		}
	}
	if seed.Ret {
		s.facts.use(f.ret, s.floats(root.Typ.Ret))
	}
	if seed.RetShadow {
		s.facts.use(f.ret, of(address))
	}
}

// place is a format that is relevant at an offset.
type place struct {
	format format
	at     pattern
}

// relevant lists the places of an object that may be stored and used as a format.
func (o *object) relevant() (list []place) {
	for f := range computed {
		for _, p := range o.stored[f].list {
			for _, q := range o.used[f].list {
				if p.meets(1, q, 1) {
					at := p
					if p.stride == 0 || q.contains(p) {
						at = p
					} else if q.stride == 0 || p.contains(q) {
						at = q
					}
					if c := (place{f, at}); !slices.Contains(list, c) {
						list = append(list, c)
					}
				}
			}
		}
	}
	return list
}

// conflict is why an object is not settled. either reports whether that is for nothing but words
// that are doubles at some times and addresses at others.
func (o *object) conflict() (what string, either bool) {
	list := o.relevant()
	if o.exception && slices.ContainsFunc(list, func(p place) bool { return p.format == address }) {
		return "an exception owns memory that may have derivatives", false
	}
	for k, a := range list {
		if n := a.at.stride; n > 0 && n < a.format.size() && a.at.hi > a.at.lo {
			return o.name + " holds " + article(a.format) + " at any of its bytes", false
		}
		for _, b := range list[:k] {
			if a.format == b.format && !a.at.apart(b.at, a.format.size()) || a.format != b.format && !a.at.meets(a.format.size(), b.at, b.format.size()) {
				continue
			}
			either = a.either(b)
			if what == "" || !either {
				what = fmt.Sprintf("%s holds %s at %s and %s at %s in the same bytes", o.name, article(b.format), b.at, article(a.format), a.at)
			}
			if !either {
				return what, false
			}
		}
	}
	return what, what != ""
}

// apart reports whether two of a size may overlap and not be at the same place.
func (p pattern) apart(q pattern, size int64) bool {
	found := false
	p.differences(q, -size, size, func(d int64) { found = found || d != 0 })
	return found
}

// says is a conflict at an instruction, if there is one.
func (s *System) says(i *ir.Instr, what string) Conflict {
	c := Conflict{File: s.module.Name, What: what}
	if i != nil {
		c.Line = int(i.Line)
		if i.Parent == nil {
			return c
		}
		if c.At = s.module.Metadata().Near(i); c.At != nil {
			own := c.At[c.At.Own()]
			c.File, c.Line = own.File, own.Line
		}
	}
	return c
}

func article(f format) string {
	if strings.ContainsAny(formatNames[f][:1], "aeioux") {
		return "an " + formatNames[f]
	}
	return "a " + formatNames[f]
}

// String says the offsets in words.
func (p pattern) String() string {
	switch {
	case p.stride == 0:
		return fmt.Sprint("offset ", p.lo)
	case p.hi >= far:
		return fmt.Sprintf("offsets %d, %d, ...", p.lo, p.lo+p.stride)
	}
	return fmt.Sprintf("offsets %d, %d, ... %d", p.lo, p.lo+p.stride, p.hi)
}

// nameOf is what the memory that a value makes is called.
func nameOf(site ir.Value) string {
	switch v := site.(type) {
	case *ir.Param:
		return fmt.Sprintf("memory of argument %d", v.Index+1)
	case *ir.Global:
		return "variable '" + v.Name + "'"
	case *ir.Instr:
		if v.Op != ir.Alloca {
			return "the memory that '" + v.CalledName() + "' gives"
		}
		if v.Parent != nil {
			if x, ok := v.Parent.Parent.Module.Variable(v); ok {
				return "the variable '" + x.Name + "'"
			}
		}
	}
	return "a stack slot"
}

// computedAddresses are the addresses that are computed in a way that shadows do not follow,
// and through which something is accessed that counts.
func (s *System) computedAddresses() (list []Conflict) {
	for _, i := range s.addresses {
		if n := i.value; n.stored[computed].has(0) && n.used[address].has(0) {
			list = append(list, s.says(i.at, "an address is computed from a distance in memory, or from parts of addresses"))
		}
	}
	return list
}

// lost are the accesses that move floats, or addresses, which the derivative takes for numbers.
func (s *System) lost() (list []Conflict, sites []Site) {
	for _, b := range s.copies {
		if b.relevant && !b.carries {
			sites = append(sites, b.site)
			list = append(list, s.says(b.at, "a block that is copied as integers holds floats"))
		}
	}
	for _, m := range s.moves {
		for _, f := range []format{address, single, double} {
			found := false
			m.value.counting(f).each(func(at int64) { found = found || at >= 0 && !m.carries(f, at) })
			if found {
				sites = append(sites, m.site)
				list = append(list, s.says(m.at, "an integer that is moved holds "+article(f)))
			}
		}
	}
	return list, sites
}
