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
func (ins *inserter) addShadows() {
	for k, p := range ins.fn.params {
		if kind := ins.fn.info.Seed.Params[k]; kind == activity.Dup || kind == activity.DupNoNeed {
			ins.sh.eachLane(func() { ins.sh.shadows[p] = ins.fn.addParam(p.Typ, "d_"+p.Name) })
		}
	}
	// Phis first, so that cycles have something to refer to.
	var phis []*ir.Instr
	for _, b := range ins.fn.p.Blocks {
		for _, i := range b.Phis() {
			if ins.fn.info.Shadow(i) {
				phis = append(phis, i)
			}
		}
	}
	for _, i := range phis {
		ins.sh.eachLane(func() {
			sh := ir.NewInstr(ir.Phi, i.Typ)
			i.Parent.InsertAt(0, sh)
			ins.sh.shadows[i] = sh
			ins.sh.isShadow[sh] = true
		})
	}
	for _, b := range ir.RPO(ins.fn.p) {
		for _, i := range append([]*ir.Instr(nil), b.Instrs...) {
			// What stands behind an invoke has its shadow from there.
			if _, done := ins.sh.shadows[i]; !done && !ins.sh.isShadow[i] {
				ins.shadowInstr(i)
			}
		}
	}
	for _, i := range phis {
		ins.sh.eachLane(func() {
			sh := ins.sh.shadows[i].(*ir.Instr)
			for k, from := range i.Blocks {
				sh.AddIncoming(ins.sh.shadowOrSelf(i.Arg(k)), from)
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
func (shs *shadows) mark(v ir.Value) ir.Value {
	if i, ok := v.(*ir.Instr); ok {
		shs.isShadow[i] = true
	}
	return v
}

// markNew is mark for what was computed of operands, unless it is one of them, as where nothing is
// to be converted: that stays what it is, perhaps a word of the program's with an adjoint.
func (shs *shadows) markNew(v ir.Value, operands ...ir.Value) ir.Value {
	if slices.Contains(operands, v) {
		return v
	}
	return shs.mark(v)
}

// cast is a conversion of v that belongs to shadow memory.
func (shs *shadows) cast(b *ir.Builder, op ir.Op, v ir.Value, t *ir.Type) ir.Value {
	return shs.markNew(b.Cast(op, v, t), v)
}

// twin inserts a copy of i behind it with each operand that has a shadow
// replaced by it. An index says how far, whatever else its word may hold: where
// there is an address to go from, that of the primal counts.
func (shs *shadows) twin(i *ir.Instr) *ir.Instr {
	c := i.Copy()
	n := c.NumArgs()
	if i.Op == ir.ExtractElement || i.Op == ir.GetElementPtr && !ir.IsConstant(i.Arg(0)) {
		n = 1
	}
	for k := range n {
		if sh := shs.shadowOf(i.Arg(k)); sh != nil {
			c.SetArg(k, sh)
		}
	}
	after(i).Insert(c)
	shs.isShadow[c] = true
	return c
}

func (ins *inserter) shadowInstr(i *ir.Instr) {
	if i.Flags&ir.Part != 0 {
		return
	}
	if i.IsCall() {
		ins.shadowCall(i)
		return
	}
	switch i.Op {
	case ir.Store:
		ins.sh.eachLane(func() { ins.shadowStore(i) })
		ins.noteGoal(i)
		return
	case ir.Alloca:
		ins.shadowAlloca(i)
		return
	case ir.Phi:
		return
	}
	if ins.fn.info.Shadow(i) {
		ins.sh.eachLane(func() { ins.sh.shadowValue(i) })
	}
}

// shadowValue makes the shadow of an address that i computes.
func (shs *shadows) shadowValue(i *ir.Instr) {
	if i.Op == ir.IntToPtr && shs.shadowOf(i.Arg(0)) == nil && !ir.IsConstant(i.Arg(0)) {
		shs.fn.fail(i, "L0301", "the pointer is made from an integer whose shadow is not known")
		return
	}
	switch i.Op {
	case ir.GetElementPtr, ir.BitCast, ir.AddrSpaceCast, ir.IntToPtr, ir.PtrToInt, ir.Freeze,
		ir.ExtractValue, ir.ExtractElement, ir.Add, ir.Sub, ir.And, ir.Or, ir.Xor:
		shs.shadows[i] = shs.twin(i)
	case ir.Load:
		t := shs.twin(i)
		t.DropMetadata()
		shs.shadows[i] = t
	case ir.Select, ir.InsertValue, ir.InsertElement, ir.ShuffleVector:
		c := i.Copy()
		first := 0
		if i.Op == ir.Select {
			first = 1
		}
		for k := first; k < c.NumArgs(); k++ {
			c.SetArg(k, shs.shadowOrSelf(i.Arg(k)))
		}
		after(i).Insert(c)
		shs.isShadow[c] = true
		shs.shadows[i] = c
	default:
		shs.fn.fail(i, "L0301", "cannot make the shadow of the pointer that %s gives", i.Op)
	}
}

// constShadow gives the shadow of a constant: of null and undef themselves, of
// an address in a variable the same address in its shadow variable; nil for
// what has none.
func (shs *shadows) constShadow(v ir.Value) ir.Value {
	switch v := v.(type) {
	case *ir.Global:
		if to := v.Aliasee(); to != nil {
			return shs.constShadow(to)
		}
		if shs.fn.info.Shadow(v) {
			return shs.shadowGlobal(v)
		}
	case *ir.Function:
		if shs.fn.info.Shadow(v) {
			return shs.tableOf(v)
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
				if sh := shs.constShadow(e); sh != nil && sh != e {
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
func (ins *inserter) shadowStore(i *ir.Instr) {
	v, p := i.Arg(0), i.Arg(1)
	dp := ins.sh.shadowOf(p)
	if dp == nil {
		return
	}
	words := ins.sh.wordStore(i)
	if words && ins.sh.shadowOf(v) == nil && !ins.fn.info.MayBeAddress(v) {
		if ins.fn.info.TellsPairs() && ins.fn.info.SharedByAddress(i) {
			ins.sh.forgetAddress(i, dp)
		}
		return
	}
	if !v.Type().HasPtr() && ins.sh.shadowOf(v) == nil && !words && !ins.sh.storesAddress(i) {
		if v.Type() == ir.Double && ins.fn.info.HoldsBare(p) {
			ins.sh.clearBare(i, dp)
		} else if ins.fn.info.SharedByAddress(i) {
			ins.sh.forgetAddress(i, dp)
		} else if !ins.sh.shadowWord(i, dp) {
			ins.sh.shadowColour(i, dp)
		}
		return
	}
	if v.Type().HasFloat() {
		ins.fn.fail(i, "L0302", "cannot store a value that mixes floats and pointers in one piece")
		return
	}
	b := after(i)
	dv := ins.sh.shadowOrSelf(v)
	if words && ins.fn.info.TellsPairs() {
		ins.sh.barePairs(b, i, dv, dp)
		return
	}
	if words {
		dv = ins.sh.bare(b, dv, dp, int(i.Align))
	}
	if ir.IsUndef(dv) {
		dv = ir.Zero(dv.Type()) // adjoints may be added up there where the word is a float next
	}
	if ins.fn.info.MaybeConst(p) {
		same := ins.sh.mark(b.ICmp(ir.EQ, p, dp))
		if i.Flags&ir.ShadowOnly != 0 {
			v = ins.sh.mark(b.Load(v.Type(), p, int(i.Align))) // what stands there stays
		}
		dv = ins.sh.mark(b.Select(same, v, dv))
	}
	st := b.Store(dv, dp, int(i.Align))
	ins.sh.isShadow[st] = true
}

// shadowWord repeats in shadow memory the store of a constant word where words
// may be addresses: a pointer to a member function is the address of code, or
// the place of an address in a virtual table, and calls take the shadow's.
func (shs *shadows) shadowWord(i *ir.Instr, dp ir.Value) bool {
	v := i.Arg(0)
	if _, number := ir.IntValue(v); number && activity.InPairs(shs.fn.m) {
		return false // which would pass for derivatives
	}
	if !ir.IsConstant(v) || !v.Type().IsInt() || int64(v.Type().Bits) != 8*shs.fn.m.Layout.StoreSize(shs.fn.m.Ptr()) {
		return false
	}
	for _, p := range shs.fn.info.Pieces(i) {
		if p.Class != activity.Pointer && p.Class != activity.Integer {
			return false
		}
	}
	if shs.fn.info.MaybeConst(i.Arg(1)) {
		return false
	}
	shs.mark(after(i).Store(v, dp, int(i.Align)))
	return true
}

// shadowAlloca gives a stack object its shadow, zeroed: in the split form on the
// tape. Where the object comes to be more than once it lives there too.
func (ins *inserter) shadowAlloca(i *ir.Instr) {
	n, fixed := ir.IntValue(i.Arg(0))
	fixed = fixed && i.Parent == ins.fn.p.Entry()
	hasShadow := ins.fn.info.Shadow(i)
	size := ins.fn.m.Layout.AllocSize(i.Elem)
	if fixed && ins.fn.pair == nil {
		if !hasShadow {
			return
		}
		ins.sh.eachLane(func() {
			c := i.Copy()
			b := after(i)
			b.Insert(c)
			ins.sh.isShadow[c] = true
			ins.sh.shadows[i] = c
			ins.sh.isShadow[b.MemSet(c, ir.NewInt(ir.I64, size*n))] = true
		})
		return
	}
	if fixed {
		if hasShadow {
			ins.sh.eachLane(func() {
				b := ins.sh.beforeUses(i)
				sh := ins.sh.mark(ins.rv.pushObject(b, i64(size*n), i))
				ins.sh.shadows[i] = sh
				ins.sh.isShadow[b.MemSet(sh, i64(size*n))] = true
			})
		}
		return
	}
	b := ir.NewBuilder(i.Parent)
	b.Before(i)
	bytes := b.Mul(b.Cast(ir.ZExt, i.Arg(0), ir.I64), ir.NewInt(ir.I64, size))
	obj := ins.rv.pushObject(b, bytes, i)
	if hasShadow {
		ins.sh.eachLane(func() {
			sh := ins.sh.mark(ins.rv.pushObject(b, bytes, i))
			ins.sh.isShadow[b.MemSet(sh, bytes)] = true
			ins.sh.shadows[obj] = sh
		})
	}
	ins.fn.info.Stands(obj, i)
	ir.ReplaceAllUses(i, obj)
	i.Erase()
}

// beforeUses is a builder outside of loops in front of all uses of an object of
// the entry block: a call that does without it, such as the last of a recursion,
// need not make its shadow.
func (shs *shadows) beforeUses(object *ir.Instr) *ir.Builder {
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
		} else if home = shs.fn.dt.Common(home, b); home == nil {
			break
		}
	}
	for home != nil && shs.fn.loops.Of(home) != nil {
		home = shs.fn.loops.Of(home).Preheader()
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
func (rvs *reversals) pushObject(b *ir.Builder, bytes ir.Value, like *ir.Instr) ir.Value {
	align := max(int64(like.Align), rvs.fn.m.Layout.Align(like.Elem))
	if align > tape.Align {
		bytes = b.Add(bytes, i64(align-tape.Align))
	}
	c := rvs.pushBytes(b, bytes)
	p := ir.Value(c)
	if align > tape.Align {
		at := rvs.sh.mark(b.Cast(ir.PtrToInt, c, ir.I64))
		gap := rvs.sh.mark(b.Binary(ir.And, rvs.sh.mark(b.Sub(i64(0), at)), i64(align-1)))
		p = rvs.sh.mark(b.Offset(c, gap))
	}
	return b.Cast(ir.BitCast, p, like.Typ)
}

// pushBytes takes memory from the tape; its reversal gives it back.
func (rvs *reversals) pushBytes(b *ir.Builder, bytes ir.Value) *ir.Instr {
	rvs.fn.usesTape = true
	rt := rvs.fn.env.runtime()
	c := b.CallFunc(rt.PushFunc(), rvs.fn.tape, bytes)
	if rvs.fn.loops.Of(b.B) == nil {
		tape.OwnMemory(c)
	} else {
		c.X.RetAttrs = "noalias" // as the stack object was
	}
	rvs.actions[c] = func(r *reverser, i *ir.Instr) {
		r.cu.b.CallFunc(rt.PopFunc(), r.cu.tape, r.lk.lookup(i))
	}
	return c
}

// shadowGlobal gives the shadow of a variable, made when new.
func (shs *shadows) shadowGlobal(g *ir.Global) *ir.Global {
	key := laneGlobal{g, shs.lane}
	sh := shs.fn.env.globals[key]
	if sh == nil {
		sh = activity.ShadowGlobal(shs.fn.m, g, ".shadow")
		if shs.fn.env.globals == nil {
			shs.fn.env.globals = map[laneGlobal]*ir.Global{}
		}
		shs.fn.env.globals[key] = sh
		shs.variables().Add(g, sh)
		if err := g.LoadInit(); err != nil && shs.fn.err == nil {
			shs.fn.err = err
		}
		if mayHoldFloats(g) {
			sh.Keyword = "global" // reads of a constant add to its adjoint, which nobody reads
		}
		switch {
		case g.Init == nil:
		case g.ValueType.HasPtr():
			sh.Init = shs.shadowInit(g.Init)
		case activity.HoldsWords(g.Init):
			sh.Init = shs.shadowWords(g.Init)
		}
	}
	return sh
}

// variables are the shadows of variables in the lane at hand.
func (shs *shadows) variables() *activity.Variables {
	for len(shs.fn.env.variables) <= shs.lane {
		shs.fn.env.variables = append(shs.fn.env.variables, shs.fn.info.NewVariables())
	}
	return shs.fn.env.variables[shs.lane]
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
func (shs *shadows) shadowInit(v ir.Value) ir.Value {
	if !v.Type().HasPtr() && activity.HoldsWords(v) {
		return shs.shadowWords(v)
	}
	if sh := shs.constShadow(v); sh != nil && sh.Type().IsPtr() {
		if sh.Type() != v.Type() { // typed pointers
			return &ir.Const{Kind: ir.ConstExpr, Typ: v.Type(), Op: ir.BitCast, Elems: []ir.Value{sh}}
		}
		return sh
	}
	if c, ok := v.(*ir.Const); ok && c.Typ.HasPtr() && len(c.Elems) > 0 && c.Kind != ir.ConstExpr {
		d := *c
		d.Elems = make([]ir.Value, len(c.Elems))
		for k, e := range c.Elems {
			d.Elems[k] = shs.shadowInit(e)
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
func (shs *shadows) shadowWords(v ir.Value) ir.Value {
	c, ok := v.(*ir.Const)
	switch {
	case ok && c.Kind != ir.ConstExpr && len(c.Elems) > 0:
		d := *c
		d.Elems = make([]ir.Value, len(c.Elems))
		for k, e := range c.Elems {
			d.Elems[k] = shs.shadowWords(e)
		}
		return &d
	case v.Type().IsInt():
		if sh := shs.constShadow(v); sh != nil {
			return sh
		}
		return v
	}
	return shs.shadowInit(v)
}
