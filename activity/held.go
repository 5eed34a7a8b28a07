package activity

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/activity/callgraph"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// held is what is known of the addresses that a variable holds, by their offset
// in it: of memory that outlives a call, as that of a container in a static
// variable.
type held struct {
	starts  map[int64]bool    // only what allocations gave
	within  map[int64][]int64 // addresses inside of blocks that stand at these offsets
	other   map[int64]bool    // anything else
	read    map[int64]bool    // what calls of derivatives find there matters: it may be read before it is written
	readAll bool              // the same of all
	ends    map[int64]string  // what ends the blocks that begin at them
	deeper  bool              // the memory behind them holds addresses, too
	made    bool              // there may be addresses of memory that calls of derivatives allocated
	inside  *bool             // see onlyInside
}

// findHeld records what the function puts into variables with a shadow.
func (a *Info) findHeld() {
	s := a.sol
	for k := range s.p.objs {
		ob := &s.p.objs[k]
		g, ok := ob.site.(*ir.Global)
		if !ok || ob.kind != objGlobal || g.IsConst() || !s.shadow[k] || !g.ValueType.HasPtr() {
			continue
		}
		h := s.env.held[g]
		if h == nil {
			h = &held{starts: map[int64]bool{}, within: map[int64][]int64{}, other: map[int64]bool{}, read: map[int64]bool{}, ends: map[int64]string{}}
			s.env.held[g] = h
		}
		a.holds(int32(k), h)
		h.made = h.made || slices.ContainsFunc(s.p.contained(int32(k)), func(at addr) bool { return s.p.objs[at.obj].kind == objHeap })
		if !s.env.writtenBefore(a.F, g) {
			a.findRead(int32(k), h)
		}
	}
}

// findRead notes which members of variable o may be read before the function has
// written them. In a variable that is set anew by every call may stand, in
// between, the address of memory that is gone.
func (a *Info) findRead(o int32, h *held) {
	p := a.sol.p
	var dt *ir.DomTree
	written := map[int64][]*ir.Instr{}
	var reads []*ir.Instr
	for _, b := range p.f.Blocks {
		for _, i := range b.Instrs {
			for k := range i.NumArgs() {
				if i.IsCall() && k == i.NumArgs()-1 || i.Op == ir.Store && k == 0 || i.Op == ir.GetElementPtr || i.Op == ir.BitCast || i.Op == ir.Phi || i.Op == ir.ICmp || i.Op == ir.Select {
					continue
				}
				l := p.pointees(i.Arg(k))
				switch at := addressIn(l, o); {
				case at == nil:
				case i.Op == ir.Store && len(l) == 1 && at.stride == 0 && i.Arg(0).Type().IsPtr():
					written[at.off] = append(written[at.off], i)
				case i.IsCall() && (p.targetOf(i).kind == toFree || a.env.written[i.CalledFunc()][p.objs[o].site.(*ir.Global)]):
				case i.Op != ir.Store:
					reads = append(reads, i)
				}
			}
		}
	}
	for _, i := range reads {
		at := addressIn(p.pointees(i.Arg(0)), o)
		if i.Op == ir.Load && i.Typ.Scalar().IsFP() {
			continue // no address
		}
		if i.Op != ir.Load || at.stride != 0 {
			h.readAll = true
			continue
		}
		for off := at.off - 7; off < at.off+p.layout.StoreSize(i.Typ); off++ {
			if p.objs[o].cells[off] == 0 || h.read[off] {
				continue
			}
			if dt == nil {
				dt = ir.Dominators(p.f)
			}
			h.read[off] = !slices.ContainsFunc(written[off], func(w *ir.Instr) bool { return dt.InstrDominates(w, i) })
		}
	}
}

// addressIn is the address among l that leads into object o, nil if there is none.
func addressIn(l addrSet, o int32) *addr {
	for k := range l {
		if l[k].obj == o {
			return &l[k]
		}
	}
	return nil
}

// holds adds to h what object o, a variable, may hold.
func (a *Info) holds(o int32, h *held) {
	p := a.sol.p
	ob := &p.objs[o]
	if len(p.stands(o)) > 1 || p.find(o) != o {
		h.deeper = true // told apart no longer
		return
	}
	blocks := map[int32][]int64{} // where the address of an allocation stands
	for _, off := range ob.offsets {
		start := true
		for _, at := range p.sets[ob.cells[off]] {
			if p.objs[at.obj].kind == objHeap && at.off == 0 && at.stride == 0 {
				blocks[at.obj] = append(blocks[at.obj], off)
				if i, ok := p.objs[at.obj].site.(*ir.Instr); ok && i.CalledFunc() != nil {
					if k := rules.Lookup(i.CalledFunc().Name); k != nil && h.ends[off] != "_ZdlPv" {
						h.ends[off] = k.FreeWith
					}
				}
			} else if p.objs[at.obj].kind == objHeap {
				start = false
			}
		}
		h.starts[off] = start && (h.starts[off] || h.within[off] == nil)
	}
	note := func(off int64, at addr) {
		t := &p.objs[at.obj]
		if t.kind != objGlobal && t.kind != objFunc && t.kind != objForeign {
			h.deeper = h.deeper || a.holdsAddresses(at.obj)
		}
		moved := at.off != 0 || at.stride != 0
		switch {
		case t.kind == objFunc || t.kind == objGlobal || t.kind == objForeign: // a string's, or see Variables.find
		case t.kind == objHeap && !moved:
		case t.kind == objHeap:
			h.starts[off] = false
			h.within[off] = append(h.within[off], blocks[at.obj]...)
			if len(blocks[at.obj]) == 0 {
				h.other[off] = true
			}
		case t.kind == objDeep && t.up == o && t.off == off:
			if moved {
				h.starts[off] = false
			}
		case t.kind == objDeep && t.up == o && t.off >= 0:
			h.starts[off] = false
			h.within[off] = append(h.within[off], t.off)
		default:
			h.other[off] = true
		}
	}
	for _, off := range ob.offsets {
		for _, at := range p.sets[ob.cells[off]] {
			note(off, at)
		}
		if d, ok := p.deeps[[2]int64{int64(o), off}]; ok {
			note(off, addr{obj: d})
		}
	}
	for _, at := range p.sets[p.looseOf(o)] {
		if k := p.objs[at.obj].kind; at.obj != o && k != objForeign && k != objFunc {
			h.deeper = true
		}
	}
}

// holdsAddresses reports whether addresses are taken out of an object. Library
// functions that manage strings count as storing theirs anywhere.
func (a *Info) holdsAddresses(o int32) bool {
	p := a.sol.p
	for _, b := range p.contained(o) {
		if k := p.objs[b.obj].kind; k != objDeep && k != objFunc && k != objForeign && k != objGlobal {
			return true
		}
	}
	for r := range a.sol.g.ty.mem[o].seen {
		if r.class != FloatData && r.class != Integer {
			return true
		}
	}
	return false
}

// Held reports whether a pointer with a shadow may lead to memory whose address
// a variable holds.
func (a *Info) Held(v ir.Value) bool {
	s := a.sol
	if s.held == nil {
		s.held = make([]bool, len(s.p.objs))
		for k := range s.p.objs {
			ob := &s.p.objs[k]
			if g, ok := ob.site.(*ir.Global); ok && ob.kind == objGlobal && !g.IsConst() && s.shadow[k] {
				for _, b := range s.p.contained(int32(k)) {
					s.held[b.obj] = true
				}
			}
		}
	}
	for _, b := range s.p.pointees(v) {
		if s.held[b.obj] {
			return true
		}
	}
	return false
}

// home tells what is known of the block that a member of g of pointer type leads
// to: that it begins there (the member's own offset), that it begins where
// another member says, or (-1) nothing.
func (e *Env) home(g *ir.Global, off int64) int64 {
	h := e.held[g]
	if h == nil || h.deeper || h.other[off] || !localStatic(g) && !e.onlyInside(g, h) {
		return -1
	}
	if len(h.within[off]) == 0 && h.starts[off] {
		return off
	}
	for _, b := range h.within[off] {
		if b != off && h.starts[b] && !h.other[b] && len(h.within[b]) == 0 {
			return b
		}
	}
	return -1
}

// onlyInside reports whether no other module sees a variable, and no function of this one has its name that
// the derivative does not reach: what is known of them is all that may stand in it.
func (e *Env) onlyInside(g *ir.Global, h *held) bool {
	if e.Calls.Root() == nil || !strings.Contains(" "+g.Prefix+" ", " internal ") {
		return false
	}
	if h.inside == nil {
		users, ok := e.M.Mentioning(g)
		reached := callgraph.ReachUses(e.Calls.Root(), func(*ir.Global, *ir.Function) {})
		ok = ok && !slices.ContainsFunc(users, func(f *ir.Function) bool { return !reached[f] })
		h.inside = &ok
	}
	return *h.inside
}

// isRead reports whether an address that a variable holds when a derivative is
// called may matter to it.
func (e *Env) isRead(g *ir.Global, off int64) bool {
	h := e.held[g]
	if h == nil || h.readAll || h.read[off] {
		return true
	}
	for at := range h.within {
		if at != off && h.read[at] && e.home(g, at) == off {
			return true
		}
	}
	return false
}

// onlyVectors reports whether all addresses that a variable holds are those of
// std::vector and std::string, whose own members tell how long their blocks are:
// no matter who filled them.
func (e *Env) onlyVectors(g *ir.Global) bool {
	h := e.held[g]
	return h != nil && !h.deeper && ownsBlocks(g.ValueType)
}

func ownsBlocks(t *ir.Type) bool {
	if t.Kind == ir.StructKind && (isVector(t) || isText(t)) {
		return true
	}
	if t.Kind == ir.ArrayKind {
		return ownsBlocks(t.Elem)
	}
	for _, f := range t.Fields {
		if !ownsBlocks(f) {
			return false
		}
	}
	return !t.IsPtrOrVec()
}

// isVector reports whether t is the three addresses of GNU's std::vector.
func isVector(t *ir.Type) bool {
	return strings.Contains(t.Name, "_Vector_impl") && len(t.Fields) == 3 && t.Fields[0].IsPtr() && t.Fields[1].IsPtr() && t.Fields[2].IsPtr()
}

func isText(t *ir.Type) bool { return strings.Contains(t.Name, "basic_string") }

// ends names what ends the blocks that begin at a member's address.
func (e *Env) ends(g *ir.Global, off int64) string {
	if h := e.held[g]; h != nil && (h.ends[off] == "_ZdlPv" || h.ends[off] == "_ZdaPv") {
		return h.ends[off]
	}
	return "free"
}

// localStatic reports whether a variable is static in a function: no other code
// puts addresses into it.
func localStatic(g *ir.Global) bool {
	if !strings.Contains(" "+g.Prefix+" ", " internal ") && !strings.Contains(g.Prefix, "linkonce_odr") && !strings.Contains(g.Prefix, "private") {
		return false
	}
	if strings.HasPrefix(strings.Trim(g.Name, `"`), "_ZZ") {
		return true
	}
	f, _, ok := strings.Cut(g.Name, ".")
	return ok && g.Module.Func(f) != nil
}
