package diag

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/ianlancetaylor/demangle"
)

var (
	// numbaTags stand behind the name of a function that Numba compiled: which version of it that is, and with what flags.
	numbaTags    = regexp.MustCompile(`\[abi:v\d+\](\[abi:\w+\])?`)
	numbaEscapes = regexp.MustCompile(`_[0-9a-f]{2}`)
)

// demangleNumba is the name in Python of a function that Numba compiled, numba.np.arraymath.array_sum.<locals>.impl,
// and the types of its parameters; "" for others. The function that C calls has <cfunc> in front. Its symbols are C++'s, in which what is no letter is spelled as a
// number.
func demangleNumba(symbol string) (name, params string) {
	symbol, wrapper := strings.CutPrefix(symbol, "cfunc.")
	if !strings.HasPrefix(symbol, "_ZN") {
		return "", ""
	}
	full, err := demangle.ToString(symbol)
	if err != nil {
		return "", ""
	}
	at := numbaTags.FindStringIndex(full)
	if at == nil {
		return "", ""
	}
	plain := func(s string) string {
		return numbaEscapes.ReplaceAllStringFunc(s, func(code string) string {
			c, _ := strconv.ParseUint(code[1:], 16, 8)
			if c < ' ' || c >= 0x7f {
				return code
			}
			return string(rune(c))
		})
	}
	name, params = plain(strings.ReplaceAll(full[:at[0]], "::", ".")), plain(full[at[1]:])
	if wrapper {
		name = "<cfunc>" + name
	}
	return name, params
}
