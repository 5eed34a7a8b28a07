package rules

import (
	"strconv"
	"strings"
)

// rustLibm is the C library's name of a function of Rust's libm, libm::math::exp::exp, "" for
// other names. Those that give a second result give it in another way than in C.
func rustLibm(name string) string {
	at := strings.Index(name, "4libm4math")
	if at < 0 || name[:at] != "_ZN" && !strings.HasPrefix(name, "_RNvNtNtC") {
		return ""
	}
	_, rest, ok := identifier(name[at+len("4libm4math"):])
	if !ok {
		return ""
	}
	last, rest, ok := identifier(rest)
	if !ok || rest != "" && !strings.HasPrefix(rest, "17h") { // modules in between
		return ""
	}
	for _, base := range []string{last, strings.TrimSuffix(last, "f")} {
		if r := libm[base]; r != nil && mathKnown(r).Pure {
			return last
		}
	}
	return ""
}

// identifier takes what begins with its length off a mangled name.
func identifier(s string) (first, rest string, ok bool) {
	digits := len(s) - len(strings.TrimLeft(s, "0123456789"))
	n, err := strconv.Atoi(s[:digits])
	if err != nil || n > len(s)-digits {
		return "", "", false
	}
	return s[digits : digits+n], s[digits+n:], true
}
