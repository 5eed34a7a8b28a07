package typeanalysis

import (
	"slices"

	"github.com/llad-ad/llad/ir"
)

// load says that a value of so many bytes is loaded through an address that is aligned so.
func (s *solver) load(to, at *node, width, align int64) {
	s.rule(func(r *rule) {
		if to.used.counts() {
			s.use(at, of(address))
		}
		s.accessed(at, width, align, func(o *object, p pattern) {
			r.watch(o)
			f := s.overlapped(&o.stored, p, width)
			f[kept].join(f[distance])
			f[distance] = positions{}
			s.store(to, f)
			s.loadAddresses(to, o, p, width)
			s.usedAt(o, p, &to.used)
		})
	}, to, at)
}

// storeTo says that a value of so many bytes is stored through an address that is aligned so.
func (s *solver) storeTo(v, at *node, width, align int64, float bool) {
	s.rule(func(r *rule) {
		if float || v.stored.counts() {
			s.use(at, of(address))
		}
		s.accessed(at, width, align, func(o *object, p pattern) {
			r.watch(o)
			s.use(v, s.overlapped(&o.used, p, width))
			s.storedAt(o, p, &v.stored)
			s.storeAddresses(v, o, p, width)
		})
	}, v, at)
}

// accessed calls yield with what an address leads to: data, and the offsets.
func (s *solver) accessed(at *node, width, align int64, yield func(o *object, p pattern)) {
	for _, t := range at.order {
		o := s.objects[t.obj]
		if o.fn != nil || t.pos != 0 {
			continue
		}
		list := at.points[t].list
		for k := 0; k < len(list); k++ { // yield may add
			p, ok := o.declared.accessed(list[k], width).aligned(align)
			if ok {
				p, ok = p.clip(width, o.size)
			}
			if ok {
				yield(o, p)
			}
		}
	}
}

// storedAt notes what a stored value may be.
func (s *solver) storedAt(o *object, p pattern, f *formats) {
	changed := false
	for k := range f {
		f[k].each(func(at int64) {
			changed = o.put(&o.stored, format(k), p.shift(at)) || changed
			if o.caller && format(k) < computed {
				changed = o.put(&o.used, format(k), p.shift(at)) || changed
			}
		})
	}
	if changed {
		s.changedObject(o)
	}
}

// usedAt notes what a loaded value may be used as.
func (s *solver) usedAt(o *object, p pattern, f *formats) {
	changed := false
	for k := range computed {
		f[k].each(func(at int64) {
			changed = o.put(&o.used, k, p.shift(at)) || changed
			if o.caller {
				changed = o.put(&o.stored, k, p.shift(at)) || changed
			}
		})
	}
	if changed {
		s.changedObject(o)
	}
}

// loadAddresses gives a loaded value the addresses that stand there.
func (s *solver) loadAddresses(to *node, o *object, p pattern, width int64) {
	if width < 8 {
		return
	}
	s.work += len(o.cells)
	for pos := int64(0); o.foreign && pos+8 <= width; pos += 8 {
		s.point(to, pos, o.id, all)
	}
	for k := range o.cells {
		c := &o.cells[k]
		c.at.differences(p, -8, width, func(d int64) {
			if c.at == all && d%8 != 0 || cuts(c.at, p, d, 8, width) {
				return // it is not settled what the object holds
			}
			for _, id := range c.order {
				for _, q := range c.holds[id].list {
					s.point(to, d, id, q)
				}
			}
		})
	}
	if o.caller {
		to.used[address].each(func(d int64) {
			s.point(to, d, s.insideOf(o, p.shift(d)), exactly(0))
		})
	}
}

// mostDepth bounds the loads by which objects of the caller are told apart.
const mostDepth = 3

// insideOf is the object to which an address in the caller's memory leads.
func (s *solver) insideOf(o *object, at pattern) objectID {
	if o.depth >= mostDepth {
		return o.id
	}
	if o.inside == nil {
		o.inside = map[int64]objectID{}
	}
	key := at.lo
	if at.stride > 0 {
		key = floorMod(at.lo, at.stride)
	}
	id, ok := o.inside[key]
	if !ok {
		id = s.newObject(o.site)
		n := s.objects[id]
		n.caller, n.depth = true, o.depth+1
		o.inside[key] = id
	}
	return id
}

// storeAddresses puts the addresses of a stored value there.
func (s *solver) storeAddresses(v *node, o *object, p pattern, width int64) {
	for _, t := range v.order {
		if int64(t.pos)+8 <= width && t.pos >= 0 {
			s.putAddresses(o, p.shift(int64(t.pos)), t.obj, v.points[t].list)
		}
	}
}

func (s *solver) putAddresses(o *object, at pattern, to objectID, list []pattern) {
	at, ok := at.clip(8, o.size)
	if !ok {
		return
	}
	c := o.cellAt(at)
	if c.add(to, list, o.version+1, s.most(to)) {
		s.changedObject(o)
	}
}

// putCell is putAddresses for all that a cell holds.
func (s *solver) putCell(o *object, at pattern, from cell) {
	at, ok := at.clip(8, o.size)
	if !ok {
		return
	}
	c, changed := o.cellAt(at), false
	for _, id := range from.order {
		changed = c.add(id, from.holds[id].list, o.version+1, s.most(id)) || changed
	}
	if changed {
		s.changedObject(o)
	}
}

// block is a copy of a block of memory, and how a derivative takes it.
type block struct {
	at       *ir.Instr
	relevant bool // floats that count are moved
	carries  bool // the derivative moves some
	words    bool // it asks shadows what to move
	site     Site // none where there is no derivative

	width int64 // in bytes, far if it is not known

	done map[copied]outcome
}

// copied is a block that is copied to offsets of an object from offsets of one.
type copied struct {
	to, from objectID
	a, b     pattern
}

// outcome is what a copy did to objects as they were then: it does nothing new to the same.
type outcome struct {
	to, from int // their versions
	moves    bool
}

// copyOnce is copyBetween where an object has changed since that was done.
func (s *solver) copyOnce(c *block, to *object, a pattern, from *object, b pattern, n int64) bool {
	key := copied{to.id, from.id, a, b}
	o, ok := c.done[key]
	if !ok || o.to != to.version || o.from != from.version {
		if c.done == nil {
			c.done = map[copied]outcome{}
		}
		since := -1
		if ok {
			since = o.from
		}
		o = outcome{to: to.version, from: from.version}
		o.moves = s.copyBetween(c, to, a, from, b, n, since)
		c.done[key] = o
	}
	return o.moves
}

// copyMemory says that so many bytes are copied, -1 if it is not known how many.
func (s *solver) copyMemory(c *block, dst, src *node, n, alignDst, alignSrc int64) {
	c.width = n
	if n < 0 {
		c.width = far
	}
	s.rule(func(r *rule) {
		s.accessed(src, 1, alignSrc, func(from *object, b pattern) {
			r.watch(from)
			s.accessed(dst, 1, alignDst, func(to *object, a pattern) {
				r.watch(to)
				if s.copyOnce(c, to, a, from, b, n) {
					s.use(dst, of(address))
					s.use(src, of(address))
				}
			})
		})
	}, dst, src)
}

// copyBetween copies between two objects; it reports whether anything that counts is moved. Cells
// that are as they were at an earlier version of the source have been copied.
func (s *solver) copyBetween(c *block, to *object, a pattern, from *object, b pattern, n int64, since int) bool {
	width := n
	if n < 0 {
		width = far
		for _, o := range []*object{to, from} {
			if o.size > 0 {
				width = min(width, o.size)
			}
		}
		width = min(width, to.declared.room(a), from.declared.room(b))
	}
	moves := false
	changedTo, changedFrom := false, false
	s.work += len(from.cells)
	for f := range numFormats {
		size := f.size()
		s.work += 2 * len(from.stored[f].list) * (1 + len(to.used[f].list))
		for _, q := range within(from.stored[f].list, b, width, size) {
			moves = moves || f < computed
			at := to.declared.copied(a, rebase(q, b, a, size, width))
			if f != address && f < computed && slices.ContainsFunc(to.used[f].list, func(u pattern) bool { return u.meets(1, at, 1) }) {
				c.relevant = true
			}
			changedTo = to.put(&to.stored, f, at) || changedTo
			if to.caller && f < computed {
				changedTo = to.put(&to.used, f, at) || changedTo
			}
		}
		for _, q := range within(to.used[f].list, a, width, size) {
			at := from.declared.copied(b, rebase(q, a, b, size, width))
			changedFrom = from.put(&from.used, f, at) || changedFrom
			if from.caller {
				changedFrom = from.put(&from.stored, f, at) || changedFrom
			}
		}
	}
	for k := 0; k < len(from.cells); k++ {
		if c := from.cells[k]; c.changed > since && c.at.meets(8, b, width) {
			s.putCell(to, to.declared.copied(a, rebase(c.at, b, a, 8, width)), c)
		}
	}
	if from.caller {
		for _, q := range within(from.used[address].list, b, width, 8) {
			s.putAddresses(to, rebase(q, b, a, 8, width), s.insideOf(from, q), []pattern{exactly(0)})
		}
	}
	if changedTo {
		s.changedObject(to)
	}
	if changedFrom {
		s.changedObject(from)
	}
	return moves
}

// within are those of the patterns of a format's places that a block overlaps.
func within(list []pattern, at pattern, width, size int64) (r []pattern) {
	for _, q := range list {
		first, _, last := q.between(at, -size, width)
		if first <= last && !(first == last && cuts(q, at, first, size, width)) {
			r = append(r, q)
		}
	}
	return r
}

// rebase is where what stands at q is when a block that begins at from begins at to.
func rebase(q, from, to pattern, size, width int64) pattern {
	d := q.minus(from) // where in the block
	if d.stride > 0 {  // it is not cut
		if d.lo < 0 {
			d.lo = floorMod(d.lo, d.stride)
		}
		if most := max(width-size, d.lo); d.hi > most {
			d.hi = d.lo + (most-d.lo)/d.stride*d.stride
		}
		if d.hi == d.lo {
			d.stride = 0
		}
	}
	return to.plus(d)
}

// global gives the address of a variable, and what it holds at the begin.
func (s *System) global(n *node, g *ir.Global) {
	if a := g.Aliasee(); a != nil {
		s.facts.same(s.at(a), n)
		return
	}
	id := s.objectFor(g, func(o *object) {
		if g.SizeKnown() {
			o.size = s.width(g.ValueType)
		}
		s.declare(o, g.ValueType)
	})
	s.facts.point(n, 0, id, exactly(0))
	if !g.IsConst() {
		s.facts.store(n, of(address))
	}
	if g.LoadInit() == nil && g.Init != nil {
		s.initial(s.facts.objects[id], g.Init, 0, 0)
	}
}

// mostInitial bounds the members of an initialiser that are looked at.
const mostInitial = 4096

// initial puts the addresses of an initialiser into an object.
func (s *System) initial(o *object, v ir.Value, off int64, depth int) {
	c, isConst := v.(*ir.Const)
	if !isConst || c.Kind == ir.ConstExpr {
		if s.width(v.Type()) != 8 {
			return
		}
		at := s.at(v)
		s.facts.rule(func(*rule) {
			for _, t := range at.order {
				s.facts.putAddresses(o, exactly(off), t.obj, at.points[t].list)
			}
			s.facts.storedAt(o, exactly(off), &at.stored)
		}, at)
		return
	}
	if oddConstant(c) {
		bits := of(odd)
		s.facts.storedAt(o, exactly(off), &bits)
	}
	if len(c.Elems) == 0 || len(c.Elems) > mostInitial || depth > 8 {
		return
	}
	switch c.Kind {
	case ir.ConstStruct:
		for k, e := range c.Elems {
			s.initial(o, e, off+s.layout.FieldOffset(c.Typ, k), depth+1)
		}
	case ir.ConstArray, ir.ConstVector:
		size := s.layout.AllocSize(c.Typ.Elem)
		for k, e := range c.Elems {
			s.initial(o, e, off+int64(k)*size, depth+1)
		}
	}
}
