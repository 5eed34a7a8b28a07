package ownership

import (
	_ "embed"
	"strconv"
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/reverse/tape"
)

//go:embed runtime.ll
var text string

// slots is the number of places in the table of owners: with as many, 256 MiB of shadow memory in a row have a place for
// each block.
const slots = 1 << 18

// lines is the number of lines of a thread's cache; the upper bits of a key's product with hash are its line.
const (
	lines = 512
	shift = 64 - 9
	hash  = -0x61c8_8646_80b5_83eb // the golden ratio's (Knuth, The Art of Computer Programming, 6.4)
)

// tableName is the table's variable, and what the names of the support functions begin with. An entry is the owner of the
// block whose number ends like the entry's, or of one that was seen before it; one of an earlier epoch is none.
const tableName = "llad.owners"

// support are the support functions in a module.
type support struct {
	rt     *tape.Runtime
	prefix string // of their names, and the name of the table
}

// supportIn gives the support functions in the module, which are written once: all teams of a program share them.
func supportIn(rt *tape.Runtime, location *ir.Type) *support {
	m := rt.M
	s := &support{rt: rt, prefix: tableName}
	for k := 1; m.Func(s.prefix+".meet") != nil || m.Global(s.prefix) != nil; k++ {
		if meet := m.Func(s.prefix + ".meet"); meet != nil && !meet.InText() {
			rt.Helper(tableName+".meet", meet)
			return s
		}
		s.prefix = tableName + "." + strconv.Itoa(k) // those of a derivative in the program
	}
	t := m.Types.Array(ir.I64, slots)
	m.AddGlobal(s.prefix, "internal", "global", t, ir.Zero(t))
	s.system()
	number := func(n int) string { return strconv.Itoa(n) }
	all := strings.NewReplacer("SLOTS", number(slots), "MASK", number(slots-1), "LINES", number(lines), "SHIFT", number(shift), "HASH", strconv.FormatInt(hash, 10),
		"SANITIZE", "disable_sanitizer_instrumentation", "@"+tableName, "@"+s.prefix).Replace(text)
	ir.AddText(m, ir.Spelled(m, all))
	s.meet(location)
	return s
}

// fn is a support function of the text.
func (s *support) fn(name string, ret *ir.Type, params ...*ir.Type) *ir.Function {
	key := tableName + "." + name
	if f := s.rt.Made(key); f != nil {
		return f
	}
	f := ir.Defined(s.rt.M, s.prefix+"."+name, s.rt.M.FuncType(ret, params...))
	s.rt.Helper(key, f)
	return f
}

// define begins a support function that Go code writes.
func (s *support) define(name string, ret *ir.Type, params ...*ir.Type) (*ir.Function, *ir.Builder) {
	f := s.rt.M.AddFunc(s.prefix+"."+name, s.rt.M.FuncType(ret, params...))
	f.Prefix, f.Suffix, f.IsDecl = "internal", "nounwind", false
	s.rt.Helper(tableName+"."+name, f)
	return f, ir.NewBuilder(f.NewBlock("entry"))
}

// system writes the support functions that call the C library.
func (s *support) system() {
	m := s.rt.M
	f, b := s.define("alloc", ir.I64, ir.I64)
	p := b.CallFunc(m.Declare("calloc", m.FuncType(m.Ptr(), ir.I64, ir.I64)), ir.NewInt(ir.I64, 1), f.Params[0])
	s.rt.OrAbort(b, p)
	b.Ret(b.Cast(ir.PtrToInt, p, ir.I64))
	f, b = s.define("release", ir.Void, ir.I64)
	b.CallFunc(s.rt.Free(), b.Cast(ir.IntToPtr, f.Params[0], m.Ptr()))
	b.Ret(nil)
}

// meet writes void meet(i64 thread, location, i32 number), the barrier at the end of an epoch: all threads
// wait for each other, bring home what stands in copies and, where there were any, wait again.
func (s *support) meet(location *ir.Type) {
	m := s.rt.M
	f, b := s.define("meet", ir.Void, ir.I64, location, ir.I32)
	thread, at, number := f.Params[0], f.Params[1], f.Params[2]
	barrier := m.Declare("__kmpc_barrier", m.FuncType(ir.Void, location, ir.I32))
	copies, next := f.NewBlock("copies"), f.NewBlock("next")
	b.CallFunc(barrier, at, number)
	b.CondBr(b.CallFunc(s.fn("copies", ir.I1, ir.I64), thread), copies, next)
	b.AtEnd(copies)
	b.CallFunc(s.fn("flush", ir.Void, ir.I64), thread)
	b.CallFunc(barrier, at, number)
	b.Br(next)
	b.AtEnd(next)
	b.CallFunc(s.fn("next", ir.Void, ir.I64), thread)
	b.Ret(nil)
}
