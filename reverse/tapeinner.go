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
func (s *synth) innerTape(i *ir.Instr) bool {
	b := ir.NewBuilder(i.Parent)
	b.Before(i)
	b.Meta = i.DebugLoc()
	switch i.CalledName() {
	case tape.InnerPush:
		obj := s.pushBytes(b, i.Arg(0))
		if s.info.Shadow(i) {
			s.eachLane(func() {
				sh := s.mark(s.pushBytes(b, i.Arg(0)))
				s.isShadow[b.MemSet(sh, i.Arg(0))] = true
				s.shadows[obj] = sh
			})
		}
		s.info.Stands(obj, i)
		ir.ReplaceAllUses(i, obj)
	case tape.InnerPut:
		s.usesTape = true
		put, p := s.env.runtime().DeferFunc(), i.Arg(1)
		b.CallFunc(put, s.tape, i.Arg(0), p, i.Arg(2), i.Arg(3))
		if s.shadowOf(p) != nil {
			s.eachLane(func() {
				dp := s.shadowToEnd(b, p)
				s.noteEnded(b, p, dp)
				b.CallFunc(put, s.tape, i.Arg(0), dp, i.Arg(2), i.Arg(3))
			})
		}
	default:
		return false
	}
	i.Erase()
	return true
}

// shadowToEnd is the shadow of p where it is memory of its own, else null.
func (s *synth) shadowToEnd(b *ir.Builder, p ir.Value) ir.Value {
	dp := s.shadowOf(p)
	if s.info.EndsShared(p) {
		dp = s.mark(b.Select(s.mark(s.info.NoShadowEnds(b, p, dp)), ir.Zero(dp.Type()), dp))
	}
	return dp
}

// noteEnded says that dp, the shadow of memory p that variables may keep from call to
// call, is about to end.
func (s *synth) noteEnded(b *ir.Builder, p, dp ir.Value) {
	if s.info.Held(p) {
		s.mark(b.CallFunc(s.variables().Ended(), s.cast(b, ir.BitCast, dp, s.m.Ptr())))
	}
}
