package reverse

import (
	"slices"

	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/ir"
)

// counted ends the program where a number that was converted to a float, or counted up, and has an
// adjoint, was the bits of a float.
func (acs *accesses) counted(i *ir.Instr) {
	number, d := ir.Value(ir.NewBool(true)), acs.ad.take(i)
	for _, w := range acs.cu.s.fn.info.Counted(i) {
		number = acs.cu.b.Select(number, activity.IsNumber(acs.cu.b, acs.lk.lookup(w)), ir.NewBool(false))
	}
	if d.Type() == ir.Float {
		d = acs.cu.b.Cast(ir.FPExt, d, ir.Double)
	}
	acs.cu.b.CallFunc(activity.CountedCheck(acs.cu.s.fn.m), number, d)
}

// cut ends the program where a float has an adjoint of which the store i of an integer
// changed a part: it was read afterwards. An address that stands in shadow memory is none.
func (acs *accesses) cut(i *ir.Instr, l []activity.Part) {
	v, p := i.Arg(0), i.Arg(1)
	dp := acs.cu.s.sh.shadowOf(p)
	t := v.Type()
	if t.IsVector() { // bytes that the program stores one by one
		t = acs.cu.s.fn.m.Types.Int(int(8 * acs.cu.s.fn.m.Layout.StoreSize(t)))
	}
	at := acs.target(p, dp, t, true)
	part := acs.cu.b.Cast(ir.ZExt, acs.cu.b.Load(t, at, int(i.Align)), ir.I64)
	if l[0].Typ.Kind == ir.DoubleKind && slices.ContainsFunc(l, func(f activity.Part) bool { return f.Around }) {
		acs.cu.b.CallFunc(activity.AroundCheck(acs.cu.s.fn.m), part, acs.cu.b.Cast(ir.PtrToInt, at, ir.I64))
		return
	}
	word := ir.Value(i64(-1))
	if l[0].Typ.Kind == ir.DoubleKind {
		word = i64(0)
		for _, f := range l {
			at := acs.cu.b.Offset(acs.lk.lookup(dp), i64(f.Off))
			if ok := acs.lk.differs(p); ok != nil {
				none := acs.cu.slot(ir.I64)
				acs.cu.top.Store(i64(0), none, 0)
				at = acs.cu.b.Select(ok, at, acs.cu.b.Cast(ir.BitCast, none, at.Type()))
			}
			word = acs.cu.b.Binary(ir.Or, word, acs.cu.b.Load(ir.I64, at, 1))
		}
	}
	acs.cu.b.CallFunc(activity.PartCheck(acs.cu.s.fn.m), part, word)
}
