package reverse

import (
	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/reverse/tape"
)

// wordStore reports whether a store writes words of which it is not known what
// they are to memory with a shadow.
func (shs *shadows) wordStore(i *ir.Instr) bool {
	v := i.Arg(0)
	if v.Type().Scalar() != ir.I64 || v.Type().Scalable {
		return false
	}
	if shs.fn.info.Word(v) {
		return true
	}
	if !shs.fn.info.TellsWords() {
		return false
	}
	for _, p := range shs.fn.info.Pieces(i) {
		if p.Class == memtypes.Unknown || p.Class == memtypes.Mixed {
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

// What follows is about addresses that stand in shadow memory where floats of fewer than 64 bits are stored too.

// forgetAddress takes the address out of shadow memory at dp over which i stores floats of fewer than 64 bits.
func (shs *shadows) forgetAddress(i *ir.Instr, dp ir.Value) {
	b := after(i)
	size := ir.Value(i64(shs.fn.m.Layout.StoreSize(i.Arg(0).Type())))
	if p := i.Arg(1); shs.fn.info.MaybeConst(p) {
		size = shs.mark(b.Select(shs.mark(b.ICmp(ir.EQ, p, dp)), i64(0), size))
	}
	shs.mark(b.CallFunc(shs.fn.env.moves().ForgetHalvesFunc(), dp, size))
}

// leavesAddress reports whether a store leaves an address in shadow memory in the place of a float of fewer than 64 bits.
func (shs *shadows) leavesAddress(i *ir.Instr) bool {
	v := i.Arg(0)
	if !v.Type().IsPtr() && (v.Type() != ir.I64 || shs.shadowOf(v) == nil && !shs.storesAddress(i) || shs.wordStore(i)) {
		return false
	}
	return shs.shadowOf(i.Arg(1)) != nil && shs.fn.info.SharedByFloat(i.Arg(1))
}

// storesAddress reports whether a store writes an address that is held as an integer. Without a shadow it stands for itself.
func (shs *shadows) storesAddress(i *ir.Instr) bool {
	v := i.Arg(0)
	if v.Type() != ir.I64 || ir.IsConstant(v) || !shs.fn.info.MayBeAddress(v) {
		return false
	}
	l := shs.fn.info.Pieces(i)
	return len(l) == 1 && l[0].Class == memtypes.Pointer && l[0].Size == 8
}

// clearAddress takes out of shadow memory, behind the store of an address, what it left there.
func (acs *accesses) clearAddress(i *ir.Instr) {
	p := i.Arg(1)
	addr := acs.target(p, acs.cu.s.sh.shadowOf(p), i.Arg(0).Type(), true)
	acs.cu.s.fn.env.accesses(acs.cu.b.Store(ir.Zero(i.Arg(0).Type()), addr, int(i.Align)), tape.Shadow)
}
