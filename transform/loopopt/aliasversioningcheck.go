package loopopt

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/edit"
)

// check emits the ranges, the call of AliasCheck, and the two versions behind it.
func (a *aliasVersioner) check() bool {
	a.readGuarded()
	var behind *ir.Instr
	if a.from > 0 {
		behind = a.at.Instrs[a.from-1]
	}
	size := len(a.at.Instrs)
	s := analysis.NewBounds(a.f, a.at, behind, a.dt, a.li, maxVersionQueries)
	a.bounds, a.objects = s, map[ir.Value]bool{}
	s.Loaded = a.ahead
	var l []*pointerAccesses
	for _, r := range a.order {
		if a.ranges(s, r) {
			l = append(l, r)
		}
	}
	l = a.needed(l)
	added := len(a.at.Instrs) - size
	written, read := false, false
	for _, r := range l {
		written = written || r.conflict && len(r.stores) > 0
		read = read || r.conflict && r.float
	}
	if len(l) < 2 || len(l) > maxVersionedRoots || !written || !read || !a.fieldsStay(l) {
		for _, i := range a.at.Instrs[a.from : a.from+added] {
			i.DropArgs()
		}
		a.at.Instrs = append(a.at.Instrs[:a.from], a.at.Instrs[a.from+added:]...)
		a.undoReads()
		return false
	}
	w := a.unwrapper(s)
	m := a.f.Module
	b := s.Builder()
	node := a.node()
	args := []ir.Value{ir.NewInt(ir.I64, int64(node))}
	for _, r := range l {
		args = append(args, r.lo, r.end)
	}
	callee := m.Declare(AliasCheck, m.Types.Func(ir.I1, nil, true))
	var c ir.Value = b.CallFunc(callee, args...)
	for _, h := range s.Holds() {
		c = b.Binary(ir.And, c, h)
	}
	if r := a.rows(); r != nil && r.known(a) {
		c = r.and(b, c)
	}
	w.rewrite(a.versions(c, l, node))
	a.undoReads()
	return true
}

// node is a number that no other check of the function has.
func (a *aliasVersioner) node() int {
	n := 0
	for _, b := range a.f.Blocks {
		for _, i := range b.Instrs {
			if f := i.CalledFunc(); f != nil && f.Name == AliasCheck {
				n++
			}
		}
	}
	return n
}

// ranges computes [begin, end) of what is accessed through r.
func (a *aliasVersioner) ranges(s *analysis.Bounds, r *pointerAccesses) bool {
	b := s.Builder()
	if r.field != nil {
		a.ahead(r.field.loads[0])
	}
	for _, i := range r.all {
		for _, x := range addressesOf(i) {
			if !a.through(x, r) {
				continue
			}
			if x.bytes == nil {
				return false
			}
			lo, end := s.Address(rootOf(x.p), x.p, x.bytes, i.Parent)
			if lo == nil {
				return false
			}
			if r.lo == nil {
				r.lo, r.end = lo, end
				continue
			}
			if lo != r.lo {
				r.lo = b.Select(b.ICmp(ir.SLT, lo, r.lo), lo, r.lo)
			}
			if end != r.end {
				r.end = b.Select(b.ICmp(ir.SGT, end, r.end), end, r.end)
			}
		}
	}
	return true
}

// versions copies the blocks behind the check for the case that c holds, with the pointers of
// l marked as disjoint. It returns the map from values to their copies.
func (a *aliasVersioner) versions(c ir.Value, l []*pointerAccesses, node int) map[ir.Value]ir.Value {
	f := a.f
	var region []*ir.Block
	for _, b := range f.Blocks {
		if b != a.at && a.dt.Dominates(a.at, b) {
			region = append(region, b)
		}
	}
	// What stands behind the check moves to a block of its own.
	at := 0
	for k, i := range a.at.Instrs {
		if i == c {
			at = k + 1
		}
	}
	tail := edit.SplitBehind(a.at, at-1, "loops")
	region = append([]*ir.Block{tail}, region...)
	values, blocks := f.CopyBlocks(region, ".apart")
	b := ir.NewBuilder(a.at)
	b.CondBr(c, blocks[tail], tail)
	b.AtStart(blocks[tail])
	for k, r := range l {
		ptr := r.ptr
		if r.field != nil {
			ptr = r.field.value
		}
		mark := ir.NewInstr(ir.GetElementPtr, ptr.Type(), ptr, ir.NewInt(ir.I64, 0))
		mark.Elem = ir.I8
		if t := ptr.Type(); t.Elem != nil {
			mark.Elem = t.Elem
		}
		mark.Flags |= ir.InBounds
		b.Insert(mark)
		analysis.MarkDisjoint(mark, node, k)
		if r.field != nil {
			for _, ld := range r.field.loads {
				if c := values[ld]; c != nil {
					ir.ReplaceAllUses(c, mark)
				}
			}
			continue
		}
		through := a.fromMark(b, r.ptr, mark)
		made := map[*ir.Instr]bool{}
		for _, to := range through {
			made[to] = true
		}
		for _, old := range region {
			for _, i := range blocks[old].Instrs {
				for k := range i.NumArgs() {
					if to := through[i.Arg(k)]; to != nil && !made[i] {
						i.SetArg(k, to)
					}
				}
			}
		}
	}
	return values
}

// fromMark recomputes, from the marked pointer, the addresses that were computed from ptr
// before the versions begin, and returns the map from old to new: accesses through the old
// addresses would not be known to be disjoint.
func (a *aliasVersioner) fromMark(b *ir.Builder, ptr ir.Value, mark *ir.Instr) map[ir.Value]*ir.Instr {
	through := map[ir.Value]*ir.Instr{ptr: mark}
	work := []ir.Value{ptr}
	for len(work) > 0 {
		v := work[0]
		work = work[1:]
		var from []*ir.Instr
		for u := range ir.Uses(v) {
			i := u.User
			address := i.Op == ir.GetElementPtr || i.Op == ir.BitCast && i.Typ.IsPtr()
			if address && u.Index() == 0 && i.Parent != nil && i.Parent.Parent == a.f && through[i] == nil && a.before(i) {
				from = append(from, i)
			}
		}
		for _, i := range from {
			c := i.Copy()
			c.SetArg(0, through[v])
			b.Insert(c)
			through[i] = c
			work = append(work, i)
		}
	}
	return through
}
