package rules

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
)

// No name stands in two rows, and none has a derivative rule beside its row.
func TestNamesOnce(t *testing.T) {
	seen := map[string]bool{}
	for _, w := range slices.Concat(nameRows, instrumentedRows, avxRows) {
		for _, n := range whole(w.names) {
			require.False(t, seen[n], "%s twice", n)
			seen[n] = true
			require.NotNil(t, Lookup(n), n)
			require.NotEqual(t, Math, Lookup(n).Class, "%s has a rule", n)
			base, _ := splitLibm(n)
			require.Empty(t, base, "%s reads as a function with a rule", n)
			require.Nil(t, intrinsicRule(n), n)
		}
	}
	for _, w := range mathRows {
		for _, n := range strings.Fields(w.names) {
			k := Lookup(n)
			require.NotNil(t, k, n)
			require.Equal(t, Math, k.Class, n)
		}
	}
}

func TestLookup(t *testing.T) {
	math := &Known{Class: Math, ReadOnly: true, Pure: true}
	whole := &Known{Class: Math, ReadOnly: true, Pure: true, Whole: true}
	for _, c := range []struct {
		name string
		want *Known
	}{
		{"sin", math}, {"sinf", math}, {"cosl", math}, {"sinf128", math}, {"__exp_finite", math}, {"__powf_finite", math},
		{"llvm.sin.v4f32", math}, {"llvm.minnum.f64", math}, {"llvm.powi.f64.i32", math}, {"llvm.fmuladd.f32", math},
		{"llvm.experimental.constrained.fadd.f64", math}, {"llvm.experimental.constrained.sqrt.f32", math},
		{"llvm.floor.f64", math}, {"fmodf", math}, {"_ZGVdN4v_exp", math}, {"_ZGVbN4vv_powf", math}, {"__svml_sinf8_ha", math}, {"__sinpif", math}, {"erff", math}, {"logbl", math},
		{"_ZN4libm4math3exp3exp17h0123456789abcdefE", whole}, {"_ZN4libm4math9fmin_fmax5fminf17h0123456789abcdefE.23", whole},
		{"_RNvNtNtCs8Xl2kq_4libm4math4expf4expf", whole},
		{"_ZN4libm4math5frexp5frexp17h0123456789abcdefE", nil}, {"_ZN4libm4math8lgamma_r8lgamma_r17h0123456789abcdefE", nil},
		{"_ZN4libm4math7generic4sqrt4sqrt17h0123456789abcdefE", nil}, {"_ZN5mlibm4math3exp3exp17h0123456789abcdefE", nil},
		{"malloc", &Known{Class: Alloc, SizeArgs: []int{0}, FreeWith: "free", ReadOnly: true}},
		{"calloc", &Known{Class: Alloc, SizeArgs: []int{0, 1}, FreeWith: "free", ReadOnly: true, Zeroed: true}},
		{"_Znam", &Known{Class: Alloc, SizeArgs: []int{0}, FreeWith: "_ZdaPv", ReadOnly: true}},
		{"_ZnwmSt11align_val_t", &Known{Class: Alloc, SizeArgs: []int{0}, FreeWith: "_ZdlPvSt11align_val_t", FreeArgs: []int{1}, ReadOnly: true}},
		{"_ZdlPvm", &Known{Class: Free}},
		{"realloc", &Known{Class: Realloc, SizeArgs: []int{1}, FreeWith: "free"}},
		{"__rust_alloc", &Known{Class: Alloc, SizeArgs: []int{0}, FreeWith: "__rust_dealloc", FreeArgs: []int{0, 1}, ReadOnly: true}},
		{"_RNvCs8Xl2kq_7___rustc12___rust_alloc",
			&Known{Class: Alloc, SizeArgs: []int{0}, FreeWith: "_RNvCs8Xl2kq_7___rustc14___rust_dealloc", FreeArgs: []int{0, 1}, ReadOnly: true}},
		{"_RNvCs8Xl2kq_7___rustc19___rust_alloc_zeroed",
			&Known{Class: Alloc, SizeArgs: []int{0}, FreeWith: "_RNvCs8Xl2kq_7___rustc14___rust_dealloc", FreeArgs: []int{0, 1}, ReadOnly: true, Zeroed: true}},
		{"_RNvCs8Xl2kq_7___rustc14___rust_dealloc", &Known{Class: Free}},
		{"_RNvCs8Xl2kq_7___rustc35___rust_no_alloc_shim_is_unstable_v2", &Known{Class: Inactive, ReadOnly: true, Pure: true}},
		{"llvm.memcpy.p0i8.p0i8.i64", &Known{Class: MemCpy}},
		{"llvm.memcpy.inline.p0.p0.i64", &Known{Class: MemCpy}},
		{"llvm.memset.p0.i64", &Known{Class: MemSet}},
		{"llvm.dbg.value", &Known{Class: Inactive, ReadOnly: true}},
		{"llvm.lifetime.start.p0", &Known{Class: Inactive, ReadOnly: true}},
		{"llvm.umul.with.overflow.i64", &Known{Class: Inactive, ReadOnly: true, Pure: true}},
		{"llvm.launder.invariant.group.p0", &Known{Class: Same, ReadOnly: true, Pure: true}},
		{`"\01_printf"`, nil},
		{"printf", &Known{Class: Inactive, ReadOnly: true, Prints: true}},
		{"_ZNSt8__detail15_List_node_base7_M_hookEPS0_", &Known{Class: Links, LinksAt: []int64{0, 8}}},
		{"_ZNSolsEd", &Known{Class: Inactive, NoFloats: true, Own: true, This: true, Prints: true}},
		{"_ZSt4endlIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_", &Known{Class: Inactive, NoFloats: true, Own: true, This: true, Prints: true}},
		{"_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE9_M_appendEPKcm", &Known{Class: Inactive, NoFloats: true, Own: true, Fills: true, This: true}},
		{"_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE9_M_assignERKS4_", &Known{Class: Inactive, NoFloats: true, Own: true, Fills: true}},
		{"_ZNSt7__cxx1119basic_istringstreamIcSt11char_traitsIcESaIcEEC1EONS_12basic_stringIcS2_S3_EESt13_Ios_Openmode", &Known{Class: Inactive, NoFloats: true, Own: true, Fills: true, FillsArg: 1}},
		{"_ZNSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEE3strEONS_12basic_stringIcS2_S3_EE", &Known{Class: Inactive, NoFloats: true, Own: true, Fills: true, FillsArg: 1}},
		{"_ZNSt7__cxx1119basic_istringstreamIcSt11char_traitsIcESaIcEEC1ERKNS_12basic_stringIcS2_S3_EESt13_Ios_Openmode", &Known{Class: Inactive, NoFloats: true, Own: true}},
		{"_ZNSirsERd", &Known{Class: Inactive, This: true}},
		{"_ZStrsIcSt11char_traitsIcEERSt13basic_istreamIT_T0_ES6_RS3_", &Known{Class: Inactive, This: true}},
		{"_ZStrsIcSt11char_traitsIcEERSt13basic_istreamIT_T0_ES6_PS3_", &Known{Class: Inactive, This: true}},
		{"_ZStrsISt11char_traitsIcEERSt13basic_istreamIcT_ES5_Rh", &Known{Class: Inactive, This: true}},
		{"_ZNSi3getEv", &Known{Class: Inactive, NoFloats: true, Own: true}},
		{"_ZNSi3getERc", &Known{Class: Inactive, This: true}},
		{"_ZNSi7getlineEPclc", &Known{Class: Inactive, This: true}},
		{"_ZNSi10_M_extractIdEERSiRT_", &Known{Class: Inactive, This: true}},
		{"_ZSt20__throw_length_errorPKc", &Known{Class: NoReturn, ReadOnly: true}},
		{"_ZN4core9panicking18panic_bounds_check17h0123456789abcdefE", &Known{Class: NoReturn, ReadOnly: true}},
		{"_RNvNtCsd1_4core9panicking5panic", &Known{Class: NoReturn, ReadOnly: true}},
		{"_ZN9hashbrown3raw11Fallibility17capacity_overflow17h0123456789abcdefE", &Known{Class: Inactive, ReadOnly: true}},
		{"_RNvMNtCs1_9hashbrown3rawNtB2_11Fallibility9alloc_err", &Known{Class: Inactive, ReadOnly: true}},
		{"_ZN3std2io5stdio6_print17h0123456789abcdefE", &Known{Class: Inactive, ReadOnly: true}},
		{"_RNvXs2_NtNtCs5_4core3num7dec2fltdNtNtNtB9_3str6traits7FromStr8from_str", &Known{Class: Inactive}},
		{"_RNvNtNtCsgEmfK2I1SDS_4core3str8converts9from_utf8", &Known{Class: Inactive, NoFloats: true, Own: true}},
		{"_ZN4core3str8converts9from_utf817h0123456789abcdefE", &Known{Class: Inactive, NoFloats: true, Own: true}},
		{"_RNvMsu_NtNtCsgE_4core3str7patternNtB5_11StrSearcher3new", &Known{Class: Inactive, NoFloats: true, Own: true}},
		{"_RNvXsf_NtCslN_5alloc5boxedINtB5_3BoxeENtNtCsgE_4core5clone5Clone5clone", &Known{Class: Inactive, NoFloats: true, Own: true}},
		{"exit", &Known{Class: NoReturn}},
		{"omp_get_thread_num", &Known{Class: Inactive, ReadOnly: true}},
		{"unheard_of", nil}, {"posix_memalign", nil}, {"llvm.masked.load.v4f64.p0", nil}, {"fmuladd", nil}, {"fadd", nil}, {"minnum", nil},
		{"vscanf", nil}, {"fread", &Known{Class: Inactive}}, {"memchr.x", nil},
	} {
		require.Empty(t, cmp.Diff(c.want, Lookup(c.name)), c.name)
	}
}

// What is known of the hasher in Rust's library is not known of what is made for it.
func TestHasherItself(t *testing.T) {
	const random = "NtNtCsj_3std4hash6random"
	for name, known := range map[string]bool{
		"_RNvXs2_" + random + "NtB5_13DefaultHasherNtNtCsg_4core4hash6Hasher5writeCse_7program":                                             true,
		"_RNvM" + random + "NtB2_11RandomState3new":                                                                                         true,
		"_ZN71_$LT$std..hash..random..DefaultHasher$u20$as$u20$core..hash..Hasher$GT$5write17hc9ad586d501bca61E":                            true,
		"_RINvNtCsg_4core3ptr13drop_in_placeINtNtCsv_9hashbrown3map7HashMapmdN" + random + "11RandomStateEECse_7program":                    false,
		"_RNvMNtCsv_9hashbrown11rustc_entryINtNtB4_3map7HashMapmdN" + random + "11RandomStateE11rustc_entryCse_7program":                    false,
		"_ZN4core3ptr117drop_in_place$LT$hashbrown..map..HashMap$LT$u32$C$f64$C$std..hash..random..RandomState$GT$$GT$17hf8102b75028e4f61E": false,
	} {
		require.Equal(t, known, Lookup(name) != nil, name)
	}
}
