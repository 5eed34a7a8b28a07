package rules

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
)

// Symbols of Rust's library as rustc 1.63, 1.95 and 1.96 print them, in both manglings:
// what is known of a function does not depend on the module that it lives in.
func TestRustNames(t *testing.T) {
	for path, c := range map[string]struct {
		want    *Known
		symbols string
	}{
		"<f64 as FromStr>::from_str": {&effect, `
			_RNvXs2_NtNtCsgEmfK2I1SDS_4core3num7dec2fltdNtNtNtB9_3str6traits7FromStr8from_str
			_RNvXs2_NtNtCscoScM8QT1vH_4core3num11float_parsedNtNtNtB9_3str6traits7FromStr8from_str
			_RNvXs1_NtNtCscoScM8QT1vH_4core3num11float_parsefNtNtNtB9_3str6traits7FromStr8from_str
			_ZN4core3num7dec2flt60_$LT$impl$u20$core..str..traits..FromStr$u20$for$u20$f64$GT$8from_str17hfb66a6ca1fb8ce60E
			_ZN4core3num7dec2flt5parse12parse_number17h4889ab93045f4410E
			_ZN59_$LT$f64$u20$as$u20$core..num..dec2flt..float..RawFloat$GT$15pow10_fast_path17hc173a51bd06e8a0dE`},
		"<i64 as FromStr>::from_str": {&methods, `
			_ZN4core3num60_$LT$impl$u20$core..str..traits..FromStr$u20$for$u20$i64$GT$8from_str17he3bcacf922a108caE
			_ZN4core3num62_$LT$impl$u20$core..str..traits..FromStr$u20$for$u20$usize$GT$8from_str17h44d2107ce2a8fea0E`},
		"<str as Display>::fmt": {&methods, `
			_ZN42_$LT$str$u20$as$u20$core..fmt..Display$GT$3fmt17h13e2219db14811f9E
			_RNvXs1i_NtCsgEmfK2I1SDS_4core3fmtReNtB6_7Display3fmtCsgY6Mt91CT9J_14rustc_demangle
			_RNvXs1i_NtCscoScM8QT1vH_4core3fmtReNtB6_7Display3fmtCskMaPZZQNiDB_14rustc_demangle`},
		"destructors::register": {&silent, `
			_RNvNtNtNtNtCsjrHSEGnQ3l9_3std3sys12thread_local11destructors10linux_like8register`},
		"TryFromIntError::description": {&methods, `
			_ZN71_$LT$core..num..error..TryFromIntError$u20$as$u20$std..error..Error$GT$11description17h241e48a0a2076d81E`},
		"Formatter::write_str": {&methods, `
			_ZN4core3fmt9Formatter9write_str17h238e48f3fe746690E
			_RNvMsa_NtCsgEmfK2I1SDS_4core3fmtNtB5_9Formatter9write_str
			_RNvMsa_NtCscoScM8QT1vH_4core3fmtNtB5_9Formatter9write_str`},
		"alloc::fmt::format::format_inner": {&methods, `
			_ZN5alloc3fmt6format12format_inner17h1cd6946385d11318E
			_RNvNvNtCs9jvVb34GBdE_5alloc3fmt6format12format_inner`},
		"<String as Clone>::clone": {&methods, `
			_ZN60_$LT$alloc..string..String$u20$as$u20$core..clone..Clone$GT$5clone17h2161f04e680afcf3E
			_RNvXs4_NtCslNYArtu3iFV_5alloc6stringNtB5_6StringNtNtCsgEmfK2I1SDS_4core5clone5Clone5clone`},
		"drop_in_place": {&methods, `
			_ZN4core3ptr56drop_in_place$LT$$LP$alloc..string..String$C$f64$RP$$GT$17he608f00e74093c36E
			_ZN4core3ptr109drop_in_place$LT$core..hint..select_unpredictable..DropOnPanic$LT$$BP$const$u20$alloc..string..String$GT$$GT$17he608f00e74093c36E`},
		"<Box<str> as Clone>::clone": {&methods, `
			_ZN67_$LT$alloc..boxed..Box$LT$str$GT$$u20$as$u20$core..clone..Clone$GT$5clone17hbc5956991c059de8E`},
		"Mutex, RwLock": {&methods, `
			_ZN3std3sys4unix5locks12futex_rwlock6RwLock14read_contended17h7668fdbce2db9055E
			_RNvMNtNtNtNtCsll8UG4dV9RX_3std3sys4sync5mutex5futexNtB2_5Mutex14lock_contended`},
		"<StringError as Debug>::fmt": {&methods, `
			_RNvXs0_NvXsf_NtNtCs9jvVb34GBdE_5alloc5boxed7convertINtBd_3BoxDNtNtCscoScM8QT1vH_4core5error5ErrorNtNtB12_6marker4SyncNtB1z_4SendEL_EINtNtB12_7convert4FromNtNtBf_6string6StringE4fromNtB5_11StringErrorNtNtB12_3fmt5Debug3fmt`},
		"hash_one, make_hash": {&hashing, `
			_ZN4core4hash11BuildHasher8hash_one17h01dd89a00fccb919E _ZN9hashbrown3map9make_hash17h08a249f84647ba3cE`},
		"DefaultHasher, RandomState": {&hasher, `
			_ZN71_$LT$std..hash..random..DefaultHasher$u20$as$u20$core..hash..Hasher$GT$5write17hc9ad586d501bca61E
			_ZN81_$LT$std..collections..hash..map..DefaultHasher$u20$as$u20$core..hash..Hasher$GT$5write17h1014db3fb1168481E
			_ZN3std11collections4hash3map11RandomState3new17h4e03b09ffef33612E`},
		"hashmap_random_keys": {&silent, `
			_ZN3std3sys4unix4rand19hashmap_random_keys17h0c0a64f62922051cE
			_RNvNtNtNtCsll8UG4dV9RX_3std3sys6random5linux19hashmap_random_keys`},
		"_print": {&silent, `
			_ZN3std2io5stdio6_print17he04414d477e307fdE _RNvNtNtCsll8UG4dV9RX_3std2io5stdio6__print`},
		"Instant::now": {&effect, `_RNvMNtCsjrHSEGnQ3l9_3std4timeNtB2_7Instant3now`},
		"panics": {&throws, `
			_ZN4core9panicking18panic_bounds_check17haa0aa704ba684d7fE
			_ZN4core5slice5index24slice_end_index_len_fail17h55a7d7850dc2f988E
			_ZN5alloc3vec16Vec$LT$T$C$A$GT$6remove13assert_failed17ha9ae397e3e52bb27E
			_RINvNtCsgEmfK2I1SDS_4core9panicking13assert_failedINtNtB4_6option6OptionjEBM_EB4_
			_RNvNtCs9jvVb34GBdE_5alloc5alloc18handle_alloc_error _RNvNtCsll8UG4dV9RX_3std7process4exit
			_RNvNtNtCscoScM8QT1vH_4core5slice5index16slice_index_fail
			_RNvNtNtCsgEmfK2I1SDS_4core3num9int_log1030panic_for_nonpositive_argument
			_RNvNtNtNtCscoScM8QT1vH_4core3num3imp9int_log1030panic_for_nonpositive_argument`},
		// what others call alike, or have made with the library's types
		"not the library's": {nil, `
			_RNvCs1_7program13assert_failed _ZN7program13assert_failed17h55a7d7850dc2f988E
			_RNvXCs1_7programNtB2_5PointNtNtNtCscoScM8QT1vH_4core3str6traits7FromStr8from_str
			_RINvNtCscoScM8QT1vH_4core3ptr13drop_in_placeINtNtCs9jvVb34GBdE_5alloc3vec3VecdEECs1_7program
			_ZN5alloc5boxed7convert110_$LT$impl$u20$core..convert..From$LT$E$GT$$u20$for$u20$alloc..boxed..Box$LT$dyn$u20$core..error..Error$GT$$GT$4from17he608f00e74093c36E
			_RNv _RNvC _ZN4core17h55a7d7850dc2f988`},
	} {
		t.Run(path, func(t *testing.T) {
			for _, s := range strings.Fields(c.symbols) {
				require.Empty(t, cmp.Diff(c.want, Lookup(s)), s)
			}
		})
	}
}

func TestLookupVariable(t *testing.T) {
	for symbol, want := range map[string]Variable{
		"_RNvNtNtNtCscoScM8QT1vH_4core7unicode12unicode_data11white_space14WHITESPACE_MAP":                         Table,
		"_RNvNtNtCsll8UG4dV9RX_3std9panicking11panic_count18GLOBAL_PANIC_COUNT":                                    Numbers,
		"_ZN3std9panicking11panic_count18GLOBAL_PANIC_COUNT17h5354b3620215049eE":                                   Numbers,
		"_RNvNCNKNvNvMNtNtCsll8UG4dV9RX_3std4hash6randomNtBa_11RandomState3new4KEYS0s_023___RUST_STD_INTERNAL_VAL": Numbers,
		"_ZN3std11collections4hash3map11RandomState3new4KEYS7__getit5__KEY17h611f8cc5dd6019bfE":                    Numbers,
		"_RNvNtCs1_7program12unicode_data11white_space":                                                            UnknownVariable, "table": UnknownVariable,
	} {
		require.Equal(t, want, LookupVariable(symbol), symbol)
	}
}

// Every row's paths can be read, and stand for the path that they spell.
func TestRustRows(t *testing.T) {
	var rows []string
	for _, r := range rustRows {
		rows = append(rows, r.paths)
	}
	for _, r := range variableRows {
		rows = append(rows, r.paths)
	}
	for _, r := range rustBodies {
		require.Len(t, rowPaths(r.path), 1, r.path)
	}
	for _, text := range rows {
		text = strings.Join(strings.Fields(text), " ")
		words, ok := splitRust(text, " ")
		require.True(t, ok, text)
		require.Len(t, rowPaths(text), len(words), text)
		for _, w := range words {
			require.False(t, strings.HasSuffix(w, "as") || strings.Contains(w, "||"), w)
			p, ok := parseRustPath(w)
			require.True(t, ok, w)
			require.True(t, slices.ContainsFunc(p, func(part rustPart) bool { return part.self != nil || part.name != ".." }), w)
		}
	}
}

func TestRustPaths(t *testing.T) {
	for text, rows := range map[string][2]string{ // rows that stand for it, and rows that do not
		"<f64 as core::str::traits::FromStr>::from_str":              {"<f32|f64 as core::str::..::FromStr>::from_str <_ as core::str::..>::..", "<f32 as core::str::..::FromStr>::from_str core::str::.. <f64>::from_str"},
		"core::num::<impl core::str::traits::FromStr for i32>::f":    {"<i32 as core::..::FromStr>::f", "core::num::.."},
		"alloc::vec::Vec<u8>::push":                                  {"alloc::vec::Vec<u8>::push alloc::..::Vec::push alloc::vec::..", "alloc::vec::Vec<u16>::push alloc::vec::Vec<u8> alloc::vec::Vec<u8,_>::push"},
		"<alloc::vec::Vec<u8>>::push":                                {"alloc::vec::Vec<u8>::push", "<_>::push"},
		"alloc::str::<impl str>::replace":                            {"<str>::replace <_>::_", "alloc::str::.. str::replace"},
		"a::f::<alloc::vec::Vec<(f64, u8)>, fn(&u8) -> u8>":          {"a::f a::f<alloc::vec::Vec,_>", "a::f<_> a"},
		"<F as core::ops::FnOnce<(&f64,)>>::call::{closure#0}":       {"<_ as core::ops::FnOnce>::call::..", "<_ as core::ops::FnOnce>::call"},
		"<Box<dyn core::Error + core::Send> as core::From<&str>>::f": {"<Box<dyn core|std::Error> as core::From<&str>>::f", "<Box<dyn core::Send> as core::From<&str>>::f <Box<dyn core::Error> as core::From<str>>::f"},
		"<[u8] as A>::f": {"<[u8] as A>::f", "<[u16] as A>::f <[u8]>::f"},
	} {
		p, ok := parseRustPath(text)
		require.True(t, ok, text)
		for k, list := range rows {
			for _, r := range rowPaths(list) {
				require.Equal(t, k == 0, r.matches(p), "%s: %v of %s", text, r, list)
			}
		}
	}
	for _, bad := range []string{"a<b", "a>", "<a as b", "(", "<a as b as c>::d"} {
		_, ok := parseRustPath(bad)
		require.False(t, ok, bad)
	}
}

// TestFormats: methods that write a value as text, and those of what they write to.
func TestFormats(t *testing.T) {
	const write = "_RNvXsZ_NtCs9jvVb34GBdE_5alloc6stringNtB5_6StringNtNtCscoScM8QT1vH_4core3fmt5Write9write_str"
	const format = "_ZN51_$LT$model..Point$u20$as$u20$core..fmt..Display$GT$3fmt17hf15882aa34d3268aE"
	require.True(t, Formats(`"_ZN69_$LT$alloc..boxed..Box$LT$T$C$A$GT$$u20$as$u20$core..fmt..Display$GT$3fmt17hf15882aa34d3268aE"`))
	require.True(t, Formats(format))
	require.False(t, Formats(write))
	require.False(t, Formats("_ZN5alloc5boxed12Box$LT$T$GT$3new17hf15882aa34d3268aE"))
	require.False(t, Formats("_ZNK5model5Point6formatEv"))
	require.True(t, OfFormatter("_ZN4core3fmt9Formatter3new17h0528cf3fef9d146eE"))
	require.True(t, OfFormatter("_RNvMsa_NtCscoScM8QT1vH_4core3fmtNtB5_9Formatter9write_str"))
	require.False(t, OfFormatter(format))
	require.True(t, WritesText(write))
	require.False(t, WritesText(format))
}
