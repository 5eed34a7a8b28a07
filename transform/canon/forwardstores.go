package canon

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/rules"
	"github.com/llad-ad/llad/transform/edit"
)

// ForwardStores replaces a load by the value that a dominating store wrote to the same
// address, where nothing in between may write there and both are outside of loops: results
// that functions accumulate behind a pointer become values. It reports whether anything
// changed.
func ForwardStores(f *ir.Function) bool {
	var stores, loads []*ir.Instr
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if i.Flags&(ir.Volatile|ir.Atomic) == 0 && i.Op == ir.Store && i.Arg(0).Type().IsFP() {
				stores = append(stores, i)
			} else if i.Flags&(ir.Volatile|ir.Atomic) == 0 && i.Op == ir.Load && i.Typ.IsFP() {
				loads = append(loads, i)
			}
		}
	}
	if len(stores) == 0 || len(loads) == 0 {
		return false
	}
	fw := &forwarding{f: f, dt: ir.Dominators(f), preds: f.Preds(), stored: map[ir.Value][]*ir.Instr{}, above: map[*ir.Instr]*ir.Instr{}}
	fw.loops = analysis.Loops(f, fw.dt)
	fw.seen = make([]int32, len(f.Blocks))
	fw.descend()
	changed := false
	for _, l := range loads {
		if _, any := fw.stored[l.Arg(0)]; !any || fw.loops.Of(l.Parent) != nil || !fw.dt.Reachable(l.Parent) {
			continue
		}
		if st := fw.source(l); st != nil {
			edit.Replace(l, st.Arg(0))
			changed = true
		}
	}
	if changed {
		edit.Compact(f)
	}
	return changed
}

// forwarding finds the store whose value a load reads.
type forwarding struct {
	f      *ir.Function
	dt     *ir.DomTree
	loops  *analysis.LoopInfo
	preds  [][]*ir.Block
	alias  *analysis.Alias
	stored map[ir.Value][]*ir.Instr // stores outside of loops that dominate the place that descend is at, by address; every one such has a key
	above  map[*ir.Instr]*ir.Instr  // for a load, the nearest such store in another block
	seen   []int32                  // by block, the search that came by last
	search int32
}

// descend walks the dominator tree and finds for each load outside of loops the nearest store
// to its address that dominates its block.
func (fw *forwarding) descend() {
	var log []ir.Value // addresses in stored, in order
	enter := func(b *ir.Block) {
		if fw.loops.Of(b) != nil {
			return
		}
		for _, i := range b.Instrs {
			if i.Op == ir.Load && i.Typ.IsFP() {
				if l := fw.stored[i.Arg(0)]; len(l) > 0 {
					fw.above[i] = l[len(l)-1]
				}
			}
		}
		for _, i := range b.Instrs {
			if i.Op == ir.Store {
				fw.stored[i.Arg(1)] = append(fw.stored[i.Arg(1)], i)
				log = append(log, i.Arg(1))
			}
		}
	}
	fw.dt.Descend(func() int { return len(log) }, enter, func(size int) {
		for _, addr := range log[size:] {
			fw.stored[addr] = fw.stored[addr][:len(fw.stored[addr])-1]
		}
		log = log[:size]
	})
}

// maxBetween bounds the blocks between a store and a load.
const maxBetween = 1000

// source is the store whose value the load l reads; nil where it is not found.
func (fw *forwarding) source(l *ir.Instr) *ir.Instr {
	if st, known := fw.lastIn(l.Parent, l.Parent.Index(l), l); known {
		return st
	}
	best := fw.above[l]
	if best == nil {
		return nil
	}
	fw.search++
	fw.seen[best.Parent.ID] = fw.search
	work := append([]*ir.Block(nil), fw.preds[l.Parent.ID]...)
	for n := 0; len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b == l.Parent {
			return nil
		}
		if fw.seen[b.ID] == fw.search {
			continue
		}
		fw.seen[b.ID] = fw.search
		if n++; n > maxBetween {
			return nil
		}
		if _, known := fw.lastIn(b, len(b.Instrs), l); known {
			return nil
		}
		work = append(work, fw.preds[b.ID]...)
	}
	if st, _ := fw.lastIn(best.Parent, len(best.Parent.Instrs), l); st == best {
		return best
	}
	return nil
}

// lastIn finds, in the first n instructions of b, the last one that may write what l reads:
// known is false if there is none, st is set if it writes exactly that.
func (fw *forwarding) lastIn(b *ir.Block, n int, l *ir.Instr) (st *ir.Instr, known bool) {
	for k := n - 1; k >= 0; k-- {
		i := b.Instrs[k]
		switch {
		case i.Op == ir.Store && i.Arg(1) == l.Arg(0):
			if i.Flags&(ir.Volatile|ir.Atomic) == 0 && ir.Same(i.Arg(0).Type(), l.Typ) {
				return i, true
			}
			return nil, true
		case fw.writes(i, l):
			return nil, true
		}
	}
	return nil, false
}

func (fw *forwarding) writes(i, l *ir.Instr) bool {
	switch i.Op {
	case ir.Store, ir.AtomicRMW, ir.CmpXchg, ir.VAArg, ir.Fence:
	case ir.Call, ir.Invoke, ir.CallBr:
		if g := i.CalledFunc(); g != nil {
			if k := rules.KnownOf(g); k != nil && (k.Pure || k.ReadOnly) {
				return false
			}
		}
	default:
		return i.Flags&(ir.Volatile|ir.Atomic) != 0
	}
	if fw.alias == nil {
		fw.alias = edit.NewAlias(fw.f)
	}
	return fw.alias.Clobbers(i, l)
}

// ReuseLoads replaces a load from an invariant address by a load that dominates it, where nothing that may run behind that
// one may write there, and phis whose incoming values have become one value by that value: bounds and strides in a structure are
// one number each, also where a compiler loads them again since errno might be among them. It reports whether anything changed.
func ReuseLoads(f *ir.Function) bool {
	r := &reuser{fw: forwarding{f: f}, dt: ir.Dominators(f)}
	r.loops = analysis.Loops(f, r.dt)
	changed := false
	for _, loads := range r.invariantLoads() {
		for k, l := range loads[1:] {
			if from := r.source(loads[:k+1], l); from != nil {
				shareMeta(from, l)
				edit.Replace(l, from)
				loads[k+1] = nil
				changed = true
			}
		}
	}
	if changed {
		edit.Compact(f)
		foldPhiWebs(f)
	}
	return changed
}

type reuser struct {
	fw    forwarding
	dt    *ir.DomTree
	loops *analysis.LoopInfo
	asked int
}

// invariantLoads lists the loads from addresses that are computed outside of loops, by address and type, each in an order in which
// those that dominate others come first; only groups of several.
func (r *reuser) invariantLoads() [][]*ir.Instr {
	type key struct {
		addr ir.Value
		typ  *ir.Type
	}
	at := map[key]int{}
	var groups [][]*ir.Instr
	for _, b := range ir.RPO(r.fw.f) {
		for _, i := range b.Instrs {
			if i.Op != ir.Load || i.Flags&(ir.Volatile|ir.Atomic) != 0 {
				continue
			}
			if a, ok := i.Arg(0).(*ir.Instr); ok && r.loops.Of(a.Parent) != nil {
				continue
			}
			k := key{i.Arg(0), i.Typ}
			n, ok := at[k]
			if !ok {
				n = len(groups)
				at[k] = n
				groups = append(groups, nil)
			}
			groups[n] = append(groups[n], i)
		}
	}
	several := groups[:0]
	for _, g := range groups {
		if len(g) > 1 {
			several = append(several, g)
		}
	}
	return several
}

// maxReuse bounds the pairs of a load and another instruction that are compared in a function, maxSources the loads
// that are tried for one.
const (
	maxReuse   = 1 << 18
	maxSources = 16
)

// source is one of the loads from the same address that l may be replaced by, nil if there is none.
func (r *reuser) source(before []*ir.Instr, l *ir.Instr) *ir.Instr {
	tried := 0
	for _, x := range before {
		if x == nil || !r.dt.InstrDominates(x, l) {
			continue
		}
		if tried++; tried > maxSources {
			return nil
		}
		if !r.writtenBehind(x, l) {
			return x
		}
	}
	return nil
}

// writtenBehind reports whether anything that may run behind load x may write what l reads, at the same address.
func (r *reuser) writtenBehind(x, l *ir.Instr) bool {
	writes := func(is []*ir.Instr) bool {
		for _, i := range is {
			if r.asked++; r.asked > maxReuse || r.fw.writes(i, l) {
				return true
			}
		}
		return false
	}
	b := x.Parent
	if writes(b.Instrs[b.Index(x)+1:]) {
		return true
	}
	seen := map[*ir.Block]bool{}
	work := append([]*ir.Block(nil), b.Succs()...)
	for len(work) > 0 {
		to := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[to] {
			continue
		}
		seen[to] = true
		if writes(to.Instrs) {
			return true
		}
		work = append(work, to.Succs()...)
	}
	return false
}
