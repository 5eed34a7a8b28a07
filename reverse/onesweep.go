package reverse

import (
	"slices"

	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/reverse/tape"
	"github.com/llad-ad/llad/rules"
	"github.com/llad-ad/llad/transform/openmp"
)

// A recursion like the determinant by minors returns a sum in which each result
// of a call has a coefficient that is known before the call. The adjoint of every
// result is known then before it is computed, and one sweep does both: it runs the
// function as it is, hands the adjoint of its result to a function that it calls,
// and adds to the shadows of what it reads as soon as it knows enough. Nothing is
// kept.
//
// That is possible where floats are read from memory that the function does not
// write and leave it by its result alone (or by the only store through a pointer
// that nothing else goes by), and where every adjoint follows from the seed and
// from what is at hand where it is wanted.

// sweeps is an attempt to differentiate a function and those that it calls in one
// sweep.
type sweeps struct {
	env   *Env
	forms map[string]*oneSweep
	order []*oneSweep
}

// oneSweep is the attempt for one function under one seed.
type oneSweep struct {
	t       *sweeps
	fn      *primal
	rv      *reversals
	rps     *replays
	p       *ir.Function
	out     *ir.Function
	seed    ir.Value              // the adjoint of the result
	shadows map[ir.Value]ir.Value // of parameters, and what was made of them
	stored  *ir.Instr             // the store that delivers the result, nil if none
	result  ir.Value              // the adjoint that memory holds for it
	now     map[ir.Value]ir.Value // what stands for parameters, and for calls that were replaced
	pulling map[ir.Value]bool     // whose adjoint is being sought
	pulled  int                   // how many were
	preds   [][]*ir.Block
	writes  []func(b *ir.Builder) // what is written when all is known to fit
	calls   []func(b *ir.Builder) // and after it
}

// tryOneSweep gives the gradient made that way, nil where it cannot be or where
// nothing is called that it would help. p is consumed only if it can.
func (s *synth) tryOneSweep(opts Options) *ir.Function {
	env := s.fn.env
	if env.Width != 1 || opts.Inout || env.Nested || env.parallel || len(s.fn.info.ShadowGlobals()) > 0 || !s.fn.callsActive() {
		return nil
	}
	t := &sweeps{env: env, forms: map[string]*oneSweep{}}
	o := t.newForm(s)
	ok := o.plan()
	for _, q := range t.order {
		if !ok && q != o {
			env.M.Remove(q.p)
		}
	}
	if !ok {
		return nil
	}
	o.out = s.declareCombined(opts)
	for k, p := range opts.Sig.Params {
		switch v := o.out.Params[k]; p.Role {
		case signature.PrimalParam:
			o.now[s.fn.params[p.Index]] = v
			ir.ReplaceAllUses(s.fn.params[p.Index], v)
		case signature.ShadowParam:
			o.shadows[s.fn.params[p.Index]] = v
			o.shadows[o.now[s.fn.params[p.Index]]] = v
		case signature.SeedParam:
			o.seed = v
		}
	}
	for _, q := range t.order[1:] {
		q.declare()
	}
	for _, q := range slices.Backward(t.order) { // as functions are completed elsewhere
		q.write()
		env.M.Remove(q.p)
		env.finish(q.out)
		if env.Explain {
			env.Reports = append(env.Reports, &Report{Func: q.fn.name})
		}
	}
	return o.out
}

func (t *sweeps) newForm(s *synth) *oneSweep {
	s.fn.dt = ir.Dominators(s.fn.p)
	s.fn.loops = analysis.Loops(s.fn.p, s.fn.dt)
	s.fn.findReturn()
	o := &oneSweep{t: t, fn: s.fn, rv: s.rv, rps: s.rps, p: s.fn.p, shadows: map[ir.Value]ir.Value{}, now: map[ir.Value]ir.Value{}, pulling: map[ir.Value]bool{}, preds: s.fn.p.Preds()}
	t.order = append(t.order, o)
	return o
}

// formOf is the attempt for a callee, nil where it fails.
func (t *sweeps) formOf(callee *ir.Function, seed signature.Seed) *oneSweep {
	key := callee.Name + seedKey(seed)
	if o, ok := t.forms[key]; ok {
		return o
	}
	t.forms[key] = nil
	if !seed.Ret || seed.RetShadow || !callee.Typ.Ret.IsFP() || rules.GivenOf(callee) != nil || openmp.TeamRegion(callee) != nil || t.env.checkpoints.Owns(callee) {
		return nil
	}
	for _, k := range seed.Params {
		if k == signature.Out {
			return nil // its gradient would have to go to what made the argument
		}
	}
	p, info, err := t.env.prepare(callee, seed)
	if err != nil {
		return nil // the usual way says why
	}
	o := t.newForm(newSynth(t.env, p, info))
	o.fn.name = callee.Name
	t.forms[key] = o
	if len(info.ShadowGlobals()) > 0 || !o.plan() {
		t.forms[key] = nil
		return nil
	}
	return o
}

// declare makes the function of a callee, without a body: its parameters, each
// pointer followed by its shadow, and the adjoint of the result.
func (o *oneSweep) declare() {
	m := o.t.env.M
	var types []*ir.Type
	var names []string
	for k, p := range o.fn.params {
		types, names = append(types, p.Typ), append(names, p.Name)
		if o.hasShadow(k) {
			types, names = append(types, p.Typ), append(names, "d_"+p.Name)
		}
	}
	t := m.FuncType(o.p.Typ.Ret, append(types, o.p.Typ.Ret)...)
	o.out = m.AddFunc(m.FreshSymbol(ir.PrependName("llad.sweep.", o.fn.name)), t)
	o.out.Prefix, o.out.Suffix = "internal", o.p.Suffix
	o.out.Derives(o.p, "gradient")
	n := 0
	for k, p := range o.fn.params {
		o.out.Params[n].Name = names[n]
		o.now[p] = o.out.Params[n]
		ir.ReplaceAllUses(p, o.out.Params[n])
		if o.hasShadow(k) {
			n++
			o.out.Params[n].Name = names[n]
			o.shadows[p] = o.out.Params[n]
			o.shadows[o.out.Params[n-1]] = o.out.Params[n]
		}
		n++
	}
	o.out.Params[n].Name = "seed"
	o.seed = o.out.Params[n]
}

// hasShadow reports whether parameter k is followed by its shadow.
func (o *oneSweep) hasShadow(k int) bool {
	kind := o.fn.info.Seed.Params[k]
	return kind == signature.Dup || kind == signature.DupNoNeed
}

// write makes the body.
func (o *oneSweep) write() {
	for _, b := range o.p.Blocks {
		for _, i := range b.Instrs {
			if i.Op == ir.Load || i.Op == ir.Store {
				o.t.env.accesses(i, tape.Primal)
			}
		}
	}
	o.out.TakeBody(o.p)
	b := ir.NewBuilder(o.out.Blocks[0])
	b.Flags = o.fn.contract
	if o.stored != nil {
		b.AtStart(o.out.Blocks[0])
		p := o.shadow(o.stored.Arg(1))
		o.result = o.t.env.accesses(b.Load(o.stored.Arg(0).Type(), p, 0), tape.Shadow)
		b.After(o.stored)
		o.t.env.accesses(b.Store(ir.Zero(o.stored.Arg(0).Type()), p, 0), tape.Shadow)
	}
	for _, w := range o.writes {
		w(b)
	}
	for _, w := range o.calls {
		w(b)
	}
}

// plan finds out whether everything fits.
func (o *oneSweep) plan() bool {
	if o.fn.ret == nil {
		return false
	}
	for k, p := range o.fn.params {
		switch kind := o.fn.info.Seed.Params[k]; {
		case kind == signature.Out && !p.Typ.IsFP():
			return false
		case kind == signature.Out && o.rv.isActive(p):
			if !o.leaf(p, o.p.Entry().Instrs[o.p.Entry().FirstNonPhi()]) {
				return false
			}
		}
	}
	for _, b := range ir.RPO(o.p) {
		for _, i := range b.Instrs {
			if !o.fits(i) {
				return false
			}
		}
	}
	return true
}

// fits plans what is to be done for i.
func (o *oneSweep) fits(i *ir.Instr) bool {
	if i.IsCall() {
		return o.fitsCall(i)
	}
	switch i.Op {
	case ir.Load:
		if !o.rv.isActive(i) {
			return true
		}
		return i.Typ.IsFP() && i.Flags&(ir.Volatile|ir.Atomic) == 0 && o.leaf(i, next(i))
	case ir.Store:
		return !o.shadowed(i.Arg(1)) || o.delivers(i)
	case ir.Alloca:
		return !o.fn.info.Shadow(i)
	case ir.AtomicRMW, ir.CmpXchg:
		return !o.shadowed(i.Arg(0))
	case ir.FAdd, ir.FSub, ir.FMul, ir.FDiv, ir.FNeg, ir.Select, ir.Phi, ir.FPExt, ir.FPTrunc:
		return !o.rv.isActive(i) || i.Typ.IsFP()
	}
	return !o.rv.isActive(i)
}

// next is the instruction behind i, which is no terminator.
func next(i *ir.Instr) *ir.Instr { return i.Parent.Instrs[i.Parent.Index(i)+1] }

// shadowed reports whether v may lead to memory with a shadow.
func (o *oneSweep) shadowed(v ir.Value) bool {
	if p, ok := v.(*ir.Param); ok {
		return o.hasShadow(p.Index)
	}
	return o.fn.info.Shadow(v)
}

// delivers reports whether the store i hands a result to the caller through a
// pointer that nothing else goes by.
func (o *oneSweep) delivers(i *ir.Instr) bool {
	if o.stored != nil {
		return o.stored == i
	}
	p, ok := i.Arg(1).(*ir.Param)
	if !ok || !p.HasAttr("noalias") || !i.Arg(0).Type().IsFP() || i.Flags&(ir.Volatile|ir.Atomic) != 0 {
		return false
	}
	for u := range ir.Uses(p) {
		if u.User != i {
			return false
		}
	}
	if o.fn.loops.Of(i.Parent) != nil || !o.always(o.p.Entry(), i.Parent) || o.fn.info.MaybeConst(p) {
		return false
	}
	o.stored = i
	return true
}

func (o *oneSweep) fitsCall(i *ir.Instr) bool {
	ci := o.fn.info.Call(i)
	if ci == nil {
		return !o.rv.isActive(i)
	}
	if k := ci.Known; k != nil {
		switch k.Class {
		case rules.Math:
			r := rules.ForInstr(i)
			return r == nil && !o.rv.isActive(i) || r != nil && len(r.Outs) == 0 && (!o.rv.isActive(i) || i.Typ.IsFP() && i.Op == ir.Call)
		case rules.Inactive, rules.NoReturn:
			return !o.rv.isActive(i)
		case rules.Alloc:
			return !o.fn.info.Shadow(i)
		case rules.Free:
			return !o.shadowed(i.Arg(k.PtrArg)) && !o.fn.env.checkpoints.Needs(i)
		case rules.MemCpy, rules.MemMove, rules.MemSet:
			return !o.shadowed(i.Arg(0))
		}
		return false
	}
	if !ci.Active {
		return true
	}
	if ci.Callee == nil || i.Op == ir.CallBr || !o.rv.isActive(i) || ci.Writes {
		return false
	}
	q := o.t.formOf(ci.Callee, ci.Seed)
	if q == nil {
		return false
	}
	shadowed := make([]bool, i.NumCallArgs())
	for k := range shadowed {
		if shadowed[k] = q.hasShadow(k) && o.shadowed(i.Arg(k)); shadowed[k] && !o.canShadow(i.Arg(k), 0) {
			return false
		}
	}
	d, ok := o.pull(i, i)
	if !ok {
		return false
	}
	o.calls = append(o.calls, func(b *ir.Builder) {
		var args []ir.Value
		for k := range i.NumCallArgs() {
			a := i.Arg(k)
			args = append(args, a)
			if shadowed[k] {
				args = append(args, o.shadow(a))
			} else if q.hasShadow(k) {
				args = append(args, a) // memory without one is its own
			}
		}
		b.Before(i)
		c := b.CallFunc(q.out, append(args, d(b))...)
		c.Line = i.Line
		c.Meta = i.DebugLoc()
		if i.Op == ir.Invoke {
			c.Op, c.Blocks = ir.Invoke, append([]*ir.Block(nil), i.Blocks...)
		}
		ir.ReplaceAllUses(i, c)
		o.now[i] = c
		i.Erase()
	})
	return true
}

// canShadow reports whether the shadow of the address v can be computed.
func (o *oneSweep) canShadow(v ir.Value, depth int) bool {
	if o.fn.info.MaybeConst(v) || depth > 20 {
		return false
	}
	switch v := v.(type) {
	case *ir.Param:
		return o.hasShadow(v.Index)
	case *ir.Instr:
		switch v.Op {
		case ir.GetElementPtr, ir.BitCast:
			return o.canShadow(v.Arg(0), depth+1)
		case ir.Load:
			return v.Typ.IsPtr() && o.fn.info.Shadow(v) && o.canShadow(v.Arg(0), depth+1)
		case ir.Select:
			return o.canShadow(v.Arg(1), depth+1) && o.canShadow(v.Arg(2), depth+1)
		}
	}
	return false
}

// shadow computes the shadow of the address v behind it.
func (o *oneSweep) shadow(v ir.Value) ir.Value {
	if sh := o.shadows[v]; sh != nil {
		return sh
	}
	i := v.(*ir.Instr) // see canShadow
	c := i.Copy()
	first, last := 0, 0
	if i.Op == ir.Select {
		first, last = 1, 2
	}
	for k := first; k <= last; k++ {
		c.SetArg(k, o.shadow(i.Arg(k)))
	}
	after(i).Insert(c)
	if i.Op == ir.Load {
		o.t.env.accesses(c, tape.Shadow)
	}
	o.shadows[v] = c
	return c
}
