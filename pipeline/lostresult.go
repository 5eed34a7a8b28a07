package pipeline

import (
	"fmt"
	"slices"

	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/diag"
	"github.com/llad-ad/llad/ir"
)

// LosesResult reports whether the derivative of the result is lost: in reverse mode nothing seeds
// the adjoint of memory that the function makes itself, and in forward mode an address that is
// returned as an integer has no tangent.
func LosesResult(r *Result) bool {
	f := r.Sig.F
	if r.Mode == Forward {
		return r.leaving.Result && !f.Typ.Ret.HasPtr()
	}
	return r.leaving.Result || slices.ContainsFunc(r.leaving.Params, func(k int) bool {
		return f.Params[k].HasAttr("sret") && r.Sig.Seed.Params[k] != signature.Const
	})
}

// RefuseResult makes d the diagnostic of that.
func RefuseResult(r *Result, d *ir.Diagnostic) error {
	d.Code = codeOwnResult
	d.Message = fmt.Sprintf("the result of '%s' leads to memory that it makes, or to a variable, with active floats: its %s has no place for their derivatives", diag.Demangled(r.Sig.F), noun(r.Mode))
	if r.Mode == Forward {
		d.Hint = "return it as a pointer, or leave the result out with `-const return`"
		return d
	}
	d.Hint = "`-forward` gives the shadow of a pointer that is returned; in a program __enzyme_augmentfwd does, into which the adjoints are put before __enzyme_reverse; `-const return` (enzyme_const_return) leaves the result out"
	return d
}

// DerivesNothing reports whether a derivative has no result at all.
func DerivesNothing(r *Result) bool {
	behind := slices.ContainsFunc(r.leaving.Params, func(k int) bool { return r.Sig.Seed.Params[k] != signature.Const })
	return r.leaving.Nothing && !(r.Mode == Forward && (r.Sig.Seed.RetShadow || behind))
}

// SaysNothing is the diagnostic of that.
func SaysNothing(r *Result) *ir.Diagnostic {
	return diag.AtFunc(r.Sig.F, codeNothing, "nothing of '%s' is differentiated: it returns no float that is active, and stores nothing behind active parameters", diag.Demangled(r.Sig.F))
}
