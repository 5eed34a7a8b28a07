package reverse

import (
	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/reverse/tape"
)

// forgetFunc: void f(ptr p, i64 bytes) takes the addresses out of shadow memory that floats of 32 bits are stored
// over, or zeros. A derivative may stand there already and stays.
func (mv *moves) forgetFunc() *ir.Function {
	const name = "llad.forget.addresses"
	if f := mv.rt.Made(name); f != nil {
		return f
	}
	f, b := mv.rt.Fn(name, ir.Void, mv.rt.M.Ptr(), ir.I64)
	mv.rt.Helper(name, f)
	p, pairs := f.Params[0], activity.InPairs(mv.rt.M)
	if pairs {
		activity.StopAtLowAddresses(f, b)
	}
	lead := b.Binary(ir.And, b.Cast(ir.PtrToInt, p, ir.I64), i64(7))
	n := b.Binary(ir.LShr, b.Add(b.Add(f.Params[1], lead), i64(7)), i64(3))
	if !pairs { // whole words, where words begin: what stands elsewhere may be parts of derivatives
		n = b.Select(b.ICmp(ir.EQ, lead, i64(0)), b.Binary(ir.LShr, f.Params[1], i64(3)), i64(0))
	}
	countLoop(f, b, n, func(k ir.Value, next *ir.Block) {
		q := b.Offset(p, b.Sub(b.Binary(ir.Shl, k, i64(3)), lead))
		address := f.NewBlock("address")
		bits := b.Load(ir.I64, q, 1)
		is := b.ICmp(ir.EQ, b.Binary(ir.And, bits, i64(activity.WordExponent)), i64(0))
		if pairs {
			is = activity.InAddressRange(b, bits)
		}
		b.CondBr(is, address, next)
		b.AtEnd(address)
		b.Store(ir.Zero(ir.I64), q, 1)
	})
	b.Ret(nil)
	return f
}

// forgetAddress takes the address out of shadow memory at dp over which i stores floats of fewer than 64 bits.
func (shs *shadows) forgetAddress(i *ir.Instr, dp ir.Value) {
	b := after(i)
	size := ir.Value(i64(shs.fn.m.Layout.StoreSize(i.Arg(0).Type())))
	if p := i.Arg(1); shs.fn.info.MaybeConst(p) {
		size = shs.mark(b.Select(shs.mark(b.ICmp(ir.EQ, p, dp)), i64(0), size))
	}
	shs.mark(b.CallFunc(shs.fn.env.moves().forgetFunc(), dp, size))
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
