package typeanalysis

import (
	"slices"

	"github.com/llad-ad/llad/ir"
)

// tagStore is a store to a member of a struct, by its access tag.
type tagStore struct {
	to     *node
	member int64
	of     *structType
}

// claim is a struct that stands in an object at some offsets, by what is stored there.
type claim struct {
	at pattern
	of *structType
}

// claims is what stores say of new memory.
type claims struct {
	types  aliasTypes
	stores []tagStore
}

// mostClaims bounds the structs that are found in an object.
const mostClaims = 64

// note notes a store to a member of a struct at an address. Loads may be made earlier than it is known that the struct is there.
func (c *claims) note(i *ir.Instr, to *node) {
	if t, at := c.types.tagged(i); t != nil {
		c.stores = append(c.stores, tagStore{to, at, t})
	}
}

// declare finds out what new memory is declared to hold of which no type is known: a struct that fills it, or structs one behind
// the other, by all the stores there that say which. It reports whether there is any of which it is not
// settled what it holds.
func (c *claims) declare(objects []*object) (found bool) {
	of := map[objectID][]claim{}
	for _, t := range c.stores {
		for _, to := range t.to.order {
			o := objects[to.obj]
			if to.pos != 0 || !o.fresh() {
				continue
			}
			for _, p := range t.to.points[to].list {
				c := claim{p.shift(-t.member), t.of}
				if list := of[o.id]; len(list) <= mostClaims && !slices.Contains(list, c) {
					of[o.id] = append(list, c)
				}
			}
		}
	}
	for _, o := range objects {
		if d := declaredBy(of[o.id], o.size); d != nil {
			what, _ := o.conflict()
			found = found || what != ""
			o.declared = d
		}
	}
	return found
}

// fresh reports whether an object is new memory of which no type is known.
func (o *object) fresh() bool {
	i, ok := o.site.(*ir.Instr)
	return ok && i.Op != ir.Alloca && o.fn == nil && !o.caller && !o.foreign && !o.exception && o.declared == nil
}

// declaredBy is the declaration of an object of a size, 0 if it is not known, that structs are found in: nil where they
// contradict each other, do not fill it, or say nothing of use.
func declaredBy(list []claim, size int64) *declaration {
	if len(list) == 0 || len(list) > mostClaims {
		return nil
	}
	if d := repeatedBy(list, size); d != nil {
		return d
	}
	var exact, rest []claim
	for _, c := range list {
		if c.at.stride == 0 {
			exact = append(exact, c)
		} else {
			rest = append(rest, c)
		}
	}
	if slices.ContainsFunc(rest, func(c claim) bool {
		return !slices.ContainsFunc(exact, func(e claim) bool { return e.of.mayHold(c.of) })
	}) {
		return nil
	}
	return filledBy(exact, size)
}

// repeatedBy is the declaration of an array of structs, by stores to its elements: the largest struct is one, and others stand in
// it.
func repeatedBy(list []claim, size int64) *declaration {
	each := list[0]
	for _, c := range list {
		if c.of.size > each.of.size || c.of == each.of && each.at.stride == 0 {
			each = c
		}
	}
	step := (each.of.size + newAlignment - 1) / newAlignment * newAlignment
	base := floorMod(each.at.lo, step)
	several := each.at.stride > 0 || slices.ContainsFunc(list, func(c claim) bool { return c.of == each.of && c.at != each.at })
	if !several || size > 0 && (size-base)%step != 0 {
		return nil
	}
	var one []claim
	for _, c := range list {
		if c.at.stride%step == 0 {
			one = append(one, claim{exactly(floorMod(c.at.lo-base, step)), c.of})
		} else if !each.of.mayHold(c.of) {
			return nil
		}
	}
	d := filledBy(one, step)
	if d != nil {
		d.period, d.base = step, base
	}
	return d
}

// filledBy is the declaration of so many bytes that are filled by structs.
func filledBy(list []claim, size int64) *declaration {
	slices.SortStableFunc(list, func(a, b claim) int {
		if a.at != b.at {
			return int(a.at.lo - b.at.lo)
		}
		return int(b.of.size - a.of.size)
	})
	d := &declaration{end: size}
	var last claim
	end := int64(0)
	for _, c := range list {
		at := c.at.lo
		switch {
		case at < 0 || at+c.of.size > size:
			return nil
		case last.of != nil && (last == c || last.of.holds(c.of, at-last.at.lo)):
		case last.of != nil && (last.of.open || at < end):
			return nil
		default:
			last, end = c, at+c.of.size
			d.declares(c.of, at)
		}
	}
	if last.of == nil || last.of.open || size-end >= newAlignment || len(d.regions) == 0 || d.full() {
		return nil
	}
	return d
}
