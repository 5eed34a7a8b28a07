package reverse

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// updated gives the load that reads, in the block of store st, what st then
// overwrites, as in q[j] += x: what the reversal of st leaves in shadow memory
// is then the adjoint of the load alone, and nothing need be cleared for it to
// be added to; it is stored, unless it is what memory holds. nil when there is none, or when something between the two is
// reversed in memory that may be the same.
func (s *synth) updated(st *ir.Instr) *ir.Instr {
	p, t := st.Arg(1), s.adjType(st.Arg(0))
	if !t.IsFP() || s.info.MaybeConst(p) || s.wordStore(st) {
		return nil
	}
	b := st.Parent
	size := s.m.Layout.StoreSize(t)
	for k := b.Index(st) - 1; k >= 0; k-- {
		i := b.Instrs[k]
		if !s.hasReversal(i) {
			continue
		}
		switch {
		case i.Op == ir.Load:
			if i.Arg(0) == p && s.adjType(i) == t && s.partly(i) == nil && !s.info.Word(i) && !s.info.MaybeConst(p) {
				return i
			}
			if s.aliases().Alias(i.Arg(0), s.m.Layout.StoreSize(i.Typ), p, size) != ir.NoAlias {
				return nil
			}
		case i.Op == ir.Store || i.Op == ir.AtomicRMW || i.Op == ir.CmpXchg || i.IsCall() && (s.knownOf(i) == nil || !s.knownOf(i).Pure) || s.actions[i] != nil || s.calls[i] != nil:
			return nil
		}
	}
	return nil
}

// inLane is an instruction, for one of several adjoints at once.
type inLane struct {
	i    *ir.Instr
	lane int
}

// aliases answers questions about p's memory.
func (s *synth) aliases() *ir.Alias {
	if s.alias == nil {
		s.alias = s.newAlias()
	}
	return s.alias
}

// newAlias answers questions about p's memory as p is now.
func (s *synth) newAlias() *ir.Alias {
	effects := ir.NewEffects(nil)
	effects.Ends = func(f *ir.Function) bool {
		k := rules.KnownOf(f)
		return s.env.runtime().IsDefer(f) || k != nil && k.Class == rules.Free
	}
	return ir.NewAliasWith(s.p, effects)
}
