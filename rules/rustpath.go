package rules

import (
	"regexp"
	"strings"

	"github.com/ianlancetaylor/demangle"
)

// rustPath is a path as a demangled symbol of Rust's spells it, in either mangling, or as
// a row does. Methods stand behind the type that they are of, be they written
// alloc::vec::Vec<T>::push, <alloc::vec::Vec<T>>::push or alloc::vec::<impl alloc::vec::Vec<T>>::push;
// those of traits behind <type as trait>: the module of an impl is no part of it.
type rustPath []rustPart

// rustPart is what stands between two ::.
type rustPart struct {
	name  string     // "" where self counts
	args  []rustPath // generic arguments
	self  rustPath   // <self as trait>, <self>
	trait rustPath
}

// OfRust reports whether a symbol is one that rustc mangled.
func OfRust(symbol string) bool { return rustSymbol.MatchString(symbol) }

// rustSymbol tells the symbols that rustc mangles from those of C++.
var rustSymbol = regexp.MustCompile(`^(_R[A-Za-z]|_ZN.*17h[0-9a-f]{16}E(\.|$))`)

// longestRust is the power of two of the longest demangled name that is looked at.
const longestRust = 14

// rustPathOf reads a symbol; nil where it is none of Rust's.
func rustPathOf(symbol string) rustPath {
	if !OfRust(symbol) {
		return nil
	}
	text, err := demangle.ToString(symbol, demangle.MaxLength(longestRust))
	if err != nil {
		text, err = demangle.ToString(splitUnnamed(symbol), demangle.MaxLength(longestRust))
	}
	if err != nil || len(text) >= 1<<longestRust {
		return nil
	}
	p, ok := parseRustPath(text)
	if !ok {
		return nil
	}
	return p
}

// splitUnnamed puts the _ that may stand behind the length of a name behind the lengths, 0, of
// closures: the demangler takes 0 and the length of the next name for one number. Only the end
// of a symbol is changed into which nothing refers by its offset.
func splitUnnamed(symbol string) string {
	var b strings.Builder
	free := strings.LastIndexByte(symbol, 'B')
	for k := range len(symbol) {
		b.WriteByte(symbol[k])
		if k > free && symbol[k] == '0' && strings.IndexByte("123456789", symbol[k-1]) < 0 && k+1 < len(symbol) && symbol[k+1] >= '0' && symbol[k+1] <= '9' {
			b.WriteByte('_')
		}
	}
	return b.String()
}

// parseRustPath reads a path.
func parseRustPath(text string) (rustPath, bool) {
	parts, ok := splitRust(text, "::")
	if !ok {
		return nil, false
	}
	var p rustPath
	for k, s := range parts {
		inner, qualified := strings.CutPrefix(s, "<")
		if !qualified {
			part, ok := parseRustPart(s)
			if !ok {
				return nil, false
			}
			p = append(p, part)
			continue
		}
		if inner, ok = strings.CutSuffix(inner, ">"); !ok {
			return nil, false
		}
		of, isImpl := strings.CutPrefix(inner, "impl ")
		if k > 0 && !isImpl { // path::<arguments>
			if p[len(p)-1].args, ok = parseRustTypes(inner, ","); !ok {
				return nil, false
			}
			continue
		}
		if p, ok = parseQualified(of, isImpl); !ok {
			return nil, false
		}
	}
	return p, true
}

// parseQualified reads what stands in <self as trait>, <impl trait for self>, <self> and <impl self>.
func parseQualified(text string, isImpl bool) (rustPath, bool) {
	between := " as "
	if isImpl {
		between = " for "
	}
	sides, ok := splitRust(text, between)
	if !ok || len(sides) > 2 {
		return nil, false
	}
	if len(sides) == 2 && isImpl {
		sides[0], sides[1] = sides[1], sides[0]
	}
	self, ok := parseRustType(sides[0])
	if !ok {
		return nil, false
	}
	if len(sides) == 1 {
		if len(self) > 1 {
			return self, true
		}
		return rustPath{{self: self}}, true
	}
	trait, ok := parseRustPath(sides[1])
	return rustPath{{self: self, trait: trait}}, ok
}

// parseRustPart reads an identifier with its generic arguments.
func parseRustPart(text string) (rustPart, bool) {
	open := strings.IndexByte(text, '<')
	if open < 0 {
		return rustPart{name: text}, true
	}
	inner, ok := strings.CutSuffix(text[open+1:], ">")
	if !ok {
		return rustPart{}, false
	}
	args, ok := parseRustTypes(inner, ",")
	return rustPart{name: text[:open], args: args}, ok
}

func parseRustTypes(text, between string) ([]rustPath, bool) {
	list, ok := splitRust(text, between)
	if !ok {
		return nil, false
	}
	var types []rustPath
	for _, s := range list {
		t, ok := parseRustType(strings.TrimSpace(s))
		if !ok {
			return nil, false
		}
		types = append(types, t)
	}
	return types, true
}

// parseRustType reads a type: a path, or dyn, &, *, (), [] and [;] with what they are made of
// as arguments, so in rows ~; others are their text.
func parseRustType(text string) (rustPath, bool) {
	made := func(name, of, between string) (rustPath, bool) {
		args, ok := parseRustTypes(of, between)
		return rustPath{{name: name, args: args}}, ok
	}
	if bounds, ok := strings.CutPrefix(text, "dyn "); ok {
		return made("dyn", bounds, "+")
	}
	if to, ok := strings.CutPrefix(text, "&"); ok {
		return made("&", strings.TrimPrefix(to, "mut "), "&")
	}
	for _, pointer := range []string{"*const ", "*mut "} {
		if to, ok := strings.CutPrefix(text, pointer); ok {
			return made("*", to, "*")
		}
	}
	if of, ok := strings.CutPrefix(text, "~"); ok {
		return made("~", of, "~")
	}
	if of, ok := strings.CutPrefix(text, "("); ok && strings.HasSuffix(of, ")") {
		return made("()", strings.TrimSuffix(of, ")"), ",")
	}
	if of, ok := strings.CutPrefix(text, "["); ok && strings.HasSuffix(of, "]") {
		name := "[]"
		if list, ok := splitRust(strings.TrimSuffix(of, "]"), ";"); ok && len(list) > 1 {
			name = "[;]"
		}
		return made(name, strings.TrimSuffix(of, "]"), ";")
	}
	if strings.ContainsAny(text[:min(1, len(text))], "([*'{") || strings.Contains(text, "fn(") || strings.HasPrefix(text, "for<") {
		return rustPath{{name: text}}, true
	}
	return parseRustPath(text)
}

// splitRust splits a text at what stands in no brackets; false where they do not match.
func splitRust(text, between string) ([]string, bool) {
	var list []string
	depth, start := 0, 0
	for k := 0; k < len(text); k++ {
		switch text[k] {
		case '<', '(', '[', '{':
			depth++
			continue
		case '>', ')', ']', '}':
			if text[k] == '>' && (strings.HasSuffix(text[:k], "-") || strings.HasSuffix(text[:k], " .")) {
				continue // of a function's result, ->, in legacy symbols .>
			}
			if depth--; depth < 0 {
				return nil, false
			}
			continue
		}
		if depth == 0 && strings.HasPrefix(text[k:], between) {
			list = append(list, text[start:k])
			start = k + len(between)
			k = start - 1
		}
	}
	return append(list, text[start:]), depth == 0
}

// matches compares a row's path with a symbol's. In rows .. stands for any number of parts,
// _ for any part or type (as a trait, any of the library's), and a|b for either name; where they
// have no arguments, any will do.
func (p rustPath) matches(have rustPath) bool {
	for k := range p {
		if p[k].name == ".." {
			for n := 0; n <= len(have); n++ {
				if p[k+1:].matches(have[n:]) {
					return true
				}
			}
			return false
		}
		if len(have) == 0 || !p[k].matches(&have[0]) {
			return false
		}
		have = have[1:]
	}
	return len(have) == 0
}

func (p *rustPart) matches(have *rustPart) bool {
	if p.self != nil {
		if have.self == nil || (p.trait == nil) != (have.trait == nil) {
			return false
		}
		return p.self.matchesType(have.self) && (p.trait == nil || p.trait.matchesTrait(have.trait))
	}
	if have.self != nil || !p.named(have.name) {
		return false
	}
	if p.args == nil {
		return true
	}
	if len(p.args) > len(have.args) || len(p.args) < len(have.args) && p.name != "dyn" { // Send and Sync beside the trait
		return false
	}
	for k, a := range p.args {
		if !a.matchesType(have.args[k]) {
			return false
		}
	}
	return true
}

// matchesTrait is matches for a trait, of which _ is any of the library's.
func (p rustPath) matchesTrait(have rustPath) bool {
	if len(p) == 1 && p[0].name == "_" {
		return have.ofLibrary()
	}
	return p.matches(have)
}

// ofLibrary reports whether a path begins with a crate of the library: what a program's own
// trait does for the library's types is not known.
func (p rustPath) ofLibrary() bool {
	if len(p) == 0 {
		return false
	}
	switch p[0].name {
	case "core", "alloc", "std", "hashbrown":
		return true
	}
	return false
}

// named reports whether a row's part stands for a name.
func (p *rustPart) named(name string) bool {
	for rest := p.name; rest != ""; {
		var one string
		if one, rest, _ = strings.Cut(rest, "|"); one == "_" || one == name {
			return true
		}
	}
	return false
}

// matchesType is matches for a type, of which _ is any and ~T any that mentions T.
func (p rustPath) matchesType(have rustPath) bool {
	if len(p) == 1 && p[0].name == "~" {
		return have.mentions(p[0].args[0])
	}
	return len(p) == 1 && p[0].name == "_" || p.matches(have)
}

// mentions reports whether a type is another, or is made with it.
func (p rustPath) mentions(other rustPath) bool {
	if other.matches(p) {
		return true
	}
	for k := range p {
		if p[k].self.mentions(other) || p[k].trait.mentions(other) {
			return true
		}
		for _, a := range p[k].args {
			if a.mentions(other) {
				return true
			}
		}
	}
	return false
}
