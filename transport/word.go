package transport

import (
	"github.com/llad-ad/llad/ir"
)

// values holds the shadows of a function's values. A float in a register is a number, whose
// shadow is a place, or a word, whose shadow is a name; either is made of the other where
// it is needed.
type values struct {
	t       *Trace
	c       *ir.Function // the copy whose values are traced
	b       *ir.Builder
	carries map[ir.Value]bool // values that may have a shadow
	numbers map[ir.Value]bool // floats whose shadow is a place
	words   map[ir.Value]ir.Value
	places  map[ir.Value]ir.Value
	pending map[ir.Value]sums   // what floats depend on that take no place
	lanes   map[ir.Value][]sums // what the elements of vectors depend on
}

func newValues(t *Trace, c *ir.Function) *values {
	return &values{t: t, c: c, carries: map[ir.Value]bool{}, numbers: map[ir.Value]bool{},
		words: map[ir.Value]ir.Value{}, places: map[ir.Value]ir.Value{}, pending: map[ir.Value]sums{}, lanes: map[ir.Value][]sums{}}
}

// shadowType is the type of a value's shadow in registers: integers for floats.
func (t *Trace) shadowType(typ *ir.Type) *ir.Type {
	switch typ.Kind {
	case ir.FloatKind:
		return ir.I32
	case ir.HalfKind, ir.BFloatKind:
		return ir.I16
	case ir.DoubleKind, ir.X86FP80Kind, ir.FP128Kind, ir.PPCFP128Kind:
		return ir.I64
	case ir.VectorKind:
		return t.m.Types.Vector(t.shadowType(typ.Elem), typ.Len, typ.Scalable)
	case ir.ArrayKind:
		if typ.HasFloat() {
			return t.m.Types.Array(t.shadowType(typ.Elem), typ.Len)
		}
	case ir.StructKind:
		if typ.HasFloat() {
			fields := make([]*ir.Type, len(typ.Fields))
			for k, f := range typ.Fields {
				fields[k] = t.shadowType(f)
			}
			return t.m.Types.Struct(fields, typ.Packed)
		}
	}
	return typ
}

// find decides which values may have shadows, and which floats are numbers.
func (x *values) find(order []*ir.Block, params []*ir.Param) {
	for _, p := range params {
		x.carries[p] = true
	}
	for changed := true; changed; {
		changed = false
		for _, blk := range order {
			for _, i := range blk.Instrs {
				if !x.carries[i] && x.mayCarry(i) {
					x.carries[i] = true
					changed = true
				}
			}
		}
	}
	for _, blk := range order {
		for _, i := range blk.Instrs {
			x.numbers[i] = i.Typ.IsFloat() && x.carries[i] && (computes(i) || i.Op == ir.Phi || i.Op == ir.Select || i.Op == ir.Freeze)
		}
	}
	for changed := true; changed; {
		changed = false
		for _, blk := range order {
			for _, i := range blk.Instrs {
				if x.numbers[i] && !computes(i) && x.copiesWord(i) {
					x.numbers[i] = false
					changed = true
				}
			}
		}
	}
}

// copiesWord reports whether a phi, select or freeze has an operand whose shadow is a word.
func (x *values) copiesWord(i *ir.Instr) bool {
	args := i.Args()
	if i.Op == ir.Select {
		args = args[1:]
	}
	for _, v := range args {
		if x.carries[v] && !x.numbers[v] {
			return true
		}
	}
	return false
}

// mayCarry reports whether the result of i may have a shadow, by what is known of its operands.
func (x *values) mayCarry(i *ir.Instr) bool {
	switch i.Op {
	case ir.ICmp, ir.FCmp, ir.FPToSI, ir.FPToUI, ir.Store, ir.Ret, ir.Br, ir.Switch, ir.LandingPad, ir.Fence:
		return false
	case ir.Alloca:
		return true
	case ir.Load, ir.AtomicRMW, ir.CmpXchg:
		return i.Typ != ir.I1
	case ir.Call, ir.Invoke, ir.CallBr:
		return i.Typ.Kind != ir.VoidKind
	}
	if i.Typ.Kind == ir.VoidKind || i.Typ.Scalar() == ir.I1 {
		return false
	}
	for _, v := range i.Args() {
		if x.hasShadow(v) {
			return true
		}
	}
	return false
}

// hasShadow reports whether a value may have a shadow that is not zero.
func (x *values) hasShadow(v ir.Value) bool {
	switch v.(type) {
	case *ir.Instr, *ir.Param:
		return x.carries[v]
	case *ir.Meta, *ir.InlineAsm:
		return false
	}
	return !ir.IsZero(x.constant(v))
}

// computes reports whether a float's value is computed, not moved.
func computes(i *ir.Instr) bool {
	switch i.Op {
	case ir.FNeg, ir.FAdd, ir.FSub, ir.FMul, ir.FDiv, ir.FRem, ir.FPTrunc, ir.FPExt, ir.SIToFP, ir.UIToFP:
		return true
	case ir.Call, ir.Invoke:
		r := ruleOf(i)
		return r != nil && !members(r) || reductionOf(i) != ""
	}
	return false
}

// word is the shadow of a value as it moves.
func (x *values) word(v ir.Value) ir.Value {
	switch v.(type) {
	case *ir.Instr, *ir.Param:
		if s := x.words[v]; s != nil {
			return s
		}
		if p := x.places[v]; p != nil || x.pending[v].places != nil {
			return x.name(x.place(v), v.Type())
		}
		return ir.Zero(x.t.shadowType(v.Type()))
	}
	return x.constant(v)
}

// constant is the shadow of a constant.
func (x *values) constant(v ir.Value) ir.Value {
	switch v.(type) {
	case *ir.Global, *ir.Const:
		if v.Type().HasPtr() || v.Type().HasInt() {
			if s := x.t.memoryImage(v); !ir.IsZero(s) && ir.Same(s.Type(), x.t.shadowType(v.Type())) {
				return s
			}
		}
	}
	if v.Type().Kind == ir.MetadataKind || v.Type().Kind == ir.LabelKind || v.Type().Kind == ir.TokenKind {
		return ir.Undef(v.Type())
	}
	return ir.Zero(x.t.shadowType(v.Type()))
}

// place is the place of a scalar float.
func (x *values) place(v ir.Value) ir.Value {
	if p := x.places[v]; p != nil {
		return p
	}
	if s, ok := x.pending[v]; ok {
		p := x.pushed(s)
		x.places[v] = p
		return p
	}
	return ir.NewInt(ir.I32, 0)
}

// name is the name of a place, for a float of type t.
func (x *values) name(place ir.Value, t *ir.Type) ir.Value {
	if ir.IsZero(place) {
		return ir.Zero(x.t.shadowType(t))
	}
	if t.Kind == ir.FloatKind {
		return x.call("llad.names.name32", place)
	}
	return x.call("llad.names.name64", place)
}

// placeOf is the place that a name of a float of type t leads to.
func (x *values) placeOf(name ir.Value, t *ir.Type, line ir.Value) ir.Value {
	if ir.IsZero(name) {
		return ir.NewInt(ir.I32, 0)
	}
	if t.Kind == ir.FloatKind {
		return x.call("llad.names.place32", name, line)
	}
	return x.call("llad.names.place64", name, line)
}

// call calls a support function.
func (x *values) call(name string, args ...ir.Value) ir.Value {
	return x.b.CallFunc(x.t.run.fn(name), args...)
}

// used says how a float's shadow is used: as a place, or as a word.
func (x *values) used(v ir.Value) (place, word bool) {
	for u := range ir.Uses(v) {
		i := u.User
		switch {
		case computes(i), i.Op == ir.AtomicRMW:
			place = true
		case i.Op == ir.Phi, i.Op == ir.Select, i.Op == ir.Freeze:
			if x.numbers[i] {
				place = true
			} else {
				word = true
			}
		case i.Op == ir.FCmp, i.Op == ir.FPToSI, i.Op == ir.FPToUI:
		default:
			word = true
			place = place || i.Op == ir.Call || i.Op == ir.Invoke // rules of several results
		}
	}
	return place, word
}

// setWord notes the word that is a value's shadow, and its place where one is wanted.
func (x *body) setWord(v, s ir.Value) {
	x.words[v] = s
	x.alsoPlace(v)
}

// alsoPlace makes the place of a scalar float whose shadow is a word, at the builder.
func (x *body) alsoPlace(v ir.Value) {
	s := x.words[v]
	if s == nil || !v.Type().IsFloat() || ir.IsZero(s) {
		return
	}
	if place, _ := x.used(v); !place {
		return
	}
	x.places[v] = x.placeOf(s, v.Type(), x.madeAt(v))
}

// madeAt is the message for a float that came as a word.
func (x *body) madeAt(v ir.Value) ir.Value {
	if i, ok := v.(*ir.Instr); ok {
		return x.at(i)
	}
	return x.t.run.text("a float that '" + x.g.of.SourceName() + "' is handed is made of the bits of one that is active: no derivative is known")
}

// setPlace notes the place of a scalar float, and its name where one is wanted.
func (x *body) setPlace(v, p ir.Value) {
	x.places[v] = p
	if _, word := x.used(v); word {
		x.words[v] = x.name(p, v.Type())
	}
}

// setTerms notes what a scalar float depends on, which takes a place but where the float is deferred.
func setTerms(x *body, i *ir.Instr, s sums, deferred bool) {
	if deferred && len(s.places) <= maxDeferred {
		x.pending[i] = s
		return
	}
	x.setPlace(i, x.pushed(s))
}
