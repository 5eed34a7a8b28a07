package reverse

import (
	"slices"

	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/ir"
)

// counted ends the program where a number that was converted to a float, or counted up, and has an
// adjoint, was the bits of a float.
func (r *reverser) counted(i *ir.Instr) {
	number, d := ir.Value(ir.NewBool(true)), r.take(i)
	for _, w := range r.s.fn.info.Counted(i) {
		number = r.b.Select(number, activity.IsNumber(r.b, r.lookup(w)), ir.NewBool(false))
	}
	switch {
	case d.Type().IsVector(): // a word that may be two floats
		some := r.b.ICmp(ir.NE, r.b.Binary(ir.And, r.b.Cast(ir.BitCast, d, ir.I64), i64(allButSigns)), i64(0))
		d = r.b.Select(some, ir.NewFloat(ir.Double, 1), ir.NewFloat(ir.Double, 0))
	case d.Type() == ir.Float:
		d = r.b.Cast(ir.FPExt, d, ir.Double)
	}
	r.b.CallFunc(activity.CountedCheck(r.s.fn.m), number, d)
}

// cut ends the program where a float has an adjoint of which the store i of an integer
// changed a part: it was read afterwards. An address that stands in shadow memory is none.
func (r *reverser) cut(i *ir.Instr, l []activity.Part) {
	v, p := i.Arg(0), i.Arg(1)
	dp := r.s.sh.shadowOf(p)
	at := r.target(p, dp, v.Type(), true)
	part := r.b.Cast(ir.ZExt, r.b.Load(v.Type(), at, int(i.Align)), ir.I64)
	if l[0].Typ.Kind == ir.DoubleKind && slices.ContainsFunc(l, func(f activity.Part) bool { return f.Around }) {
		r.b.CallFunc(activity.AroundCheck(r.s.fn.m), part, r.b.Cast(ir.PtrToInt, at, ir.I64))
		return
	}
	word := ir.Value(i64(-1))
	if l[0].Typ.Kind == ir.DoubleKind {
		word = i64(0)
		for _, f := range l {
			at := r.b.Offset(r.lookup(dp), i64(f.Off))
			if ok := r.differs(p); ok != nil {
				none := r.slot(ir.I64)
				r.top.Store(i64(0), none, 0)
				at = r.b.Select(ok, at, r.b.Cast(ir.BitCast, none, at.Type()))
			}
			word = r.b.Binary(ir.Or, word, r.b.Load(ir.I64, at, 1))
		}
	}
	r.b.CallFunc(activity.PartCheck(r.s.fn.m), part, word)
}
