package typeanalysis

import (
	"regexp"
	"strconv"

	"github.com/llad-ad/llad/ir"
)

// A common block of Fortran is a variable of so many bytes: its declaration does not say where an array in
// it ends. The access tags of flang do: of each set of members that share memory they name the first and
// the last byte.

// part are the bytes [lo, hi) of a variable that an access stays in.
type part struct {
	variable string
	lo, hi   int64
}

var partName = regexp.MustCompile(`^global data/(.+)/bytes_(\d+)_to_(\d+)$`)

// part is what the access tag of an instruction says, false where it names no part of a variable.
func (x *aliasTypes) part(i *ir.Instr) (p part, ok bool) {
	id := i.Metadata("tbaa")
	if id == "" {
		return p, false
	}
	tag := x.module.Metadata().Operands(id)
	if len(tag) < 3 {
		return p, false
	}
	words := partName.FindStringSubmatch(tbaaName(x.module.Metadata().Operands(tag[1])))
	if words == nil {
		return p, false
	}
	lo, err := strconv.ParseInt(words[2], 10, 64)
	last, also := strconv.ParseInt(words[3], 10, 64)
	return part{words[1], lo, last + 1}, err == nil && also == nil && last >= lo && last < far/2
}

// within is the address of an access of so many bytes, which leads to no other part of a variable
// than the one that its tag names.
func (s *solver) within(tags *aliasTypes, i *ir.Instr, at *node, width int64) *node {
	p, ok := tags.part(i)
	if !ok {
		return at
	}
	to := s.newNode()
	s.rule(func(*rule) {
		s.store(to, at.stored)
		s.use(at, to.used)
		for _, t := range at.order {
			g, of := s.objects[t.obj].site.(*ir.Global)
			for _, q := range at.points[t].list {
				in := true
				if of && t.pos == 0 && g.Name == p.variable {
					q, in = q.shift(-p.lo).clip(width, p.hi-p.lo)
					q = q.shift(p.lo)
				}
				if in {
					s.point(to, int64(t.pos), t.obj, q)
				}
			}
		}
	}, at, to)
	return to
}
