package typerecovery

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/edit"
)

// RecombineWordParts moves as whole words the words that optimisers move in parts: it
// splits the word of an enum in which one variant has an address or a float and another a
// character, merges each part by phis and selects, and combines or stores the parts where the
// word is needed. A word combined from parts of others is merged from the whole words instead.
// It reports whether anything changed.
func RecombineWordParts(f *ir.Function) bool {
	if f.Module.Layout.BigEndian() {
		return false
	}
	h := &partRecombiner{f: f, made: map[string]*ir.Instr{}}
	changed := false
	for _, b := range f.Blocks {
		for _, i := range slices.Clone(b.Instrs) {
			switch {
			case i.Parent == nil:
			case i.Op == ir.Load && h.movedLanes(i):
				h.moveWhole(i)
				changed = true
			case i.Op == ir.Or && i.Typ == ir.I64:
				if parts := h.shifted(i); parts != nil && h.wanted(parts) {
					edit.Replace(i, h.word(parts, i))
					changed = true
				}
			case h.partStore(i):
				if stores, parts := h.stored(i); parts != nil && h.wanted(parts) {
					last := stores[len(stores)-1]
					b := ir.NewBuilder(last.Parent)
					b.Before(last)
					low := slices.IndexFunc(stores, func(s *ir.Instr) bool { return s.Arg(0) == parts[0].v })
					at := stores[low]
					b.Store(h.word(parts, last), b.Cast(ir.BitCast, at.Arg(1), f.Module.PtrTo(ir.I64)), max(int(at.Align), 1))
					for _, s := range stores {
						edit.Kill(s)
					}
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

// maxPartPlaces bounds the places where the parts of one word are followed.
const maxPartPlaces = 200

// bitPart is a range of bits of a value.
type bitPart struct {
	v          ir.Value
	from, bits int64
}

type partRecombiner struct {
	f    *ir.Function
	dt   *ir.DomTree
	seen map[string]bool      // words that are looked at
	made map[string]*ir.Instr // phis of words
}

// takenOutOf follows a part through shifts, masks and truncations to the value that it was
// extracted from.
func takenOutOf(p bitPart) bitPart {
	for range 8 {
		i, ok := p.v.(*ir.Instr)
		if !ok {
			break
		}
		switch i.Op {
		case ir.Trunc:
		case ir.LShr:
			n, ok := ir.IntValue(i.Arg(1))
			if !ok || n < 0 || p.from+n+p.bits > int64(i.Typ.Bits) {
				return p
			}
			p.from += n
		default:
			return p
		}
		p.v = i.Arg(0)
	}
	return p
}

// shifted are the parts that an or combines, from the lowest on; nil where they do not make a
// word.
func (h *partRecombiner) shifted(or *ir.Instr) []bitPart {
	type piece struct {
		v     ir.Value
		shift int64
	}
	var list []piece
	var take func(v ir.Value, shift int64) bool
	take = func(v ir.Value, shift int64) bool {
		i, ok := v.(*ir.Instr)
		if !ok || len(list) > 8 {
			return false
		}
		switch i.Op {
		case ir.Or:
			return take(i.Arg(0), shift) && take(i.Arg(1), shift)
		case ir.Shl:
			n, ok := ir.IntValue(i.Arg(1))
			return ok && n > 0 && n < 64 && take(i.Arg(0), shift+n)
		case ir.ZExt:
			list = append(list, piece{i.Arg(0), shift})
			return true
		}
		return false
	}
	if !take(or, 0) {
		return nil
	}
	slices.SortFunc(list, func(x, y piece) int { return cmp.Compare(x.shift, y.shift) })
	var parts []bitPart
	at := int64(0)
	for _, p := range list {
		if p.shift != at || p.v.Type().Bits%8 != 0 {
			return nil
		}
		at += int64(p.v.Type().Bits)
		parts = append(parts, bitPart{v: p.v, bits: int64(p.v.Type().Bits)})
	}
	if at != 64 || len(parts) < 2 {
		return nil
	}
	return parts
}

// partStore reports whether i stores whole bytes, fewer than a word.
func (h *partRecombiner) partStore(i *ir.Instr) bool {
	if i.Op != ir.Store || i.Flags&(ir.Volatile|ir.Atomic) != 0 {
		return false
	}
	t := i.Arg(0).Type()
	return t.IsInt() && t.Bits < 64 && t.Bits%8 == 0 && !ir.IsConstant(i.Arg(0))
}

// stored are consecutive stores of the parts of a word, of which i is the first, and the
// stored parts from the lowest on; no other memory access is in between.
func (h *partRecombiner) stored(i *ir.Instr) (stores []*ir.Instr, parts []bitPart) {
	layout := h.f.Module.Layout
	type piece struct {
		st  *ir.Instr
		off int64
	}
	list := []piece{{i, 0}}
	bits := i.Arg(0).Type().Bits
	for _, x := range i.Parent.Instrs[i.Parent.Index(i)+1:] {
		if bits == 64 {
			break
		}
		if x.Parent == nil {
			continue
		}
		if x.Op == ir.Load || canon.MayWrite(x) && x.Op != ir.Store || x.Op == ir.Call && !canon.IsHint(x) || len(list) > 8 {
			return nil, nil
		}
		if x.Op != ir.Store {
			continue
		}
		behind, ok := analysis.Distance(layout, i.Arg(1), x.Arg(1))
		if !ok {
			return nil, nil
		}
		if size := layout.StoreSize(x.Arg(0).Type()); behind+size <= -7 || behind >= 8 {
			continue
		}
		if !h.partStore(x) {
			return nil, nil
		}
		list = append(list, piece{x, behind})
		bits += x.Arg(0).Type().Bits
	}
	slices.SortStableFunc(list, func(x, y piece) int { return cmp.Compare(x.off, y.off) })
	at := list[0].off
	for _, p := range list {
		if p.off != at {
			return nil, nil
		}
		n := int64(p.st.Arg(0).Type().Bits)
		at += n / 8
		parts = append(parts, bitPart{v: p.st.Arg(0), bits: n})
	}
	if at-list[0].off != 8 || !wordPlace(layout, list[0].st.Arg(1)) {
		return nil, nil
	}
	for _, p := range list {
		stores = append(stores, p.st)
	}
	slices.SortFunc(stores, func(x, y *ir.Instr) int { return cmp.Compare(x.Parent.Index(x), y.Parent.Index(y)) })
	return stores, parts
}

// wanted reports whether some of the words that the parts are merged from are whole.
func (h *partRecombiner) wanted(parts []bitPart) bool {
	h.seen = map[string]bool{}
	if h.dt == nil {
		h.dt = ir.Dominators(h.f)
	}
	whole := 0
	return h.look(parts, &whole) && whole > 0
}

// look visits the words that the parts are merged from, and counts those that are whole.
func (h *partRecombiner) look(parts []bitPart, whole *int) bool {
	k := key(parts)
	if h.seen[k] {
		return true
	}
	h.seen[k] = true
	if len(h.seen) > maxPartPlaces {
		return false
	}
	if h.source(parts) != nil || h.loaded(parts) != nil {
		*whole++
		return true
	}
	parts = choices(parts)
	choice := h.chosen(parts)
	if choice == nil {
		return true
	}
	at := choice.Parent
	for _, from := range choice.Blocks {
		if t := from.Term(); t.Op == ir.Invoke || t.Op == ir.CallBr {
			for _, p := range parts {
				if incoming(p.v, at, from) == ir.Value(t) {
					return false
				}
			}
		}
		if !h.look(onEdge(parts, at, from), whole) {
			return false
		}
	}
	return true
}

// key identifies a word by its parts.
func key(parts []bitPart) string {
	var s strings.Builder
	for _, p := range parts {
		fmt.Fprintf(&s, "%p+%d ", p.v, p.from)
	}
	return s.String()
}

// source is the word that all parts were extracted from at their own positions; nil if there
// is none.
func (h *partRecombiner) source(parts []bitPart) ir.Value {
	at := int64(0)
	var word ir.Value
	for k, p := range parts {
		o := takenOutOf(p)
		if o.v.Type() != ir.I64 || o.from != at || k > 0 && o.v != word {
			return nil
		}
		word = o.v
		at += p.bits
	}
	return word
}

// loaded are the loads of all parts of a word in memory, the lowest first.
func (h *partRecombiner) loaded(parts []bitPart) []wordPart {
	var loads []wordPart
	layout := h.f.Module.Layout
	var first canon.BaseOffset
	at := int64(0)
	for k, p := range parts {
		l, ok := p.v.(*ir.Instr)
		if !ok || l.Op != ir.Load || int64(l.Typ.Bits) != p.bits || l.Flags&(ir.Volatile|ir.Atomic) != 0 || k > 0 && l.Parent != loads[0].load.Parent {
			return nil
		}
		w, ok := canon.BaseOffsetOf(layout, l.Arg(0))
		if k == 0 {
			first = w
		}
		if !ok || first.Off&7 != 0 || w.Base != first.Base || w.Off != first.Off+at/8 {
			return nil
		}
		loads = append(loads, wordPart{l, at})
		at += p.bits
	}
	if lastOfParts(loads) == nil {
		return nil
	}
	return loads
}

// chosen is a part that is a phi, where the others are phis of the same block or dominate it;
// nil if there is none.
func (h *partRecombiner) chosen(parts []bitPart) *ir.Instr {
	for _, p := range parts {
		phi, ok := p.v.(*ir.Instr)
		if !ok || phi.Op != ir.Phi {
			continue
		}
		fits := func(q bitPart) bool {
			i, ok := q.v.(*ir.Instr)
			return !ok || i.Parent == phi.Parent && i.Op == ir.Phi || i.Parent != phi.Parent && h.dt.Dominates(i.Parent, phi.Parent)
		}
		if !slices.ContainsFunc(parts, func(q bitPart) bool { return !fits(q) }) {
			return phi
		}
	}
	return nil
}

// incoming is the value of v on the edge from from to at.
func incoming(v ir.Value, at, from *ir.Block) ir.Value {
	if i, ok := v.(*ir.Instr); ok && i.Op == ir.Phi && i.Parent == at {
		return i.Incoming(from)
	}
	return v
}

func onEdge(parts []bitPart, at, from *ir.Block) []bitPart {
	out := slices.Clone(parts)
	for k := range out {
		out[k].v = incoming(parts[k].v, at, from)
	}
	return out
}

// word emits the word with these parts; it is assembled before user if need be.
func (h *partRecombiner) word(parts []bitPart, user *ir.Instr) ir.Value {
	if w := h.source(parts); w != nil {
		return w
	}
	if loads := h.loaded(parts); loads != nil {
		last, low := lastOfParts(loads), loads[0].load
		b := ir.NewBuilder(last.Parent)
		b.Before(last)
		return b.Load(ir.I64, b.Cast(ir.BitCast, low.Arg(0), h.f.Module.PtrTo(ir.I64)), max(int(low.Align), 1))
	}
	parts = choices(parts)
	if choice := h.chosen(parts); choice != nil {
		k, at := key(parts), choice.Parent
		if phi := h.made[k]; phi != nil {
			return phi
		}
		phi := ir.NewInstr(ir.Phi, ir.I64)
		h.made[k] = phi
		at.InsertAt(0, phi)
		on := map[*ir.Block]ir.Value{}
		for _, from := range choice.Blocks {
			if on[from] == nil {
				on[from] = h.word(onEdge(parts, at, from), from.Term())
			}
			phi.AddIncoming(on[from], from)
		}
		return phi
	}
	b := ir.NewBuilder(user.Parent)
	b.Before(user)
	var word ir.Value
	known, at := int64(0), int64(0)
	for _, p := range parts {
		n, ok := ir.IntValue(p.v)
		switch {
		case ok:
			known |= n >> p.from & (1<<p.bits - 1) << at
		case !ir.IsUndef(p.v):
			v := p.v
			if p.from > 0 {
				v = b.Binary(ir.LShr, v, ir.NewInt(v.Type(), p.from))
			}
			if int64(v.Type().Bits) > p.bits {
				v = b.Cast(ir.Trunc, v, h.f.Module.Types.Int(int(p.bits)))
			}
			v = b.Cast(ir.ZExt, v, ir.I64)
			if at > 0 {
				v = b.Binary(ir.Shl, v, ir.NewInt(ir.I64, at))
			}
			if word != nil {
				v = b.Binary(ir.Or, word, v)
			}
			word = v
		}
		at += p.bits
	}
	switch {
	case word == nil:
		return ir.NewInt(ir.I64, known)
	case known == 0:
		return word
	}
	return b.Binary(ir.Or, word, ir.NewInt(ir.I64, known))
}
