package reverse

import (
	"sort"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// reloadable reports whether memory still holds in the reverse sweep what the
// load i read: nothing that runs after it may write there. In the split form
// the caller runs in between, so only shadow pointers of the callee's own
// memory would qualify; nothing does.
func (s *synth) reloadable(i *ir.Instr) bool {
	if s.pair != nil {
		return false
	}
	if r, ok := s.reload[i]; ok {
		return r
	}
	if s.order == nil {
		s.collectWriters()
	}
	r := true
	size := s.m.Layout.StoreSize(i.Typ)
	for _, w := range s.writers[s.firstWriter(i):] {
		if s.isShadow[w.i] != s.isShadow[i] || !s.mayFollow(i, w.i) {
			continue
		}
		if s.writerClobbers(w, i, size) {
			r = false
			break
		}
	}
	s.reload[i] = r
	return r
}

// writer is an instruction that may write memory. Functions have thousands of
// them, so what decides most questions is at hand.
type writer struct {
	i     *ir.Instr
	order int      // of its block
	base  ir.Value // stores: what the address is computed from
	tag   string   // stores: their type
}

// pairOfBases is a question about a store and a load whose addresses are
// computed from different values: the offsets do not matter to the answer.
type pairOfBases struct {
	store, load       ir.Value
	storeTag, loadTag string
}

// collectWriters lists the instructions of p that may write memory, in reading
// order.
func (s *synth) collectWriters() {
	s.reload = map[*ir.Instr]bool{}
	s.order = map[*ir.Block]int{}
	s.place = map[*ir.Instr]int{}
	s.clash = map[pairOfBases]bool{}
	if s.alias == nil {
		s.alias = ir.NewAlias(s.p)
	}
	for k, b := range ir.RPO(s.p) {
		s.order[b] = k
		for n, i := range b.Instrs {
			s.place[i] = n
			if !s.writes(i) {
				continue
			}
			w := writer{i: i, order: k}
			if i.Op == ir.Store {
				w.base, w.tag = s.alias.Base(i.Arg(1)), i.Metadata("tbaa")
			}
			s.writers = append(s.writers, w)
		}
	}
}

// firstWriter is the number of the first writer that may run after i: those
// before the block of i, or the outermost loop around it, do not.
func (s *synth) firstWriter(i *ir.Instr) int {
	b := i.Parent
	for l := s.loops.Of(b); l != nil; l = l.Parent {
		b = l.Header
	}
	order := s.order[b]
	return sort.Search(len(s.writers), func(k int) bool { return s.writers[k].order >= order })
}

// writerClobbers is clobbers, for the load l.
func (s *synth) writerClobbers(w writer, l *ir.Instr, size int64) bool {
	if w.base == nil {
		return s.clobbers(w.i, l.Arg(0), size, l)
	}
	base := s.alias.Base(l.Arg(0))
	if base == w.base {
		return s.clobbers(w.i, l.Arg(0), size, l)
	}
	key := pairOfBases{w.base, base, w.tag, l.Metadata("tbaa")}
	r, ok := s.clash[key]
	if !ok {
		r = s.clobbers(w.i, l.Arg(0), size, l)
		s.clash[key] = r
	}
	return r
}

func (s *synth) writes(i *ir.Instr) bool {
	switch i.Op {
	case ir.Store, ir.AtomicRMW, ir.CmpXchg, ir.VAArg:
		return true
	case ir.Call, ir.Invoke, ir.CallBr:
		if s.sweeps[i] != nil {
			return true
		}
		if s.actions[i] != nil {
			return s.calls[i] != nil
		}
		if s.env.runtime().owns(i.CalledFunc()) {
			return false // works on the tape alone
		}
		if maskedOpOf(i).load {
			return false
		}
		k := s.knownOf(i)
		return k == nil || !k.Pure && !k.ReadOnly
	case ir.Fence:
		return false
	}
	return false
}

// clobbers reports whether w may write the size bytes at p, which load l reads,
// at any time in one run of the function.
func (s *synth) clobbers(w *ir.Instr, p ir.Value, size int64, l *ir.Instr) bool {
	a := s.aliases()
	if w.Op == ir.Call {
		for _, q := range s.sweeps[w] {
			if a.AliasAnytime(q, -1, p, size) != ir.NoAlias {
				return true
			}
		}
		if s.sweeps[w] != nil {
			return false
		}
		var q ir.Value
		if s.calls[w] != nil { // the augmented callee may not be complete yet
			return true
		}
		if k := s.knownOf(w); k != nil && (k.Class == rules.MemCpy || k.Class == rules.MemMove || k.Class == rules.MemSet) {
			q = w.Arg(0)
		} else if m := maskedOpOf(w); m.kind == oneAddress && !m.load {
			q = w.Arg(m.addr)
		}
		if q != nil {
			return a.AliasAnytime(q, -1, p, size) != ir.NoAlias
		}
	}
	return a.Clobbers(w, l)
}

// mayFollow reports whether b may run after a within one run of the function.
func (s *synth) mayFollow(a, b *ir.Instr) bool {
	ba, bb := a.Parent, b.Parent
	for l := s.loops.Of(ba); l != nil; l = l.Parent {
		if l.Contains(bb) {
			return true
		}
		ba = l.Header
	}
	if ba == bb {
		return s.place[a] < s.place[b]
	}
	return s.order[ba] < s.order[bb]
}
