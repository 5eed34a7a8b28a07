package shadowrt

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ianlancetaylor/demangle"

	"github.com/llad-ad/llad/ir"
)

// Variables are the shadows of variables and functions that the derivative asked
// for works with, in one lane. Entering, it makes them hold what is true when it
// is called, and leaving it gives back what it made for that: nothing that was
// computed before depends on the arguments, so floats have no derivative. The
// shadow of an address that a variable holds is
//
//   - that of the variable's initialiser where the address is still the same, and
//     the same place in the shadow of the variable that the address leads into;
//   - the address itself where no derivative is kept behind it;
//   - a new block of zeros where it is known where the block behind the address
//     begins and how long it is, as for a vector: a call that was not
//     differentiated, or an earlier derivative, allocated it.
//
// Otherwise the program ends with a message.
type Variables struct {
	// Keep says that the shadows of integers are the integers.
	Keep  bool
	held  Held
	m     *ir.Module
	list  []variable
	codes []codeShadow
	find  *ir.Function // void* (void*): the shadow of an address in a variable, or null
	stops []*ir.Global // see Stops
	ended *ir.Function // void (void*): notes that a shadow block ends
}

type variable struct {
	g, shadow *ir.Global
	gone      map[int64]*ir.Global // by the offset of a member: the block behind its shadow that ended last
}

type codeShadow struct {
	f      *ir.Function
	shadow ir.Value
}

// Held tells what is known of the addresses that variables hold when a derivative is
// called.
type Held interface {
	// Leads reports whether a variable holds addresses from the start.
	Leads(g *ir.Global) bool
	// Behind reports whether active data may be behind addresses that a variable holds;
	// BehindWords, whether that is so though its type does not show where they are.
	Behind(g *ir.Global) bool
	BehindWords(g *ir.Global) bool
	// Home is the offset of the member that holds where the block begins which the member at off
	// leads into, -1 where that is not known.
	Home(g *ir.Global, off int64) int64
	// IsRead reports whether what the member at off holds may matter.
	IsRead(g *ir.Global, off int64) bool
	// Ends names what ends the block that begins at the address in the member at off.
	Ends(g *ir.Global, off int64) string
	// Makes reports whether a variable may keep memory that a call of the derivative allocated.
	Makes(g *ir.Global) bool
	// Vector reports whether a member of g of type t is a vector whose members tell where its
	// block is, and Text, whether a type is a string.
	Vector(g *ir.Global, t *ir.Type) bool
	Text(t *ir.Type) bool
}

// NewVariables makes an empty set for the variables of a module.
func NewVariables(m *ir.Module, held Held) *Variables {
	return &Variables{held: held, m: m}
}

// Add notes the shadow of a variable.
func (vs *Variables) Add(g, shadow *ir.Global) {
	vs.list = append(vs.list, variable{g, shadow, map[int64]*ir.Global{}})
}

// All lists the variables, in the order of their addition.
func (vs *Variables) All() []*ir.Global {
	var l []*ir.Global
	for _, v := range vs.list {
		l = append(l, v.g)
	}
	return l
}

// Stops says for which variables a second call may end the program: those that keep memory which the
// first allocated, of which it is not known where it begins or how long it is.
func (vs *Variables) Stops() []error {
	var l []error
	for _, g := range vs.stops {
		l = append(l, &ir.Diagnostic{File: vs.m.Name, Code: CodeGlobalDeep,
			Message: fmt.Sprintf("variable '%s' may hold memory from before a call of the derivative, which has no shadow", variableName(g)),
			Hint:    "keep the memory in arguments"})
	}
	return l
}

// AddCode notes what stands in shadow memory for the address of a function.
func (vs *Variables) AddCode(f *ir.Function, shadow ir.Value) {
	for _, c := range vs.codes {
		if c.f == f {
			return
		}
	}
	vs.codes = append(vs.codes, codeShadow{f, shadow})
}

// Ended is a function void (ptr) to be called with a shadow block in front of
// its deallocation, where a variable may hold it. Its body comes with Enter.
func (vs *Variables) Ended() *ir.Function {
	if vs.ended == nil {
		vs.ended = vs.m.AddFunc(vs.m.FreshSymbol("llad.ended"), vs.m.FuncType(ir.Void, vs.m.Ptr()))
		vs.ended.Prefix = "internal"
		vs.ended.IsDecl = false
	}
	return vs.ended
}

// Enter writes at b what makes the shadows true.
func (vs *Variables) Enter(b *ir.Builder) {
	if vs.ended != nil {
		vs.noteGone()
	}
	for k := range vs.list {
		v := &vs.list[k]
		switch t := v.g.ValueType; {
		case v.shadow.IsConst() || v.g.IsConst() && vs.held.Leads(v.g):
		case !t.HasPtr():
			b.MemSet(v.shadow, ir.NewInt(ir.I64, vs.m.Layout.AllocSize(t)))
			if vs.held.BehindWords(v.g) {
				b.CallFunc(vs.enterWords(v))
			}
		default:
			b.CallFunc(vs.enter(v))
		}
	}
	if vs.ended != nil {
		vs.writeEnded()
	}
}

// Clear writes at b what clears the floats of variables that hold no addresses.
func (vs *Variables) Clear(b *ir.Builder) {
	for _, v := range vs.list {
		if t := v.g.ValueType; !v.shadow.IsConst() && !t.HasPtr() && !vs.held.Leads(v.g) {
			b.MemSet(v.shadow, ir.NewInt(ir.I64, vs.m.Layout.AllocSize(t)))
		}
	}
}

// Leave writes at b the end of the blocks that variables hold in the end.
func (vs *Variables) Leave(b *ir.Builder) {
	for k := range vs.list {
		v := &vs.list[k]
		var blocks []member
		for _, f := range vs.members(v) {
			if f.home == f.off {
				blocks = append(blocks, f)
			}
		}
		if len(blocks) > 0 {
			b.CallFunc(vs.leave(v, blocks))
		}
	}
}

// member is a member of pointer type of a variable.
type member struct {
	path  []int
	off   int64
	typ   *ir.Type
	init  ir.Value // of the variable's initialiser, or nil
	dinit ir.Value // of the shadow's
	home  int64    // see Env.home
	size  int64    // of the block that begins here: up to the address in the member at this offset, -1 to ask the allocator
	text  bool     // of a string
	read  bool     // what it holds at the beginning matters
	ends  string   // what ends the block that begins here
}

func (vs *Variables) members(v *variable) []member {
	if v.g.IsConst() {
		return nil
	}
	var list []member
	var walk func(t *ir.Type, path []int, off int64, init, dinit ir.Value, text bool)
	walk = func(t *ir.Type, path []int, off int64, init, dinit ir.Value, text bool) {
		if t.IsPtr() {
			list = append(list, member{path: path, off: off, typ: t, init: init, dinit: dinit, home: vs.held.Home(v.g, off), size: -1, text: text, read: vs.held.IsRead(v.g, off), ends: vs.held.Ends(v.g, off)})
			return
		}
		if !t.IsAggregate() || !t.HasPtr() {
			return
		}
		n := len(list)
		for k := range t.NumElems() {
			at := int64(k) * vs.elemSize(t)
			if t.Kind == ir.StructKind {
				at = vs.m.Layout.FieldOffset(t, k)
			}
			walk(t.At(k), append(path[:len(path):len(path)], k), off+at, element(init, k), element(dinit, k), text || vs.held.Text(t))
		}
		if vs.held.Vector(v.g, t) {
			for k := range 3 {
				list[n+k].home, list[n+k].read = list[n].off, true
			}
			list[n].size, list[n].ends = list[n+2].off, "_ZdlPv"
		}
	}
	walk(v.g.ValueType, nil, 0, v.g.Init, v.shadow.Init, false)
	return list
}

func (vs *Variables) elemSize(t *ir.Type) int64 {
	if t.Elem == nil {
		return 0
	}
	return vs.m.Layout.AllocSize(t.Elem)
}

func element(v ir.Value, k int) ir.Value {
	if c, ok := v.(*ir.Const); ok && (c.Kind == ir.ConstArray || c.Kind == ir.ConstStruct) {
		return c.Elems[k]
	}
	return nil
}

func (vs *Variables) internal(name string, params ...*ir.Type) (*ir.Function, *ir.Builder) {
	f := vs.m.AddFunc(vs.m.FreshSymbol(name), vs.m.FuncType(ir.Void, params...))
	f.Prefix, f.IsDecl = "internal", false
	return f, ir.NewBuilder(f.NewBlock("entry"))
}

// enter is a function that sets one shadow.
func (vs *Variables) enter(v *variable) *ir.Function {
	f, b := vs.internal("llad.enter")
	t, m := v.g.ValueType, vs.m
	size := ir.NewInt(ir.I64, m.Layout.AllocSize(t))
	if vs.Keep {
		b.MemCpy(v.shadow, v.g, size)
		clearFloats(b, v.shadow, t, nil)
	} else {
		b.MemSet(v.shadow, size)
	}
	now := map[int64]ir.Value{} // by offset: the address and its shadow, as bytes' addresses
	sh := map[int64]ir.Value{}
	behind := vs.held.Behind(v.g)
	for _, p := range vs.members(v) {
		own := b.Load(p.typ, memberAddr(b, v.g, p.path), 0)
		at := b.Cast(ir.BitCast, own, m.Ptr())
		now[p.off] = at
		known := ir.Value(b.CallFunc(vs.finder(), at))
		if p.init != nil && p.dinit != nil && p.init != p.dinit && !ir.IsZero(p.init) {
			known = b.Select(b.ICmp(ir.EQ, own, p.init), b.Cast(ir.BitCast, p.dinit, m.Ptr()), known)
		}
		none := b.ICmp(ir.EQ, known, ir.Zero(m.Ptr()))
		s := b.Select(none, at, known)
		switch {
		case !behind || p.text:
		case !p.read: // it is written before
			s = known
		default:
			null := b.ICmp(ir.EQ, at, ir.Zero(m.Ptr()))
			lost := b.Binary(ir.And, none, b.ICmp(ir.NE, at, ir.Zero(m.Ptr())))
			if base := sh[p.home]; base != nil && p.home != p.off {
				moved := b.Offset(base, b.Sub(b.Cast(ir.PtrToInt, at, ir.I64), b.Cast(ir.PtrToInt, now[p.home], ir.I64)))
				s = b.Select(none, b.Select(null, at, moved), known)
			} else {
				s = vs.make(b, f, v, p, at, s, lost)
			}
		}
		sh[p.off] = s
		b.Store(b.Cast(ir.BitCast, s, p.typ), memberAddr(b, v.shadow, p.path), 0)
	}
	for _, p := range vs.members(v) {
		if gone := v.gone[p.off]; gone != nil {
			b.Store(ir.Zero(m.Ptr()), gone, 8)
		}
	}
	b.Ret(nil)
	return f
}

// enterWords is a function that sets the shadow of a variable whose type does not
// tell where its addresses are, where they are known: those of functions, in
// pointers to member functions, and of other variables. It ends the program where
// there is another: a word that is no small number and, as a double, has no exponent.
func (vs *Variables) enterWords(v *variable) *ir.Function {
	f, b := vs.internal("llad.enter")
	n := vs.m.Layout.AllocSize(v.g.ValueType) / 8
	word, known, other := f.NewBlock("word"), f.NewBlock("known"), f.NewBlock("other")
	next, lack, done := f.NewBlock("next"), f.NewBlock("lack"), f.NewBlock("done")
	entry := b.B
	if n == 0 {
		b.Br(done)
	} else {
		b.Br(word)
	}
	b.AtEnd(word)
	k := b.Phi(ir.I64)
	k.AddIncoming(ir.NewInt(ir.I64, 0), entry)
	off := b.Mul(k, ir.NewInt(ir.I64, 8))
	at := func(g *ir.Global) ir.Value {
		return b.Cast(ir.BitCast, b.Offset(b.Cast(ir.BitCast, g, vs.m.Ptr()), off), vs.m.PtrTo(ir.I64))
	}
	w := b.Load(ir.I64, at(v.g), 1)
	sh := b.CallFunc(vs.finder(), b.Cast(ir.IntToPtr, w, vs.m.Ptr()))
	b.CondBr(b.ICmp(ir.EQ, sh, ir.Zero(vs.m.Ptr())), other, known)
	b.AtEnd(known)
	b.Store(b.Cast(ir.PtrToInt, sh, ir.I64), at(v.shadow), 1)
	b.Br(next)
	b.AtEnd(other)
	low := ir.NewInt(ir.I64, 1<<32)
	b.CondBr(b.ICmp(ir.ULT, b.Sub(w, low), ir.NewInt(ir.I64, 1<<47-1<<32)), lack, next)
	b.AtEnd(next)
	more := b.Add(k, ir.NewInt(ir.I64, 1))
	k.AddIncoming(more, next)
	b.CondBr(b.ICmp(ir.ULT, more, ir.NewInt(ir.I64, n)), word, done)
	b.AtEnd(lack)
	vs.stop(b, v)
	b.AtEnd(done)
	b.Ret(nil)
	return f
}

// variableName is a variable's name as the program spells it.
func variableName(g *ir.Global) string {
	name := strings.Trim(g.Name, `"`)
	if s, err := demangle.ToString(name, demangle.NoParams); err == nil {
		return s
	}
	return name
}

func (vs *Variables) stop(b *ir.Builder, v *variable) {
	if vs.held.Makes(v.g) && !slices.Contains(vs.stops, v.g) {
		vs.stops = append(vs.stops, v.g)
	}
	Stop(b, fmt.Sprintf("error[%s]: variable '%s' holds memory from before this call of a derivative, which has no shadow; empty the variable before, or keep the memory in arguments", CodeGlobalDeep, variableName(v.g)))
	b.Unreachable()
}

// make writes what is done where the address in a member has no shadow yet: a
// block of zeros, or the end of the program. The result is the shadow.
func (vs *Variables) make(b *ir.Builder, f *ir.Function, v *variable, p member, at, known, lost ir.Value) ir.Value {
	m := vs.m
	from, lack, join := b.B, f.NewBlock("lack"), f.NewBlock("join")
	b.CondBr(lost, lack, join)
	b.AtEnd(lack)
	if p.home != p.off {
		vs.stop(b, v)
		b.AtEnd(join)
		return known
	}
	var size ir.Value
	if p.size >= 0 {
		end := vs.memberAt(b, v.g, p.size)
		size = b.Sub(b.Cast(ir.PtrToInt, end, ir.I64), b.Cast(ir.PtrToInt, at, ir.I64))
	} else {
		size = b.CallFunc(m.Declare("malloc_usable_size", m.FuncType(ir.I64, m.Ptr())), at)
	}
	var block ir.Value
	if alloc := map[string]string{"_ZdlPv": "_Znwm", "_ZdaPv": "_Znam"}[p.ends]; alloc != "" {
		block = b.CallFunc(m.Declare(alloc, m.FuncType(m.Ptr(), ir.I64)), size)
		b.MemSet(block, size)
	} else {
		block = b.CallFunc(m.Declare("calloc", m.FuncType(m.Ptr(), ir.I64, ir.I64)), ir.NewInt(ir.I64, 1), size)
	}
	last := b.B
	b.Br(join)
	b.AtEnd(join)
	phi := b.Phi(m.Ptr())
	phi.AddIncoming(known, from)
	phi.AddIncoming(block, last)
	return phi
}

// memberAt loads the address at an offset of a variable.
func (vs *Variables) memberAt(b *ir.Builder, g *ir.Global, off int64) ir.Value {
	at := b.Offset(b.Cast(ir.BitCast, g, vs.m.Ptr()), ir.NewInt(ir.I64, off))
	return b.Load(vs.m.Ptr(), b.Cast(ir.BitCast, at, vs.m.PtrTo(vs.m.Ptr())), 8)
}

// leave is a function that ends the shadow blocks that a variable holds, those
// aside that have been ended.
func (vs *Variables) leave(v *variable, blocks []member) *ir.Function {
	f, b := vs.internal("llad.leave")
	m := vs.m
	null := ir.Zero(m.Ptr())
	for _, p := range blocks {
		gone := v.gone[p.off]
		own, sh := vs.memberAt(b, v.g, p.off), vs.memberAt(b, v.shadow, p.off)
		skip := b.Binary(ir.Or, b.ICmp(ir.EQ, sh, null), b.ICmp(ir.EQ, sh, own))
		skip = b.Binary(ir.Or, skip, b.ICmp(ir.NE, b.CallFunc(vs.finder(), own), null))
		if gone != nil {
			skip = b.Binary(ir.Or, skip, b.ICmp(ir.EQ, sh, b.Load(m.Ptr(), gone, 8)))
		}
		end, next := f.NewBlock("end"), f.NewBlock("next")
		b.CondBr(skip, next, end)
		b.AtEnd(end)
		b.CallFunc(m.Declare(p.ends, m.FuncType(ir.Void, m.Ptr())), sh)
		at := b.Offset(b.Cast(ir.BitCast, v.shadow, m.Ptr()), ir.NewInt(ir.I64, p.off))
		b.Store(null, b.Cast(ir.BitCast, at, m.PtrTo(m.Ptr())), 8)
		b.Br(next)
		b.AtEnd(next)
	}
	b.Ret(nil)
	return f
}

// noteGone makes the variables by which Leave knows which blocks have ended.
func (vs *Variables) noteGone() {
	for k := range vs.list {
		v := &vs.list[k]
		for _, p := range vs.members(v) {
			if p.home == p.off {
				v.gone[p.off] = vs.m.AddGlobal(vs.m.FreshSymbol("llad.gone"), v.shadow.Prefix, "global", vs.m.Ptr(), ir.Zero(vs.m.Ptr()))
			}
		}
	}
}

// writeEnded gives Ended its body.
func (vs *Variables) writeEnded() {
	b := ir.NewBuilder(vs.ended.NewBlock("entry"))
	block := vs.ended.Params[0]
	for k := range vs.list {
		v := &vs.list[k]
		for _, p := range vs.members(v) {
			if gone := v.gone[p.off]; gone != nil {
				same := b.ICmp(ir.EQ, block, vs.memberAt(b, v.shadow, p.off))
				b.Store(b.Select(same, block, b.Load(vs.m.Ptr(), gone, 8)), gone, 8)
			}
		}
	}
	b.Ret(nil)
}

// finder is a function that gives the shadow of an address in a variable, and of
// a function.
func (vs *Variables) finder() *ir.Function {
	if vs.find != nil {
		return vs.find
	}
	m := vs.m
	f := m.AddFunc(m.FreshSymbol("llad.variable"), m.FuncType(m.Ptr(), m.Ptr()))
	f.Prefix, f.IsDecl = "internal", false
	vs.find = f
	b := ir.NewBuilder(f.NewBlock("entry"))
	found := ir.Value(ir.Zero(m.Ptr()))
	at := b.Cast(ir.PtrToInt, f.Params[0], ir.I64)
	for _, v := range vs.list {
		off := b.Sub(at, b.Cast(ir.PtrToInt, v.g, ir.I64))
		inside := b.ICmp(ir.ULT, off, ir.NewInt(ir.I64, max(1, m.Layout.AllocSize(v.g.ValueType))))
		found = b.Select(inside, b.Offset(b.Cast(ir.BitCast, v.shadow, m.Ptr()), off), found)
	}
	for _, c := range vs.codes {
		same := b.ICmp(ir.EQ, f.Params[0], b.Cast(ir.BitCast, c.f, m.Ptr()))
		found = b.Select(same, b.Cast(ir.BitCast, c.shadow, m.Ptr()), found)
	}
	b.Ret(found)
	return f
}

// clearFloats stores zero to the numbers among the members of a variable.
func clearFloats(b *ir.Builder, g *ir.Global, t *ir.Type, path []int) {
	switch {
	case !t.HasFloat():
	case !t.IsAggregate():
		b.Store(ir.Zero(t), memberAddr(b, g, path), 1)
	case !t.HasPtr():
		b.MemSet(memberAddr(b, g, path), ir.NewInt(ir.I64, b.Module().Layout.AllocSize(t)))
	default:
		for k := range t.NumElems() {
			clearFloats(b, g, t.At(k), append(path[:len(path):len(path)], k))
		}
	}
}

func memberAddr(b *ir.Builder, g *ir.Global, path []int) ir.Value {
	if len(path) == 0 {
		return g
	}
	idx := []ir.Value{ir.NewInt(ir.I32, 0)}
	for _, k := range path {
		idx = append(idx, ir.NewInt(ir.I32, int64(k)))
	}
	return b.GEP(g.ValueType, g, idx...)
}
