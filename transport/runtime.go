package transport

import (
	_ "embed"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/llad-ad/llad/activity/shadowrt"
	"github.com/llad-ad/llad/ir"
)

//go:embed runtime.ll
var commonText string

//go:embed gradient.ll
var gradientText string

//go:embed tangent.ll
var tangentText string

// taint is the shadow of 64 bits that were computed from a float's: no name, no address.
const taint = -0x4524_52a5_4524_52a5

// Bytes of a chunk of 1024 places.
const (
	gradientChunk = 1024 * (24 + 8)
	tangentChunk  = 1024 * 8
)

// mostKept bounds the chunks that are kept for the next sweep: 256 MiB of a gradient's.
const mostKept = 8192

// Widths of the floats that a trace accesses.
const (
	doubles = 1 << iota
	singles
)

// messages end the program, by the word that the support functions call them by.
var messages = map[string]string{
	"full":    "more than two billion operations on active floats in one sweep: the tape names no more",
	"address": "an address was computed from the bits of a float that is active",
	"width":   "a word of the caller's memory is moved as an integer: it may hold a double or two floats, and this code has both",
	"part":    "a part of an active float is written to the caller's memory",
	"ended":   "the function ends memory whose shadow is the caller's",
	"kept":    "memory that the function made stays where the caller's memory leads: its shadow holds no tangents",
}

var (
	messageWord = regexp.MustCompile(`MESSAGE\((\w+)\)`)
)

// support are the functions that traced code calls. Each trace has its own: names of one
// mean nothing to another.
type support struct {
	m      *ir.Module
	prefix string // of their names, for "llad."
	number int64  // in the module, from 1 on
	made   map[string]*ir.Function
}

func newSupport(m *ir.Module) *support {
	var n int64
	for _, name := range append(m.FuncNames(), m.GlobalNames()...) {
		n = max(n, traceOf(name))
	}
	return &support{m: m, prefix: fmt.Sprintf("llad.trace%d.", n+1), number: n + 1, made: map[string]*ir.Function{}}
}

// marks are the upper 16 bits of the caller's shadow addresses, and of the function's own where
// they stand in the caller's memory. Traces have others than those that they trace: no name of
// a place has a lower byte of zero there.
func (s *support) marks() (caller, ours int64) {
	caller = 0x7f00 - (s.number-1)%60*0x200
	return caller, caller - 0x100
}

// name is the symbol of a support function.
func (s *support) name(of string) string { return s.prefix + strings.TrimPrefix(of, "llad.") }

// signatures are the types of the support functions that Go code calls: the result
// and the parameters, i1, i32 (n), i64 (w), double (d), void (v).
var signatures = map[string]string{
	"llad.names.push1": "nnd", "llad.names.push2": "nndnd", "llad.names.push4": "nndndndnd", "llad.names.push6": "nndndndndndnd", "llad.names.push8": "nndndndndndndndnd",
	"llad.names.name64": "wn", "llad.names.name32": "nn", "llad.names.place64": "nww", "llad.names.place32": "nnw",
	"llad.names.made": "nww", "llad.names.begin": "v", "llad.names.end": "v", "llad.names.sweep": "v",
	"llad.names.seed": "vnd", "llad.names.get": "dn", "llad.names.put": "nd", "llad.names.node": "nndnd",
	"llad.word.sum": "wwwwww", "llad.word.difference": "wwwwww", "llad.word.product": "wwwwww", "llad.word.or": "wwwwww",
	"llad.word.xor": "wwwwwww", "llad.word.and": "wwwwwww", "llad.word.shl": "www", "llad.word.shr": "www",
	"llad.word.number": "www", "llad.word.exact": "www", "llad.word.distance": "www", "llad.word.moved": "wwwww", "llad.word.mark": "ww", "llad.word.plain": "ww", "llad.word.ended": "ww",
	"llad.piece.join": "wwwwwn", "llad.piece.and": "wwwwwnw", "llad.piece.xor": "wwwwwnw", "llad.piece.shl": "wwwn", "llad.piece.shr": "wwwn",
	"llad.load.double": "ww", "llad.load.place64": "nww", "llad.load.place32": "nww", "llad.load.long": "www", "llad.load.float": "nw", "llad.load.address": "ww", "llad.load.word": "wwwnb",
	"llad.store.double": "vwww", "llad.store.long": "vwwwww", "llad.store.float": "vwnw", "llad.store.address": "vwww", "llad.store.word": "vwwwnw",
	"llad.variable.enter": "wwwwwww", "llad.variable.leave": "vwww", "llad.variable.block": "vwwwww", "llad.variable.vector": "vwwww",
	"llad.shadow.copy": "vwwwww", "llad.shadow.members": "vwwwwwww", "llad.shadow.refilled": "vwwww", "llad.shadow.clear": "vww",
}

// fn is the support function of that name.
func (s *support) fn(name string) *ir.Function {
	if f := s.made[name]; f != nil {
		return f
	}
	var types []*ir.Type
	for _, c := range signatures[name] {
		types = append(types, map[rune]*ir.Type{'v': ir.Void, 'b': ir.I1, 'n': ir.I32, 'w': ir.I64, 'd': ir.Double}[c])
	}
	f := ir.Defined(s.m, s.name(name), s.m.FuncType(types[0], types[1:]...))
	s.made[name] = f
	return f
}

// variable is the address of a variable of the support functions, of i64.
func (s *support) variable(name string) ir.Value {
	f := s.made["="+name]
	if f == nil {
		f = ir.Defined(s.m, s.prefix+name, ir.I64)
		s.made["="+name] = f
	}
	return f
}

// What words of the caller's memory hold.
const (
	seenWidth    = iota // what the caller's memory was accessed as
	doubleWords         // doubles
	singleWords         // floats of 32 bits
	unknownWords        // either
)

// wordsOf is what words of the caller's memory hold where traced code accesses floats of some
// widths, and its types have floats of others.
func wordsOf(widths, named int) int {
	switch {
	case widths == doubles|singles:
		return seenWidth
	case (widths | named) == doubles|singles:
		return unknownWords
	case (widths | named) == singles:
		return singleWords
	}
	return doubleWords
}

// write adds the text of the support functions to the module; mode says what words of the
// caller's memory hold.
func (s *support) write(forward bool, mode int) {
	text, chunk := commonText+"\n"+gradientText, gradientChunk
	if forward {
		text, chunk = commonText+"\n"+tangentText, tangentChunk
	}
	s.system()
	caller, ours := s.marks()
	number := func(n int64) string { return strconv.FormatInt(n, 10) }
	text = strings.NewReplacer("CHUNK", strconv.Itoa(chunk), "MOSTKEPT", strconv.Itoa(mostKept), "TAINT", strconv.Itoa(taint), "MODE", strconv.Itoa(mode),
		"CALLERTOP", number(caller), "CALLER", number(caller<<48), "OURSTOP", number(ours), "OURSHIFTED", number(ours<<1),
		"OURS", number(ours<<48), "SANITIZE", "disable_sanitizer_instrumentation").Replace(text)
	text = ir.Spelled(s.m, text)
	text = strings.ReplaceAll(text, "@llad.", "@"+s.prefix)
	text = messageWord.ReplaceAllStringFunc(text, func(w string) string {
		return s.message(messages[messageWord.FindStringSubmatch(w)[1]])
	})
	ir.AddText(s.m, text)
}

// system writes the support functions that call the C library.
func (s *support) system() {
	m := s.m
	define := func(name string, ret *ir.Type, params ...*ir.Type) (*ir.Function, *ir.Builder) {
		f := m.AddFunc(s.name(name), m.FuncType(ret, params...))
		f.Prefix, f.Suffix, f.IsDecl = "internal", "nounwind", false
		return f, ir.NewBuilder(f.NewBlock("entry"))
	}
	p := func(b *ir.Builder, v ir.Value) ir.Value { return b.Cast(ir.IntToPtr, v, m.Ptr()) }
	malloc := m.Declare("malloc", m.FuncType(m.Ptr(), ir.I64))
	f, b := define("llad.names.alloc", ir.I64, ir.I64)
	s.orStop(f, b, b.CallFunc(malloc, f.Params[0]))
	f, b = define("llad.names.realloc", ir.I64, ir.I64, ir.I64)
	s.orStop(f, b, b.CallFunc(m.Declare("realloc", m.FuncType(m.Ptr(), m.Ptr(), ir.I64)), p(b, f.Params[0]), f.Params[1]))
	f, b = define("llad.names.release", ir.Void, ir.I64)
	b.CallFunc(m.Declare("free", m.FuncType(ir.Void, m.Ptr())), p(b, f.Params[0]))
	b.Ret(nil)
	f, b = define("llad.names.delete", ir.Void, ir.I64)
	begins, ends := "malloc", "free"
	if m.Func("_ZdlPv") != nil || m.Func("_ZdlPvm") != nil {
		begins, ends = "_Znwm", "_ZdlPv"
	}
	b.CallFunc(m.Declare(ends, m.FuncType(ir.Void, m.Ptr())), p(b, f.Params[0]))
	b.Ret(nil)
	f, b = define("llad.names.new", ir.I64, ir.I64)
	s.orStop(f, b, b.CallFunc(m.Declare(begins, m.FuncType(m.Ptr(), ir.I64)), f.Params[0]))
	f, b = define("llad.names.zero", ir.Void, ir.I64, ir.I64)
	b.MemSet(p(b, f.Params[0]), f.Params[1])
	b.Ret(nil)
	f, b = define("llad.names.move", ir.Void, ir.I64, ir.I64, ir.I64)
	b.CallFunc(m.Declare("memmove", m.FuncType(m.Ptr(), m.Ptr(), m.Ptr(), ir.I64)), p(b, f.Params[0]), p(b, f.Params[1]), f.Params[2])
	b.Ret(nil)
	f, b = define("llad.names.stop", ir.Void, ir.I64)
	f.Suffix = "noreturn nounwind cold"
	shadowrt.StopWith(b, p(b, f.Params[0]))
	b.Unreachable()
}

// orStop ends a function with an address, or the program where that is null.
func (s *support) orStop(f *ir.Function, b *ir.Builder, p ir.Value) {
	none, some := f.NewBlock("none"), f.NewBlock("some")
	b.CondBr(b.ICmp(ir.EQ, p, ir.Zero(p.Type())), none, some)
	b.AtEnd(none)
	shadowrt.StopWith(b, b.Cast(ir.IntToPtr, s.text("no memory is left for the tape"), s.m.Ptr()))
	b.Unreachable()
	b.AtEnd(some)
	b.Ret(b.Cast(ir.PtrToInt, p, ir.I64))
}

// text is the address, as an integer, of a message that names what is wrong.
func (s *support) text(why string) ir.Value {
	return &ir.Const{Kind: ir.ConstExpr, Typ: ir.I64, Op: ir.PtrToInt, Elems: []ir.Value{shadowrt.Message(s.m, why)}}
}

// message is text as an operand is spelled.
func (s *support) message(why string) string {
	msg := s.text(why).(*ir.Const).Elems[0].(*ir.Global)
	if s.m.Typed {
		return fmt.Sprintf("ptrtoint (%s* @%s to i64)", msg.ValueType, msg.Name)
	}
	return fmt.Sprintf("ptrtoint (ptr @%s to i64)", msg.Name)
}
