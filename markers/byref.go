package markers

import "github.com/llad-ad/llad/ir"

// setByRef takes the value of the option 'byref'.
func (m *marker) setByRef(v ir.Value) error {
	n, ok := ir.IntValue(v)
	if !ok || n <= 0 {
		return ir.DiagAt(m.call, codeMarkerArgs, "the value of 'byref' must be a constant number of bytes")
	}
	m.byRef = n
	return nil
}

// referred reports whether v, which is for something of type t, is a pointer to it.
func (m *marker) referred(v ir.Value, t *ir.Type) (bool, error) {
	n := m.byRef
	m.byRef = 0
	switch size := m.call.Parent.Parent.Module.Layout.StoreSize(t); {
	case n == 0:
		return false, nil
	case !v.Type().IsPtr():
		return false, ir.DiagAt(m.call, codeMarkerArgs, "behind 'byref' stands a %s where the address of a %s is expected", v.Type(), t)
	case n != size:
		return false, ir.DiagAt(m.call, codeMarkerArgs, "'byref' says %d bytes for a %s, which has %d", n, t, size)
	}
	return true, nil
}
