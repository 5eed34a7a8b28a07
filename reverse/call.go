package reverse

import (
	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/activity/pointsto"
	"github.com/llad-ad/llad/activity/shadowrt"
	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/reverse/checkpoint"
	"github.com/llad-ad/llad/reverse/shadowmem"
	"github.com/llad-ad/llad/rules"
	"github.com/llad-ad/llad/transform/openmp"
)

// augCall is a call that became a call of an augmented primal.
type augCall struct {
	shape
	pair      *pair        // nil for an indirect call
	callee    *ir.Function // what was called, nil where that is not known
	reverse   *ir.Function // nil for an indirect call
	table     ir.Value     // indirect: the shadow of the function pointer, a pair of functions
	args      []ir.Value   // the original arguments
	inherited []ir.Value   // what the reverse function gets once more
	ret       ir.Value     // the primal result in p, nil if void
	frame     ir.Value     // the callee's frame on the tape
}

// shadowCall treats a call of the primal while shadows are inserted.
func (ins *inserter) shadowCall(i *ir.Instr) {
	ci := ins.fn.info.Call(i)
	if ci == nil || ins.innerTape(i) {
		return
	}
	if ci.Known != nil {
		ins.shadowKnown(i, ci.Known)
		return
	}
	if !ci.Active || ins.shadowMasked(i) || !ins.admits(i, ci) {
		return
	}
	if ci.Callee != nil && ins.checkpoint(i, ci) {
		return
	}
	if ci.Lost && ins.fn.caught(i, ci.Callee) {
		ins.fn.fail(i, "L0108", "what is called here may change active data and then throw, and the exception is caught in the differentiated code")
		return
	}
	b := ir.NewBuilder(i.Parent)
	b.Before(i)
	b.Meta = i.DebugLoc()
	ac := &augCall{args: i.CallArgs()}
	callee := ins.augmented(b, i, ci, ac)
	if callee == nil {
		return
	}
	args := ins.augmentedArgs(b, i, ci, ac)
	c := b.Call(ac.augment, callee, args...)
	c.Line = i.Line
	ins.rv.augments[c] = ac
	if i.Op == ir.Invoke {
		c.Op, c.Blocks = ir.Invoke, append([]*ir.Block(nil), i.Blocks...)
		b = after(c)
	}
	ac.frame = b.ExtractValue(c, ac.frameAt)
	if ac.retAt >= 0 {
		ac.ret = b.ExtractValue(c, ac.retAt)
		ins.rv.members[ac.ret.(*ir.Instr)] = true
		ins.rv.active[ac.ret] = ac.seed.Ret && ins.rv.isActive(i)
		if ac.shadowAt >= 0 {
			ins.sh.eachLane(func() { ins.sh.shadows[ac.ret] = ins.sh.mark(b.ExtractValue(c, ac.shadowAt+ins.sh.lane)) })
		}
		ins.fn.info.Stands(ac.ret, i)
		ir.ReplaceAllUses(i, ac.ret)
	}
	// Keyed by what stands behind the call: a call that throws is not reversed.
	ins.rv.calls[ac.frame.(*ir.Instr)] = ac
	i.Erase()
}

// admits refuses calls that cannot take part in differentiation.
func (ins *inserter) admits(i *ir.Instr, ci *activity.CallInfo) bool {
	if i.Op == ir.CallBr {
		ins.fn.fail(i, "L0106", "a callbr takes part in differentiation")
		return false
	}
	what := ""
	switch {
	case ci.Callee == nil:
		what = "a call through a pointer"
	case rules.GivenOf(ci.Callee).Has(false):
		what = "a derivative that the program gives"
	}
	return what == "" || ins.sh.oneLane(i, what)
}

// augmented gives the augmented primal that is called instead of what i calls, and notes
// its form; nil where there is none.
func (ins *inserter) augmented(b *ir.Builder, i *ir.Instr, ci *activity.CallInfo, ac *augCall) ir.Value {
	if ci.Callee != nil {
		pr, err := ins.fn.env.pairFor(ci.Callee, ci.Seed, false, ins.regions[i])
		if err != nil {
			if ins.fn.err == nil {
				ins.fn.err = err
			}
			return nil
		}
		ac.pair, ac.shape, ac.reverse = pr, pr.shape, pr.reverse
		if rules.GivenOf(ci.Callee) == nil && openmp.TeamRegion(ci.Callee) == nil {
			ac.callee = ci.Callee
		}
		return pr.augment
	}
	if ins.fn.info.NeverCalled(i) {
		shadowrt.Stop(b, "a call through a pointer that leads nowhere")
		ci.Active = false
		return nil
	}
	if ac.table = ins.sh.codeShadow(b, i); ac.table == nil {
		ins.fn.fail(i, "L0105", "the function called here is known only at run time, and its pointer has no shadow")
		return nil
	}
	ins.fn.env.callsAs(i.FnType())
	ac.shape = ins.fn.env.shapeOf(i.FnType(), anySeed(i.FnType()))
	return ins.sh.mark(b.Load(ins.fn.m.PtrTo(ac.shape.augment), ac.table, 8))
}

// augmentedArgs are the arguments of the augmented primal: those of i, each followed by its shadow
// if it has one, and the tape.
func (ins *inserter) augmentedArgs(b *ir.Builder, i *ir.Instr, ci *activity.CallInfo, ac *augCall) []ir.Value {
	if ac.pair != nil {
		for _, k := range ac.pair.inherits {
			ac.inherited = append(ac.inherited, ac.args[k])
			if ac.pair.hasShadow(k) {
				ins.sh.eachLane(func() { ac.inherited = append(ac.inherited, ins.sh.shadowOrSelf(ac.args[k])) })
			}
		}
	}
	ins.fn.usesTape = true
	for _, k := range ci.Shadowed {
		ins.sh.mark(b.CallFunc(shadowrt.GivenCheck(ci.Callee), ac.args[k], ins.sh.shadowOrSelf(ac.args[k])))
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
		if kind := ac.seed.Params[k]; kind == signature.Dup || kind == signature.DupNoNeed {
			ins.sh.eachLane(func() { args = append(args, ins.sh.shadowOrSelf(a)) })
		}
	}
	return append(append(args, ins.fn.tape), ac.args[named:]...)
}

// anySeed is the seed under which functions are differentiated whose address
// is taken: everything that may be active is.
func anySeed(t *ir.Type) signature.Seed {
	seed := signature.Seed{Params: make([]signature.Kind, len(t.Fields)), Ret: t.Ret.HasFloat(), RetShadow: t.Ret.HasPtr(), Mixed: true}
	for k, p := range t.Fields {
		switch {
		case p.HasPtr():
			seed.Params[k] = signature.Dup
		case p.HasFloat():
			seed.Params[k] = signature.Out
		}
	}
	return seed
}

// tableOf is the shadow of a function: a constant pair of its augmented primal
// and its reverse function.
func (shs *shadows) tableOf(f *ir.Function) ir.Value {
	env := shs.fn.env
	if g := env.tables[f]; g != nil {
		return g
	}
	if env.tables == nil {
		env.tables, env.handed = map[*ir.Function]*ir.Global{}, map[*ir.Function]*pair{}
	}
	target := f
	if !rules.GivenOf(f).Has(false) {
		target = pointsto.BodyOf(f)
	}
	if env.Width > 1 || target == nil || f.Typ.Variadic {
		return nil
	}
	was := env.parallel
	env.parallel = was || openmp.Forks(env.M)
	pr, err := env.pairFor(target, anySeed(f.Typ), true, nil)
	env.parallel = was
	if err != nil {
		if shs.fn.err == nil {
			shs.fn.err = err
		}
		return nil
	}
	t := shs.fn.m.Struct(pr.augment.Type(), pr.reverse.Type())
	init := &ir.Const{Kind: ir.ConstStruct, Typ: t, Elems: []ir.Value{pr.augment, pr.reverse}}
	g := shs.fn.m.AddGlobal(shs.fn.m.FreshSymbol(ir.PrependName("llad.table.", f.Name)), "internal", "constant", t, init)
	env.tables[f], env.handed[f] = g, pr
	env.dropResult(f)
	env.coded = append(env.coded, f)
	for _, l := range env.lookups {
		if shadowrt.Fits(f, l.typ) {
			l.Add(shs.fn.m, f, g)
		}
	}
	return g
}

// shadowKnown treats a call of a library function.
func (ins *inserter) shadowKnown(i *ir.Instr, k *rules.Known) {
	switch k.Class {
	case rules.Alloc:
		if ins.fn.info.Shadow(i) && checkpoint.IsPool(i, checkpoint.PoolAlloc) {
			ins.shadowPool(i)
		} else if ins.fn.info.Shadow(i) {
			ins.sh.eachLane(func() { ins.shadowAlloc(i, k) })
		}
	case rules.Free:
		ins.shadowFree(i, k)
	case rules.Realloc:
		if ins.sh.grownShadow(i, k) && ins.sh.oneLane(i, "'realloc'") {
			ins.shadowRealloc(i, k)
		}
	case rules.MemCpy, rules.MemMove, rules.MemSet:
		ins.sh.eachLane(func() {
			ins.shadowMem(i, k)
			if d := ins.sh.shadowOf(i.Arg(0)); d != nil && i.Typ.IsPtr() {
				ins.sh.shadows[i] = d // memcpy and the like give back where they wrote
			}
		})
		ins.noteGoal(i)
	case rules.Math:
		ins.rv.outValues(i)
	case rules.Links:
		ins.sh.eachLane(func() { ins.sh.shadowLinks(i) })
	case rules.Same:
		if ins.fn.info.Shadow(i) {
			ins.sh.eachLane(func() {
				if k.Lent {
					ins.sh.shadows[i] = ins.sh.shadowOf(i.Arg(0))
				} else {
					ins.sh.shadows[i] = ins.sh.shadowCopy(i)
				}
			})
		}
	case rules.Within:
		if ins.fn.info.Shadow(i) {
			ins.sh.eachLane(func() { ins.sh.shadowWithin(i) })
		}
	case rules.Inactive:
		ins.shadowSync(i)
		ins.sh.renew(i, k)
		if name := i.CalledName(); name == "llvm.stacksave" || name == "llvm.stackrestore" ||
			name == "llvm.stacksave.p0" || name == "llvm.stackrestore.p0" {
			ins.dropStack(i)
		} else if isLifetime(name) {
			i.Erase()
		} else if name == checkpoint.PoolMake {
			ins.keepPool(i)
		}
	}
	if ins.fn.info.Shadow(i) && i.Parent != nil && ir.HasUses(i) && ins.sh.shadowOf(i) == nil {
		ins.fn.fail(i, "L0311", "cannot make the shadow of the pointer that '%s' gives", i.CalledName())
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
func (ins *inserter) dropStack(i *ir.Instr) {
	if i.Typ != ir.Void {
		ir.ReplaceAllUses(i, ir.Zero(i.Typ))
	}
	i.Erase()
}

// shadowAlloc gives heap memory its shadow, zeroed.
func (ins *inserter) shadowAlloc(i *ir.Instr, k *rules.Known) {
	if !i.Typ.IsPtr() {
		ins.fn.fail(i, "L0311", "cannot give the memory of %s a shadow", i.CalledName())
		return
	}
	b := after(i)
	size := ins.sh.allocSize(b, i, k)
	if size == nil {
		ins.fn.fail(i, "L0311", "the size of the memory that %s gives is not known", i.CalledName())
		return
	}
	// A program may ask for more than there is and go on without.
	cleared := func() ir.Value { return b.Select(b.ICmp(ir.EQ, i, ir.Zero(i.Typ)), i64(0), size) }
	var sh ir.Value
	if ins.blocks.tape[i] {
		ins.fn.usesTape = true
		c := i.Copy()
		b.Insert(c)
		ins.blocks.tape[c] = true
		if ins.blocks.passes[i] {
			ins.blocks.rooms[c] = size
			bytes := cleared()
			ins.rv.actions[c] = func(r *reverser, c *ir.Instr) { r.cu.b.MemSet(r.lk.lookup(c), r.lk.lookup(bytes)) }
		} else if !k.Zeroed {
			ins.sh.mark(b.MemSet(c, cleared()))
		}
		sh = c
	} else if k.FreeWith == "free" && i.CalledName() != "aligned_alloc" {
		calloc := ins.fn.m.Declare("calloc", ins.fn.m.FuncType(ins.fn.m.Ptr(), ir.I64, ir.I64))
		sh = b.Cast(ir.BitCast, ins.sh.mark(b.CallFunc(calloc, i64(1), size)), i.Typ)
	} else {
		c := i.Copy()
		c.Op, c.Blocks = ir.Call, nil
		b.Insert(c)
		sh = ins.sh.mark(c)
		ins.sh.mark(b.MemSet(c, cleared()))
	}
	ins.sh.shadows[i] = ins.sh.mark(sh)
}

func (shs *shadows) allocSize(b *ir.Builder, i *ir.Instr, k *rules.Known) ir.Value {
	var size ir.Value
	for _, a := range k.SizeArgs {
		v := shs.cast(b, ir.ZExt, i.Arg(a), ir.I64)
		if size == nil {
			size = v
		} else {
			size = shs.markNew(b.Mul(size, v), size, v)
		}
	}
	return size
}

// shadowFree puts off the end of memory that has a shadow: the reverse sweep
// still reads the one and adds to the other.
func (ins *inserter) shadowFree(i *ir.Instr, k *rules.Known) {
	if ins.blocks.ends[i] {
		i.Erase()
		return
	}
	p := i.Arg(k.PtrArg)
	if ins.sh.shadowOf(p) == nil && !ins.waits[i] && !ins.fn.env.checkpoints.Needs(i) && !ins.rv.holdsSwaps(p) {
		return
	}
	b, args := ins.sh.putOff(i, k)
	if args == nil {
		return
	}
	ins.sh.eachLane(func() {
		if ins.sh.shadowOf(p) == nil {
			return
		}
		if dp := ins.sh.shadowToEnd(b, p); !ir.IsZero(dp) {
			ins.sh.noteEnded(b, p, dp)
			args[2] = dp
			b.CallFunc(ins.fn.env.runtime().DeferFunc(), args...)
		}
	})
	i.Erase()
}

// putOff leaves a deallocation to the end of the reverse sweep; i remains to be
// erased. It gives a builder in front of i and the arguments of the call that notes
// it, nil when that cannot be.
func (shs *shadows) putOff(i *ir.Instr, k *rules.Known) (*ir.Builder, []ir.Value) {
	shs.fn.usesTape = true
	b := ir.NewBuilder(i.Parent)
	b.Before(i)
	b.Meta = i.DebugLoc()
	rt := shs.fn.env.runtime()
	f := i.CalledFunc()
	var more []int // size, alignment
	for n := range i.NumCallArgs() {
		if n != k.PtrArg {
			more = append(more, n)
		}
	}
	args := []ir.Value{shs.fn.tape, nil, i.Arg(k.PtrArg), i64(0), i64(0)}
	for n, a := range more {
		if n == 2 || !i.Arg(a).Type().IsInt() || i.Arg(a).Type().Bits > 64 {
			shs.fn.fail(i, "L0304", "cannot put off the deallocation by %s", i.CalledName())
			return nil, nil
		}
		args[3+n] = shs.cast(b, ir.ZExt, i.Arg(a), ir.I64)
	}
	args[1] = rt.EndFunc(f, k.PtrArg, more)
	b.CallFunc(rt.DeferFunc(), args...)
	return b, args
}

// shadowRealloc moves memory and its shadow to new places; the old ones end
// with the sweep.
func (ins *inserter) shadowRealloc(i *ir.Instr, k *rules.Known) {
	ins.fn.usesTape = true
	p := i.Arg(k.PtrArg)
	dp := ins.sh.shadowOrSelf(p)
	b := ir.NewBuilder(i.Parent)
	b.Before(i)
	b.Meta = i.DebugLoc()
	size := ins.sh.allocSize(b, i, k)
	var c *ir.Instr
	if k.HeldArg > 0 {
		c = b.CallFunc(ins.fn.env.moves().RustReallocFunc(i.CalledFunc().Name, k), ins.fn.tape, p, dp, size, i.Arg(k.HeldArg), i.Arg(k.FreeArgs[1]))
	} else {
		c = b.CallFunc(ins.fn.env.moves().ReallocFunc(), ins.fn.tape, p, dp, size)
	}
	np := b.ExtractValue(c, 0)
	dnp := ins.sh.mark(b.ExtractValue(c, 1))
	moved := b.ExtractValue(c, 2)
	ins.sh.shadows[np] = dnp
	pieces := ins.fn.info.Pieces(i)
	ins.rv.actions[c] = func(r *reverser, _ *ir.Instr) {
		r.ac.moveBack(pieces, i, blockMove{src: r.lk.lookup(dp), dst: r.lk.lookup(dnp), size: r.lk.lookup(moved), srcOK: r.lk.differs(p)})
	}
	ins.fn.info.Stands(np, i)
	ir.ReplaceAllUses(i, np)
	i.Erase()
}

// shadowMem keeps the pointers in shadow memory in step through a block
// operation; the floats are the reverse sweep's.
func (ins *inserter) shadowMem(i *ir.Instr, k *rules.Known) {
	dst := i.Arg(0)
	ddst := ins.sh.shadowOf(dst)
	if ddst == nil {
		return
	}
	var ptrs, floats bool
	pieces := ins.fn.info.Pieces(i)
	for _, p := range pieces {
		ptrs = ptrs || p.Class == memtypes.Pointer
		floats = floats || p.Class == memtypes.FloatData
	}
	words := shadowmem.InWords(pieces)
	if !ptrs && !words {
		return
	}
	b := after(i)
	size := ins.sh.cast(b, ir.ZExt, i.Arg(2), ir.I64)
	if ins.fn.info.MaybeConst(dst) {
		size = ins.sh.markNew(b.Select(ins.sh.mark(b.ICmp(ir.EQ, dst, ddst)), i64(0), size), size)
	}
	src := ddst
	if k.Class != rules.MemSet {
		src = ins.sh.shadowOrSelf(i.Arg(1))
	}
	if words && k.Class == rules.MemSet {
		ins.sh.mark(b.CallFunc(ins.fn.env.moves().ForgetFunc(), ddst, size))
		return
	}
	if words {
		ins.sh.mark(b.CallFunc(ins.fn.env.moves().WordFunc(shadowmem.Copy), src, ddst, size, ir.NewBool(true)))
		return
	}
	if floats {
		op := shadowmem.Copy
		if k.Class == rules.MemSet {
			op = shadowmem.Clear
		}
		first := len(i.Parent.Instrs)
		ins.fn.env.moves().Block(b, op, memtypes.Pointer, pieces, shadowmem.Blocks{Src: src, Dst: ddst, Bytes: size, To: ir.NewBool(true), Overlap: k.Class == rules.MemMove})
		at := i.Parent.Index(i)
		for _, c := range i.Parent.Instrs[at+1 : at+1+len(i.Parent.Instrs)-first] {
			ins.sh.mark(c)
		}
		return
	}
	c := i.Copy()
	c.SetArg(0, ddst)
	if k.Class != rules.MemSet {
		c.SetArg(1, src)
	}
	c.SetArg(2, ins.sh.cast(b, ir.Trunc, size, i.Arg(2).Type()))
	b.Insert(c)
	ins.sh.mark(c)
}
