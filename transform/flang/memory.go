package flang

import (
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// maxDepth bounds how far constants are followed from one place to another.
const maxDepth = 12

// held is what memory is known to hold at a place.
type held struct {
	v    ir.Value // a constant; nil: nothing is known
	many bool     // different things
	open bool     // something else may have written it, too
	poly bool     // the library may give the descriptor there another derived type
}

func (h *held) add(v ir.Value) {
	switch {
	case v == nil || h.many:
		h.many = true
	case ir.IsUndef(v):
	case h.v == nil:
		h.v = v
	default:
		h.many = !sameConst(h.v, v)
	}
}

func (h *held) join(o held) {
	h.open, h.poly = h.open || o.open, h.poly || o.poly
	if o.many {
		h.many = true
	} else if o.v != nil {
		h.add(o.v)
	}
}

func sameConst(a, b ir.Value) bool {
	x, ok := ir.IntValue(a)
	y, also := ir.IntValue(b)
	return ok && also && x == y || a == b || ir.IsZero(a) && ir.IsZero(b)
}

// memory answers which constants are stored at places of descriptors.
type memory struct {
	layout *ir.Layout
	calls  map[*ir.Function][]*ir.Instr // those of each function, among the functions that are lowered
	asked  map[spot]bool                // places that a question has come to; what they hold is a part of its answer
}

// spot is a place in memory that is followed: bytes behind an address, as it is or what the function
// of a parameter writes there.
type spot struct {
	p         ir.Value
	off, size int64
	own       bool
}

// holds is what the bytes [off, off+size) behind p are known to hold.
func (m *memory) holds(p ir.Value, off, size int64) held {
	m.asked = map[spot]bool{}
	return m.at(p, off, size, maxDepth)
}

// first notes that a place is come to, and reports whether it had not been before.
func (m *memory) first(at spot) bool {
	if m.asked[at] {
		return false
	}
	m.asked[at] = true
	return true
}

// at is what a question learns of the bytes [off, off+size) behind p: nothing where it has been.
func (m *memory) at(p ir.Value, off, size int64, depth int) (h held) {
	if depth == 0 {
		return held{open: true}
	}
	p = ir.StripConstCasts(p)
	if !m.first(spot{p: p, off: off, size: size}) {
		return h
	}
	switch p := p.(type) {
	case *ir.Global:
		if p.LoadInit() != nil || p.Init == nil {
			return held{open: true}
		}
		h.add(m.inside(p.Init, off, size))
		h.open = !p.IsConst()
	case *ir.Param:
		return m.passed(p, off, size, depth)
	case *ir.Instr:
		return m.computed(p, off, size, depth)
	case *ir.Const:
		if p.Op == ir.GetElementPtr && p.Kind == ir.ConstExpr {
			if d, ok := m.distance(p.Elem, p.Elems[1:]); ok {
				return m.at(p.Elems[0], off+d, size, depth)
			}
		}
		h.open = true
	default:
		h.open = true
	}
	return h
}

// computed is at for an address that an instruction makes.
func (m *memory) computed(i *ir.Instr, off, size int64, depth int) (h held) {
	switch i.Op {
	case ir.GetElementPtr:
		if d, ok := m.distance(i.Elem, i.Args()[1:]); ok {
			return m.at(i.Arg(0), off+d, size, depth)
		}
	case ir.BitCast:
		return m.at(i.Arg(0), off, size, depth)
	case ir.Alloca:
		m.written(&h, i, off, size, depth)
		return h
	case ir.Phi, ir.Select:
		first := 0
		if i.Op == ir.Select {
			first = 1
		}
		for _, v := range i.Args()[first:] {
			h.join(m.at(v, off, size, depth-1))
		}
		return h
	case ir.Load:
		m.written(&h, i, off, size, depth) // what the function puts there itself, as into the components of an object
	}
	h.open = true
	return h
}

// passed is at for a parameter: what all callers pass, and what the function puts there.
func (m *memory) passed(p *ir.Param, off, size int64, depth int) (h held) {
	k := paramIndex(p)
	m.written(&h, p, off, size, depth)
	for _, call := range m.calls[p.Parent] {
		if k < call.NumCallArgs() {
			h.join(m.at(call.Arg(k), off, size, depth-1))
		}
	}
	h.open = true
	return h
}

// neverPassed reports whether all calls that are known pass nothing for an optional parameter, or what they were not
// passed themselves.
func (m *memory) neverPassed(p *ir.Param, depth int) bool {
	calls, k := m.calls[p.Parent], paramIndex(p)
	for _, call := range calls {
		if k >= call.NumCallArgs() || depth == 0 {
			return false
		}
		v := call.Arg(k)
		if q, ok := v.(*ir.Param); ok && (q == p || m.neverPassed(q, depth-1)) || ir.IsZero(v) {
			continue
		}
		return false
	}
	return len(calls) > 0
}

func paramIndex(p *ir.Param) int {
	for k, q := range p.Parent.Params {
		if q == p {
			return k
		}
	}
	return 0
}

// written adds what is written through the address v, and through what is computed from it, to the
// bytes [off, off+size) behind it.
func (m *memory) written(h *held, v ir.Value, off, size int64, depth int) {
	for u := range ir.Uses(v) {
		i := u.User
		switch {
		case i.Op == ir.GetElementPtr && u.Index() == 0:
			if d, ok := m.distance(i.Elem, i.Args()[1:]); ok {
				m.written(h, i, off-d, size, depth)
			} else {
				h.open = true
			}
		case i.Op == ir.BitCast:
			m.written(h, i, off, size, depth)
		case i.Op == ir.Store && u.Index() == 1:
			m.stored(h, i.Arg(0), off, size, depth)
		case i.Op == ir.Load || i.Op == ir.ICmp:
		case i.IsCall():
			m.called(h, i, u.Index(), off, size, depth)
		default:
			h.open = true
		}
	}
}

// stored adds what a store of v to an address leaves in the bytes [off, off+size) behind it.
func (m *memory) stored(h *held, v ir.Value, off, size int64, depth int) {
	if off >= m.layout.StoreSize(v.Type()) || off+size <= 0 {
		return
	}
	m.part(h, v, off, size, depth)
}

// part adds the bytes [off, off+size) of a value.
func (m *memory) part(h *held, v ir.Value, off, size int64, depth int) {
	for range maxDepth * maxDepth {
		i, ok := v.(*ir.Instr)
		switch {
		case !ok:
			h.add(m.inside(v, off, size))
			return
		case i.Op == ir.InsertValue:
			at, t := m.member(i.Typ, i.Indices)
			if in := off - at; in >= 0 && in+size <= m.layout.StoreSize(t) {
				v, off = i.Arg(1), in
			} else {
				v = i.Arg(0)
			}
			continue
		case i.Op == ir.Load && depth > 0:
			h.join(m.at(i.Arg(0), off, size, depth-1))
			return
		}
		break
	}
	h.many = true
}

// member is where indices lead in an aggregate, and to what.
func (m *memory) member(t *ir.Type, indices []int) (off int64, _ *ir.Type) {
	for _, k := range indices {
		if t.Kind == ir.StructKind {
			off += m.layout.FieldOffset(t, k)
		} else {
			off += int64(k) * m.layout.AllocSize(t.Elem)
		}
		t = t.At(k)
	}
	return off, t
}

// inside is the constant in the bytes [off, off+size) of a constant, nil where it is not one.
func (m *memory) inside(v ir.Value, off, size int64) ir.Value {
	for range maxDepth {
		c, ok := v.(*ir.Const)
		if !ok || !ir.IsConstant(v) {
			break
		}
		t := c.Typ
		switch {
		case ir.IsUndef(c):
			return c
		case c.Kind == ir.ConstZero:
			return ir.NewInt(ir.I64, 0)
		case !t.IsAggregate() && !t.IsVector() || off < 0:
			if off != 0 || m.layout.StoreSize(t) != size {
				return nil
			}
			return c
		}
		k := 0
		if t.Kind == ir.StructKind {
			for k+1 < len(t.Fields) && m.layout.FieldOffset(t, k+1) <= off {
				k++
			}
			off -= m.layout.FieldOffset(t, k)
		} else {
			n := m.layout.AllocSize(t.Elem)
			if n == 0 {
				return nil
			}
			k = int(off / n)
			off %= n
		}
		switch {
		case c.Kind == ir.ConstSplat:
			k = 0
		case k >= len(c.Elems):
			return nil
		}
		v = c.Elems[k]
	}
	if ir.IsConstant(v) && off == 0 && m.layout.StoreSize(v.Type()) == size {
		return v
	}
	return nil
}

// called adds what a call writes that is handed an address.
func (m *memory) called(h *held, i *ir.Instr, arg int, off, size int64, depth int) {
	switch edit.MemIntrinsic(i) {
	case "memcpy", "memmove":
		n, ok := ir.IntValue(i.Arg(2))
		switch {
		case arg != 0 || ok && off >= n || off+size <= 0:
		case depth > 0:
			h.join(m.at(i.Arg(1), off, size, depth-1))
		default:
			h.open = true
		}
		return
	case "memset":
		n, ok := ir.IntValue(i.Arg(2))
		if ok && (off >= n || off+size <= 0) {
			return
		}
		if ir.IsZero(i.Arg(1)) {
			h.add(ir.NewInt(ir.I64, 0))
			return
		}
		h.many = true
		return
	}
	switch f := i.CalledFunc(); {
	case f == nil:
		h.open = true
	case arg > 0 && reads(f):
	case setsType(f):
		h.open, h.poly = true, true
	case arg == 0 && establishes(f):
		if depth > 0 && off < atDimensions && off != atBase {
			h.join(m.at(i.Arg(1), off, size, depth-1))
		}
	case strings.HasPrefix(f.Name, "llvm.lifetime") || keepsType(f):
	case f.IsDecl || arg >= len(f.Params) || depth == 0 || f.Blocks == nil:
		h.open = true
	case m.first(spot{f.Params[arg], off, size, true}):
		m.written(h, f.Params[arg], off, size, depth-1)
	}
}

// distance is the constant number of bytes that indices over elem lead to.
func (m *memory) distance(elem *ir.Type, indices []ir.Value) (d int64, ok bool) {
	ok = m.layout.Steps(elem, indices, func(index ir.Value, bytes int64) bool {
		if index == nil {
			d += bytes
			return true
		}
		n, known := ir.IntValue(index)
		d += n * bytes
		return known
	})
	return d, ok
}
