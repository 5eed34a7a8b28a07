package typeanalysis

import "github.com/llad-ad/llad/ir"

// target is where in a value an address stands, and the object to which it leads.
type target struct {
	pos int32
	obj objectID
}

// node is what is known of a value.
type node struct {
	stored, used formats
	points       map[target]*places
	order        []target // the keys of points, as they came
	apart        *places  // the differences that it is of addresses in one object; nil if it is none
	readers      []*rule
}

// rule relates values and objects; apply adds what follows from it.
type rule struct {
	apply   func(*rule)
	queued  bool
	context *context
	seen    map[objectID]bool // the objects whose changes wake it
}

// solver holds values, objects and the rules between them.
type solver struct {
	objects []*object
	nodes   []*node
	rules   []*rule
	queue   []*rule
	given   []func() // what is said of values outside of rules
	inRule  bool
	context *context // in which rules are added, or looked at; nil for none
	work    int
}

func (s *solver) newNode() *node {
	n := &node{points: map[target]*places{}}
	s.nodes = append(s.nodes, n)
	return n
}

// again forgets what the rules found, and looks at all of them once more. The rules of calls through addresses stay, and
// the objects of the caller.
func (s *solver) again() {
	for _, n := range s.nodes {
		n.stored, n.used, n.points, n.order, n.apart = formats{}, formats{}, map[target]*places{}, nil, nil
	}
	for _, o := range s.objects {
		o.stored, o.used, o.cells = [numFormats]places{}, [numFormats]places{}, nil
	}
	for _, r := range s.rules {
		s.wake(r)
	}
	given := s.given
	s.given, s.work = nil, 0
	for _, say := range given {
		say()
	}
}

func (s *solver) newObject(site ir.Value) objectID {
	o := &object{id: objectID(len(s.objects)), site: site, name: nameOf(site)}
	s.objects = append(s.objects, o)
	return o.id
}

// rule adds a rule that reads the given values.
func (s *solver) rule(apply func(*rule), reads ...*node) {
	r := &rule{apply: apply, context: s.context}
	s.rules = append(s.rules, r)
	for _, n := range reads {
		n.readers = append(n.readers, r)
	}
	s.wake(r)
}

// watch has a rule looked at when an object changes.
func (r *rule) watch(o *object) {
	if r.seen == nil {
		r.seen = map[objectID]bool{}
	}
	if !r.seen[o.id] {
		r.seen[o.id] = true
		o.readers = append(o.readers, r)
	}
}

func (s *solver) wake(r *rule) {
	if !r.queued {
		r.queued = true
		s.queue = append(s.queue, r)
	}
}

func (s *solver) changed(n *node) {
	for _, r := range n.readers {
		s.wake(r)
	}
}

func (s *solver) changedObject(o *object) {
	o.version++
	for _, r := range o.readers {
		s.wake(r)
	}
}

// store adds to the formats as which a value was made.
func (s *solver) store(n *node, f formats) {
	if !s.inRule {
		s.given = append(s.given, func() { s.store(n, f) })
	}
	if n.stored.join(&f) {
		s.changed(n)
	}
}

// use adds to the formats as which a value is used.
func (s *solver) use(n *node, f formats) {
	if !s.inRule {
		s.given = append(s.given, func() { s.use(n, f) })
	}
	if n.used.join(&f) {
		s.changed(n)
	}
}

// point adds an address to what a value holds.
func (s *solver) point(n *node, pos int64, obj objectID, at pattern) {
	if !s.inRule {
		s.given = append(s.given, func() { s.point(n, pos, obj, at) })
	}
	t := target{int32(pos), obj}
	p := n.points[t]
	if p == nil {
		p = &places{}
		n.points[t] = p
		n.order = append(n.order, t)
	}
	s.work++
	if p.add(at, s.most(obj)) {
		s.changed(n)
	}
}

// solve looks at rules until nothing changes; false when that takes more than most.
func (s *solver) solve(most int) bool {
	for len(s.queue) > 0 {
		if s.work++; s.work > most {
			return false
		}
		r := s.queue[0]
		s.queue = s.queue[1:]
		r.queued = false
		if r.context.ended() {
			continue
		}
		s.inRule, s.context = true, r.context
		r.apply(r)
		s.inRule, s.context = false, nil
	}
	return true
}

// move says that the bytes [lo, hi) of a value are those of another, displaced.
func (s *solver) move(from, to *node, lo, hi, by int64) {
	s.rule(func(*rule) {
		s.store(to, from.stored.moved(lo, hi, by))
		s.use(from, to.used.moved(lo+by, hi+by, -by))
		for _, t := range from.order {
			if pos := int64(t.pos); pos > lo-8 && pos < hi {
				for _, q := range from.points[t].list {
					s.point(to, pos+by, t.obj, q)
				}
			}
		}
	}, from, to)
}

// same says that a value is another.
func (s *solver) same(from, to *node) { s.move(from, to, -behind, ahead, 0) }
