package markers

import (
	"slices"

	"github.com/llad-ad/llad/diag"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/pipeline"
)

// table replaces a call that asks for the shadow of a function or virtual
// table, to be put into shadow memory where the primal has it.
func (l *Lowering) table(i *ir.Instr) error {
	if i.NumCallArgs() != 1 || !i.Typ.IsPtr() {
		return ir.DiagAt(i, codeMarkerArgs, "'%s' takes one address and returns one", diag.Demangled(i.CalledFunc()))
	}
	v := constantBehind(i.Arg(0))
	if v == nil {
		d := ir.DiagAt(i, codeNoTarget, "the function or virtual table whose shadow is wanted is not known at this call")
		d.Hint = "pass a constant; an object's virtual table is one where its constructor is inlined"
		return d
	}
	if f, ok := v.(*ir.Function); ok {
		if err := l.lowerBelow(f, i); err != nil {
			return err
		}
	}
	l.tables = append(l.tables, funcsIn(v)...)
	sh, shares, err := pipeline.ShadowTable(l.d, v)
	if err != nil {
		return err
	}
	if sh == nil {
		return ir.DiagAt(i, codeNoTarget, "there is nothing in %s that has a derivative", v.Ident())
	}
	if !ir.Same(sh.Type(), i.Typ) { // typed pointers
		sh = &ir.Const{Kind: ir.ConstExpr, Typ: i.Typ, Op: ir.BitCast, Elems: []ir.Value{sh}}
	}
	for _, f := range funcsIn(v) {
		for _, g := range l.named(f) {
			if shares(g) {
				l.shadowed = append(l.shadowed, g)
			}
		}
	}
	replaceCall(i, sh)
	l.count++
	return nil
}

// constantBehind is the constant address that v is at run time, as far as
// casts and stack slots written once tell.
func constantBehind(v ir.Value) ir.Value {
	for range 16 {
		if f := resolveFunc(v); f != nil {
			return f
		}
		if _, isGlobal := v.(*ir.Global); isGlobal || ir.IsConstant(v) {
			return v
		}
		x, ok := v.(*ir.Instr)
		switch {
		case !ok:
			return nil
		case x.Op.IsCast(), x.Op == ir.Freeze:
			v = x.Arg(0)
		case x.Op == ir.Load:
			v = slotValue(x)
			if v == nil {
				return nil
			}
		default:
			return nil
		}
	}
	return nil
}

// slotValue is what a load from a slot gives: all that is ever stored there, or what is
// stored in front of it; nil where that is not known.
func slotValue(load *ir.Instr) ir.Value {
	if v := onlyStored(load.Arg(0)); v != nil {
		return v
	}
	return storedBefore(load)
}

// storedBefore is what the last store in front of a load wrote to where it reads, nil
// where that is not seen in the load's block and those that it must come from.
func storedBefore(load *ir.Instr) ir.Value {
	f, size := load.Parent.Parent, load.Parent.Parent.Module.Layout.StoreSize(load.Typ)
	aliases, into := analysis.NewAlias(f), f.Preds()
	b, at := load.Parent, load.Parent.Index(load)
	for range 64 {
		for k := at - 1; k >= 0; k-- {
			i := b.Instrs[k]
			if i.Op == ir.Store && i.Arg(0).Type().IsPtr() && aliases.Alias(i.Arg(1), size, load.Arg(0), size) == analysis.MustAlias {
				return i.Arg(0)
			}
			if aliases.MayWrite(i, load.Arg(0), size) {
				return nil
			}
		}
		preds := into[slices.Index(f.Blocks, b)]
		if len(preds) != 1 {
			return nil
		}
		b = preds[0]
		at = len(b.Instrs)
	}
	return nil
}
