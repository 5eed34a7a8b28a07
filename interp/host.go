package interp

import (
	"encoding/binary"
	"math"

	"github.com/llad-ad/llad/ir"
)

// The methods here are for the Go caller. Their errors are faults, as those of
// the program would be: reading undefined memory is one.

// Alloc makes an object of n bytes, undefined until written, aligned to 16. It
// stays until Release and is never a leak.
func (m *Machine) Alloc(n int) (Ptr, error) {
	if n < 0 {
		return 0, faultf(BadArgument, "object of %d bytes", n)
	}
	o, err := m.mem.newObject(hostObj, uint64(n), 64)
	if err != nil {
		return 0, err
	}
	m.mem.fill(o, false)
	return Ptr(o.base), nil
}

// Release ends the life of an object that Alloc or New... made.
func (m *Machine) Release(p Ptr) error {
	o := m.mem.objectAt(uint64(p))
	if o == nil || o.base != uint64(p) || o.kind != hostObj || o.state != live {
		return faultf(BadFree, "no array of the caller starts at %#x", uint64(p))
	}
	m.mem.kill(o, nil)
	return nil
}

// NewFloat64s makes an object that holds x.
func (m *Machine) NewFloat64s(x []float64) (Ptr, error) {
	p, err := m.Alloc(8 * len(x))
	if err == nil {
		err = m.WriteFloat64s(p, x)
	}
	return p, err
}

// NewFloat32s makes an object that holds x.
func (m *Machine) NewFloat32s(x []float32) (Ptr, error) {
	p, err := m.Alloc(4 * len(x))
	if err == nil {
		err = m.WriteFloat32s(p, x)
	}
	return p, err
}

// NewInt64s makes an object that holds x.
func (m *Machine) NewInt64s(x []int64) (Ptr, error) {
	p, err := m.Alloc(8 * len(x))
	if err == nil {
		err = m.WriteInt64s(p, x)
	}
	return p, err
}

// NewInt32s makes an object that holds x.
func (m *Machine) NewInt32s(x []int32) (Ptr, error) {
	p, err := m.Alloc(4 * len(x))
	if err == nil {
		err = m.WriteInt32s(p, x)
	}
	return p, err
}

// NewBytes makes an object that holds b.
func (m *Machine) NewBytes(b []byte) (Ptr, error) {
	p, err := m.Alloc(len(b))
	if err == nil {
		err = m.WriteBytes(p, b)
	}
	return p, err
}

// WriteBytes stores b at p.
func (m *Machine) WriteBytes(p Ptr, b []byte) error {
	if err := m.mem.write(uint64(p), b); err != nil {
		return m.calls.locate(err)
	}
	return nil
}

// ReadBytes gives the n bytes at p.
func (m *Machine) ReadBytes(p Ptr, n int) ([]byte, error) {
	if n <= 0 {
		return nil, nil
	}
	b, err := m.mem.read(uint64(p), uint64(n))
	if err != nil {
		return nil, m.calls.locate(err)
	}
	return b, nil
}

// WriteFloat64s stores x at p.
func (m *Machine) WriteFloat64s(p Ptr, x []float64) error {
	b := make([]byte, 8*len(x))
	for k, v := range x {
		binary.LittleEndian.PutUint64(b[8*k:], math.Float64bits(v))
	}
	return m.WriteBytes(p, b)
}

// ReadFloat64s gives the n doubles at p.
func (m *Machine) ReadFloat64s(p Ptr, n int) ([]float64, error) {
	b, err := m.ReadBytes(p, 8*n)
	if err != nil {
		return nil, err
	}
	x := make([]float64, len(b)/8)
	for k := range x {
		x[k] = math.Float64frombits(binary.LittleEndian.Uint64(b[8*k:]))
	}
	return x, nil
}

// WriteFloat32s stores x at p.
func (m *Machine) WriteFloat32s(p Ptr, x []float32) error {
	b := make([]byte, 4*len(x))
	for k, v := range x {
		binary.LittleEndian.PutUint32(b[4*k:], math.Float32bits(v))
	}
	return m.WriteBytes(p, b)
}

// ReadFloat32s gives the n floats at p.
func (m *Machine) ReadFloat32s(p Ptr, n int) ([]float32, error) {
	b, err := m.ReadBytes(p, 4*n)
	if err != nil {
		return nil, err
	}
	x := make([]float32, len(b)/4)
	for k := range x {
		x[k] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*k:]))
	}
	return x, nil
}

// WriteInt64s stores x at p.
func (m *Machine) WriteInt64s(p Ptr, x []int64) error {
	b := make([]byte, 8*len(x))
	for k, v := range x {
		binary.LittleEndian.PutUint64(b[8*k:], uint64(v))
	}
	return m.WriteBytes(p, b)
}

// ReadInt64s gives the n 64-bit integers at p.
func (m *Machine) ReadInt64s(p Ptr, n int) ([]int64, error) {
	b, err := m.ReadBytes(p, 8*n)
	if err != nil {
		return nil, err
	}
	x := make([]int64, len(b)/8)
	for k := range x {
		x[k] = int64(binary.LittleEndian.Uint64(b[8*k:]))
	}
	return x, nil
}

// WriteInt32s stores x at p.
func (m *Machine) WriteInt32s(p Ptr, x []int32) error {
	b := make([]byte, 4*len(x))
	for k, v := range x {
		binary.LittleEndian.PutUint32(b[4*k:], uint32(v))
	}
	return m.WriteBytes(p, b)
}

// ReadInt32s gives the n 32-bit integers at p.
func (m *Machine) ReadInt32s(p Ptr, n int) ([]int32, error) {
	b, err := m.ReadBytes(p, 4*n)
	if err != nil {
		return nil, err
	}
	x := make([]int32, len(b)/4)
	for k := range x {
		x[k] = int32(binary.LittleEndian.Uint32(b[4*k:]))
	}
	return x, nil
}

// Store writes a value of any type at p.
func (m *Machine) Store(p Ptr, v Value) error {
	if v.typ == nil {
		return faultf(BadArgument, "store of nothing")
	}
	sh, err := m.types.shape(v.typ)
	if err != nil {
		return err
	}
	if err := m.mem.storeShape(sh, uint64(p), v.bits, nil); err != nil {
		return m.calls.locate(err)
	}
	return nil
}

// Load reads a value of type t at p.
func (m *Machine) Load(p Ptr, t *ir.Type) (Value, error) {
	sh, err := m.types.shape(t)
	if err != nil {
		return Value{}, err
	}
	v := Value{t, make([]uint64, sh.slots)}
	any, err := m.mem.loadShape(sh, uint64(p), v.bits, make([]uint64, sh.slots))
	if err == nil && any {
		err = faultf(Undefined, "the %s at %#x was never written", t, uint64(p))
	}
	if err != nil {
		return Value{}, m.calls.locate(err)
	}
	return v, nil
}

// CString reads the zero-terminated string at p.
func (m *Machine) CString(p Ptr) (string, error) {
	s, err := m.mem.cstring(uint64(p))
	if err != nil {
		return "", m.calls.locate(err)
	}
	return s, nil
}

// GlobalAddr is the address of a global variable of the module.
func (m *Machine) GlobalAddr(name string) (Ptr, error) {
	g := m.mod.Global(name)
	if g == nil {
		return 0, faultf(BadArgument, "the module has no global @%s", name)
	}
	a, err := m.image.address(g)
	return Ptr(a), err
}

// FuncAddr is the address of a function of the module.
func (m *Machine) FuncAddr(name string) (Ptr, error) {
	f := m.mod.Func(name)
	if f == nil {
		return 0, faultf(BadArgument, "the module has no function @%s", name)
	}
	a, err := m.image.address(f)
	return Ptr(a), err
}
