// Package wrapper stands in a build where the compiler stands: it takes the
// command lines of clang and rustc, and has derivatives made in between.
//
//	command line ─▶ Parse ─▶ Command ─▶ Build.Run ─▶ the compiler, once or several times
//
//	file         what it does
//	command.go   a command line taken apart: sources, output, phase, kinds of arguments
//	options.go   what is known of clang's options, as tables
//	response.go  response files
//	includes.go  sources that cannot hold markers, by a look at what they include
//	stages.go    the command lines that one source needs
//	compiler.go  which compiler that is, and the processes that it runs in
//	build.go     what a command line comes to: passed through, or compiled with derivatives
//	record.go    the IR that an object holds in a section of its own
//	archive.go   the members of static libraries
//	join.go      the link step: objects that markers reach from others, joined
//	rust.go      a command line of rustc, and the crate's IR
//	rustlink.go  the crate's object replaced: in libraries, and as rustc's linker
//	codes.go     the codes of its diagnostics
//
// Invariants: a source without markers and registrations is compiled by the
// command line that the build gave, as it stands. Instrumentation (sanitizers,
// coverage, profiles) is put in behind differentiation. Nothing is linked
// where a derivative is refused. Objects are joined as wholes: a variable that
// only one source sees stays one variable.
//
// It is not for flags of llad itself, or for how messages are printed.
package wrapper
