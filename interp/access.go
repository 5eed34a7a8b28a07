package interp

import "encoding/binary"

// loadWord reads n (1 to 8) bytes as a little-endian number, with the mask of
// its undefined bits.
func (m *memory) loadWord(addr, n uint64) (v, und uint64, err error) {
	o, off, err := m.reach(addr, n)
	if err != nil {
		return 0, 0, err
	}
	v = getWord(o.data[off:], n)
	if o.shadow != nil {
		und = getWord(o.shadow[off:], n)
	}
	return v, und, nil
}

// storeWord writes the low n (1 to 8) bytes of v and of its undefined bits.
func (m *memory) storeWord(addr, n, v, und uint64) error {
	o, off, err := m.reachW(addr, n)
	if err != nil {
		return err
	}
	putWord(o.data[off:], n, v)
	if o.shadow != nil || und != 0 {
		o.needShadow()
		putWord(o.shadow[off:], n, und)
	}
	return nil
}

func (o *object) needShadow() {
	if o.shadow == nil {
		o.shadow = make([]byte, len(o.data))
	}
}

func getWord(b []byte, n uint64) uint64 {
	switch n {
	case 8:
		return binary.LittleEndian.Uint64(b)
	case 4:
		return uint64(binary.LittleEndian.Uint32(b))
	case 2:
		return uint64(binary.LittleEndian.Uint16(b))
	case 1:
		return uint64(b[0])
	}
	var v uint64
	for k := uint64(0); k < n; k++ {
		v |= uint64(b[k]) << (8 * k)
	}
	return v
}

func putWord(b []byte, n, v uint64) {
	switch n {
	case 8:
		binary.LittleEndian.PutUint64(b, v)
	case 4:
		binary.LittleEndian.PutUint32(b, uint32(v))
	case 2:
		binary.LittleEndian.PutUint16(b, uint16(v))
	case 1:
		b[0] = byte(v)
	default:
		for k := uint64(0); k < n; k++ {
			b[k] = byte(v >> (8 * k))
		}
	}
}

// getInt reads an integer of any width out of bytes.
func getInt(b []byte, l *leaf, out []uint64) {
	n := uint64(l.bytes)
	for k := range out {
		w := min(n, 8)
		out[k] = getWord(b[8*k:], w)
		n -= w
	}
	out[len(out)-1] &= topMask(int(l.bits))
}

func putInt(b []byte, l *leaf, in []uint64) {
	n := uint64(l.bytes)
	for k := range in {
		w := min(n, 8)
		putWord(b[8*k:], w, in[k])
		n -= w
	}
}

// decode reads the value of a shape out of its bytes in memory, and the
// undefined bits out of theirs (shadow may be nil); it reports whether there
// are any.
func (s *shape) decode(data, shadow []byte, out, und []uint64) bool {
	if s.packed {
		s.unpack(data, out)
		if shadow == nil {
			clear(und[:s.slots])
			return false
		}
		s.unpack(shadow, und)
		return anySet(und[:s.slots])
	}
	any := false
	for k := range s.leaves {
		l := &s.leaves[k]
		b := data[l.off:]
		switch l.kind {
		case f80Leaf:
			out[l.slot] = fp80ToBits(binary.LittleEndian.Uint16(b[8:]), binary.LittleEndian.Uint64(b))
		case f128Leaf:
			out[l.slot] = fp128ToBits(binary.LittleEndian.Uint64(b[8:]), binary.LittleEndian.Uint64(b))
		default:
			getInt(b, l, out[l.slot:l.slot+l.slots])
		}
		u := und[l.slot : l.slot+l.slots]
		switch {
		case shadow == nil:
			clear(u)
			continue
		case l.kind == f80Leaf || l.kind == f128Leaf:
			u[0] = 0
			if anyByte(shadow[l.off : l.off+int64(l.bytes)]) {
				u[0] = ^uint64(0)
			}
		default:
			getInt(shadow[l.off:], l, u)
		}
		any = any || anySet(u)
	}
	return any
}

// encode writes a value into bytes; und may be nil.
func (s *shape) encode(data, shadow []byte, in, und []uint64) {
	if s.packed {
		s.pack(data, in)
		if shadow != nil {
			clear(shadow[:s.size])
			if und != nil {
				s.pack(shadow, und)
			}
		}
		return
	}
	for k := range s.leaves {
		l := &s.leaves[k]
		b := data[l.off:]
		switch l.kind {
		case f80Leaf:
			e, f := bitsToFP80(in[l.slot])
			binary.LittleEndian.PutUint64(b, f)
			binary.LittleEndian.PutUint16(b[8:], e)
		case f128Leaf:
			hi, lo := bitsToFP128(in[l.slot])
			binary.LittleEndian.PutUint64(b, lo)
			binary.LittleEndian.PutUint64(b[8:], hi)
		default:
			putInt(b, l, in[l.slot:l.slot+l.slots])
		}
		if shadow == nil {
			continue
		}
		sb := shadow[l.off : l.off+int64(l.bytes)]
		switch {
		case und == nil:
			clear(sb)
		case l.kind == f80Leaf || l.kind == f128Leaf:
			v := byte(0)
			if und[l.slot] != 0 {
				v = 0xff
			}
			setBytes(sb, v)
		default:
			putInt(sb, l, und[l.slot:l.slot+l.slots])
		}
	}
}

// unpack and pack are for vectors whose elements do not fill bytes.
func (s *shape) unpack(data []byte, out []uint64) {
	at := 0
	for _, l := range s.leaves {
		dst := out[l.slot : l.slot+l.slots]
		clear(dst)
		for k := 0; k < int(l.bits); k++ {
			dst[k/64] |= uint64(data[at/8]>>(at%8)&1) << (k % 64)
			at++
		}
	}
}

func (s *shape) pack(data []byte, in []uint64) {
	clear(data[:s.size])
	at := 0
	for _, l := range s.leaves {
		src := in[l.slot : l.slot+l.slots]
		for k := 0; k < int(l.bits); k++ {
			data[at/8] |= byte(src[k/64]>>(k%64)&1) << (at % 8)
			at++
		}
	}
}

func anySet(u []uint64) bool {
	for _, x := range u {
		if x != 0 {
			return true
		}
	}
	return false
}

func anyByte(b []byte) bool {
	for _, x := range b {
		if x != 0 {
			return true
		}
	}
	return false
}

// loadShape reads a value of any type; und receives the undefined bits.
func (m *memory) loadShape(s *shape, addr uint64, out, und []uint64) (bool, error) {
	if s.size == 0 {
		return false, nil
	}
	o, off, err := m.reach(addr, uint64(s.size))
	if err != nil {
		return false, err
	}
	sh := o.shadow
	if sh != nil {
		sh = sh[off:]
	}
	return s.decode(o.data[off:], sh, out, und), nil
}

// storeShape writes a value of any type; und may be nil.
func (m *memory) storeShape(s *shape, addr uint64, in, und []uint64) error {
	if s.size == 0 {
		return nil
	}
	o, off, err := m.reachW(addr, uint64(s.size))
	if err != nil {
		return err
	}
	if und != nil && anySet(und) {
		o.needShadow()
	}
	sh := o.shadow
	if sh != nil {
		sh = sh[off:]
	}
	s.encode(o.data[off:], sh, in, und)
	return nil
}

// move copies n bytes with their undefined bits, as memmove does.
func (m *memory) move(dst, src, n uint64) error {
	if n == 0 {
		return nil
	}
	from, fo, err := m.reach(src, n)
	if err != nil {
		return err
	}
	to, at, err := m.reachW(dst, n)
	if err != nil {
		return err
	}
	copy(to.data[at:at+n], from.data[fo:fo+n])
	switch {
	case from.shadow != nil && (to.shadow != nil || anyByte(from.shadow[fo:fo+n])):
		to.needShadow()
		copy(to.shadow[at:at+n], from.shadow[fo:fo+n])
	case to.shadow != nil:
		clear(to.shadow[at : at+n])
	}
	return nil
}

// set writes n bytes of value v, undefined when und is.
func (m *memory) set(dst, n uint64, v, und byte) error {
	if n == 0 {
		return nil
	}
	o, off, err := m.reachW(dst, n)
	if err != nil {
		return err
	}
	setBytes(o.data[off:off+n], v)
	if und != 0 {
		o.needShadow()
	}
	if o.shadow != nil {
		setBytes(o.shadow[off:off+n], und)
	}
	return nil
}

// write stores bytes, which are defined.
func (m *memory) write(addr uint64, b []byte) error {
	if len(b) == 0 {
		return nil
	}
	o, off, err := m.reachW(addr, uint64(len(b)))
	if err != nil {
		return err
	}
	copy(o.data[off:], b)
	if o.shadow != nil {
		clear(o.shadow[off : off+uint64(len(b))])
	}
	return nil
}

// read gives n bytes that must all be defined.
func (m *memory) read(addr, n uint64) ([]byte, error) {
	o, off, err := m.reach(addr, n)
	if err != nil {
		return nil, err
	}
	end := off + n
	if o.shadow != nil {
		for k := off; k < end; k++ {
			if o.shadow[k] != 0 {
				return nil, faultf(Undefined, "byte %d of %s was never written", k, o)
			}
		}
	}
	return append([]byte(nil), o.data[off:end]...), nil
}
