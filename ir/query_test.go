package ir

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func read(t testing.TB, text string) *Module {
	m, err := Read("test.ll", []byte(text))
	require.NoError(t, err)
	return m
}

func TestAttributes(t *testing.T) {
	m := read(t, `
define noundef range(i32 0, 9) i32 @f(ptr noalias dereferenceable(80) align 8 "x"="y" %p, ptr byval({ i32, [2 x i8] }) %q, i32 signext %n) #0 memory(read) "own" personality ptr @f !dbg !7 {
  %r = call noundef i32 @f(ptr elementtype(i32) align 4 %p, ptr %q, i32 %n) #1 nounwind
  ret i32 %r
}
attributes #0 = { nounwind allocsize(0,1) "target-cpu"="x86-64" alignstack=16 uwtable(sync) }
attributes #1 = { willreturn "no-builtin-f" }
`)
	f := m.Func("f")
	for name, want := range map[string]string{
		"nounwind": "", "allocsize": "0,1", "target-cpu": "x86-64", "alignstack": "16", "uwtable": "sync", "memory": "read", "own": "",
	} {
		got, ok := f.Attr(name)
		require.True(t, ok, name)
		require.Equal(t, want, got, name)
		require.True(t, f.HasAttr(name))
	}
	for _, name := range []string{"x86-64", "personality", "dbg", "!dbg", "noalias", "readnone"} {
		require.False(t, f.HasAttr(name), name)
	}
	p, q := f.Params[0], f.Params[1]
	for name, want := range map[string]string{"noalias": "", "dereferenceable": "80", "align": "8", "x": "y"} {
		got, ok := p.Attr(name)
		require.True(t, ok, name)
		require.Equal(t, want, got)
	}
	require.False(t, p.HasAttr("y"))
	text, _ := q.Attr("byval")
	typ, err := m.ParseType(text)
	require.NoError(t, err)
	require.Equal(t, "{ i32, [2 x i8] }", typ.String())
	require.NoError(t, f.Load())
	call := f.Entry().Instrs[0]
	require.True(t, call.HasAttr("willreturn"))
	require.True(t, call.HasAttr("no-builtin-f"))
	require.True(t, call.HasAttr("nounwind"))
	require.False(t, call.HasAttr("memory"))
	arg, ok := call.ArgAttr(0, "align")
	require.True(t, ok)
	require.Equal(t, "4", arg)
	require.Equal(t, "!7", f.Metadata("dbg"))
}

func TestPortableAttributes(t *testing.T) {
	m := read(t, "attributes #0 = { nounwind memory(none) \"k\"=\"v\" coro_elide_safe }\n")
	for from, want := range map[string]string{
		"noundef captures(none) range(i32 0, 2)": "noundef nocapture",
		"captures(address)":                      "",
		"#0 noext":                               `nounwind readnone "k"="v"`,
		"memory(argmem: read) nofpclass(nan)":    "argmemonly readonly",
		"memory(read, argmem: readwrite)":        "",
		"uwtable(sync) align 8":                  "uwtable align 8",
	} {
		require.Equal(t, want, m.attrs.portable(from), from)
	}
}

func TestLayout(t *testing.T) {
	x86 := parseLayout("e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128")
	i386 := parseLayout("e-m:e-p:32:32-p270:32:32-f64:32:64-f80:32-n8:16:32-S128")
	m := read(t, "%T = type { i8, double, [3 x i16], x86_fp80 }\n%P = type <{ i8, double }>\n@g = global i32 0\n")
	for _, c := range []struct {
		l                  *Layout
		typ                string
		store, alloc, algn int64
	}{
		{x86, "i1", 1, 1, 1}, {x86, "i24", 3, 4, 4}, {x86, "i64", 8, 8, 8}, {x86, "i128", 16, 16, 16}, {x86, "i65", 9, 16, 16},
		{x86, "x86_fp80", 10, 16, 16}, {i386, "x86_fp80", 10, 12, 4}, {i386, "double", 8, 8, 4}, {i386, "i64", 8, 8, 4},
		{x86, "ptr", 8, 8, 8}, {i386, "ptr", 4, 4, 4}, {x86, "ptr addrspace(270)", 4, 4, 4},
		{x86, "<3 x float>", 12, 16, 16}, {x86, "<8 x i1>", 1, 1, 1}, {x86, "<4 x double>", 32, 32, 32},
		{x86, "[3 x { i8, i32 }]", 24, 24, 4}, {x86, "%T", 48, 48, 16}, {x86, "%P", 9, 9, 1}, {x86, "{}", 0, 0, 1},
		{x86, "half", 2, 2, 2}, {x86, "fp128", 16, 16, 16},
	} {
		typ, err := m.ParseType(c.typ)
		require.NoError(t, err)
		require.Equal(t, c.store, c.l.StoreSize(typ), "%s store", c.typ)
		require.Equal(t, c.alloc, c.l.AllocSize(typ), "%s alloc", c.typ)
		require.Equal(t, c.algn, c.l.Align(typ), "%s align", c.typ)
	}
	typ, _ := m.ParseType("%T")
	for k, want := range []int64{0, 8, 16, 32} {
		require.Equal(t, want, x86.FieldOffset(typ, k))
	}
}

func TestPositions(t *testing.T) {
	m := read(t, `
define double @f(double %x) !dbg !4 {
  %y = fadd double %x, 1.0, !dbg !6
  %z = fmul double %y, %y, !dbg !DILocation(line: 9, column: 2, scope: !4)
  %w = fmul double %z, %z, !dbg !8
  ret double %w
}
!1 = !DIFile(filename: "a \22b\22.c", directory: "/src")
!4 = distinct !DISubprogram(name: "f(double, \22x\22)", scope: !1, file: !1, line: 3)
!5 = distinct !DILexicalBlock(scope: !4, line: 4)
!6 = !DILocation(line: 5, column: 7, scope: !5)
!7 = distinct !DISubprogram(name: "g", linkageName: "_Z1gd", scope: !1, file: !1, line: 20)
!8 = !DILocation(line: 21, column: 3, scope: !7, inlinedAt: !6)
`)
	f := m.Func("f")
	require.NoError(t, f.Load())
	file, line, col, ok := m.Metadata().Position(f.Entry().Instrs[0])
	require.True(t, ok)
	require.Equal(t, `a "b".c:5:7`, strings.Join([]string{file, itoa(line), itoa(col)}, ":"))
	_, line, col, ok = m.Metadata().Position(f.Entry().Instrs[1])
	require.True(t, ok)
	require.Equal(t, []int{9, 2}, []int{line, col})
	_, _, _, ok = m.Metadata().Position(f.Entry().Instrs[3])
	require.False(t, ok)
	for k, want := range []string{`f(double, "x")  0`, `f(double, "x")  0`, "g _Z1gd 1", "  0"} {
		i := f.Entry().Instrs[k]
		name, symbol := m.Metadata().Func(i)
		require.Equal(t, want, strings.Join([]string{name, symbol, itoa(m.Metadata().InlinedDepth(i))}, " "))
	}
	d := DiagAt(f.Entry().Instrs[3], "L0000", "here")
	require.Equal(t, "a \"b\".c:9: error[L0000]: here", d.Error())
	_, line, ok = f.SourcePos()
	require.True(t, ok)
	require.Equal(t, 3, line)
	require.Equal(t, `!{!9}`, m.Metadata().Node(m.Metadata().Add("!{SELF}")))
	require.Contains(t, string(m.Bytes()), "\n!9 = !{!9}\n")
}

func itoa(n int) string { return NewInt(I64, int64(n)).Ident() }

func TestNames(t *testing.T) {
	m := read(t, `
define i32 @"quoted name"(i32 %x, i32) {
  %x.1 = add i32 %x, %0
  br label %"a b"
"a b":
  ret i32 %x.1
}
define i32 @plain() {
  %r = call i32 @"plain"()
  ret i32 %r
}
`)
	f := m.Func(`"quoted name"`)
	require.NotNil(t, f)
	require.NoError(t, f.Load())
	require.Equal(t, `"quoted name.1"`, m.FreshSymbol(`"quoted name"`))
	b := NewBuilder(f.NewBlock("a"))
	b.B.Name = `"a b"`
	twin := b.Add(f.Params[0], f.Params[1]).(*Instr)
	twin.Name = "x"
	b.Ret(twin)
	f.MarkChanged()
	require.Equal(t, `define i32 @"quoted name"(i32 %x, i32 %a.0) {
b.0:
  %x.1 = add i32 %x, %a.0
  br label %"a b"

"a b":
  ret i32 %x.1

"a b.1":
  %x.2 = add i32 %x, %a.0
  ret i32 %x.2
}
`, f.String())
	p := m.Func("plain")
	require.NoError(t, p.Load())
	require.Equal(t, p, p.Entry().Instrs[0].CalledFunc())
}

func TestFloats(t *testing.T) {
	m := read(t, "@g = global i32 0\n")
	for text, want := range map[string]float64{
		"half 0xH3555": 0.333251953125, "half 0xH0001": 5.960464477539063e-08, "half 0xHFC00": math.Inf(-1),
		"bfloat 0xR3F80": 1, "float 0x3FD5555560000000": float64(float32(1) / 3), "double 1.5e-3": 0.0015,
		"x86_fp80 0xK3FFF8000000000000000": 1, "x86_fp80 0xKC000C90FDAA22168C235": -math.Pi, "x86_fp80 0xK7FFF8000000000000000": math.Inf(1),
		"fp128 0xL00000000000000003FFF000000000000": 1, "fp128 0xL8469898CC51701B84000921FB54442D1": math.Pi,
		"ppc_fp128 0xM3FF00000000000000000000000000000": 1, "x86_fp80 0xK00000000000000000000": 0,
	} {
		r := m.newTextReader(text)
		c := r.typedValue().(*Const)
		require.Equal(t, want, c.Float, text)
		require.Equal(t, strings.Fields(text)[1], c.Ident())
		if c.Typ.Kind != PPCFP128Kind && want != math.Pi && want != -math.Pi && c.Typ.Kind != FloatKind && c.Typ.Kind != DoubleKind {
			require.Equal(t, c.Text, FloatText(c.Typ, c.Float), text)
		}
	}
}
