package pass

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// ForwardStores puts what a store wrote in place of a load of the same address
// behind it, where nothing between the two may write there, both of them outside
// of loops: results that functions build up behind a pointer (*r = a; *r = *r + b)
// become values. It reports whether anything changed.
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
	fw := &forwarding{f: f, dt: ir.Dominators(f), preds: f.Preds(), stores: map[ir.Value][]*ir.Instr{}}
	fw.loops = ir.Loops(f, fw.dt)
	for _, st := range stores {
		if fw.loops.Of(st.Parent) == nil {
			fw.stores[st.Arg(1)] = append(fw.stores[st.Arg(1)], st)
		}
	}
	changed := false
	for _, l := range loads {
		if len(fw.stores[l.Arg(0)]) == 0 || fw.loops.Of(l.Parent) != nil || !fw.dt.Reachable(l.Parent) {
			continue
		}
		if st := fw.source(l); st != nil {
			replace(l, st.Arg(0))
			changed = true
		}
	}
	if changed {
		compact(f)
	}
	return changed
}

// forwarding finds the store that a load reads.
type forwarding struct {
	f      *ir.Function
	dt     *ir.DomTree
	loops  *ir.LoopInfo
	preds  [][]*ir.Block
	alias  *ir.Alias
	stores map[ir.Value][]*ir.Instr // outside of loops, by address
}

// source gives the store whose value load l reads, nil when it is not seen.
func (fw *forwarding) source(l *ir.Instr) *ir.Instr {
	if st, known := fw.lastIn(l.Parent, l.Parent.Index(l), l); known {
		return st
	}
	var best *ir.Instr
	for _, st := range fw.stores[l.Arg(0)] {
		if st.Parent != l.Parent && ir.Same(st.Arg(0).Type(), l.Typ) && fw.dt.Dominates(st.Parent, l.Parent) &&
			(best == nil || best.Parent == st.Parent || fw.dt.Dominates(best.Parent, st.Parent)) {
			best = st // of several in a block, the last
		}
	}
	if best == nil {
		return nil
	}
	seen := map[*ir.Block]bool{best.Parent: true}
	work := append([]*ir.Block(nil), fw.preds[l.Parent.ID]...)
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b == l.Parent {
			return nil
		}
		if seen[b] {
			continue
		}
		seen[b] = true
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

// lastIn looks, in the first n instructions of b, for the last one that may write
// what l reads: known is false if there is none, st it if it writes just that.
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
		fw.alias = ir.NewAlias(fw.f)
	}
	return fw.alias.Clobbers(i, l)
}
