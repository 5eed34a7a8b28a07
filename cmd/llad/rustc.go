package main

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/llad-ad/llad/wrapper"
)

// rustcAbout says what the wrapper of rustc does.
const rustcAbout = "For cargo: RUSTC_WRAPPER=llad. The arguments are those of rustc. A crate whose sources hold markers is compiled to " +
	"IR, differentiated, and compiled by clang (that of LLAD_CC, else the newest on the PATH), which must not be older than " +
	"rustc's LLVM. Other crates go to rustc as they are."

// rustc is the compiler wrapper for Rust.
func rustc(args []string, s streams) error { return compileRust([]string{"rustc"}, args, s) }

// isRustc tells whether an argument names rustc, as the first one does that cargo gives its
// wrapper.
func isRustc(arg string) bool {
	return strings.ContainsRune(arg, filepath.Separator) && strings.TrimSuffix(filepath.Base(arg), ".exe") == "rustc"
}

// compileRust runs one command line of rustc.
func compileRust(compiler, args []string, s streams) error {
	clang, err := wrapper.FindCompiler(wrapper.C, newestLLVM)
	if err != nil {
		clang = []string{string(wrapper.C)} // said where it is needed
	}
	return switchedBuild(s).Rust(compiler, args, clang)
}

// newBuild is a build with the streams of the command.
func newBuild(s streams) *wrapper.Build {
	return &wrapper.Build{In: s.in, Out: s.out, Err: s.err, Say: s.say, Replace: s.out == os.Stdout && s.err == os.Stderr}
}
