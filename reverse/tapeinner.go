package reverse

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/reverse/tape"
)

// A gradient that is differentiated in its turn has a tape of its own. What it
// takes from that tape is made memory of the outer sweep's tape, which it is given
// back to when it has been reversed: every record is then an object of its own to
// the analyses, with the types of what is kept in it.

// innerTape writes what such a call is in the outer sweep; false for any other.
func (ins *inserter) innerTape(i *ir.Instr) bool {
	b := ir.NewBuilder(i.Parent)
	b.Before(i)
	b.Meta = i.DebugLoc()
	switch i.CalledName() {
	case tape.InnerPush:
		obj := ins.rv.pushBytes(b, i.Arg(0))
		if ins.fn.info.Shadow(i) {
			ins.sh.eachLane(func() {
				sh := ins.sh.mark(ins.rv.pushBytes(b, i.Arg(0)))
				ins.sh.isShadow[b.MemSet(sh, i.Arg(0))] = true
				ins.sh.shadows[obj] = sh
			})
		}
		ins.fn.info.Stands(obj, i)
		ir.ReplaceAllUses(i, obj)
	case tape.InnerPut:
		ins.fn.usesTape = true
		put, p := ins.fn.env.runtime().DeferFunc(), i.Arg(1)
		b.CallFunc(put, ins.fn.tape, i.Arg(0), p, i.Arg(2), i.Arg(3))
		if ins.sh.shadowOf(p) != nil {
			ins.sh.eachLane(func() {
				dp := ins.sh.shadowToEnd(b, p)
				ins.sh.noteEnded(b, p, dp)
				b.CallFunc(put, ins.fn.tape, i.Arg(0), dp, i.Arg(2), i.Arg(3))
			})
		}
	default:
		return false
	}
	i.Erase()
	return true
}

// shadowToEnd is the shadow of p where it is memory of its own, else null.
func (shs *shadows) shadowToEnd(b *ir.Builder, p ir.Value) ir.Value {
	dp := shs.shadowOf(p)
	if shs.fn.info.EndsShared(p) {
		dp = shs.mark(b.Select(shs.mark(shs.fn.info.NoShadowEnds(b, p, dp)), ir.Zero(dp.Type()), dp))
	}
	return dp
}

// noteEnded says that dp, the shadow of memory p that variables may keep from call to
// call, is about to end.
func (shs *shadows) noteEnded(b *ir.Builder, p, dp ir.Value) {
	if shs.fn.info.Held(p) {
		shs.mark(b.CallFunc(shs.variables().Ended(), shs.cast(b, ir.BitCast, dp, shs.fn.m.Ptr())))
	}
}
