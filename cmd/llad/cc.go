package main

import (
	"os"

	"github.com/llad-ad/llad/wrapper"
)

// ccAbout says what the compiler wrappers do with a source.
const ccAbout = "For builds: CC=\"llad cc\" CXX=\"llad c++\". The arguments are clang's. The compiler is the one that LLAD_CC or " +
	"LLAD_CXX names, else the newest clang on the PATH. A source that holds markers is compiled to IR as derivatives are " +
	"fastest, differentiated, and compiled as the arguments say; sanitizers, coverage and profiles instrument the " +
	"derivatives too. Other sources go to the compiler as they are; LLAD_ALL=1 sends all through llad."

// cc is the compiler wrapper for C.
func cc(args []string, s streams) error { return compile(wrapper.C, args, s) }

// cxx is the compiler wrapper for C++.
func cxx(args []string, s streams) error { return compile(wrapper.CXX, args, s) }

// compile runs one command line of a build.
func compile(l wrapper.Language, args []string, s streams) error {
	compiler, err := wrapper.FindCompiler(l, newestLLVM)
	if err != nil {
		return err
	}
	b := &wrapper.Build{Compiler: compiler, All: isSet("LLAD_ALL"), In: s.in, Out: s.out, Err: s.err,
		Replace: s.out == os.Stdout && s.err == os.Stderr}
	return b.Run(args)
}

// isSet tells whether a switch of the environment is on.
func isSet(name string) bool {
	v := os.Getenv(name)
	return v != "" && v != "0"
}
