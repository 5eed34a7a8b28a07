package reverse

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/activity/shadowrt"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/reverse/tape"
	"github.com/llad-ad/llad/rules"
)

// shadows has the shadows of a function's values, and knows which of its instructions work on shadow memory.
type shadows struct {
	fn *primal

	shadows     map[ir.Value]ir.Value // shadow of a pointer-carrying value, a value of p, in the lane at hand
	lane        int
	laneShadows []map[ir.Value]ir.Value
	isShadow    map[*ir.Instr]bool // inserted: works on shadow memory only
}

func newShadows(fn *primal, width int) *shadows {
	shs := &shadows{fn: fn, isShadow: map[*ir.Instr]bool{}}
	for range width {
		shs.laneShadows = append(shs.laneShadows, map[ir.Value]ir.Value{})
	}
	shs.setLane(0)
	return shs
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

// shadowCopy inserts a copy of i behind it with each operand that has a shadow
// replaced by it. An index says how far, whatever else its word may hold: where
// there is an address to go from, that of the primal counts.
func (shs *shadows) shadowCopy(i *ir.Instr) *ir.Instr {
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

// shadowValue makes the shadow of an address that i computes.
func (shs *shadows) shadowValue(i *ir.Instr) {
	if i.Op == ir.IntToPtr && shs.shadowOf(i.Arg(0)) == nil && !ir.IsConstant(i.Arg(0)) {
		shs.fn.fail(i, "L0311", "the pointer is made from an integer whose shadow is not known")
		return
	}
	switch i.Op {
	case ir.GetElementPtr, ir.BitCast, ir.AddrSpaceCast, ir.IntToPtr, ir.PtrToInt, ir.Freeze,
		ir.ExtractValue, ir.ExtractElement, ir.Add, ir.Sub, ir.And, ir.Or, ir.Xor:
		c := shs.shadowCopy(i)
		if shs.lane > 0 { // the shadows of one lane were compared with each other
			c.DropMetadata()
		}
		shs.shadows[i] = c
	case ir.Load:
		t := shs.shadowCopy(i)
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
		shs.fn.fail(i, "L0311", "cannot make the shadow of the pointer that %s gives", i.Op)
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

// shadowWord repeats in shadow memory the store of a constant word where words
// may be addresses: a pointer to a member function is the address of code, or
// the place of an address in a virtual table, and calls take the shadow's.
func (shs *shadows) shadowWord(i *ir.Instr, dp ir.Value) bool {
	v := i.Arg(0)
	if !ir.IsConstant(v) || !v.Type().IsInt() || int64(v.Type().Bits) != 8*shs.fn.m.Layout.StoreSize(shs.fn.m.Ptr()) {
		return false
	}
	for _, p := range shs.fn.info.Pieces(i) {
		if p.Class != memtypes.Pointer && p.Class != memtypes.Integer {
			return false
		}
	}
	if shs.fn.info.MaybeConst(i.Arg(1)) {
		return false
	}
	shs.mark(after(i).Store(v, dp, int(i.Align)))
	return true
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

// shadowGlobal gives the shadow of a variable, made when new.
func (shs *shadows) shadowGlobal(g *ir.Global) *ir.Global {
	key := laneGlobal{g, shs.lane}
	sh := shs.fn.env.globals[key]
	if sh == nil {
		sh = shadowrt.ShadowGlobal(shs.fn.m, g, ".shadow")
		if shs.fn.env.globals == nil {
			shs.fn.env.globals = map[laneGlobal]*ir.Global{}
		}
		shs.fn.env.globals[key] = sh
		shs.variables().Add(g, sh)
		if err := g.LoadInit(); err != nil && shs.fn.err == nil {
			shs.fn.err = err
		}
		if err := shadowrt.Unsized(shs.fn.p, g); err != nil && shs.fn.err == nil {
			shs.fn.err = err
		}
		if mayHoldFloats(g) {
			sh.Keyword = "global" // reads of a constant add to its adjoint, which nobody reads
		}
		switch {
		case g.Init == nil:
		case g.ValueType.HasPtr():
			sh.Init = shs.shadowInit(g.Init)
		case memtypes.HoldsWords(g.Init):
			sh.Init = shs.shadowWords(g.Init)
		}
	}
	return sh
}

// variables are the shadows of variables in the lane at hand.
func (shs *shadows) variables() *shadowrt.Variables {
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
		env.Stops = append(env.Stops, vs.Stops()...)
	}
}

// shadowInit is the initialiser of a shadow variable: shadows of pointers,
// zero for all else.
func (shs *shadows) shadowInit(v ir.Value) ir.Value {
	if !v.Type().HasPtr() && memtypes.HoldsWords(v) {
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

// accesses notes that the load or store i accesses region r alone.
func (env *Env) accesses(i *ir.Instr, r tape.Region) *ir.Instr {
	return env.runtime().Regions.Note(i, r)
}

// regionOf is the region of a load or store of p.
func (shs *shadows) regionOf(i *ir.Instr) tape.Region {
	if shs.isShadow[i] {
		return tape.Shadow
	}
	return tape.Primal
}

// shadowOf gives the shadow of a value of p, nil when it has none.
func (shs *shadows) shadowOf(v ir.Value) ir.Value {
	if sh, ok := shs.shadows[v]; ok {
		return sh
	}
	if ir.IsConstant(v) {
		return shs.constShadow(v)
	}
	return nil
}

// shadowOrSelf gives the shadow of v, or v itself where v points to memory
// without a shadow: the mark of inactive memory at run time. A number that looks like an address has none.
func (shs *shadows) shadowOrSelf(v ir.Value) ir.Value {
	if sh := shs.shadowOf(v); sh != nil {
		return sh
	}
	return v
}

// setLane makes lane k the one whose shadows are seen.
func (shs *shadows) setLane(k int) {
	shs.lane = k
	shs.shadows = shs.laneShadows[k]
}

// eachLane runs f for every lane.
func (shs *shadows) eachLane(f func()) {
	for k := range shs.fn.env.Width {
		shs.setLane(k)
		f()
	}
	shs.setLane(0)
}

// oneLane refuses what has no form for several adjoints at once.
func (shs *shadows) oneLane(i *ir.Instr, what string) bool {
	if shs.fn.env.Width == 1 {
		return true
	}
	if shs.fn.err == nil {
		d := ir.DiagAt(i, "L0710", "%s: not with several adjoints at once", what)
		d.Hint = "ask for one gradient after the other"
		shs.fn.err = d
	}
	return false
}

// grownShadow reports whether memory that a reallocation gives has a shadow: that of the old
// memory, or one of its own. A null pointer is its own shadow, and says nothing of the new memory.
func (shs *shadows) grownShadow(i *ir.Instr, k *rules.Known) bool {
	p := i.Arg(k.PtrArg)
	return shs.fn.info.Shadow(i) || !ir.IsZero(p) && shs.shadowOf(p) != nil
}
