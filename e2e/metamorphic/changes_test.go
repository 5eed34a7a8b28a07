package metamorphic

import (
	"fmt"
	"regexp"
	"strings"
)

// source is a program's IR, plain and with debug information.
type source struct {
	text, debug, file string
	rust              bool
}

// changed is a source with one change, and what puts names back that it changed.
type changed struct {
	text, file string
	back       *strings.Replacer
}

// change is one that does not concern the function that is differentiated.
// apply reports false where there is nothing to change.
type change struct {
	name  string
	apply func(s *source) (changed, bool)
}

var changes = []change{
	{"text", func(s *source) (changed, bool) {
		const said = `a tag, or a float value; double x; rustc version 1.63.0; clang version 19`
		return s.with(fmt.Sprintf("@llad_tag = private unnamed_addr constant [%d x i8] c\"%s\"\n", len(said), said)), true
	}},
	{"width", otherWidth},
	{"types", func(s *source) (changed, bool) {
		return s.with(`%union.llad_either = type { double }
%struct.llad_pair = type { float, double, %union.llad_either }
define void @llad_pair(ptr %p, float %x, double %y) {
  %a = getelementptr inbounds %struct.llad_pair, ptr %p, i32 0, i32 1
  %b = getelementptr inbounds %struct.llad_pair, ptr %p, i32 0, i32 2
  store float %x, ptr %p, align 4
  store double %y, ptr %a, align 8
  store float %x, ptr %b, align 4
  ret void
}
`), true
	}},
	{"ident", ident},
	{"debug", func(s *source) (changed, bool) { return changed{text: s.debug, file: s.file}, true }},
	{"file", func(s *source) (changed, bool) {
		name := "my-cgu.c"
		if s.rust {
			name = "program.c"
		}
		return changed{text: unitName.ReplaceAllString(s.text, "${1}"+name+"$2"), file: name}, true
	}},
	{"names", rename},
}

// with is the source with more at its end.
func (s *source) with(more string) changed {
	return changed{text: strings.TrimSuffix(s.text, "\n") + "\n\n" + more, file: s.file}
}

var (
	unitName = regexp.MustCompile(`(?m)^(; ModuleID = '|source_filename = ").*(['"])$`)
	single   = regexp.MustCompile(`\bfloat\b`)
	double   = regexp.MustCompile(`\bdouble\b`)
	identOf  = regexp.MustCompile(`(?m)^!llvm\.ident = !\{(.*)\}$`)
	defined  = regexp.MustCompile(`(?m)^define internal [^@\n]*@([\w.$-]+|"[^"\n]*")\(`)
	typeDef  = regexp.MustCompile(`(?m)^%([\w.$-]+|"[^"\n]*") = type `)
	typeKind = regexp.MustCompile(`^(struct|class|union)\.`)
	nameUse  = regexp.MustCompile(`[@%]([\w.$-]+|"[^"\n]*")`)
	ofRust   = regexp.MustCompile(`^"?(_ZN(7program|\d+_?\$LT\$program)|_R.*7program)`)
	ofLib    = regexp.MustCompile(`^"?_ZN?K?(St|9__gnu_cxx|10__cxxabi)`)
)

// otherWidth adds a function of floats of 32 bits where the program has those
// of 64, and the other way round.
func otherWidth(s *source) (changed, bool) {
	const function = "define T @llad_other_T(T %x) {\n  %y = fmul T %x, %x\n  ret T %y\n}\n"
	more := ""
	if double.MatchString(s.text) {
		more += strings.ReplaceAll(function, "T", "float")
	}
	if single.MatchString(s.text) {
		more += strings.ReplaceAll(function, "T", "double")
	}
	return s.with(more), more != ""
}

// ident adds the mark of a compiler of another language to the module's.
func ident(s *source) (changed, bool) {
	mark := "!99999 = !{!\"rustc version 1.63.0 (4b91a6ea7 2022-08-08)\"}\n"
	if s.rust {
		mark = "!99999 = !{!\"clang version 19.1.7\"}\n"
	}
	c := s.with(mark)
	if identOf.MatchString(c.text) {
		c.text = identOf.ReplaceAllString(c.text, "!llvm.ident = !{$1, !99999}")
	} else {
		c.text += "!llvm.ident = !{!99999}\n"
	}
	return c, true
}

// rename gives other names, of the same length where there is room, to the
// program's internal functions and to named types. Functions of a language's library keep
// theirs: what they do is known by name. What kind of type it is (struct., class.,
// union.) stays.
func rename(s *source) (changed, bool) {
	to := map[string]string{}
	var back []string
	fresh := func(sigil, old, keep string) {
		if to[sigil+old] != "" {
			return
		}
		plain := strings.Trim(old, `"`)
		name := fmt.Sprintf("%sQ%dq", keep, len(to))
		if n := len(plain) - len(name); n > 0 {
			name = fmt.Sprintf("%sQ%s%dq", keep, strings.Repeat("z", n), len(to))
		}
		to[sigil+old] = sigil + name
		back = append(back, name, plain)
	}
	for _, m := range defined.FindAllStringSubmatch(s.text, -1) {
		if s.rust && ofRust.MatchString(m[1]) || !s.rust && !ofLib.MatchString(m[1]) {
			fresh("@", m[1], "")
		}
	}
	for _, m := range typeDef.FindAllStringSubmatch(s.text, -1) {
		fresh("%", m[1], typeKind.FindString(strings.Trim(m[1], `"`)))
	}
	text := nameUse.ReplaceAllStringFunc(s.text, func(use string) string {
		if name := to[use]; name != "" {
			return name
		}
		return use
	})
	return changed{text: text, file: s.file, back: strings.NewReplacer(back...)}, len(to) > 0
}
