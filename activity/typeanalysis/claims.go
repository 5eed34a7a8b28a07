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

// claim is a struct that stands in an object, by what is stored there.
type claim struct {
	at int64
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
// the other, by all the stores there that say which. It reports whether there is any.
func (c *claims) declare(objects []*object) (found bool) {
	of := map[objectID][]claim{}
	for _, t := range c.stores {
		for _, to := range t.to.order {
			o := objects[to.obj]
			if to.pos != 0 || !o.fresh() {
				continue
			}
			for _, p := range t.to.points[to].list {
				c := claim{p.lo - t.member, t.of}
				if list := of[o.id]; p.stride == 0 && len(list) <= mostClaims && !slices.Contains(list, c) {
					of[o.id] = append(list, c)
				}
			}
		}
	}
	for _, o := range objects {
		if d := declaredBy(of[o.id], o.size); d != nil {
			o.declared, found = d, true
		}
	}
	return found
}

// fresh reports whether an object is new memory of a known size, of which no type is known.
func (o *object) fresh() bool {
	i, ok := o.site.(*ir.Instr)
	return ok && i.Op != ir.Alloca && o.fn == nil && !o.caller && !o.foreign && !o.exception && o.size > 0 && o.declared == nil
}

// declaredBy is the declaration of an object of a size that structs are found in: nil where they
// contradict each other, do not fill it, or say nothing of use.
func declaredBy(list []claim, size int64) *declaration {
	if len(list) == 0 || len(list) > mostClaims {
		return nil
	}
	slices.SortStableFunc(list, func(a, b claim) int {
		if a.at != b.at {
			return int(a.at - b.at)
		}
		return int(b.of.size - a.of.size)
	})
	d := &declaration{end: size}
	var last claim
	for k, c := range list {
		switch {
		case c.at < 0 || c.at+c.of.size > size:
			return nil
		case k > 0 && (last.of == c.of && last.at == c.at || last.of.holds(c.of, c.at-last.at)):
		case k > 0 && (last.of.open || c.at < last.at+last.of.size):
			return nil
		default:
			last = c
			d.declares(c.of, c.at)
		}
	}
	if last.of.open || size-(last.at+last.of.size) >= newAlignment || len(d.regions) == 0 || d.full() {
		return nil
	}
	return d
}
