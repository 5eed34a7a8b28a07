package wrapper

import (
	"path/filepath"
	"regexp"
	"strings"
)

// compilerName are the names of compilers that take clang's command lines.
var compilerName = regexp.MustCompile(`^(?:[\w.]+-)*(clang|clang\+\+|gcc|g\+\+|cc|c\+\+)(?:-[\d.]+)?$`)

// IsCompiler tells whether a word names a compiler of C or C++ by its path: then llad stands in front of
// it, as a launcher (CMAKE_C_COMPILER_LAUNCHER).
func IsCompiler(word string) bool {
	_, is := isCompiler(word)
	return is
}

// Launch runs the command line of another compiler. One that is no clang gets what holds no markers; for
// the rest the newest clang is taken, up to the version newest.
func (b *Build) Launch(words []string, newest int) error {
	l, _ := isCompiler(words[0])
	b.Compiler = words[:1]
	if strings.Contains(filepath.Base(words[0]), "clang") {
		return b.Run(words[1:])
	}
	c := Parse(words[1:])
	if c.Phase == Other || c.Phase == Link && len(c.Sources) == 0 {
		return b.passThrough(words[1:])
	}
	if wants := c.has(requestKind, requestPrefix) || b.All || b.Record; !wants {
		for _, s := range c.Sources {
			if err := b.readStdin(s); err != nil {
				return err
			}
			wants = wants || b.asks(c, s)
		}
		if !wants {
			return b.passThrough(words[1:])
		}
	}
	var err error
	if b.Compiler, err = FindCompiler(l, newest); err != nil {
		return err
	}
	return b.Run(words[1:])
}

// isCompiler tells whether a word names a compiler by its path, as that in front of which llad stands
// as a launcher, and for which language.
func isCompiler(word string) (l Language, is bool) {
	if !strings.ContainsRune(word, filepath.Separator) {
		return "", false
	}
	name := strings.TrimSuffix(filepath.Base(word), ".exe")
	m := compilerName.FindStringSubmatch(name)
	if m == nil {
		return "", false
	}
	if strings.HasSuffix(m[1], "++") {
		return CXX, true
	}
	return C, true
}
