package transport

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
	"github.com/llad-ad/llad/transform/edit"
)

// Variables keep shadows of addresses from one derivative to the next, and code that is not
// traced may run in between: it ends memory and puts other addresses there. So each variable
// with addresses has a note of the words that it held when the last derivative ended. Where it
// holds others, or was not noted, the shadows of what it holds are found anew: those of the
// initial value where that is still there, those of variables, zeros in a new block where
// it is known that an allocation begins there, and none otherwise.
type variable struct {
	g, shadow *ir.Global
	note      *ir.Global // { i64 whether it is one, the words }
	words     int64
	home      home
}

// home says what is known of the address at the begin of a variable.
type home int

const (
	homeless home = iota
	block         // it is where an allocation of the C library begins, or null
	vector        // the variable is a std::vector
)

// variables lists those that hold addresses, in the order of their names.
func (t *Trace) variables() []*variable {
	var list []*variable
	for g, s := range t.shadows {
		if s == nil || g.Keyword == "constant" || !g.ValueType.HasPtr() {
			continue
		}
		v := &variable{g: g, shadow: s, words: t.m.Layout.AllocSize(g.ValueType) / 8, home: t.homeOf(g)}
		list = append(list, v)
	}
	slices.SortFunc(list, func(a, b *variable) int { return strings.Compare(a.g.Name, b.g.Name) })
	for _, v := range list {
		v.note = t.m.AddGlobal(t.m.FreshSymbol(edit.Suffixed(v.g.Name, ".noted")), v.shadow.Prefix, "global", t.m.Types.Array(ir.I64, v.words+1), nil)
		v.note.Init = ir.Zero(v.note.ValueType)
	}
	return list
}

// homeOf says what is known of the address at the begin of a variable.
func (t *Trace) homeOf(g *ir.Global) home {
	switch {
	case t.isVector(g):
		return vector
	case g.ValueType.IsPtr() && strings.Contains(t.m.Triple, "linux") && t.onlyBlocks(g):
		return block
	}
	return homeless
}

// isVector reports whether a variable is a std::vector of GNU's: three addresses, or one in which
// a vector's destructor ends.
func (t *Trace) isVector(g *ir.Global) bool {
	typ := g.ValueType
	for typ.Kind == ir.StructKind && len(typ.Fields) == 1 {
		typ = typ.Fields[0]
	}
	if typ.Kind != ir.StructKind || len(typ.Fields) != 3 || slices.ContainsFunc(typ.Fields, func(f *ir.Type) bool { return !f.IsPtr() }) {
		return false
	}
	if strings.Contains(typ.Name, "_Vector_impl") {
		return true
	}
	for _, name := range t.names {
		f := t.m.Func(name)
		if f == nil || f.IsDecl || traceOf(name) > 0 || f.Load() != nil {
			continue
		}
		for _, blk := range f.Blocks {
			if slices.ContainsFunc(blk.Instrs, func(i *ir.Instr) bool { return endsVector(i, g) }) {
				return true
			}
		}
	}
	return false
}

// endsVector reports whether i has a variable ended by the destructor of std::vector at the program's end.
func endsVector(i *ir.Instr, g *ir.Global) bool {
	f := i.CalledFunc()
	if f == nil || f.Name != "__cxa_atexit" || i.NumCallArgs() != 3 || !mentions(i.Arg(1), g) {
		return false
	}
	d, ok := ir.AliasTarget(i.Arg(0)).(*ir.Function)
	return ok && strings.HasPrefix(d.Name, "_ZNSt6vectorI") && (strings.HasSuffix(d.Name, "ED2Ev") || strings.HasSuffix(d.Name, "ED1Ev"))
}

// onlyBlocks reports whether all that the module does with a variable is to read it and to put
// null there, or what an allocation gave: addresses at which blocks of the C library begin.
func (t *Trace) onlyBlocks(g *ir.Global) bool {
	if !strings.Contains(g.Prefix, "internal") && !strings.Contains(g.Prefix, "private") || !ir.IsZero(g.Init) {
		return false
	}
	for _, name := range t.m.GlobalNames() {
		if o := t.m.Global(name); o != nil && o.LoadInit() == nil && o.Init != nil && mentions(o.Init, g) {
			return false
		}
	}
	for _, name := range t.names {
		f := t.m.Func(name)
		if f == nil || f.IsDecl || traceOf(name) > 0 {
			continue
		}
		if f.Load() != nil {
			return false
		}
		for _, blk := range f.Blocks {
			for _, i := range blk.Instrs {
				if !keepsBlock(i, g) {
					return false
				}
			}
		}
	}
	return true
}

// mentions reports whether a constant is made of a variable's address.
func mentions(v ir.Value, g *ir.Global) bool {
	c, ok := v.(*ir.Const)
	return v == g || ok && slices.ContainsFunc(c.Elems, func(e ir.Value) bool { return mentions(e, g) })
}

// keepsBlock reports whether an instruction leaves a variable with the address of a block, or null.
func keepsBlock(i *ir.Instr, g *ir.Global) bool {
	for k, v := range i.Args() {
		switch {
		case !mentions(v, g):
		case v == g && i.Op == ir.Load && i.Typ.IsPtr() && lives(i, g, map[*ir.Instr]bool{}):
		case v == g && i.Op == ir.PtrToInt && readByTraces(i):
		case v == g && i.Op == ir.Store && k == 1 && beginsBlock(i.Arg(0), g, map[ir.Value]bool{}):
		default:
			return false
		}
	}
	return true
}

// readByTraces reports whether an address, as an integer, is handed to support functions only,
// which put nothing there and end nothing.
func readByTraces(p *ir.Instr) bool {
	for u := range ir.Uses(p) {
		switch i := u.User; i.Op {
		case ir.ICmp:
		case ir.Add, ir.Sub:
			if !readByTraces(i) {
				return false
			}
		default:
			if f := i.CalledFunc(); f == nil || traceOf(f.Name) == 0 {
				return false
			}
		}
	}
	return true
}

// lives reports whether nothing keeps the address of a variable's block elsewhere, or ends the
// block, but what puts another one there in the same stretch of code.
func lives(p *ir.Instr, g *ir.Global, seen map[*ir.Instr]bool) bool {
	if seen[p] {
		return true
	}
	seen[p] = true
	for u := range ir.Uses(p) {
		i := u.User
		switch i.Op {
		case ir.Load, ir.ICmp:
		case ir.PtrToInt:
			if !readByTraces(i) {
				return false
			}
		case ir.Store:
			if i.Arg(0) == p && i.Arg(1) != g {
				return false
			}
		case ir.GetElementPtr, ir.BitCast, ir.Phi, ir.Select:
			if !lives(i, g, seen) {
				return false
			}
		case ir.Call, ir.Invoke:
			f := i.CalledFunc()
			if f == nil || !f.IsDecl {
				return false
			}
			k := rules.KnownOf(f)
			ends := k == nil || k.Class == rules.Free || k.Class == rules.Realloc
			if ends && !storesLater(i, g) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// storesLater reports whether a variable is written behind i in its block.
func storesLater(i *ir.Instr, g *ir.Global) bool {
	behind := false
	for _, o := range i.Parent.Instrs {
		if behind && o.Op == ir.Store && o.Arg(1) == g {
			return true
		}
		behind = behind || o == i
	}
	return false
}

// beginsBlock reports whether a value is null or what an allocation gave, to this variable alone.
func beginsBlock(v ir.Value, g *ir.Global, seen map[ir.Value]bool) bool {
	if ir.IsZero(v) || seen[v] {
		return true
	}
	seen[v] = true
	i, ok := v.(*ir.Instr)
	if !ok {
		return false
	}
	switch i.Op {
	case ir.BitCast:
		return beginsBlock(i.Arg(0), g, seen)
	case ir.Phi:
		return !slices.ContainsFunc(i.Args(), func(a ir.Value) bool { return !beginsBlock(a, g, seen) })
	case ir.Select:
		return beginsBlock(i.Arg(1), g, seen) && beginsBlock(i.Arg(2), g, seen)
	case ir.Call:
		f := i.CalledFunc()
		return f != nil && f.IsDecl && allocates[strings.Trim(f.Name, `"`)] && lives(i, g, map[*ir.Instr]bool{})
	}
	return false
}

// allocates are the functions whose blocks malloc_usable_size knows, and free ends.
var allocates = words(`malloc calloc realloc`)

// enter writes what has the shadows of variables lead to the memory that they hold now.
func (t *Trace) enter(b *ir.Builder, list []*variable) {
	whole := func(v ir.Value) ir.Value { return b.Cast(ir.PtrToInt, v, ir.I64) }
	word := func(v ir.Value) ir.Value { return b.Load(ir.I64, b.Cast(ir.BitCast, v, t.m.PtrTo(ir.I64)), 8) }
	for _, v := range list {
		first, shadows := ir.Value(ir.NewInt(ir.I64, 0)), ir.Value(ir.NewInt(ir.I64, 0))
		if !ir.IsZero(v.g.Init) {
			first, shadows = whole(t.image(v.g, v.g.Init)), whole(t.image(v.shadow, v.shadow.Init))
		}
		old := word(v.shadow)
		state := b.CallFunc(t.run.fn("llad.variable.enter"), whole(v.g), whole(v.shadow), first, shadows, whole(v.note), ir.NewInt(ir.I64, v.words))
		switch v.home {
		case block:
			usable := t.m.Declare("malloc_usable_size", t.m.FuncType(ir.I64, t.m.Ptr()))
			size := func(g ir.Value) ir.Value { return b.CallFunc(usable, b.Cast(ir.IntToPtr, word(g), t.m.Ptr())) }
			b.CallFunc(t.run.fn("llad.variable.block"), whole(v.shadow), size(v.g), size(v.shadow), old, state)
		case vector:
			b.CallFunc(t.run.fn("llad.variable.vector"), whole(v.g), whole(v.shadow), old, state)
		}
	}
}

// image is a constant that holds what a variable held at first.
func (t *Trace) image(g *ir.Global, init ir.Value) ir.Value {
	return t.m.AddGlobal(t.m.FreshSymbol(edit.Suffixed(g.Name, ".first")), "internal", "constant", g.ValueType, init)
}

// leave writes the notes of what variables hold.
func (t *Trace) leave(b *ir.Builder, list []*variable) {
	whole := func(v ir.Value) ir.Value { return b.Cast(ir.PtrToInt, v, ir.I64) }
	for _, v := range list {
		b.CallFunc(t.run.fn("llad.variable.leave"), whole(v.g), whole(v.note), ir.NewInt(ir.I64, v.words))
	}
}

// finder is the function that finds the shadow of an address that leads into a variable.
func (t *Trace) finder() *ir.Function {
	f := t.m.AddFunc(t.run.name("llad.variable.find"), t.m.FuncType(ir.I64, ir.I64))
	f.Prefix, f.Suffix, f.IsDecl = "internal", "nounwind", false
	var list []*ir.Global
	for g, s := range t.shadows {
		if s != nil {
			list = append(list, g)
		}
	}
	slices.SortFunc(list, func(a, b *ir.Global) int { return strings.Compare(a.Name, b.Name) })
	b := ir.NewBuilder(f.NewBlock("entry"))
	for _, g := range list {
		yes, no := f.NewBlock("yes"), f.NewBlock("no")
		off := b.Sub(f.Params[0], b.Cast(ir.PtrToInt, g, ir.I64))
		b.CondBr(b.ICmp(ir.ULT, off, ir.NewInt(ir.I64, t.m.Layout.AllocSize(g.ValueType))), yes, no)
		b.AtEnd(yes)
		b.Ret(b.Add(b.Cast(ir.PtrToInt, t.shadows[g], ir.I64), off))
		b.AtEnd(no)
	}
	b.Ret(ir.NewInt(ir.I64, 0))
	return f
}

// whileOutermost gives a function of the state of an outer sweep a body that does something where
// there is none.
func whileOutermost(f *ir.Function, do func(b *ir.Builder)) {
	f.IsDecl = false
	entry, outer, done := f.NewBlock("entry"), f.NewBlock("outermost"), f.NewBlock("done")
	b := ir.NewBuilder(entry)
	b.CondBr(b.ICmp(ir.EQ, f.Params[0], ir.NewInt(ir.I64, 0)), outer, done)
	b.AtEnd(outer)
	do(b)
	b.Br(done)
	b.AtEnd(done)
	b.Ret(nil)
}
