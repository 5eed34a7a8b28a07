package ir

import (
	"math/bits"
	"slices"
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
	f           *Function
	effects     *EffectTable
	loops       *LoopInfo
	dt          *DomTree
	tangled     bool // there are cycles that are no loops
	objects     map[Value][]object
	addresses   map[Value]address
	escaped     map[Value]bool
	types       *typeTags
	marks       map[Value][]Value // see foundApart
	anyMarks    bool
	IgnoreTypes bool
}

// NewAlias prepares the questions about f. Its calls are judged by their
// attributes and bodies; see NewAliasWith for knowledge about libraries.
func NewAlias(f *Function) *Alias { return NewAliasWith(f, NewEffects(nil)) }

// NewAliasWith is NewAlias with effects that others share.
func NewAliasWith(f *Function, effects *EffectTable) *Alias {
	dt := Dominators(f)
	return &Alias{
		f: f, effects: effects, dt: dt, loops: Loops(f, dt), tangled: len(Irreducible(f, dt)) > 0,
		objects: map[Value][]object{}, addresses: map[Value]address{}, escaped: map[Value]bool{}, types: newTypeTags(f.Module),
		marks: map[Value][]Value{}, anyMarks: hasMarks(f),
	}
}

// Alias compares the psize bytes at p with the qsize bytes at q, for pointers
// that exist at the same time: in the same iteration of every loop around them.
// A negative size is unknown: bytes before the pointer may be meant as well.
func (a *Alias) Alias(p Value, psize int64, q Value, qsize int64) AliasResult {
	return a.compare(p, psize, q, qsize, false)
}

// AliasAnytime compares all bytes that p may mean during one run of the function
// with all that q may mean: in different iterations too. MustAlias is given
// only for addresses computed once.
func (a *Alias) AliasAnytime(p Value, psize int64, q Value, qsize int64) AliasResult {
	return a.compare(p, psize, q, qsize, true)
}

func (a *Alias) compare(p Value, psize int64, q Value, qsize int64, anytime bool) AliasResult {
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

// commonScale is what the unknown part of a distance is a multiple of: what all
// scales have in common; without inbounds only powers of two survive wrapping.
func commonScale(terms []term, inbounds bool) int64 {
	var g uint64
	for _, t := range terms {
		g = gcd(g, absInt(t.scale))
	}
	if !inbounds {
		g &= -g
	}
	if g > 1<<40 {
		return 1
	}
	return int64(g)
}

// EqualOrApart reports whether the size bytes at p and those at q, pointers that
// exist at the same time, are the same or have none in common.
func (a *Alias) EqualOrApart(p, q Value, size int64) bool {
	if r := a.Alias(p, size, q, size); r != MayAlias {
		return true
	}
	x, y := a.address(p), a.address(q)
	g := commonScale(append(slices.Clone(x.terms), y.terms...), x.inbounds && y.inbounds)
	return x.base == y.base && g > 0 && g >= size && (y.off-x.off)%g == 0
}

func gcd(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// once reports whether v has one value in a run of the function.
func (a *Alias) once(v Value) bool {
	i, ok := v.(*Instr)
	if !ok {
		return true
	}
	return i.Parent != nil && !a.tangled && a.dt.Reachable(i.Parent) && a.loops.Of(i.Parent) == nil
}

// apart reports whether p and q point into different objects.
func (a *Alias) apart(p, q Value) bool {
	for _, x := range a.objectsOf(p) {
		for _, y := range a.objectsOf(q) {
			if !a.distinct(x, y) {
				return false
			}
		}
	}
	return true
}

// ApartTogether reports whether p and q, as they are at one time, point into
// different objects, though each may come to point into the other's: two buffers
// that change places.
func (a *Alias) ApartTogether(p, q Value) bool {
	return a.together(p, q, map[[2]Value]bool{})
}

func (a *Alias) together(p, q Value, assumed map[[2]Value]bool) bool {
	if a.foundApart(p, q) {
		return true
	}
	p, q = StripAddress(p), StripAddress(q)
	if assumed[[2]Value{p, q}] || a.apart(p, q) {
		return true
	}
	x, ok := p.(*Instr)
	y, ok2 := q.(*Instr)
	if !ok || !ok2 || x == y || x.Op != Phi || y.Op != Phi || x.Parent != y.Parent || len(assumed) > maxObjects {
		return false
	}
	// Values of one block are made together: what holds when control enters it,
	// and behind every way back if it held before, always holds.
	assumed[[2]Value{p, q}], assumed[[2]Value{q, p}] = true, true
	for k, from := range x.Blocks {
		if !a.together(x.Arg(k), y.Incoming(from), assumed) {
			return false
		}
	}
	return true
}

func (a *Alias) objectsOf(p Value) []object {
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
		local := y.kind == objStack || y.kind == objFresh || y.kind == objParam && noalias(y.v)
		i, ok := x.v.(*Instr) // not one where objectsOf gave up
		return ok && local && (i.Op == Load || i.IsCall()) && !a.escapes(y.v)
	case objStack, objFresh:
		return true
	case objGlobal:
		return y.kind == objGlobal || noalias(y.v)
	}
	return noalias(x.v) || noalias(y.v)
}

func (a *Alias) escapes(v Value) bool {
	e, ok := a.escaped[v]
	if !ok {
		e = a.effects.escapes(v)
		a.escaped[v] = e
	}
	return e
}

// MayWrite reports whether the instruction i, whenever it runs, may write any of
// the size bytes that p means at any time (size negative: anything near p).
func (a *Alias) MayWrite(i *Instr, p Value, size int64) bool {
	switch i.Op {
	case Store:
		return a.writesAt(i.Arg(1), a.storeSize(i.Arg(0).Type()), p, size)
	case AtomicRMW, CmpXchg:
		return a.writesAt(i.Arg(0), a.storeSize(i.Arg(1).Type()), p, size)
	case VAArg:
		return a.writesAt(i.Arg(0), -1, p, size)
	case Load:
		return i.Flags&Atomic != 0 && !a.untouchable(p) && !a.private(p) // others may become visible
	case Fence:
		return !a.untouchable(p) && !a.private(p)
	case Call, Invoke, CallBr:
		return a.callWrites(i, p, size)
	}
	return false
}

// Clobbers reports whether w, whenever it runs, may write what the load l reads
// at any time. Unlike MayWrite it uses the types that !tbaa gives.
func (a *Alias) Clobbers(w, l *Instr) bool {
	if !a.MayWrite(w, l.Arg(0), a.storeSize(l.Typ)) {
		return false
	}
	if a.IgnoreTypes || w.Op != Store || !a.types.apart(w.Metadata("tbaa"), l.Metadata("tbaa")) {
		return true
	}
	return a.oneObject(w.Arg(1), l.Arg(0))
}

// oneObject reports whether p and q may stem from the same object by what is
// seen of their computation.
func (a *Alias) oneObject(p, q Value) bool {
	for _, x := range a.objectsOf(p) {
		for _, y := range a.objectsOf(q) {
			if x.v == y.v {
				return true
			}
		}
	}
	return false
}

func (a *Alias) storeSize(t *Type) int64 {
	if t.Kind == VectorKind && t.Scalable || t.Kind == TargetKind {
		return -1
	}
	return a.f.Module.Layout.StoreSize(t)
}

func (a *Alias) writesAt(q Value, qsize int64, p Value, size int64) bool {
	return !a.untouchable(p) && a.AliasAnytime(q, qsize, p, size) != NoAlias
}

// untouchable reports whether p points into constant variables only.
func (a *Alias) untouchable(p Value) bool {
	for _, o := range a.objectsOf(p) {
		if g, ok := o.v.(*Global); !ok || o.kind != objGlobal || !g.IsConst() {
			return false
		}
	}
	return true
}

// private reports whether p points only into objects that no other address
// leads to: local ones whose address stays in the function, and what noalias
// parameters point to.
func (a *Alias) private(p Value) bool {
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
func (a *Alias) Private(p Value) Value {
	var one Value
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

func (a *Alias) callWrites(i *Instr, p Value, size int64) bool {
	if a.untouchable(p) {
		return false
	}
	e := a.effects.Call(i)
	if !e.Writes() {
		return false
	}
	if !a.private(p) && (e.Other&Writes != 0 || e.Errno&Writes != 0 && a.mayBeErrno(p, size)) {
		return true
	}
	if (e.Arg|e.Other)&Writes == 0 {
		return false
	}
	sizes := writtenArgs(i)
	for k := range i.NumCallArgs() {
		q := i.Arg(k)
		if !q.Type().IsPtrOrVec() || a.effects.argAccess(i, k)&Writes == 0 {
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
func writtenArgs(i *Instr) *int64 {
	f := i.CalledFunc()
	if f == nil || i.NumCallArgs() < 3 {
		return nil
	}
	for _, n := range []string{"llvm.memcpy.", "llvm.memmove.", "llvm.memset."} {
		if len(f.Name) > len(n) && f.Name[:len(n)] == n {
			size := int64(-1)
			if v, ok := IntValue(i.Arg(2)); ok && v >= 0 {
				size = v
			}
			return &size
		}
	}
	return nil
}

// mayBeErrno reports whether p may point to errno, an int that is no variable of
// the module.
func (a *Alias) mayBeErrno(p Value, size int64) bool {
	if size > 4 {
		return false
	}
	for _, o := range a.objectsOf(p) {
		if o.kind == objUnknown || o.kind == objParam {
			return true
		}
		if g, ok := o.v.(*Global); ok && g.Init == nil && g.InitText == "" {
			return true
		}
	}
	return false
}

// address is base + off + the sum of scale * value.
type address struct {
	base     Value
	off      int64
	terms    []term
	inbounds bool
}

type term struct {
	v     Value
	scale int64
	width int // bits of v that count, sign-extended
}

const maxTerms = 8

// address is p taken apart.
func (a *Alias) address(p Value) address {
	x, ok := a.addresses[p]
	if !ok {
		x = takeApart(a.f.Module.Layout, p)
		a.addresses[p] = x
	}
	return x
}

// Base is the value that p is computed from by constants and indices. Where the
// bases of two addresses differ, what is known of the addresses is known of the
// bases.
func (a *Alias) Base(p Value) Value { return a.address(p).base }

// takeApart follows the GEPs of p as far as it goes.
func takeApart(layout *Layout, p Value) address {
	x := address{base: p, inbounds: true}
	for range 1000 {
		var args []Value
		var elem *Type
		var flags Flags
		switch v := x.base.(type) {
		case *Instr:
			switch {
			case v.Op == BitCast && v.Typ.IsPtr():
				x.base = v.Arg(0)
				continue
			case v.Op == GetElementPtr && v.Typ.IsPtr() && !isMark(v):
				args, elem, flags = v.Args(), v.Elem, v.Flags
			default:
				return x
			}
		case *Const:
			if v.Kind != ConstExpr || v.Op != BitCast && v.Op != GetElementPtr {
				return x
			}
			args, elem, flags = v.Elems, v.Elem, v.Flags
			if v.Op == BitCast {
				x.base = v.Elems[0]
				continue
			}
		default:
			return x
		}
		y, ok := gepTerms(layout, elem, args)
		if !ok || len(x.terms)+len(y.terms) > maxTerms {
			return x
		}
		x.base = args[0]
		x.off += y.off
		x.terms = append(x.terms, y.terms...)
		x.inbounds = x.inbounds && flags&InBounds != 0
	}
	return x
}

func gepTerms(layout *Layout, elem *Type, args []Value) (x address, ok bool) {
	ok = layout.Steps(elem, args[1:], func(v Value, size int64) bool {
		if v == nil {
			x.off += size
			return true
		}
		if !v.Type().IsInt() {
			return false
		}
		if c, constant := IntValue(v); constant {
			hi, lo := bits.Mul64(absInt(c), uint64(size))
			x.off += c * size
			return hi == 0 && lo <= 1<<62
		}
		if size != 0 {
			x.terms = append(x.terms, indexTerm(v, size)...)
			if c, ok := indexOffset(v); ok {
				x.off += c * size
			}
		}
		return true
	})
	return x, ok
}

// indexTerm and indexOffset see an index i+c as i and c where the sum does not
// wrap.
func indexTerm(v Value, scale int64) []term {
	v, width := stripIndex(v)
	if i, _, ok := addedConst(v); ok {
		v, width = stripIndexTo(i, width)
	}
	return []term{{v, scale, width}}
}

func indexOffset(v Value) (int64, bool) {
	v, _ = stripIndex(v)
	_, c, ok := addedConst(v)
	return c, ok
}

// stripIndex removes sign extensions: GEP indices are extended that way.
func stripIndex(v Value) (Value, int) { return stripIndexTo(v, v.Type().Bits) }

func stripIndexTo(v Value, width int) (Value, int) {
	for {
		i, ok := v.(*Instr)
		if !ok || i.Op != SExt {
			return v, width
		}
		v = i.Arg(0)
		width = v.Type().Bits
	}
}

func addedConst(v Value) (Value, int64, bool) {
	i, ok := v.(*Instr)
	if !ok || i.Op != Add && i.Op != Sub || i.Flags&NSW == 0 {
		return v, 0, false
	}
	c, ok := IntValue(i.Arg(1))
	if !ok || c > 1<<30 || c < -1<<30 {
		return v, 0, false
	}
	if i.Op == Sub {
		c = -c
	}
	return i.Arg(0), c, true
}
