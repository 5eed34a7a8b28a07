package reverse

import (
	"fmt"
	"slices"
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/rules"
	"github.com/llad-ad/llad/transform/canon"
)

// The two halves of a parallel region run one behind the other in the function that starts
// the team, and that function is seen: it says which memory that the region reads is the
// same when the region is reversed. The threads then read it again and keep nothing of it.

// place is memory as a region finds it: a variable, or what a parameter leads to; where
// indirect is set, what the address that stands there leads to.
type place struct {
	param    int // -1: a variable
	global   *ir.Global
	indirect bool
}

// placeOf is the place of memory at an address with that base, false where it has none.
func placeOf(a *analysis.Alias, base ir.Value) (place, bool) {
	indirect := false
	if l, ok := base.(*ir.Instr); ok && l.Op == ir.Load {
		indirect = true
		base = a.Base(l.Arg(0))
	}
	switch v := base.(type) {
	case *ir.Param:
		return place{param: v.Index, indirect: indirect}, true
	case *ir.Global:
		return place{param: -1, global: v, indirect: indirect}, true
	}
	return place{}, false
}

// modRef lists the places that a function reads and writes. What it does to memory of its own is left out.
type modRef struct {
	reads, writes []place
	writesElse    bool // it may write elsewhere, too
}

// modRefOf looks through the body of f, and of what it calls.
func (env *Env) modRefOf(f *ir.Function) *modRef {
	if mr, ok := env.modRefs[f]; ok {
		return mr
	}
	if env.modRefs == nil {
		env.modRefs = map[*ir.Function]*modRef{}
	}
	env.modRefs[f] = &modRef{writesElse: true} // while f is looked through: it calls itself
	mr := &modRef{}
	s := &modRefScan{env: env, mr: mr, alias: analysis.NewAlias(f)}
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			switch i.Op {
			case ir.Load:
				s.read(i.Arg(0))
			case ir.Store:
				s.write(i.Arg(1))
			case ir.AtomicRMW, ir.CmpXchg, ir.VAArg:
				s.write(i.Arg(0))
			case ir.Call, ir.Invoke, ir.CallBr:
				s.call(i)
			}
		}
	}
	env.modRefs[f] = mr
	return mr
}

// modRefScan collects what one function reads and writes.
type modRefScan struct {
	env   *Env
	mr    *modRef
	alias *analysis.Alias
}

// read notes that memory at p is read.
func (s *modRefScan) read(p ir.Value) {
	if at, ok := placeOf(s.alias, s.alias.Base(p)); ok && !slices.Contains(s.mr.reads, at) {
		s.mr.reads = append(s.mr.reads, at)
	}
}

// write notes that memory at p is written.
func (s *modRefScan) write(p ir.Value) {
	base := s.alias.Base(p)
	at, ok := placeOf(s.alias, base)
	switch {
	case !ok:
		s.mr.writesElse = s.mr.writesElse || !ownMemory(base)
	case !slices.Contains(s.mr.writes, at):
		s.mr.writes = append(s.mr.writes, at)
	}
}

// ownMemory reports whether v is the address of an object that its function makes.
func ownMemory(v ir.Value) bool {
	i, ok := v.(*ir.Instr)
	if !ok || i.Op == ir.Alloca {
		return ok
	}
	f := i.CalledFunc()
	if f == nil {
		return false
	}
	k := rules.KnownOf(f)
	return k != nil && k.Class == rules.Alloc
}

// call notes what the call i reads and writes.
func (s *modRefScan) call(i *ir.Instr) {
	f := i.CalledFunc()
	if f == nil {
		s.mr.writesElse = true
		return
	}
	k := rules.KnownOf(f)
	switch {
	case k == nil && !f.IsDecl && f.Load() == nil && len(f.Params) == i.NumCallArgs():
		s.body(i, s.env.modRefOf(f))
	case k == nil:
		s.mr.writesElse = true
	case k.Pure || k.ReadOnly || k.Class == rules.Alloc || synchronises(f):
	case k.Class == rules.MemCpy || k.Class == rules.MemMove || k.Class == rules.MemSet:
		s.write(i.Arg(0))
	case k.Class == rules.Free:
		s.write(i.Arg(k.PtrArg))
	case k.WritesArgs || k.Class == rules.Math:
		for _, arg := range i.CallArgs() {
			if arg.Type().IsPtr() {
				s.write(arg)
			}
		}
	default:
		s.mr.writesElse = true
	}
}

// body notes what the call i of a function does that reads and writes of.
func (s *modRefScan) body(i *ir.Instr, of *modRef) {
	for _, at := range of.reads {
		if here, _, ok := s.here(i, at); ok && !slices.Contains(s.mr.reads, here) {
			s.mr.reads = append(s.mr.reads, here)
		}
	}
	s.mr.writesElse = s.mr.writesElse || of.writesElse
	for _, at := range of.writes {
		here, own, ok := s.here(i, at)
		switch {
		case !ok:
			s.mr.writesElse = s.mr.writesElse || !own
		case !slices.Contains(s.mr.writes, here):
			s.mr.writes = append(s.mr.writes, here)
		}
	}
}

// here is the place for the caller that is at for what i calls; own, where it is memory that the caller made.
func (s *modRefScan) here(i *ir.Instr, at place) (here place, own, ok bool) {
	if at.param < 0 {
		return at, false, true
	}
	base := s.alias.Base(i.Arg(at.param))
	if here, ok = placeOf(s.alias, base); !ok {
		return here, !at.indirect && ownMemory(base), false
	}
	if at.indirect && here.indirect {
		return here, false, false
	}
	here.indirect = here.indirect || at.indirect
	return here, false, true
}

// synchronises reports whether f lets threads wait for each other, and writes nothing that the
// program reads.
func synchronises(f *ir.Function) bool {
	switch f.Name {
	case "__kmpc_barrier", "__kmpc_critical", "__kmpc_critical_with_hint", "__kmpc_end_critical":
		return true
	}
	return false
}

// regionMemory is what is known of the places that a region works on where it is started.
type regionMemory struct {
	holds []place    // nothing writes there between the two halves but the region
	apart [][2]place // no byte is in both: one that is read, and one that is written
}

// key tells apart what is known in different places.
func (rm *regionMemory) key() string {
	if rm == nil {
		return ""
	}
	var b strings.Builder
	for _, at := range rm.holds {
		fmt.Fprintf(&b, "/%s", at)
	}
	for _, two := range rm.apart {
		fmt.Fprintf(&b, "/%s|%s", two[0], two[1])
	}
	return b.String()
}

func (at place) String() string {
	s := fmt.Sprint(at.param)
	if at.global != nil {
		s = at.global.Name
	}
	if at.indirect {
		s += "*"
	}
	return s
}

// holdsAt reports whether memory at an address with that base is in the reverse half what it was
// in the augmented primal, but for what the region itself writes.
func (mem *memory) holdsAt(base ir.Value) bool {
	rm := mem.fn.pair.memory
	if rm == nil {
		return false
	}
	at, ok := mem.placeOf(base)
	return ok && slices.Contains(rm.holds, at)
}

// apartWhereStarted reports whether the function that starts the region says that memory at
// one base, which is read, is not that at the other, which is written.
func (mem *memory) apartWhereStarted(read, written ir.Value) bool {
	if mem.fn.pair == nil || mem.fn.pair.memory == nil || written == nil {
		return false
	}
	r, ok := mem.placeOf(read)
	w, ok2 := mem.placeOf(written)
	return ok && ok2 && slices.Contains(mem.fn.pair.memory.apart, [2]place{r, w})
}

// placeOf is the place of memory at an address of the primal with that base.
func (mem *memory) placeOf(base ir.Value) (place, bool) {
	at, ok := placeOf(mem.aliases(), base)
	if !ok || at.param < len(mem.fn.params) {
		return at, ok
	}
	for _, shadows := range mem.sh.laneShadows { // addresses in shadow memory change with those of the primal
		for _, p := range mem.fn.params {
			if shadows[p] == ir.Value(mem.fn.p.Params[at.param]) {
				at.param = p.Index
				return at, true
			}
		}
	}
	return at, false
}

// starts are the calls of teams in a primal, each with what its region reads and writes.
type starts struct {
	mem   *memory // of the primal as it came
	teams map[*ir.Instr]*modRef
}

// regionMemories gives, for each call of a team in the primal as it came, what is known of memory there.
// In the split form others run between the halves, and nothing is.
func (mem *memory) regionMemories() map[*ir.Instr]*regionMemory {
	if mem.fn.pair != nil || mem.fn.ret == nil {
		return nil
	}
	st := &starts{teams: map[*ir.Instr]*modRef{}}
	var order []*ir.Instr
	for _, b := range mem.fn.p.Blocks {
		for _, i := range b.Instrs {
			if f := i.CalledFunc(); f != nil && i.Op == ir.Call {
				if region := canon.TeamRegion(f); region != nil {
					st.teams[i] = mem.fn.env.modRefOf(region)
					order = append(order, i)
				}
			}
		}
	}
	if len(order) == 0 {
		return nil
	}
	st.mem = newMemory(mem.fn, mem.sh, mem.rv, mem.ins, mem.at)
	st.mem.collectWriters()
	known := map[*ir.Instr]*regionMemory{}
	for _, i := range order {
		known[i] = st.memoryAt(i)
	}
	return known
}

// memoryAt is what is known of memory where i starts a region; nil where nothing is.
func (st *starts) memoryAt(i *ir.Instr) *regionMemory {
	mr := st.teams[i]
	rm := &regionMemory{}
	for _, at := range mr.reads {
		p := st.address(i, at)
		if p == nil || st.changes(i, p) {
			continue
		}
		rm.holds = append(rm.holds, at)
		for _, w := range mr.writes {
			if q := st.address(i, w); q != nil && st.mem.aliases().AliasAnytime(p, -1, q, -1) == analysis.NoAlias {
				rm.apart = append(rm.apart, [2]place{at, w})
			}
		}
	}
	if len(rm.holds) == 0 {
		return nil
	}
	return rm
}

// address is the address in the primal of a place in the region that i starts, nil where it is
// not known. The first parameters of a region are its thread's.
func (st *starts) address(i *ir.Instr, at place) ir.Value {
	var p ir.Value
	switch {
	case at.global != nil:
		p = at.global
	case at.param >= 2 && at.param-1 < i.NumCallArgs():
		p = i.Arg(at.param - 1)
	default:
		return nil
	}
	if !at.indirect {
		return p
	}
	return st.content(p)
}

// content is the one address that ever stands in the variable at p, nil where that is not known.
func (st *starts) content(p ir.Value) ir.Value {
	slot, ok := st.mem.aliases().Base(p).(*ir.Instr)
	if !ok || slot.Op != ir.Alloca {
		return nil
	}
	var one ir.Value
	work := []*ir.Instr{slot}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for u := range ir.Uses(v) {
			switch i := u.User; {
			case i.Op == ir.BitCast:
				work = append(work, i)
			case i.Op == ir.Load:
			case i.Op == ir.Store && u.Index() == 1 && i.Arg(0).Type().IsPtr() && (one == nil || one == i.Arg(0)):
				one = i.Arg(0)
			case st.teams[i] != nil && !st.writesTo(i, slot):
			case i.IsCall() && isLifetime(i.CalledName()):
			default:
				return nil
			}
		}
	}
	return one
}

// writesTo reports whether the region that i starts may write to the variable slot, which i hands over.
func (st *starts) writesTo(i, slot *ir.Instr) bool {
	mr := st.teams[i]
	return mr.writesElse || slices.ContainsFunc(mr.writes, func(at place) bool {
		return !at.indirect && at.param >= 2 && st.mem.aliases().Base(i.Arg(at.param-1)) == ir.Value(slot)
	})
}

// changes reports whether memory at p may be written after i has started a region, before the
// primal returns.
func (st *starts) changes(i *ir.Instr, p ir.Value) bool {
	for _, g := range st.mem.groups {
		for _, w := range g.writers {
			if st.mem.mayFollow(i, w.i) && st.writes(w.i, p) {
				return true
			}
		}
	}
	return false
}

// writes reports whether w may write memory at p.
func (st *starts) writes(w *ir.Instr, p ir.Value) bool {
	a := st.mem.aliases()
	mr := st.teams[w]
	if mr == nil {
		return a.MayWrite(w, p, -1)
	}
	return mr.writesElse || slices.ContainsFunc(mr.writes, func(at place) bool {
		q := st.address(w, at)
		return q == nil || a.AliasAnytime(p, -1, q, -1) != analysis.NoAlias
	})
}
