package analysis

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/ir"
)

// named gives the instructions and parameters of a function by name.
func named(f *ir.Function) map[string]ir.Value {
	out := map[string]ir.Value{}
	for _, p := range f.Params {
		out[p.Name] = p
	}
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if i.Name != "" {
				out[i.Name] = i
			}
		}
	}
	return out
}

func loaded(t *testing.T, text string) *ir.Function {
	m, err := ir.Read("t.ll", []byte(text))
	require.NoError(t, err)
	f := m.Func("f")
	require.NotNil(t, f)
	require.NoError(t, f.Load())
	require.NoError(t, ir.Verify(f))
	return f
}

func TestAlias(t *testing.T) {
	f := loaded(t, `
%s = type { double, double, i32 }
@g = global [4 x double] zeroinitializer
@h = external global double
@a = alias [4 x double], ptr @g
declare noalias ptr @malloc(i64)
declare ptr @find()
declare void @keep(ptr)
declare void @look(ptr nocapture)
define void @f(ptr %p, ptr %q, ptr noalias %r, i64 %i, i64 %j, i1 %c, ptr byval(double) %v) {
entry:
  %s = alloca double
  %e = alloca double
  %m = call ptr @malloc(i64 8)
  %l = load ptr, ptr %p
  %u = call ptr @find()
  call void @keep(ptr %e)
  call void @look(ptr %s)
  %sel = select i1 %c, ptr %s, ptr %m
  %p1 = getelementptr inbounds double, ptr %p, i64 1
  %p2 = getelementptr inbounds i8, ptr %p, i64 12
  %pi = getelementptr inbounds %s, ptr %p, i64 %i
  %pi1 = getelementptr inbounds %s, ptr %p, i64 %i, i32 1
  %pj = getelementptr inbounds %s, ptr %p, i64 %j
  %k = add nsw i64 %i, 1
  %pk = getelementptr inbounds %s, ptr %p, i64 %k
  %pw = getelementptr %s, ptr %p, i64 %i, i32 1
  %pe = getelementptr inbounds i8, ptr %pi, i64 20
  br label %loop
loop:
  %n = phi i64 [ 0, %entry ], [ %n1, %loop ]
  %n1 = add nsw i64 %n, 1
  %x = getelementptr inbounds double, ptr %p, i64 %n
  %y = getelementptr inbounds double, ptr %p, i64 %n1
  %z = getelementptr inbounds %s, ptr %p, i64 %n
  %z1 = getelementptr inbounds %s, ptr %p, i64 %n, i32 1
  %in = alloca double
  %d = icmp slt i64 %n1, %i
  br i1 %d, label %loop, label %out
out:
  ret void
}
`)
	v := named(f)
	v["@g"], v["@h"], v["@a"] = f.Module.Global("g"), f.Module.Global("h"), f.Module.Global("a")
	a := NewAlias(f)
	for _, c := range []struct {
		p, q          string
		same, anytime AliasResult
	}{
		{"p", "q", MayAlias, MayAlias},
		{"p", "p", MustAlias, MustAlias},
		{"p", "r", NoAlias, NoAlias},
		{"s", "e", NoAlias, NoAlias},
		{"s", "p", NoAlias, NoAlias},
		{"e", "p", NoAlias, NoAlias},
		{"s", "l", NoAlias, NoAlias},
		{"e", "l", MayAlias, MayAlias},
		{"s", "u", NoAlias, NoAlias},
		{"e", "u", MayAlias, MayAlias},
		{"r", "l", NoAlias, NoAlias},
		{"v", "q", NoAlias, NoAlias},
		{"m", "s", NoAlias, NoAlias},
		{"m", "q", NoAlias, NoAlias},
		{"sel", "m", MayAlias, MayAlias},
		{"sel", "p", NoAlias, NoAlias},
		{"@g", "@h", NoAlias, NoAlias},
		{"@g", "@a", MayAlias, MayAlias},
		{"@g", "p", MayAlias, MayAlias},
		{"@g", "r", NoAlias, NoAlias},
		{"p", "p1", NoAlias, NoAlias},
		{"p1", "p2", MayAlias, MayAlias},
		{"p", "p2", NoAlias, NoAlias},
		{"pi", "pi1", NoAlias, NoAlias},
		{"pi", "pj", MayAlias, MayAlias},
		{"pi1", "pj", NoAlias, NoAlias},
		{"pi", "pk", NoAlias, NoAlias},
		{"pw", "pj", MayAlias, MayAlias}, // without inbounds 24*i may wrap to anything even
		{"pe", "pj", MayAlias, MayAlias}, // its last four bytes are the first of the next element
		{"x", "y", NoAlias, MayAlias},
		{"x", "x", MustAlias, MayAlias},
		{"z", "z1", NoAlias, NoAlias},
		{"in", "in", MustAlias, MayAlias},
	} {
		name := fmt.Sprintf("%s %s", c.p, c.q)
		require.Equal(t, c.same, a.Alias(v[c.p], 8, v[c.q], 8), name)
		require.Equal(t, c.same, a.Alias(v[c.q], 8, v[c.p], 8), name)
		require.Equal(t, c.anytime, a.AliasAnytime(v[c.p], 8, v[c.q], 8), name)
		require.Equal(t, c.anytime, a.AliasAnytime(v[c.q], 8, v[c.p], 8), name)
	}
	require.Equal(t, MayAlias, a.Alias(v["p"], -1, v["p1"], 8))
	require.Equal(t, MayAlias, a.Alias(v["p"], 9, v["p1"], 8))
	require.Equal(t, NoAlias, a.Alias(v["s"], -1, v["p1"], -1))
}

func TestMayWrite(t *testing.T) {
	f := loaded(t, `
@g = global double 0.0
@k = constant double 1.0
declare void @anything()
declare void @throughArg(ptr nocapture, double) memory(argmem: write)
declare void @onlyReads(ptr nocapture readonly, ptr nocapture) memory(argmem: readwrite)
declare double @sin(double)
declare double @pure(double) memory(none)
declare void @reads() memory(read)
declare void @llvm.memcpy.p0.p0.i64(ptr nocapture writeonly, ptr nocapture readonly, i64, i1) memory(argmem: readwrite)
define internal void @sets(ptr %x, ptr %y) {
  %v = load double, ptr %y
  store double %v, ptr %x
  ret void
}
define internal void @setsLocal(ptr %x) {
  %l = alloca double
  call void @sets(ptr %l, ptr %x)
  ret void
}
define internal void @ping(i32 %n) {
  call void @pong(i32 %n)
  ret void
}
define internal void @pong(i32 %n) {
  store double 1.0, ptr @g
  call void @ping(i32 %n)
  ret void
}
define weak void @replaced() {
  ret void
}
define internal void @frees(ptr %x) {
  call void @anything()
  ret void
}
define void @f(ptr %p, ptr noalias %q, ptr %s) {
  %l = alloca [2 x double]
  %l1 = getelementptr inbounds double, ptr %l, i64 1
  call void @anything()
  call void @throughArg(ptr %q, double 1.0)
  call void @onlyReads(ptr %p, ptr %l)
  %x1 = call double @sin(double 1.0)
  %x2 = call double @pure(double 1.0)
  call void @reads()
  call void @llvm.memcpy.p0.p0.i64(ptr %l, ptr %q, i64 8, i1 false)
  call void @sets(ptr %q, ptr %p)
  call void @setsLocal(ptr %p)
  call void @ping(i32 1)
  call void @replaced()
  store double 1.0, ptr %l1
  call void @frees(ptr %p)
  ret void
}
`)
	v := named(f)
	v["g"], v["k"] = f.Module.Global("g"), f.Module.Global("k")
	lib := func(name string) (Effects, bool) {
		if name == "sin" {
			return Effects{Errno: Writes}, true
		}
		return Effects{}, false
	}
	a := NewAliasWith(f, NewEffects(lib))
	want := map[string]string{ // what each instruction may write among p q l l1 g k
		"anything":              "p g",
		"throughArg":            "q",
		"onlyReads":             "l l1",
		"sin":                   "",
		"pure":                  "",
		"reads":                 "",
		"llvm.memcpy.p0.p0.i64": "l",
		"sets":                  "q",
		"setsLocal":             "",
		"ping":                  "p g", // p may point to g
		"replaced":              "p g",
		"store":                 "l1",
		"frees":                 "p g",
	}
	for _, i := range f.Entry().Instrs {
		name := i.Op.String()
		if c := i.CalledFunc(); c != nil {
			name = c.Name
		}
		w, ok := want[name]
		if !ok {
			continue
		}
		delete(want, name)
		got := ""
		for _, p := range []string{"p", "q", "l", "l1", "g", "k"} {
			if a.MayWrite(i, v[p], 8) {
				if got != "" {
					got += " "
				}
				got += p
			}
		}
		require.Equal(t, w, got, name)
	}
	require.Empty(t, want)
}

func TestClobbersByType(t *testing.T) {
	f := loaded(t, `
define void @f(ptr %p, ptr %q) {
  %d = load double, ptr %p, !tbaa !3
  %i = load i32, ptr %p, !tbaa !5
  %c = load i8, ptr %p, !tbaa !7
  %m = load double, ptr %p, !tbaa !8
  %o = load double, ptr %p, !tbaa !11
  %a = load ptr, ptr %p, !tbaa !12
  %r = load i32, ptr %p, !tbaa !20
  store double 1.0, ptr %q, !tbaa !3
  store i32 1, ptr %q, !tbaa !5
  store i8 1, ptr %q, !tbaa !7
  store double 2.0, ptr %q, !tbaa !8
  store double 2.0, ptr %q
  store double 1.0, ptr %p, !tbaa !3
  ret void
}
!0 = !{!"Simple C/C++ TBAA"}
!1 = !{!"omnipotent char", !0, i64 0}
!2 = !{!"double", !1, i64 0}
!3 = !{!2, !2, i64 0}
!4 = !{!"int", !1, i64 0}
!5 = !{!4, !4, i64 0}
!7 = !{!1, !1, i64 0}
!8 = !{!9, !2, i64 8}
!9 = !{!"s", !4, i64 0, !2, i64 8, !2, i64 16}
!11 = !{!9, !2, i64 16}
!12 = !{!13, !13, i64 0}
!13 = !{!"any pointer", !1, i64 0}
!20 = !{!21, !21, i64 0}
!21 = !{!"int", !22, i64 0}
!22 = !{!"another root"}
`)
	a := NewAlias(f)
	var loads, stores []*ir.Instr
	for _, i := range f.Entry().Instrs {
		switch i.Op {
		case ir.Load:
			loads = append(loads, i)
		case ir.Store:
			stores = append(stores, i)
		}
	}
	want := []string{ // per store: which of d i c m o a r it may change
		"d c m o r", "i c r", "d i c m o a r", "d c m r", "d i c m o a r",
		"d i c m o a r", // the same memory, perhaps with another type by then
	}
	for k, s := range stores {
		got := ""
		for _, l := range loads {
			if a.Clobbers(s, l) {
				if got != "" {
					got += " "
				}
				got += l.Name
			}
		}
		require.Equal(t, want[k], got, "store %d", k)
	}
	a.IgnoreTypes = true
	require.True(t, a.Clobbers(stores[0], loads[1]))
}

// A buffer or null is the buffer; not so in a loop, where it may be that of an
// iteration before, nor with another one.
func TestNotNull(t *testing.T) {
	f := loaded(t, `
declare noalias ptr @malloc(i64)
define void @f(i1 %c, i64 %n, ptr %q) {
entry:
  br i1 %c, label %some, label %join
some:
  %a = call noalias ptr @malloc(i64 %n)
  br label %join
join:
  %p = phi ptr [ %a, %some ], [ null, %entry ]
  %either = phi ptr [ %a, %some ], [ %q, %entry ]
  br label %loop
loop:
  %last = phi ptr [ null, %join ], [ %new, %next ]
  %new = call noalias ptr @malloc(i64 %n)
  br i1 %c, label %set, label %next
set:
  br label %next
next:
  %here = phi ptr [ %new, %set ], [ null, %loop ]
  %outer = phi ptr [ %p, %set ], [ null, %loop ]
  br i1 %c, label %loop, label %exit
exit:
  ret void
}`)
	li := Loops(f, ir.Dominators(f))
	v := named(f)
	for phi, want := range map[string]string{"p": "a", "either": "either", "last": "last", "here": "new", "outer": "outer"} {
		if got := NotNull(v[phi], li); got != v[want] {
			t.Errorf("%s: %s", phi, got.Ident())
		}
	}
}

// Buffers that change places are apart at each time, though each pointer leads to
// both in turn; not when they start as one, or when one stays.
func TestDisjointTogether(t *testing.T) {
	f := loaded(t, `
declare noalias ptr @malloc(i64)
define void @f(i64 %n, ptr %x, ptr noalias %y) {
entry:
  %a = call noalias ptr @malloc(i64 %n)
  %b = call noalias ptr @malloc(i64 %n)
  %c = call noalias ptr @malloc(i64 %n)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = phi ptr [ %a, %entry ], [ %q, %loop ]
  %q = phi ptr [ %b, %entry ], [ %p, %loop ]
  %r = phi ptr [ %a, %entry ], [ %s, %loop ]
  %s = phi ptr [ %b, %entry ], [ %u, %loop ]
  %u = phi ptr [ %c, %entry ], [ %r, %loop ]
  %v = phi ptr [ %a, %entry ], [ %w, %loop ]
  %w = phi ptr [ %a, %entry ], [ %v, %loop ]
  %j = phi ptr [ %a, %entry ], [ %k, %loop ]
  %k = phi ptr [ %b, %entry ], [ %b, %loop ]
  %e = phi ptr [ %x, %entry ], [ %g, %loop ]
  %g = phi ptr [ %y, %entry ], [ %e, %loop ]
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret void
}
`)
	value := named(f)
	a := NewAlias(f)
	for pair, want := range map[string]bool{"pq": true, "rs": true, "su": true, "ru": true, "vw": false, "jk": false, "eg": true, "pr": false} {
		require.Equal(t, want, a.DisjointTogether(value[pair[:1]], value[pair[1:]]), pair)
	}
}

// Elements of one array are the same or apart, and what swaps exchange is the function's
// own if its address goes nowhere.
func TestEqualOrDisjoint(t *testing.T) {
	f := loaded(t, `
%s = type { double, double, double }
declare noalias ptr @malloc(i64)
declare void @keep(ptr)
define void @f(ptr %p, ptr %q, i64 %i, i64 %j, i1 %c) {
entry:
  %m = call ptr @malloc(i64 80)
  %k = call ptr @malloc(i64 80)
  call void @keep(ptr %k)
  %n = select i1 %c, ptr %m, ptr null
  %b = select i1 %c, ptr %m, ptr %k
  %pi = getelementptr inbounds %s, ptr %p, i64 %i
  %pj = getelementptr inbounds %s, ptr %p, i64 %j
  %pj8 = getelementptr inbounds %s, ptr %p, i64 %j, i32 1
  %di = getelementptr double, ptr %p, i64 %i
  %bi = getelementptr i8, ptr %p, i64 %i
  %qj = getelementptr inbounds %s, ptr %q, i64 %j
  ret void
}
`)
	value := named(f)
	a := NewAlias(f)
	for _, test := range []struct {
		p, q string
		size int64
		want bool
	}{
		{"pi", "pj", 24, true}, {"pi", "pj", 25, false}, {"pi", "pj8", 8, true}, {"pi", "pj8", 24, false},
		{"pi", "di", 8, true}, {"pi", "di", 16, false}, {"pi", "bi", 8, false}, {"pi", "qj", 8, false}, {"pi", "pi", 24, true},
	} {
		require.Equal(t, test.want, a.EqualOrDisjoint(value[test.p], value[test.q], test.size), "%s %s %d", test.p, test.q, test.size)
	}
	require.Equal(t, value["m"], a.Private(value["n"]))
	for _, p := range []string{"k", "b", "p"} {
		require.Nil(t, a.Private(value[p]), p)
	}
}
