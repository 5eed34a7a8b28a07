package checkpoint

import (
	"cmp"
	"fmt"
	"strconv"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/rules"
)

// How much memory an address leads to.

// extent gives the memory that a root leads to; none says that it needs no
// place in the state. size is nil when it is not known.
func (f *stateFinder) extent(root ir.Value, all []access) (ptr, size ir.Value, none bool) {
	for _, s := range f.stated {
		for _, r := range f.sourcesOf(s.ptr) {
			if r == root || sameLoad(r, root) {
				return s.ptr, s.size, false
			}
		}
	}
	switch r := root.(type) {
	case *ir.Const:
		return nil, nil, r.Kind != ir.ConstExpr
	case *ir.Function:
		return nil, nil, true
	case *ir.Global:
		if r.Keyword != "global" || r.ValueType == nil {
			return nil, nil, r.IsConst()
		}
		if !r.SizeKnown() {
			return nil, nil, false
		}
		return r, i64(f.m.Layout.AllocSize(r.ValueType)), false
	case *ir.Param:
		if n := f.paramBytes(r); n > 0 {
			return r, i64(n), false
		}
		if ptr, size, none = f.constRange(r, all); ptr == nil && !none {
			if p, bytes, ok := f.affineRange(r, all); ok {
				f.ranged[p] = true
				return p, bytes, false
			}
		}
		return ptr, size, none
	case *ir.Instr:
		switch {
		case f.inPool(r):
			return nil, nil, true
		case r.Op == ir.Alloca:
			n, ok := ir.IntValue(r.Arg(0))
			if f.inLoop(r) {
				return nil, nil, true
			}
			if ok {
				return r, i64(n * f.m.Layout.AllocSize(r.Elem)), false
			}
			if f.before(r) {
				return r, f.b.Mul(f.b.Cast(ir.ZExt, r.Arg(0), ir.I64), i64(f.m.Layout.AllocSize(r.Elem))), false
			}
		case f.isAlloc(r) && f.inLoop(r):
			return nil, nil, f.endsInIteration(r)
		case f.isAlloc(r):
			return f.allocated(r)
		}
	}
	return nil, nil, false
}

// allocated gives the memory of an allocation before the loop. Where it is made
// only on some ways, a phi must have it, or null.
func (f *stateFinder) allocated(r *ir.Instr) (ptr, size ir.Value, none bool) {
	size = f.allocSize(r)
	if size == nil || f.before(r) {
		return r, size, false
	}
	ptr, size = f.orNull(r, size)
	return ptr, size, false
}

// allocSize gives the bytes that an allocation outside of the loop makes, nil where
// its arguments do not tell.
func (f *stateFinder) allocSize(r *ir.Instr) ir.Value {
	b := f.b
	if !f.before(r) {
		b = ir.NewBuilder(r.Parent)
		b.Before(r)
	}
	var size ir.Value
	for _, k := range rules.Lookup(r.CalledFunc().Name).SizeArgs {
		n := b.Cast(ir.ZExt, r.Arg(k), ir.I64)
		if size == nil {
			size = n
		} else {
			size = b.Mul(size, n)
		}
	}
	return size
}

// instead gives the size of an allocation that is made where r is not.
func (f *stateFinder) instead(v ir.Value, r *ir.Instr) ir.Value {
	i, ok := v.(*ir.Instr)
	if !ok || !f.isAlloc(i) || f.inLoop(i) || mayFollow(i.Parent, r.Parent) || mayFollow(r.Parent, i.Parent) {
		return nil
	}
	return f.allocSize(i)
}

// mayFollow reports whether control may come from one block to another.
func mayFollow(from, to *ir.Block) bool {
	seen := map[*ir.Block]bool{}
	work := []*ir.Block{from}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b == to {
			return true
		}
		for _, s := range b.Succs() {
			if !seen[s] {
				seen[s] = true
				work = append(work, s)
			}
		}
	}
	return false
}

// orNull gives a phi, known before the loop, that has the allocation's address
// or null, or that of an allocation which is made instead, and one that has the
// size or 0.
func (f *stateFinder) orNull(r *ir.Instr, size ir.Value) (ptr, bytes ir.Value) {
	sizes := map[ir.Value]ir.Value{r: size}
	var phis []*ir.Instr
	work := []*ir.Instr{r}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for u := range ir.Uses(v) {
			if phi := u.User; phi.Op == ir.Phi && sizes[phi] == nil {
				sizes[phi] = phi
				phis = append(phis, phi)
				work = append(work, phi)
			}
		}
	}
	for again := true; again; { // without those that have other addresses too
		again = false
		for _, phi := range phis {
			for _, v := range phi.Args() {
				if sizes[phi] != nil && sizes[v] == nil && !analysis.LeadsNowhere(v) {
					if n := f.instead(v, r); n != nil {
						sizes[v] = n
						continue
					}
					delete(sizes, phi)
					again = true
				}
			}
		}
	}
	for _, phi := range phis {
		if sizes[phi] != nil && f.before(phi) {
			ptr = phi
		}
	}
	if ptr == nil {
		return nil, nil
	}
	made := make([]*ir.Instr, len(phis))
	for k, phi := range phis {
		if sizes[phi] != nil {
			b := ir.NewBuilder(phi.Parent)
			b.AtStart(phi.Parent)
			made[k] = b.Phi(ir.I64)
			sizes[phi] = made[k]
		}
	}
	for k, phi := range phis {
		if made[k] == nil {
			continue
		}
		for n, v := range phi.Args() {
			if analysis.LeadsNowhere(v) {
				made[k].AddIncoming(i64(0), phi.Blocks[n])
			} else {
				made[k].AddIncoming(sizes[v], phi.Blocks[n])
			}
		}
	}
	return ptr, sizes[ptr]
}

// before reports whether i has always been run when the loop is entered.
func (f *stateFinder) before(i *ir.Instr) bool {
	return !f.inLoop(i) && f.dt.Dominates(i.Parent, f.l.Preheader())
}

// endsInIteration reports whether memory allocated in the loop is freed there
// and does not get from one iteration to another.
func (f *stateFinder) endsInIteration(alloc *ir.Instr) bool {
	seen := map[ir.Value]bool{}
	freed := false
	var stays func(v ir.Value) bool
	stays = func(v ir.Value) bool {
		if seen[v] {
			return true
		}
		seen[v] = true
		for u := range ir.Uses(v) {
			switch i := u.User; i.Op {
			case ir.Load, ir.ICmp:
			case ir.Store:
				if u.Index() == 0 {
					return false
				}
			case ir.GetElementPtr, ir.BitCast, ir.Phi, ir.Select:
				if !f.inLoop(i) || i.Op == ir.Phi && i.Parent == f.l.Header || !stays(i) {
					return false
				}
			case ir.PtrToInt: // of which only distances are taken
				for d := range ir.Uses(i) {
					if op := d.User.Op; op != ir.Sub && op != ir.ICmp {
						return false
					}
				}
			case ir.Call:
				g := i.CalledFunc()
				if g == nil {
					return false
				}
				if k := rules.Lookup(g.Name); k != nil && k.Class == rules.Free {
					freed = true
				}
			default:
				return false
			}
		}
		return true
	}
	return stays(alloc) && freed
}

// paramBytes is what a parameter's attributes say of the memory behind it.
func (f *stateFinder) paramBytes(p *ir.Param) int64 {
	for _, name := range []string{"byval", "sret"} {
		if text, ok := p.Attr(name); ok && text != "" {
			if t, err := f.m.ParseType(text); err == nil {
				return f.m.Layout.AllocSize(t)
			}
		}
	}
	var n int64
	if text, ok := p.Attr("dereferenceable"); ok {
		fmt.Sscan(text, &n)
	}
	return n
}

// constRange gives the bytes behind a parameter when every access to them is at
// a constant distance.
func (f *stateFinder) constRange(p *ir.Param, all []access) (ptr, size ir.Value, none bool) {
	lo, hi := int64(0), int64(0)
	first := true
	for _, a := range all {
		for _, root := range f.rootsOf(a.ptr) {
			if root != ir.Value(p) {
				continue
			}
			off, ok := f.constOffset(a.ptr, p)
			if !ok || a.size < 0 || !f.always(a.i) {
				return nil, nil, false
			}
			if first || off < lo {
				lo = off
			}
			if first || off+a.size > hi {
				hi = off + a.size
			}
			first = false
		}
	}
	return f.b.Offset(p, i64(lo)), i64(hi - lo), false
}

// always reports whether i runs in every iteration, the last one included.
func (f *stateFinder) always(i *ir.Instr) bool {
	if !f.dt.Dominates(i.Parent, f.l.Latch()) {
		return false
	}
	for _, e := range f.l.ExitEdges() {
		if !f.dt.Dominates(i.Parent, e.From) {
			return false
		}
	}
	return true
}

// called is the name of a parameter, or its number.
func (f *stateFinder) called(q *ir.Param) string {
	return cmp.Or(f.p.ParamNames()[q.Index], strconv.Itoa(q.Index))
}

// suchAs is an example of an extent, by an integer that the function gets.
func (f *stateFinder) suchAs() string {
	for _, q := range f.p.Params {
		if q.Typ.IsInt() && q.Typ.Bits > 8 {
			if name := f.called(q); name != strconv.Itoa(q.Index) {
				return "8*" + name
			}
			return "8*#" + strconv.Itoa(q.Index)
		}
	}
	return "bytes"
}

// unknown refuses memory whose extent is not known, by its name where it has one.
func (f *stateFinder) unknown(i *ir.Instr, root ir.Value, verb string) {
	what, arg, param := "memory whose address is computed or loaded", "pointer", ""
	switch r := root.(type) {
	case *ir.Param:
		what, param = fmt.Sprintf("the memory behind parameter %d", r.Index), f.called(r)
		if param != strconv.Itoa(r.Index) {
			what, arg = "the memory behind parameter '"+param+"'", param
		}
	case *ir.Global:
		what, arg = "the variable '"+r.Name+"'", "&"+r.Name
	case *ir.Instr:
		if f.isAlloc(r) {
			what = "memory that is allocated in the loop and outlives the iteration"
			if !f.inLoop(r) {
				what = "memory that is not always allocated before the loop"
			}
		}
	}
	hint := fmt.Sprintf("state its extent before the loop: __llad_state(%s, bytes)", arg)
	if param != "" {
		hint += fmt.Sprintf("; or `-state %s=%s`", param, f.suchAs())
	}
	f.refuse(i, codeNoState, hint,
		"the loop %s %s, whose extent is not known: its state cannot be put aside", verb, what)
}
