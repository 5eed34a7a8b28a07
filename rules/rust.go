package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// Debug builds of Rust call functions of the standard library that have been
// compiled with it: generic ones included, where the instance is one that the
// library has (rustc's shared generics, at opt-level 0 and 1). Most move no
// derivative and have a row in names.go. Those that manage a vector's buffer
// do, and those that lay out what is counted: here are their bodies, after
// library/alloc/src of the releases that print these signatures (1.95, 1.96). A
// RawVecInner is its capacity and its buffer; a Layout comes as alignment and size. Of the results only the
// tag is looked at, unless it says that something is wrong: then the error is
// the alignment and the size, or 0 when the capacity overflows.

// rustBody is a row: the path of the function, as rows in rustnames.go spell it, the
// declaration it must have, and the body.
type rustBody struct{ path, result, params, body string }

const rustGrow = `
	%need = add i64 %len, %more
	%wrapped = icmp ult i64 %need, %len
	%empty = icmp eq i64 %size, 0
	%bad = or i1 %wrapped, %empty
	br i1 %bad, label %overflow, label %sized
sized:
	%cap = load i64, ptr %self, align 8
	%at = getelementptr inbounds i8, ptr %self, i64 8
	%twice = shl i64 %cap, 1
	%more.than.twice = icmp ugt i64 %need, %twice
	%want = select i1 %more.than.twice, i64 %need, i64 %twice
	%bytewise = icmp eq i64 %size, 1
	%large = icmp ugt i64 %size, 1024
	%few = select i1 %large, i64 1, i64 4
	%least = select i1 %bytewise, i64 8, i64 %few
	%enough = icmp ugt i64 %want, %least
	%new = select i1 %enough, i64 %want, i64 %least
	%limit = udiv i64 9223372036854775800, %size
	%fits = icmp ule i64 %new, %limit
	br i1 %fits, label %get, label %overflow
get:
	%bytes = mul i64 %new, %size
	%fresh = icmp eq i64 %cap, 0
	br i1 %fresh, label %first, label %again
first:
	ALLOC(%p1, %bytes, %align)
	br label %got
again:
	%old = load ptr, ptr %at, align 8
	%had = mul i64 %cap, %size
	REALLOC(%p2, %old, %had, %align, %bytes)
	br label %got
got:
	%p = phi ptr [ %p1, %first ], [ %p2, %again ]
	%none = icmp eq ptr %p, null
	br i1 %none, label %fail, label %done
done:
	store ptr %p, ptr %at, align 8
	store i64 %new, ptr %self, align 8
	OK
overflow:
	ERROR(0, 0)
fail:
	ERROR(%align, %bytes)
`

// rustRefused ends a body that delivers its result, or what it could not
// allocate, behind %ret.
const rustRefused = `overflow:
	store i64 0, ptr %first, align 8
	store i64 1, ptr %ret, align 8
	ret void
fail:
	store i64 %align, ptr %first, align 8
	store i64 %bytes, ptr %second, align 8
	store i64 1, ptr %ret, align 8
	ret void
`

var rustBodies = []rustBody{
	{"alloc::raw_vec::RawVecInner::deallocate", "void", "ptr %self, i64 %align, i64 %size", `
	%cap = load i64, ptr %self, align 8
	%bytes = mul i64 %cap, %size
	%none = icmp eq i64 %bytes, 0
	br i1 %none, label %done, label %free
free:
	%at = getelementptr inbounds i8, ptr %self, i64 8
	%p = load ptr, ptr %at, align 8
	DEALLOC(%p, %bytes, %align)
	br label %done
done:
	ret void
`},
	{"<alloc::raw_vec::RawVec<u8> as core::ops::..::Drop>::drop", "void", "ptr %self", rustDropBytes},
	{"alloc::raw_vec::RawVecInner::try_allocate_in", "void", "ptr %ret, i64 %cap, i1 %zeroed, i64 %align, i64 %size", `
	%first = getelementptr inbounds i8, ptr %ret, i64 8
	%second = getelementptr inbounds i8, ptr %ret, i64 16
	%nosize = icmp eq i64 %size, 0
	%nocap = icmp eq i64 %cap, 0
	%none = or i1 %nosize, %nocap
	br i1 %none, label %nothing, label %sized
nothing:
	%dangling = getelementptr i8, ptr null, i64 %align
	store i64 0, ptr %first, align 8
	store ptr %dangling, ptr %second, align 8
	store i64 0, ptr %ret, align 8
	ret void
sized:
	%limit = udiv i64 9223372036854775800, %size
	%fits = icmp ule i64 %cap, %limit
	br i1 %fits, label %get, label %overflow
get:
	%bytes = mul i64 %cap, %size
	br i1 %zeroed, label %clear, label %plain
clear:
	ZALLOC(%p1, %bytes, %align)
	br label %got
plain:
	ALLOC(%p2, %bytes, %align)
	br label %got
got:
	%p = phi ptr [ %p1, %clear ], [ %p2, %plain ]
	%failed = icmp eq ptr %p, null
	br i1 %failed, label %fail, label %done
done:
	store i64 %cap, ptr %first, align 8
	store ptr %p, ptr %second, align 8
	store i64 0, ptr %ret, align 8
	ret void
` + rustRefused},
	{"alloc::raw_vec::RawVecInner::grow_amortized", "{ i64, i64 }", "ptr %self, i64 %len, i64 %more, i64 %align, i64 %size",
		strings.ReplaceAll(rustGrow, "OK", "ret { i64, i64 } { i64 -9223372036854775807, i64 0 }")},
	{"alloc::raw_vec::RawVecInner::finish_grow", "void", "ptr %ret, ptr %self, i64 %new, i64 %align, i64 %size", `
	%first = getelementptr inbounds i8, ptr %ret, i64 8
	%second = getelementptr inbounds i8, ptr %ret, i64 16
	%empty = icmp eq i64 %size, 0
	br i1 %empty, label %overflow, label %sized
sized:
	%limit = udiv i64 9223372036854775800, %size
	%fits = icmp ule i64 %new, %limit
	br i1 %fits, label %get, label %overflow
get:
	%bytes = mul i64 %new, %size
	%cap = load i64, ptr %self, align 8
	%fresh = icmp eq i64 %cap, 0
	br i1 %fresh, label %none, label %again
none:
	ALLOC(%p1, %bytes, %align)
	br label %got
again:
	%at = getelementptr inbounds i8, ptr %self, i64 8
	%old = load ptr, ptr %at, align 8
	%had = mul i64 %cap, %size
	REALLOC(%p2, %old, %had, %align, %bytes)
	br label %got
got:
	%p = phi ptr [ %p1, %none ], [ %p2, %again ]
	%failed = icmp eq ptr %p, null
	br i1 %failed, label %fail, label %done
done:
	store ptr %p, ptr %first, align 8
	store i64 %bytes, ptr %second, align 8
	store i64 0, ptr %ret, align 8
	ret void
` + rustRefused},
	{"alloc::raw_vec::RawVecInner::reserve::do_reserve_and_handle", "void", "ptr %self, i64 %len, i64 %more, i64 %align, i64 %size",
		strings.ReplaceAll(rustGrow, "OK", "ret void")},
	{"alloc::vec::Vec<u8>::reserve", "void", "ptr %self, i64 %more", rustReserveBytes},
	{"alloc::raw_vec::RawVec<alloc::string::String>::grow_one", "void", "ptr %self", rustGrowOneOf(8, 24)},
	{"alloc::raw_vec::RawVec<alloc::vec::Vec<u8>>::grow_one", "void", "ptr %self", rustGrowOneOf(8, 24)},
	{"alloc::raw_vec::RawVec<u8>::grow_one", "void", "ptr %self", rustGrowOneOf(1, 1)},
	{"core::slice::copy_from_slice_impl<u8>", "void", "ptr %to, i64 %len, ptr %from, i64 %given, ptr %place", `
	%same = icmp eq i64 %len, %given
	br i1 %same, label %done, label %bad
bad:
	ERROR(0, 0)
done:
	call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 %len, i1 false)
	ret void
`},
	{"<[u8]>::copy_within<core::ops::range::RangeInclusive<usize>>", "void", "ptr %p, i64 %len, ptr %range, i64 %to, ptr %place", rustCopyWithin},
	{"alloc::collections::btree::node::slice_insert<u64>", "void", "ptr %p, i64 %len, i64 %at, i64 %value", `
	%from = getelementptr inbounds i64, ptr %p, i64 %at
	%to = getelementptr inbounds i64, ptr %from, i64 1
	%behind = sub i64 %len, %at
	%rest = sub i64 %behind, 1
	%bytes = shl i64 %rest, 3
	call void @llvm.memmove.p0.p0.i64(ptr align 8 %to, ptr align 8 %from, i64 %bytes, i1 false)
	store i64 %value, ptr %from, align 8
	ret void
`},
	{"alloc::collections::btree::node::slice_remove<u64>", "i64", "ptr %p, i64 %len, i64 %at", `
	%to = getelementptr inbounds i64, ptr %p, i64 %at
	%from = getelementptr inbounds i64, ptr %to, i64 1
	%value = load i64, ptr %to, align 8
	%behind = sub i64 %len, %at
	%rest = sub i64 %behind, 1
	%bytes = shl i64 %rest, 3
	call void @llvm.memmove.p0.p0.i64(ptr align 8 %to, ptr align 8 %from, i64 %bytes, i1 false)
	ret i64 %value
`},
	{"alloc::collections::btree::node::move_to_slice<u64>", "void", "ptr %from, i64 %len, ptr %to, i64 %given", `
	%same = icmp eq i64 %len, %given
	br i1 %same, label %done, label %bad
bad:
	ERROR(0, 0)
done:
	%bytes = shl i64 %len, 3
	call void @llvm.memcpy.p0.p0.i64(ptr align 8 %to, ptr align 8 %from, i64 %bytes, i1 false)
	ret void
`},
	{"alloc::rc::rc_inner_layout_for_value_layout", "{ i64, i64 }", "i64 %align, i64 %size", rustCounted},
	{"alloc::sync::arcinner_layout_for_value_layout", "{ i64, i64 }", "i64 %align, i64 %size", rustCounted},
}

// bodyPaths are the paths of rustBodies.
var bodyPaths = func() []rustPath {
	var list []rustPath
	for _, r := range rustBodies {
		list = append(list, rowPaths(r.path)...)
	}
	return list
}()

// rustGrowOneOf makes room behind a full vector's last element, for elements of that alignment and size: of the instances
// that the library has for its own use, those of bytes and of what is a capacity, a buffer and a length.
func rustGrowOneOf(align, size int) string {
	return fmt.Sprintf(`
	%%len = load i64, ptr %%self, align 8
	%%more = add i64 0, 1
	%%align = add i64 0, %d
	%%size = add i64 0, %d`, align, size) + strings.ReplaceAll(rustGrow, "OK", "ret void")
}

// rustCopyWithin moves the bytes from a first to a last one within a slice; a range that is
// used up is empty.
const rustCopyWithin = `
	%first = load i64, ptr %range, align 8
	%last.at = getelementptr inbounds i8, ptr %range, i64 8
	%last = load i64, ptr %last.at, align 8
	%used.at = getelementptr inbounds i8, ptr %range, i64 16
	%used = load i8, ptr %used.at, align 8
	%is.used = icmp ne i8 %used, 0
	%end = add i64 %last, 1
	%start = select i1 %is.used, i64 %end, i64 %first
	%wrapped = icmp eq i64 %end, 0
	%reversed = icmp ugt i64 %start, %end
	%behind = icmp ugt i64 %end, %len
	%bytes = sub i64 %end, %start
	%room = sub i64 %len, %bytes
	%far = icmp ugt i64 %to, %room
	%bad1 = or i1 %wrapped, %reversed
	%bad2 = or i1 %behind, %far
	%bad = or i1 %bad1, %bad2
	br i1 %bad, label %fail, label %done
fail:
	ERROR(0, 0)
done:
	%from = getelementptr inbounds i8, ptr %p, i64 %start
	%dest = getelementptr inbounds i8, ptr %p, i64 %to
	call void @llvm.memmove.p0.p0.i64(ptr %dest, ptr %from, i64 %bytes, i1 false)
	ret void
`

// rustReserveBytes makes room behind the characters of a text.
var rustReserveBytes = `
	%len.at = getelementptr inbounds i8, ptr %self, i64 16
	%len = load i64, ptr %len.at, align 8
	%had.room = load i64, ptr %self, align 8
	%room = sub i64 %had.room, %len
	%full = icmp ugt i64 %more, %room
	br i1 %full, label %grow, label %ready
ready:
	ret void
grow:
	%align = add i64 0, 1
	%size = add i64 0, 1` + strings.ReplaceAll(rustGrow, "OK", "ret void")

// rustDropBytes ends the buffer of a text.
const rustDropBytes = `
	%cap = load i64, ptr %self, align 8
	%none = icmp eq i64 %cap, 0
	br i1 %none, label %done, label %free
free:
	%at = getelementptr inbounds i8, ptr %self, i64 8
	%p = load ptr, ptr %at, align 8
	DEALLOC(%p, %cap, 1)
	br label %done
done:
	ret void
`

// rustCounted is the layout of a value behind the two counts of an Rc or Arc.
const rustCounted = `
	%more = icmp ugt i64 %align, 8
	%a = select i1 %more, i64 %align, i64 8
	%up = add i64 %align, 15
	%mask = sub i64 0, %align
	%at = and i64 %up, %mask
	%end = add i64 %at, %size
	%less = sub i64 %a, 1
	%over = add i64 %end, %less
	%whole = sub i64 0, %a
	%bytes = and i64 %over, %whole
	%r = insertvalue { i64, i64 } undef, i64 %a, 0
	%s = insertvalue { i64, i64 } %r, i64 %bytes, 1
	ret { i64, i64 } %s
`

// rustTexts gives the text of the functions of Rust's standard library that a module
// declares and the table has, and declares what they call; "" where there are none.
func rustTexts(m *ir.Module) string {
	if m.Typed {
		return ""
	}
	var text strings.Builder
	alloc := rustAllocatorOf(m)
	for _, e := range m.Entities {
		if e.Kind != ir.DeclareEntity {
			continue
		}
		path := rustPathOf(e.Name)
		for k := range rustBodies {
			if r := &rustBodies[k]; path != nil && bodyPaths[k].matches(path) && r.fits(string(m.Src[e.Start:e.End])) {
				text.WriteString(r.define(e.Name, alloc))
			}
		}
	}
	if text.Len() > 0 {
		alloc.declare(m)
		for _, name := range []string{"memcpy", "memmove"} {
			if strings.Contains(text.String(), "@llvm."+name) {
				m.Declare("llvm."+name+".p0.p0.i64", m.FuncType(ir.Void, m.Ptr(), m.Ptr(), ir.I64, ir.I1))
			}
		}
	}
	return text.String()
}

// fits compares the types of a declaration with the row's.
func (r *rustBody) fits(declare string) bool {
	open := strings.IndexByte(declare, '@')
	if open < 0 || !strings.Contains(declare[:open], r.result+" ") {
		return false
	}
	have, want := declaredParams(declare[open:]), strings.Split(r.params, ",")
	if len(have) != len(want) {
		return false
	}
	for k := range have {
		h, w := strings.Fields(have[k]), strings.Fields(want[k])
		if len(h) == 0 || h[0] != w[0] {
			return false
		}
	}
	return true
}

// declaredParams splits the parameter list behind a symbol, without what its
// attributes have in brackets.
func declaredParams(text string) []string {
	var list []string
	depth := 0
	var param strings.Builder
	for k := range len(text) {
		switch c := text[k]; {
		case c == '(':
			depth++
		case c == ')':
			if depth--; depth == 0 {
				return append(list, param.String())
			}
		case c == ',' && depth == 1:
			list = append(list, param.String())
			param.Reset()
		case depth == 1:
			param.WriteByte(c)
		}
	}
	return nil
}

// define writes a body under the symbol that the module uses.
func (r *rustBody) define(symbol string, alloc rustAllocation) string {
	body := r.body
	fail := "call void @llvm.trap()\n\tunreachable"
	if r.result != "void" {
		fail = "%%error.N = insertvalue { i64, i64 } undef, i64 %s, 0\n\t%%error2.N = insertvalue { i64, i64 } %%error.N, i64 %s, 1\n\tret { i64, i64 } %%error2.N"
	}
	n := 0
	for _, c := range []struct {
		name string
		text string
	}{
		{"REALLOC", alloc.realloc}, {"DEALLOC", alloc.dealloc}, {"ZALLOC", alloc.zeroed}, {"ALLOC", alloc.alloc}, {"ERROR", fail},
	} {
		for {
			at := strings.Index(body, c.name+"(")
			if at < 0 {
				break
			}
			end := at + strings.IndexByte(body[at:], ')')
			var args []any
			for _, a := range strings.Split(body[at+len(c.name)+1:end], ",") {
				args = append(args, strings.TrimSpace(a))
			}
			n++
			text := strings.ReplaceAll(c.text, ".N", fmt.Sprint(".", n))
			if strings.Contains(text, "%s") || strings.Contains(text, "%[") {
				text = fmt.Sprintf(text, args...)
			}
			body = body[:at] + text + body[end+1:]
		}
	}
	return fmt.Sprintf("define %s @%s(%s) {\nentry:%s}\n", r.result, symbol, r.params, body)
}

// rustAllocation is how a body calls the allocator: the arguments are those of
// the macros in the bodies.
type rustAllocation struct {
	alloc, zeroed, realloc, dealloc string
	names                           []string
}

// rustAllocatorOf finds the symbols of the module's allocator by one of them,
// which differ from release to release. A module that mentions none is given
// what the default allocator calls.
func rustAllocatorOf(m *ir.Module) rustAllocation {
	const mark = "7___rustc"
	all := m.FuncNames()
	for _, name := range all {
		at := strings.Index(name, mark)
		if at < 0 || !strings.Contains(name[at:], "___rust_") {
			continue
		}
		p := name[:at+len(mark)]
		names := []string{p + "12___rust_alloc", p + "19___rust_alloc_zeroed", p + "14___rust_realloc", p + "14___rust_dealloc"}
		zeroed := "%[1]s = call noalias ptr @" + names[1] + "(i64 %[2]s, i64 %[3]s)"
		if !slices.Contains(all, names[1]) {
			// Declaring it would need the attributes that tie it to the others.
			zeroed = "%[1]s = call noalias ptr @" + names[0] + `(i64 %[2]s, i64 %[3]s)
	%%none.N = icmp eq ptr %[1]s, null
	%%clear.N = select i1 %%none.N, i64 0, i64 %[2]s
	call void @llvm.memset.p0.i64(ptr %[1]s, i8 0, i64 %%clear.N, i1 false)`
			names[1] = ""
		}
		return rustAllocation{
			alloc:   "%[1]s = call noalias ptr @" + names[0] + "(i64 %[2]s, i64 %[3]s)",
			zeroed:  zeroed,
			realloc: "%[1]s = call noalias ptr @" + names[2] + "(ptr %[2]s, i64 %[3]s, i64 %[4]s, i64 %[5]s)",
			dealloc: "call void @" + names[3] + "(ptr %[1]s, i64 %[2]s, i64 %[3]s)",
			names:   names,
		}
	}
	return rustAllocation{
		alloc:  "%[1]s = call noalias ptr @malloc(i64 %[2]s)",
		zeroed: "%[1]s = call noalias ptr @calloc(i64 1, i64 %[2]s)",
		// Not realloc: what is there would then have to be known without its length.
		realloc: `%[1]s = call noalias ptr @malloc(i64 %[5]s)
	%%shorter.N = icmp ult i64 %[3]s, %[5]s
	%%least.N = select i1 %%shorter.N, i64 %[3]s, i64 %[5]s
	%%none.N = icmp eq ptr %[1]s, null
	%%copied.N = select i1 %%none.N, i64 0, i64 %%least.N
	call void @llvm.memcpy.p0.p0.i64(ptr %[1]s, ptr %[2]s, i64 %%copied.N, i1 false)
	call void @free(ptr %[2]s)`,
		dealloc: "call void @free(ptr %[1]s)",
		names:   []string{"malloc", "calloc", "", "free"},
	}
}

// declare makes the module declare what the bodies call.
func (a *rustAllocation) declare(m *ir.Module) {
	n, p := ir.I64, m.Ptr()
	types := []*ir.Type{m.FuncType(p, n, n), m.FuncType(p, n, n), m.FuncType(p, p, n, n, n), m.FuncType(ir.Void, p, n, n)}
	if a.names[0] == "malloc" {
		types = []*ir.Type{m.FuncType(p, n), m.FuncType(p, n, n), m.FuncType(p, p, n), m.FuncType(ir.Void, p)}
	}
	for k, name := range a.names {
		switch {
		case name != "":
			m.Declare(name, types[k])
		case k == 1:
			m.Declare("llvm.memset.p0.i64", m.FuncType(ir.Void, p, ir.I8, n, ir.I1))
		default:
			m.Declare("llvm.memcpy.p0.p0.i64", m.FuncType(ir.Void, p, p, n, ir.I1))
		}
	}
	m.Declare("llvm.trap", m.FuncType(ir.Void))
}
