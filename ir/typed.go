package ir

// The text of LLVM 14 states what every pointer points to, and its verifier
// wants both sides of each use to agree. In the model pointers are opaque, so
// where they disagree the writer puts a cast in between. Nothing of the model
// is changed.

// edgeCast is a cast that a phi needs at the end of an incoming block.
type edgeCast struct {
	from Value
	to   *Type
	name string
}

// temp is a value that exists in the written text only.
func temp(name string, t *Type) Value { return &Param{Name: name, Typ: t} }

func (w *funcWriter) bitcast(name string, v Value, t *Type) {
	w.str("  %")
	w.str(name)
	w.str(" = bitcast ")
	w.typed(v)
	w.str(" to ")
	w.str(t.spelling)
	w.byte('\n')
}

// castValue writes what turns v into type t, where they differ in pointees
// only, and gives the result.
func (w *funcWriter) castValue(v Value, t *Type) Value {
	from := v.Type()
	if from == t || t == nil || from == nil || !Same(from, t) {
		return v
	}
	if IsConstant(v) {
		return castConst(v, t)
	}
	if !t.IsAggregate() {
		name := w.names.fresh("cast")
		w.bitcast(name, v, t)
		return temp(name, t)
	}
	agg := Undef(t)
	for k := range t.NumElems() {
		name := w.names.fresh("part")
		w.str("  %" + name + " = extractvalue ")
		w.typed(v)
		w.str(", ")
		w.int(k)
		w.byte('\n')
		part := w.castValue(temp(name, from.At(k)), t.At(k))
		name = w.names.fresh("whole")
		w.str("  %" + name + " = insertvalue ")
		w.typed(agg)
		w.str(", ")
		w.typed(part)
		w.str(", ")
		w.int(k)
		w.byte('\n')
		agg = temp(name, t)
	}
	return agg
}

// castConst is the constant v as type t, where they differ in pointees only.
func castConst(v Value, t *Type) Value {
	from := v.Type()
	if from == t || from == nil || !Same(from, t) {
		return v
	}
	c, ok := v.(*Const)
	if ok {
		switch c.Kind {
		case ConstNull, ConstZero, ConstUndef, ConstPoison:
			return &Const{Kind: c.Kind, Typ: t}
		case ConstStruct, ConstArray, ConstVector, ConstSplat:
			elems := make([]Value, len(c.Elems))
			for k, e := range c.Elems {
				elems[k] = castConst(e, t.At(k))
			}
			return &Const{Kind: c.Kind, Typ: t, Elems: elems}
		}
	}
	if _, asm := v.(*InlineAsm); asm || t.IsAggregate() {
		return v
	}
	return &Const{Kind: ConstExpr, Typ: t, Op: BitCast, Elems: []Value{v}}
}

// legalize replaces w.args by values of the types that typed text demands for
// i, writing casts before it. It gives the type the instruction then really
// has when that is not i.Typ, else nil.
func (w *funcWriter) legalize(i *Instr) *Type {
	a := w.args
	cast := func(k int, t *Type) {
		v := w.castValue(a[k], t)
		a[k] = v
	}
	real := i.Typ
	switch i.Op {
	case Load:
		cast(0, w.pointerTo(a[0], i.Typ))
	case Store:
		cast(1, w.pointerTo(a[1], a[0].Type()))
	case AtomicRMW:
		cast(0, w.pointerTo(a[0], a[1].Type()))
		real = a[1].Type()
	case CmpXchg:
		cast(0, w.pointerTo(a[0], a[1].Type()))
		cast(2, a[1].Type())
		real = w.m.Struct(a[1].Type(), I1)
	case GetElementPtr:
		cast(0, w.pointerTo(a[0], i.Elem))
		real = GEPType(w.m, i.Elem, a)
	case Alloca:
		real = w.m.Types.TypedPtr(i.Elem, i.Typ.AddrSpace)
	case Call, Invoke, CallBr:
		real = w.legalizeCall(i)
	case Ret:
		if len(a) > 0 {
			cast(0, w.f.Typ.Ret)
		}
	case Select:
		cast(1, i.Typ)
		cast(2, i.Typ)
	case Phi:
		if t := w.phiAs[i]; t != nil {
			real = t
		}
		for k := range a {
			a[k] = w.incoming(a[k], i.Blocks[k], real)
		}
	case ICmp:
		cast(1, a[0].Type())
	case Freeze:
		cast(0, i.Typ)
	case InsertValue:
		cast(0, i.Typ)
		cast(1, i.Typ.Index(i.Indices))
	case ExtractValue:
		real = a[0].Type().Index(i.Indices)
	case InsertElement:
		cast(0, i.Typ)
		cast(1, i.Typ.Elem)
	case ExtractElement:
		real = a[0].Type().Elem
	case ShuffleVector:
		cast(1, a[0].Type())
		real = w.m.Types.Vector(a[0].Type().Elem, i.Typ.Len, i.Typ.Scalable)
	}
	if real == i.Typ || !Same(real, i.Typ) || i.Op.IsTerminator() {
		return nil
	}
	return real
}

// pointerTo is the type of pointer (or vector of pointers) that v must have to
// point to elem.
func (w *funcWriter) pointerTo(v Value, elem *Type) *Type {
	t := v.Type()
	p := w.m.Types.TypedPtr(elem, t.Scalar().AddrSpace)
	if t.Kind == VectorKind {
		return w.m.Types.Vector(p, t.Len, t.Scalable)
	}
	return p
}

// legalizeCall makes arguments and callee fit. A function of the module is
// called by its own type where the call's differs in pointees only, because
// intrinsics cannot be cast.
func (w *funcWriter) legalizeCall(i *Instr) *Type {
	a := w.args
	last := len(a) - 1
	fn := i.X.FnType
	f := i.CalledFunc()
	if f != nil && StripConstCasts(a[last]) == Value(f) && Same(f.Typ, fn) && (i.Op == Call || f.Typ.Ret == i.Typ) {
		fn = f.Typ
		a[last] = f
	} else if _, asm := a[last].(*InlineAsm); !asm {
		t := w.m.Types.TypedPtr(fn, a[last].Type().AddrSpace)
		a[last] = w.castValue(a[last], t)
	}
	for k, t := range fn.Fields {
		if k < last {
			a[k] = w.castValue(a[k], t)
		}
	}
	w.fnType = fn
	return fn.Ret
}

// phiCasts collects the casts that phis need, by incoming block. The result of
// an invoke cannot be cast on its way into a phi of the next block; that phi is
// written with the invoke's type and cast behind the phis.
func (w *funcWriter) phiCasts() {
	w.edge = map[*Block][]edgeCast{}
	w.phiAs = map[*Instr]*Type{}
	for _, b := range w.f.Blocks {
		for _, i := range b.Phis() {
			t := i.Typ
			for k := range i.ops {
				def, ok := i.ops[k].Val.(*Instr)
				if ok && def.Op.IsTerminator() && def.Parent == i.Blocks[k] && def.Typ != t && Same(def.Typ, t) {
					t = def.Typ
					w.phiAs[i] = t
					break
				}
			}
			for k := range i.ops {
				v := i.ops[k].Val
				if v.Type() == t || IsConstant(v) || !Same(v.Type(), t) {
					continue
				}
				from := i.Blocks[k]
				if w.edgeName(v, from, t) == nil {
					w.edge[from] = append(w.edge[from], edgeCast{v, t, w.names.fresh("cast")})
				}
			}
		}
	}
}

func (w *funcWriter) edgeName(v Value, from *Block, t *Type) *edgeCast {
	l := w.edge[from]
	for k := range l {
		if l[k].from == v && l[k].to == t {
			return &l[k]
		}
	}
	return nil
}

// incoming is the value a phi of type t takes from a block for v.
func (w *funcWriter) incoming(v Value, from *Block, t *Type) Value {
	if IsConstant(v) {
		return castConst(v, t)
	}
	if e := w.edgeName(v, from, t); e != nil {
		return temp(e.name, t)
	}
	return v
}

// edgeCasts writes the casts that belong to the end of b.
func (w *funcWriter) edgeCasts(b *Block) {
	for _, e := range w.edge[b] {
		if !e.to.IsAggregate() {
			w.bitcast(e.name, e.from, e.to)
			continue
		}
		v := w.castValue(e.from, e.to)
		w.str("  %" + e.name + " = select i1 true, ")
		w.list([]Value{v, v})
		w.byte('\n')
	}
}
