package rules

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/ir"
)

const rustDeclares = `source_filename = "a.1234-cgu.0"
target datalayout = "e-m:e-i64:64-n8:16:32:64-S128"
declare { i64, i64 } @_RNvMs4_NtCsl_5alloc7raw_vecNtB5_11RawVecInner14grow_amortizedCsd_5gimli(ptr align 8, i64, i64, i64, i64) unnamed_addr
declare void @_RNvMs4_NtCsl_5alloc7raw_vecNtB5_11RawVecInner15try_allocate_inCsd_5gimli(ptr sret([24 x i8]) align 8, i64, i1 zeroext, i64, i64) unnamed_addr
declare void @_RINvNvMs2_NtCsl_5alloc7raw_vecINtB8_11RawVecInnerpE7reserve21do_reserve_and_handleNtNtBa_5alloc6GlobalECs4_9addr2line(ptr align 8, i64, i64, i64, i64) unnamed_addr
declare void @_RNvMs4_NtCsl_5alloc7raw_vecNtB5_11RawVecInner11finish_growCsd_5gimli(ptr dead_on_unwind noalias noundef writable sret([24 x i8]) align 8 captures(none) dereferenceable(24), ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(16), i64 noundef, i64 noundef range(i64 1, -9223372036854775807), i64 noundef) unnamed_addr
declare void @_RNvMs2_NtCsl_5alloc7raw_vecNtB5_11RawVecInner10deallocateCsd_5gimli(ptr noalias noundef align 8 captures(address, read_provenance) dereferenceable(16), i64 noundef range(i64 1, -9223372036854775807), i64 noundef) unnamed_addr
declare void @_RNvMs_NtCsl_5alloc3vecINtB4_3VechE7reserveCs4_9addr2line(ptr noalias noundef align 8 dereferenceable(24), i64 noundef) unnamed_addr
declare void @_RNvMs3_NtCsl_5alloc7raw_vecINtB5_6RawVecNtNtB7_6string6StringE8grow_oneCsj_3std(ptr noalias noundef align 8 dereferenceable(16)) unnamed_addr
declare void @_RNvMs3_NtCsl_5alloc7raw_vecINtB5_6RawVecINtNtB7_3vec3VechEE8grow_oneCsj_3std(ptr align 8) unnamed_addr
declare void @_RNvMs3_NtCsl_5alloc7raw_vecINtB5_6RawVechE8grow_oneB7_(ptr align 8) unnamed_addr
declare void @_RINvNtCsg_4core5slice20copy_from_slice_implhECsf_11miniz_oxide(ptr align 1, i64, ptr align 1, i64, ptr align 8) unnamed_addr
declare void @_RINvMNtCsg_4core5sliceSh11copy_withinINtNtNtB5_3ops5range14RangeInclusivejEECsf_11miniz_oxide(ptr align 1, i64, ptr align 8, i64, ptr align 8) unnamed_addr
declare void @_RINvNtNtNtCsl_5alloc11collections5btree4node12slice_insertyECsd_5gimli(ptr align 8, i64, i64, i64) unnamed_addr
declare i64 @_RINvNtNtNtCsl_5alloc11collections5btree4node12slice_removeyECsd_5gimli(ptr align 8, i64, i64) unnamed_addr
declare void @_RINvNtNtNtCsl_5alloc11collections5btree4node13move_to_sliceyECsd_5gimli(ptr align 8, i64, ptr align 8, i64) unnamed_addr
declare void @_RNvXs1_NtCsl_5alloc7raw_vecINtB5_6RawVechENtNtNtCsg_4core3ops4drop4Drop4dropCsd_5gimli(ptr align 8)
declare { i64, i64 } @_RNvNtCsl_5alloc2rc32rc_inner_layout_for_value_layout(i64 noundef range(i64 1, -9223372036854775807), i64 noundef) unnamed_addr
declare { i64, i64 } @_RNvNtCsl_5alloc4sync32arcinner_layout_for_value_layout(i64, i64) unnamed_addr
`

// The bodies are well formed with either allocator, stand under the symbols
// that the module declares, and are not written.
func TestSupplyBodies(t *testing.T) {
	for name, text := range map[string]string{
		"malloc":     rustDeclares,
		"rust_alloc": rustDeclares + "declare void @_RNvCsf_7___rustc14___rust_dealloc(ptr, i64, i64)\n",
	} {
		t.Run(name, func(t *testing.T) {
			m, err := ir.Read("a.ll", []byte(text))
			require.NoError(t, err)
			require.NoError(t, SupplyBodies(m))
			calls := ""
			supplied := 0
			for _, name := range m.FuncNames() {
				if !strings.Contains(rustDeclares, name) || strings.HasPrefix(name, "llvm.") {
					continue
				}
				supplied++
				f := m.Func(name)
				require.False(t, f.IsDecl, name)
				require.NoError(t, f.Load())
				require.NoError(t, ir.Verify(f))
				for _, b := range f.Blocks {
					for _, i := range b.Instrs {
						if i.IsCall() {
							calls += i.CalledFunc().Name + " "
						}
					}
				}
			}
			require.Equal(t, len(rustBodies), supplied)
			require.Equal(t, name == "malloc", strings.Contains(calls, "malloc "))
			require.Equal(t, name == "rust_alloc", strings.Contains(calls, "_RNvCsf_7___rustc14___rust_realloc "))
			require.NotContains(t, string(m.Bytes()), "define")
			require.NoError(t, SupplyBodies(m), "asked for twice")
		})
	}
}

// A function of another signature than the release's that was read keeps its
// secrets.
func TestSupplyBodiesOfOtherSignature(t *testing.T) {
	m, err := ir.Read("a.ll", []byte(strings.ReplaceAll(rustDeclares, "i64, i64, i64, i64)", "i64, i64, i64)")))
	require.NoError(t, err)
	require.NoError(t, SupplyBodies(m))
	for _, name := range m.FuncNames() {
		if strings.Contains(name, "grow_amortized") || strings.Contains(name, "do_reserve") {
			require.True(t, m.Func(name).IsDecl, name)
		}
	}
}
