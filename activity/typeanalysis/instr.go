package typeanalysis

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// Derivative says how a derivative takes what a function moves.
type Derivative interface {
	// Carried is about what an access moves as an integer, or in a block.
	Carried(i *ir.Instr) Carried
	// Word reports whether the shadow of a value is asked, when the program runs, whether it is a
	// derivative or an address.
	Word(v ir.Value) bool
	// Active reports whether a value has a derivative.
	Active(v ir.Value) bool
}

// Carried says whether a derivative moves what stands in memory that is moved as integers.
type Carried interface {
	// Float is about the derivative of a float of so many bytes at an offset.
	Float(at, size int64) bool
	// Address is about the shadow address of an address at an offset.
	Address(at int64) bool
	// Any is about any float.
	Any() bool
	// Words reports whether the shadow of each word is asked what it is.
	Words() bool
}

// Add adds the body of a function, or of a copy of it that calls of it stand for. How a
// derivative takes what it moves, d says; nil if that does not matter.
func (s *System) Add(called, body *ir.Function, d Derivative) {
	f := s.function(called)
	f.added = true
	b := stays(body, d)
	s.count += b.size
	countLoops(s.counts, b.fn)
	f.bodies = append(f.bodies, b)
	outside(s, f.scope, func() { rulesOf(s, f, b) })
	if s.apart {
		f.scope.dead = f.small() && len(f.sites) > 0 && !f.through
		enterAll(s, f)
	}
}

// rulesOf adds the rules of a body.
func rulesOf(s *System, f *function, b known) {
	for k, p := range b.fn.Params {
		if k < len(f.params) {
			s.facts.same(f.params[k], s.at(p))
		}
		watch(s, p, Site{f.fn, -1 - k}, b.taken)
	}
	nth := 0
	for _, block := range b.fn.Blocks {
		for _, i := range block.Instrs {
			s.instr(f, i)
			watch(s, i, Site{f.fn, nth}, b.taken)
			if b.taken != nil && (i.Op == ir.Load || i.Op == ir.Store || i.IsCall()) {
				s.decided(i, Site{f.fn, nth}, b.taken)
			}
			if Counts(i) {
				nth++
			}
		}
	}
}

// moved is an access that moves integers, and how a derivative takes them.
type moved struct {
	value     *node
	at        *ir.Instr
	site      Site
	known     [2]positions // where floats of 4 and of 8 bytes are moved
	addresses positions    // where addresses are
}

// carries reports whether the derivative moves that of a format at an offset.
func (m *moved) carries(f format, at int64) bool {
	if f == address {
		return m.addresses.has(at)
	}
	return m.known[f.size()/8].has(at)
}

// decided notes how a derivative takes an integer that is loaded or stored.
func (s *System) decided(i *ir.Instr, at Site, d Derivative) {
	if b := s.blocks[i]; b != nil {
		c := d.Carried(i)
		b.carries, b.words, b.site = c.Any(), c.Words(), at
		return
	}
	var v ir.Value = i
	switch i.Op {
	case ir.Load:
	case ir.Store:
		v = i.Arg(0)
	default:
		return
	}
	if ir.IsConstant(v) || !v.Type().Scalar().IsInt() {
		return
	}
	m, taken := &moved{value: s.at(v), at: i, site: at}, d.Carried(i)
	for at := int64(0); at < s.width(v.Type()) && at < ahead; at++ {
		for k, size := range []int64{4, 8} {
			if taken.Float(at, size) {
				m.known[k].add(at)
			}
		}
		if taken.Address(at) {
			m.addresses.add(at)
		}
	}
	s.moves = append(s.moves, m)
}

// function gives the function that calls name.
func (s *System) function(f *ir.Function) *function {
	if fn := s.fns[f]; fn != nil {
		return fn
	}
	fn := &function{fn: f, ret: s.facts.newNode(), scope: &context{of: f}}
	for range f.Params {
		fn.params = append(fn.params, s.facts.newNode())
	}
	s.fns[f] = fn
	s.order = append(s.order, fn)
	return fn
}

// instr adds the rules of one instruction.
func (s *System) instr(f *function, i *ir.Instr) {
	if i.Op == ir.IntToPtr {
		s.addresses = append(s.addresses, pointer{i, s.at(i)})
	}
	alters(s, i)
	switch i.Op {
	case ir.Alloca:
		id := s.objectFor(i, func(o *object) {
			if k, ok := ir.IntValue(i.Arg(0)); ok {
				o.size = k * s.layout.AllocSize(i.Elem)
				if k == 1 {
					s.declare(o, i.Elem)
				}
			}
		})
		s.facts.point(s.at(i), 0, id, exactly(0))
		s.facts.store(s.at(i), of(address))
	case ir.Load:
		w := s.width(i.Typ)
		s.facts.load(s.at(i), s.facts.within(&s.claims.types, i, s.at(i.Arg(0)), w), w, s.alignment(i, i.Typ))
	case ir.Store:
		v, w := i.Arg(0), s.width(i.Arg(0).Type())
		s.claims.note(i, s.at(i.Arg(1)))
		s.facts.storeTo(s.at(v), s.facts.within(&s.claims.types, i, s.at(i.Arg(1)), w), w, s.alignment(i, v.Type()), v.Type().IsFP())
	case ir.AtomicRMW:
		s.facts.load(s.at(i), s.at(i.Arg(0)), s.width(i.Typ), s.alignment(i, i.Typ))
		s.facts.storeTo(s.at(i.Arg(1)), s.at(i.Arg(0)), s.width(i.Typ), s.width(i.Typ), i.Typ.IsFP())
		if i.Typ.IsFP() {
			s.arithmetic(i)
			s.facts.storeTo(s.at(i), s.at(i.Arg(0)), s.width(i.Typ), s.width(i.Typ), true)
		}
	case ir.CmpXchg:
		s.facts.load(s.at(i), s.at(i.Arg(0)), s.width(i.Arg(1).Type()), s.width(i.Arg(1).Type()))
		s.facts.storeTo(s.at(i.Arg(2)), s.at(i.Arg(0)), s.width(i.Arg(2).Type()), s.width(i.Arg(2).Type()), false)
	case ir.GetElementPtr:
		s.addresses = append(s.addresses, pointer{i, s.at(i)})
		s.getElementPtr(i)
	case ir.FNeg, ir.FAdd, ir.FSub, ir.FMul, ir.FDiv, ir.FRem, ir.FPExt, ir.FPTrunc:
		s.arithmetic(i)
	case ir.ZExt, ir.SExt, ir.Trunc:
		s.resized(i)
	case ir.Phi, ir.Freeze, ir.BitCast, ir.AddrSpaceCast, ir.PtrToInt, ir.PtrToAddr, ir.IntToPtr:
		w := s.width(i.Typ)
		for _, a := range i.Args() {
			s.facts.move(s.at(a), s.at(i), 0, min(w, s.width(a.Type())), 0)
		}
	case ir.Select:
		s.facts.same(s.at(i.Arg(1)), s.at(i))
		s.facts.same(s.at(i.Arg(2)), s.at(i))
	case ir.Add, ir.Sub, ir.Mul, ir.And, ir.Or, ir.Xor, ir.Shl, ir.LShr, ir.AShr:
		s.integer(i)
	case ir.ExtractValue, ir.InsertValue, ir.ExtractElement, ir.InsertElement, ir.ShuffleVector:
		s.lanes(i)
	case ir.Ret:
		if i.NumArgs() > 0 {
			s.facts.same(s.at(i.Arg(0)), f.ret)
		}
	case ir.Resume:
		s.facts.same(s.at(i.Arg(0)), s.thrown)
	case ir.LandingPad:
		s.facts.same(s.thrown, s.at(i))
	case ir.Call, ir.Invoke, ir.CallBr:
		s.call(i)
	}
}

// alignment is what the address of an access is a multiple of.
func (s *System) alignment(i *ir.Instr, t *ir.Type) int64 {
	if i.Align > 0 {
		return int64(i.Align)
	}
	return s.layout.Align(t)
}

// arithmetic says that each float of the result depends on the floats of the operands.
func (s *System) arithmetic(i *ir.Instr) { s.computes(s.at(i), i.Typ, i.Args()) }

// computes says that the floats of a value of that type are made of those of others.
func (s *System) computes(to *node, t *ir.Type, from []ir.Value) {
	made := s.floats(t)
	var nodes []*node
	var uses []formats
	for _, v := range from {
		if v.Type() != nil && v.Type().HasFloat() {
			nodes, uses = append(nodes, s.at(v)), append(uses, s.floats(v.Type()))
		}
	}
	s.facts.rule(func(*rule) {
		for _, n := range nodes {
			if n.stored.float() {
				s.facts.store(to, made)
				break
			}
		}
		if to.used.float() {
			for k, n := range nodes {
				s.facts.use(n, uses[k])
			}
		}
	}, append(nodes, to)...)
}

// lanes adds the rules of members of aggregates and vectors.
func (s *System) lanes(i *ir.Instr) {
	to := s.at(i)
	switch i.Op {
	case ir.ExtractValue:
		off := s.offset(i.Arg(0).Type(), i.Indices)
		s.facts.move(s.at(i.Arg(0)), to, off, off+s.width(i.Typ), -off)
	case ir.InsertValue:
		off, w := s.offset(i.Typ, i.Indices), s.width(i.Arg(1).Type())
		s.facts.move(s.at(i.Arg(0)), to, -behind, off, 0)
		s.facts.move(s.at(i.Arg(0)), to, off+w, ahead, 0)
		s.facts.move(s.at(i.Arg(1)), to, 0, w, off)
	case ir.ExtractElement:
		w := s.width(i.Typ)
		s.eachLane(i.Arg(0).Type(), i.Arg(1), func(k int64) { s.facts.move(s.at(i.Arg(0)), to, k*w, k*w+w, -k*w) })
	case ir.InsertElement:
		w := s.width(i.Arg(1).Type())
		if k, ok := ir.IntValue(i.Arg(2)); ok {
			s.facts.move(s.at(i.Arg(0)), to, -behind, k*w, 0)
			s.facts.move(s.at(i.Arg(0)), to, k*w+w, ahead, 0)
		} else {
			s.facts.same(s.at(i.Arg(0)), to)
		}
		s.eachLane(i.Typ, i.Arg(2), func(k int64) { s.facts.move(s.at(i.Arg(1)), to, 0, w, k*w) })
	case ir.ShuffleVector:
		s.shuffle(i)
	}
}

func (s *System) shuffle(i *ir.Instr) {
	t := i.Arg(0).Type()
	if t.Scalable || i.Typ.Scalable {
		s.facts.same(s.at(i.Arg(0)), s.at(i))
		s.facts.same(s.at(i.Arg(1)), s.at(i))
		return
	}
	w, n := s.width(t.Elem), int64(t.Len)
	for lane, from := range edit.ShuffleMask(i.Arg(2), int64(i.Typ.Len)) {
		switch to := int64(lane) * w; {
		case from < 0:
		case from < n:
			s.facts.move(s.at(i.Arg(0)), s.at(i), from*w, from*w+w, to-from*w)
		default:
			s.facts.move(s.at(i.Arg(1)), s.at(i), (from-n)*w, (from-n)*w+w, to-(from-n)*w)
		}
	}
}

// eachLane calls yield with the lane of a vector that an index names, all if it varies.
func (s *System) eachLane(t *ir.Type, index ir.Value, yield func(k int64)) {
	if k, ok := ir.IntValue(index); ok {
		yield(k)
		return
	}
	for k := range t.Len {
		yield(int64(k))
	}
}

// offset is where a member of an aggregate stands.
func (s *System) offset(t *ir.Type, path []int) (off int64) {
	for _, k := range path {
		if t.Kind == ir.StructKind {
			off += s.layout.FieldOffset(t, k)
			t = t.Fields[k]
		} else {
			t = t.Elem
			off += int64(k) * s.layout.AllocSize(t)
		}
	}
	return off
}

// floats are the floats of a value of that type.
func (s *System) floats(t *ir.Type) (r formats) {
	s.eachScalar(t, 0, func(t *ir.Type, at int64) {
		if f, ok := formatOf(t); ok && f != address {
			r[f].add(at)
		}
	})
	return r
}

// eachScalar calls yield with each scalar of a type and where it stands.
func (s *System) eachScalar(t *ir.Type, at int64, yield func(t *ir.Type, at int64)) {
	if at > ahead {
		return
	}
	switch t.Kind {
	case ir.StructKind:
		for k, f := range t.Fields {
			s.eachScalar(f, at+s.layout.FieldOffset(t, k), yield)
		}
	case ir.ArrayKind:
		for k := int64(0); k < int64(t.Len) && k <= ahead; k++ {
			s.eachScalar(t.Elem, at+k*s.layout.AllocSize(t.Elem), yield)
		}
	case ir.VectorKind:
		for k := int64(0); k < int64(t.Len) && k <= ahead; k++ {
			s.eachScalar(t.Elem, at+k*s.width(t.Elem), yield)
		}
	default:
		yield(t, at)
	}
}

// constant adds what a constant holds: addresses.
func (s *System) constant(n *node, c *ir.Const) {
	if oddConstant(c) {
		s.facts.store(n, of(odd))
	}
	switch {
	case c.Kind == ir.ConstExpr && c.Op == ir.GetElementPtr:
		at := exactly(0)
		ok := s.layout.Steps(c.Elem, c.Elems[1:], func(index ir.Value, bytes int64) bool {
			k := int64(1)
			if index != nil {
				var known bool
				if k, known = ir.IntValue(index); !known {
					return false
				}
			}
			at = at.shift(k * bytes)
			return true
		})
		if !ok {
			at = anywhere
		}
		s.facts.displaced(n, s.at(c.Elems[0]), func() pattern { return at })
	case c.Kind == ir.ConstExpr && len(c.Elems) == 1:
		s.facts.same(s.at(c.Elems[0]), n)
	case c.Kind == ir.ConstStruct || c.Kind == ir.ConstVector || c.Kind == ir.ConstArray:
		for k, e := range c.Elems {
			if off := s.offset(c.Typ, []int{k}); off < ahead {
				if c, plain := e.(*ir.Const); !plain || c.Kind == ir.ConstExpr || oddConstant(c) {
					s.facts.move(s.at(e), n, 0, s.width(e.Type()), off)
				}
			}
		}
	}
}
