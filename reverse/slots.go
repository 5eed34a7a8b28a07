package reverse

import (
	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/reverse/tape"
)

// forgetAddress takes the address out of shadow memory at dp over which i stores floats of fewer than 64 bits.
func (shs *shadows) forgetAddress(i *ir.Instr, dp ir.Value) {
	b := after(i)
	size := ir.Value(i64(shs.fn.m.Layout.StoreSize(i.Arg(0).Type())))
	if p := i.Arg(1); shs.fn.info.MaybeConst(p) {
		size = shs.mark(b.Select(shs.mark(b.ICmp(ir.EQ, p, dp)), i64(0), size))
	}
	shs.mark(b.CallFunc(shs.fn.env.moves().ForgetFunc(), dp, size))
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
	return len(l) == 1 && l[0].Class == activity.Pointer && l[0].Size == 8
}

// clearAddress takes out of shadow memory, behind the store of an address, what it left there.
func (acs *accesses) clearAddress(i *ir.Instr) {
	p := i.Arg(1)
	addr := acs.target(p, acs.cu.s.sh.shadowOf(p), i.Arg(0).Type(), true)
	acs.cu.s.fn.env.accesses(acs.cu.b.Store(ir.Zero(i.Arg(0).Type()), addr, int(i.Align)), tape.Shadow)
}
