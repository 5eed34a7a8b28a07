package declare

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/diag"
	"github.com/llad-ad/llad/ir"
)

// Words that declarations in C and C++ cannot use as names: keywords of any standard, what
// alternative tokens are spelled, and the types and macros of the headers that are included or
// that programs usually include first.
var reservedInC = words(`
	alignas alignof and and_eq asm atomic_cancel atomic_commit atomic_noexcept auto bitand bitor bool break
	case catch char char8_t char16_t char32_t class co_await co_return co_yield compl concept const const_cast
	consteval constexpr constinit continue contract_assert decltype default delete do double dynamic_cast else
	enum explicit export extern false float for friend goto if inline int long mutable namespace new noexcept
	not not_eq nullptr operator or or_eq private protected public reflexpr register reinterpret_cast requires
	restrict return short signed sizeof static static_assert static_cast struct switch synchronized template
	this thread_local throw true try typedef typeid typename typeof typeof_unqual union unsigned using virtual
	void volatile wchar_t while xor xor_eq
	int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t intptr_t uintptr_t intmax_t uintmax_t
	linux unix i386 complex imaginary noreturn errno stdin stdout stderr I NULL EOF NAN INFINITY HUGE_VAL
	RAND_MAX BUFSIZ SIZE_MAX PTRDIFF_MAX PTRDIFF_MIN SIG_ATOMIC_MAX SIG_ATOMIC_MIN WCHAR_MAX WCHAR_MIN
	WINT_MAX WINT_MIN`)

// Words that Rust takes as names in the form r#word, and those that it does not take.
var (
	rawInRust = words(`
	abstract as async await become box break const continue do dyn else enum extern false final fn for gen if
	impl in let loop macro match mod move mut override priv pub ref return static struct trait true try type
	typeof unsafe unsized use virtual where while yield`)
	reservedInRust = words("self Self super crate _")
)

func words(s string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(s) {
		set[w] = true
	}
	return set
}

var (
	limitMacro   = regexp.MustCompile(`^U?INT(_LEAST|_FAST)?(8|16|32|64|PTR|MAX)_(MAX|MIN|C|WIDTH)$`)
	compilerName = regexp.MustCompile(`^_[_A-Z]`)
)

// declNames gives the names in one file of declarations.
type declNames struct {
	reserved map[string]bool
	inC      bool
	taken    map[string]bool // by functions and types
	params   map[string]bool // by parameters of any function: a type of that name would be hidden
}

func namesInC() *declNames {
	return &declNames{reserved: reservedInC, inC: true, taken: map[string]bool{}, params: map[string]bool{}}
}

func namesInRust() *declNames {
	return &declNames{reserved: reservedInRust, taken: map[string]bool{}, params: map[string]bool{}}
}

// declared is a generated function with the names that its declaration has.
type declared struct {
	Function
	symbol string // what the linker calls it, without LLVM's quotes
	id     string
	params []declParam
}

// declare names the functions and their parameters. It comes before types are named. Functions
// whose symbols are identifiers keep them before others are given one.
func (n *declNames) declare(list []Function) []*declared {
	out := make([]*declared, len(list))
	for k, r := range list {
		out[k] = &declared{Function: r, symbol: ir.UnquoteName(r.Func.Name)}
		if s := out[k].symbol; s == identifier(s) && !n.reserved[s] && !n.taken[s] {
			out[k].id = n.global(s)
		}
	}
	for _, d := range out {
		if d.id == "" {
			d.id = n.global(identifier(diag.PlainName(d.Func.Name)))
		}
	}
	for _, d := range out { // these may hide functions
		d.params = n.parameters(d.Function)
	}
	return out
}

// global is a name for a function or a type: s where that is free.
func (n *declNames) global(s string) string {
	for n.reserved[s] || n.inC && limitMacro.MatchString(s) || n.taken[s] || n.params[s] {
		s += "_"
	}
	n.taken[s] = true
	return s
}

// param is a name for a parameter that is not in used.
func (n *declNames) param(s string, used map[string]bool) string {
	if n.inC && compilerName.MatchString(s) {
		s = "p" + s // what begins so may be a macro of the compiler's
	}
	for n.reserved[s] || n.inC && limitMacro.MatchString(s) || used[s] {
		s += "_"
	}
	used[s], n.params[s] = true, true
	return s
}

// declParam is a parameter of a generated function as a declaration needs it.
type declParam struct {
	signature.SigParam
	name     string
	byval    *ir.Type // the struct passed by value
	elem     *ir.Type // of a pointer: what it points to, nil when that is not known
	readOnly bool
}

func (n *declNames) parameters(r Function) []declParam {
	f := r.Sig.F
	names := diag.ParamNames(f)
	base := func(k int) string {
		if names[k] == "" {
			return fmt.Sprintf("a%d", k)
		}
		return identifier(names[k])
	}
	used := map[string]bool{}
	var out []declParam
	for _, p := range r.Sig.Params {
		dp := declParam{SigParam: p}
		switch p.Role {
		case signature.PrimalParam:
			dp.name = base(p.Index)
		case signature.ShadowParam:
			dp.name = "d_" + base(p.Index)
			if r.Sig.Width > 1 {
				dp.name += fmt.Sprintf("_%d", p.Lane)
			}
		default:
			dp.name = identifier(diag.PlainName(p.Name))
		}
		dp.name = n.param(dp.name, used)
		dp.describe(f)
		out = append(out, dp)
	}
	return out
}

// describe fills in what is known of a parameter's memory.
func (dp *declParam) describe(f *ir.Function) {
	var prim *ir.Param
	if dp.Role <= signature.ShadowParam {
		prim = f.Params[dp.Index]
	}
	switch {
	case dp.Role == signature.RetParam:
		dp.elem = f.Typ.Ret
	case dp.Role == signature.ShadowParam && !prim.Typ.IsPtr() && dp.Type.IsPtr():
		dp.elem = prim.Typ
	case prim != nil && prim.Typ.IsPtr():
		use := PointeeOf(prim)
		dp.elem = use.Elem
		if t, ok := prim.TypeAttr("byval"); ok && dp.Role == signature.PrimalParam {
			dp.byval = t
		}
		dp.readOnly = dp.Role == signature.PrimalParam && !use.Written
	}
}

// identifier makes a C and Rust identifier of a name.
func identifier(s string) string {
	b := []byte(s)
	for i, c := range b {
		if !(c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z') {
			b[i] = '_'
		}
	}
	if len(b) == 0 || b[0] >= '0' && b[0] <= '9' {
		return "_" + string(b)
	}
	return string(b)
}

// cString is a string literal of C with these bytes.
func cString(s string) string {
	var b strings.Builder
	for _, c := range []byte(s) {
		if c < ' ' || c > '~' || c == '"' || c == '\\' || c == '?' {
			fmt.Fprintf(&b, "\\%03o", c)
		} else {
			b.WriteByte(c)
		}
	}
	return `"` + b.String() + `"`
}

// rustString is a string literal of Rust with these bytes; false where they are no UTF-8.
func rustString(s string) (string, bool) {
	if !utf8.ValidString(s) {
		return "", false
	}
	var b strings.Builder
	for _, c := range s {
		if c < ' ' || c > '~' || c == '"' || c == '\\' {
			fmt.Fprintf(&b, "\\u{%x}", c)
		} else {
			b.WriteRune(c)
		}
	}
	return `"` + b.String() + `"`, true
}

// rustName is an identifier as Rust spells it.
func rustName(id string) string {
	if rawInRust[id] {
		return "r#" + id
	}
	return id
}
