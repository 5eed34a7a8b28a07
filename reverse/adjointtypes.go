package reverse

import (
	"slices"

	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// adjointTypes knows which floats integers and aggregates carry, and so the types of their adjoints.
type adjointTypes struct {
	fn *primal

	lanesUsed map[ir.Value]laneSet // see usedLanes
}

// storesFloats reports whether a store writes bytes that hold floats.
func (ats *adjointTypes) storesFloats(i *ir.Instr) bool {
	v := i.Arg(0)
	if t, _, _ := ats.lanes(v); t != nil || v.Type().HasFloat() {
		return true
	}
	if v.Type().HasPtr() {
		return false
	}
	for _, p := range ats.fn.info.Pieces(i) {
		if p.Class == memtypes.FloatData {
			return true
		}
	}
	return false
}

// lanes gives the float type of an integer that carries floats, how many of it
// the integer has room for, and which of those places hold one. n is 0 for
// other values, and for integers that carry floats of several sizes.
func (ats *adjointTypes) lanes(v ir.Value) (t *ir.Type, n int, holds []bool) {
	vt := v.Type()
	if !vt.Scalar().IsInt() || ir.IsConstant(v) {
		return nil, 0, nil
	}
	list := ats.fn.info.FloatLanes(v)
	for _, l := range list {
		if l.IsFloat() {
			if t != nil && t != l {
				return nil, 0, nil
			}
			t = l
		}
	}
	if t == nil {
		return nil, 0, nil
	}
	size := ats.fn.m.Layout.StoreSize(t)
	n = int(ats.fn.m.Layout.StoreSize(vt) / size)
	holds = make([]bool, n)
	off := int64(0)
	for _, l := range list {
		if l.IsFloat() {
			if off%size != 0 || int(off/size) >= n {
				return nil, 0, nil
			}
			holds[off/size] = true
		}
		off += ats.fn.m.Layout.StoreSize(l)
	}
	return t, n, holds
}

// adjType is the type of the adjoint of v: its own, or for an integer that
// carries floats the vector of them (the one float when it is one), also as
// the member of an aggregate.
func (ats *adjointTypes) adjType(v ir.Value) *ir.Type {
	if v.Type().IsAggregate() {
		return ats.adjAggregate(v, v.Type(), nil)
	}
	t, n, _ := ats.lanes(v)
	switch n {
	case 0:
		return v.Type()
	case 1:
		return t
	}
	return ats.fn.m.Types.Vector(t, int64(n), false)
}

// partly reports whether only some places of an integer that carries floats
// hold one: memory is then worked on place by place.
func (ats *adjointTypes) partly(v ir.Value) []bool {
	_, n, holds := ats.lanes(v)
	for k := range n {
		if !holds[k] {
			return holds
		}
	}
	return nil
}

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
				ats.fn.fail(i, "L0203", "an integer that carries floats of one type here, of another there")
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

// usedLanes gives the elements of vector v that something is made of. The
// adjoint of the others is zero: compilers that make vectors of single numbers
// leave some empty, and fill them with anything.
func (ats *adjointTypes) usedLanes(v ir.Value) laneSet {
	if used, ok := ats.lanesUsed[v]; ok {
		return used
	}
	if ats.lanesUsed == nil {
		ats.lanesUsed = map[ir.Value]laneSet{}
	}
	ats.lanesUsed[v] = allLanes // for whoever asks on the way: phis in a circle
	var used laneSet
	for u := range ir.Uses(v) {
		if used |= ats.usedBy(u.User, u.Index()); used == allLanes {
			break
		}
	}
	ats.lanesUsed[v] = used
	return used
}

// usedBy gives the elements of i's k-th operand that i uses.
func (ats *adjointTypes) usedBy(i *ir.Instr, k int) laneSet {
	switch i.Op {
	case ir.FNeg, ir.FAdd, ir.FSub, ir.FMul, ir.FDiv:
		return ats.usedLanes(i)
	case ir.Call:
		if r := rules.ForInstr(i); r != nil && len(r.Outs) == 0 && i.Typ.IsVector() && k < r.Arity {
			return ats.usedLanes(i)
		}
	case ir.ExtractElement:
		if n, ok := ir.IntValue(i.Arg(1)); ok && k == 0 && 0 <= n && n < 64 {
			return 1 << uint(n)
		}
	case ir.InsertElement:
		if n, ok := ir.IntValue(i.Arg(2)); ok && k == 0 && 0 <= n && n < 64 {
			return ats.usedLanes(i) &^ (1 << uint(n))
		}
	case ir.ShuffleVector:
		mask, ok := shuffleMask(i)
		n := int(i.Arg(0).Type().Len)
		if !ok || i.Typ.Scalable || n > 64 || len(mask) > 64 || k > 1 {
			return allLanes
		}
		var used laneSet
		for lane, m := range mask {
			if m >= k*n && m < k*n+n && ats.usedLanes(i).has(lane) {
				used |= 1 << uint(m-k*n)
			}
		}
		return used
	}
	return allLanes
}

// laneSet has a bit for every element of a vector; vectors of more than 64 have
// all of them.
type laneSet uint64

const allLanes = ^laneSet(0)

func (x laneSet) has(lane int) bool { return lane >= 64 || x>>uint(lane)&1 != 0 }
