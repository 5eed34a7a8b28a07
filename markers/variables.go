package markers

import (
	"strings"

	"github.com/llad-ad/llad/diag"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/pipeline"
	"github.com/llad-ad/llad/rules"
)

// named lists the variables of the program that f can reach by name, in order of
// the module.
func (l *Lowering) named(f *ir.Function) []*ir.Global {
	seen := map[ir.Value]bool{}
	see := pipeline.EachConstant(func(*ir.Function) {}, func(g *ir.Global) bool {
		seen[g] = true
		return true
	})
	eachReachable(f, func(i *ir.Instr) {
		for k := range i.NumArgs() {
			see(i.Arg(k))
		}
	})
	var list []*ir.Global
	for _, name := range l.sources {
		if g := l.d.M.Global(name); g != nil && seen[g] && !g.Inactive {
			list = append(list, g)
		}
	}
	return list
}

// eachReachable calls visit for every instruction that f can reach.
func eachReachable(f *ir.Function, visit func(*ir.Instr)) {
	pipeline.Reach(f, func(g *ir.Function) bool {
		if g.Load() != nil {
			return false
		}
		for _, b := range g.Blocks {
			for _, i := range b.Instrs {
				visit(i)
			}
		}
		return true
	})
}

// variableIn is the variable whose address a constant is made of.
func variableIn(v ir.Value) *ir.Global {
	for {
		v = ir.StripConstCasts(v)
		c, ok := v.(*ir.Const)
		if !ok || c.Kind != ir.ConstExpr || c.Op != ir.GetElementPtr {
			break
		}
		v = c.Elems[0]
	}
	g, _ := v.(*ir.Global)
	return g
}

// usesToWrite reports whether i may write behind its operand k, an address, or
// behind an address that it makes of it.
func usesToWrite(i *ir.Instr, k int) bool {
	switch {
	case i.Op == ir.Load, i.Op == ir.ICmp:
		return false
	case i.Op == ir.GetElementPtr || i.Op == ir.BitCast:
		for u := range ir.Uses(i) {
			if usesToWrite(u.User, u.Index()) {
				return true
			}
		}
		return false
	case i.IsCall() && k < i.NumCallArgs():
		if f := i.CalledFunc(); f != nil {
			if known := rules.KnownOf(f); known != nil && known.Class == rules.Inactive || k == 1 && strings.HasPrefix(f.Name, "llvm.mem") {
				return false
			}
		}
		if _, ok := i.ArgAttr(k, "readonly"); ok {
			return false
		}
		f := i.CalledFunc()
		return f == nil || k >= len(f.Params) || !f.Params[k].HasAttr("readonly")
	}
	return true
}

// funcsIn lists the functions whose addresses a constant holds.
func funcsIn(v ir.Value) []*ir.Function {
	var l []*ir.Function
	pipeline.EachConstant(func(f *ir.Function) { l = append(l, f) }, (*ir.Global).IsConst)(v)
	return l
}

// mayHoldFloats reports whether a variable, or memory that it leads to, may hold numbers
// with derivatives: not a constant, nor an object of the library's own as std::cout is.
func mayHoldFloats(g *ir.Global) bool {
	t := g.ValueType
	return g.Keyword == "global" && (t.HasFloat() || t.HasPtr() || hasUnion(t)) && !strings.HasPrefix(diag.PlainName(g.Name), "_ZSt")
}

// checkTables refuses a variable that functions in tables of shadows work with and
// that may have derivatives: those functions and the derivatives that call them have
// different shadows of it.
func (l *Lowering) checkTables() error {
	if len(l.tables) == 0 {
		return nil
	}
	written := map[*ir.Global]bool{}
	for _, g := range l.shadowed {
		written[g] = true
	}
	for _, f := range l.roots {
		eachReachable(f, func(i *ir.Instr) {
			for k := range i.NumArgs() {
				if g := variableIn(i.Arg(k)); g != nil && !written[g] {
					written[g] = usesToWrite(i, k)
				}
			}
		})
	}
	for _, f := range l.tables {
		for _, g := range l.named(f) {
			if written[g] && mayHoldFloats(g) {
				d := diag.AtFunc(f, codeTableGlobal, "'%s', whose shadow the program asks for, works with the variable '%s', which may have a derivative", diag.Demangled(f), diag.PlainName(g.Name))
				d.Hint = "pass it as an argument, or register the variable as inactive"
				return d
			}
		}
	}
	return nil
}
