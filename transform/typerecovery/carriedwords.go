package typerecovery

import (
	"math/bits"
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// CarriedWords lets the shadow of a word follow the word's first byte where an optimiser
// moves the bytes of a word separately: the first in a register, perhaps through selects and
// phis, the rest in another register or by a memcpy. Such a word may be a float, an address or
// another variant's data. The parts become plain integers (ir.Part). Where the part with the
// first byte is loaded, the whole word is loaded too, goes through the same phis, and is
// stored to shadow memory only (ir.ShadowOnly). A word assembled from parts and used as a
// float or an address goes through memory likewise. Nothing is done in modules with 32-bit
// floats, where a part may be one. It reports whether anything changed.
func CarriedWords(f *ir.Function) bool {
	m := f.Module
	if m.Layout.BigEndian() || m.Layout.PtrBits(0) != 64 || m.HasSingles() {
		return false
	}
	w := &partWords{f: f, layout: m.Layout, begins: map[object]int64{}, reads: map[bytePlace]uint8{}, writes: map[bytePlace]uint8{},
		bytes: map[*ir.Instr]wordStarts{}, words: map[wordKey]ir.Value{}}
	if !w.survey() {
		return false
	}
	w.spread()
	changed := false
	for _, b := range f.Blocks {
		for _, i := range slices.Clone(b.Instrs) {
			switch {
			case i.Op == ir.Store && i.Flags&(ir.Volatile|ir.Atomic) == 0:
				changed = w.store(i) || changed
			case i.Op == ir.Call && plainCopy(i):
				changed = w.copy(i) || changed
			default:
				changed = w.taken(i) || changed
			}
		}
	}
	if changed {
		edit.Compact(f)
	}
	return changed
}

// plainCopy reports whether i is a non-volatile memcpy of a constant number of bytes.
func plainCopy(i *ir.Instr) bool {
	if edit.MemIntrinsic(i) != "memcpy" || !edit.IsFalse(i.Arg(3)) {
		return false
	}
	_, ok := ir.IntValue(i.Arg(2))
	return ok
}

// wordKey is the word that begins at a byte of an integer.
type wordKey struct {
	i  *ir.Instr
	at int64
}

// store lets the words follow a store of parts of them. It reports whether it did.
func (w *partWords) store(i *ir.Instr) bool {
	v, n := i.Arg(0), wholeBytes(i.Arg(0).Type())
	c := w.of(v)
	if n == 0 || !c.made {
		return false
	}
	in, ok := w.inWord(i.Arg(1), int64(i.Align))
	if !ok {
		return w.throughMemory(i, 0)
	}
	apart := c.parts
	parts := w.partsAt(i.Arg(1), n, int64(i.Align))
	for _, p := range parts {
		apart = apart || w.writes[p.word] != p.bytes
	}
	if !apart && !(c.cut && n < 8) {
		return false
	}
	var words []int64
	for off := -in & 7; off < n; off += 8 {
		if c.first&(1<<off) == 0 || !apart {
			continue
		}
		if !w.inside(i.Arg(1), off) {
			return false
		}
		words = append(words, off)
	}
	if words == nil && (n == 8 && in == 0 || !c.parts && !c.cut) {
		return false
	}
	for _, off := range words {
		word := w.word(v, off)
		b := ir.NewBuilder(i.Parent)
		b.Before(i)
		w.shadowStore(b, word, i.Arg(1), off)
	}
	w.mark(v)
	i.Flags |= ir.Part
	return true
}

// shadowStore stores a word to shadow memory, at offset off from p.
func (w *partWords) shadowStore(b *ir.Builder, word, p ir.Value, off int64) {
	b.Store(word, w.wordAt(b, p, off), 8).Flags |= ir.ShadowOnly
}

// wordAt is the address of the word at offset off from p.
func (w *partWords) wordAt(b *ir.Builder, p ir.Value, off int64) ir.Value {
	if off != 0 {
		p = b.Offset(b.Cast(ir.BitCast, p, w.f.Module.PtrTo(ir.I8)), ir.NewInt(ir.I64, off))
	}
	return b.Cast(ir.BitCast, p, w.f.Module.PtrTo(ir.I64))
}

// mark marks the instructions from which a value is assembled as plain integers.
func (w *partWords) mark(v ir.Value) {
	i, ok := v.(*ir.Instr)
	if !ok || i.Flags&ir.Part != 0 || !w.bytes[i].made {
		return
	}
	i.Flags |= ir.Part
	if i.Op == ir.Load {
		return
	}
	for k, a := range i.Args() {
		if i.Op != ir.Select || k > 0 {
			w.mark(a)
		}
	}
}

// word is the word that begins at a byte of an integer; zero where none does. One that is computed as a whole is itself:
// whether it has a shadow is not judged here.
func (w *partWords) word(v ir.Value, at int64) ir.Value {
	i, ok := v.(*ir.Instr)
	if ok && at == 0 && i.Typ == ir.I64 && !w.bytes[i].made {
		return i
	}
	if !ok || w.bytes[i].first&(1<<at) == 0 {
		return ir.Zero(ir.I64)
	}
	if !w.bytes[i].made {
		return i
	}
	key := wordKey{i, at}
	if known := w.words[key]; known != nil {
		return known
	}
	b := ir.NewBuilder(i.Parent)
	b.Meta = edit.DebugLoc(i)
	var word ir.Value
	switch i.Op {
	case ir.Load:
		b.Before(i)
		word = b.Load(ir.I64, w.wordAt(b, i.Arg(0), at), 8)
	case ir.Phi:
		phi := ir.NewInstr(ir.Phi, ir.I64)
		phi.Meta = b.Meta
		i.Parent.InsertAt(0, phi)
		w.words[key] = phi
		for k, a := range i.Args() {
			phi.AddIncoming(w.word(a, at), i.Blocks[k])
		}
		return phi
	case ir.Select:
		x, y := w.word(i.Arg(1), at), w.word(i.Arg(2), at)
		b.Before(i)
		word = b.Select(i.Arg(0), x, y)
	case ir.Freeze:
		word = w.word(i.Arg(0), at)
	case ir.ZExt, ir.Trunc, ir.And:
		word = w.word(i.Arg(0), at)
	case ir.Shl, ir.LShr:
		by, _ := ir.IntValue(i.Arg(1))
		if i.Op == ir.Shl {
			by = -by
		}
		word = w.word(i.Arg(0), at+by/8)
	case ir.Or:
		x := i.Arg(0)
		if w.of(x).first&(1<<at) == 0 {
			x = i.Arg(1)
		}
		word = w.word(x, at)
	}
	w.words[key] = word
	return word
}

// copy splits a memcpy that moves parts of words. It reports whether it did.
func (w *partWords) copy(i *ir.Instr) bool {
	n, _ := ir.IntValue(i.Arg(2))
	in, ok := w.inWord(i.Arg(0), edit.ArgAlign(i, 0))
	from, known := w.inWord(i.Arg(1), edit.ArgAlign(i, 1))
	if !ok && !known || ok && known && in != from {
		return false
	}
	var parts []partAt
	apart := false
	for k, bytes := range []map[bytePlace]uint8{w.writes, w.reads} {
		l := w.partsAt(i.Arg(k), n, edit.ArgAlign(i, k))
		for _, p := range l {
			if p.bytes&1 != 0 && !(w.inside(i.Arg(0), p.off) && w.inside(i.Arg(1), p.off)) {
				return false
			}
			apart = apart || bytes[p.word] != p.bytes
		}
		if len(l) > 0 {
			parts = l
		}
	}
	if !apart {
		return false
	}
	b := ir.NewBuilder(i.Parent)
	b.Before(i)
	part := func(off, size int64, whole bool) {
		c := i.Copy()
		for k := range 2 {
			c.SetArg(k, w.byteAt(b, i.Arg(k), off))
		}
		c.SetArg(2, ir.NewInt(i.Arg(2).Type(), size))
		c.Extra().ArgAttrs = nil
		c.Meta = edit.DebugLoc(i)
		if !whole {
			c.Flags |= ir.Part
		}
		b.Insert(c)
	}
	at := int64(0)
	for _, p := range parts {
		if p.off > at {
			part(at, p.off-at, true)
		}
		size := int64(bits.OnesCount8(p.bytes))
		if p.bytes&1 != 0 {
			w.shadowStore(b, b.Load(ir.I64, w.wordAt(b, i.Arg(1), p.off), 8), i.Arg(0), p.off)
		}
		part(p.off, size, false)
		at = p.off + size
	}
	if at < n {
		part(at, n-at, true)
	}
	edit.Kill(i)
	return true
}

func (w *partWords) byteAt(b *ir.Builder, p ir.Value, off int64) ir.Value {
	if off == 0 {
		return p
	}
	return b.Cast(ir.BitCast, b.Offset(b.Cast(ir.BitCast, p, w.f.Module.PtrTo(ir.I8)), ir.NewInt(ir.I64, off)), p.Type())
}

// taken puts operands of i that are words assembled from parts, and used as floats or
// addresses, through memory. It reports whether there were any.
func (w *partWords) taken(i *ir.Instr) bool {
	first, last := 0, i.NumArgs()
	switch {
	case i.Op == ir.BitCast && i.Typ == ir.Double, i.Op == ir.IntToPtr, i.Op == ir.Ret:
	case i.Op == ir.InsertValue:
		first = 1
	case i.IsCall() && edit.MemIntrinsic(i) == "" && !ir.IsLifetime(i):
		last = i.NumCallArgs()
	default:
		return false
	}
	changed := false
	for k := first; k < last; k++ {
		changed = w.throughMemory(i, k) || changed
	}
	return changed
}

// throughMemory puts an operand of i that is a word assembled from parts through a stack slot.
// It reports whether it is one.
func (w *partWords) throughMemory(i *ir.Instr, k int) bool {
	v, ok := i.Arg(k).(*ir.Instr)
	c := w.of(i.Arg(k))
	if !ok || v.Typ != ir.I64 || !c.made || c.first&1 == 0 || !c.parts && !c.cut {
		return false
	}
	if c.parts { // else a short integer that was read as the word
		entry := ir.NewBuilder(w.f.Entry())
		entry.AtStart(w.f.Entry())
		slot := entry.Alloca(ir.I64, ir.NewInt(ir.I32, 1), 8)
		word := w.word(v, 0)
		b := ir.NewBuilder(i.Parent)
		b.Before(i)
		b.Store(v, slot, 8).Flags |= ir.Part
		w.shadowStore(b, word, slot, 0)
		i.SetArg(k, b.Load(ir.I64, slot, 8))
	}
	w.mark(v)
	return true
}

// DropShadowOnly removes the stores that were for shadow memory only, after the derivative was
// generated. It reports whether there were any.
func DropShadowOnly(f *ir.Function) bool {
	changed := false
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if i.Flags&ir.ShadowOnly != 0 {
				edit.Kill(i)
				changed = true
			}
		}
	}
	if changed {
		edit.Compact(f)
	}
	return changed
}
