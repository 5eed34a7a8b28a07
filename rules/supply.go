package rules

import "github.com/llad-ad/llad/ir"

// SupplyBodies gives functions of the C library and of Rust's standard library that a
// module declares, and that have a body here, that body: it needs it to be
// differentiated. Elsewhere, and asked again, it does nothing. The error is a
// *ir.Diagnostic.
func SupplyBodies(m *ir.Module) error {
	if m.Supplied() {
		return nil
	}
	text := rustTexts(m) + cBodies(m) + kernelBodies(m) + dTexts(m)
	if text == "" {
		return nil
	}
	return m.Supply(text)
}
