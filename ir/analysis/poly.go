package analysis

import "slices"

// poly is an integer without bounds: a sum of products of integers, which leaves
// numbers.
type poly []polyTerm

// polyTerm is coef times the product of leaves, in order of their numbers.
type polyTerm struct {
	coef   int64
	leaves []int
}

const (
	maxPolyTerms = 24
	maxPolyCoef  = 1 << 40
)

func polyConst(c int64) poly {
	if c == 0 {
		return nil
	}
	return poly{{coef: c}}
}

// plus is p + factor*q.
func (p poly) plus(q poly, factor int64) (poly, bool) {
	out := slices.Clone(p)
	for _, t := range q {
		if tooLargeCoef(t.coef) || tooLargeCoef(factor) {
			return nil, false
		}
		k := slices.IndexFunc(out, func(o polyTerm) bool { return slices.Equal(o.leaves, t.leaves) })
		if k < 0 {
			k = len(out)
			out = append(out, polyTerm{leaves: t.leaves})
		}
		if absInt(factor) > maxPolyCoef/max(absInt(t.coef), 1) {
			return nil, false
		}
		out[k].coef += factor * t.coef
		if tooLargeCoef(out[k].coef) {
			return nil, false
		}
		if out[k].coef == 0 {
			out = slices.Delete(out, k, k+1)
		}
	}
	return out, len(out) <= maxPolyTerms
}

func tooLargeCoef(c int64) bool { return c > maxPolyCoef || c < -maxPolyCoef }

func (p poly) times(q poly) (poly, bool) {
	var out poly
	for _, t := range p {
		for _, u := range q {
			leaves := append(slices.Clone(t.leaves), u.leaves...)
			slices.Sort(leaves)
			if len(leaves) > 4 || absInt(t.coef) > maxPolyCoef/max(absInt(u.coef), 1) {
				return nil, false
			}
			var ok bool
			if out, ok = out.plus(poly{{t.coef * u.coef, leaves}}, 1); !ok {
				return nil, false
			}
		}
	}
	return out, true
}

// isConst gives p where it has no leaves.
func (p poly) isConst() (int64, bool) {
	switch {
	case len(p) == 0:
		return 0, true
	case len(p) == 1 && len(p[0].leaves) == 0:
		return p[0].coef, true
	}
	return 0, false
}

// leafPlus gives the leaf and the number where p is their sum.
func (p poly) leafPlus() (leaf int, c int64, ok bool) {
	for _, t := range p {
		switch {
		case len(t.leaves) == 0:
			c = t.coef
		case len(t.leaves) == 1 && t.coef == 1 && !ok:
			leaf, ok = t.leaves[0], true
		default:
			return 0, 0, false
		}
	}
	return leaf, c, ok
}

// by takes p apart into leaf*factor + rest; false where leaf comes in squares.
func (p poly) by(leaf int) (factor, rest poly, ok bool) {
	for _, t := range p {
		k := slices.Index(t.leaves, leaf)
		if k < 0 {
			rest = append(rest, t)
			continue
		}
		others := slices.Delete(slices.Clone(t.leaves), k, k+1)
		if slices.Contains(others, leaf) {
			return nil, nil, false
		}
		factor = append(factor, polyTerm{t.coef, others})
	}
	return factor, rest, true
}

// divisor is the greatest number that divides all of p.
func (p poly) divisor() int64 {
	var g int64
	for _, t := range p {
		for a, b := g, max(t.coef, -t.coef); ; a, b = b, a%b {
			if b == 0 {
				g = a
				break
			}
		}
	}
	return g
}
