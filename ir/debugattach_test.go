package ir

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const debugModule = `define double @f(double %x) !dbg !4 {
  %y = fadd double %x, 1.0, !dbg !6
  %z = fmul double %y, %y, !dbg !8
  ret double %z
}
!llvm.dbg.cu = !{!0}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)
!1 = !DIFile(filename: "a.cpp", directory: "/src")
!2 = distinct !DICompositeType(tag: DW_TAG_class_type, name: "c", file: !1)
!4 = distinct !DISubprogram(name: "f", linkageName: "_ZN1c1fEd", scope: !2, file: !1, line: 3, flags: DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition, unit: !0)
!6 = !DILocation(line: 5, column: 7, scope: !4)
!7 = distinct !DISubprogram(name: "g", scope: !1, file: !1, line: 20, unit: !0)
!8 = !DILocation(line: 21, column: 3, scope: !7, inlinedAt: !9)
!9 = distinct !DILocation(line: 6, column: 4, scope: !4)
`

// A derivative has a subprogram of its own, in which the original counts as inlined; it is
// attached once, and to nothing that is no derivative.
func TestDerivativesGetDebugInformation(t *testing.T) {
	m := read(t, debugModule)
	f := m.Func("f")
	g := f.Clone("f_grad")
	f.Clone("f_copy")
	g.Derives(f, "gradient")
	m.AttachDebug()
	m.AttachDebug()
	text := string(m.Bytes())
	require.Contains(t, text, `!12 = distinct !DISubprogram(name: "c::f [gradient]", scope: !1, file: !1, line: 3, spFlags: DISPFlagDefinition, unit: !0, type: !11)`)
	require.Equal(t, 1, strings.Count(text, "[gradient]"))
	require.Contains(t, g.String(), "!dbg !12 {")
	at := m.Metadata().Places(g.Entry().Instrs[1])
	require.Len(t, at, 3)
	require.Equal(t, []string{"a.cpp:21:3", "a.cpp:6:4", "a.cpp:3"}, []string{at[0].String(), at[1].String(), at[2].String()})
	require.Equal(t, "c::f [gradient]", at[2].Func)
	// What has no line gets that of what stands before it.
	require.Equal(t, at, m.Metadata().Places(g.Entry().Instrs[2]))
	require.NotContains(t, m.Func("f_copy").String(), "!dbg")
}

// Places of inlined code hold the call's.
func TestInlinedPlaces(t *testing.T) {
	m := read(t, debugModule)
	x := m.Metadata()
	f := m.Func("f")
	require.NoError(t, f.Load())
	i := f.Entry().Instrs[1]
	i.Meta = []Attachment{{Kind: "dbg", Node: x.InlinedAt("!8", "!6")}}
	at := x.Places(i)
	require.Len(t, at, 3)
	require.Equal(t, []string{"a.cpp:21:3", "a.cpp:6:4", "a.cpp:5:7"}, []string{at[0].String(), at[1].String(), at[2].String()})
	require.Equal(t, 2, x.InlinedDepth(i))
}

// Names of the source, by debug records and by calls of intrinsics, of LLVM 14 to 22.
func TestVariablesOfTheSource(t *testing.T) {
	m := read(t, `
define double @f(ptr %0, double %1) !dbg !4 {
    #dbg_value(ptr %0, !10, !DIExpression(), !6)
  %3 = alloca double, align 8
    #dbg_declare(ptr %3, !11, !DIExpression(), !6)
  %4 = fmul double %1, %1
  store double %4, ptr %3, align 8
  %5 = load double, ptr %3, align 8
  %6 = fadd double %5, %5
    #dbg_value(!DIArgList(double %6, double %5), !12, !DIExpression(DW_OP_LLVM_arg, 0), !6)
  %7 = fsub double %6, %5
  call void @llvm.dbg.value(metadata double %7, metadata !12, metadata !DIExpression()), !dbg !6
  %8 = alloca double, align 8
    #dbg_assign(i1 undef, !13, !DIExpression(), !14, ptr %8, !DIExpression(), !6)
  %9 = fdiv double %7, %6
    #dbg_value(double %9, !13, !DIExpression(DW_OP_LLVM_fragment, 0, 32), !6)
  ret double %9
}
declare void @llvm.dbg.value(metadata, metadata, metadata)
!1 = !DIFile(filename: "a.c", directory: "/src")
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 3)
!6 = !DILocation(line: 5, column: 7, scope: !4)
!10 = !DILocalVariable(name: "p", arg: 1, scope: !4, file: !1, line: 3)
!11 = !DILocalVariable(name: "slot", scope: !4, file: !1, line: 4)
!12 = !DILocalVariable(name: "diff", scope: !4, file: !1, line: 5)
!13 = !DILocalVariable(name: "assigned", scope: !4, file: !1, line: 6)
!14 = distinct !DIAssignID()
`)
	f := m.Func("f")
	require.NoError(t, f.Load())
	want := []string{"slot", "slot", "", "slot", "", "diff", "assigned", ""}
	for k, i := range f.Entry().Instrs[:len(want)] {
		v, ok := m.Variable(i)
		require.Equal(t, want[k], v.Name, i.Op)
		require.Equal(t, want[k] != "", ok)
	}
	v, _ := f.ParamVariable(0)
	require.Equal(t, "p", v.Name)
	require.Equal(t, 3, v.Place.Line)
	_, ok := f.ParamVariable(1)
	require.False(t, ok)
	c := f.Clone("copy")
	v, _ = m.Variable(c.Entry().Instrs[0])
	require.Equal(t, "slot", v.Name, "a copy is known by its line")
}

// What was put into an edited function from another one counts as inlined, and loops do not keep
// places of another function.
func TestEditedFunctionsKeepValidDebugInformation(t *testing.T) {
	m := read(t, strings.Replace(debugModule, "ret double %z", "br label %l\nl:\n  %c = call double @f(double %z)\n  br label %l, !dbg !6, !llvm.loop !20", 1)+
		"!20 = distinct !{!20, !21, !22, !23}\n!21 = !DILocation(line: 22, scope: !7)\n!22 = !DILocation(line: 5, scope: !4)\n!23 = !{!\"llvm.loop.mustprogress\"}\n")
	f := m.Func("f")
	require.NoError(t, f.Load())
	y := f.Entry().Instrs[0]
	y.Meta = []Attachment{{Kind: "dbg", Node: "!21"}}
	m.RepairDebug()
	require.Equal(t, "!21", y.Metadata("dbg"), "nobody has edited it")
	f.MarkChanged()
	m.RepairDebug()
	at := m.Metadata().Places(y)
	require.Len(t, at, 1)
	require.Equal(t, "a.cpp:22", at[0].String())
	require.Equal(t, "!4", m.Metadata().subprogram(y.Metadata("dbg")))
	loop := f.Blocks[1]
	require.Equal(t, "!4", m.Metadata().subprogram(loop.Instrs[0].Metadata("dbg")), "a call has a place")
	id := loop.Term().Metadata("llvm.loop")
	require.Equal(t, []string{id, "!22", "!23"}, m.Metadata().Operands(id))
	text := string(m.Bytes())
	m.RepairDebug()
	require.Equal(t, text, string(m.Bytes()))
}

// Text that stands alone has the places of what it is made from, and no types of the program.
func TestDebugInformationAlone(t *testing.T) {
	const more = `!llvm.module.flags = !{!20, !21, !22}
!20 = !{i32 2, !"Debug Info Version", i32 3}
!21 = !{i32 1, !"wchar_size", i32 4}
!22 = !{i32 7, !"Dwarf Version", i32 5}
`
	m := read(t, strings.NewReplacer(
		`name: "c", file: !1)`, `name: "c", file: !1, elements: !5, identifier: "_ZTS1c")`+"\n!5 = !{!3}\n"+`!3 = !DIBasicType(name: "double", size: 64)`,
		`file: !1)`+"\n!1", `file: !1, globals: !5)`+"\n!1",
		`column: 7,`, `column: 7, atomGroup: 1,`,
	).Replace(debugModule)+more)
	f := m.Func("f")
	f.Clone("f_grad").Derives(f, "gradient")
	m.AttachDebug()
	text, err := m.NewBytes()
	require.NoError(t, err)
	require.Contains(t, string(text), `!DISubprogram(name: "c::f [gradient]"`)
	require.Contains(t, string(text), `!llvm.dbg.cu = !{!0}`)
	require.Contains(t, string(text), `flags: DIFlagFwdDecl`)
	require.Contains(t, string(text), `"Dwarf Version"`)
	require.NotContains(t, string(text), "DIBasicType")
	require.NotContains(t, string(text), "wchar_size")
	require.NotContains(t, string(text), "atomGroup")
	for _, v := range versions() {
		if !m.Typed && v != "14" {
			Accepted(t, v, text)
		}
	}
}
