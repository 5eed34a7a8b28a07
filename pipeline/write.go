package pipeline

import "github.com/llad-ad/llad/diag"

// WriteOptions says what is written of a module.
type WriteOptions struct {
	Emit    string // "whole" (also "") or "derivatives": only what was generated
	Dialect string // LLVM version of the syntax; "" is the input's
	NoDebug bool   // derivatives get no debug information
}

// Write gives the text of the module. The error is an option that cannot be
// met.
func (d *Differentiator) Write(o WriteOptions) ([]byte, error) {
	if err := d.dialect(o.Dialect); err != nil {
		return nil, err
	}
	d.hooks.Written()
	alone := o.Emit == "derivatives"
	if !alone {
		d.M.RepairDebug()
	}
	if !o.NoDebug {
		d.M.AttachDebug()
	}
	if alone {
		return d.M.NewBytes()
	}
	return d.M.Bytes(), nil
}

// dialect checks that what is written is what the LLVM version asked for
// reads: every version from 14 to 22 reads typed pointers, 14 nothing else.
func (d *Differentiator) dialect(version string) error {
	if version == "14" && !d.M.Typed {
		e := diag.InModule(d.M, codeDialect, "the module has opaque pointers, which LLVM 14 does not read")
		e.Hint = "have a newer syntax written, `-dialect 15` or higher, or compile with clang 14"
		return e
	}
	return nil
}
