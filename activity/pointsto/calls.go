package pointsto

import (
	"github.com/llad-ad/llad/ir"
)

// MayBeCode reports whether what is called may be the object: data of the
// module, which is only there because members of a table are not told apart, is
// not, and what objects of the library call is the library's.
func (p *Analysis) MayBeCode(o int32) bool {
	switch p.Objs[o].Kind {
	case ObjAlloca, ObjHeap, ObjGlobal, ObjForeign:
		return false
	}
	return true
}

// FloatFree reports whether an object holds no floats by its type.
func (p *Analysis) FloatFree(o int32) bool {
	for _, k := range p.Stands(o) {
		var t *ir.Type
		switch ob := &p.Objs[k]; ob.Kind {
		case ObjGlobal:
			t = ob.Site.(*ir.Global).ValueType
		case ObjAlloca:
			t = ob.Site.(*ir.Instr).Elem
		}
		if t == nil || !intsOnly(t) {
			return false
		}
	}
	return true
}

func intsOnly(t *ir.Type) bool {
	for t.Kind == ir.ArrayKind {
		t = t.Elem
	}
	return t.IsInt() && t.Bits < 32 && t.Bits != 8
}

// Touched tells for each argument whether the callee moves floats or pointers
// into or out of the memory behind it, or overwrites or frees it, or hands it on,
// or calls through it.
func (s *Summary) Touched(n int) []bool {
	t := make([]bool, n)
	note := func(e End) {
		if (e.Kind == EndMem || e.Kind == EndArg) && e.Arg < n {
			t[e.Arg] = true
		}
	}
	for _, fl := range s.Ptr {
		note(fl.From)
		note(fl.To)
	}
	for _, fl := range s.Floats {
		note(fl.From)
		note(fl.To)
	}
	for _, e := range s.Writes {
		note(e)
	}
	for _, e := range s.calls {
		note(e)
	}
	for _, k := range s.Frees {
		if k < n {
			t[k] = true
		}
	}
	return t
}

// constrainLinks says what a library function does that links nodes: it moves
// the addresses of nodes among the links of all nodes that can be reached from
// its arguments, and may give one of them back.
func (p *Analysis) constrainLinks(i *ir.Instr, t *Target) {
	nodes := p.newNode()
	for _, a := range i.CallArgs() {
		if a.Type().IsPtr() {
			p.copy(p.at(a), nodes, 0, 0)
		}
	}
	for _, off := range t.Known.LinksAt {
		at := p.newNode()
		p.copy(nodes, at, off, 0)
		p.load(at, deref{other: nodes})
		p.store(at, deref{other: nodes})
	}
	if i.Typ.IsPtr() {
		p.copy(nodes, p.Index.At(i), 0, 0)
	}
}
