package loopopt

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/edit"
)

// InterleaveShadows stores the shadows of a function's own arrays for all directions of a
// vector-mode tangent function in one array of vectors: the tangents of one element are
// adjacent, and are loaded, computed with and stored as one vector. A loop then streams
// through one array instead of one for each direction.
//
// teams lists, direction by direction, the instructions that do the same: those that compute
// tangents or shadows, or access shadow memory. An array stays as it is where its address is
// used by instructions that no team describes, or where its loops access more shadows that
// stay separate. It reports whether anything changed.
func InterleaveShadows(f *ir.Function, teams [][]*ir.Instr, width int) bool {
	if width != 4 && width != 8 && width != 16 {
		return false
	}
	s := &interleaver{f: f, width: width, place: map[*ir.Instr]laneOf{}, objectOf: map[*team]*interleavedObject{}}
	for _, lanes := range teams {
		s.enlist(lanes)
	}
	s.follow()
	if len(s.objects) > maxInterleaved || !s.choose() {
		return false
	}
	w := &interleaveWriter{interleaver: s, pack: newPacker(s), pointers: map[*team]ir.Value{}}
	w.write()
	canon.DCE(f)
	return true
}

const maxInterleaved = 100 // arrays

// team is one instruction for each direction.
type team struct {
	lanes []*ir.Instr
	reach *ir.Instr // lanes[0]
}

type laneOf struct {
	t    *team
	lane int
}

// interleavedObject is a group of arrays that are interleaved together or not at all.
type interleavedObject struct {
	into     *interleavedObject // that it was united with
	refused  bool
	heap     bool     // some of it is
	elem     *ir.Type // of its accesses
	pointers []*team
	accesses []*team
}

func (o *interleavedObject) root() *interleavedObject {
	for o.into != nil {
		o = o.into
	}
	return o
}

type interleaver struct {
	f        *ir.Function
	width    int
	teams    []*team
	place    map[*ir.Instr]laneOf
	objectOf map[*team]*interleavedObject // of teams that are addresses in it
	objects  []*interleavedObject
}

// enlist makes a team of lanes: one instruction for each direction, of the same operation, in
// one block, in no other team. It is nil where they are not.
func (s *interleaver) enlist(lanes []*ir.Instr) *team {
	if len(lanes) != s.width {
		return nil
	}
	first := lanes[0]
	for k, i := range lanes {
		if _, taken := s.place[i]; taken || i.Parent == nil || i.Parent != first.Parent || !sameWork(i, first) {
			return nil
		}
		for _, other := range lanes[:k] {
			if i == other {
				return nil
			}
		}
	}
	t := &team{lanes: lanes, reach: first}
	for k, i := range lanes {
		s.place[i] = laneOf{t, k}
	}
	s.teams = append(s.teams, t)
	return t
}

// sameWork reports whether two instructions are the same operation.
func sameWork(a, b *ir.Instr) bool {
	if a.Op != b.Op || a.Pred != b.Pred || a.Flags != b.Flags || a.Align != b.Align || a.Elem != b.Elem ||
		!ir.Same(a.Typ, b.Typ) || a.NumArgs() != b.NumArgs() || len(a.Blocks) != len(b.Blocks) {
		return false
	}
	if a.IsCall() && a.CalledFunc() != b.CalledFunc() {
		return false
	}
	for k := range a.Blocks {
		if a.Blocks[k] != b.Blocks[k] {
			return false
		}
	}
	for k := range a.NumArgs() {
		if !ir.Same(a.Arg(k).Type(), b.Arg(k).Type()) {
			return false
		}
	}
	return true
}

// same reports whether operand k is the same value in all directions.
func (t *team) same(k int) bool {
	for _, i := range t.lanes[1:] {
		if !equalValues(i.Arg(k), t.reach.Arg(k)) {
			return false
		}
	}
	return true
}

func equalValues(a, b ir.Value) bool {
	if a == b {
		return true
	}
	x, xok := ir.IntValue(a)
	y, yok := ir.IntValue(b)
	if xok && yok {
		return x == y && ir.Same(a.Type(), b.Type())
	}
	v, vok := a.(*ir.Const)
	w, wok := b.(*ir.Const)
	return vok && wok && ir.Same(v.Typ, w.Typ) && (ir.IsZero(v) && ir.IsZero(w) ||
		v.Kind == ir.ConstFP && w.Kind == ir.ConstFP && v.Float == w.Float && v.Text == w.Text)
}

// operand is the team of the operands k of t.
func (s *interleaver) operand(t *team, k int) *team {
	return s.teamOf(t.args(k))
}

func (t *team) args(k int) []ir.Value {
	list := make([]ir.Value, len(t.lanes))
	for n, i := range t.lanes {
		list[n] = i.Arg(k)
	}
	return list
}

func (s *interleaver) teamOf(values []ir.Value) *team {
	var found *team
	for lane, v := range values {
		i, ok := v.(*ir.Instr)
		if !ok {
			return nil
		}
		m, ok := s.place[i]
		if !ok || m.lane != lane || found != nil && m.t != found {
			return nil
		}
		found = m.t
	}
	return found
}

// follow walks the uses of all arrays' addresses.
func (s *interleaver) follow() {
	var work []*team
	mark := func(t *team, o *interleavedObject) {
		switch known := s.objectOf[t]; {
		case known == nil:
			s.objectOf[t] = o
			o.root().pointers = append(o.root().pointers, t)
			work = append(work, t)
		case known.root() != o.root():
			s.unite(known.root(), o.root())
		}
	}
	for _, t := range s.teams {
		if t.reach.Op == ir.Alloca || s.fromHeap(t) {
			o := &interleavedObject{refused: !t.same(0) || s.fromHeap(t) && !t.same(1)}
			s.objects = append(s.objects, o)
			mark(t, o)
		}
	}
	for len(work) > 0 {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		o := s.objectOf[p].root()
		if o.refused = o.refused || !s.uses(p, func(t *team) { mark(t, s.objectOf[p].root()) }); o.refused {
			continue
		}
	}
	for _, o := range s.objects {
		if o.into != nil {
			continue
		}
		for _, p := range o.pointers {
			if p.reach.Op != ir.Phi && p.reach.Op != ir.Select {
				continue
			}
			for k := range p.reach.NumArgs() {
				if p.reach.Op == ir.Select && k == 0 {
					continue
				}
				if from := s.operand(p, k); from == nil || s.objectOf[from] == nil {
					o.refused = true
				}
			}
		}
	}
}

func (s *interleaver) unite(a, b *interleavedObject) {
	b.into = a
	a.refused = a.refused || b.refused
	a.accesses = append(a.accesses, b.accesses...)
	a.pointers = append(a.pointers, b.pointers...)
}

// uses walks the uses of the address p and calls next for every address derived from it. It is
// false where a use is in no team, or of an unknown kind.
func (s *interleaver) uses(p *team, next func(*team)) bool {
	o := s.objectOf[p]
	for lane, i := range p.lanes {
		for u := range ir.Uses(i) {
			m, ok := s.place[u.User]
			if !ok || m.lane != lane || s.operand(m.t, u.Index()) != p {
				return false
			}
			if lane > 0 {
				continue
			}
			k, t := u.Index(), m.t
			switch i := u.User; {
			case i.Op == ir.GetElementPtr && k == 0:
				for n := 1; n < i.NumArgs(); n++ {
					if !t.same(n) {
						return false
					}
				}
				next(t)
			case i.Op == ir.Phi, i.Op == ir.Select && k > 0 && t.same(0):
				next(t)
			case s.frees(t) && k == 0:
			case i.Op == ir.Load, i.Op == ir.Store && k == 1, s.fills(t) && k == 0, s.copies(t) && k < 2:
				if i.Flags&(ir.Volatile|ir.Atomic) != 0 {
					return false
				}
				r := o.root()
				r.accesses = append(r.accesses, t)
			default:
				return false
			}
		}
	}
	return true
}

// fills reports whether t is a memset of the same bytes.
func (s *interleaver) fills(t *team) bool { return isMemSet(t.reach) && t.same(1) && t.same(2) }

// fromHeap reports whether t is a calloc.
func (s *interleaver) fromHeap(t *team) bool {
	return s.calls(t, "calloc") && t.reach.NumCallArgs() == 2
}

// frees reports whether t is a free.
func (s *interleaver) frees(t *team) bool { return s.calls(t, "free") && t.reach.NumCallArgs() == 1 }

func (s *interleaver) calls(t *team, name string) bool {
	f := t.reach.CalledFunc()
	return t.reach.Op == ir.Call && f != nil && f.Name == name && f.IsDecl
}

// copies reports whether t is a memcpy or memmove.
func (s *interleaver) copies(t *team) bool {
	f := t.reach.CalledFunc()
	return t.reach.Op == ir.Call && f != nil && (edit.IsOverload(f.Name, "llvm.memcpy") || edit.IsOverload(f.Name, "llvm.memmove")) &&
		edit.IsFalse(t.reach.Arg(3)) && t.same(2)
}
