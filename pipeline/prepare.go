package pipeline

import (
	"errors"
	"slices"

	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/activity/typeanalysis"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/reverse"
	"github.com/llad-ad/llad/reverse/checkpoint"
	"github.com/llad-ad/llad/reverse/tape"
	"github.com/llad-ad/llad/rules"
	"github.com/llad-ad/llad/transform"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/indirect"
	"github.com/llad-ad/llad/transform/openmp"
)

// preparation makes the normalised copies of functions from which derivatives are made.
// All the functions of one attempt are analysed in one environment.
type preparation struct {
	d        *Differentiator
	env      *activity.Env
	inlining *inlining               // of callees
	ck       *checkpoint.Checkpoints // loops that become functions of their own; nil for none
	copies   *nestCopies             // nil where nests read no copies
	asks     asks                    // what moves words whose shadows are to be asked what they are
	watch    Observer                // nil: not observed
	types    *typeanalysis.System    // what memory holds

	promotes *indirect.Candidates // what pointers that are called are compared with; nil for nothing
	promoted bool                 // some were

	inside bool                  // the first function has been prepared: what leaves that has no derivative
	waits  map[*ir.Function]bool // functions that were found to have no barriers
}

func newPreparation(d *Differentiator, env *activity.Env, in *inlining) *preparation {
	return &preparation{d: d, env: env, inlining: in, types: typeanalysis.New(d.M), waits: map[*ir.Function]bool{}}
}

// prepare gives a normalised private copy of a function with a body, and its
// analysis.
func (p *preparation) prepare(f *ir.Function, seed signature.Seed) (*ir.Function, *activity.Info, error) {
	if err := f.Load(); err != nil {
		return nil, nil, err
	}
	if err := p.refused(f); err != nil {
		return nil, nil, err
	}
	p.env.Calls.Begins(f)
	of := f
	if rules.GivenOf(f).What() != nil {
		of = forwarder(f)
		defer f.Module.Remove(of)
	}
	clone, inline := p.inlined(of, f)
	p.normalize(clone, f)
	canon.CallTypes(clone)
	if p.d.stop {
		return nil, nil, stopped{f, clone, ir.AdditionsOf(f.Module)}
	}
	p.ck.Directly(p.env, clone, p.d.passes, func(f *ir.Function) int {
		n := inline(f)
		assumeInitializers(f, inline)
		return n
	})
	if p.ck != nil {
		if err := p.ck.Outline(p.env, clone, f); err != nil {
			return nil, nil, err
		}
	}
	if !p.env.Forward {
		canon.HoistAllocations(clone, heapCalls)
		reverse.ReuseBlocks(clone)
		if p.copies != nil && p.ck.None() && !p.ck.Owns(f) {
			p.copies.in(clone)
		}
	}
	for _, v := range p.asks.in(clone, f) {
		p.env.Ask(v)
	}
	p.d.stage("activity analysis", f)
	info, diags := p.env.Analyze(clone, seed)
	p.d.stage("synthesis", f)
	var errs []error
	for _, d := range diags {
		errs = append(errs, d)
	}
	err := errors.Join(errs...)
	if p.d.decides() && (err == nil || onlyUnsettled(err) && info.Studied()) {
		p.types.Add(f, clone, derivative{info, p.env.Forward})
	}
	if err == nil && p.watch != nil {
		p.watch.Prepared(f, clone, info)
	}
	return clone, info, err
}

// refused is why a function is not differentiated, whatever its code computes.
func (p *preparation) refused(f *ir.Function) error {
	if err := refuseDevice(f); err != nil || p.env.Forward {
		return err
	}
	return refuseBarriers(f, p.waits)
}

// inlined gives a copy of a function, f or what stands for it, with callees put into it,
// and what puts them where calls come later.
func (p *preparation) inlined(of, f *ir.Function) (clone *ir.Function, inline func(*ir.Function) int) {
	p.d.stage("inlining", f)
	name := f.Module.FreshSymbol("llad.copy")
	tapes := false
	wanted := func(i *ir.Instr, callee *ir.Function) bool {
		return inlines(i, callee) && !p.inlining.outside(i, callee) && !p.ck.Owns(callee) && (tapes || !tape.WorksOnTape(callee))
	}
	inline = func(into *ir.Function) int {
		canon.CallTypes(into)
		n := canon.InlineInStages(into, p.inlining.limit(f), wanted, p.d.passes.SimplifyBody)
		for canon.CallTypes(into) {
			n += canon.InlineInStages(into, p.inlining.limit(f), wanted, p.d.passes.SimplifyBody)
		}
		canon.PruneEH(into, neverThrows)
		return n
	}
	clone = of.Clone(name)
	if inline(clone); p.inlining.divide(f, clone, wanted) {
		f.Module.Remove(clone)
		clone = of.Clone(name)
		inline(clone)
	}
	if p.promotes != nil && indirect.Promote(clone, p.promotes) {
		p.promoted = true
		inline(clone)
	}
	assumeInitializers(clone, inline)
	openmp.Regions(clone, func(f *ir.Function) { inline(f) })
	if !p.env.Forward {
		tape.InnerTapes(clone)
	}
	tapes = true
	inline(clone)
	openmp.Tasks(clone)
	p.inlining.took(f, clone)
	p.inlining.overBudget = p.inlining.overBudget || canon.CallsWanted(clone, wanted)
	if !p.inside && !analysis.Recursive(f) {
		canon.Exceptions(clone)
	}
	p.inside = true
	return clone, inline
}

// normalize brings the copy of f into the form that the analyses want.
func (p *preparation) normalize(clone, f *ir.Function) {
	p.d.stage("normalisation", f)
	tape.OwnTape(clone)
	p.d.hooks.Copied(clone)
	chainedCalls(clone)
	p.env.Copied(clone, f)
	if a := p.ck.Advance(f); a != nil {
		p.env.Copied(f, a)
	}
	if p.ck.Wants(clone) {
		canon.ExpandRealloc(clone)
	}
	p.d.passes.Normalize(clone, p.kind(f))
}

// kind is what f is normalised for.
func (p *preparation) kind(f *ir.Function) transform.Kind {
	switch {
	case p.ck.Owns(f):
		return transform.Outlined
	case p.env.Forward:
		return transform.Tangent
	case !p.ck.None():
		return transform.Checkpointed
	}
	return transform.Gradient
}

// derivative is how a derivative takes what a function moves.
type derivative struct {
	info    *activity.Info
	forward bool
}

func (d derivative) Carried(i *ir.Instr) typeanalysis.Carried { return carried(d.info.Pieces(i)) }

// Word is about what a tangent moves with the value, which is both in one.
func (d derivative) Word(v ir.Value) bool {
	if d.forward {
		return v.Type() == ir.I64 && d.info.TellsWords() && d.info.Undecided(v)
	}
	return d.info.Word(v)
}

func (d derivative) Active(v ir.Value) bool { return d.info.Active(v) }

// carried is what an access moves.
type carried []memtypes.Piece

func (c carried) Any() bool {
	return slices.ContainsFunc(c, func(p memtypes.Piece) bool { return p.Class != memtypes.Integer && p.Class != memtypes.Pointer })
}

func (c carried) Words() bool {
	return len(c) > 0 && !slices.ContainsFunc(c, func(p memtypes.Piece) bool { return p.Class != memtypes.Word })
}

func (c carried) Float(at, size int64) bool {
	p, ok := c.around(at, size)
	if p.Class == memtypes.FloatData {
		return p.Size == size && p.Offset == at
	}
	return ok && p.Class != memtypes.Integer && p.Class != memtypes.Pointer
}

func (c carried) Address(at int64) bool {
	p, ok := c.around(at, 8)
	return ok && p.Class != memtypes.Integer && p.Class != memtypes.FloatData // a word that may be either tells when the program runs
}

// around is the piece that so many bytes at an offset stand in, false if there is none.
func (c carried) around(at, size int64) (memtypes.Piece, bool) {
	for _, p := range c {
		if p.Offset <= at && p.Offset+p.Size >= at+size {
			return p, true
		}
	}
	return memtypes.Piece{}, false
}
