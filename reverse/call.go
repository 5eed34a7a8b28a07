package reverse

import (
	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/reverse/checkpoint"
	"github.com/llad-ad/llad/rules"
)

// augCall is a call that became a call of an augmented primal.
type augCall struct {
	shape
	pair      *pair        // nil for an indirect call
	reverse   *ir.Function // nil for an indirect call
	table     ir.Value     // indirect: the shadow of the function pointer, a pair of functions
	args      []ir.Value   // the original arguments
	inherited []ir.Value   // what the reverse function gets once more
	ret       ir.Value     // the primal result in p, nil if void
	frame     ir.Value     // the callee's frame on the tape
}

// shadowCall treats a call of the primal while shadows are inserted.
func (s *synth) shadowCall(i *ir.Instr) {
	ci := s.info.Call(i)
	if ci == nil || s.innerTape(i) {
		return
	}
	if ci.Known != nil {
		s.shadowKnown(i, ci.Known)
		return
	}
	if !ci.Active || s.shadowMasked(i) {
		return
	}
	if i.Op == ir.CallBr {
		s.fail(i, "L0106", "a callbr takes part in differentiation")
		return
	}
	what := ""
	switch {
	case ci.Callee == nil:
		what = "a call through a pointer"
	case rules.GivenOf(ci.Callee).Has(false):
		what = "a derivative that the program gives"
	}
	if ci.Callee == nil && s.parallel {
		s.fail(i, "L0109", "a call through a pointer in a parallel region")
		return
	}
	if what != "" && !s.oneLane(i, what) {
		return
	}
	if ci.Callee != nil && s.checkpoint(i, ci) {
		return
	}
	if ci.Lost && s.caught(i, ci.Callee) {
		s.fail(i, "L0108", "what is called here may change active data and then throw, and the exception is caught in the differentiated code")
		return
	}
	b := ir.NewBuilder(i.Parent)
	b.Before(i)
	b.Meta = i.DebugLoc()
	ac := &augCall{args: i.CallArgs()}
	var callee ir.Value
	if ci.Callee != nil {
		pr, err := s.env.pairFor(ci.Callee, ci.Seed, false)
		if err != nil {
			if s.err == nil {
				s.err = err
			}
			return
		}
		ac.pair, ac.shape, ac.reverse, callee = pr, pr.shape, pr.reverse, pr.augment
	} else {
		if s.info.NeverCalled(i) {
			activity.Stop(b, "a call through a pointer that leads nowhere")
			ci.Active = false
			return
		}
		if ac.table = s.codeShadow(b, i); ac.table == nil {
			s.fail(i, "L0105", "the function called here is known only at run time, and its pointer has no shadow")
			return
		}
		ac.shape = s.env.shapeOf(i.FnType(), anySeed(i.FnType()))
		callee = s.mark(b.Load(s.m.PtrTo(ac.shape.augment), ac.table, 8))
	}
	if ac.pair != nil {
		for _, k := range ac.pair.inherits {
			ac.inherited = append(ac.inherited, ac.args[k])
			if ac.pair.hasShadow(k) {
				s.eachLane(func() { ac.inherited = append(ac.inherited, s.shadowOrSelf(ac.args[k])) })
			}
		}
	}
	s.usesTape = true
	for _, k := range ci.Shadowed {
		s.mark(b.CallFunc(activity.GivenCheck(ci.Callee), ac.args[k], s.shadowOrSelf(ac.args[k])))
	}
	var args []ir.Value
	typ := i.FnType()
	if ci.Callee != nil {
		typ = ci.Callee.Typ
	}
	named := len(ac.args)
	if typ.Variadic {
		named = min(named, len(typ.Fields))
	}
	for k, a := range ac.args[:named] {
		args = append(args, a)
		if kind := ac.seed.Params[k]; kind == activity.Dup || kind == activity.DupNoNeed {
			s.eachLane(func() { args = append(args, s.shadowOrSelf(a)) })
		}
	}
	args = append(append(args, s.tape), ac.args[named:]...)
	c := b.Call(ac.augment, callee, args...)
	c.Line = i.Line
	s.augments[c] = true
	if i.Op == ir.Invoke {
		c.Op, c.Blocks = ir.Invoke, append([]*ir.Block(nil), i.Blocks...)
		b = after(c)
	}
	ac.frame = b.ExtractValue(c, ac.frameAt)
	if ac.retAt >= 0 {
		ac.ret = b.ExtractValue(c, ac.retAt)
		s.members[ac.ret.(*ir.Instr)] = true
		s.active[ac.ret] = ac.seed.Ret && s.isActive(i)
		if ac.shadowAt >= 0 {
			s.eachLane(func() { s.shadows[ac.ret] = s.mark(b.ExtractValue(c, ac.shadowAt+s.lane)) })
		}
		s.info.Stands(ac.ret, i)
		ir.ReplaceAllUses(i, ac.ret)
	}
	// Keyed by what stands behind the call: a call that throws is not reversed.
	s.calls[ac.frame.(*ir.Instr)] = ac
	i.Erase()
}

// caught reports whether a call may throw and the function goes on then. A
// derivative that the program gives answers for itself.
func (s *synth) caught(i *ir.Instr, callee *ir.Function) bool {
	if i.Op != ir.Invoke || !s.reach[i.Blocks[1]] || i.HasAttr("nounwind") {
		return false
	}
	return callee == nil || !callee.HasAttr("nounwind") && !rules.GivenOf(callee).Has(false)
}

// anySeed is the seed under which functions are differentiated whose address
// is taken: everything that may be active is.
func anySeed(t *ir.Type) activity.Seed {
	seed := activity.Seed{Params: make([]activity.Kind, len(t.Fields)), Ret: t.Ret.HasFloat(), RetShadow: t.Ret.HasPtr(), Mixed: true}
	for k, p := range t.Fields {
		switch {
		case p.HasPtr():
			seed.Params[k] = activity.Dup
		case p.HasFloat():
			seed.Params[k] = activity.Out
		}
	}
	return seed
}

// tableOf is the shadow of a function: a constant pair of its augmented primal
// and its reverse function.
func (s *synth) tableOf(f *ir.Function) ir.Value {
	env := s.env
	if g := env.tables[f]; g != nil {
		return g
	}
	if env.tables == nil {
		env.tables = map[*ir.Function]*ir.Global{}
	}
	target := f
	if !rules.GivenOf(f).Has(false) {
		target = activity.BodyOf(f)
	}
	if env.Width > 1 || target == nil || f.Typ.Variadic {
		return nil
	}
	pr, err := env.pairFor(target, anySeed(f.Typ), true)
	if err != nil {
		if s.err == nil {
			s.err = err
		}
		return nil
	}
	t := s.m.Struct(pr.augment.Type(), pr.reverse.Type())
	init := &ir.Const{Kind: ir.ConstStruct, Typ: t, Elems: []ir.Value{pr.augment, pr.reverse}}
	g := s.m.AddGlobal(s.m.FreshSymbol(ir.PrependName("llad.table.", f.Name)), "internal", "constant", t, init)
	env.tables[f] = g
	env.coded = append(env.coded, f)
	for _, l := range env.lookups {
		if activity.Fits(f, l.typ) {
			l.Add(s.m, f, g)
		}
	}
	return g
}

// shadowKnown treats a call of a library function.
func (s *synth) shadowKnown(i *ir.Instr, k *rules.Known) {
	switch k.Class {
	case rules.Alloc:
		if s.info.Shadow(i) && checkpoint.IsPool(i, checkpoint.PoolAlloc) {
			s.shadowPool(i)
		} else if s.info.Shadow(i) {
			s.eachLane(func() { s.shadowAlloc(i, k) })
		}
	case rules.Free:
		s.shadowFree(i, k)
	case rules.Realloc:
		if (s.shadowOf(i.Arg(k.PtrArg)) != nil || s.info.Shadow(i)) && s.oneLane(i, "'realloc'") {
			s.shadowRealloc(i, k)
		}
	case rules.MemCpy, rules.MemMove, rules.MemSet:
		s.eachLane(func() {
			s.shadowMem(i, k)
			if d := s.shadowOf(i.Arg(0)); d != nil && i.Typ.IsPtr() {
				s.shadows[i] = d // memcpy and the like give back where they wrote
			}
		})
		s.noteGoal(i)
	case rules.Math:
		s.outValues(i)
	case rules.Links:
		s.eachLane(func() { s.shadowLinks(i) })
	case rules.Same:
		if s.info.Shadow(i) {
			s.eachLane(func() {
				if k.Lent {
					s.shadows[i] = s.shadowOf(i.Arg(0))
				} else {
					s.shadows[i] = s.twin(i)
				}
			})
		}
	case rules.Within:
		if s.info.Shadow(i) {
			s.eachLane(func() { s.shadowWithin(i) })
		}
	case rules.Inactive:
		s.shadowSync(i)
		s.renew(i, k)
		if name := i.CalledName(); name == "llvm.stacksave" || name == "llvm.stackrestore" ||
			name == "llvm.stacksave.p0" || name == "llvm.stackrestore.p0" {
			s.dropStack(i)
		} else if isLifetime(name) {
			i.Erase()
		} else if name == checkpoint.PoolMake {
			s.keepPool(i)
		}
	}
	if s.info.Shadow(i) && i.Parent != nil && ir.HasUses(i) && s.shadowOf(i) == nil {
		s.fail(i, "L0301", "cannot make the shadow of the pointer that '%s' gives", i.CalledName())
	}
}

// outValues makes what a function stores through its pointers values of p.
func (s *synth) outValues(i *ir.Instr) {
	rule := rules.ForInstr(i)
	if rule == nil {
		return
	}
	for o, out := range rule.Outs {
		if out.Arg < 0 || out.Inactive || s.shadowOf(i.Arg(out.Arg)) == nil {
			continue
		}
		if s.outVals[i] == nil {
			s.outVals[i] = map[int]ir.Value{}
		}
		v := after(i).Load(floatType(i, rule), i.Arg(out.Arg), 0)
		s.active[v] = false
		s.outVals[i][o] = v
	}
}

// floatType is the floating-point type a rule's call works in.
func floatType(i *ir.Instr, rule *rules.Rule) *ir.Type {
	for k := range rule.Arity {
		if t := i.Arg(k).Type(); t.IsFP() {
			return t
		}
	}
	return i.Typ
}

func isLifetime(name string) bool {
	return len(name) > 14 && name[:14] == "llvm.lifetime."
}

// dropStack removes stacksave and stackrestore: objects of variable size live
// on the tape, whose own discipline ends them.
func (s *synth) dropStack(i *ir.Instr) {
	if i.Typ != ir.Void {
		ir.ReplaceAllUses(i, ir.Zero(i.Typ))
	}
	i.Erase()
}

// shadowAlloc gives heap memory its shadow, zeroed.
func (s *synth) shadowAlloc(i *ir.Instr, k *rules.Known) {
	if !i.Typ.IsPtr() {
		s.fail(i, "L0303", "cannot give the memory of %s a shadow", i.CalledName())
		return
	}
	b := after(i)
	size := s.allocSize(b, i, k)
	if size == nil {
		s.fail(i, "L0303", "the size of the memory that %s gives is not known", i.CalledName())
		return
	}
	// A program may ask for more than there is and go on without.
	cleared := func() ir.Value { return b.Select(b.ICmp(ir.EQ, i, ir.Zero(i.Typ)), i64(0), size) }
	var sh ir.Value
	if s.blocks.tape[i] {
		s.usesTape = true
		c := i.Copy()
		b.Insert(c)
		s.blocks.tape[c] = true
		if s.blocks.passes[i] {
			s.blocks.rooms[c] = size
			bytes := cleared()
			s.actions[c] = func(r *reverser, c *ir.Instr) { r.b.MemSet(r.lookup(c), r.lookup(bytes)) }
		} else if !k.Zeroed {
			s.mark(b.MemSet(c, cleared()))
		}
		sh = c
	} else if k.FreeWith == "free" && i.CalledName() != "aligned_alloc" {
		calloc := s.m.Declare("calloc", s.m.FuncType(s.m.Ptr(), ir.I64, ir.I64))
		sh = b.Cast(ir.BitCast, s.mark(b.CallFunc(calloc, i64(1), size)), i.Typ)
	} else {
		c := i.Copy()
		c.Op, c.Blocks = ir.Call, nil
		b.Insert(c)
		sh = s.mark(c)
		s.mark(b.MemSet(c, cleared()))
	}
	s.shadows[i] = s.mark(sh)
}

func (s *synth) allocSize(b *ir.Builder, i *ir.Instr, k *rules.Known) ir.Value {
	var size ir.Value
	for _, a := range k.SizeArgs {
		v := s.cast(b, ir.ZExt, i.Arg(a), ir.I64)
		if size == nil {
			size = v
		} else {
			size = s.markNew(b.Mul(size, v), size, v)
		}
	}
	return size
}

// shadowFree puts off the end of memory that has a shadow: the reverse sweep
// still reads the one and adds to the other.
func (s *synth) shadowFree(i *ir.Instr, k *rules.Known) {
	if s.blocks.ends[i] {
		i.Erase()
		return
	}
	p := i.Arg(k.PtrArg)
	if s.shadowOf(p) == nil && !s.env.checkpoints.Needs(i) && !s.holdsSwaps(p) {
		return
	}
	b, args := s.putOff(i, k)
	if args == nil {
		return
	}
	s.eachLane(func() {
		if s.shadowOf(p) == nil {
			return
		}
		if dp := s.shadowToEnd(b, p); !ir.IsZero(dp) {
			s.noteEnded(b, p, dp)
			args[2] = dp
			b.CallFunc(s.env.runtime().DeferFunc(), args...)
		}
	})
	i.Erase()
}

// putOff leaves a deallocation to the end of the reverse sweep; i remains to be
// erased. It gives a builder in front of i and the arguments of the call that notes
// it, nil when that cannot be.
func (s *synth) putOff(i *ir.Instr, k *rules.Known) (*ir.Builder, []ir.Value) {
	s.usesTape = true
	b := ir.NewBuilder(i.Parent)
	b.Before(i)
	b.Meta = i.DebugLoc()
	rt := s.env.runtime()
	f := i.CalledFunc()
	var more []int // size, alignment
	for n := range i.NumCallArgs() {
		if n != k.PtrArg {
			more = append(more, n)
		}
	}
	args := []ir.Value{s.tape, nil, i.Arg(k.PtrArg), i64(0), i64(0)}
	for n, a := range more {
		if n == 2 || !i.Arg(a).Type().IsInt() || i.Arg(a).Type().Bits > 64 {
			s.fail(i, "L0304", "cannot put off the deallocation by %s", i.CalledName())
			return nil, nil
		}
		args[3+n] = s.cast(b, ir.ZExt, i.Arg(a), ir.I64)
	}
	args[1] = rt.EndFunc(f, k.PtrArg, more)
	b.CallFunc(rt.DeferFunc(), args...)
	return b, args
}

// shadowRealloc moves memory and its shadow to new places; the old ones end
// with the sweep.
func (s *synth) shadowRealloc(i *ir.Instr, k *rules.Known) {
	s.usesTape = true
	p := i.Arg(k.PtrArg)
	dp := s.shadowOrSelf(p)
	b := ir.NewBuilder(i.Parent)
	b.Before(i)
	b.Meta = i.DebugLoc()
	size := s.allocSize(b, i, k)
	var c *ir.Instr
	if k.HeldArg > 0 {
		c = b.CallFunc(s.env.moves().rustReallocFunc(i.CalledFunc().Name, k), s.tape, p, dp, size, i.Arg(k.HeldArg), i.Arg(k.FreeArgs[1]))
	} else {
		c = b.CallFunc(s.env.moves().reallocFunc(), s.tape, p, dp, size)
	}
	np := b.ExtractValue(c, 0)
	dnp := s.mark(b.ExtractValue(c, 1))
	moved := b.ExtractValue(c, 2)
	s.shadows[np] = dnp
	pieces := s.info.Pieces(i)
	s.actions[c] = func(r *reverser, _ *ir.Instr) {
		r.moveBack(pieces, i, r.lookup(dp), r.lookup(dnp), r.lookup(moved), r.differs(p), nil, false)
	}
	s.info.Stands(np, i)
	ir.ReplaceAllUses(i, np)
	i.Erase()
}

// shadowMem keeps the pointers in shadow memory in step through a block
// operation; the floats are the reverse sweep's.
func (s *synth) shadowMem(i *ir.Instr, k *rules.Known) {
	dst := i.Arg(0)
	ddst := s.shadowOf(dst)
	if ddst == nil {
		return
	}
	var ptrs, floats bool
	pieces := s.info.Pieces(i)
	for _, p := range pieces {
		ptrs = ptrs || p.Class == activity.Pointer
		floats = floats || p.Class == activity.FloatData
	}
	words := inWords(pieces)
	if !ptrs && !words {
		return
	}
	b := after(i)
	size := s.cast(b, ir.ZExt, i.Arg(2), ir.I64)
	if s.info.MaybeConst(dst) {
		size = s.markNew(b.Select(s.mark(b.ICmp(ir.EQ, dst, ddst)), i64(0), size), size)
	}
	src := ddst
	if k.Class != rules.MemSet {
		src = s.shadowOrSelf(i.Arg(1))
	}
	if words && k.Class == rules.MemSet {
		s.mark(b.CallFunc(s.env.moves().forgetFunc(), ddst, size))
		return
	}
	if words {
		s.mark(b.CallFunc(s.env.moves().wordFunc(copyOp), src, ddst, size, s.ownShadow(b, i.Arg(1), src)))
		return
	}
	if floats {
		op := copyOp
		if k.Class == rules.MemSet {
			op = clearOp
		}
		first := len(i.Parent.Instrs)
		s.env.moves().block(b, op, activity.Pointer, pieces, src, ddst, size, ir.NewBool(true), k.Class == rules.MemMove)
		at := i.Parent.Index(i)
		for _, c := range i.Parent.Instrs[at+1 : at+1+len(i.Parent.Instrs)-first] {
			s.mark(c)
		}
		return
	}
	c := i.Copy()
	c.SetArg(0, ddst)
	if k.Class != rules.MemSet {
		c.SetArg(1, src)
	}
	c.SetArg(2, s.cast(b, ir.Trunc, size, i.Arg(2).Type()))
	b.Insert(c)
	s.mark(c)
}
