package canon

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/edit"
)

// ScalarPromotion promotes memory to registers for the time that an innermost loop of one
// block runs (scalar promotion, as LLVM's LICM does it): floats that the loop loads and stores
// at invariant addresses which no other access aliases are stored once, after the loop. The
// compiler has done so where it could prove it; it does not know that columns and rows of one
// array are disjoint, or forgets it where it checks at run time. It needs preheaders and
// dedicated exits, and reports whether anything changed.
func ScalarPromotion(f *ir.Function) bool {
	li := analysis.Loops(f, ir.Dominators(f))
	s := &scalarPromoter{f: f, li: li, preds: f.Preds()}
	for _, l := range li.All {
		if len(l.Blocks) == 1 && len(l.ExitEdges()) == 1 && l.Preheader() != nil {
			s.loop(l)
		}
	}
	return s.changed
}

type scalarPromoter struct {
	f       *ir.Function
	li      *analysis.LoopInfo
	preds   [][]*ir.Block
	alias   *analysis.Alias
	passed  *analysis.DependenceTest
	changed bool
}

// maxPromotionQueries bounds the pairs of accesses of a loop that are compared.
const maxPromotionQueries = 1000

func (s *scalarPromoter) loop(l *analysis.Loop) {
	var places []ir.Value
	var accesses []*ir.Instr
	scopes := false
	for _, i := range l.Header.Instrs {
		switch {
		case i.Op == ir.Store && i.Flags&(ir.Volatile|ir.Atomic) == 0:
			accesses = append(accesses, i)
			if p := i.Arg(1); i.Arg(0).Type().IsFloat() && l.Invariant(p) && !containsValue(places, p) {
				places = append(places, p)
			}
		case i.Op == ir.Load && i.Flags&(ir.Volatile|ir.Atomic) == 0:
			accesses = append(accesses, i)
		case DeclaresScope(i):
			scopes = true
		case MayWrite(i), i.Op == ir.Load, i.IsCall() && !removableCall(i) && !IsAssume(i):
			return
		}
	}
	if len(places) == 0 || len(places)*len(accesses) > maxPromotionQueries {
		return
	}
	exit := l.ExitEdges()[0].To
	if len(s.preds[exit.ID]) != 1 {
		return
	}
	for _, p := range places {
		if s.alone(l, p, accesses) {
			s.promote(l, exit, p, scopes)
			s.changed = true // no address has: what is known of them holds on
			accesses = memoryOf(l.Header)
		}
	}
}

func containsValue(list []ir.Value, v ir.Value) bool {
	for _, x := range list {
		if x == v {
			return true
		}
	}
	return false
}

func memoryOf(b *ir.Block) []*ir.Instr {
	var out []*ir.Instr
	for _, i := range b.Instrs {
		if i.Op == ir.Load || i.Op == ir.Store {
			out = append(out, i)
		}
	}
	return out
}

// accessed is the address and the type of an access.
func accessed(i *ir.Instr) (ir.Value, *ir.Type) {
	if i.Op == ir.Store {
		return i.Arg(1), i.Arg(0).Type()
	}
	return i.Arg(0), i.Typ
}

// alone reports whether each access of a loop is to p, with one type, or does not alias it.
func (s *scalarPromoter) alone(l *analysis.Loop, p ir.Value, accesses []*ir.Instr) bool {
	if s.alias == nil {
		s.alias = edit.NewAlias(s.f)
		s.passed = analysis.NewDependenceTest(s.f, s.li)
	}
	var first *ir.Instr // a store to p
	for _, i := range accesses {
		if q, _ := accessed(i); q == p && i.Op == ir.Store {
			first = i
			break
		}
	}
	_, typ := accessed(first)
	for _, i := range accesses {
		q, t := accessed(i)
		switch {
		case q == p:
			if !ir.Same(t, typ) {
				return false
			}
		case i.Op == ir.Load:
			if s.alias.Clobbers(first, i) && !s.passed.NoDependenceIn(l, i, first) {
				return false
			}
		case s.alias.AliasAnytime(p, s.f.Module.Layout.StoreSize(typ), q, s.f.Module.Layout.StoreSize(t)) != analysis.NoAlias:
			return false
		}
	}
	return true
}

// promote keeps the memory at p in a register while the loop runs.
func (s *scalarPromoter) promote(l *analysis.Loop, exit *ir.Block, p ir.Value, scopes bool) {
	var now ir.Value // what is at p at this point of an iteration
	var carried *ir.Instr
	var last *ir.Instr
	for _, i := range append([]*ir.Instr(nil), l.Header.Instrs...) {
		if i.Op != ir.Load && i.Op != ir.Store {
			continue
		}
		if q, _ := accessed(i); q != p {
			continue
		}
		if i.Op == ir.Store {
			now = i.Arg(0)
			if last != nil {
				last.Erase()
			}
			last = i
			continue
		}
		if now == nil {
			carried = ir.NewInstr(ir.Phi, i.Typ)
			carried.Line = i.Line
			l.Header.InsertAt(0, carried)
			b := ir.NewBuilder(l.Preheader())
			b.Before(l.Preheader().Term())
			first := i.Copy()
			if scopes {
				first.Meta = edit.WithoutScopes(first.Meta)
			}
			b.Insert(first)
			carried.AddIncoming(first, l.Preheader())
			now = carried
		}
		ir.ReplaceAllUses(i, now)
		i.Erase()
	}
	if carried != nil {
		carried.AddIncoming(last.Arg(0), l.Header)
	}
	if scopes {
		last.Meta = edit.WithoutScopes(last.Meta)
	}
	last.Detach()
	exit.InsertAt(exit.FirstNonPhi(), last)
}
