package transport

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/llad-ad/llad/activity/shadowrt"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/edit"
	"github.com/llad-ad/llad/transform/typerecovery"
)

// Codes of the diagnostics of this package.
const (
	CodeTrace = "L0320" // what cannot be traced
)

// Trace is what is made for one derivative: traced forms of functions, shadows of variables.
type Trace struct {
	m       *ir.Module
	forward bool
	run     *support
	widths  int // of the floats that are accessed
	named   int // of the floats in the types of addresses and stack objects

	made    map[*ir.Function]*traced
	queue   []*traced
	shadows map[*ir.Global]*ir.Global // nil for variables without one
	calls   map[string]*dispatcher
	order   []*dispatcher
	names   []string       // of the functions that the module had
	taken   []*ir.Function // those whose addresses it takes, once asked for
	asked   bool
	thrown  *thrown
}

// traced is a function's traced form.
type traced struct {
	of     *ir.Function
	fn     *ir.Function // declared at once, its body follows
	direct bool         // it is called by name: without it there is no derivative
	err    error
}

// New prepares a trace of functions of m. forward says that tangents are computed, not a tape.
func New(m *ir.Module, forward bool) *Trace {
	return &Trace{m: m, forward: forward, names: m.FuncNames(), run: newSupport(m), made: map[*ir.Function]*traced{},
		shadows: map[*ir.Global]*ir.Global{}, calls: map[string]*dispatcher{}}
}

// form is the traced form of a function with a body: f(a..., s(a)...) gives
// { result, shadow of the result }.
func (t *Trace) form(f *ir.Function, direct bool) *traced {
	g := t.made[f]
	if g == nil {
		params := slices.Clone(f.Typ.Fields)
		for _, p := range f.Typ.Fields {
			params = append(params, t.shadowType(p))
		}
		g = &traced{of: f, fn: t.m.AddFunc(t.m.FreshSymbol(edit.Suffixed(f.Name, ".traced")), t.m.Types.Func(t.resultType(f.Typ.Ret), params, false))}
		g.fn.Prefix = "internal"
		g.fn.Derives(f, "traced")
		t.made[f] = g
		t.queue = append(t.queue, g)
	}
	g.direct = g.direct || direct
	return g
}

// resultType is what a traced form returns.
func (t *Trace) resultType(ret *ir.Type) *ir.Type {
	if ret.Kind == ir.VoidKind {
		return ret
	}
	return t.m.Struct(ret, t.shadowType(ret))
}

// finish writes the bodies of all functions that are reached, and what calls through
// pointers lead to.
func (t *Trace) finish() error {
	for len(t.queue) > 0 || t.dispatchMore() {
		g := t.queue[0]
		t.queue = t.queue[1:]
		if g.err = t.body(g); g.err != nil {
			t.standIn(g)
		}
	}
	var errs []error
	for _, g := range t.sorted() {
		if g.direct && g.err != nil {
			errs = append(errs, g.err)
		}
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	for _, d := range t.order {
		t.writeDispatch(d)
	}
	t.run.write(t.forward, wordsOf(t.widths, t.named))
	return nil
}

// sorted lists the traced functions in the order of their names.
func (t *Trace) sorted() []*traced {
	var list []*traced
	for _, g := range t.made {
		list = append(list, g)
	}
	slices.SortFunc(list, func(a, b *traced) int { return strings.Compare(a.fn.Name, b.fn.Name) })
	return list
}

// standIn gives a function that cannot be traced a body that says so and ends the
// program: it is reached through a pointer only, perhaps never.
func (t *Trace) standIn(g *traced) {
	g.fn.Blocks, g.fn.IsDecl, g.fn.Suffix = nil, false, ""
	b := ir.NewBuilder(g.fn.NewBlock("entry"))
	shadowrt.StopWith(b, b.Cast(ir.IntToPtr, t.run.text("a function was called that cannot be traced: "+g.err.Error()), t.m.Ptr()))
	b.Unreachable()
}

// shadowOf is the shadow of a variable, nil where it has none: what is not the module's own, but for those
// of known size without addresses, whose shadows nobody here could tell, and constants that lead to no variable.
func (t *Trace) shadowOf(g *ir.Global) *ir.Global {
	if s, ok := t.shadows[g]; ok {
		return s
	}
	t.shadows[g] = nil
	if g.Init == nil && g.LoadInit() != nil || g.AddrSpace != 0 {
		return nil
	}
	constant, elsewhere := g.Keyword == "constant", g.Init == nil
	if elsewhere && (constant || g.ValueType.HasPtr() || !g.SizeKnown()) {
		return nil
	}
	if constant && !t.leadsToVariable(g.Init, map[*ir.Global]bool{g: true}) {
		return nil
	}
	prefix := "internal"
	if strings.Contains(g.Prefix, "thread_local") {
		prefix = "internal thread_local"
	}
	s := t.m.AddGlobal(t.m.FreshSymbol(edit.Suffixed(g.Name, ".names")), prefix, g.Keyword, g.ValueType, nil)
	t.shadows[g] = s
	s.Suffix = fmt.Sprintf("align %d", max(16, t.m.Layout.Align(g.ValueType)))
	if elsewhere {
		s.Init = ir.Zero(g.ValueType)
		return s
	}
	s.Init = t.memoryImage(g.Init)
	return s
}

// leadsToVariable reports whether a constant holds the address of a variable.
func (t *Trace) leadsToVariable(v ir.Value, seen map[*ir.Global]bool) bool {
	switch c := v.(type) {
	case *ir.Global:
		if g, ok := ir.AliasTarget(c).(*ir.Global); ok && !seen[g] {
			seen[g] = true
			if g.Init == nil && g.LoadInit() != nil || g.Init == nil {
				return false
			}
			return g.Keyword != "constant" || t.leadsToVariable(g.Init, seen)
		}
	case *ir.Const:
		return slices.ContainsFunc(c.Elems, func(e ir.Value) bool { return t.leadsToVariable(e, seen) })
	}
	return false
}

// memoryImage is the shadow of a constant as it stands in memory, of the constant's own type.
func (t *Trace) memoryImage(v ir.Value) ir.Value {
	switch c := v.(type) {
	case *ir.Global:
		return t.globalShadow(c)
	case *ir.Const:
		if c.Kind == ir.ConstExpr {
			return t.constExpr(c)
		}
		if (c.Kind == ir.ConstArray || c.Kind == ir.ConstStruct || c.Kind == ir.ConstVector) && c.Typ.HasPtr() || c.Kind == ir.ConstArray && leads(c) {
			n := *c
			n.Elems = make([]ir.Value, len(c.Elems))
			for k, e := range c.Elems {
				n.Elems[k] = t.memoryImage(e)
			}
			return &n
		}
	}
	return ir.Zero(v.Type())
}

// leads reports whether a constant holds an address as an integer.
func leads(c *ir.Const) bool {
	return slices.ContainsFunc(c.Elems, func(e ir.Value) bool {
		x, ok := e.(*ir.Const)
		return ok && x.Kind == ir.ConstExpr
	})
}

// globalShadow is the shadow of a variable's address; functions have none.
func (t *Trace) globalShadow(c *ir.Global) ir.Value {
	if g, ok := ir.AliasTarget(c).(*ir.Global); ok {
		if s := t.shadowOf(g); s != nil {
			if ir.Same(s.Type(), c.Type()) {
				return s
			}
		}
	}
	return ir.Zero(c.Type())
}

// constExpr is the shadow of a constant address: moved as the address is.
func (t *Trace) constExpr(c *ir.Const) ir.Value {
	if c.Op != ir.GetElementPtr && !c.Op.IsCast() || len(c.Elems) == 0 {
		return ir.Zero(c.Typ)
	}
	base := t.memoryImage(c.Elems[0])
	if ir.IsZero(base) {
		return ir.Zero(c.Typ)
	}
	n := *c
	n.Elems = append([]ir.Value{base}, c.Elems[1:]...)
	n.Flags = 0
	n.InRange = ""
	return &n
}

// notes what floats the types of a function have.
func (t *Trace) notes(f *ir.Function) {
	seen := map[*ir.Type]bool{}
	var look func(typ *ir.Type)
	look = func(typ *ir.Type) {
		if typ == nil || seen[typ] {
			return
		}
		seen[typ] = true
		switch typ.Kind {
		case ir.DoubleKind:
			t.named |= doubles
		case ir.FloatKind:
			t.named |= singles
		case ir.ArrayKind, ir.VectorKind:
			look(typ.Elem)
		case ir.StructKind:
			for _, field := range typ.Fields {
				look(field)
			}
		}
	}
	for _, blk := range f.Blocks {
		for _, i := range blk.Instrs {
			if i.Op == ir.GetElementPtr || i.Op == ir.Alloca {
				look(i.Elem)
			}
		}
	}
}

// untraced is the diagnostic that a function has no traced form.
func untraced(f *ir.Function, format string, args ...any) error {
	file, line, ok := f.SourcePos()
	if !ok {
		file, line = f.Module.Name, int(f.Line)
	}
	return &ir.Diagnostic{File: file, Line: line, Code: CodeTrace, Message: fmt.Sprintf(format, args...)}
}

// readsMore reports whether a variadic function looks at more arguments than have names.
func readsMore(f *ir.Function) bool {
	for _, blk := range f.Blocks {
		for _, i := range blk.Instrs {
			if g := i.CalledFunc(); i.Op == ir.VAArg || g != nil && strings.HasPrefix(g.Name, "llvm.va_") {
				return true
			}
		}
	}
	return false
}

// bodyOf is a copy of a function to be traced, with its scalars in registers.
func (t *Trace) bodyOf(f *ir.Function) (*ir.Function, error) {
	if g := rules.GivenOf(f); g != nil && !g.OfBody {
		return nil, untraced(f, "'%s' has a registered derivative", f.SourceName())
	}
	if err := f.Load(); err != nil {
		return nil, err
	}
	c := f.Clone(t.m.FreshSymbol("llad.trace"))
	if c == nil {
		return nil, untraced(f, "'%s' has no body", f.SourceName())
	}
	if f.Typ.Variadic && readsMore(c) {
		t.m.Remove(c)
		return nil, untraced(f, "'%s' takes a variable number of arguments", f.SourceName())
	}
	t.notes(c)
	canon.StripDebug(c)
	edit.RemoveUnreachable(c)
	typerecovery.LowerCalls(c)
	canon.LowerVariadics(c, readsMore)
	typerecovery.HalfSlots(c)
	canon.Mem2Reg(c)
	typerecovery.LaneBits(c)
	typerecovery.FloatBits(c)
	canon.SplitInvokes(c)
	return c, nil
}
