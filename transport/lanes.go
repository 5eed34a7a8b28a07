package transport

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// eachLane writes the shadow of an operation on vectors, element by element.
func (x *body) eachLane(i *ir.Instr) {
	if i.Typ.Scalable || long(i.Typ) {
		x.refuse(i, "%s on %s has no traced form", i.Op, i.Typ)
		return
	}
	deferred := defersLanes(i)
	lanes := laneTerms(x, i)
	if deferred && !manyTerms(lanes) {
		x.lanes[i] = lanes
		return
	}
	setLanes(x, i, lanes)
}

// laneTerms are what the elements of an operation's result depend on.
func laneTerms(x *body, i *ir.Instr) []sums {
	lanes := make([]sums, i.Typ.Len)
	switch i.Op {
	case ir.FPTrunc, ir.FPExt:
		for n := range lanes {
			lanes[n] = laneOf(x, i, i.Arg(0), n)
		}
	case ir.SIToFP, ir.UIToFP:
		for n := range lanes {
			if x.hasShadow(i.Arg(0)) {
				w := x.b.ExtractElement(x.word(i.Arg(0)), ir.NewInt(ir.I32, int64(n)))
				w = x.b.Cast(ir.SExt, x.b.ICmp(ir.NE, w, ir.Zero(w.Type())), ir.I64)
				lanes[n].add(x.call("llad.names.made", x.b.Binary(ir.And, w, ir.NewInt(ir.I64, taint)), x.at(i)), ir.NewFloat(ir.Double, 1))
			}
		}
	default:
		r := ruleOf(i)
		for k := range r.Arity {
			if v := i.Arg(k); v.Type().IsFP() && x.hasShadow(v) && !r.Zero(k) {
				addLanes(x, i, r, k, lanes)
			}
		}
	}
	return lanes
}

// addLanes adds the terms by operand k of a rule.
func addLanes(x *body, i *ir.Instr, r *rules.Rule, k int, lanes []sums) {
	v := i.Arg(k)
	partial := r.Emit(x.b, i, k, i.Arg, func() ir.Value { return i }, one(v.Type()))
	for n := range lanes {
		terms := laneOf(x, i, v, n)
		if len(terms.places) == 0 {
			continue
		}
		d := x.double(x.b.ExtractElement(partial, ir.NewInt(ir.I32, int64(n))))
		for m, p := range terms.places {
			addTerm(x.b, &lanes[n], p, chained(x.b, d, terms.partials[m]))
		}
	}
}

// laneOf is what element n of a vector depends on.
func laneOf(x *body, i *ir.Instr, v ir.Value, n int) (s sums) {
	if l := x.lanes[v]; l != nil {
		return l[n]
	}
	p := x.placeOf(x.b.ExtractElement(x.word(v), ir.NewInt(ir.I32, int64(n))), v.Type().Elem, x.at(i))
	if !ir.IsZero(p) {
		s.add(p, ir.NewFloat(ir.Double, 1))
	}
	return s
}

// setLanes has each element of a vector take a place, and notes the names.
func setLanes(x *body, i *ir.Instr, lanes []sums) {
	list := make([]sums, len(lanes))
	var word ir.Value = ir.Zero(x.t.shadowType(i.Typ))
	for n, s := range lanes {
		p := x.pushed(s)
		if !ir.IsZero(p) {
			list[n].add(p, ir.NewFloat(ir.Double, 1))
		}
		word = x.b.InsertElement(word, x.name(p, i.Typ.Elem), ir.NewInt(ir.I32, int64(n)))
	}
	x.lanes[i] = list
	x.setWord(i, word)
}

// defersLanes is defers for operations on vectors.
func defersLanes(i *ir.Instr) bool {
	user := onlyUser(i)
	if user == nil || !user.Typ.IsVector() || user.Typ.Len != i.Typ.Len || !user.Typ.Elem.IsFloat() {
		return false
	}
	return chains(user)
}

// manyTerms reports whether elements depend on more than an operation without a place may.
func manyTerms(lanes []sums) bool {
	for _, s := range lanes {
		if len(s.places) > maxDeferred {
			return true
		}
	}
	return false
}

// lanePlace is the place of an element of a vector.
func (x *body) lanePlace(i *ir.Instr, v ir.Value, n int) ir.Value {
	return x.pushed(laneOf(x, i, v, n))
}
