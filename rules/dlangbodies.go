package rules

import (
	"fmt"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// dWriter writes a body.
type dWriter struct {
	m       *ir.Module
	name    string
	ret     string // the type of the result
	params  []string
	symbols []string
	text    strings.Builder
	bytes   string // the type of an address
	n       int
	size    string // the value that is the size of an element, or of the whole
	label   string // of the block that is written
}

// begin writes the head, and finds the size; false where it is not known, or the function has other parameters.
func (w *dWriter) begin(body dBody) bool {
	w.symbols = infos(w.m, w.name)
	if len(w.params) != body.params || len(w.symbols) == 0 {
		return false
	}
	w.bytes, w.label = "ptr", "entry"
	if w.m.Typed {
		w.bytes = "i8*"
	}
	var typed []string
	for k, p := range w.params {
		if strings.HasPrefix(p, "{") { // a slice
			end := strings.IndexByte(p, '}') + 1
			if strings.HasPrefix(p[end:], "*") {
				end++
			}
			w.params[k] = p[:end]
		} else {
			w.params[k], _, _ = strings.Cut(p, " ")
		}
		typed = append(typed, fmt.Sprintf("%s %%p%d", w.params[k], k))
	}
	fmt.Fprintf(&w.text, "define %s @%s(%s) {\nentry:\n", w.ret, w.name, strings.Join(typed, ", "))
	info := w.put("ptrtoint %s %%p0 to i64", w.params[0])
	for _, s := range w.symbols {
		n, g := body.size(w.m, s), w.m.Global(s)
		if n == 0 || g == nil {
			return false
		}
		if w.size == "" {
			w.size = fmt.Sprint(n)
			continue
		}
		is := w.put("icmp eq i64 %s, ptrtoint (%s @%s to i64)", info, g.Type(), s)
		w.size = w.put("select i1 %s, i64 %d, i64 %s", is, n, w.size)
	}
	w.m.Declare("_d_allocmemory", w.m.FuncType(w.m.Ptr(), ir.I64))
	w.m.Declare(w.intrinsic("memcpy"), w.m.FuncType(ir.Void, w.m.Ptr(), w.m.Ptr(), ir.I64, ir.I1))
	w.m.Declare(w.intrinsic("memset"), w.m.FuncType(ir.Void, w.m.Ptr(), ir.I8, ir.I64, ir.I1))
	return true
}

func (w *dWriter) intrinsic(name string) string {
	switch {
	case !w.m.Typed && name == "memcpy":
		return "llvm.memcpy.p0.p0.i64"
	case !w.m.Typed:
		return "llvm.memset.p0.i64"
	case name == "memcpy":
		return "llvm.memcpy.p0i8.p0i8.i64"
	}
	return "llvm.memset.p0i8.i64"
}

func (w *dWriter) line(format string, args ...any) { fmt.Fprintf(&w.text, "\t"+format+"\n", args...) }

func (w *dWriter) put(format string, args ...any) string {
	w.n++
	v := fmt.Sprintf("%%v%d", w.n)
	w.line("%s = %s", v, fmt.Sprintf(format, args...))
	return v
}

func (w *dWriter) begins(label string) {
	fmt.Fprintf(&w.text, "%s:\n", label)
	w.label = label
}

// memory is fresh memory for so many elements.
func (w *dWriter) memory(n string) string {
	return w.put("call noalias %s @_d_allocmemory(i64 %s)", w.bytes, w.put("mul i64 %s, %s", n, w.size))
}

func (w *dWriter) offset(p, n string) string {
	return w.put("getelementptr i8, %s %s, i64 %s", w.bytes, p, w.put("mul i64 %s, %s", n, w.size))
}

// copied moves n elements.
func (w *dWriter) copied(to, from, n string) {
	w.line("call void @%s(%s %s, %s %s, i64 %s, i1 false)", w.intrinsic("memcpy"), w.bytes, to, w.bytes, from, w.put("mul i64 %s, %s", n, w.size))
}

// slice takes one apart.
func (w *dWriter) slice(typ, v string) (length, p string) {
	return w.put("extractvalue %s %s, 0", typ, v), w.put("extractvalue %s %s, 1", typ, v)
}

func (w *dWriter) made(n, p string) string {
	first := w.put("insertvalue %s undef, i64 %s, 0", w.ret, n)
	return w.put("insertvalue %s %s, %s %s, 1", w.ret, first, w.bytes, p)
}

func (w *dWriter) end(v string) { fmt.Fprintf(&w.text, "\tret %s %s\n}\n", w.ret, v) }

// filled gives n elements from p on their initial values.
func (w *dWriter) filled(fill dFill, p, n string) {
	switch fill {
	case zeros:
		w.line("call void @%s(%s %s, i8 0, i64 %s, i1 false)", w.intrinsic("memset"), w.bytes, p, w.put("mul i64 %s, %s", n, w.size))
	case noNumbers:
		w.line("br label %%fill")
		before := w.label
		w.begins("fill")
		w.line("%%k = phi i64 [ 0, %%%s ], [ %%k.next, %%next ]", before)
		w.line("br i1 %s, label %%one, label %%filled", w.put("icmp ult i64 %%k, %s", n))
		w.begins("one")
		at := w.offset(p, "%k")
		w.line("br i1 %s, label %%long, label %%short", w.put("icmp eq i64 %s, 8", w.size))
		for _, t := range []string{"double", "float"} {
			label, ptr := map[string]string{"double": "long", "float": "short"}[t], "ptr"
			if w.m.Typed {
				ptr = t + "*"
			}
			w.begins(label)
			w.line("store %s 0x7FF8000000000000, %s %s", t, ptr, w.put("bitcast %s %s to %s", w.bytes, at, ptr))
			w.line("br label %%next")
		}
		w.begins("next")
		w.line("%%k.next = add i64 %%k, 1")
		w.line("br label %%fill")
		w.begins("filled")
	}
}

func (w *dWriter) newArray(fill dFill) {
	p := w.memory("%p1")
	w.filled(fill, p, "%p1")
	w.end(w.made("%p1", p))
}

// setLength: what is shorter stays where it is.
func (w *dWriter) setLength(fill dFill) {
	old := w.put("load %s, %s %%p2", w.ret, w.params[2])
	n, p := w.slice(w.ret, old)
	w.line("br i1 %s, label %%more, label %%less", w.put("icmp ugt i64 %%p1, %s", n))
	w.begins("less")
	less := w.made("%p1", p)
	w.line("store %s %s, %s %%p2", w.ret, less, w.params[2])
	w.line("ret %s %s", w.ret, less)
	w.begins("more")
	fresh := w.memory("%p1")
	w.copied(fresh, p, n)
	w.filled(fill, w.offset(fresh, n), w.put("sub i64 %%p1, %s", n))
	more := w.made("%p1", fresh)
	w.line("store %s %s, %s %%p2", w.ret, more, w.params[2])
	w.end(more)
}

// longer makes room behind an array, in memory of its own each time.
func (w *dWriter) longer() {
	n, p := w.slice(w.ret, w.put("load %s, %s %%p1", w.ret, w.params[1]))
	all := w.put("add i64 %s, %%p2", n)
	fresh := w.memory(all)
	w.copied(fresh, p, n)
	more := w.made(all, fresh)
	w.line("store %s %s, %s %%p1", w.ret, more, w.params[1])
	w.end(more)
}

// joined is one array behind another.
func (w *dWriter) joined() {
	n, p := w.slice(w.params[1], "%p1")
	k, q := w.slice(w.params[2], "%p2")
	all := w.put("add i64 %s, %s", n, k)
	fresh := w.memory(all)
	w.copied(fresh, p, n)
	w.copied(w.offset(fresh, n), q, k)
	w.end(w.made(all, fresh))
}

// newItem is memory for one value.
func (w *dWriter) newItem(fill dFill) {
	p := w.memory("1")
	if fill == initial {
		w.line("call void @%s(%s %s, i8 0, i64 %s, i1 false)", w.intrinsic("memset"), w.bytes, p, w.size)
		info := "%info"
		w.line("%s = ptrtoint %s %%p0 to i64", info, w.params[0])
		for k, s := range w.symbols {
			_, address := dInitOf(w.m, s, 1)
			if address == "" || address == "null" {
				continue
			}
			is := w.put("icmp eq i64 %s, ptrtoint (%s @%s to i64)", info, w.m.Global(s).Type(), s)
			w.line("br i1 %s, label %%init%d, label %%over%d", is, k, k)
			w.begins(fmt.Sprintf("init%d", k))
			w.copied(p, address, "1")
			w.line("br label %%over%d", k)
			w.begins(fmt.Sprintf("over%d", k))
		}
	} else {
		w.filled(fill, p, "1")
	}
	if w.ret != w.bytes {
		p = w.put("bitcast %s %s to %s", w.bytes, p, w.ret)
	}
	w.end(p)
}
