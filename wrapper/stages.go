package wrapper

import (
	"path/filepath"
	"strings"
)

// quiet are flags of runs that the build did not ask for: what they get is no mistake of the
// build's.
var quiet = []string{"-Wno-unused-command-line-argument"}

// preprocessing is the command line that writes the preprocessed text of a source to standard
// output, without line markers, which could name anything.
func (c *Command) preprocessing(s Source) []string {
	args := c.words(func(a argument) bool {
		switch a.kind {
		case flagKind, preprocessKind, levelKind:
			return true
		}
		return false
	})
	return append(append(args, quiet...), "-w", "-E", "-P", "-x", s.Language, s.File)
}

// irFlags are those with which derivatives are fastest: loops are as they are in the source.
var irFlags = []string{"-fno-vectorize", "-fno-slp-vectorize", "-fno-unroll-loops", "-Wno-pass-failed"}

// way is how a source becomes the IR that is differentiated.
type way uint8

const (
	optimised   way = iota // by the compiler, in one run
	unoptimised            // as the front end makes it
	inTwoRuns              // as the front end makes it; then optimised without being instrumented
)

// emitIR is the command line that makes IR for differentiation. Dependency files are written
// here, for the output that the build asked for. Code that is to be instrumented, and code of
// which no function may be inlined yet, is not optimised: it gets what the instrumenting passes
// look for, as attributes.
func (c *Command) emitIR(s Source, out string, by way) []string {
	var args []string
	for _, a := range c.arguments {
		switch a.kind {
		case flagKind, preprocessKind, dependKind:
			args = append(args, a.words...)
		case levelKind:
			args = append(args, levelBefore(a.words[0])...)
		}
	}
	args = append(append(args, quiet...), irFlags...)
	if by == inTwoRuns {
		args = append(args, c.atLeastO1()...)
	}
	if by != optimised {
		args = append(args, "-Xclang", "-disable-llvm-passes")
	}
	if c.requests.ask() {
		args = append(args, "-fno-discard-value-names") // parameters are called by them
	}
	args = append(args, c.dependencies(s)...)
	args = append(args, c.coverageFiles(s)...)
	return append(args, "-S", "-emit-llvm", "-o", out, "-x", s.Language, s.File)
}

// optimiseIR is the command line of the second run, after which the code is not yet instrumented.
func (c *Command) optimiseIR(target, file, out string) []string {
	args := []string{"--target=" + target}
	for _, a := range c.arguments {
		if a.kind == levelKind {
			args = append(args, levelBefore(a.words[0])...)
		}
	}
	args = append(append(args, c.atLeastO1()...), irFlags...)
	return append(args, "-w", "-S", "-emit-llvm", "-o", out, "-x", "ir", file)
}

// atLeastO1 is the level that a command line without optimisation gets where that cannot be
// done without.
func (c *Command) atLeastO1() []string {
	level := "-O0"
	for _, a := range c.arguments {
		if a.kind == levelKind {
			level = a.words[0]
		}
	}
	if level == "-O0" {
		return []string{"-O1"}
	}
	return nil
}

// levelBefore is the level of optimisation before differentiation: what -O3 has more than -O2
// is for code that is not changed any more.
func levelBefore(flag string) []string {
	switch flag {
	case "-O3", "-O4":
		return []string{"-O2"}
	case "-Ofast":
		return []string{"-O2", "-ffast-math"}
	}
	return []string{flag}
}

// dependencies are the flags that name the dependency file and its target as the compiler
// would by itself.
func (c *Command) dependencies(s Source) []string {
	if !c.has(dependKind, "-MD", "-MMD", "-Wp,-MD,", "-Wp,-MMD,", "--write-") {
		return nil
	}
	var args []string
	if !c.has(dependKind, "-MF", "-Wp,-MD,", "-Wp,-MMD,") {
		file := c.Output
		if file == "" {
			file = filepath.Base(s.File)
		}
		args = append(args, "-MF", withSuffix(file, ".d"))
	}
	if !c.has(dependKind, "-MT", "-MQ") {
		target := c.Output
		if target == "" {
			target = withSuffix(filepath.Base(s.File), ".o")
		}
		args = append(args, "-MQ", target)
	}
	return args
}

// coverageFiles are the flags that name the files of --coverage, which otherwise would stand
// beside the IR.
func (c *Command) coverageFiles(s Source) []string {
	if !c.has(flagKind, "--coverage", "-coverage", "-ftest-coverage", "-fprofile-arcs") {
		return nil
	}
	base := withSuffix(filepath.Base(s.File), "")
	if c.Phase != Link && c.Output != "" {
		base = withSuffix(c.Output, "")
	}
	if full, err := filepath.Abs(base); err == nil {
		base = full
	}
	return []string{"-Xclang", "-coverage-notes-file=" + base + ".gcno", "-Xclang", "-coverage-data-file=" + base + ".gcda"}
}

// codeFlags are the flags with which IR is compiled.
func (c *Command) codeFlags() []string {
	args := c.words(func(a argument) bool { return a.kind == flagKind || a.kind == levelKind })
	return append(append(args, quiet...), "-Wno-override-module")
}

// compileIR is the command line that makes of IR what the build asked for. An object that holds
// a record is one of machine code, whatever the flags are.
func (c *Command) compileIR(ir, out string, holdsRecord bool) []string {
	args := c.codeFlags()
	if c.Phase == Assembly {
		args = append(args, "-S")
	} else {
		args = append(args, "-c")
	}
	if c.EmitLLVM {
		args = append(args, "-emit-llvm")
	}
	if holdsRecord {
		args = append(args, "-fno-lto")
	}
	return append(args, "-o", out, "-x", "ir", ir)
}

// mayRecord tells whether what is made can hold a record: machine code can.
func (c *Command) mayRecord() bool {
	for _, a := range c.arguments {
		if strings.HasPrefix(a.words[0], "-fsanitize=") && strings.Contains(a.words[0], "cfi") {
			return false // it insists on -flto
		}
	}
	return (c.Phase == Object || c.Phase == Link) && !c.EmitLLVM
}

// with is the command line with objects in the place of arguments. Where there is none the
// argument is left out.
func (c *Command) with(objects map[int][]string) []string {
	var args []string
	language, said := "none", "none"
	say := func(l string) { // the language of what follows, where it is another
		if l != said {
			args, said = append(args, "-x", l), l
		}
	}
	for k, a := range c.arguments {
		files, replaced := objects[k]
		if isFile := a.kind == sourceKind || a.kind == inputKind; isFile && !replaced {
			say(language)
		} else if len(files) > 0 {
			say("none")
		}
		switch {
		case a.kind == languageKind:
			language = a.value
		case a.kind == embedKind || a.kind == requestKind:
		case !replaced && (a.kind == sourceKind || a.kind == inputKind) && len(a.words[0]) > 1 && a.words[0][0] == '-':
			args = append(args, "./"+a.words[0]) // it stood behind --
		case !replaced:
			args = append(args, a.words...)
		default:
			args = append(args, files...)
		}
	}
	return args
}
