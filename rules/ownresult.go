package rules

import "github.com/llad-ad/llad/ir"

// OwnResult is the type of the object of its own that a call of a function of Rust's library
// delivers in the memory of its first argument, nil for all other calls. Such an object may be
// moved byte by byte; one of C++ may not.
func OwnResult(i *ir.Instr) *ir.Type {
	f := i.CalledFunc()
	if f == nil || !f.IsDecl || i.NumCallArgs() == 0 || !OfRust(f.Name) {
		return nil
	}
	text, ok := i.ArgAttr(0, "sret")
	if !ok {
		return nil
	}
	if k := KnownOf(f); k == nil || k.Class != Inactive || !k.Own {
		return nil
	}
	t, err := f.Module.ParseType(text)
	if err != nil {
		return nil
	}
	return t
}
