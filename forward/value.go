package forward

import "github.com/llad-ad/llad/ir"

// tangents has the tangents and shadows of values.
type tangents struct {
	bd *body

	d       map[ir.Value][]ir.Value // tangents and shadows of instructions and parameters
	globals map[*ir.Global]bool     // variables with a shadow
}

// carries reports whether a value has tangents of its own.
func (tgs *tangents) carries(v ir.Value) bool { return tgs.active(v) || tgs.shadowed(v) }

// active reports whether a value carries tangents of floats. An integer that
// was cut out of active data and holds no float does not.
func (tgs *tangents) active(v ir.Value) bool {
	switch x := v.(type) {
	case *ir.Instr:
		return tgs.bd.info.Active(v) && (!v.Type().Scalar().IsInt() || tgs.bd.info.FloatLanes(v) != nil || tgs.bd.info.Undecided(v) || tgs.bd.info.Counted(x) != nil || tgs.bd.info.CountedWord(x))
	case *ir.Param:
		return tgs.bd.info.Active(v) && (!v.Type().Scalar().IsInt() || tgs.bd.info.FloatLanes(v) != nil || tgs.bd.info.Undecided(v))
	}
	return false
}

// shadowed reports whether a value is or contains a pointer with a shadow.
func (tgs *tangents) shadowed(v ir.Value) bool {
	switch v := v.(type) {
	case *ir.Instr, *ir.Param:
		return tgs.bd.info.Shadow(v)
	case *ir.Function:
		return tgs.bd.info.Shadow(v)
	case *ir.Global:
		return tgs.globals[v]
	case *ir.Const:
		for _, e := range v.Elems {
			if tgs.shadowed(e) {
				return true
			}
		}
	}
	return false
}

// maybeConst reports whether the shadow of a pointer may equal the pointer, to
// say that there is none.
func (tgs *tangents) maybeConst(v ir.Value) bool {
	switch v.(type) {
	case *ir.Instr, *ir.Param:
		return tgs.bd.info.MaybeConst(v)
	}
	return false
}

// endsShared is maybeConst for an address at which memory ends.
func (tgs *tangents) endsShared(v ir.Value) bool {
	switch v.(type) {
	case *ir.Instr, *ir.Param:
		return tgs.bd.info.EndsShared(v)
	}
	return false
}

// floats reports whether the integers in v stand for floats, so that the
// tangent of one that is not active is zero, not the value itself.
func (tgs *tangents) floats(v ir.Value) bool {
	return tgs.bd.info.FloatLanes(v) != nil || tgs.active(v) && !tgs.bd.info.Shadow(v)
}

// of is the tangent of an operand: the one it carries; else zero for a number,
// and for a pointer the pointer itself. An integer counts as the bits of a
// float or of a pointer as the user says. Code that an aggregate needs goes to
// the builder's place.
func (tgs *tangents) of(v ir.Value, lane int, floats bool) ir.Value {
	if d, ok := tgs.d[v]; ok {
		return d[lane]
	}
	switch v := v.(type) {
	case *ir.Global:
		if to := v.Aliasee(); to != nil {
			return tgs.of(to, lane, floats)
		}
		if tgs.globals[v] {
			return tgs.shadowGlobal(v, lane)
		}
		return v
	case *ir.Function:
		// Also where nothing here calls it: another function may, through the
		// memory that this shadow is put into.
		return tgs.shadowFunc(v)
	case *ir.Const:
		return tgs.constant(v, lane, floats)
	}
	return tgs.none(v, floats)
}

// none is the tangent of a value that has none.
func (tgs *tangents) none(v ir.Value, floats bool) ir.Value {
	t := v.Type()
	switch {
	case t.IsFP():
		return ir.Zero(t)
	case t.Scalar().IsInt():
		if i, ok := v.(*ir.Instr); floats || ok && i.Op == ir.BitCast && i.Arg(0).Type().Scalar().IsFP() {
			return ir.Zero(t)
		}
		return v
	case !t.HasFloat() && !(floats && hasInt(t)):
		return v
	case !t.HasPtr():
		return ir.Zero(t)
	}
	var agg ir.Value = ir.Zero(t)
	for k := range t.NumElems() {
		agg = tgs.bd.b.InsertValue(agg, tgs.none(tgs.bd.b.ExtractValue(v, k), floats), k)
	}
	return agg
}

func hasInt(t *ir.Type) bool {
	switch t.Kind {
	case ir.VectorKind, ir.ArrayKind:
		return hasInt(t.Elem)
	case ir.StructKind:
		for _, f := range t.Fields {
			if hasInt(f) {
				return true
			}
		}
	}
	return t.IsInt()
}

// constant is the tangent of a constant: numbers become zero, addresses those
// of shadows.
func (tgs *tangents) constant(c *ir.Const, lane int, floats bool) ir.Value {
	t := c.Typ
	switch c.Kind {
	case ir.ConstExpr:
		if c.Typ.Scalar().IsPtr() || !floats || c.Op == ir.PtrToInt {
			return tgs.withElems(c, lane, floats)
		}
		return ir.Zero(t)
	case ir.ConstArray, ir.ConstStruct, ir.ConstVector, ir.ConstSplat:
		if t.HasPtr() || !floats && holdsAddress(c) {
			return tgs.withElems(c, lane, floats)
		}
		if t.HasFloat() || floats {
			return ir.Zero(t)
		}
		return c
	case ir.ConstUndef, ir.ConstPoison, ir.ConstString: // Rust's numbers beside addresses are characters
		return ir.Zero(t)
	}
	if t.IsFP() || floats && t.Scalar().IsInt() {
		return ir.Zero(t)
	}
	return c
}

// holdsAddress reports whether an address stands among the integers of a constant.
func holdsAddress(c *ir.Const) bool {
	for _, e := range c.Elems {
		if x, ok := e.(*ir.Const); ok && (x.Kind == ir.ConstExpr || holdsAddress(x)) {
			return true
		}
	}
	return false
}

func (tgs *tangents) withElems(c *ir.Const, lane int, floats bool) ir.Value {
	n := *c
	n.Elems = make([]ir.Value, len(c.Elems))
	for k, e := range c.Elems {
		number, isConst := e.(*ir.Const)
		if c.Kind == ir.ConstExpr && (c.Op == ir.GetElementPtr && k > 0 || isConst && number.Kind == ir.ConstInt) {
			n.Elems[k] = e // an index or an offset
			continue
		}
		n.Elems[k] = tgs.of(e, lane, floats)
	}
	return &n
}

// isShadowless is an i1: the shadow equals its primal, which says that the
// memory has no shadow.
func (tgs *tangents) isShadowless(shadow, primal ir.Value) ir.Value {
	return tgs.bd.b.ICmp(ir.EQ, shadow, primal)
}

// tangentFlags are the flags of tangent code made from an instruction.
func tangentFlags(f ir.Flags) ir.Flags { return f &^ (ir.FMFNNaN | ir.FMFNInf) }

// accessMeta keeps of the metadata of a memory access what is true of the same
// access to shadow memory: the types.
func accessMeta(i *ir.Instr) []ir.Attachment {
	var out []ir.Attachment
	for _, a := range i.Meta {
		if a.Kind == "tbaa" || a.Kind == "tbaa.struct" {
			out = append(out, a)
		}
	}
	return out
}
