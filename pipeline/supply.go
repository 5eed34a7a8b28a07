package pipeline

import (
	"github.com/llad-ad/llad/diag"
	"github.com/llad-ad/llad/ir"
)

// supply puts a derivative in the place of a declaration of its name: the file
// that defines f may call its gradient too. One of another type stays a declaration,
// with a note; where only the types behind pointers differ (LLVM 14), a function
// of the declared type passes its arguments on.
func supply(d *Differentiator, r *Result, f *ir.Function, name string) error {
	declared := d.M.Func(name)
	if r.Func.Name == name || declared == nil || !declared.IsDecl {
		return nil
	}
	if err := declared.Load(); err != nil {
		return err
	}
	switch got, want := declared.Typ, r.Func.Typ; {
	case got == want:
		d.M.Define(declared, r.Func)
	case !ir.Same(got, want):
		n := diag.AtFunc(f, codeTaken, "'%s' is declared as %s, which is not what the derivative is: %s; that is called '%s'", name, got, want, r.Func.Name)
		n.Hint = "-header and -rust write the declaration"
		d.Notes = append(d.Notes, n)
	default:
		w := d.M.AddFunc(d.M.FreshSymbol(name), got)
		w.IsDecl = false
		b := ir.NewBuilder(w.NewBlock("entry"))
		args := make([]ir.Value, len(w.Params))
		for k, p := range w.Params {
			args[k] = b.Cast(ir.BitCast, p, want.Fields[k])
		}
		if v := b.CallFunc(r.Func, args...); want.Ret.Kind == ir.VoidKind {
			b.Ret(nil)
		} else {
			b.Ret(b.Cast(ir.BitCast, v, got.Ret))
		}
		d.M.Define(declared, w)
	}
	return nil
}
