package reverse

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/reverse/tape"
)

// addShadows inserts into p the computation of every shadow pointer, shadow
// allocations, and the stores that keep shadow pointers in shadow memory. It
// replaces calls that take part by calls of augmented primals.
func (s *synth) addShadows() {
	for k, p := range s.params {
		if kind := s.info.Seed.Params[k]; kind == activity.Dup || kind == activity.DupNoNeed {
			s.eachLane(func() { s.shadows[p] = s.addParam(p.Typ, "d_"+p.Name) })
		}
	}
	// Phis first, so that cycles have something to refer to.
	var phis []*ir.Instr
	for _, b := range s.p.Blocks {
		for _, i := range b.Phis() {
			if s.info.Shadow(i) {
				phis = append(phis, i)
			}
		}
	}
	for _, i := range phis {
		s.eachLane(func() {
			sh := ir.NewInstr(ir.Phi, i.Typ)
			i.Parent.InsertAt(0, sh)
			s.shadows[i] = sh
			s.isShadow[sh] = true
		})
	}
	for _, b := range ir.RPO(s.p) {
		for _, i := range append([]*ir.Instr(nil), b.Instrs...) {
			// What stands behind an invoke has its shadow from there.
			if _, done := s.shadows[i]; !done && !s.isShadow[i] {
				s.shadowInstr(i)
			}
		}
	}
	for _, i := range phis {
		s.eachLane(func() {
			sh := s.shadows[i].(*ir.Instr)
			for k, from := range i.Blocks {
				sh.AddIncoming(s.shadowOrSelf(i.Arg(k)), from)
			}
		})
	}
}

// after is a builder that inserts behind i; behind an invoke, at the head of
// the block where it returns, which has no other predecessor.
func after(i *ir.Instr) *ir.Builder {
	b := ir.NewBuilder(i.Parent)
	if i.Op == ir.Invoke {
		b.AtStart(i.Blocks[0])
	} else {
		b.After(i)
	}
	return b
}

// mark notes that the value, if an instruction, belongs to shadow memory.
func (s *synth) mark(v ir.Value) ir.Value {
	if i, ok := v.(*ir.Instr); ok {
		s.isShadow[i] = true
	}
	return v
}

// markNew is mark for what was computed of operands, unless it is one of them, as where nothing is
// to be converted: that stays what it is, perhaps a word of the program's with an adjoint.
func (s *synth) markNew(v ir.Value, operands ...ir.Value) ir.Value {
	if slices.Contains(operands, v) {
		return v
	}
	return s.mark(v)
}

// cast is a conversion of v that belongs to shadow memory.
func (s *synth) cast(b *ir.Builder, op ir.Op, v ir.Value, t *ir.Type) ir.Value {
	return s.markNew(b.Cast(op, v, t), v)
}

// twin inserts a copy of i behind it with each operand that has a shadow
// replaced by it. An index says how far, whatever else its word may hold: where
// there is an address to go from, that of the primal counts.
func (s *synth) twin(i *ir.Instr) *ir.Instr {
	c := i.Copy()
	n := c.NumArgs()
	if i.Op == ir.ExtractElement || i.Op == ir.GetElementPtr && !ir.IsConstant(i.Arg(0)) {
		n = 1
	}
	for k := range n {
		if sh := s.shadowOf(i.Arg(k)); sh != nil {
			c.SetArg(k, sh)
		}
	}
	after(i).Insert(c)
	s.isShadow[c] = true
	return c
}

func (s *synth) shadowInstr(i *ir.Instr) {
	if i.Flags&ir.Part != 0 {
		return
	}
	if i.IsCall() {
		s.shadowCall(i)
		return
	}
	switch i.Op {
	case ir.Store:
		s.eachLane(func() { s.shadowStore(i) })
		s.noteGoal(i)
		return
	case ir.Alloca:
		s.shadowAlloca(i)
		return
	case ir.Phi:
		return
	}
	if s.info.Shadow(i) {
		s.eachLane(func() { s.shadowValue(i) })
	}
}

// shadowValue makes the shadow of an address that i computes.
func (s *synth) shadowValue(i *ir.Instr) {
	if i.Op == ir.IntToPtr && s.shadowOf(i.Arg(0)) == nil && !ir.IsConstant(i.Arg(0)) {
		s.fail(i, "L0301", "the pointer is made from an integer whose shadow is not known")
		return
	}
	switch i.Op {
	case ir.GetElementPtr, ir.BitCast, ir.AddrSpaceCast, ir.IntToPtr, ir.PtrToInt, ir.Freeze,
		ir.ExtractValue, ir.ExtractElement, ir.Add, ir.Sub, ir.And, ir.Or, ir.Xor:
		s.shadows[i] = s.twin(i)
	case ir.Load:
		t := s.twin(i)
		t.DropMetadata()
		s.shadows[i] = t
	case ir.Select, ir.InsertValue, ir.InsertElement, ir.ShuffleVector:
		c := i.Copy()
		first := 0
		if i.Op == ir.Select {
			first = 1
		}
		for k := first; k < c.NumArgs(); k++ {
			c.SetArg(k, s.shadowOrSelf(i.Arg(k)))
		}
		after(i).Insert(c)
		s.isShadow[c] = true
		s.shadows[i] = c
	default:
		s.fail(i, "L0301", "cannot make the shadow of the pointer that %s gives", i.Op)
	}
}

// constShadow gives the shadow of a constant: of null and undef themselves, of
// an address in a variable the same address in its shadow variable; nil for
// what has none.
func (s *synth) constShadow(v ir.Value) ir.Value {
	switch v := v.(type) {
	case *ir.Global:
		if to := v.Aliasee(); to != nil {
			return s.constShadow(to)
		}
		if s.info.Shadow(v) {
			return s.shadowGlobal(v)
		}
	case *ir.Function:
		if s.info.Shadow(v) {
			return s.tableOf(v)
		}
	case *ir.Const:
		switch v.Kind {
		case ir.ConstNull, ir.ConstUndef, ir.ConstPoison, ir.ConstZero:
			if v.Typ.HasPtr() {
				return v
			}
		case ir.ConstExpr, ir.ConstStruct, ir.ConstArray, ir.ConstVector:
			changed := false
			c := *v
			c.Elems = append([]ir.Value(nil), v.Elems...)
			for k, e := range v.Elems {
				if sh := s.constShadow(e); sh != nil && sh != e {
					c.Elems[k], changed = sh, true
				}
			}
			if changed {
				return &c
			}
		}
	}
	return nil
}

// shadowStore keeps shadow memory's pointers in step with the primal's.
func (s *synth) shadowStore(i *ir.Instr) {
	v, p := i.Arg(0), i.Arg(1)
	dp := s.shadowOf(p)
	if dp == nil {
		return
	}
	words := s.wordStore(i)
	if words && s.shadowOf(v) == nil && !s.info.MayBeAddress(v) {
		if s.info.TellsPairs() && s.info.SharedByAddress(i) {
			s.forgetAddress(i, dp)
		}
		return
	}
	if !v.Type().HasPtr() && s.shadowOf(v) == nil && !words && !s.storesAddress(i) {
		if v.Type() == ir.Double && s.info.HoldsBare(p) {
			s.clearBare(i, dp)
		} else if s.info.SharedByAddress(i) {
			s.forgetAddress(i, dp)
		} else if !s.shadowWord(i, dp) {
			s.shadowColour(i, dp)
		}
		return
	}
	if v.Type().HasFloat() {
		s.fail(i, "L0302", "cannot store a value that mixes floats and pointers in one piece")
		return
	}
	b := after(i)
	dv := s.shadowOrSelf(v)
	if words && s.info.TellsPairs() {
		s.barePairs(b, i, dv, dp)
		return
	}
	if words {
		dv = s.bare(b, dv, dp, int(i.Align))
	}
	if ir.IsUndef(dv) {
		dv = ir.Zero(dv.Type()) // adjoints may be added up there where the word is a float next
	}
	if s.info.MaybeConst(p) {
		same := s.mark(b.ICmp(ir.EQ, p, dp))
		if i.Flags&ir.ShadowOnly != 0 {
			v = s.mark(b.Load(v.Type(), p, int(i.Align))) // what stands there stays
		}
		dv = s.mark(b.Select(same, v, dv))
	}
	st := b.Store(dv, dp, int(i.Align))
	s.isShadow[st] = true
}

// shadowWord repeats in shadow memory the store of a constant word where words
// may be addresses: a pointer to a member function is the address of code, or
// the place of an address in a virtual table, and calls take the shadow's.
func (s *synth) shadowWord(i *ir.Instr, dp ir.Value) bool {
	v := i.Arg(0)
	if _, number := ir.IntValue(v); number && activity.InPairs(s.m) {
		return false // which would pass for derivatives
	}
	if !ir.IsConstant(v) || !v.Type().IsInt() || int64(v.Type().Bits) != 8*s.m.Layout.StoreSize(s.m.Ptr()) {
		return false
	}
	for _, p := range s.info.Pieces(i) {
		if p.Class != activity.Pointer && p.Class != activity.Integer {
			return false
		}
	}
	if s.info.MaybeConst(i.Arg(1)) {
		return false
	}
	s.mark(after(i).Store(v, dp, int(i.Align)))
	return true
}

// shadowAlloca gives a stack object its shadow, zeroed: in the split form on the
// tape. Where the object comes to be more than once it lives there too.
func (s *synth) shadowAlloca(i *ir.Instr) {
	n, fixed := ir.IntValue(i.Arg(0))
	fixed = fixed && i.Parent == s.p.Entry()
	hasShadow := s.info.Shadow(i)
	size := s.m.Layout.AllocSize(i.Elem)
	if fixed && s.pair == nil {
		if !hasShadow {
			return
		}
		s.eachLane(func() {
			c := i.Copy()
			b := after(i)
			b.Insert(c)
			s.isShadow[c] = true
			s.shadows[i] = c
			s.isShadow[b.MemSet(c, ir.NewInt(ir.I64, size*n))] = true
		})
		return
	}
	if fixed {
		if hasShadow {
			s.eachLane(func() {
				b := s.beforeUses(i)
				sh := s.mark(s.pushObject(b, i64(size*n), i))
				s.shadows[i] = sh
				s.isShadow[b.MemSet(sh, i64(size*n))] = true
			})
		}
		return
	}
	b := ir.NewBuilder(i.Parent)
	b.Before(i)
	bytes := b.Mul(b.Cast(ir.ZExt, i.Arg(0), ir.I64), ir.NewInt(ir.I64, size))
	obj := s.pushObject(b, bytes, i)
	if hasShadow {
		s.eachLane(func() {
			sh := s.mark(s.pushObject(b, bytes, i))
			s.isShadow[b.MemSet(sh, bytes)] = true
			s.shadows[obj] = sh
		})
	}
	s.info.Stands(obj, i)
	ir.ReplaceAllUses(i, obj)
	i.Erase()
}

// beforeUses is a builder outside of loops in front of all uses of an object of
// the entry block: a call that does without it, such as the last of a recursion,
// need not make its shadow.
func (s *synth) beforeUses(object *ir.Instr) *ir.Builder {
	var home *ir.Block
	users := map[*ir.Instr]bool{}
	for u := range ir.Uses(object) {
		b := u.User.Parent
		if u.User.Op == ir.Phi {
			b = u.User.Blocks[u.Index()]
		}
		users[u.User] = true
		if home == nil {
			home = b
		} else if home = s.dt.Common(home, b); home == nil {
			break
		}
	}
	for home != nil && s.loops.Of(home) != nil {
		home = s.loops.Of(home).Preheader()
	}
	if home == nil {
		return after(object)
	}
	b := ir.NewBuilder(home)
	for _, i := range home.Instrs {
		if i.Op != ir.Phi && users[i] || i.Op.IsTerminator() {
			b.Before(i)
			break
		}
	}
	return b
}

// pushObject takes memory for an object from the tape, aligned as the stack
// object `like` is; its reversal gives it back.
func (s *synth) pushObject(b *ir.Builder, bytes ir.Value, like *ir.Instr) ir.Value {
	align := max(int64(like.Align), s.m.Layout.Align(like.Elem))
	if align > tape.Align {
		bytes = b.Add(bytes, i64(align-tape.Align))
	}
	c := s.pushBytes(b, bytes)
	p := ir.Value(c)
	if align > tape.Align {
		at := s.mark(b.Cast(ir.PtrToInt, c, ir.I64))
		gap := s.mark(b.Binary(ir.And, s.mark(b.Sub(i64(0), at)), i64(align-1)))
		p = s.mark(b.Offset(c, gap))
	}
	return b.Cast(ir.BitCast, p, like.Typ)
}

// pushBytes takes memory from the tape; its reversal gives it back.
func (s *synth) pushBytes(b *ir.Builder, bytes ir.Value) *ir.Instr {
	s.usesTape = true
	rt := s.env.runtime()
	c := b.CallFunc(rt.PushFunc(), s.tape, bytes)
	if s.loops.Of(b.B) == nil {
		tape.OwnMemory(c)
	} else {
		c.X.RetAttrs = "noalias" // as the stack object was
	}
	s.actions[c] = func(r *reverser, i *ir.Instr) {
		r.b.CallFunc(rt.PopFunc(), r.tape, r.lookup(i))
	}
	return c
}

// shadowGlobal gives the shadow of a variable, made when new.
func (s *synth) shadowGlobal(g *ir.Global) *ir.Global {
	key := laneGlobal{g, s.lane}
	sh := s.env.globals[key]
	if sh == nil {
		sh = activity.ShadowGlobal(s.m, g, ".shadow")
		if s.env.globals == nil {
			s.env.globals = map[laneGlobal]*ir.Global{}
		}
		s.env.globals[key] = sh
		s.variables().Add(g, sh)
		if err := g.LoadInit(); err != nil && s.err == nil {
			s.err = err
		}
		if mayHoldFloats(g) {
			sh.Keyword = "global" // reads of a constant add to its adjoint, which nobody reads
		}
		switch {
		case g.Init == nil:
		case g.ValueType.HasPtr():
			sh.Init = s.shadowInit(g.Init)
		case activity.HoldsWords(g.Init):
			sh.Init = s.shadowWords(g.Init)
		}
	}
	return sh
}

// variables are the shadows of variables in the lane at hand.
func (s *synth) variables() *activity.Variables {
	for len(s.env.variables) <= s.lane {
		s.env.variables = append(s.env.variables, s.info.NewVariables())
	}
	return s.env.variables[s.lane]
}

// enterVariables makes shadows of variables what they are before a sweep.
func (env *Env) enterVariables(b *ir.Builder) {
	for _, vs := range env.variables {
		for _, f := range env.coded {
			vs.AddCode(f, env.tables[f])
		}
		vs.Enter(b)
	}
}

// shadowInit is the initialiser of a shadow variable: shadows of pointers,
// zero for all else.
func (s *synth) shadowInit(v ir.Value) ir.Value {
	if !v.Type().HasPtr() && activity.HoldsWords(v) {
		return s.shadowWords(v)
	}
	if sh := s.constShadow(v); sh != nil && sh.Type().IsPtr() {
		if sh.Type() != v.Type() { // typed pointers
			return &ir.Const{Kind: ir.ConstExpr, Typ: v.Type(), Op: ir.BitCast, Elems: []ir.Value{sh}}
		}
		return sh
	}
	if c, ok := v.(*ir.Const); ok && c.Typ.HasPtr() && len(c.Elems) > 0 && c.Kind != ir.ConstExpr {
		d := *c
		d.Elems = make([]ir.Value, len(c.Elems))
		for k, e := range c.Elems {
			d.Elems[k] = s.shadowInit(e)
		}
		return &d
	}
	if v.Type().IsPtr() {
		return v // leads to memory without a shadow
	}
	return ir.Zero(v.Type())
}

// mayHoldFloats reports whether floats may stand in a variable: Rust's are bytes beside addresses,
// as the numbers in its tables of virtual functions are.
func mayHoldFloats(g *ir.Global) bool {
	t := g.ValueType
	return t.HasFloat() || t.HasInt() && !strings.HasPrefix(g.Name, "vtable.")
}

// shadowWords is shadowInit for such a constant: its other integers stay.
func (s *synth) shadowWords(v ir.Value) ir.Value {
	c, ok := v.(*ir.Const)
	switch {
	case ok && c.Kind != ir.ConstExpr && len(c.Elems) > 0:
		d := *c
		d.Elems = make([]ir.Value, len(c.Elems))
		for k, e := range c.Elems {
			d.Elems[k] = s.shadowWords(e)
		}
		return &d
	case v.Type().IsInt():
		if sh := s.constShadow(v); sh != nil {
			return sh
		}
		return v
	}
	return s.shadowInit(v)
}
