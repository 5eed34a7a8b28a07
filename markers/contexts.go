package markers

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/activity/shadowrt"
	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/diag"
	"github.com/llad-ad/llad/ir"
)

// varContext is one set of shadows of variables: what a call of __enzyme_context
// in the program stands for.
type varContext struct {
	width   int
	shadows map[*ir.Global][]*ir.Global // by lane
	zero    *ir.Function                // zeroes them; nil while nothing calls it
}

// shadow gives the shadows of a variable, made when new.
func (l *Lowering) shadow(c *varContext, g *ir.Global) []*ir.Global {
	if sh := c.shadows[g]; sh != nil {
		return sh
	}
	var sh []*ir.Global
	for range c.width {
		s := shadowrt.ShadowGlobal(l.d.M, g, ".shadow")
		s.Keyword = "global"
		sh = append(sh, s)
	}
	c.shadows[g] = sh
	c.zeroes(sh)
	return sh
}

// zeroes adds shadows to those that the context's function zeroes.
func (c *varContext) zeroes(sh []*ir.Global) {
	if c.zero == nil {
		return
	}
	b := ir.NewBuilder(c.zero.Entry())
	b.Before(c.zero.Entry().Term())
	for _, s := range sh {
		b.MemSet(s, ir.NewInt(ir.I64, s.Module.Layout.AllocSize(s.ValueType)))
	}
}

// contextCall is the call that made the context that v is, as far as casts and
// stack slots tell; nil when they do not.
func contextCall(v ir.Value) *ir.Instr {
	for range 16 {
		x, ok := v.(*ir.Instr)
		switch {
		case !ok:
			return nil
		case x.IsCall():
			if markerOf(x.CalledFunc()) == markContext {
				return x
			}
			return nil
		case x.Op.IsCast(), x.Op == ir.Freeze:
			v = x.Arg(0)
		case x.Op == ir.Load:
			v = slotValue(x)
		default:
			return nil
		}
	}
	return nil
}

// contextOf gives the context that v is, for the call at.
func (l *Lowering) contextOf(v ir.Value, at *ir.Instr) (*varContext, error) {
	call := contextCall(v)
	if call == nil {
		d := ir.DiagAt(at, codeNoTarget, "the context of this call is not known")
		d.Hint = "make it in the same function"
		return nil, d
	}
	if c := l.contexts[call]; c != nil {
		return c, nil
	}
	n, ok := int64(0), false
	if call.NumCallArgs() == 1 {
		n, ok = ir.IntValue(call.Arg(0))
	}
	if !ok || n < 1 || n > 64 {
		return nil, ir.DiagAt(call, codeMarkerWidth, "the width of a context must be a constant from 1 to 64")
	}
	c := &varContext{width: int(n), shadows: map[*ir.Global][]*ir.Global{}}
	if l.contexts == nil {
		l.contexts = map[*ir.Instr]*varContext{}
	}
	l.contexts[call] = c
	return c, nil
}

// variableBehind is the variable that an address leads into.
func variableBehind(v ir.Value) *ir.Global {
	for range 64 {
		v = ir.StripConstCasts(v)
		switch x := v.(type) {
		case *ir.Global:
			return x
		case *ir.Const:
			if x.Kind != ir.ConstExpr || x.Op != ir.GetElementPtr {
				return nil
			}
			v = x.Elems[0]
		case *ir.Instr:
			switch {
			case x.Op == ir.GetElementPtr, x.Op.IsCast():
				v = x.Arg(0)
			case x.Op == ir.Load:
				v = slotValue(x)
			default:
				return nil
			}
		default:
			return nil
		}
	}
	return nil
}

// noShadow says why a variable cannot have a shadow of the program's, "" when it can.
func noShadow(g *ir.Global) string {
	t := g.ValueType
	switch {
	case g.Keyword == "alias" || g.Keyword == "ifunc":
		return "is another name of something"
	case g.IsConst():
		return "is a constant"
	case t.HasPtr():
		return "holds addresses"
	case !t.HasFloat() && !hasUnion(t):
		return "holds no floating-point numbers"
	}
	return ""
}

// hasUnion reports whether a type is or has a union of C, spelled as one of its members.
func hasUnion(t *ir.Type) bool {
	switch t.Kind {
	case ir.ArrayKind:
		return hasUnion(t.Elem)
	case ir.StructKind:
		return t.IsUnion() || slices.ContainsFunc(t.Fields, hasUnion)
	}
	return false
}

// shadowAddress replaces a call that asks for the shadow of a variable in a context.
func (l *Lowering) shadowAddress(i *ir.Instr) error {
	lane, ok := int64(0), i.NumCallArgs() == 3 && i.Typ.IsPtr()
	if ok {
		lane, ok = ir.IntValue(i.Arg(2))
	}
	if !ok {
		return ir.DiagAt(i, codeMarkerArgs, "'%s' takes a context, the address of a variable and a constant lane, and returns an address", diag.Demangled(i.CalledFunc()))
	}
	c, err := l.contextOf(i.Arg(0), i)
	if err != nil {
		return err
	}
	if lane < 0 || lane >= int64(c.width) {
		return ir.DiagAt(i, codeMarkerWidth, "lane %d of a context of width %d", lane, c.width)
	}
	g := variableBehind(i.Arg(1))
	if g == nil {
		return ir.DiagAt(i, codeNoTarget, "the variable whose shadow is wanted is not known at this call")
	}
	if why := noShadow(g); why != "" {
		return ir.DiagAt(i, codeMarkerActivity, "the variable '%s' %s: it has no shadow in a context", diag.PlainName(g.Name), why)
	}
	b := ir.NewBuilder(i.Parent)
	b.Before(i)
	off := b.Sub(b.Cast(ir.PtrToInt, i.Arg(1), ir.I64), b.Cast(ir.PtrToInt, g, ir.I64))
	at := b.Offset(b.Cast(ir.BitCast, l.shadow(c, g)[lane], l.d.M.Ptr()), off)
	replaceCall(i, b.Cast(ir.BitCast, at, i.Typ))
	l.count++
	return nil
}

// zeroShadows replaces a call that zeroes all shadows of a context. Those that
// come later join.
func (l *Lowering) zeroShadows(i *ir.Instr) error {
	if i.NumCallArgs() != 1 {
		return ir.DiagAt(i, codeMarkerArgs, "'%s' takes a context", diag.Demangled(i.CalledFunc()))
	}
	c, err := l.contextOf(i.Arg(0), i)
	if err != nil {
		return err
	}
	if c.zero == nil {
		m := l.d.M
		c.zero = m.AddFunc(m.FreshSymbol("llad.zero.shadows"), m.FuncType(ir.Void))
		c.zero.Prefix, c.zero.IsDecl = "internal", false
		ir.NewBuilder(c.zero.NewBlock("entry")).Ret(nil)
		for _, name := range m.GlobalNames() {
			if g := m.Global(name); g != nil && c.shadows[g] != nil {
				c.zeroes(c.shadows[g])
			}
		}
	}
	b := ir.NewBuilder(i.Parent)
	b.Before(i)
	b.CallFunc(c.zero)
	replaceCall(i, ir.Zero(i.Typ))
	l.count++
	return nil
}

// dropContexts puts an address in the place of calls in f that made contexts, or
// of those that did if all is false.
func (l *Lowering) dropContexts(f *ir.Function, all bool) {
	for _, b := range f.Blocks {
		for _, i := range append([]*ir.Instr(nil), b.Instrs...) {
			if !i.IsCall() || markerOf(i.CalledFunc()) != markContext || !all && l.contexts[i] == nil {
				continue
			}
			m := l.d.M
			var v ir.Value = m.AddGlobal(m.FreshSymbol("llad.context"), "internal", "global", ir.I8, ir.Zero(ir.I8))
			if !ir.Same(v.Type(), i.Typ) { // typed pointers
				v = &ir.Const{Kind: ir.ConstExpr, Typ: i.Typ, Op: ir.BitCast, Elems: []ir.Value{v}}
			}
			ir.ReplaceAllUses(i, v)
			dropHint(i)
		}
	}
}

// variables makes the variables that have shadows of the program's parameters of
// what is differentiated: the function that takes the place of m.callee sets them
// from memory behind further parameters, and puts there what they are in the end.
// That memory is a copy, so the derivative's own account of a variable and the
// program's stay apart until the copies join them.
func (l *Lowering) variables(m *marker) error {
	f := m.target
	var list []*ir.Global
	shadows := map[*ir.Global][]*ir.Global{}
	if !l.ofProgram {
		return nil
	}
	for _, g := range l.named(f) {
		switch why := noShadow(g); {
		case m.context != nil && why == "":
			shadows[g] = l.shadow(m.context, g)
		case m.context != nil || g.Shadow == nil:
			continue
		case m.width > 1:
			return ir.DiagAt(m.call, codeMarkerWidth, "the variable '%s' has one registered shadow, but the call wants %d derivatives at once", diag.PlainName(g.Name), m.width)
		default:
			shadows[g] = []*ir.Global{g.Shadow}
		}
		list = append(list, g)
	}
	if len(list) == 0 {
		return nil
	}
	l.shadowed = append(l.shadowed, list...)
	m.target = l.withVariables(f, list)
	m.callee = m.target
	b := ir.NewBuilder(m.call.Parent)
	b.Before(m.call)
	for _, g := range list {
		now := l.copyOf(g)
		b.MemCpy(now, g, ir.NewInt(ir.I64, l.d.M.Layout.AllocSize(g.ValueType)))
		p := markerParam{primal: now}
		for _, s := range shadows[g] {
			p.shadows = append(p.shadows, s)
		}
		m.seed.Params = append(m.seed.Params, signature.Dup)
		m.params = append(m.params, p)
	}
	return nil
}

// copyOf is the memory that stands for a variable as a parameter.
func (l *Lowering) copyOf(g *ir.Global) *ir.Global {
	if l.copies[g] == nil {
		if l.copies == nil {
			l.copies = map[*ir.Global]*ir.Global{}
		}
		l.copies[g] = shadowrt.ShadowGlobal(l.d.M, g, ".now")
	}
	return l.copies[g]
}

// withVariables is a function that calls f with variables as parameters.
func (l *Lowering) withVariables(f *ir.Function, list []*ir.Global) *ir.Function {
	key := []string{"variables", f.Name}
	types := append([]*ir.Type(nil), f.Typ.Fields...)
	for _, g := range list {
		key = append(key, g.Name)
		types = append(types, g.Type())
	}
	if w := l.special[strings.Join(key, " ")]; w != nil {
		return w
	}
	mod := f.Module
	w := mod.AddFunc(mod.FreshSymbol(diag.Spelled("llad.variables."+diag.PlainName(f.Name))), mod.FuncType(f.Typ.Ret, types...))
	w.Prefix, w.IsDecl = "internal", false
	b := ir.NewBuilder(w.NewBlock("entry"))
	n := len(f.Params)
	size := func(g *ir.Global) ir.Value { return ir.NewInt(ir.I64, mod.Layout.AllocSize(g.ValueType)) }
	for k, g := range list {
		b.MemCpy(g, w.Params[n+k], size(g))
	}
	args, attrs := make([]ir.Value, n), make([]string, n)
	for k, p := range f.Params {
		w.Params[k].Name, w.Params[k].Attrs = p.Name, p.Attrs
		args[k], attrs[k] = w.Params[k], p.Attrs
	}
	call := b.CallFunc(f, args...)
	call.Extra().ArgAttrs = attrs
	for k, g := range list {
		b.MemCpy(w.Params[n+k], g, size(g))
	}
	if f.Typ.Ret.Kind == ir.VoidKind {
		b.Ret(nil)
	} else {
		b.Ret(call)
	}
	l.keep(strings.Join(key, " "), w)
	return w
}

// findSources notes the variables of the program, and whether any of them may have a
// shadow that the program knows.
func (l *Lowering) findSources() {
	l.ofProgram = l.given.shadows
	for _, name := range l.d.M.FuncNames() {
		l.ofProgram = l.ofProgram || strings.Contains(name, "_context")
	}
	l.sources = l.d.M.GlobalNames()
}

// findContext looks for the context ahead of the arguments, because its width says
// how many shadows each takes.
func (l *Lowering) findContext(m *marker, c *argCursor) error {
	for k := c.at; k < len(c.args); k++ {
		if optionName(c.args[k]) != "context" {
			continue
		}
		if k+1 == len(c.args) {
			return ir.DiagAt(m.call, codeMarkerArgs, "the call ends where the context is expected")
		}
		var err error
		if m.context, err = l.contextOf(c.args[k+1], m.call); err != nil {
			return err
		}
		if m.width > 1 && m.width != m.context.width {
			return ir.DiagAt(m.call, codeMarkerWidth, "width %d with a context of width %d", m.width, m.context.width)
		}
		m.width = m.context.width
		return nil
	}
	return nil
}

// registeredShadow is a variable that f works with and that has a registered shadow,
// nil if there is none.
func (l *Lowering) registeredShadow(f *ir.Function) *ir.Global {
	if !l.ofProgram {
		return nil
	}
	for _, g := range l.named(f) {
		if g.Shadow != nil {
			return g
		}
	}
	return nil
}
