package flang

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/internal/irtest"
	"github.com/llad-ad/llad/ir"
)

// descriptors of the calls: what their names say of rank and type. They are slots of the stack that
// hold a constant, as flang makes them.
var descriptors = map[string]struct {
	rank, code, bytes, attribute int
}{
	"%x0": {0, 28, 8, 0}, "%x1": {1, 28, 8, 0}, "%x2": {2, 28, 8, 0}, "%x3": {3, 28, 8, 0},
	"%a1": {1, 28, 8, 2}, "%a2": {2, 28, 8, 2}, "%p1": {1, 28, 8, 1}, "%r": {2, 28, 8, 2},
	"%s1": {1, 27, 4, 0}, "%z1": {1, 35, 16, 0}, "%z2": {2, 35, 16, 0},
	"%i0": {0, 9, 4, 0}, "%i1": {1, 10, 8, 0}, "%l1": {1, 14, 4, 0}, "%l2": {2, 14, 4, 0}, "%t0": {0, 40, 6, 0},
}

// calls have one of each entry at least: the type of the result, the name, the arguments.
var calls = [][3]string{
	{"void", "Assign", "%a2, %x2, %src, i32 1"},
	{"void", "Assign", "%x2, %x0, %src, i32 1"},
	{"void", "AssignTemporary", "%x1, %x1, %src, i32 1"},
	{"void", "CopyAndUpdateDescriptor", "%p1, %x1, null, i8 0, i32 1"},
	{"void", "CopyAndUpdateDescriptor", "%p1, %slot, null, i8 0, i32 2"},
	{"void", "CopyInAssign", "%a1, %x1, %src, i32 1"},
	{"void", "CopyOutAssign", "%x1, %a1, %src, i32 1"},
	{"void", "CopyOutAssign", "null, %a1, %src, i32 1"},
	{"i1", "IsContiguous", "%x2"},
	{"void", "AllocatableSetBounds", "%a2, i32 1, i64 1, i64 5"},
	{"void", "PointerSetBounds", "%p1, i32 0, i64 1, i64 5"},
	{"i32", "AllocatableAllocate", "%a2, null, i1 false, null, %src, i32 1, null"},
	{"i32", "AllocatableAllocate", "%a1, i1 false, null, %src, i32 1"},
	{"i32", "PointerAllocate", "%p1, i1 false, null, %src, i32 1, null"},
	{"i32", "AllocatableAllocateSource", "%a2, %x0, i1 false, null, %src, i32 1"},
	{"i32", "PointerAllocateSource", "%p1, %x1, i1 false, null, %src, i32 1"},
	{"i32", "AllocatableDeallocate", "%a2, i1 true, null, %src, i32 1"},
	{"i32", "PointerDeallocate", "%p1, i1 false, null, %src, i32 1"},
	{"i32", "AllocatableDeallocatePolymorphic", "%a1, null, i1 false, null, %src, i32 1"},
	{"i32", "PointerDeallocatePolymorphic", "%p1, null, i1 false, null, %src, i32 1"},
	{"void", "AllocatableInitDerivedForAllocate", "%a1, %src, i32 1, i32 0"},
	{"void", "PointerNullifyDerived", "%p1, %src, i32 1, i32 0"},
	{"void", "AllocatableApplyMold", "%a1, %x1, i32 1"},
	{"void", "PointerApplyMold", "%p1, %x1, i32 1"},
	{"i32", "MoveAlloc", "%a1, %a1, null, i1 false, null, %src, i32 1"},
	{"i1", "PointerIsAssociated", "%p1"},
	{"void", "PointerAssociate", "%p1, %x1"},
	{"void", "InitArrayConstructorVector", "%c, %a1, i1 false, %src, i32 1"},
	{"void", "PushArrayConstructorValue", "%c, %x2"},
	{"void", "PushArrayConstructorSimpleScalar", "%c, %slot"},
	{"double", "SumReal8", "%x3, %src, i32 1, i32 0, null"},
	{"double", "ProductReal8", "%x2, %src, i32 1, i32 0, %l2"},
	{"double", "MaxvalReal8", "%x1, %src, i32 1, i32 0, null"},
	{"double", "MinvalReal8", "%x1, %src, i32 1, i32 0, %l1"},
	{"i64", "SumInteger8", "%i1, %src, i32 1, i32 0, null"},
	{"float", "MaxvalReal4", "%s1, %src, i32 1, i32 0, null"},
	{"void", "SumDim", "%r, %x2, i32 1, %src, i32 1, null"},
	{"void", "SumDim", "%r, %x2, i32 %n, %src, i32 1, null"},
	{"void", "ProductDim", "%r, %x3, i32 2, %src, i32 1, null"},
	{"void", "MaxvalDim", "%r, %x2, i32 2, %src, i32 1, %l2"},
	{"void", "MinvalDim", "%r, %x2, i32 2, %src, i32 1, null"},
	{"double", "Norm2_8", "%x2, %src, i32 1, i32 0"},
	{"void", "Norm2Dim", "%r, %x2, i32 1, %src, i32 1"},
	{"void", "Norm2Dim", "%r, %x2, i32 %n, %src, i32 1"},
	{"double", "DotProductReal8", "%x1, %s1, %src, i32 1"},
	{"void", "CppSumComplex8", "%slot, %z2, %src, i32 1, i32 0, null"},
	{"void", "CppProductComplex8", "%slot, %z1, %src, i32 1, i32 0, null"},
	{"void", "CppDotProductComplex8", "%slot, %z1, %x1, %src, i32 1"},
	{"i1", "All", "%l2, %src, i32 1, i32 0"},
	{"i1", "Any", "%l1, %src, i32 1, i32 0"},
	{"i64", "Count", "%l1, %src, i32 1, i32 0"},
	{"void", "MaxlocReal8", "%r, %x2, i32 4, %src, i32 1, null, i1 false"},
	{"void", "MinlocReal8", "%r, %x2, i32 8, %src, i32 1, %l2, i1 true"},
	{"void", "MaxlocDim", "%r, %x2, i32 4, i32 1, %src, i32 1, null, i1 false"},
	{"void", "MinlocDim", "%r, %x2, i32 4, i32 2, %src, i32 1, null, i1 false"},
	{"void", "MinlocDim", "%r, %x2, i32 4, i32 %n, %src, i32 1, null, i1 false"},
	{"void", "Findloc", "%r, %x2, %i0, i32 4, %src, i32 1, null, i1 false"},
	{"void", "FindlocDim", "%r, %l1, %l1, i32 4, i32 1, %src, i32 1, null, i1 false"},
	{"void", "MatmulReal8Real8", "%r, %x2, %x2, %src, i32 1"},
	{"void", "MatmulReal8Complex8", "%r, %x2, %z1, %src, i32 1"},
	{"void", "MatmulTransposeReal8Real8", "%r, %x2, %x2, %src, i32 1"},
	{"void", "MatmulDirectReal8Real8", "%r, %x2, %x2, %src, i32 1"},
	{"void", "Transpose", "%r, %z2, %src, i32 1"},
	{"void", "Spread", "%r, %x1, i32 2, i64 3, %src, i32 1"},
	{"void", "Spread", "%r, %x1, i32 %n, i64 3, %src, i32 1"},
	{"void", "Spread", "%r, %slot, i32 2, i64 3, %src, i32 1"},
	{"void", "Transpose", "%r, %slot, %src, i32 1"},
	{"void", "Cshift", "%r, %slot, %i1, i32 1, %src, i32 1"},
	{"void", "Reshape", "%r, %x1, %i1, null, null, %src, i32 1"},
	{"void", "Reshape", "%r, %x1, %i1, %x2, %i1, %src, i32 1"},
	{"void", "Pack", "%r, %x2, %l2, %x1, %src, i32 1"},
	{"void", "Unpack", "%r, %x1, %l2, %x0, %src, i32 1"},
	{"void", "CshiftVector", "%r, %x1, i64 2, %src, i32 1"},
	{"void", "EoshiftVector", "%r, %x1, i64 2, null, %src, i32 1"},
	{"void", "Cshift", "%r, %x2, %i1, i32 1, %src, i32 1"},
	{"void", "Eoshift", "%r, %x2, %i0, %x0, i32 2, %src, i32 1"},
	{"void", "Cshift", "%r, %x2, %i1, i32 %n, %src, i32 1"},
	{"void", "Eoshift", "%r, %x2, %i0, %x0, i32 %n, %src, i32 1"},
	{"void", "Trim", "%r, %t0, %src, i32 1"},
	{"void", "Adjustl", "%r, %t0, %src, i32 1"},
	{"void", "Adjustr", "%r, %t0, %src, i32 1"},
	{"void", "Repeat", "%r, %t0, i64 3, %src, i32 1"},
	{"double", "ModReal8", "double 1.0, double 0.3, %src, i32 1"},
	{"float", "ModuloReal4", "float 1.0, float 0.5, %src, i32 1"},
	{"double", "Scale8", "double 1.0, i64 2"},
	{"double", "Fraction8", "double 1.0"},
	{"double", "SetExponent8", "double 1.0, i64 2"},
	{"{ double, double }", "zpowi", "double 1.0, double 2.0, i32 3"},
	{"{ double, double }", "zpowk", "double 1.0, double 2.0, i64 3"},
}

// module is a function that makes descriptors and a call.
func module(call [3]string) string {
	var b, types strings.Builder
	b.WriteString("define void @f(ptr %src, ptr %slot, i32 %n) {\n")
	for _, name := range []string{"%x0", "%x1", "%x2", "%x3", "%a1", "%a2", "%p1", "%r", "%s1", "%z1", "%z2", "%i0", "%i1", "%l1", "%l2", "%t0"} {
		d := descriptors[name]
		typ := fmt.Sprintf("{ ptr, i64, i32, i8, i8, i8, i8, [%d x [3 x i64]] }", d.rank)
		fmt.Fprintf(&b, "\t%s = alloca %s\n", name, typ)
		fmt.Fprintf(&b, "\t%s.box = insertvalue %s { ptr undef, i64 %d, i32 20240719, i8 %d, i8 %d, i8 %d, i8 0, [%d x [3 x i64]] undef }, ptr %%slot, 0\n",
			name, typ, d.bytes, d.rank, d.code, d.attribute, d.rank)
		fmt.Fprintf(&b, "\tstore %s %s.box, ptr %s\n", typ, name, name)
	}
	b.WriteString("\t%c = alloca [10 x i64]\n")
	if call[1] != "InitArrayConstructorVector" {
		b.WriteString("\tcall void @_FortranAInitArrayConstructorVector(ptr %c, ptr %a1, i1 false, ptr %src, i32 1)\n")
	}
	args := strings.Split(call[2], ", ")
	for n, a := range args {
		if !strings.Contains(a, " ") {
			args[n] = "ptr " + a
		}
		if n > 0 {
			types.WriteString(", ")
		}
		typ, _, _ := strings.Cut(args[n], " ")
		types.WriteString(typ)
	}
	fmt.Fprintf(&b, "\tcall %s @_FortranA%s(%s)\n\tret void\n}\n", call[0], call[1], strings.Join(args, ", "))
	fmt.Fprintf(&b, "declare %s @_FortranA%s(%s)\n", call[0], call[1], types.String())
	if call[1] != "InitArrayConstructorVector" {
		b.WriteString("declare void @_FortranAInitArrayConstructorVector(ptr, ptr, i1, ptr, i32)\n")
	}
	return b.String()
}

// Every function that has a body gets one that is well formed, and no call of the library is left.
func TestEveryEntryHasABody(t *testing.T) {
	met := map[*entry]bool{}
	for _, c := range calls {
		met[entryOf(prefix+c[1])] = true
		t.Run(c[1], func(t *testing.T) {
			m, defs := irtest.Read(t, []byte(module(c)))
			Lower(defs[:1])
			for _, i := range defs[0].Blocks[0].Instrs {
				if f := i.CalledFunc(); f != nil {
					assert.True(t, strings.HasPrefix(f.Name, ownPrefix), "%s", f.Name)
					require.NoError(t, ir.Verify(f))
				}
			}
			require.NoError(t, ir.Verify(defs[0]))
			_ = m
		})
	}
	for k := range entries {
		// Functions of objects need tables, which only programs have.
		if n := entries[k].name; !strings.HasPrefix(n, "Destroy") && n != "Initialize" && n != "AssignPolymorphic" {
			assert.True(t, met[&entries[k]], "no call of %s", n)
		}
	}
}

// What descriptors do not say is not guessed.
func TestUnknownTypesStay(t *testing.T) {
	for _, call := range []string{
		"call void @_FortranAAssign(ptr %src, ptr %slot, ptr null, i32 1)",
		"call double @_FortranASumReal8(ptr %slot, ptr null, i32 1, i32 0, ptr null)",
	} {
		_, defs := irtest.Read(t, []byte("define void @f(ptr %src, ptr %slot) {\n\t"+call+"\n\tret void\n}\n"+
			"declare void @_FortranAAssign(ptr, ptr, ptr, i32)\ndeclare double @_FortranASumReal8(ptr, ptr, i32, i32, ptr)\n"))
		Lower(defs[:1])
		assert.Contains(t, defs[0].Blocks[0].Instrs[0].CalledFunc().Name, prefix)
	}
}

// Where two stores disagree, or a callee that cannot be seen may write the descriptor, a body compares.
func TestKnownOfDescriptors(t *testing.T) {
	const record = "{ ptr, i64, i32, i8, i8, i8, i8 }"
	read := func(lines string) seen {
		_, defs := irtest.Read(t, []byte("define void @f(ptr %p, i1 %c) {\n\t%a = alloca "+record+"\n\t%b = alloca "+record+"\n"+lines+
			"\n\tcall void @g(ptr %a)\n\tret void\n}\ndeclare void @g(ptr)\ndeclare void @_FortranAAssign(ptr, ptr, ptr, i32)\ndeclare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n"))
		m := &memory{layout: defs[0].Module.Layout}
		is := defs[0].Blocks[0].Instrs
		return seen{m.box(is[len(is)-2].Arg(0))}
	}
	store := func(p string, rank, code int) string {
		return fmt.Sprintf("\tstore %s { ptr null, i64 8, i32 20240719, i8 %d, i8 %d, i8 2, i8 0 }, ptr %s\n", record, rank, code, p)
	}
	b := read(store("%a", 0, 28))
	assert.Equal(t, 28, b.code)
	assert.True(t, b.open, "the callee may write it")
	assert.Zero(t, read(store("%a", 0, 28)+store("%a", 0, 27)).code)
	assert.Equal(t, 27, read(store("%b", 0, 27)+"\tcall void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %b, i64 24, i1 false)").code)
	assert.Equal(t, 28, read("\t%q = getelementptr i8, ptr %a, i64 20\n\tstore <4 x i8> <i8 0, i8 28, i8 2, i8 0>, ptr %q").code)
	assert.Zero(t, read("\t%v = load "+record+", ptr %p\n\tstore "+record+" %v, ptr %a").code)
}

// seen is a box whose fields the test reads.
type seen struct{ box }

// Slots that are copied to each other in many places are looked at once each.
func TestCopiesInCircles(t *testing.T) {
	const copies = "\tcall void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %b, i64 24, i1 false)\n\tcall void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %a, i64 24, i1 false)\n"
	_, defs := irtest.Read(t, []byte("define void @f() {\n\t%a = alloca [24 x i8]\n\t%b = alloca [24 x i8]\n"+
		"\tstore { ptr, i64, i32, i8, i8, i8, i8 } { ptr null, i64 8, i32 20240719, i8 0, i8 28, i8 0, i8 0 }, ptr %a\n"+
		strings.Repeat(copies, 50)+"\tret void\n}\ndeclare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n"))
	m := &memory{layout: defs[0].Module.Layout}
	b := m.box(defs[0].Blocks[0].Instrs[1])
	assert.Equal(t, 28, b.code)
	assert.False(t, b.open)
}

// A polymorphic descriptor is one also where an earlier request has given the call a body.
func TestPolymorphicStays(t *testing.T) {
	_, defs := irtest.Read(t, []byte(module([3]string{"void", "AllocatableApplyMold", "%a1, %x1, i32 1"})))
	m := &memory{layout: defs[0].Module.Layout}
	slot := defs[0].Blocks[0].Instrs[slices.IndexFunc(defs[0].Blocks[0].Instrs, func(i *ir.Instr) bool { return i.Name == "a1" })]
	poly := func() bool { return m.holds(slot, atType, 1).poly }
	assert.True(t, poly())
	Lower(defs[:1])
	assert.True(t, poly())
}
