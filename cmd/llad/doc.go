// Command llad differentiates LLVM IR. Run `llad help` for its flags.
//
//	file          what it does
//	main.go       picks the command, turns errors into messages and exit codes
//	commands.go   the commands, and what each flag is for, as tables
//	help.go       llad help, made of the tables
//	man.go        the manual page, made of them
//	completion.go what shells complete, made of them
//	version.go    llad version
//	flags.go      flags and files in any order
//	files.go      reading, and replacing files atomically
//	derive.go     llad, llad -reverse, llad -forward
//	check.go      llad check
//	explain.go    llad explain
//	demo.go       llad demo
//
// Everything else is in package llad.
package main
