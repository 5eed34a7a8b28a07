package wrapper

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// markerWords are what preprocessed text has where derivatives are asked for.
var markerWords = []string{"enzyme", "llad"}

// scan looks for markers without a preprocessor: in a source, and in all files that it may
// include under any condition. That takes a millisecond where a compiler takes fifty to start.
type scan struct {
	dirs []string
	seen map[string]bool
}

// cannotMention tells whether no text that a source includes has a marker word. What the scan
// does not understand may have one; so may what stands behind macros. System headers that are
// not found belong to the compiler.
func (c *Command) cannotMention(s Source) bool {
	if runtime.GOOS != "linux" || s.File == "-" {
		return false
	}
	sc := &scan{seen: map[string]bool{}}
	roots := []string{s.File}
	for _, a := range c.arguments {
		if hasMarkerWord([]byte(strings.Join(a.words, " "))) && a.kind != outputKind {
			return false
		}
		switch first := a.words[0]; {
		case a.kind == flagKind && hasPrefix(first, "-fmodule", "-isysroot", "--sysroot", "-working-directory", "--config", "-X", "--gcc-"):
			return false
		case a.kind != preprocessKind || hasPrefix(first, "-D", "-U", "-nostdinc", "-nobuiltininc", "-undef"):
		case first == "-include" || first == "-imacros":
			roots = append(roots, a.value)
		case hasPrefix(first, "-I", "-iquote", "-isystem", "-idirafter") && a.value != "" && a.value != "-":
			sc.dirs = append(sc.dirs, strings.TrimPrefix(a.value, "="))
		default:
			return false
		}
	}
	for _, name := range []string{"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"} {
		sc.dirs = append(sc.dirs, filepath.SplitList(os.Getenv(name))...)
	}
	patterns := []string{"/usr/local/include", "/usr/include", "/usr/include/*-linux-*"}
	if strings.Contains(s.Language, "++") {
		patterns = append(patterns, "/usr/include/c++/*", "/usr/include/*/c++/*", "/usr/lib/llvm-*/include/c++/*")
	}
	for _, pattern := range patterns {
		found, _ := filepath.Glob(pattern)
		sc.dirs = append(sc.dirs, found...)
	}
	for _, root := range roots {
		if !sc.free(root) {
			return false
		}
	}
	return true
}

func hasPrefix(word string, prefixes ...string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(word, p) {
			return true
		}
	}
	return false
}

func hasMarkerWord(text []byte) bool {
	for _, w := range markerWords {
		if bytes.Contains(text, []byte(w)) {
			return true
		}
	}
	return false
}

// includes are what stands behind the include directives of a text: a # that begins a line, or
// stands behind a comment, and the word.
func includes(text []byte) []string {
	var all []string
	for from := 0; ; {
		at := bytes.IndexByte(text[from:], '#')
		if at < 0 {
			return all
		}
		at += from
		from = at + 1
		before := bytes.TrimRight(text[:at], " \t")
		if len(before) > 0 && before[len(before)-1] != '\n' && !bytes.HasSuffix(before, []byte("*/")) {
			continue
		}
		line, _, _ := bytes.Cut(text[from:], []byte("\n"))
		line = bytes.TrimLeft(line, " \t")
		if !bytes.HasPrefix(line, []byte("include")) && !bytes.HasPrefix(line, []byte("import")) {
			continue
		}
		if word := bytes.IndexAny(line, " \t\"<"); word >= 0 {
			all = append(all, string(bytes.TrimSpace(line[word:])))
		}
	}
}

// free tells whether a file and all that it includes have no marker word.
func (sc *scan) free(file string) bool {
	file = filepath.Clean(file)
	if sc.seen[file] {
		return true
	}
	sc.seen[file] = true
	text, err := os.ReadFile(file)
	if err != nil || hasMarkerWord(text) || bytes.Contains(text, []byte("%:")) {
		return false
	}
	for _, rest := range includes(text) {
		name, quoted, ok := includedName(rest)
		if !ok {
			return false
		}
		found := false
		for _, dir := range append([]string{filepath.Dir(file)}, sc.dirs...) {
			path := filepath.Join(dir, name)
			if filepath.IsAbs(name) {
				path = name
			}
			st, err := os.Stat(path)
			if err != nil || st.IsDir() {
				continue
			}
			found = true
			if !sc.free(path) {
				return false
			}
		}
		if quoted && !found {
			return false
		}
	}
	return true
}

// includedName is the file that an include line names, if it does not name a macro.
func includedName(rest string) (name string, quoted, ok bool) {
	for _, marks := range []string{`""`, "<>"} {
		if len(rest) > 0 && rest[0] == marks[0] {
			name, _, ok = strings.Cut(rest[1:], marks[1:])
			return name, marks[0] == '"', ok
		}
	}
	return "", false, false
}
