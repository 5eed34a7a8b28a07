package rules

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// What begins like a function that is known, or has a part of its name, is not that function: rows name whole
// functions, or scopes.
func TestKinIsUnknown(t *testing.T) {
	for _, name := range []string{
		"__tsan_unknown_thing", "__asan_unknown_thing", "__msan_unknown_thing", "__hwasan_unknown_thing", "__ubsan_handle_unknown_thing",
		"__sanitizer_unknown_thing", "__gcov_unknown_thing", "__llvm_profile_unknown_thing", "__cyg_profile_func_unknown", "omp_get_unknown_thing",
		"omp_set_unknown_thing", "omp_target_memcpy", "__tsan_atomic64_load", "__tsan_atomic64_exchange", "__asan_stack_malloc_1",
		"_ZStlsIiENSt14__byte_operandIT_E6__typeESt4byteS1_",                                                  // std::byte << int
		"_ZStlsIdESt8valarrayIT_ERKS2_S4_",                                                                    // std::valarray<double> << std::valarray<double>
		"_ZNSt6chronoplIdSt5ratioILl1ELl1EEdS2_EENSt11common_typeIJNS_8durationIT_T0_EE",                      // of durations in doubles
		"_ZSt5applyIZ11do__throw_itRdEUlvE_St5tupleIJEEEDcOT_OT0_",                                            // of a function's lambda
		"_ZN70_$LT$alloc..string..String$u20$as$u20$program..Weighted$GT$5weigh17h0123456789abcdefE",          // a trait of the program's own
		"_RNvXCs1_7programNtNtCs2_5alloc6string6StringNtB2_8Weighted5weigh",                                   // the same, in newer names
		"_RNvXCs1_7programINtNtCs2_5alloc3vec3VechENtB2_8Weighted5weigh",                                      // for Vec<u8>
		"_RNvMNtNtNtCs1_7program3sys4sync5mutexNtB2_4Body5moved",                                              // modules that are named as the library's
		"_RNvMNtCs1_7program3rawNtB2_11Fallibility9alloc_err", "_ZN7program3std4time3now17h0123456789abcdefE", // the same
	} {
		require.Nil(t, Lookup(name), name)
	}
	for name, class := range map[string]Class{
		"__tsan_memcpy": MemCpy, "__msan_memmove": MemMove, "__asan_memset": MemSet, "__tsan_unaligned_write8": Inactive, "__tsan_read_range": Inactive,
		"llvm.load.relative.i64": Inactive, "__asan_report_store16": NoReturn, "__asan_report_load_n_noabort": Inactive, "__ubsan_handle_type_mismatch_v1_abort": NoReturn, "__ubsan_handle_add_overflow": Inactive,
		"_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc":                                                  Inactive,
		"_ZStlsIcSt11char_traitsIcESaIcEERSt13basic_ostreamIT_T0_ES7_RKNSt7__cxx1112basic_stringIS4_S5_T1_EE":      Inactive,
		"_ZStrsIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE":       Inactive,
		"_ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE": Inactive,
		"_ZNSt3__1lsB8ne190000INS_11char_traitsIcEEEERNS_13basic_ostreamIcT_EES6_PKc":                              Inactive,
		"_ZNSt3__120__throw_length_errorB8ne190000EPKc":                                                            NoReturn,
		"_ZNKSt3__112basic_stringIcNS_11char_traitsIcEENS_9allocatorIcEEE20__throw_length_errorB8ne190000Ev":       NoReturn,
		"_ZNSi5tellgEv": Inactive, "_ZNSi5seekgElSt12_Ios_Seekdir": Inactive, "_ZNSi6ignoreEli": Inactive, "_ZNKSi6gcountEv": Inactive,
		"_ZNSt6chrono3_V212steady_clock3nowEv": Inactive,
	} {
		k := Lookup(name)
		require.NotNil(t, k, name)
		require.Equal(t, class, k.Class, name)
	}
}

// The prefix of a row ends where a part of a mangled name ends, so that it is not the beginning of another one.
func TestPrefixesAreWhole(t *testing.T) {
	for _, w := range patternRows {
		for _, n := range strings.Fields(w.patterns) {
			prefix, _, starred := strings.Cut(n, "*")
			if strings.HasPrefix(n, "^") || starred && prefix == "_ZN" {
				continue
			}
			if strings.HasPrefix(n, "llad.") {
				continue // of llad's own
			}
			require.True(t, strings.HasPrefix(n, "_Z"), n)
			for rest := prefix; rest != ""; {
				digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
				if digits == 0 {
					rest = rest[1:]
					continue
				}
				length, err := strconv.Atoi(rest[:digits])
				require.NoError(t, err)
				require.LessOrEqual(t, digits+length, len(rest), "%s ends in a name", n)
				rest = rest[digits+length:]
			}
		}
	}
}
