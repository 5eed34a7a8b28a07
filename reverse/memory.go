package reverse

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/reverse/checkpoint"
	"github.com/llad-ad/llad/rules"
)

// memory answers what may happen to memory between two places of the primal.
type memory struct {
	fn  *primal
	sh  *shadows
	rv  *reversals
	ins *inserter
	at  *adjointTypes

	order    map[*ir.Block]int // reading order, for reloadable
	place    map[*ir.Instr]int // in its block, likewise
	groups   []*writerGroup
	groupOf  map[groupKey]*writerGroup
	asked    int                  // pairs of loads and writers looked at
	clash    map[pairOfBases]bool // whether a store may change what a load reads
	reload   map[*ir.Instr]bool
	alias    *analysis.Alias
	coverage *analysis.Coverage
	passed   *analysis.DependenceTest
	owned    map[ownedKey]bool
	merged   map[*ir.Instr]bool // see mergedObject
	versions []versions
	putsBack map[*ir.Instr]bool // see mayPutBack
	logged   *undoLog
}

func newMemory(fn *primal, sh *shadows, rv *reversals, ins *inserter, at *adjointTypes) *memory {
	mem := &memory{fn: fn, sh: sh, rv: rv, ins: ins, at: at, owned: map[ownedKey]bool{}, putsBack: map[*ir.Instr]bool{}, merged: map[*ir.Instr]bool{}}
	mem.logged = &undoLog{mem: mem}
	return mem
}

// updated gives the load that reads, in the block of store st, what st then
// overwrites, as in q[j] += x: what the reversal of st leaves in shadow memory
// is then the adjoint of the load alone, and nothing need be cleared for it to
// be added to; it is stored, unless it is what memory holds. nil when there is none, or when something between the two is
// reversed in memory that may be the same.
func (mem *memory) updated(st *ir.Instr) *ir.Instr {
	p, t := st.Arg(1), mem.at.adjType(st.Arg(0))
	if !t.IsFP() || mem.fn.info.MaybeConst(p) || mem.sh.wordStore(st) {
		return nil
	}
	b := st.Parent
	size := mem.fn.m.Layout.StoreSize(t)
	for k := b.Index(st) - 1; k >= 0; k-- {
		i := b.Instrs[k]
		if !mem.rv.hasReversal(i) {
			continue
		}
		switch {
		case i.Op == ir.Load:
			if i.Arg(0) == p && mem.at.adjType(i) == t && mem.at.partly(i) == nil && !mem.fn.info.Word(i) && !mem.fn.info.MaybeConst(p) {
				return i
			}
			if mem.aliases().Alias(i.Arg(0), mem.fn.m.Layout.StoreSize(i.Typ), p, size) != analysis.NoAlias {
				return nil
			}
		case i.Op == ir.Store || i.Op == ir.AtomicRMW || i.Op == ir.CmpXchg || i.IsCall() && (mem.fn.knownOf(i) == nil || !mem.fn.knownOf(i).Pure) || mem.rv.actions[i] != nil || mem.rv.calls[i] != nil:
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
func (mem *memory) aliases() *analysis.Alias {
	if mem.alias == nil {
		mem.alias = mem.newAlias()
	}
	return mem.alias
}

// newAlias answers questions about p's memory as p is now.
func (mem *memory) newAlias() *analysis.Alias {
	effects := analysis.NewEffects(checkpoint.KnownEffects)
	effects.Ends = func(f *ir.Function) bool {
		k := rules.KnownOf(f)
		return mem.fn.env.runtime().IsDefer(f) || k != nil && (k.Class == rules.Free || k.WritesArgs)
	}
	effects.Allocates = func(f *ir.Function) bool {
		k := rules.Lookup(f.Name)
		return k != nil && k.Class == rules.Alloc && f.IsDecl
	}
	return analysis.NewAliasWith(mem.fn.p, effects)
}
