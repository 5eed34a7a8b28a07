package rules

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// cBody is a function of the C library that has a body here, since it calls functions of the
// program. In its text NAME is its name, BYTES, NUMBERS and COMPARE are types of
// addresses, MEMCPY is the intrinsic, CONTEXT what comparisons get in the end.
type cBody struct {
	name   string
	ret    string   // the type of its result
	params []string // those of its parameters: BYTES, COMPARE or an integer
	text   string
	calls  []callee // what it calls beside its arguments
}

// callee is a function that a body calls: its types as those of a cBody.
type callee struct {
	name, ret string
	params    []string
}

var cBodyTable = []cBody{
	{"qsort", "void", []string{"BYTES", "i64", "i64", "COMPARE"}, qsortBody, heap},
	{"qsort_r", "void", []string{"BYTES", "i64", "i64", "COMPARE", "BYTES"}, qsortBody, heap},
	{"bsearch", "BYTES", []string{"BYTES", "BYTES", "i64", "i64", "COMPARE"}, bsearchBody, nil},
	{"GC_realloc", "BYTES", []string{"BYTES", "i64"}, collectedBody, []callee{{"GC_malloc", "BYTES", sized}, {"GC_size", "i64", []string{"BYTES"}}, mover}},
}

var (
	sized = []string{"i64"}
	mover = callee{"MEMCPY", "void", []string{"BYTES", "BYTES", "i64", "i1"}}
	heap  = []callee{{"malloc", "BYTES", sized}, {"free", "void", []string{"BYTES"}}, mover}
)

// GC_realloc of Boehm's collector: what was there before is left to the collector.
const collectedBody = `
define BYTES @NAME(BYTES %old, i64 %n) {
	%none = icmp eq BYTES %old, null
	br i1 %none, label %fresh, label %again
fresh:
	%first = call noalias BYTES @GC_malloc(i64 %n)
	ret BYTES %first
again:
	%have = call i64 @GC_size(BYTES %old)
	%less = icmp ult i64 %n, %have
	%bytes = select i1 %less, i64 %n, i64 %have
	%new = call noalias BYTES @GC_malloc(i64 %n)
	call void @MEMCPY(BYTES %new, BYTES %old, i64 %bytes, i1 false)
	ret BYTES %new
}
`

// bsearch of the C library halves the range as here: which of several equal elements is
// found is what glibc finds.
const bsearchBody = `
define BYTES @NAME(BYTES %key, BYTES %base, i64 %n, i64 %size, COMPARE %compare) {
	br label %more
more:
	%low = phi i64 [ 0, %0 ], [ %low.next, %halved ]
	%high = phi i64 [ %n, %0 ], [ %high.next, %halved ]
	%some = icmp ult i64 %low, %high
	br i1 %some, label %ask, label %none
ask:
	%sum = add i64 %low, %high
	%middle = lshr i64 %sum, 1
	%offset = mul i64 %middle, %size
	%element = getelementptr inbounds i8, BYTES %base, i64 %offset
	%order = call i32 %compare(BYTES %key, BYTES %element)
	%less = icmp slt i32 %order, 0
	%above = add i64 %middle, 1
	br label %halved
halved:
	%low.next = select i1 %less, i64 %low, i64 %above
	%high.next = select i1 %less, i64 %middle, i64 %high
	%equal = icmp eq i32 %order, 0
	br i1 %equal, label %found, label %more
found:
	ret BYTES %element
none:
	ret BYTES null
}
`

// cBodies gives the text of what functions of the C library do that the module declares
// and that have no rule, and declares what they call.
func cBodies(m *ir.Module) string {
	var b strings.Builder
	for _, e := range m.Entities {
		if e.Kind != ir.DeclareEntity {
			continue
		}
		for _, c := range slices.Concat(cBodyTable, numbaBodies) {
			if c.name == e.Name && c.declared(m, string(m.Src[e.Start:e.End])) {
				b.WriteString(c.supply(m))
			}
		}
	}
	return b.String()
}

// words are those in the text of a body, each followed by what stands there in the module.
func (c cBody) words(m *ir.Module) []string {
	bytes, numbers, compare, memcpy, context := "ptr", "ptr", "ptr", "llvm.memcpy.p0.p0.i64", ""
	if m.Typed {
		bytes, numbers, compare, memcpy = "i8*", "i64*", "i32 (i8*, i8*)*", "llvm.memcpy.p0i8.p0i8.i64"
	}
	if c.params[len(c.params)-1] == "BYTES" {
		context = ", " + bytes + " %context"
		compare = strings.Replace(compare, "i8*)", "i8*, i8*)", 1)
	}
	places, destructor := "ptr", "@free"
	if m.Typed {
		places, destructor = "i8**", "bitcast (void (i8*)* @free to i8*)"
	}
	return []string{"NAME", c.name, "BYTES", bytes, "NUMBERS", numbers, "PLACES", places, "DESTRUCTOR", destructor, "COMPARE", compare, "MEMCPY", memcpy, "CONTEXT", context}
}

// declared reports whether a declaration is that of the C library, for addresses of
// eight bytes.
func (c cBody) declared(m *ir.Module, declare string) bool {
	at := strings.IndexByte(declare, '@')
	words := strings.NewReplacer(c.words(m)...)
	if at < 0 || !strings.Contains(declare[:at], words.Replace(c.ret)+" ") {
		return false
	}
	have := declaredParams(declare[at:])
	if len(have) != len(c.params) {
		return false
	}
	for k, p := range have {
		want, _, _ := strings.Cut(words.Replace(c.params[k]), " ") // of a function's address, its result
		if got := strings.Fields(p); len(got) == 0 || got[0] != want {
			return false
		}
	}
	return true
}

// supply is the text of a body in the module's types.
func (c cBody) supply(m *ir.Module) string {
	words := strings.NewReplacer(c.words(m)...)
	types := map[string]*ir.Type{"void": ir.Void, "BYTES": m.Ptr(), "i64": ir.I64, "i1": ir.I1}
	for _, g := range c.calls {
		var params []*ir.Type
		for _, p := range g.params {
			params = append(params, types[p])
		}
		m.Declare(words.Replace(g.name), m.FuncType(types[g.ret], params...))
	}
	return words.Replace(strings.Replace(c.text, "COUNTED", counted, 1))
}
