package activity

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/activity/callgraph"
	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/activity/pointsto"
	"github.com/llad-ad/llad/activity/shadowrt"
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
	in := variableAccesses{p: s.p}
	for k := range s.p.Objs {
		ob := &s.p.Objs[k]
		g, ok := ob.Site.(*ir.Global)
		if !ok || ob.Kind != pointsto.ObjGlobal || g.IsConst() || !s.shadow[k] || !g.ValueType.HasPtr() {
			continue
		}
		h := s.env.held[g]
		if h == nil {
			h = &held{starts: map[int64]bool{}, within: map[int64][]int64{}, other: map[int64]bool{}, read: map[int64]bool{}, ends: map[int64]string{}}
			s.env.held[g] = h
		}
		a.holds(int32(k), h)
		h.made = h.made || slices.ContainsFunc(s.p.Contained(int32(k)), func(at memtypes.Addr) bool { return a.standsForHeap(at.Obj) })
		if !s.env.writtenBefore(a.F, g) {
			in.findRead(int32(k), h, s.env.written)
		}
	}
}

// standsForHeap reports whether an object is an allocation, or is one of those that are not told apart.
func (a *Info) standsForHeap(o int32) bool {
	p := a.sol.p
	return slices.ContainsFunc(p.Stands(o), func(k int32) bool { return p.Objs[k].Kind == pointsto.ObjHeap })
}

// variableAccesses are the operands of a function that lead into variables, looked for when they are first asked for.
type variableAccesses struct {
	p    *pointsto.Analysis
	of   map[int32][]variableAccess // by variable, in the order of the code
	doms *ir.DomTree
}

// variableAccess is an operand of i that leads to an address in a variable, and perhaps elsewhere.
type variableAccess struct {
	i     *ir.Instr
	at    memtypes.Addr
	alone bool // it leads nowhere else
}

// find looks at all operands.
func (in *variableAccesses) find() {
	p := in.p
	in.of = map[int32][]variableAccess{}
	for _, b := range p.Func.Blocks {
		for _, i := range b.Instrs {
			for k := range i.NumArgs() {
				if i.IsCall() && k == i.NumArgs()-1 || i.Op == ir.Store && k == 0 || i.Op == ir.GetElementPtr || i.Op == ir.BitCast || i.Op == ir.Phi || i.Op == ir.ICmp || i.Op == ir.Select {
					continue
				}
				l := p.Pointees(i.Arg(k))
				for _, at := range l {
					if p.Objs[at.Obj].Kind == pointsto.ObjGlobal {
						in.of[at.Obj] = append(in.of[at.Obj], variableAccess{i, at, len(l) == 1})
					}
				}
			}
		}
	}
}

// dominators are those of the function.
func (in *variableAccesses) dominators() *ir.DomTree {
	if in.doms == nil {
		in.doms = ir.Dominators(in.p.Func)
	}
	return in.doms
}

// findRead notes which members of variable o may be read before the function has
// written them; before are the variables that are written before functions are called. In a variable that is
// set anew by every call may stand, in between, the address of memory that is gone.
func (in *variableAccesses) findRead(o int32, h *held, before map[*ir.Function]map[*ir.Global]bool) {
	if in.of == nil {
		in.find()
	}
	p := in.p
	written := map[int64][]*ir.Instr{}
	var reads []*ir.Instr
	for _, x := range in.of[o] {
		switch i := x.i; {
		case i.Op == ir.Store && x.alone && x.at.Stride == 0 && i.Arg(0).Type().IsPtr():
			written[x.at.Off] = append(written[x.at.Off], i)
		case i.IsCall() && (p.TargetOf(i).Kind == pointsto.ToFree || before[i.CalledFunc()][p.Objs[o].Site.(*ir.Global)]):
		case i.Op != ir.Store:
			reads = append(reads, i)
		}
	}
	for _, i := range reads {
		at := addressIn(p.Pointees(i.Arg(0)), o)
		if i.Op == ir.Load && i.Typ.Scalar().IsFP() {
			continue // no address
		}
		if i.Op != ir.Load || at.Stride != 0 {
			h.readAll = true
			continue
		}
		for off := at.Off - 7; off < at.Off+p.Layout.StoreSize(i.Typ); off++ {
			if p.Objs[o].Cells[off] == 0 || h.read[off] {
				continue
			}
			h.read[off] = !slices.ContainsFunc(written[off], func(w *ir.Instr) bool { return in.dominators().InstrDominates(w, i) })
		}
	}
}

// addressIn is the address among l that leads into object o, nil if there is none.
func addressIn(l pointsto.AddrSet, o int32) *memtypes.Addr {
	for k := range l {
		if l[k].Obj == o {
			return &l[k]
		}
	}
	return nil
}

// holds adds to h what object o, a variable, may hold.
func (a *Info) holds(o int32, h *held) {
	p := a.sol.p
	ob := &p.Objs[o]
	if len(p.Stands(o)) > 1 || p.Find(o) != o {
		h.deeper = true // told apart no longer
		return
	}
	blocks := map[int32][]int64{} // where the address of an allocation stands
	for _, off := range ob.Offsets {
		start := true
		for _, at := range p.Sets[ob.Cells[off]] {
			if p.Objs[at.Obj].Kind == pointsto.ObjHeap && at.Off == 0 && at.Stride == 0 {
				blocks[at.Obj] = append(blocks[at.Obj], off)
				if i, ok := p.Objs[at.Obj].Site.(*ir.Instr); ok && i.CalledFunc() != nil {
					if k := rules.Lookup(i.CalledFunc().Name); k != nil && h.ends[off] != "_ZdlPv" {
						h.ends[off] = k.FreeWith
					}
				}
			} else if p.Objs[at.Obj].Kind == pointsto.ObjHeap {
				start = false
			}
		}
		h.starts[off] = start && (h.starts[off] || h.within[off] == nil)
	}
	note := func(off int64, at memtypes.Addr) {
		t := &p.Objs[at.Obj]
		if t.Kind != pointsto.ObjGlobal && t.Kind != pointsto.ObjFunc && t.Kind != pointsto.ObjForeign {
			h.deeper = h.deeper || a.holdsAddresses(at.Obj)
		}
		moved := at.Off != 0 || at.Stride != 0
		switch {
		case len(p.Stands(at.Obj)) > 1: // told apart no longer
			h.other[off] = true
		case t.Kind == pointsto.ObjFunc || t.Kind == pointsto.ObjGlobal || t.Kind == pointsto.ObjForeign: // a string's, or see Variables.find
		case t.Kind == pointsto.ObjHeap && !moved:
		case t.Kind == pointsto.ObjHeap:
			h.starts[off] = false
			h.within[off] = append(h.within[off], blocks[at.Obj]...)
			if len(blocks[at.Obj]) == 0 {
				h.other[off] = true
			}
		case t.Kind == pointsto.ObjDeep && t.Up == o && t.Off == off:
			if moved {
				h.starts[off] = false
			}
		case t.Kind == pointsto.ObjDeep && t.Up == o && t.Off >= 0:
			h.starts[off] = false
			h.within[off] = append(h.within[off], t.Off)
		default:
			h.other[off] = true
		}
	}
	for _, off := range ob.Offsets {
		for _, at := range p.Sets[ob.Cells[off]] {
			note(off, at)
		}
		if d, ok := p.Deeps[[2]int64{int64(o), off}]; ok {
			note(off, memtypes.Addr{Obj: d})
		}
	}
	for _, at := range p.Sets[p.LooseOf(o)] {
		if k := p.Objs[at.Obj].Kind; at.Obj != o && k != pointsto.ObjForeign && k != pointsto.ObjFunc {
			h.deeper = true
		}
	}
}

// holdsAddresses reports whether addresses are taken out of an object. Library
// functions that manage strings count as storing theirs anywhere.
func (a *Info) holdsAddresses(o int32) bool {
	p := a.sol.p
	for _, b := range p.Contained(o) {
		if k := p.Objs[b.Obj].Kind; k != pointsto.ObjDeep && k != pointsto.ObjFunc && k != pointsto.ObjForeign && k != pointsto.ObjGlobal {
			return true
		}
	}
	for r := range a.sol.g.ty.mem[o].Seen {
		if r.Class != memtypes.FloatData && r.Class != memtypes.Integer {
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
		s.held = make([]bool, len(s.p.Objs))
		for k := range s.p.Objs {
			ob := &s.p.Objs[k]
			if g, ok := ob.Site.(*ir.Global); ok && ob.Kind == pointsto.ObjGlobal && !g.IsConst() && s.shadow[k] {
				for _, b := range s.p.Contained(int32(k)) {
					s.held[b.Obj] = true
				}
			}
		}
	}
	for _, b := range s.p.Pointees(v) {
		if s.held[b.Obj] {
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

// heldFacts tells the code that sets shadows of variables what they hold.
type heldFacts struct{ env *Env }

func (h heldFacts) Leads(g *ir.Global) bool  { return pointsto.Leads(g) }
func (h heldFacts) Behind(g *ir.Global) bool { return h.env.active[g]&activeBehind != 0 }
func (h heldFacts) BehindWords(g *ir.Global) bool {
	return h.Behind(g) && !pointsto.OnlyFloats(g.ValueType)
}
func (h heldFacts) Home(g *ir.Global, off int64) int64  { return h.env.home(g, off) }
func (h heldFacts) IsRead(g *ir.Global, off int64) bool { return h.env.isRead(g, off) }
func (h heldFacts) Ends(g *ir.Global, off int64) string { return h.env.ends(g, off) }
func (h heldFacts) Text(t *ir.Type) bool                { return isText(t) }

func (h heldFacts) Makes(g *ir.Global) bool {
	held := h.env.held[g]
	return held != nil && held.made
}

func (h heldFacts) Vector(g *ir.Global, t *ir.Type) bool {
	held := h.env.held[g]
	return held != nil && !held.deeper && isVector(t)
}

// NewVariables makes an empty set of shadows for the request that a belongs to.
func (a *Info) NewVariables() *shadowrt.Variables {
	return shadowrt.NewVariables(a.F.Module, heldFacts{a.env})
}
