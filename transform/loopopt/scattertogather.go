package loopopt

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/edit"
)

// ScatterToGather turns updates of several neighbouring elements in each iteration of an
// innermost loop, as in reversed stencils, into one update of one element: otherwise each
// element is updated in several iterations, each waiting for the store of the one before. The
// contributions of earlier iterations are carried in registers to the iteration that updates
// the element last. That no other access of the loop touches these elements is proved, or
// checked at run time before the loop, where rows of nested vectors may alias; if the check
// fails, the original loop runs.
//
// Every element is updated with the same values in the same order. It reports whether anything
// changed.
func ScatterToGather(f *ir.Function) bool {
	var todo []*scatterLoop
	var alias *analysis.Alias
	li := analysis.Loops(f, ir.Dominators(f))
	for _, l := range li.All {
		n := &scatterLoop{f: f, l: l, layout: f.Module.Layout}
		if !n.shape() || !n.gather() {
			continue
		}
		if alias == nil {
			alias = edit.NewAlias(f)
		}
		n.alias = alias
		if n.compare() {
			todo = append(todo, n)
		}
	}
	for _, n := range todo {
		n.write()
	}
	return len(todo) > 0
}

const (
	maxNearInstrs     = 150
	maxUpdateLag      = 8   // iterations that a contribution is carried
	maxCarriedUpdates = 16  // values carried by one group
	maxComparedRows   = 8   // pairs of rows
	minGatherTrips    = 16  // iterations, of which compilers make a loop
	maxGatherStride   = 512 // bytes
)

// scatterLoop is a loop of one block, or of two of which the second only counts.
type scatterLoop struct {
	f      *ir.Function
	l      *analysis.Loop
	layout *ir.Layout
	alias  *analysis.Alias
	exit   *ir.Block // behind the loop alone
	count  *analysis.TripCount

	rows     []*accessRow
	groups   []*updateGroup
	compared [][2]*accessRow
}

// rowAccess is a load or store, and what is known of its address.
type rowAccess struct {
	i    *ir.Instr
	p    ir.Value
	off  int64 // from the first access of its row
	size int64
	in   *updateGroup // whose element it changes
}

// accessRow are accesses at constant distances from each other.
type accessRow struct {
	list   []*rowAccess
	rec    *analysis.Recurrence // of the first one
	stride int64
	writes bool
}

// elementUpdate loads an element, adds terms and stores it.
type elementUpdate struct {
	load, store *rowAccess
	adds        []*ir.Instr // from the load on
	lag         int         // how many iterations later the last change of the same element comes
}

// updateGroup are updates of the same elements in different iterations.
type updateGroup struct {
	row  *accessRow
	list []*elementUpdate
	span int
}

// shape looks at the blocks of the loop.
func (n *scatterLoop) shape() bool {
	l := n.l
	h, latch := l.Header, l.Latch()
	if len(l.Inner) > 0 || latch == nil || l.Preheader() == nil || len(l.Blocks) > 2 || len(h.Instrs) > maxNearInstrs {
		return false
	}
	edges := l.ExitEdges()
	if len(edges) != 1 || edges[0].From != h || h.Term().Op != ir.Br {
		return false
	}
	if latch != h {
		for _, i := range latch.Instrs {
			if !canon.Removable(i) && !i.Op.IsTerminator() || i.Op == ir.Load || i.Op == ir.Phi || i.IsCall() {
				return false
			}
		}
	}
	stores := 0
	for _, i := range h.Instrs {
		switch {
		case i.Op == ir.Load, i.Op == ir.Store:
			if i.Flags&(ir.Volatile|ir.Atomic) != 0 {
				return false
			}
			if i.Op == ir.Store {
				stores++
			}
		case i.Op == ir.Phi, i.Op.IsTerminator():
		case i.IsCall():
			if f := i.CalledFunc(); i.Op != ir.Call || f == nil || !f.IsDecl || !canon.Removable(i) || !touchesNothing(i, f) {
				return false
			}
		case i.Op == ir.Alloca || !canon.Removable(i):
			return false
		}
	}
	if stores < 2 {
		return false
	}
	n.count = analysis.BackedgeCount(l)
	if n.count == nil {
		return false
	}
	c, ok := n.count.Const()
	return !ok || c+1 >= minGatherTrips
}

// gather groups the accesses by row, and finds the update groups among them.
func (n *scatterLoop) gather() bool {
	of := map[*ir.Instr]*rowAccess{}
	for _, i := range n.l.Header.Instrs {
		a := &rowAccess{i: i}
		switch i.Op {
		case ir.Load:
			a.p, a.size = i.Arg(0), n.layout.StoreSize(i.Typ)
		case ir.Store:
			a.p, a.size = i.Arg(1), n.layout.StoreSize(i.Arg(0).Type())
		default:
			continue
		}
		of[i] = a
		if !n.addTo(a) {
			return false
		}
	}
	for _, r := range n.rows {
		if r.writes && r.stride != 0 {
			n.groupsOf(r, of)
		}
	}
	return len(n.groups) > 0
}

// addTo adds an access to its row.
func (n *scatterLoop) addTo(a *rowAccess) bool {
	for _, r := range n.rows {
		if d, ok := analysis.Distance(n.layout, r.list[0].p, a.p); ok && max(d, -d) < 1<<20 {
			a.off = d
			r.list = append(r.list, a)
			r.writes = r.writes || a.i.Op == ir.Store
			return true
		}
	}
	rec := n.l.Recurrence(a.p)
	if rec == nil || rec.Width != 64 {
		return false
	}
	stride, ok := rec.Step()
	if !ok || max(stride, -stride) > maxGatherStride {
		return false
	}
	n.rows = append(n.rows, &accessRow{list: []*rowAccess{a}, rec: rec, stride: stride, writes: a.i.Op == ir.Store})
	return true
}

// groupsOf finds the groups in a row: updates of elements a multiple of the stride apart.
func (n *scatterLoop) groupsOf(r *accessRow, of map[*ir.Instr]*rowAccess) {
	stride := max(r.stride, -r.stride)
	var list []*elementUpdate
	for _, a := range r.list {
		if a.i.Op == ir.Store {
			if c := n.changeBy(a, of); c != nil && a.size <= stride {
				list = append(list, c)
			}
		}
	}
	for len(list) > 0 {
		first := list[0]
		g := &updateGroup{row: r}
		var others []*elementUpdate
		for _, c := range list {
			d := c.store.off - first.store.off
			if k := d / r.stride; d%r.stride == 0 && max(k, -k) <= maxUpdateLag && c.load.i.Typ == first.load.i.Typ {
				c.lag = int(k)
				g.list = append(g.list, c)
			} else {
				others = append(others, c)
			}
		}
		list = others
		if n.settle(g) {
			for _, c := range g.list {
				c.load.in, c.store.in = g, g
			}
			n.groups = append(n.groups, g)
		}
	}
}

// settle computes the lags of a group relative to the last update, and reports whether there
// is anything to carry, and not too much.
func (n *scatterLoop) settle(g *updateGroup) bool {
	least := g.list[0].lag
	for _, c := range g.list {
		least = min(least, c.lag)
	}
	handed := 0
	for _, c := range g.list {
		c.lag -= least
		g.span = max(g.span, c.lag)
		handed += c.lag * len(c.adds)
	}
	if g.span == 0 || g.span > maxUpdateLag || handed > maxCarriedUpdates {
		return false
	}
	// Changes of one element in one iteration come one after the other.
	at := map[*ir.Instr]int{}
	for k, i := range n.l.Header.Instrs {
		at[i] = k
	}
	slices.SortStableFunc(g.list, func(a, b *elementUpdate) int {
		if a.lag != b.lag {
			return b.lag - a.lag
		}
		return at[a.store.i] - at[b.store.i]
	})
	for k, c := range g.list[1:] {
		if before := g.list[k]; before.lag == c.lag && at[before.store.i] > at[c.load.i] {
			return false
		}
	}
	return true
}

// changeBy is the update that a store ends; nil where what was loaded from there is used for
// anything but additions to it.
func (n *scatterLoop) changeBy(a *rowAccess, of map[*ir.Instr]*rowAccess) *elementUpdate {
	c := &elementUpdate{store: a}
	v, user := a.i.Arg(0), a.i
	for {
		i, ok := v.(*ir.Instr)
		if !ok || i.Parent != n.l.Header || !onlyUser(i, user) || !i.Typ.IsFP() {
			return nil
		}
		switch i.Op {
		case ir.Load:
			c.load = of[i]
			if len(c.adds) == 0 || c.load.p != a.p && c.load.off != a.off || i.Typ != a.i.Arg(0).Type() {
				return nil
			}
			slices.Reverse(c.adds)
			return c
		case ir.FAdd, ir.FSub:
			c.adds = append(c.adds, i)
			v, user = i.Arg(0), i
			if x, ok := v.(*ir.Instr); i.Op == ir.FAdd && (!ok || !n.leadsToLoad(x, a.p, 0)) {
				v = i.Arg(1)
			}
		default:
			return nil
		}
	}
}

// leadsToLoad reports whether v is the load from p with terms added.
func (n *scatterLoop) leadsToLoad(v *ir.Instr, p ir.Value, depth int) bool {
	switch {
	case v.Parent != n.l.Header || depth > maxUpdateLag:
		return false
	case v.Op == ir.Load:
		d, ok := analysis.Distance(n.layout, v.Arg(0), p)
		return ok && d == 0
	case v.Op == ir.FAdd || v.Op == ir.FSub:
		for k := range v.NumArgs() {
			if x, ok := v.Arg(k).(*ir.Instr); ok && (k == 0 || v.Op == ir.FAdd) && n.leadsToLoad(x, p, depth+1) {
				return true
			}
		}
	}
	return false
}

// onlyUser reports whether user is the only user of i, and uses it once.
func onlyUser(i, user *ir.Instr) bool {
	uses := 0
	for u := range ir.Uses(i) {
		if uses++; u.User != user || uses > 1 {
			return false
		}
	}
	return uses == 1
}

// compare keeps the groups whose elements no other access touches, as proved or as can be
// checked at run time.
func (n *scatterLoop) compare() bool {
	n.groups = slices.DeleteFunc(n.groups, func(g *updateGroup) bool {
		var ask [][2]*accessRow
		for _, r := range n.rows {
			if n.rowApart(g, r) {
				continue
			}
			pair := [2]*accessRow{g.row, r}
			known := r == g.row || slices.Contains(n.compared, pair) || slices.Contains(n.compared, [2]*accessRow{r, g.row})
			if r == g.row {
				return true
			}
			if !known {
				ask = append(ask, pair)
			}
		}
		if len(n.compared)+len(ask) > maxComparedRows {
			return true
		}
		n.compared = append(n.compared, ask...)
		return false
	})
	return len(n.groups) > 0
}

// rowApart reports whether the accesses of r outside of g are known not to touch the elements
// of g.
func (n *scatterLoop) rowApart(g *updateGroup, r *accessRow) bool {
	stride := max(g.row.stride, -g.row.stride)
	for _, a := range r.list {
		if a.in == g {
			continue
		}
		for _, c := range g.list {
			e := c.store
			if r == g.row {
				d := ((a.off-e.off)%stride + stride) % stride
				if d < e.size || d+a.size > stride {
					return false
				}
				continue
			}
			if !n.scopesApart(a.i, c) && !n.objectsApart(a.p, e.p) {
				return false
			}
		}
	}
	return true
}

// objectsApart reports whether p and q are known to point into different objects while the
// loop runs.
func (n *scatterLoop) objectsApart(p, q ir.Value) bool {
	x, y := n.alias.Base(p), n.alias.Base(q)
	return n.l.Invariant(x) && n.l.Invariant(y) && n.alias.DisjointTogether(x, y)
}

// scopesApart reports whether alias scopes say that i does not alias the accesses of c.
func (n *scatterLoop) scopesApart(i *ir.Instr, c *elementUpdate) bool {
	m := n.f.Module
	return edit.DisjointScopes(m, i, c.load.i) && edit.DisjointScopes(m, i, c.store.i)
}
