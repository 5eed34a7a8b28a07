package pass

import (
	"strings"

	"github.com/llad-ad/llad/ir"
)

// maxMoved bounds the instructions that move one word.
const maxMoved = 64

// MovedFloats moves as integers what is loaded as an address from where a double is stored,
// and only stored again: optimisers move so the words of Rust's enums of which one variant
// has a float and another an address there, and the words of unions in C++ that are copied as
// doubles by alias metadata. An integer may be either. It reports whether it changed anything.
func MovedFloats(f *ir.Function) bool {
	stored := map[slotWord]bool{}
	layout := f.Module.Layout
	storedDoubles(f, func(w slotWord) { stored[w] = true })
	storedByCallees(f, stored)
	changed := storesWords(f)
	for _, b := range f.Blocks {
		for _, i := range append([]*ir.Instr(nil), b.Instrs...) {
			if !loadsWord(i) {
				continue
			}
			tagged := tagsDouble(f.Module, i.Metadata("tbaa"))
			if w, ok := wordAt(layout, i.Arg(0)); !tagged && (!ok || !stored[w]) {
				continue
			}
			m := movedWord(i)
			switch {
			case m == nil || len(m.stores) == 0:
				continue
			case m.used && !tagged:
				continue
			case m.used:
				m = m.apart()
			}
			m.asInteger()
			changed = true
		}
	}
	if changed {
		compact(f)
	}
	return changed
}

// storedByCallees adds the words of locals in which callees that get their addresses store
// doubles: results that are structs.
func storedByCallees(f *ir.Function, stored map[slotWord]bool) {
	known := map[*ir.Param][]int64{}
	seen := map[*ir.Function]bool{}
	layout := f.Module.Layout
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			g := i.CalledFunc()
			if g == nil || g.IsDecl || g.Load() != nil || i.NumCallArgs() != len(g.Params) {
				continue
			}
			if !seen[g] {
				seen[g] = true
				doublesBehind(g, known)
			}
			for k, p := range g.Params {
				if len(known[p]) == 0 {
					continue
				}
				if w, ok := wordAt(layout, i.Arg(k)); ok {
					for _, off := range known[p] {
						stored[slotWord{w.base, w.off + off}] = true
					}
				}
			}
		}
	}
}

// storedDoubles calls note for each word that f stores a double to.
func storedDoubles(f *ir.Function, note func(slotWord)) {
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if i.Op != ir.Store || i.Arg(0).Type().Scalar() != ir.Double {
				continue
			}
			if w, ok := wordAt(f.Module.Layout, i.Arg(1)); ok {
				for k := range lanes(i.Arg(0).Type()) {
					note(slotWord{w.base, w.off + 8*k})
				}
			}
		}
	}
}

// slotWord is a place at a constant distance from a base.
type slotWord struct {
	base ir.Value
	off  int64
}

func wordAt(layout *ir.Layout, p ir.Value) (slotWord, bool) {
	w := slotWord{base: p}
	for range 100 {
		i, ok := w.base.(*ir.Instr)
		if !ok || i.Op != ir.GetElementPtr && i.Op != ir.BitCast {
			return w, true
		}
		if i.Op == ir.GetElementPtr {
			n, ok := constOffset(layout, i)
			if !ok || i.Typ.IsVector() {
				return w, true
			}
			w.off += n
		}
		w.base = i.Arg(0)
	}
	return w, false
}

// loadsWord reports whether i loads an address of 64 bits, and does no more.
func loadsWord(i *ir.Instr) bool {
	return i.Parent != nil && i.Op == ir.Load && i.Typ.IsPtr() && i.Flags&(ir.Volatile|ir.Atomic) == 0 && i.Parent.Parent.Module.Layout.BitSize(i.Typ) == 64
}

// tagsDouble reports whether alias metadata says that an access is of a double.
func tagsDouble(m *ir.Module, tag string) bool {
	return strings.HasPrefix(tagName(m, tag), `!{!"double"`)
}

// moved are loads of addresses, choices of them, and the stores that they go to.
type moved struct {
	list   []*ir.Instr
	in     map[*ir.Instr]bool
	stores []*ir.Use
	used   bool // somebody does more with it than to store it
}

// movedWord follows an address that is loaded; nil where it goes too far.
func movedWord(load *ir.Instr) *moved {
	m := &moved{in: map[*ir.Instr]bool{}}
	m.add(load)
	for k := 0; k < len(m.list); k++ {
		i := m.list[k]
		for u := range ir.Uses(i) {
			switch o := u.User; {
			case o.Op == ir.Phi, o.Op == ir.Freeze, o.Op == ir.Select && u.Index() > 0:
				m.add(o)
			case o.Op == ir.Store && u.Index() == 0 && o.Flags&(ir.Volatile|ir.Atomic) == 0:
				m.stores = append(m.stores, u)
			default:
				m.used = true
			}
		}
		if i.Op == ir.Load {
			continue
		}
		for _, a := range copiedFrom(i) {
			if j, ok := a.(*ir.Instr); ok && (loadsWord(j) || j.Op == ir.Phi || j.Op == ir.Select || j.Op == ir.Freeze) {
				m.add(j)
			}
		}
		if len(m.list) > maxMoved {
			return nil
		}
	}
	return m
}

func (m *moved) add(i *ir.Instr) {
	if !m.in[i] {
		m.in[i] = true
		m.list = append(m.list, i)
	}
}

// copiedFrom are the operands of which a choice is one.
func copiedFrom(i *ir.Instr) []ir.Value {
	if i.Op == ir.Select {
		return i.Args()[1:]
	}
	return i.Args()
}

// apart makes a copy of the loads and choices that the stores alone use.
func (m *moved) apart() *moved {
	c := &moved{in: map[*ir.Instr]bool{}, stores: m.stores}
	copies := map[*ir.Instr]*ir.Instr{}
	for _, i := range m.list {
		b := ir.NewBuilder(i.Parent)
		b.After(i)
		copies[i] = b.Insert(i.Copy())
		c.add(copies[i])
	}
	for _, i := range c.list {
		for k, a := range i.Args() {
			if j, ok := a.(*ir.Instr); ok && copies[j] != nil {
				i.SetArg(k, copies[j])
			}
		}
	}
	for _, u := range m.stores {
		u.User.SetArg(0, copies[u.User.Arg(0).(*ir.Instr)])
	}
	return c
}

// asInteger has the word moved as an integer.
func (m *moved) asInteger() {
	for _, u := range m.stores {
		o := u.User
		b := ir.NewBuilder(o.Parent)
		b.Before(o)
		o.SetArg(1, b.Cast(ir.BitCast, o.Arg(1), o.Parent.Parent.Module.PtrTo(ir.I64)))
		o.Meta = debugOnly(o)
	}
	for _, i := range m.list {
		if i.Op == ir.Load {
			continue
		}
		i.Typ, i.Meta = ir.I64, debugOnly(i)
		for k, a := range i.Args() {
			j, ok := a.(*ir.Instr)
			if !a.Type().IsPtr() || ok && m.in[j] {
				continue
			}
			at := i
			if i.Op == ir.Phi {
				at = i.Blocks[k].Term()
			}
			i.SetArg(k, wordOfAddress(a, at))
		}
	}
	for _, i := range m.list {
		if i.Op != ir.Load {
			continue
		}
		b := ir.NewBuilder(i.Parent)
		b.After(i)
		b.Meta = debugOnly(i)
		w := b.Load(ir.I64, b.Cast(ir.BitCast, i.Arg(0), i.Parent.Parent.Module.PtrTo(ir.I64)), int(i.Align))
		w.Line = i.Line
		replace(i, w)
	}
}

// wordOfAddress is an address as an integer in front of at.
func wordOfAddress(v ir.Value, at *ir.Instr) ir.Value {
	switch {
	case ir.IsUndef(v) || ir.IsZero(v):
		return ir.NewInt(ir.I64, 0)
	case ir.IsConstant(v):
		return &ir.Const{Kind: ir.ConstExpr, Typ: ir.I64, Op: ir.PtrToInt, Elems: []ir.Value{v}}
	}
	b := ir.NewBuilder(at.Parent)
	b.Before(at)
	return b.Cast(ir.PtrToInt, v, ir.I64)
}
