package wrapper

import (
	"path/filepath"
	"slices"
	"strings"
)

// Phase is where a command line has the compiler stop.
type Phase uint8

// The phases.
const (
	Link     Phase = iota // a program or library
	Object                // -c
	Assembly              // -S
	Other                 // what makes no code: preprocessing, versions, precompiled headers
)

// Command is a command line of clang, taken apart as far as is needed.
type Command struct {
	Phase     Phase
	EmitLLVM  bool     // IR is asked for instead of machine code
	Output    string   // -o; "" where it is not given
	Sources   []Source // what may be compiled to IR, in order
	arguments []argument
	requests  *requests // derivatives that the command line asks for; nil: none
}

// Source is an input that is compiled.
type Source struct {
	File     string
	Language string // as -x has it
	at       int    // which of the arguments
}

// argument is one option with its value, or one input.
type argument struct {
	kind  kind
	words []string // as they were written: one or two
	value string   // of an option that has one
}

// Parse takes the arguments of a compiler apart. Response files are read.
func Parse(args []string) *Command {
	c := &Command{}
	language := "none"
	args = expand(args, 0)
	for i := 0; i < len(args); i++ {
		if args[i] == "--" {
			for _, file := range args[i+1:] {
				c.input(file, language)
			}
			break
		}
		if args[i] == "-" || !strings.HasPrefix(args[i], "-") {
			c.input(args[i], language)
			continue
		}
		a := option(args[i:])
		i += len(a.words) - 1
		c.arguments = append(c.arguments, a)
		switch a.kind {
		case languageKind:
			language = a.value
		case outputKind:
			c.Output = a.value
		case passiveKind:
			c.Phase = Other
		case phaseKind:
			c.phase(a.words[0])
		}
	}
	return c
}

// phase takes note of -c and the like; -S has precedence over -c.
func (c *Command) phase(flag string) {
	switch {
	case flag == "-emit-llvm":
		c.EmitLLVM = true
	case c.Phase == Other:
	case flag == "-S" || flag == "--assemble":
		c.Phase = Assembly
	case c.Phase == Link:
		c.Phase = Object
	}
}

// option is the option that the arguments begin with.
func option(args []string) argument {
	first := args[0]
	if k, ok := withValue[first]; ok && len(args) > 1 {
		return argument{k, args[:2], args[1]}
	}
	if strings.HasPrefix(first, "-Xarch_") && len(args) > 1 {
		return argument{flagKind, args[:2], args[1]}
	}
	if k, ok := alone[first]; ok {
		return argument{k, args[:1], ""}
	}
	for _, j := range joined {
		if v, ok := strings.CutPrefix(first, j.prefix); ok {
			return argument{j.kind, args[:1], v}
		}
	}
	return argument{flagKind, args[:1], ""}
}

// input takes note of a file, in the language that -x gave it.
func (c *Command) input(file, language string) {
	a := argument{kind: inputKind, words: []string{file}}
	ext := filepath.Ext(file)
	switch {
	case language == "none" && headers[ext], strings.HasSuffix(language, "-header"), language == "cuda", language == "hip":
		c.Phase = Other
	case language == "none":
		language = languages[ext]
	case !compiled(language):
		language = ""
	}
	if compiled(language) {
		a.kind = sourceKind
		c.Sources = append(c.Sources, Source{file, language, len(c.arguments)})
	}
	c.arguments = append(c.arguments, a)
}

// words are the words of the arguments that are wanted, in order.
func (c *Command) words(wanted func(argument) bool) []string {
	var all []string
	for _, a := range c.arguments {
		if wanted(a) {
			all = append(all, a.words...)
		}
	}
	return all
}

// has tells whether an argument of the kind begins with the word.
func (c *Command) has(k kind, prefixes ...string) bool {
	for _, a := range c.arguments {
		for _, p := range prefixes {
			if a.kind == k && strings.HasPrefix(a.words[0], p) {
				return true
			}
		}
	}
	return false
}

// Instrumented tells whether the code is to be instrumented: by a sanitizer, for coverage or
// for a profile.
func (c *Command) Instrumented() bool {
	for _, a := range c.arguments {
		if a.kind == flagKind && instruments(a.words[0]) {
			return true
		}
	}
	return false
}

// ReadsHeaders tells whether a source of C or C++ is compiled.
func (c *Command) ReadsHeaders() bool {
	return slices.ContainsFunc(c.Sources, func(s Source) bool { return s.Language == "c" || s.Language == "c++" })
}

// ObjectOf is where what a source comes to is written when the command does not link.
func (c *Command) ObjectOf(s Source) string {
	if c.Output != "" {
		return c.Output
	}
	base := filepath.Base(s.File)
	suffix := ".o"
	switch {
	case c.Phase == Assembly && c.EmitLLVM:
		suffix = ".ll"
	case c.Phase == Assembly:
		suffix = ".s"
	case c.EmitLLVM:
		suffix = ".bc"
	}
	return withSuffix(base, suffix)
}

// withSuffix is a file name with another suffix.
func withSuffix(file, suffix string) string {
	return strings.TrimSuffix(file, filepath.Ext(file)) + suffix
}
