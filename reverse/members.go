package reverse

import (
	"slices"

	"github.com/llad-ad/llad/ir"
)

// adjAggregate is the type of the adjoint of the member of v, an aggregate,
// that path leads to and that is of type t. An array of which one integer
// carries floats has a struct for it.
func (ats *adjointTypes) adjAggregate(v ir.Value, t *ir.Type, path []int) *ir.Type {
	switch {
	case t.IsInt():
		return ats.adjMember(v, t, path)
	case !t.IsAggregate():
		return t
	}
	fields := make([]*ir.Type, t.NumElems())
	changed := false
	for k := range fields {
		fields[k] = ats.adjAggregate(v, t.At(k), append(slices.Clip(path), k))
		changed = changed || fields[k] != t.At(k)
	}
	if !changed {
		return t
	}
	return ats.fn.m.Struct(fields...)
}

// adjMember is the type of the adjoint of an integer member of an aggregate
// value: what is put into the member, or taken out of it, here or in another
// aggregate that v is a copy of, tells whether it carries floats.
func (ats *adjointTypes) adjMember(v ir.Value, t *ir.Type, path []int) *ir.Type {
	found := t
	meet := func(m ir.Value) {
		if a := ats.adjType(m); a != t {
			if found != t && found != a {
				i, _ := m.(*ir.Instr)
				ats.fn.fail(i, "L0206", "an integer that carries floats of one type here, of another there")
			}
			found = a
		}
	}
	seen := map[ir.Value]bool{}
	work := []ir.Value{v}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[v] || ir.IsConstant(v) {
			continue
		}
		seen[v] = true
		if i, ok := v.(*ir.Instr); ok {
			switch i.Op {
			case ir.Phi:
				work = append(work, i.Args()...)
			case ir.Select:
				work = append(work, i.Arg(1), i.Arg(2))
			case ir.Freeze:
				work = append(work, i.Arg(0))
			case ir.InsertValue:
				if slices.Equal(i.Indices, path) {
					meet(i.Arg(1))
				} else {
					work = append(work, i.Arg(0))
				}
			}
		}
		for u := range ir.Uses(v) {
			switch i := u.User; i.Op {
			case ir.Phi, ir.Freeze, ir.Select:
				work = append(work, i)
			case ir.InsertValue:
				if u.Index() == 0 && !slices.Equal(i.Indices, path) {
					work = append(work, i)
				}
			case ir.ExtractValue:
				if slices.Equal(i.Indices, path) {
					meet(i)
				}
			}
		}
	}
	return found
}

// as gives the bits of an adjoint in another type of the same size: functions
// pass adjoints in the types of what they belong to, whatever floats those
// carry.
func (cu *cursor) as(d ir.Value, t *ir.Type) ir.Value {
	from := d.Type()
	switch {
	case from == t:
		return d
	case t.IsAggregate():
		v := ir.Undef(t)
		for k := range t.NumElems() {
			v = cu.b.InsertValue(v, cu.as(cu.b.ExtractValue(d, k), t.At(k)), k)
		}
		return v
	}
	return cu.b.Cast(ir.BitCast, d, t)
}

// addTo adds d to the adjoint at p, a slot or a part of one. What is not known
// to carry floats may still hold their bits when it only passes through here:
// then one of those that meet is zero.
func (ads *adjoints) addTo(p, d ir.Value) {
	t := d.Type()
	switch {
	case t.IsAggregate():
		for k := range t.NumElems() {
			ads.addTo(ads.cu.b.GEP(t, p, ir.NewInt(ir.I32, 0), ir.NewInt(ir.I32, int64(k))), ads.cu.b.ExtractValue(d, k))
		}
	case t.IsInt():
		ads.cu.b.Store(ads.cu.b.Binary(ir.Or, ads.cu.b.Load(t, p, 0), d), p, 0)
	default:
		ads.addAt(p, d, 0)
	}
}
