package canon

import (
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// maxTypeTest bounds the functions of which a comparison of types consists.
const maxTypeTest = 16

// FoldTypeTests folds comparisons of types in unoptimised code: a call that compares two
// slots, each filled by a call without other arguments. Generic code of Rust tests its types
// so, and has code for each; unreachable code would be inlined otherwise. It reports whether
// anything changed.
func FoldTypeTests(f *ir.Function) bool {
	changed := false
	for _, b := range f.Blocks {
		var tests []*ir.Instr
		for _, i := range b.Instrs {
			if (i.Op == ir.Call || i.Op == ir.Invoke) && i.Typ == ir.I1 && i.NumCallArgs() == 2 {
				tests = append(tests, i)
			}
		}
		for _, i := range tests {
			if i.Parent == nil {
				continue
			}
			v := comparedTypes(i)
			if v == nil {
				continue
			}
			if i.Op == ir.Invoke {
				at := ir.NewBuilder(b)
				at.Before(i)
				at.Br(i.Blocks[0])
				forget(b, i.Blocks[1])
			}
			edit.Replace(i, v)
			changed = true
		}
	}
	if changed {
		edit.Compact(f)
		edit.RemoveUnreachable(f)
		SimplifyCFG(f)
	}
	return changed
}

// forget removes an edge from the phis of a block.
func forget(from, to *ir.Block) {
	for _, phi := range to.Phis() {
		edit.FilterIncoming(phi, func(_ int, b *ir.Block) bool { return b != from })
	}
}

// comparedTypes is the constant result of a comparison of types, nil for other calls: the
// calls are inlined into a function of their own, which is simplified.
func comparedTypes(i *ir.Instr) ir.Value {
	compare := i.CalledFunc()
	if !short(compare) {
		return nil
	}
	m := i.Parent.Parent.Module
	var made []*ir.Function
	for k := range 2 {
		slot, ok := i.Arg(k).(*ir.Instr)
		if !ok || slot.Op != ir.Alloca {
			return nil
		}
		g := onlyFiller(slot, i)
		if g == nil || !short(g) {
			return nil
		}
		made = append(made, g)
	}
	test := m.AddFunc(m.FreshSymbol("llad.test"), m.FuncType(ir.I1))
	defer m.Remove(test)
	test.Prefix, test.IsDecl = "internal", false
	b := ir.NewBuilder(test.NewBlock("entry"))
	var slots []ir.Value
	var calls []*ir.Instr
	for k, g := range made {
		slots = append(slots, b.Alloca(i.Arg(k).(*ir.Instr).Elem, nil, 8))
		calls = append(calls, b.CallFunc(g, slots[k]))
	}
	calls = append(calls, b.CallFunc(compare, slots...))
	b.Ret(calls[2])
	for _, c := range calls {
		if Inline(c) != nil {
			return nil
		}
	}
	for _, pass := range []func(*ir.Function) bool{SROA, Mem2Reg, DeadSlots, SROA, Mem2Reg, InstSimplify, DCE, SimplifyCFG, InstSimplify, DCE} {
		pass(test)
	}
	if len(test.Blocks) != 1 || len(test.Blocks[0].Instrs) != 1 {
		return nil
	}
	if ret := test.Blocks[0].Term(); ret.Op == ir.Ret && ret.NumArgs() == 1 {
		if _, ok := ir.IntValue(ret.Arg(0)); ok {
			return ret.Arg(0)
		}
	}
	return nil
}

// onlyFiller is the function whose call alone writes a slot that only the comparison reads.
func onlyFiller(slot, compare *ir.Instr) *ir.Function {
	var fills *ir.Function
	for u := range ir.Uses(slot) {
		i := u.User
		switch g := i.CalledFunc(); {
		case i == compare:
		case g != nil && strings.HasPrefix(g.Name, "llvm.lifetime."):
		case g != nil && fills == nil && i.NumCallArgs() == 1 && i.Typ.Kind == ir.VoidKind && u.Index() == 0:
			fills = g
		default:
			return nil
		}
	}
	return fills
}

// short reports whether a function has a body of few instructions.
func short(f *ir.Function) bool {
	return f != nil && !f.IsDecl && f.Load() == nil && len(f.Blocks) == 1 && len(f.Blocks[0].Instrs) <= maxTypeTest
}
