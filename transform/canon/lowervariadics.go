package canon

import (
	"strconv"
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// The register save area of the System V ABI for x86-64 (section 3.5.7): six words, eight
// vectors; what does not fit follows, in the overflow area.
const (
	generalWords = 6
	vectorsAt    = 8 * generalWords
	vectorSlots  = 8
	overflowAt   = vectorsAt + 16*vectorSlots
)

// LowerVariadics has the calls in f of variadic functions with a body, those for which lower
// reports true, hand over their variable arguments in memory that is laid out as
// va_start would find them, to a copy of the function with one parameter more (LLVM's
// ExpandVariadics does so, too). Copies of va_lists become copies of memory. Where the target is not x86-64 with
// the System V ABI, and for arguments of unusual types, nothing is done.
func LowerVariadics(f *ir.Function, lower func(callee *ir.Function) bool) {
	m := f.Module
	if !strings.HasPrefix(m.Triple, "x86_64") || strings.Contains(m.Triple, "windows") {
		return
	}
	for _, blk := range f.Blocks {
		for _, i := range append([]*ir.Instr(nil), blk.Instrs...) {
			g := i.CalledFunc()
			switch {
			case g == nil:
			case strings.HasPrefix(g.Name, "llvm.va_end"):
				i.Erase()
			case strings.HasPrefix(g.Name, "llvm.va_copy"):
				b := ir.NewBuilder(blk)
				b.Before(i)
				b.MemCpy(i.Arg(0), i.Arg(1), ir.NewInt(ir.I64, 24))
				i.Erase()
			case g.Typ.Variadic && !g.IsDecl && g.Load() == nil && lower(g):
				if places, size := variablePlaces(i, g); places != nil {
					passVariables(i, withList(g, lower), places, size)
				}
			}
		}
	}
}

// registers counts the registers that arguments take.
type registers struct{ general, vector int }

// take gives the offset in the save area of an argument in a register, -1 for one in memory.
// ok is false for types that are passed in other ways.
func (r *registers) take(t *ir.Type, copied bool) (at int, ok bool) {
	switch {
	case copied || t == ir.X86FP80:
		return -1, true
	case t.IsPtr() || t.IsInt() && t.Bits <= 64:
		if r.general++; r.general > generalWords {
			return -1, true
		}
		return 8 * (r.general - 1), true
	case t == ir.Float || t == ir.Double || vectorRegister(t) > 0:
		if r.vector++; r.vector > vectorSlots {
			return -1, true
		}
		return vectorsAt + 16*(r.vector-1), true
	}
	return 0, false
}

// vectorRegister gives the bytes of a vector that is passed in one register in every code for
// x86-64, 0 for other types: structs of two floats travel as such vectors. Longer vectors stand
// in memory or in registers, as the features of the processor say.
func vectorRegister(t *ir.Type) int {
	if !t.IsVector() || t.Scalable || t.NumElems() < 2 {
		return 0
	}
	bits := 0
	switch e := t.Scalar(); {
	case e == ir.Float:
		bits = 32
	case e == ir.Double:
		bits = 64
	case e.IsInt() && e.Bits >= 8:
		bits = e.Bits
	}
	if bytes := bits * t.NumElems() / 8; bytes == 8 || bytes == 16 {
		return bytes
	}
	return 0
}

// namedRegisters are those that the named parameters of a function take.
func namedRegisters(f *ir.Function) (r registers, ok bool) {
	for _, p := range f.Params {
		_, copied := p.Attr("byval")
		if _, ok := r.take(p.Typ, copied); !ok {
			return r, false
		}
	}
	return r, true
}

// variablePlaces gives the offset of each variable argument of a call of g, and the bytes that
// all take; nil where that is not known.
func variablePlaces(i *ir.Instr, g *ir.Function) (places []int, size int) {
	named := len(g.Params)
	r, ok := namedRegisters(g)
	if !ok || i.NumCallArgs() < named || i.Flags&ir.MustTail != 0 || !ir.Same(i.Typ, g.Typ.Ret) {
		return nil, 0
	}
	size, places = overflowAt, []int{}
	for k, v := range i.CallArgs() {
		if k < named {
			if !ir.Same(v.Type(), g.Params[k].Typ) {
				return nil, 0
			}
			continue
		}
		bytes, align, copied := argumentMemory(i, k)
		at, ok := r.take(v.Type(), copied)
		if !ok || bytes < 0 {
			return nil, 0
		}
		if at < 0 {
			size = (size + align - 1) &^ (align - 1)
			at = size
			size += (bytes + 7) &^ 7
		}
		places = append(places, at)
	}
	return places, size
}

// argumentMemory says how an argument stands in memory; copied is one whose memory the call copies,
// bytes below 0 one of a type that cannot be read.
func argumentMemory(i *ir.Instr, k int) (bytes, align int, copied bool) {
	m := i.Parent.Parent.Module
	t, align := i.Arg(k).Type(), 8
	text, copied := i.ArgAttr(k, "byval")
	if copied {
		var err error
		if t, err = m.ParseType(text); err != nil {
			return -1, 8, true
		}
		if a, ok := i.ArgAttr(k, "align"); ok {
			n, _ := strconv.Atoi(a)
			align = max(align, n)
		}
	} else if t == ir.X86FP80 || vectorRegister(t) == 16 {
		align = 16
	}
	return int(m.Layout.AllocSize(t)), align, copied
}

// passVariables turns a call of a variadic function into one of its copy with a list.
func passVariables(i *ir.Instr, to *ir.Function, places []int, size int) {
	f := i.Parent.Parent
	m := f.Module
	b := ir.NewBuilder(f.Entry())
	b.AtStart(f.Entry())
	area := b.Cast(ir.BitCast, b.Alloca(m.Types.Array(ir.I8, int64(size)), nil, 16), m.Ptr())
	b.Before(i)
	named := len(to.Params) - 1
	args := i.CallArgs()
	for k, v := range args[named:] {
		at := b.Offset(area, ir.NewInt(ir.I64, int64(places[k])))
		if bytes, _, copied := argumentMemory(i, named+k); copied {
			b.MemCpy(at, b.Cast(ir.BitCast, v, m.Ptr()), ir.NewInt(ir.I64, int64(bytes)))
		} else {
			b.Store(v, b.Cast(ir.BitCast, at, m.PtrTo(v.Type())), 8)
		}
	}
	i.SetArgs(append(append([]ir.Value(nil), args[:named]...), area, to)...)
	e := i.Extra()
	e.FnType = to.Typ
	if len(e.ArgAttrs) > named {
		e.ArgAttrs = e.ArgAttrs[:named]
	}
	i.Flags &^= ir.TailCall | ir.NoTail
}

// withList is the copy of a variadic function whose last parameter leads to its variable
// arguments.
func withList(g *ir.Function, lower func(*ir.Function) bool) *ir.Function {
	m := g.Module
	name := edit.Suffixed(g.Name, ".listed")
	if c := m.Func(name); c != nil {
		return c
	}
	c := g.Clone(name)
	list := &ir.Param{Typ: m.Ptr(), Index: len(c.Params), Parent: c}
	c.Params = append(c.Params, list)
	c.Typ = m.Types.Func(g.Typ.Ret, append(append([]*ir.Type(nil), g.Typ.Fields...), m.Ptr()), false)
	r, _ := namedRegisters(g)
	for _, blk := range c.Blocks {
		for _, i := range append([]*ir.Instr(nil), blk.Instrs...) {
			if s := i.CalledFunc(); s != nil && strings.HasPrefix(s.Name, "llvm.va_start") {
				startList(i, list, r)
				i.Erase()
			}
		}
	}
	LowerVariadics(c, lower)
	return c
}

// startList writes what va_start writes.
func startList(i *ir.Instr, area ir.Value, named registers) {
	m := i.Parent.Parent.Module
	b := ir.NewBuilder(i.Parent)
	b.Before(i)
	at := func(off int64, t *ir.Type) ir.Value {
		return b.Cast(ir.BitCast, b.Offset(b.Cast(ir.BitCast, i.Arg(0), m.Ptr()), ir.NewInt(ir.I64, off)), m.PtrTo(t))
	}
	general, vector := min(named.general, generalWords), min(named.vector, vectorSlots)
	b.Store(ir.NewInt(ir.I32, int64(8*general)), at(0, ir.I32), 8)
	b.Store(ir.NewInt(ir.I32, int64(vectorsAt+16*vector)), at(4, ir.I32), 4)
	b.Store(b.Offset(area, ir.NewInt(ir.I64, overflowAt)), at(8, m.Ptr()), 8)
	b.Store(area, at(16, m.Ptr()), 8)
}
