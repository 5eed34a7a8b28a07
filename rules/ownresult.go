package rules

import "github.com/llad-ad/llad/ir"

// OwnResult is the type of the object of its own that a call of a library function
// delivers in the memory of its first argument, nil for all other calls.
func OwnResult(i *ir.Instr) *ir.Type {
	f := i.CalledFunc()
	if f == nil || !f.IsDecl || i.NumCallArgs() == 0 {
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
