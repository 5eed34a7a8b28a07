package pipeline

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/reverse/checkpoint"
	"github.com/llad-ad/llad/reverse/tape"
	"github.com/llad-ad/llad/rules"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/openmp"
)

// inlines reports whether a callee is inlined: all are but those that are known by
// name, because a module that defines its own sqrt still gets the derivative rule.
// So do functions of which the program registered something, whatever the mode:
// their bodies are not all that is known of them.
func inlines(_ *ir.Instr, callee *ir.Function) bool {
	return rules.Lookup(callee.Name) == nil && rules.GivenOf(callee) == nil && openmp.TeamRegion(callee) == nil && !tape.HoldsTape(callee) && !checkpoint.IsMarker(callee)
}

// neverThrows reports of a call without an attribute that would say so that its
// callee is known not to throw.
func neverThrows(call *ir.Instr) bool {
	f := call.CalledFunc()
	if f == nil || rules.GivenOf(f) != nil {
		return false
	}
	k := rules.Lookup(f.Name)
	if k == nil {
		return false
	}
	switch k.Class {
	case rules.Free, rules.Realloc:
		return true
	case rules.Math, rules.MemCpy, rules.MemMove, rules.MemSet:
		return f.IsDecl
	}
	return false
}

// heapCalls is what is known by name of calls that have to do with the heap.
var heapCalls = canon.HeapCalls{
	Makes: func(i *ir.Instr) bool {
		k := knownOf(i)
		return k != nil && k.Class == rules.Alloc && !k.Zeroed && len(k.SizeArgs) > 0 && k.FreeWith != ""
	},
	Ends: func(i *ir.Instr) bool {
		k := knownOf(i)
		return k != nil && k.Class == rules.Free && k.PtrArg == 0
	},
	Pure: func(i *ir.Instr) bool {
		k := knownOf(i)
		return k != nil && (k.Pure || k.Class == rules.Inactive && k.ReadOnly)
	},
	End: func(b *ir.Builder, made *ir.Instr) {
		k := knownOf(made)
		args, types := []ir.Value{made}, []*ir.Type{made.Typ}
		for _, a := range k.FreeArgs {
			args, types = append(args, made.Arg(a)), append(types, made.Arg(a).Type())
		}
		m := b.Module()
		b.CallFunc(m.Declare(k.FreeWith, m.FuncType(ir.Void, types...)), args...)
	},
}

// knownOf is what is known of the function that a call is of, nil when it is
// nothing.
func knownOf(i *ir.Instr) *rules.Known {
	if f := i.CalledFunc(); f != nil {
		return rules.KnownOf(f)
	}
	return nil
}

// chainedCalls puts the first argument in place of the result of calls that return
// it: nothing is left then that would need a shadow of its own.
func chainedCalls(f *ir.Function) {
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			fn := i.CalledFunc()
			if fn == nil || !fn.IsDecl || i.NumCallArgs() == 0 || i.Arg(0).Type() != i.Typ {
				continue
			}
			if k := rules.KnownOf(fn); k != nil && k.This {
				ir.ReplaceAllUses(i, i.Arg(0))
			}
		}
	}
}

// forwarder is a function that only calls f: the derivative of f is to be what
// the program registered, not that of its body.
func forwarder(f *ir.Function) *ir.Function {
	w := f.Module.AddFunc(f.Module.FreshSymbol("llad.forward"), f.Typ)
	w.Prefix, w.IsDecl = "internal", false
	args, attrs := make([]ir.Value, len(f.Params)), make([]string, len(f.Params))
	for k, p := range f.Params {
		w.Params[k].Name, w.Params[k].Attrs = p.Name, p.Attrs
		args[k], attrs[k] = w.Params[k], p.Attrs
	}
	b := ir.NewBuilder(w.NewBlock("entry"))
	call := b.CallFunc(f, args...)
	call.Extra().ArgAttrs = attrs
	if f.Typ.Ret.Kind == ir.VoidKind {
		b.Ret(nil)
	} else {
		b.Ret(call)
	}
	return w
}
