// Package rules holds what is known about instructions and library functions,
// as rows of data: derivative rules, allocation, memory and inactive functions.
//
//	file           holds
//	rules.go       the API: Rule, ForInstr, Needs, Emit, Guard
//	table.go       the derivative rules, one row a function: partials, and the function
//	               in Go
//	table_outs.go  those of functions with several results: through pointers, in
//	               structs, complex; those of one target
//	load.go        from rows to rules
//	expr.go        the grammar of the rules' expressions: tree and parser
//	match.go       from an instruction or a symbol to its row
//	emit.go        from an expression to IR
//	call.go        function calls inside an expression: intrinsic or libm, widths, vectors
//	eval.go        Evaluator: the functions of the rows in Go
//	digamma.go     the one function that no C library has
//	known.go       Lookup: what is known of a function by its name
//	names.go       the rows behind Lookup
//	rustnames.go   those of Rust's library, by path
//	channels.go    those by which floats go through text or files
//	rustpath.go    from a symbol of Rust's to its path
//	rustvars.go    the rows of its variables
//	rust.go        bodies of functions of Rust's standard library
//	cbodies.go     and of the C library
//	qsort.go       the one that sorts
//	opencl.go      bodies of OpenCL's built-in functions
//	openclmoves.go bodies of its select and conversions
//	numba.go       bodies of Numba's runtime
//	memoryresources.go  functions and tables of std::pmr that derivatives bring
//	poolresources.go    the same for pools
//	threads.go     functions that start and join threads, which derivatives bring
//	futures.go     the same for std::call_once, by which futures get their values
//	variadic.go    whether a function reads its variable arguments
//	stated.go      the rule of a function by what a user states
//	supply.go      how a module gets them
//
// # The grammar of a rule
//
// A row has one expression for each operand, the partial derivative with
// respect to it applied to d, and every expression is linear in d:
//
//	expr  = or [ "?" expr ":" expr ]
//	or    = and { "|" and }
//	and   = cmp { "&" cmp }
//	cmp   = sum [ ("<" | "<=" | ">" | ">=" | "==" | "!=") sum ]
//	sum   = term { ("+" | "-") term }
//	term  = unary { ("*" | "/") unary }
//	unary = "-" unary | number | name | name "(" expr { "," expr } ")" | "(" expr ")"
//
// Names: d, the derivative that comes in; x, y, z, w, operands 0 to 3; r, the
// primal result (of an Out: its value; r0 and r1 are the values of the first
// two Outs);
// the constants pi, ln2, ln10, log2e, log10e, invpi, tworpi (2/sqrt(pi)).
// Functions: those of C's math.h by their double names; digamma; isnan; fp,
// which converts an integer; self, which calls the primal's callee; conv, which
// converts between the types of the operand and of the result.
//
// # Invariants
//
// Every row parses (a test parses them all), agrees with central differences of
// its Go function at the points that stand in it, and is emitted without branches: a special
// point costs a compare and a select. Nothing emitted needs more than LLVM 14.
//
// # At kinks
//
// The partial is that of the branch taken; where there is none (fabs, sqrt,
// cbrt, hypot at zero) it is zero. Poles stay infinite. Where a primal value
// is computed only to be dropped by a select, d is zero and the partial may be
// infinite: see Guard.
//
// Not here: how control flow, memory and calls of functions with a body are
// differentiated; that is for packages forward and reverse.
package rules
