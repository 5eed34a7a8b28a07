package pass

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/llad-ad/llad/ir"
)

// CarriedWords has the shadow of a word go with the word's first byte where Rust's optimiser
// moves its bytes in parts: the first one or more in a register, perhaps chosen among others,
// the rest in another or by a copy of bytes. A word in such a place is a float, an address, or
// what another variant of an enum has there. The parts become plain integers (ir.Part); where
// the part with the first byte is read, the whole word is read too, takes the same ways,
// and is stored where the part is stored, in shadow memory only (ir.ShadowOnly). What is put
// together of parts and used as a float or an address goes by memory in the same way. It reports
// whether it changed anything.
func CarriedWords(f *ir.Function) bool {
	m := f.Module
	if m.Layout.BigEndian() || m.Layout.PtrBits(0) != 64 || !m.FromRust() {
		return false
	}
	w := &partWords{f: f, layout: m.Layout, begins: map[object]int64{}, reads: map[bytePlace]uint8{}, writes: map[bytePlace]uint8{},
		bytes: map[*ir.Instr]firstBytes{}, words: map[wordKey]ir.Value{}}
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
		compact(f)
	}
	return changed
}

// plainCopy reports whether i copies a number of bytes that is known from one place to another.
func plainCopy(i *ir.Instr) bool {
	if memIntrinsic(i) != "memcpy" || !isFalse(i.Arg(3)) {
		return false
	}
	_, ok := ir.IntValue(i.Arg(2))
	return ok
}

// partWords finds the words of a function that are moved in parts.
type partWords struct {
	f             *ir.Function
	layout        *ir.Layout
	begins        map[object]int64    // how far behind an address the next word begins, by what accesses claim
	reads, writes map[bytePlace]uint8 // the bytes of words that are read or written by parts
	bytes         map[*ir.Instr]firstBytes
	words         map[wordKey]ir.Value
}

// firstBytes says which bytes of an integer may be the first ones of words.
type firstBytes struct {
	first uint16 // a bit for each byte
	parts bool   // some of it was read as a part of a word of which the rest is read too
	made  bool   // it is no word as it was read
	cut   bool   // some of it was taken out of a word, the rest of which may go nowhere
}

// object is an address without its constant part: a base, and indices times sizes.
type object struct {
	base  ir.Value
	steps string
}

// bytePlace is a constant number of bytes behind an object's address.
type bytePlace struct {
	object
	off int64
}

// wordKey is the word that begins at a byte of an integer.
type wordKey struct {
	i  *ir.Instr
	at int64
}

// wholeBytes is the number of bytes of an integer in a register; 0 for anything else.
func wholeBytes(t *ir.Type) int64 {
	if !t.IsInt() || t.Bits%8 != 0 || t.Bits > 128 {
		return 0
	}
	return int64(t.Bits / 8)
}

// survey notes where words begin, and which parts of them are read and written; false
// where none are.
func (w *partWords) survey() bool {
	w.eachAccess(func(p ir.Value, _, align int64, _ bool) {
		if align >= 8 {
			at := w.place(p)
			w.begins[at.object] = -at.off & 7
		}
	})
	found := false
	w.eachAccess(func(p ir.Value, size, align int64, writes bool) {
		for _, r := range w.partsAt(p, size, align) {
			found = true
			if writes {
				w.writes[r.word] |= r.bytes
			} else {
				w.reads[r.word] |= r.bytes
			}
		}
	})
	return found
}

// eachAccess calls note for what is read or written as an integer or a copy of bytes.
func (w *partWords) eachAccess(note func(p ir.Value, size, align int64, writes bool)) {
	for _, b := range w.f.Blocks {
		for _, i := range b.Instrs {
			switch {
			case i.Flags&(ir.Volatile|ir.Atomic) != 0:
			case i.Op == ir.Load:
				note(i.Arg(0), wholeBytes(i.Typ), int64(i.Align), false)
			case i.Op == ir.Store:
				size := wholeBytes(i.Arg(0).Type())
				if ir.IsConstant(i.Arg(0)) {
					size = 0
				}
				note(i.Arg(1), size, int64(i.Align), true)
			case i.Op == ir.Call && plainCopy(i):
				n, _ := ir.IntValue(i.Arg(2))
				note(i.Arg(0), n, argAlign(i, 0), true)
				note(i.Arg(1), n, argAlign(i, 1), false)
			}
		}
	}
}

// partAt is a part of a word of memory.
type partAt struct {
	word  bytePlace
	off   int64 // of the first byte of the part from where the access begins
	bytes uint8 // of the word, a bit for each
}

// partsAt are the words of which an access has some of the bytes only, at its begin and end.
func (w *partWords) partsAt(p ir.Value, size, align int64) []partAt {
	in, ok := w.inWord(p, align)
	if !ok || size <= 0 {
		return nil
	}
	at := w.place(p)
	var l []partAt
	for off := -in; off < size; off += 8 {
		from, to := max(off, 0), min(off+8, size)
		if to-from == 8 || off > 0 && off+8 <= size {
			continue
		}
		l = append(l, partAt{bytePlace{at.object, at.off + off}, from, uint8((1<<(to-from) - 1) << (from - off))})
	}
	return l
}

// inWord is how far behind the begin of a word an address leads.
func (w *partWords) inWord(p ir.Value, align int64) (int64, bool) {
	if align >= 8 {
		return 0, true
	}
	at := w.place(p)
	if at.steps == "" && madeAligned(w.layout, at.base, maxAlignSteps) >= 8 {
		return at.off & 7, true
	}
	begin, ok := w.begins[at.object]
	return (at.off - begin) & 7, ok
}

// place takes an address apart.
func (w *partWords) place(p ir.Value) bytePlace {
	at := bytePlace{object: object{base: p}}
	var steps []byte
	for range maxMoved {
		i, ok := at.base.(*ir.Instr)
		if !ok || i.Op != ir.BitCast && i.Op != ir.GetElementPtr || !i.Arg(0).Type().IsPtr() {
			break
		}
		if i.Op == ir.GetElementPtr {
			off, more := at.off, steps
			if !w.layout.Steps(i.Elem, i.Args()[1:], func(index ir.Value, size int64) bool {
				n, ok := int64(1), true
				if index != nil {
					n, ok = ir.IntValue(index)
				}
				if ok {
					off += n * size
				} else {
					more = fmt.Appendf(more, "%p*%d ", index, size)
				}
				return true
			}) {
				break
			}
			at.off, steps = off, more
		}
		at.base = i.Arg(0)
	}
	at.steps = string(steps)
	return at
}

// inside reports whether the eight bytes at an address belong to what it leads to, as far as
// that is a local of known size.
func (w *partWords) inside(p ir.Value, off int64) bool {
	at := w.place(p)
	a, local := at.base.(*ir.Instr)
	if !local || a.Op != ir.Alloca || at.steps != "" {
		return true
	}
	n, fixed := ir.IntValue(a.Arg(0))
	return fixed && at.off+off >= 0 && at.off+off+8 <= n*w.layout.AllocSize(a.Elem)
}

// spread finds which bytes of integers may be first bytes of words.
func (w *partWords) spread() {
	for changed := true; changed; {
		changed = false
		for _, b := range w.f.Blocks {
			for _, i := range b.Instrs {
				if wholeBytes(i.Typ) == 0 {
					continue
				}
				if c := w.made(i); c != w.bytes[i] {
					w.bytes[i] = c
					changed = true
				}
			}
		}
	}
}

func (w *partWords) of(v ir.Value) firstBytes {
	i, _ := v.(*ir.Instr)
	return w.bytes[i]
}

// made is what i has of words, by its operands.
func (w *partWords) made(i *ir.Instr) firstBytes {
	n := wholeBytes(i.Typ)
	c := w.bytes[i]
	switch i.Op {
	case ir.Load:
		return w.loaded(i, n)
	case ir.BitCast, ir.PtrToInt:
		if n == 8 && (i.Arg(0).Type() == ir.Double || i.Arg(0).Type().IsPtr()) {
			return firstBytes{first: 1, parts: takenApart(i)}
		}
	case ir.Phi, ir.Select, ir.Freeze:
		for k, a := range i.Args() {
			if i.Op == ir.Select && k == 0 {
				continue
			}
			o := w.of(a)
			c.first |= o.first
			c.parts = c.parts || o.parts
			c.made = c.made || o.made
			c.cut = c.cut || o.cut
		}
	case ir.ZExt, ir.Trunc:
		o := w.of(i.Arg(0))
		return firstBytes{o.first & (1<<n - 1), o.parts, true, o.cut || n < 8 && wholeBytes(i.Arg(0).Type()) >= 8 && o.first&1 != 0}
	case ir.Shl, ir.LShr:
		by, ok := ir.IntValue(i.Arg(1))
		o := w.of(i.Arg(0))
		if !ok || by < 0 || by%8 != 0 || by >= 8*n {
			break
		}
		if i.Op == ir.Shl {
			return firstBytes{o.first << (by / 8) & (1<<n - 1), o.parts, true, o.cut}
		}
		return firstBytes{o.first >> (by / 8), o.parts, true, o.cut}
	case ir.And:
		if kept := wholeMaskOf(i); kept != 0 {
			o := w.of(i.Arg(0))
			return firstBytes{o.first & kept, o.parts, true, o.cut || o.first&kept&1 != 0}
		}
	case ir.Or:
		x, y := w.of(i.Arg(0)), w.of(i.Arg(1))
		return firstBytes{x.first ^ y.first, x.parts || y.parts, true, x.cut || y.cut}
	}
	return c
}

// wholeMask has a bit for each byte that a mask leaves of an integer of n bytes; 0 where it leaves
// parts of bytes.
func wholeMask(i *ir.Instr, n int64) (bytes uint16) {
	mask, ok := ir.IntValue(i.Arg(1))
	for k := int64(0); ok && k < min(n, 8); k++ {
		switch mask >> (8 * k) & 0xff {
		case 0xff:
			bytes |= 1 << k
		case 0:
		default:
			return 0
		}
	}
	return bytes
}

// loaded is what a load reads of words.
func (w *partWords) loaded(i *ir.Instr, n int64) firstBytes {
	in, ok := w.inWord(i.Arg(0), int64(i.Align))
	if !ok || i.Flags&(ir.Volatile|ir.Atomic) != 0 {
		return firstBytes{}
	}
	if in == 0 && n == 8 {
		return firstBytes{first: 1, parts: takenApart(i)}
	}
	c := firstBytes{made: true}
	for off := -in & 7; off < n; off += 8 {
		if !w.inside(i.Arg(0), off) {
			return firstBytes{}
		}
		c.first |= 1 << off
	}
	for _, p := range w.partsAt(i.Arg(0), n, int64(i.Align)) {
		c.parts = c.parts || w.reads[p.word] != p.bytes
	}
	return c
}

// takenApart reports whether the upper bytes of a word are taken out of it.
func takenApart(i *ir.Instr) bool {
	for u := range ir.Uses(i) {
		left := wholeMaskOf(u.User)
		if u.Index() == 0 && (u.User.Op == ir.LShr || left != 0 && left&1 == 0) {
			return true
		}
	}
	return false
}

// wholeMaskOf is wholeMask of an and; 0 for any other operation.
func wholeMaskOf(i *ir.Instr) uint16 {
	if i.Op != ir.And {
		return 0
	}
	return wholeMask(i, wholeBytes(i.Typ))
}

// store has the words go with a store of parts of them. It reports whether it did.
func (w *partWords) store(i *ir.Instr) bool {
	v, n := i.Arg(0), wholeBytes(i.Arg(0).Type())
	c := w.of(v)
	if n == 0 || !c.made {
		return false
	}
	in, ok := w.inWord(i.Arg(1), int64(i.Align))
	if !ok {
		return false
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

// shadowStore stores a word in shadow memory, off bytes behind p.
func (w *partWords) shadowStore(b *ir.Builder, word, p ir.Value, off int64) {
	b.Store(word, w.wordAt(b, p, off), 8).Flags |= ir.ShadowOnly
}

// wordAt is the address off bytes behind p as that of a word.
func (w *partWords) wordAt(b *ir.Builder, p ir.Value, off int64) ir.Value {
	if off != 0 {
		p = b.Offset(b.Cast(ir.BitCast, p, w.f.Module.PtrTo(ir.I8)), ir.NewInt(ir.I64, off))
	}
	return b.Cast(ir.BitCast, p, w.f.Module.PtrTo(ir.I64))
}

// mark says of what a value is put together of that it carries nothing.
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

// word is the word that begins at a byte of an integer; zero where it is none.
func (w *partWords) word(v ir.Value, at int64) ir.Value {
	i, ok := v.(*ir.Instr)
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
	b.Meta = debugOnly(i)
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

// copy takes a copy of bytes apart where it has parts of words. It reports whether it did.
func (w *partWords) copy(i *ir.Instr) bool {
	n, _ := ir.IntValue(i.Arg(2))
	in, ok := w.inWord(i.Arg(0), argAlign(i, 0))
	from, known := w.inWord(i.Arg(1), argAlign(i, 1))
	if !ok && !known || ok && known && in != from {
		return false
	}
	var parts []partAt
	apart := false
	for k, bytes := range []map[bytePlace]uint8{w.writes, w.reads} {
		l := w.partsAt(i.Arg(k), n, argAlign(i, k))
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
		c.Meta = debugOnly(i)
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
	kill(i)
	return true
}

func (w *partWords) byteAt(b *ir.Builder, p ir.Value, off int64) ir.Value {
	if off == 0 {
		return p
	}
	return b.Cast(ir.BitCast, b.Offset(b.Cast(ir.BitCast, p, w.f.Module.PtrTo(ir.I8)), ir.NewInt(ir.I64, off)), p.Type())
}

// taken has the operands of i that are words put together of parts, and used as something else
// than integers, go by way of memory. It reports whether there are any.
func (w *partWords) taken(i *ir.Instr) bool {
	first, last := 0, i.NumArgs()
	switch {
	case i.Op == ir.BitCast && i.Typ == ir.Double, i.Op == ir.IntToPtr, i.Op == ir.Ret:
	case i.Op == ir.InsertValue:
		first = 1
	case i.IsCall() && memIntrinsic(i) == "" && !isLifetime(i):
		last = i.NumCallArgs()
	default:
		return false
	}
	changed := false
	for k := first; k < last; k++ {
		v, ok := i.Arg(k).(*ir.Instr)
		c := w.of(i.Arg(k))
		if !ok || v.Typ != ir.I64 || !c.made || c.first&1 == 0 || !c.parts && !c.cut {
			continue
		}
		changed = true
		if !c.parts {
			w.mark(v) // a short integer that was read as the word
			continue
		}
		entry := ir.NewBuilder(w.f.Entry())
		entry.AtStart(w.f.Entry())
		slot := entry.Alloca(ir.I64, ir.NewInt(ir.I32, 1), 8)
		word := w.word(v, 0)
		b := ir.NewBuilder(i.Parent)
		b.Before(i)
		b.Store(v, slot, 8).Flags |= ir.Part
		w.shadowStore(b, word, slot, 0)
		i.SetArg(k, b.Load(ir.I64, slot, 8))
		w.mark(v)
	}
	return changed
}

// DropShadowOnly removes the stores that are such in shadow memory alone, when that has been
// written. It reports whether there were any.
func DropShadowOnly(f *ir.Function) bool {
	changed := false
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if i.Flags&ir.ShadowOnly != 0 {
				kill(i)
				changed = true
			}
		}
	}
	if changed {
		compact(f)
	}
	return changed
}
