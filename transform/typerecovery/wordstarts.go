package typerecovery

import "github.com/llad-ad/llad/ir"

// wordStarts says which bytes of an integer may be first bytes of words.
type wordStarts struct {
	first uint16 // a bit for each byte
	parts bool   // some of it was read as a part of a word of which the rest is read too
	made  bool   // it is no word as it was read
	cut   bool   // some of it was taken out of a word, the rest of which may go nowhere
}

// wholeBytes is the number of bytes of an integer type; 0 for other types.
func wholeBytes(t *ir.Type) int64 {
	if !t.IsInt() || t.Bits%8 != 0 || t.Bits > 128 {
		return 0
	}
	return int64(t.Bits / 8)
}

// spread propagates, forward, which bytes of integers may be first bytes of words.
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

func (w *partWords) of(v ir.Value) wordStarts {
	i, _ := v.(*ir.Instr)
	return w.bytes[i]
}

// made is the transfer function of spread for i.
func (w *partWords) made(i *ir.Instr) wordStarts {
	n := wholeBytes(i.Typ)
	c := w.bytes[i]
	switch i.Op {
	case ir.Load:
		return w.loaded(i, n)
	case ir.BitCast, ir.PtrToInt:
		if n == 8 && (i.Arg(0).Type() == ir.Double || i.Arg(0).Type().IsPtr()) {
			return wordStarts{first: 1, parts: takenApart(i)}
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
		return wordStarts{o.first & (1<<n - 1), o.parts, true, o.cut || n < 8 && wholeBytes(i.Arg(0).Type()) >= 8 && o.first&1 != 0}
	case ir.Shl, ir.LShr:
		by, ok := ir.IntValue(i.Arg(1))
		o := w.of(i.Arg(0))
		if !ok || by < 0 || by%8 != 0 || by >= 8*n {
			break
		}
		if i.Op == ir.Shl {
			return wordStarts{o.first << (by / 8) & (1<<n - 1), o.parts, true, o.cut}
		}
		return wordStarts{o.first >> (by / 8), o.parts, true, o.cut}
	case ir.And:
		if kept := wholeMaskOf(i); kept != 0 {
			o := w.of(i.Arg(0))
			return wordStarts{o.first & kept, o.parts, true, o.cut || o.first&kept&1 != 0}
		}
	case ir.Or:
		if scaled(i.Arg(0)) || scaled(i.Arg(1)) {
			break
		}
		x, y := w.of(i.Arg(0)), w.of(i.Arg(1))
		return wordStarts{x.first ^ y.first, x.parts || y.parts, true, x.cut || y.cut}
	}
	return c
}

// scaled reports whether a constant was added to the upper half of a word that changes the
// exponent of a double: the result is another double.
func scaled(v ir.Value) bool {
	for i, ok := v.(*ir.Instr); ok; i, ok = v.(*ir.Instr) {
		switch i.Op {
		case ir.ZExt, ir.Shl:
			v = i.Arg(0)
		case ir.Add, ir.Sub:
			n, ok := ir.IntValue(i.Arg(1))
			switch {
			case ok && i.Typ == ir.I32:
				return int32(n) >= 1<<20 || int32(n) <= -1<<20
			case ok && i.Typ == ir.I64:
				return n >= 1<<52 || n <= -1<<52
			}
			return false
		default:
			return false
		}
	}
	return false
}

// wholeMask has a bit for each byte that an and with a constant keeps of an integer of n
// bytes; 0 where it keeps parts of bytes.
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

// loaded is the transfer function for a load.
func (w *partWords) loaded(i *ir.Instr, n int64) wordStarts {
	in, ok := w.inWord(i.Arg(0), int64(i.Align))
	if !ok || i.Flags&(ir.Volatile|ir.Atomic) != 0 {
		return wordStarts{}
	}
	if in == 0 && n == 8 {
		return wordStarts{first: 1, parts: takenApart(i)}
	}
	c := wordStarts{made: true}
	for off := -in & 7; off < n; off += 8 {
		if !w.inside(i.Arg(0), off) {
			return wordStarts{}
		}
		c.first |= 1 << off
	}
	for _, p := range w.partsAt(i.Arg(0), n, int64(i.Align)) {
		c.parts = c.parts || w.reads[p.word] != p.bytes
	}
	return c
}

// takenApart reports whether the upper bytes of a word are extracted.
func takenApart(i *ir.Instr) bool {
	for u := range ir.Uses(i) {
		left := wholeMaskOf(u.User)
		if u.Index() == 0 && (u.User.Op == ir.LShr || left != 0 && left&1 == 0) {
			return true
		}
	}
	return false
}

// wholeMaskOf is wholeMask of an and; 0 for other operations.
func wholeMaskOf(i *ir.Instr) uint16 {
	if i.Op != ir.And {
		return 0
	}
	return wholeMask(i, wholeBytes(i.Typ))
}
