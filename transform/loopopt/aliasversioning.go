package loopopt

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/edit"
)

// A loop that reads through one pointer and writes through another may read what it wrote,
// unless the pointers are restrict; a derivative then has to keep what was read. Where both
// ranges can be computed before the loops, a check at run time finds them disjoint in most
// programs. LoopAliasVersioning makes two versions of the loops for that: one with the
// pointers marked as disjoint (analysis.MarkDisjoint), and the original.

// AliasCheck is the name of the function that checks at run time whether ranges of memory are
// disjoint. Its arguments are the number of the check and, for each range, [begin, end)
// relative to the marked pointer. Synthesis emits the comparisons, those of the shadows
// included.
const AliasCheck = "llad.apart"

const (
	maxVersionedInstrs   = 1500 // of a function
	maxVersionedAccesses = 200
	maxVersionedRoots    = 10 // pointers that are compared, each with each
	maxVersionQueries    = 2000
	maxShortLoop         = 16 // iterations of a loop for which nothing is looked at
)

// pointerAccesses are the accesses through one pointer.
type pointerAccesses struct {
	ptr      ir.Value
	field    *field // that ptr is read from in the versions, nil when it is known in front of them
	all      []*ir.Instr
	stores   []*ir.Instr
	loads    []*ir.Instr
	float    bool
	lo, end  ir.Value
	conflict bool
}

// aliasVersioner is the state of LoopAliasVersioning in one function.
type aliasVersioner struct {
	f     *ir.Function
	dt    *ir.DomTree
	li    *analysis.LoopInfo
	roots map[ir.Value]*pointerAccesses
	order []*pointerAccesses
	at    *ir.Block
	from  int                // the first instruction of at that belongs to the versions
	front map[*ir.Instr]bool // those of at before it

	bounds  *analysis.Bounds
	fields  map[fieldKey]*field
	objects map[ir.Value]bool // parameters that fields were read from ahead
	guarded []*field          // those that may be read ahead on conditions only
	reads   []guardedRead     // of these, as they are done
	preds   [][]*ir.Block     // nil before somebody asks
}

// LoopAliasVersioning makes a second version of a function's loops, guarded by a run-time
// check that the ranges accessed through its pointers are disjoint, where reads and writes may
// alias otherwise and a derivative would have to keep what is read. The pointers of that
// version are marked (analysis.MarkDisjoint). It must run before LoopSimplify and LCSSA, and
// reports whether anything changed.
func LoopAliasVersioning(f *ir.Function) bool {
	a := &aliasVersioner{f: f, roots: map[ir.Value]*pointerAccesses{}}
	n := 0
	for _, b := range f.Blocks {
		if n += len(b.Instrs); n > maxVersionedInstrs {
			return false
		}
	}
	a.dt = ir.Dominators(f)
	a.li = analysis.Loops(f, a.dt)
	if len(a.li.All) == 0 || len(ir.Irreducible(f, a.dt)) > 0 || !a.collect() || !a.place() || !a.choose() {
		return false
	}
	cut := cutByMask(f, a.li)
	return a.check() || cut
}

// collect groups the accesses by their root pointers; false where there are too many, or
// control flow is not understood.
func (a *aliasVersioner) collect() bool {
	n := 0
	for _, b := range a.f.Blocks {
		if t := b.Term(); !a.dt.Reachable(b) || t.Op == ir.IndirectBr || t.Op == ir.CallBr {
			return false
		}
		for _, i := range b.Instrs {
			if f := i.CalledFunc(); f != nil && strings.HasPrefix(f.Name, "__llad_") {
				return false // says something about one loop
			}
			for _, x := range addressesOf(i) {
				for _, ptr := range choicesOf(rootOf(x.p)) {
					if knownObject(ptr) {
						continue
					}
					if n++; n > maxVersionedAccesses {
						return false
					}
					r := a.roots[ptr]
					if r == nil {
						r = &pointerAccesses{ptr: ptr}
						a.roots[ptr] = r
						a.order = append(a.order, r)
					}
					r.all = append(r.all, i)
				}
			}
		}
	}
	return len(a.order) > 1
}

// addressed is a range of memory that an instruction accesses: bytes at p.
type addressed struct {
	p       ir.Value
	bytes   ir.Value
	written bool
}

// addressesOf lists the ranges that i accesses, if it is a non-volatile load or store or a
// memory intrinsic.
func addressesOf(i *ir.Instr) []addressed {
	switch {
	case i.Flags&(ir.Volatile|ir.Atomic) != 0:
	case i.Op == ir.Load:
		return []addressed{{p: i.Arg(0), bytes: sizeOf(i, i.Typ)}}
	case i.Op == ir.Store:
		return []addressed{{p: i.Arg(1), bytes: sizeOf(i, i.Arg(0).Type()), written: true}}
	case i.Op == ir.Call:
		f := i.CalledFunc()
		if f == nil {
			return nil
		}
		switch set := strings.HasPrefix(f.Name, "llvm.memset."); {
		case set, strings.HasPrefix(f.Name, "llvm.memcpy."), strings.HasPrefix(f.Name, "llvm.memmove."):
			if v, ok := ir.IntValue(i.Arg(3)); !ok || v != 0 {
				return nil
			}
			l := []addressed{{p: i.Arg(0), bytes: i.Arg(2), written: true}}
			if !set {
				l = append(l, addressed{p: i.Arg(1), bytes: i.Arg(2)})
			}
			return l
		}
	}
	return nil
}

func sizeOf(i *ir.Instr, t *ir.Type) ir.Value {
	if t.Kind == ir.VectorKind && t.Scalable || t.Kind == ir.TargetKind {
		return nil
	}
	return ir.NewInt(ir.I64, i.Parent.Parent.Module.Layout.StoreSize(t))
}

// knownObject reports whether p is known not to alias other root pointers, or nothing is
// accessed through it.
func knownObject(p ir.Value) bool {
	switch v := p.(type) {
	case *ir.Param:
		return v.HasAttr("noalias") || v.HasAttr("byval")
	case *ir.Global:
		return v.IsConst()
	case *ir.Instr:
		return v.Op != ir.Load
	}
	return true
}

// choose selects the pointers to compare: those that are available where the versions begin,
// are used for accesses only, and of which one is written while another may be read.
func (a *aliasVersioner) choose() bool {
	var l []*pointerAccesses
	byField := map[*field]*pointerAccesses{}
	for _, r := range a.order {
		if !a.before(r.ptr) {
			if r.field = a.fieldOf(r.ptr); r.field == nil {
				continue
			}
		}
		var in []*ir.Instr
		for _, i := range r.all {
			if a.inside(i) {
				in = append(in, i)
			}
		}
		if r.all = in; len(in) == 0 || !a.accessesOnly(r) {
			continue
		}
		for _, i := range in {
			for _, x := range addressesOf(i) {
				switch {
				case !a.through(x, r):
				case x.written:
					r.stores = append(r.stores, i)
				case i.Op == ir.Load:
					r.loads = append(r.loads, i)
				}
			}
			r.float = r.float || i.Op == ir.Load && i.Typ.Scalar().IsFP() || i.Op == ir.Store && i.Arg(0).Type().Scalar().IsFP()
		}
		if first := byField[r.field]; r.field != nil && first != nil {
			first.all, first.float = append(first.all, r.all...), first.float || r.float
			first.stores, first.loads = append(first.stores, r.stores...), append(first.loads, r.loads...)
			continue
		}
		byField[r.field] = r
		l = append(l, r)
	}
	for _, r := range l {
		for _, i := range r.loads {
			if !i.Typ.Scalar().IsFP() {
				a.fieldOf(i)
			}
		}
	}
	alias := edit.NewAlias(a.f)
	any := false
	for _, w := range l {
		for _, r := range l {
			if w != r && len(w.stores) > 0 && len(r.loads) > 0 && a.mayMeet(alias, w, r) {
				w.conflict, r.conflict = true, true
				any = any || r.float
			}
		}
	}
	a.order = a.order[:0]
	for _, r := range l {
		if r.conflict || r.float || a.isObject(r) {
			a.order = append(a.order, r)
		}
	}
	return any && len(a.order) > 1
}

// isObject reports whether r is an object whose fields are root pointers of other accesses.
func (a *aliasVersioner) isObject(r *pointerAccesses) bool {
	for _, f := range a.fields {
		if f.of == r.ptr {
			return true
		}
	}
	return false
}

// through reports whether the address of x is computed from the pointer of r.
func (a *aliasVersioner) through(x addressed, r *pointerAccesses) bool {
	return slices.ContainsFunc(choicesOf(rootOf(x.p)), func(root ir.Value) bool {
		i, ok := root.(*ir.Instr)
		return root == r.ptr || ok && r.field != nil && slices.Contains(r.field.loads, i)
	})
}

// mayMeet reports whether a store through w may clobber a load through r in a loop of many
// iterations.
func (a *aliasVersioner) mayMeet(alias *analysis.Alias, w, r *pointerAccesses) bool {
	for n, i := range r.loads {
		if n < 8 && a.long(a.li.Of(i.Parent)) && alias.Clobbers(w.stores[0], i) {
			return true
		}
	}
	return false
}

// long reports whether l or a loop around it may have maxShortLoop iterations or more. What a
// shorter loop reads is kept on the stack, which is cheaper than a check.
func (a *aliasVersioner) long(l *analysis.Loop) bool {
	for ; l != nil; l = l.Parent {
		n := analysis.BackedgeCount(l)
		if n == nil {
			return true
		}
		if c, ok := n.Const(); !ok || c >= maxShortLoop {
			return true
		}
	}
	return false
}

// accessesOnly reports whether the versions use the pointer of r for nothing but accesses and
// comparisons.
func (a *aliasVersioner) accessesOnly(r *pointerAccesses) bool {
	covered := map[*ir.Instr]bool{}
	for _, i := range r.all {
		covered[i] = true
	}
	seen := map[ir.Value]bool{}
	work := []ir.Value{r.ptr}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for u := range ir.Uses(v) {
			i := u.User
			if i.Parent == nil || i.Parent.Parent != a.f || !a.inside(i) && i.Op != ir.Phi && i.Op != ir.GetElementPtr && i.Op != ir.BitCast {
				continue
			}
			switch {
			case i.Op == ir.ICmp, i.Op == ir.PtrToInt:
			case i.Op == ir.GetElementPtr && u.Index() == 0, i.Op == ir.BitCast && i.Typ.IsPtr(), i.Op == ir.Phi:
				if !seen[i] {
					seen[i] = true
					work = append(work, i)
				}
			case covered[i] && !(i.Op == ir.Store && u.Index() == 0):
			default:
				return false
			}
		}
	}
	return true
}
