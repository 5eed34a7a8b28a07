package main

import (
	"os"
	"path/filepath"

	"github.com/llad-ad/llad/wrapper"
)

// ccAbout says what the compiler wrappers do with a source.
const ccAbout = "For builds: CC=\"llad cc\" CXX=\"llad c++\". The arguments are clang's. The compiler is the one that LLAD_CC or " +
	"LLAD_CXX names, else the newest clang on the PATH. A source that holds markers is compiled to IR as derivatives are " +
	"fastest, differentiated, and compiled as the arguments say; sanitizers, coverage and profiles instrument the " +
	"derivatives too. Other sources go to the compiler as they are; LLAD_ALL=1 sends all through llad. With -fembed-bitcode, or " +
	"LLAD_IR=1, objects hold their IR, for markers in other sources that name their functions. " +
	"Without markers --llad-reverse=f, --llad-forward=f and the other flags about derivatives behind --llad- (--llad-const=n, " +
	"--llad-header=f_grad.h) put derivatives of functions of the source into its object."

// linkAbout says what the link step does.
const linkAbout = "The arguments are those of clang for linking. Objects whose markers name functions of others are joined with " +
	"those, by the compiler's own llvm-link, and differentiated; llad cc does the same when it links."

// wrappers are the commands that stand where a build has its compiler.
func wrappers() []command {
	return []command{
		{
			name:  "cc",
			uses:  []use{{"cc ARGS", "compile and link C as clang does, with the derivatives that sources ask for"}},
			about: ccAbout,
			wraps: true,
			run:   cc,
		},
		{
			name:  "c++",
			uses:  []use{{"c++ ARGS", "the same for C++"}},
			about: ccAbout,
			wraps: true,
			run:   cxx,
		},
		{
			name:  "rustc",
			uses:  []use{{"rustc ARGS", "compile a crate as rustc does, with the derivatives that it asks for"}},
			about: rustcAbout,
			wraps: true,
			run:   rustc,
		},
		{
			name:  "link",
			uses:  []use{{"link ARGS", "link objects, with the derivatives of functions in other objects"}},
			about: linkAbout,
			wraps: true,
			run:   link,
		},
	}
}

// cc is the compiler wrapper for C.
func cc(args []string, s streams) error { return compile(wrapper.C, args, s) }

// cxx is the compiler wrapper for C++.
func cxx(args []string, s streams) error { return compile(wrapper.CXX, args, s) }

// link links objects, with derivatives across them.
func link(args []string, s streams) error {
	c := wrapper.Parse(args)
	if c.Phase != wrapper.Link || len(c.Sources) > 0 {
		return usagef("link takes objects and libraries; `llad cc` compiles sources")
	}
	return compile(wrapper.C, args, s)
}

// compile runs one command line of a build.
func compile(l wrapper.Language, args []string, s streams) error {
	compiler, err := wrapper.FindCompiler(l, newestLLVM)
	if err != nil {
		return err
	}
	colorAsCompiler(s.say, args)
	s.say.Flags = wrapper.FlagsInHelp
	b := switchedBuild(s)
	b.Compiler = compiler
	if dir := headers(); dir != "" && wrapper.Parse(args).ReadsHeaders() {
		b.Compiler = append(b.Compiler, "-idirafter", dir)
	}
	return b.Run(args)
}

// headers is the folder of llad.h in the installation that this program is of; "" where it is none, or one that compilers
// search anyhow.
func headers() string {
	program, err := os.Executable()
	if err != nil {
		return ""
	}
	if program, err = filepath.EvalSymlinks(program); err != nil {
		return ""
	}
	dir := filepath.Join(filepath.Dir(filepath.Dir(program)), "include")
	if _, err := os.Stat(filepath.Join(dir, "llad.h")); err != nil || dir == "/usr/include" || dir == "/usr/local/include" {
		return ""
	}
	return dir
}

// launch runs one command line of a build that names its compiler.
func launch(args []string, s streams) error { return switchedBuild(s).Launch(args, newestLLVM) }

// switchedBuild is a build as the environment has it.
func switchedBuild(s streams) *wrapper.Build {
	b := newBuild(s)
	b.All, b.Record = isSet("LLAD_ALL"), isSet("LLAD_IR")
	return b
}

// isSet tells whether a switch of the environment is on.
func isSet(name string) bool {
	v := os.Getenv(name)
	return v != "" && v != "0"
}
