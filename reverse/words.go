package reverse

import (
	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/reverse/tape"
)

// wordStore reports whether a store writes words of which it is not known what
// they are to memory with a shadow.
func (shs *shadows) wordStore(i *ir.Instr) bool {
	v := i.Arg(0)
	if v.Type().Scalar() != ir.I64 || v.Type().Scalable || !shs.fn.info.TellsWords() && !shs.fn.info.TellsPairs() {
		return false
	}
	if shs.fn.info.Word(v) {
		return true
	}
	for _, p := range shs.fn.info.Pieces(i) {
		if p.Class == activity.Unknown || p.Class == activity.Mixed {
			return true
		}
	}
	return false
}

// exponents says of each word whether it has an exponent when read as a double.
func exponents(b *ir.Builder, w ir.Value) (masked, has ir.Value) {
	masked = b.Binary(ir.And, w, ir.NewInt(w.Type(), activity.WordExponent))
	return masked, b.ICmp(ir.NE, masked, ir.Zero(w.Type()))
}

// bare is what a word leaves in shadow memory at dp in the forward sweep: an
// address, but not a float. The derivative of what the memory will hold in the
// end may stand there already and stays.
func (shs *shadows) bare(b *ir.Builder, w, dp ir.Value, align int) ir.Value {
	if !ir.IsConstant(w) { // the program may move what it never wrote
		w = shs.mark(b.Insert(ir.NewInstr(ir.Freeze, w.Type(), w)))
	}
	zero := ir.Zero(w.Type())
	old := shs.mark(b.Load(w.Type(), dp, align))
	masked, has := exponents(b, old)
	shs.mark(masked)
	kept := shs.mark(b.Select(shs.mark(has), old, zero))
	masked, has = exponents(b, w)
	shs.mark(masked)
	w = shs.mark(b.Select(shs.mark(has), zero, w))
	return shs.mark(b.Select(shs.mark(b.ICmp(ir.EQ, w, zero)), kept, w))
}

// clearBare takes out of shadow memory at dp the address or number that a word left there, over which i stores
// a float: what is copied from there would bring it to where the derivative of a copy stands already.
func (shs *shadows) clearBare(i *ir.Instr, dp ir.Value) {
	b := after(i)
	old := shs.mark(b.Load(ir.I64, shs.mark(b.Cast(ir.BitCast, dp, shs.fn.m.PtrTo(ir.I64))), int(i.Align)))
	masked, has := exponents(b, old)
	shs.mark(masked)
	kept := shs.mark(b.Select(shs.mark(has), old, ir.Zero(ir.I64)))
	if shs.fn.info.MaybeConst(i.Arg(1)) {
		kept = shs.mark(b.Select(shs.mark(b.ICmp(ir.EQ, i.Arg(1), dp)), old, kept))
	}
	shs.isShadow[b.Store(kept, dp, int(i.Align))] = true
}

// addWord adds the adjoint d of words to shadow memory, where addresses stay.
func (acs *accesses) addWord(p, d ir.Value, t *ir.Type, align int) {
	env := acs.cu.s.fn.env
	old := env.accesses(acs.cu.b.Load(t, p, align), tape.Shadow)
	sum := acs.cu.b.Cast(ir.BitCast, acs.cu.b.FAdd(acs.cu.b.Cast(ir.BitCast, old, d.Type()), d), t)
	env.accesses(acs.cu.b.Store(acs.cu.choice(acs.cu.b.FCmp(ir.OEQ, d, ir.Zero(d.Type())), old, sum), p, align), tape.Shadow)
}

// takeWord reads the derivatives among words of shadow memory and clears them.
func (acs *accesses) takeWord(p ir.Value, t, dt *ir.Type, align int) ir.Value {
	env := acs.cu.s.fn.env
	old := env.accesses(acs.cu.b.Load(t, p, align), tape.Shadow)
	_, has := exponents(acs.cu.b, old)
	env.accesses(acs.cu.b.Store(acs.cu.choice(has, ir.Zero(t), old), p, align), tape.Shadow)
	return acs.cu.choice(has, acs.cu.b.Cast(ir.BitCast, old, dt), none(dt))
}
