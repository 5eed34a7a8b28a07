package typerecovery

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/edit"
)

// maxMoved bounds the instructions that move one word.
const maxMoved = 64

// MovedFloats loads as an integer what is loaded as a pointer from where a double may be
// stored, as far as it is stored again or converted to a number: optimisers move words of
// enums and unions so, of which one variant has a float and another an address. An integer may be
// either. Accesses through the pointer stay. Doubles that are loaded from stack slots,
// converted to addresses, or merged with words are treated alike. It reports whether anything
// changed.
func MovedFloats(f *ir.Function) bool {
	stored := map[canon.BaseOffset]bool{}
	layout := f.Module.Layout
	canon.EachStoredDouble(f, func(w canon.BaseOffset) { stored[w] = true })
	canon.DoublesStoredByCallees(f, stored)
	changed := storesWords(f)
	changed = storesNumbers(f) || changed
	seen := map[*ir.Instr]bool{}
	for _, b := range f.Blocks {
		for _, i := range append([]*ir.Instr(nil), b.Instrs...) {
			w, ok := canon.BaseOffset{}, false
			if i.Parent != nil && loadsWord(i) {
				w, ok = canon.BaseOffsetOf(layout, i.Arg(0))
			}
			if ok && (stored[w] || tagsDouble(f.Module, i.Metadata("tbaa"))) || madeOfWord(i) || loadsMoved(layout, i, stored) || loadsDouble(i) && madeAddress(i) || choosesWord(i) || choosesNumber(i) {
				if seen[i] {
					continue
				}
				m := movedWord(i)
				for _, j := range m.list {
					seen[j] = true
				}
				if m.asInteger() {
					changed = true
				}
			}
		}
	}
	if changed {
		edit.Compact(f)
	}
	return changed
}

// loadsWord reports whether i is a plain load of a 64-bit pointer.
func loadsWord(i *ir.Instr) bool {
	return i.Parent != nil && i.Op == ir.Load && i.Typ.IsPtr() && i.Flags&(ir.Volatile|ir.Atomic) == 0 && i.Parent.Parent.Module.Layout.BitSize(i.Typ) == 64
}

// loadsMoved reports whether i loads a double from a stack slot and does nothing but move it, which may be
// another variant's data under LLVM's type. A double stored there shows that it is one.
func loadsMoved(layout *ir.Layout, i *ir.Instr, stored map[canon.BaseOffset]bool) bool {
	if !loadsDouble(i) {
		return false
	}
	w, ok := canon.BaseOffsetOf(layout, i.Arg(0))
	if slot, local := w.Base.(*ir.Instr); !ok || !local || slot.Op != ir.Alloca || stored[w] {
		return false
	}
	for u := range ir.Uses(i) {
		switch u.User.Op {
		case ir.Phi, ir.Select, ir.Freeze, ir.Store:
		default:
			return false
		}
	}
	return true
}

// madeAddress reports whether the bits of a double are converted to an address.
func madeAddress(i *ir.Instr) bool {
	seen := []*ir.Instr{i}
	for k := 0; k < len(seen) && k < maxMoved; k++ {
		for u := range ir.Uses(seen[k]) {
			switch o := u.User; {
			case o.Op == ir.IntToPtr:
				return true
			case o.Op == ir.Phi, o.Op == ir.Freeze, o.Op == ir.Select && u.Index() > 0, o.Op == ir.BitCast && o.Typ == ir.I64:
				if !slices.Contains(seen, o) {
					seen = append(seen, o)
				}
			}
		}
	}
	return false
}

// choosesWord reports whether i is a phi or select of doubles of which one is bitcast from an
// integer, which may be an address: enums with an address in one variant and a float in
// another are merged so.
func choosesWord(i *ir.Instr) bool {
	if i.Parent == nil || i.Typ != ir.Double || i.Op != ir.Phi && i.Op != ir.Select && i.Op != ir.Freeze {
		return false
	}
	return slices.ContainsFunc(copiedFrom(i), func(v ir.Value) bool { return takenForDouble(v) != nil })
}

// takenForDouble is the integer that a double is bitcast from, nil for other values.
func takenForDouble(v ir.Value) ir.Value {
	if i, ok := v.(*ir.Instr); ok && i.Op == ir.BitCast && i.Typ == ir.Double && i.Arg(0).Type() == ir.I64 {
		return i.Arg(0)
	}
	return nil
}

// loadsDouble reports whether i is a plain load of a double.
func loadsDouble(i *ir.Instr) bool {
	return i.Parent != nil && i.Op == ir.Load && i.Typ == ir.Double && i.Flags&(ir.Volatile|ir.Atomic) == 0
}

// tagsDouble reports whether the !tbaa tag is that of a double.
func tagsDouble(m *ir.Module, tag string) bool {
	return strings.HasPrefix(canon.TagTypeNode(m, tag), `!{!"double"`)
}

// madeOfWord reports whether i is an inttoptr of an integer that is no ptrtoint.
func madeOfWord(i *ir.Instr) bool {
	return i.Parent != nil && i.Op == ir.IntToPtr && i.Arg(0).Type() == ir.I64 && !ir.IsConstant(i.Arg(0))
}

// moved are loads of pointers, their phis and selects, and the uses that are no accesses
// through them.
type moved struct {
	list   []*ir.Instr
	in     map[*ir.Instr]bool
	stores []*ir.Use
	casts  []*ir.Instr // to integers
	words  map[*ir.Instr]ir.Value
}

// movedWord follows a pointer that is loaded or an inttoptr.
func movedWord(load *ir.Instr) *moved {
	m := &moved{in: map[*ir.Instr]bool{}, words: map[*ir.Instr]ir.Value{}}
	m.add(load)
	for k := 0; k < len(m.list); k++ {
		i := m.list[k]
		for u := range ir.Uses(i) {
			switch o := u.User; {
			case o.Op == ir.Phi, o.Op == ir.Freeze, o.Op == ir.Select && u.Index() > 0:
				m.add(o)
			case o.Op == ir.Store && u.Index() == 0 && o.Flags&(ir.Volatile|ir.Atomic) == 0:
				m.stores = append(m.stores, u)
			case (o.Op == ir.PtrToInt || o.Op == ir.BitCast) && o.Typ == ir.I64 && !countsAddress(o):
				m.casts = append(m.casts, o)
			}
		}
		if i.Op == ir.Load || i.Op == ir.IntToPtr {
			continue
		}
		for _, a := range copiedFrom(i) {
			if j, ok := a.(*ir.Instr); ok && (loadsWord(j) || loadsDouble(j) || madeOfWord(j) || j.Op == ir.Phi || j.Op == ir.Select || j.Op == ir.Freeze) {
				m.add(j)
			}
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

// countsAddress reports whether a pointer is converted to a number to be compared, subtracted
// or tested for alignment.
func countsAddress(i *ir.Instr) bool {
	if i.Op != ir.PtrToInt {
		return false
	}
	for u := range ir.Uses(i) {
		switch o := u.User; o.Op {
		case ir.ICmp:
		case ir.Sub:
			if ir.IsConstant(o.Arg(1 - u.Index())) {
				return false
			}
		case ir.And, ir.URem:
			if n, ok := ir.IntValue(o.Arg(1)); !ok || n < 0 || n >= 4096 {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// copiedFrom are the operands that a phi or select may return.
func copiedFrom(i *ir.Instr) []ir.Value {
	if i.Op == ir.Select {
		return i.Args()[1:]
	}
	return i.Args()
}

// asInteger moves the word as an integer; accesses through the pointer stay. It reports
// whether it did.
func (m *moved) asInteger() bool {
	if len(m.stores)+len(m.casts) == 0 {
		return false
	}
	m.returnApart()
	for _, u := range m.stores {
		o := u.User
		b := ir.NewBuilder(o.Parent)
		b.Before(o)
		o.SetArg(1, b.Cast(ir.BitCast, o.Arg(1), o.Parent.Parent.Module.PtrTo(ir.I64)))
		o.SetArg(0, m.word(o.Arg(0), o))
		o.Meta = edit.DebugLoc(o)
	}
	for _, o := range m.casts {
		edit.Replace(o, m.word(o.Arg(0), o))
	}
	return true
}

// returnApart gives invokes whose results are incoming values of phis normal destinations of
// their own, where the integer is computed.
func (m *moved) returnApart() {
	for _, i := range m.list {
		if i.Op != ir.Phi {
			continue
		}
		var from []*ir.Block
		for k, p := range i.Blocks {
			if t := p.Term(); t.Op == ir.Invoke && ir.Value(t) == i.Arg(k) {
				from = append(from, p)
			}
		}
		for _, p := range from {
			edit.SplitPredecessors(i.Parent, []*ir.Block{p}, func(q *ir.Block) bool { return q == p }, "invoke.cont")
		}
	}
}

// word is v as an integer before at: loads become loads of integers, phis and selects those of
// integers.
func (m *moved) word(v ir.Value, at *ir.Instr) ir.Value {
	i, ok := v.(*ir.Instr)
	if !ok || !m.in[i] {
		return wordOfAddress(v, at)
	}
	if w := m.words[i]; w != nil {
		return w
	}
	if i.Op == ir.IntToPtr {
		return i.Arg(0)
	}
	b := ir.NewBuilder(i.Parent)
	if i.Op == ir.Load {
		b.After(i)
		b.Meta = edit.DebugLoc(i)
		w := b.Load(ir.I64, b.Cast(ir.BitCast, i.Arg(0), i.Parent.Parent.Module.PtrTo(ir.I64)), int(i.Align))
		w.Line = i.Line
		m.words[i] = w
		return w
	}
	w := i.Copy()
	w.Typ, w.Meta = ir.I64, edit.DebugLoc(i)
	m.words[i] = w
	for k, at := range i.Parent.Instrs {
		if at == i {
			i.Parent.InsertAt(k+1, w)
			break
		}
	}
	on := map[*ir.Block]ir.Value{} // a block that leads here twice brings one value
	for k, a := range i.Args() {
		switch {
		case i.Op != ir.Phi && !(i.Op == ir.Select && k == 0):
			w.SetArg(k, m.word(a, w))
		case i.Op == ir.Phi:
			from := i.Blocks[k]
			if on[from] == nil {
				on[from] = m.word(a, from.Term())
			}
			w.SetArg(k, on[from])
		}
	}
	return w
}

// wordOfAddress is an address or a double as an integer before at.
func wordOfAddress(v ir.Value, at *ir.Instr) ir.Value {
	switch {
	case ir.IsUndef(v) || ir.IsZero(v):
		return ir.NewInt(ir.I64, 0)
	case ir.IsConstant(v) && v.Type().IsPtr():
		if n, ok := numberAsAddress(v); ok {
			return n
		}
		return &ir.Const{Kind: ir.ConstExpr, Typ: ir.I64, Op: ir.PtrToInt, Elems: []ir.Value{v}}
	}
	if w := takenForDouble(v); w != nil {
		return w
	}
	b := ir.NewBuilder(at.Parent)
	b.Before(at)
	if v.Type() == ir.Double {
		return b.Cast(ir.BitCast, v, ir.I64)
	}
	return b.Cast(ir.PtrToInt, v, ir.I64)
}
