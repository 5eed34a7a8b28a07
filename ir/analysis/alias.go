package analysis

import (
	"slices"

	"github.com/llad-ad/llad/ir"
)

// AliasResult says whether two ranges of memory overlap.
type AliasResult uint8

// The answers of an Alias.
const (
	MayAlias  AliasResult = iota // nothing is known
	NoAlias                      // they never have a byte in common
	MustAlias                    // they begin at the same address
)

// Alias answers questions about the memory accesses of one function. It is a
// snapshot: what is added to the function later, it treats with the knowledge
// of before, so that the escape of an address must not be added.
//
// It knows stack slots, fresh allocations, variables and noalias parameters
// apart, offsets from one base, steps of arrays of structs, and (Clobbers only)
// !tbaa. A program may put another type into memory than was there before (a
// variant, an arena); what !tbaa says then does not hold between accesses of
// different times, so it is not asked about addresses that stem from one
// object, nor at all when IgnoreTypes is set.
type Alias struct {
	f           *ir.Function
	effects     *EffectTable
	loops       *LoopInfo
	dt          *ir.DomTree
	tangled     bool // there are cycles that are no loops
	objects     map[ir.Value][]object
	addresses   map[ir.Value]address
	escaped     map[ir.Value]bool
	types       *typeTags
	marks       map[ir.Value][]ir.Value // see foundApart
	anyMarks    bool
	loaded      map[*ir.Instr][]object // what addresses from local objects lead to, see loadedApart
	depth       int                    // how many of them are being looked through
	IgnoreTypes bool
}

// NewAlias prepares the questions about f. Its calls are judged by their
// attributes and bodies; see NewAliasWith for knowledge about libraries.
func NewAlias(f *ir.Function) *Alias { return NewAliasWith(f, NewEffects(nil)) }

// NewAliasWith is NewAlias with effects that others share.
func NewAliasWith(f *ir.Function, effects *EffectTable) *Alias {
	dt := ir.Dominators(f)
	return &Alias{
		f: f, effects: effects, dt: dt, loops: Loops(f, dt), tangled: len(ir.Irreducible(f, dt)) > 0,
		objects: map[ir.Value][]object{}, addresses: map[ir.Value]address{}, escaped: map[ir.Value]bool{}, types: newTypeTags(f.Module),
		marks: map[ir.Value][]ir.Value{}, anyMarks: hasMarks(f),
	}
}

// Alias compares the psize bytes at p with the qsize bytes at q, for pointers
// that exist at the same time: in the same iteration of every loop around them.
// A negative size is unknown: bytes before the pointer may be meant as well.
func (a *Alias) Alias(p ir.Value, psize int64, q ir.Value, qsize int64) AliasResult {
	return a.compare(p, psize, q, qsize, false)
}

// AliasAnytime compares all bytes that p may mean during one run of the function
// with all that q may mean: in different iterations too. MustAlias is given
// only for addresses computed once.
func (a *Alias) AliasAnytime(p ir.Value, psize int64, q ir.Value, qsize int64) AliasResult {
	return a.compare(p, psize, q, qsize, true)
}

func (a *Alias) compare(p ir.Value, psize int64, q ir.Value, qsize int64, anytime bool) AliasResult {
	if psize == 0 || qsize == 0 || a.apart(p, q) || a.foundApart(p, q) {
		return NoAlias
	}
	x, y := a.address(p), a.address(q)
	if x.base != y.base || anytime && !a.once(x.base) {
		return MayAlias
	}
	if psize < 0 || qsize < 0 {
		psize, qsize = -1, -1
	}
	return a.distance(x, y, psize, qsize, anytime)
}

// distance compares two addresses over one base.
func (a *Alias) distance(x, y address, psize, qsize int64, anytime bool) AliasResult {
	d := y.off - x.off
	rest := slices.Clone(x.terms) // what does not cancel out
	var more []term
	for _, t := range y.terms {
		k := -1
		if !anytime || a.once(t.v) {
			k = slices.Index(rest, t)
		}
		if k < 0 {
			more = append(more, t)
			continue
		}
		rest = slices.Delete(rest, k, k+1)
	}
	rest = append(rest, more...)
	if len(rest) == 0 {
		switch {
		case d == 0:
			return MustAlias
		case psize < 0:
			return MayAlias
		case d >= psize || -d >= qsize:
			return NoAlias
		}
		return MayAlias
	}
	if psize < 0 {
		return MayAlias
	}
	g := commonScale(rest, x.inbounds && y.inbounds)
	if g <= 1 {
		return MayAlias
	}
	r := d % g
	if r < 0 {
		r += g
	}
	// y begins r bytes behind some multiple of g from x, and g-r before the next.
	if r >= psize && g-r >= qsize {
		return NoAlias
	}
	return MayAlias
}

// EqualOrDisjoint reports whether the size bytes at p and those at q, pointers that
// exist at the same time, are the same or have none in common.
func (a *Alias) EqualOrDisjoint(p, q ir.Value, size int64) bool {
	if r := a.Alias(p, size, q, size); r != MayAlias {
		return true
	}
	x, y := a.address(p), a.address(q)
	g := commonScale(append(slices.Clone(x.terms), y.terms...), x.inbounds && y.inbounds)
	return x.base == y.base && g > 0 && g >= size && (y.off-x.off)%g == 0
}

// once reports whether v has one value in a run of the function.
func (a *Alias) once(v ir.Value) bool {
	i, ok := v.(*ir.Instr)
	if !ok {
		return true
	}
	return i.Parent != nil && !a.tangled && a.dt.Reachable(i.Parent) && a.loops.Of(i.Parent) == nil
}

// apart reports whether p and q point into different objects.
func (a *Alias) apart(p, q ir.Value) bool {
	for _, x := range a.objectsOf(p) {
		for _, y := range a.objectsOf(q) {
			if !a.distinct(x, y) {
				return false
			}
		}
	}
	return true
}

// DisjointTogether reports whether p and q, as they are at one time, point into
// different objects, though each may come to point into the other's: two buffers
// that change places.
func (a *Alias) DisjointTogether(p, q ir.Value) bool {
	return a.together(p, q, map[[2]ir.Value]bool{})
}

func (a *Alias) together(p, q ir.Value, assumed map[[2]ir.Value]bool) bool {
	if a.foundApart(p, q) {
		return true
	}
	p, q = StripAddress(p), StripAddress(q)
	if assumed[[2]ir.Value{p, q}] || a.apart(p, q) {
		return true
	}
	x, ok := p.(*ir.Instr)
	y, ok2 := q.(*ir.Instr)
	if !ok || !ok2 || x == y || x.Op != ir.Phi || y.Op != ir.Phi || x.Parent != y.Parent || len(assumed) > maxObjects {
		return false
	}
	// Values of one block are made together: what holds when control enters it,
	// and behind every way back if it held before, always holds.
	assumed[[2]ir.Value{p, q}], assumed[[2]ir.Value{q, p}] = true, true
	for k, from := range x.Blocks {
		if !a.together(x.Arg(k), y.Incoming(from), assumed) {
			return false
		}
	}
	return true
}

func (a *Alias) objectsOf(p ir.Value) []object {
	l, ok := a.objects[p]
	if !ok {
		l = objectsOf(p)
		a.objects[p] = l
	}
	return l
}

// distinct reports whether two objects never share a byte. Two instances of one
// allocation site are not told apart.
func (a *Alias) distinct(x, y object) bool {
	if x.v == y.v {
		return x.kind == objNone
	}
	if x.kind == objNone || y.kind == objNone {
		return true
	}
	if x.kind > y.kind {
		x, y = y, x
	}
	// In order of objKind: unknown, stack, fresh, global, param.
	switch x.kind {
	case objUnknown:
		// An address from somewhere: it leads to a local object only when the
		// object's own address was put there.
		local := y.kind == objStack || y.kind == objFresh || y.kind == objParam && apartFromOthers(y.v)
		i, ok := x.v.(*ir.Instr) // not one where objectsOf gave up
		return ok && (local && (i.Op == ir.Load || i.IsCall()) && !a.escapes(y.v) || a.loadedApart(i, y))
	case objStack, objFresh:
		return true
	case objGlobal:
		return y.kind == objGlobal || apartFromOthers(y.v) || hidden(x.v, y.v)
	}
	return apartFromOthers(x.v) || apartFromOthers(y.v)
}

// hidden reports whether a parameter leads to no byte of a variable since nothing takes addresses in it.
func hidden(variable, param ir.Value) bool {
	g, isGlobal := variable.(*ir.Global)
	p, isParam := param.(*ir.Param)
	return isGlobal && isParam && p.Parent.InText() && !g.Module.AddressTaken(g)
}

func (a *Alias) escapes(v ir.Value) bool {
	e, ok := a.escaped[v]
	if !ok {
		e = a.effects.escapes(v)
		a.escaped[v] = e
	}
	return e
}

// MayWrite reports whether the instruction i, whenever it runs, may write any of
// the size bytes that p means at any time (size negative: anything near p).
func (a *Alias) MayWrite(i *ir.Instr, p ir.Value, size int64) bool {
	switch i.Op {
	case ir.Store:
		return a.writesAt(i.Arg(1), a.storeSize(i.Arg(0).Type()), p, size)
	case ir.AtomicRMW, ir.CmpXchg:
		return a.writesAt(i.Arg(0), a.storeSize(i.Arg(1).Type()), p, size)
	case ir.VAArg:
		return a.writesAt(i.Arg(0), -1, p, size)
	case ir.Load:
		return i.Flags&ir.Atomic != 0 && !a.untouchable(p) && !a.private(p) // others may become visible
	case ir.Fence:
		return !a.untouchable(p) && !a.private(p)
	case ir.Call, ir.Invoke, ir.CallBr:
		return a.callWrites(i, p, size)
	}
	return false
}

// Clobbers reports whether w, whenever it runs, may write what the load l reads
// at any time. Unlike MayWrite it uses the types that !tbaa gives.
func (a *Alias) Clobbers(w, l *ir.Instr) bool {
	if !a.MayWrite(w, l.Arg(0), a.storeSize(l.Typ)) {
		return false
	}
	if a.IgnoreTypes || w.Op != ir.Store || !a.types.apart(w.Metadata("tbaa"), l.Metadata("tbaa")) {
		return true
	}
	return a.oneObject(w.Arg(1), l.Arg(0))
}

// oneObject reports whether p and q may stem from the same object by what is
// seen of their computation.
func (a *Alias) oneObject(p, q ir.Value) bool {
	for _, x := range a.objectsOf(p) {
		for _, y := range a.objectsOf(q) {
			if x.v == y.v {
				return true
			}
		}
	}
	return false
}

func (a *Alias) storeSize(t *ir.Type) int64 {
	if t.Kind == ir.VectorKind && t.Scalable || t.Kind == ir.TargetKind {
		return -1
	}
	return a.f.Module.Layout.StoreSize(t)
}

func (a *Alias) writesAt(q ir.Value, qsize int64, p ir.Value, size int64) bool {
	return !a.untouchable(p) && a.AliasAnytime(q, qsize, p, size) != NoAlias
}

// untouchable reports whether p points into constant variables only.
func (a *Alias) untouchable(p ir.Value) bool {
	for _, o := range a.objectsOf(p) {
		if g, ok := o.v.(*ir.Global); !ok || o.kind != objGlobal || !g.IsConst() {
			return false
		}
	}
	return true
}

// private reports whether p points only into objects that no other address
// leads to: local ones whose address stays in the function, and what noalias
// parameters point to.
func (a *Alias) private(p ir.Value) bool {
	for _, o := range a.objectsOf(p) {
		if o.kind == objNone {
			continue
		}
		if o.kind != objStack && o.kind != objFresh && !noalias(o.v) || a.escapes(o.v) {
			return false
		}
	}
	return true
}

// Private gives the local object, whose address stays in the function, that p points
// into; nil if there is none, or several.
func (a *Alias) Private(p ir.Value) ir.Value {
	var one ir.Value
	for _, o := range a.objectsOf(p) {
		if o.kind == objNone || o.v == one {
			continue
		}
		if one != nil || o.kind != objStack && o.kind != objFresh || a.escapes(o.v) {
			return nil
		}
		one = o.v
	}
	return one
}

// WritesFrom reports whether a call of f with these arguments, wherever it stands, may write any of the size bytes that p means
// at any time.
func (a *Alias) WritesFrom(f *ir.Function, args []ir.Value, p ir.Value, size int64) bool {
	switch a.writtenBy(a.effects.Of(f), p, size) {
	case MustAlias:
		return true
	case NoAlias:
		return false
	}
	for k, q := range args {
		if q.Type().IsPtrOrVec() && a.effects.paramAccess(f, k, len(args))&Writes != 0 && a.writesAt(q, -1, p, size) {
			return true
		}
	}
	return false
}

// writtenBy is whether what has those effects writes what p means: NoAlias if not, MayAlias if it may do so by way of its arguments.
func (a *Alias) writtenBy(e Effects, p ir.Value, size int64) AliasResult {
	switch {
	case a.untouchable(p), !e.Writes():
		return NoAlias
	case !a.private(p) && (e.Other&Writes != 0 || e.Errno&Writes != 0 && a.mayBeErrno(p, size)):
		return MustAlias
	case (e.Arg|e.Other)&Writes == 0:
		return NoAlias
	}
	return MayAlias
}

func (a *Alias) callWrites(i *ir.Instr, p ir.Value, size int64) bool {
	switch a.writtenBy(a.effects.Call(i), p, size) {
	case MustAlias:
		return true
	case NoAlias:
		return false
	}
	sizes := writtenArgs(i)
	for k := range i.NumCallArgs() {
		q := i.Arg(k)
		if !q.Type().IsPtrOrVec() || a.effects.argAccess(i, k)&Writes == 0 || a.untouchable(q) {
			continue
		}
		n := int64(-1)
		if sizes != nil {
			if k != 0 {
				continue // memcpy, memmove and memset write through the first only
			}
			n = *sizes
		}
		if a.AliasAnytime(q, n, p, size) != NoAlias {
			return true
		}
	}
	return false
}

// writtenArgs gives, for memcpy, memmove and memset, how many bytes they write
// through their first argument: -1 when that varies. nil for other calls.
func writtenArgs(i *ir.Instr) *int64 {
	f := i.CalledFunc()
	if f == nil || i.NumCallArgs() < 3 {
		return nil
	}
	for _, n := range []string{"llvm.memcpy.", "llvm.memmove.", "llvm.memset."} {
		if len(f.Name) > len(n) && f.Name[:len(n)] == n {
			size := int64(-1)
			if v, ok := ir.IntValue(i.Arg(2)); ok && v >= 0 {
				size = v
			}
			return &size
		}
	}
	return nil
}

// mayBeErrno reports whether p may point to errno, an int that is no variable of
// the module.
func (a *Alias) mayBeErrno(p ir.Value, size int64) bool {
	if size > 4 {
		return false
	}
	for _, o := range a.objectsOf(p) {
		if o.kind == objUnknown || o.kind == objParam {
			return true
		}
		if g, ok := o.v.(*ir.Global); ok && g.Init == nil && g.InitText == "" {
			return true
		}
	}
	return false
}
