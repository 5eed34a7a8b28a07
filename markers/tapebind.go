package markers

import (
	"errors"
	"fmt"
	"slices"

	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/diag"
	"github.com/llad-ad/llad/forward"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/pipeline"
	"github.com/llad-ad/llad/reverse"
	"github.com/llad-ad/llad/rules"
	"github.com/llad-ad/llad/transform/canon"
)

// bind writes the bodies of one use.
func (l *Lowering) bind(u *tapeUse) error {
	replay, augment, sweep := u.first[markReplay], u.first[markAugment], u.first[markSweep]
	if replay == nil {
		return l.bindReverse(u)
	}
	switch {
	case augment == nil:
		e := saidAt(replay, codeMarkerArgs, "no call in this module makes the tape: there is no augmented primal of '%s' with the same active parameters and width", diag.Demangled(u.f))
		e.Hint = "call __enzyme_augmentfwd (__llad_augment) for it in the same module, with the same parameters constant"
		return e
	case u.f.Typ.Ret.HasPtr():
		return saidAt(replay, codeMarkerActivity, "'%s' returns an address: there are no tangents of it from a tape", diag.Demangled(u.f))
	}
	sp, err := l.tangentHalves(u, sweep != nil)
	if err != nil {
		return err
	}
	var half *reverse.Split
	if sweep != nil {
		seed := signature.Seed{Params: append(slices.Clone(u.kinds), signature.Const), Ret: u.f.Typ.Ret.HasFloat()}
		if half, err = pipeline.GradientHalves(l.d, sp.Record, seed); err != nil {
			return err
		}
	}
	l.bindAugment(u, sp, half)
	switch {
	case u.check == nil:
	case half == nil:
		l.d.M.Remove(u.check)
	default:
		b := bodyOf(u.check)
		args := []ir.Value{forward.Sweep(b, u.check.Params[0])}
		for _, p := range u.check.Params[1:] {
			args = append(args, p)
		}
		returnCall(b, b.CallFunc(half.Check, args...))
	}
	for keep, f := range u.sweeps {
		if f != nil {
			l.bindSweep(u, f, half, keep == 1)
		}
	}
	l.bindReplay(u, sp, half)
	return errors.Join(ir.Verify(sp.Record), ir.Verify(sp.Tangent), ir.Verify(u.augment), ir.Verify(u.replay))
}

// bindAugment has the augmented primal make a tape and record; where there are
// sweeps too, it is the augmented primal of the recording function.
func (l *Lowering) bindAugment(u *tapeUse, sp *forward.Split, half *reverse.Split) {
	b := bodyOf(u.augment)
	tape := forward.NewTape(b, u.kind)
	var primals, all []ir.Value
	at := 0
	for k := range u.f.Params {
		primals = append(primals, u.augment.Params[at])
		at++
		if u.kinds[k] == signature.Dup {
			at += u.width
		}
	}
	for _, p := range u.augment.Params {
		all = append(all, p)
	}
	var result ir.Value
	if half == nil {
		call := b.CallFunc(sp.Record, append(primals, tape)...)
		passParams(call, sp.Record)
		result = call
	} else {
		got := b.CallFunc(half.Augment, append(all, tape)...)
		forward.SetSweep(b, tape, b.ExtractValue(got, 0))
		if half.Result >= 0 {
			result = b.ExtractValue(got, half.Result)
		}
	}
	var res ir.Value = b.InsertValue(ir.Undef(u.augment.Typ.Ret), tape, 0)
	if u.halves.result >= 0 {
		res = b.InsertValue(res, result, u.halves.result)
	}
	b.Ret(res)
	canon.OnUnwind(u.augment, func(i *ir.Instr) bool {
		return i.CalledFunc() == sp.Record || half != nil && i.CalledFunc() == half.Augment
	}, func(b *ir.Builder) { b.CallFunc(forward.EndTape(l.d.M), tape) })
}

// bindSweep has a reverse half take its tape from the one that tangents are taken
// from.
func (l *Lowering) bindSweep(u *tapeUse, f *ir.Function, half *reverse.Split, keep bool) {
	b := bodyOf(f)
	tape := f.Params[0]
	forward.CheckTape(b, tape, u.kind, u.wrongTape("gradients"))
	args := []ir.Value{forward.Sweep(b, tape)}
	for _, p := range f.Params[1:] {
		args = append(args, p)
	}
	call := b.CallFunc(halvesOf(half).sweep(keep), args...)
	if !keep {
		b.CallFunc(forward.EndTape(l.d.M), tape)
	}
	returnCall(b, call)
}

// bindReplay has tangents taken from a tape, which ends unless it is to be kept.
func (l *Lowering) bindReplay(u *tapeUse, sp *forward.Split, half *reverse.Split) {
	b := bodyOf(u.replay)
	n := len(u.sig.Params)
	tape := u.replay.Params[n]
	forward.CheckTape(b, tape, u.kind, u.wrongTape("tangents"))
	var args []ir.Value
	for _, p := range u.replay.Params[:n] {
		args = append(args, p)
	}
	call := b.CallFunc(sp.Tangent, append(args, forward.NewCursor(b, tape))...)
	passParams(call, u.replay)
	end, done := b.F.NewBlock("end"), b.F.NewBlock("done")
	b.CondBr(u.replay.Params[n+1], done, end)
	b.AtEnd(end)
	if half != nil {
		b.CallFunc(half.Discard(), forward.Sweep(b, tape))
	}
	b.CallFunc(forward.EndTape(l.d.M), tape)
	b.Br(done)
	b.AtEnd(done)
	returnCall(b, call)
}

func (u *tapeUse) wrongTape(what string) string {
	return fmt.Sprintf("%s of '%s' were to be taken from a tape that is none of it", what, diag.Demangled(u.f))
}

func returnCall(b *ir.Builder, call *ir.Instr) {
	if call.Typ.Kind == ir.VoidKind {
		b.Ret(nil)
	} else {
		b.Ret(call)
	}
}

// bodyOf begins the body of a declared function.
func bodyOf(f *ir.Function) *ir.Builder {
	f.IsDecl = false
	return ir.NewBuilder(f.NewBlock("entry"))
}

// passParams passes arguments as the parameters of f say.
func passParams(call *ir.Instr, f *ir.Function) {
	attrs := make([]string, call.NumCallArgs())
	for k := range attrs {
		if k < len(f.Params) {
			attrs[k] = f.Params[k].Attrs
		}
	}
	call.Extra().ArgAttrs = attrs
}

// bindReverse makes the halves those of a gradient: no tangents are taken from
// the tape.
func (l *Lowering) bindReverse(u *tapeUse) error {
	l.d.M.Remove(u.replay)
	l.d.M.RemoveGlobal(u.kind)
	if a := u.first[markAugment]; a != nil && u.width > 1 {
		return saidAt(a, codeMarkerWidth, "a split call has one adjoint at a time: width %d is not supported", u.width)
	}
	ret := u.f.Typ.Ret
	sp, err := pipeline.GradientHalves(l.d, u.f, signature.Seed{Params: u.kinds, Ret: ret.HasFloat(), RetShadow: ret.HasPtr()})
	if err != nil {
		return err
	}
	forwardTo(u.augment, sp.Augment)
	if u.check != nil {
		forwardTo(u.check, sp.Check)
	}
	for keep, f := range u.sweeps {
		if f != nil {
			forwardTo(f, halvesOf(sp).sweep(keep == 1))
		}
	}
	return nil
}

// forwardTo has f call another function of its type.
func forwardTo(f, to *ir.Function) {
	b := bodyOf(f)
	args := make([]ir.Value, len(f.Params))
	for k, p := range f.Params {
		args[k] = p
	}
	returnCall(b, b.CallFunc(to, args...))
}

// tangentHalves makes the two parts of forward mode. What the program registered
// for this mode counts in it, and nothing that it registered for others.
func (l *Lowering) tangentHalves(u *tapeUse, shared bool) (*forward.Split, error) {
	defer registeredForSplit(l.d.M)()
	return pipeline.TangentHalves(l.d, u.f, u.sig.Seed, u.width, shared)
}

// registeredForSplit makes the derivatives that are registered for tangents from a
// tape those of forward mode, until what it gives is called.
func registeredForSplit(m *ir.Module) (undo func()) {
	was := map[*rules.Given]rules.Given{}
	for _, name := range m.FuncNames() {
		f := m.Func(name)
		if f == nil {
			continue
		}
		if g := rules.GivenOf(f); g != nil {
			was[g] = *g
			g.Tangent, g.PartialTangent = g.SplitTangent, false
		}
	}
	return func() {
		for g, w := range was {
			*g = w
		}
	}
}

// saidAt is a diagnostic at the place of another.
func saidAt(place *ir.Diagnostic, code, format string, args ...any) *ir.Diagnostic {
	d := *place
	d.Code, d.Message = code, fmt.Sprintf(format, args...)
	return &d
}
