package rules

import (
	"slices"
	"strings"
)

// rustRow gives what is known to functions of Rust's library, whatever mangling their symbols
// have: paths as rustPath reads them. Public traits and types stand with the names that they
// have in every release, private modules that they live in as `..`.
type rustRow struct {
	known Known
	paths string // between white space; _ is any type, ~T any that mentions T
}

// rustRows: the first row that fits counts.
var rustRows = []rustRow{
	{silent, `std::panicking::panic_count::.. hashbrown::..::Fallibility::alloc_err|capacity_overflow`},
	{methods, `std::sys::..::Mutex|RwLock|Once::.. <std::sys::..::Mutex|RwLock|Once as _>::..`},

	// panics and what else does not come back
	{throws, `core|std::panicking::.. core::option|result::unwrap_failed|expect_failed
		core|alloc::slice::..::slice_start_index_len_fail|slice_end_index_len_fail|slice_index_order_fail::..
		core|alloc::slice::..::slice_start_index_overflow_fail|slice_end_index_overflow_fail|slice_index_fail::..
		core::slice::..::len_mismatch_fail|panic_on_ord_violation::.. core::str::..::slice_error_fail|slice_error_fail_rt::..
		alloc::alloc::handle_alloc_error::.. alloc::raw_vec::capacity_overflow|handle_error::..
		core::cell::panic_already_borrowed|panic_already_mutably_borrowed::..
		alloc::..::assert_failed __rustc::rust_panic std::process::abort|exit std::thread::..::panic_access_error
		core::num::..::panic_for_nonpositive_argument|from_ascii_radix_panic`},

	// output, time, threads
	// legacy symbols lose the _ that a name begins with
	{silent, `std::io::..::_print|_eprint|print|eprint <std::sys::.. as std::io::Write>::..`},
	{effect, `std::time::.. <std::time::.. as _>::.. std::env::.. <std::env::.. as _>::.. std::thread::..::sleep|yield_now`},

	// formatting and strings: what they write are objects of their own
	{methods, `core|alloc::fmt::.. <_ as core|alloc::fmt::..>::.. <core::fmt::.. as _>::.. <_>::_fmt|fmt
		alloc::vec::Vec<u8>::.. <alloc::vec::Vec<u8> as _>::..
		alloc::raw_vec::RawVec<u8>::.. <alloc::raw_vec::RawVec<u8> as _>::..
		alloc::string::.. <alloc::string::.. as _>::.. core::ptr::drop_in_place<~alloc::string::String>
		alloc::str::.. <str>::to_lowercase|to_uppercase|replace|replacen|repeat|into_string|into_boxed_bytes|to_ascii_lowercase|to_ascii_uppercase
		<str as alloc::borrow::ToOwned>::.. <alloc::boxed::Box<str> as core::clone::Clone>::.. <alloc::boxed::Box<str> as core::convert::From<alloc::string::String>>::..
		core::str::..::from_utf8|from_utf8_mut|do_count_chars|char_count_general_case
		core::str::lossy::.. <core::str::lossy::.. as _>::.. core::str::..::Utf8Chunks::.. <core::str::..::Utf8Chunks as _>::..
		core::str::..::StrSearcher::new alloc::collections::btree::..::splitpoint
		<core::..::DropOnPanic<usize> as _>::..`},
	// errors made of texts
	{methods, `<alloc::boxed::Box<dyn core|std::error::Error> as core::convert::From<alloc::string::String>>::from
		<alloc::boxed::Box<dyn core|std::error::Error> as core::convert::From<&str>>::from
		<alloc::boxed::Box<dyn core|std::error::Error> as core::convert::From<alloc::borrow::Cow<str>>>::from
		<core|alloc|std::.. as core|std::error::Error>::..`},
	{silent, `core|std::..::memchr|memrchr|memchr_naive|memchr_aligned|memchr_general_case|contains_zero_byte <[u8]>::.. core::slice::..::sqrt_approx core::unicode::..::lookup|lookup_slow
		std_detect::.. std::..::hashmap_random_keys std::..::register_dtor <_ as std::sys::..>::register_dtor std::sys::thread_local::destructors::..::register
		<alloc::collections::btree::..::PanicGuard as _>::.. core::ptr::drop_in_place<alloc::collections::btree::..::PanicGuard>`},

	// hashing: what it gives has no derivative, whatever is hashed
	{hashing, `core::hash::BuildHasher::hash_one <_ as core::hash::BuildHasher>::hash_one hashbrown::map::make_hash`},

	// text is parsed to numbers that are constants
	{effect, `<f16|f32|f64|f128 as core::str::..::FromStr>::from_str core::num::..::dec2flt|float_parse::..
		<f16|f32|f64|f128 as core::num::..::RawFloat>::..`},
	{methods, `<i8|i16|i32|i64|i128|isize|u8|u16|u32|u64|u128|usize as core::str::..::FromStr>::from_str`},

	// the hasher of the library's maps
	{hasher, `core::hash::..::SipHasher|SipHasher13|SipHasher24::.. <core::hash::..::SipHasher|SipHasher13|SipHasher24 as _>::..
		core::hash::sip::.. <core::hash::sip::.. as _>::..
		std::..::RandomState|DefaultHasher::.. <std::..::RandomState|DefaultHasher as _>::..`},
}

// rustFamily is what is known of the library's function with that path.
type rustFamily struct {
	path  rustPath
	known *Known
}

// rustFamilies are the paths of rustRows, in order.
var rustFamilies = func() []rustFamily {
	var list []rustFamily
	for k := range rustRows {
		for _, path := range rowPaths(rustRows[k].paths) {
			list = append(list, rustFamily{path, &rustRows[k].known})
		}
	}
	return list
}()

// rowPaths reads the paths of a row; blanks in <a as b> divide none.
func rowPaths(text string) []rustPath {
	var list []rustPath
	words, _ := splitRust(strings.Join(strings.Fields(text), " "), " ")
	for _, w := range words {
		if p, ok := parseRustPath(w); ok {
			list = append(list, p)
		}
	}
	return list
}

// Formatting in Rust: the methods that write a value as text, those of formatters, and those of
// what formatters write to.
var (
	formats    = rowPaths(`<_ as core|alloc::fmt::..>::fmt`)
	formatters = rowPaths(`core::fmt::Formatter::..`)
	writers    = rowPaths(`<_ as core::fmt::Write>::..`)
)

// Formats reports whether a symbol is that of a method of Rust's that writes a value as text: its
// second parameter is the formatter.
func Formats(symbol string) bool { return ofPath(symbol, formats) }

// OfFormatter reports whether a symbol is that of a method of Rust's formatters: its first
// parameter is one, or the place of one.
func OfFormatter(symbol string) bool { return ofPath(symbol, formatters) }

// WritesText reports whether a symbol is that of a method of what Rust's formatters write to.
func WritesText(symbol string) bool { return ofPath(symbol, writers) }

func ofPath(symbol string, rows []rustPath) bool {
	path := rustPathOf(strings.Trim(symbol, `"`))
	return path != nil && slices.ContainsFunc(rows, func(p rustPath) bool { return p.matches(path) })
}

// knownRust is what is known of a function of the library by its path, nil if nothing.
func knownRust(path rustPath) *Known {
	for _, f := range rustFamilies {
		if f.path.matches(path) {
			return f.known
		}
	}
	return nil
}
