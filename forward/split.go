package forward

import (
	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/rules"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/edit"
)

// Split is forward mode in two parts, for callers that do other things in between:
//
//	Record(params..., tape) -> result
//	Tangent(params with tangents..., place of the result's tangents, cursor) -> result
//
// Record does what the function does and notes on a tape (see NewTape) what
// Tangent cannot compute again: what loads and calls gave, how floats compared,
// addresses. Tangent goes the same way through the function, accesses shadow
// memory alone, and takes everything else from the tape, the values of the
// parameters too, which may be anything at its call.
type Split struct{ Record, Tangent *ir.Function }

// SynthesizeSplit is Synthesize for the split form.
func SynthesizeSplit(env *Env, f *ir.Function, info *activity.Info, opts Options) (*Split, error) {
	env.split, env.shared = true, opts.Shared
	root := &tangent{of: f, seed: info.Seed, width: max(opts.Width, 1), public: true}
	where, ended := info.AddressesLeft(), info.MemoryEnded()
	root.record = env.declareRecord(f)
	if err := env.synthesize(root, f, info, opts); err != nil {
		return nil, err
	}
	if where != "" && env.leaves != nil {
		return nil, env.leaves.about(f, "may store addresses in "+where, "tangents from a tape need memory whose addresses stay")
	}
	if ended != "" && env.ends != nil {
		return nil, env.ends.about(f, "may end memory "+ended, "tangents from a tape need memory that stays")
	}
	if f := env.registered(); f != nil && env.shared {
		return nil, env.refuseSplit(f, "'"+f.Name+"' has registered derivatives: tangents and gradients cannot be taken from one tape")
	}
	return &Split{Record: root.record, Tangent: root.fn}, nil
}

// registered is the first by name of the functions with tangent functions of which
// the program registered a derivative, nil for none.
func (env *Env) registered() *ir.Function {
	var first *ir.Function
	for _, t := range env.made {
		if g := rules.GivenOf(t.of); (g.Has(false) || g.Has(true)) && (first == nil || t.of.Name < first.Name) {
			first = t.of
		}
	}
	return first
}

// somewhere is where something was first seen that a function may do to memory of
// its callers: when tangents are taken, and taken again, that memory's shadow is to
// be what it was before.
type somewhere struct{ at *ir.Diagnostic }

// mayLeave notes that i may store an address through p in memory of callers.
func (bo *body) mayLeave(i *ir.Instr, p ir.Value) { bo.outside(&bo.env.leaves, i, p) }

// mayEnd notes that i may end memory of callers at p.
func (bo *body) mayEnd(i *ir.Instr, p ir.Value) { bo.outside(&bo.env.ends, i, p) }

func (bo *body) outside(first **somewhere, i *ir.Instr, p ir.Value) {
	if bo.split != nil && *first == nil && bo.info.Outside(p) {
		*first = &somewhere{bo.diagnose(i, CodeSplit, "")}
	}
}

// about refuses f for what it does there.
func (w *somewhere) about(f *ir.Function, does, why string) *ir.Diagnostic {
	w.at.Message = "'" + f.Source().Name + "' " + does + ", perhaps here: " + why
	w.at.Hint = "allocate and free outside of the function, or use plain forward mode"
	return w.at
}

// declareRecord adds the recording function of f, without a body.
func (env *Env) declareRecord(f *ir.Function) *ir.Function {
	types := append(append([]*ir.Type(nil), f.Typ.Fields...), env.M.Ptr())
	rec := env.M.AddFunc(env.M.FreshSymbol(suffixed(f.Source().Name, ".record")), env.M.FuncType(f.Typ.Ret, types...))
	rec.Prefix = "internal"
	rec.Derives(f, "augmented primal")
	for k, p := range f.Params {
		rec.Params[k].Name, rec.Params[k].Attrs = p.Name, signature.CallAttrs(p.Attrs)
	}
	return rec
}

// splitter parts a function in which the tangents' instructions stand among the
// primal's.
type splitter struct {
	bd      *body
	copyOf  map[*ir.Instr]*ir.Instr // a primal instruction's copy in the recording function
	heads   map[*ir.Block]*ir.Block // a block of the recording function: where its tangents begin
	calls   []splitCall
	loads   []splitLoad
	brought map[*ir.Instr]ir.Value // see copied
	copies  []*ir.Instr            // those, in order
	aside   *ir.Instr              // memory for what goes to a shadow that there is not
	room    int64                  // bytes of it

	from   map[*ir.Param]int // parameters of the public function: the primal's they are
	live   map[ir.Value]bool
	pure   *analysis.EffectTable
	logged map[*ir.Instr]bool
}

// splitCall is a call of a function with a tangent function.
type splitCall struct {
	old *ir.Instr
	to  *ir.Function // the recording function; of a call through a pointer it takes the pointer too
}

// splitLoad is a read of primal memory, behind a primal instruction, that only
// the tangents need.
type splitLoad struct{ load, behind *ir.Instr }

// newSplitter copies f, a clone that gets tangents next, for the recording
// function.
func newSplitter(bd *body, f *ir.Function) *splitter {
	sp := &splitter{bd: bd, copyOf: map[*ir.Instr]*ir.Instr{}, heads: map[*ir.Block]*ir.Block{},
		from: map[*ir.Param]int{}, brought: map[*ir.Instr]ir.Value{}, live: map[ir.Value]bool{}, logged: map[*ir.Instr]bool{}, pure: analysis.NewEffects(nil)}
	edit.RemoveUnreachable(f)
	c := f.Clone(bd.m.FreshSymbol("llad.copy"))
	for k, b := range f.Blocks {
		sp.heads[c.Blocks[k]] = b
		n := 0
		for _, i := range b.Instrs {
			if !isLifetime(i) {
				sp.copyOf[i] = c.Blocks[k].Instrs[n]
				n++
			}
		}
	}
	rec := bd.t.record
	for k := range f.Params {
		ir.ReplaceAllUses(c.Params[k], rec.Params[k])
	}
	rec.TakeBody(c)
	rec.Suffix = c.Suffix
	bd.m.Remove(c)
	return sp
}

// tape is the recording function's last parameter, cursor the tangent function's.
func (sp *splitter) tape() ir.Value   { return last(sp.bd.t.record) }
func (sp *splitter) cursor() ir.Value { return last(sp.bd.t.fn) }

func last(f *ir.Function) ir.Value { return f.Params[len(f.Params)-1] }

// reached is where an access of n bytes through the shadow of p goes. In the
// split form primal memory is not accessed: what has no shadow goes aside.
func (tgs *tangents) reached(p, shadow ir.Value, n int64) ir.Value {
	if tgs.bd.split == nil || !tgs.maybeConst(p) {
		return shadow
	}
	sp := tgs.bd.split
	if sp.aside == nil {
		sp.aside = ir.NewInstr(ir.Alloca, tgs.bd.m.PtrTo(ir.I8), ir.NewInt(ir.I64, 0))
		sp.aside.Elem, sp.aside.Align = ir.I8, 16
	}
	sp.room = max(sp.room, n)
	return tgs.bd.b.Select(tgs.isShadowless(shadow, p), tgs.bd.b.Cast(ir.BitCast, sp.aside, shadow.Type()), shadow)
}

// primal reads memory of the primal behind the instruction i, which has just been written.
func (bo *body) primal(i *ir.Instr, t *ir.Type, p ir.Value) ir.Value {
	l := bo.b.Load(t, p, 0)
	if bo.split != nil {
		bo.split.loads = append(bo.split.loads, splitLoad{l, i})
	}
	return l
}

// copied is a copy of what the block copy i, which has just been written, copies.
func (sp *splitter) copied(i *ir.Instr) ir.Value {
	if sp.brought[i] == nil {
		b := sp.bd.b
		sp.brought[i] = b.CallFunc(nextFunc(sp.bd.m), sp.cursor(), wholeWords(b, sp.bd.toI64(i.Arg(2))))
		sp.copies = append(sp.copies, i)
	}
	return sp.brought[i]
}

func wholeWords(b *ir.Builder, n ir.Value) ir.Value {
	return b.Binary(ir.And, b.Add(n, i64(7)), i64(-8))
}

// finish parts the function.
func (sp *splitter) finish() {
	fn := sp.bd.t.fn
	if sp.aside != nil {
		sp.aside.SetArg(0, i64(sp.room))
		fn.Entry().InsertAt(0, sp.aside)
	}
	sp.noExceptions()
	if len(sp.bd.diags) > 0 {
		return
	}
	sp.replaceCalls()
	sp.findLive()
	if len(sp.bd.diags) > 0 {
		return
	}
	sp.lay()
	sp.sweepDead()
	canon.PlainExceptions(sp.bd.t.record)
}

// noExceptions makes plain calls of the tangents' invokes: they follow a run of
// the primal that came to its end. One that caught an exception on its way
// went on from a handler, which is refused.
func (sp *splitter) noExceptions() {
	fn := sp.bd.t.fn
	ends := reachesReturn(fn)
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			if i.Op == ir.LandingPad && sp.copyOf[i] != nil && ends[b] {
				sp.deny(i, "an exception may be caught here and the function go on")
				return
			}
		}
	}
	for _, b := range fn.Blocks {
		i := b.Term()
		if i == nil || i.Op != ir.Invoke {
			continue
		}
		for _, phi := range i.Blocks[1].Phis() {
			for k := len(phi.Blocks) - 1; k >= 0; k-- {
				if phi.Blocks[k] == b {
					phi.RemoveIncoming(k)
				}
			}
		}
		to := i.Blocks[0]
		i.Op, i.Blocks = ir.Call, nil
		ir.NewBuilder(b).Br(to)
	}
	edit.RemoveUnreachable(fn)
}

// deny notes that tangents of i cannot be taken from a tape.
func (sp *splitter) deny(i *ir.Instr, what string) {
	d := sp.bd.diagnose(i, CodeSplit, "%s: there are no tangents from a tape", what)
	d.Hint = plainForward
	sp.bd.diags = append(sp.bd.diags, d)
}

const plainForward = "use plain forward mode"

// refuseSplit says of a function that its tangents cannot be taken from a tape.
func (env *Env) refuseSplit(f *ir.Function, why string) *ir.Diagnostic {
	return ir.InFunc(f.Source(), ir.Diagnostic{Code: CodeSplit, Message: why, Hint: plainForward})
}

// reachesReturn finds the blocks from which control comes to a return.
func reachesReturn(f *ir.Function) map[*ir.Block]bool {
	var ends []*ir.Block
	for _, b := range f.Blocks {
		if t := b.Term(); t != nil && t.Op == ir.Ret {
			ends = append(ends, b)
		}
	}
	return ir.Reaching(f, ends)
}

// replaceCalls has the recording function call recording functions.
func (sp *splitter) replaceCalls() {
	for _, c := range sp.calls {
		old := sp.copyOf[c.old]
		args := append(old.CallArgs(), sp.tape())
		if old.CalledFunc() == nil {
			args = append(args, old.Callee())
		}
		attrs := make([]string, len(args))
		for k := range old.NumCallArgs() {
			attrs[k] = argAttr(old, k)
		}
		call := ir.NewInstr(old.Op, old.Typ, append(args, c.to)...)
		call.Line, call.Name, call.Meta = old.Line, old.Name, old.Meta
		call.Blocks = append([]*ir.Block(nil), old.Blocks...)
		call.X = &ir.Extra{FnType: c.to.Typ, ArgAttrs: attrs}
		b := old.Parent
		at := b.Index(old)
		ir.ReplaceAllUses(old, call)
		old.Erase()
		b.InsertAt(at, call)
		sp.copyOf[c.old] = call
	}
}
