/*
Package e2e holds the end-to-end tests: every C program of testdata/c, compiled
by every clang at its levels, and those of testdata/cxx and testdata/rust, by
theirs, differentiated in both modes, linked and run. It has test files only.

# The programs

Programs stand in folders by what they show: testdata/c/loops, testdata/cxx/maps,
testdata/rust/results. Their names say what they show and are there once in a
language, so that tests call a program by its name alone (native.ProgramPath), and
their first line is a comment that tells what they are there for. Those of
testdata/special are for tests of their own, which name them: programs that are
refused, or that a derivative stops in, and such as are built at some levels only.

A program is one file that can be compiled alone. Comment lines at its head
that start with `// llad:` say what is differentiated and at which point. One
directive a line:

	func NAME TYPE             the function, and what it returns: double, float, long-double, int, void
	arg NAME ACTIVITY TYPE[COUNT] INIT [inout]
	                           one line for each parameter, in order
	leaves NAME PATH...        the floats in one element of a parameter of struct type: x y v[3] pos.x w:float
	decl TEXT                  a C declaration the other directives need (struct types)
	setup STATEMENT            C, run on every fresh set of arguments, with the parameters' names in scope
	cflags FLAG...             flags of the compiler, besides the level
	builds WHICH LEVEL...      Rust: built by the newest or the oldest rustc at these levels (0 1 2 3 s z)
	                           only; without, by every rustc (TestDerivativesRust)
	tags WORD...               what the program is about; see below
	difftol X                  largest relative error against central differences (1e-6)
	dottol X                   largest relative error of forward against reverse (1e-12)
	expect ret VALUE           what the function returns at the point
	expect LEAF VALUE          what memory holds afterwards
	expect grad IN [of OUT] VALUE
	                           one entry of the gradient; OUT is ret unless given
	expect jvp OUT by IN VALUE one entry of the tangent

ACTIVITY is const, dup, dupnoneed or out (a float passed by value). TYPE[COUNT]
is a pointer to so many elements, TYPE alone is passed by value. INIT is `zero`
(an output: the reverse sweep is seeded there), a number, a list `{a,b,c}`,
`range(lo,hi)` (drawn from a fixed sequence, short in binary so that float and
double hold the same number), or `setup` (left to the setup directives).
`inout` marks memory that is read and written, and so is seeded as well. A LEAF
is a parameter's name with what leads to one float: a, x[3], s[0].pos.x.

Setup statements run for the primal arguments and once more for the shadows,
so that pointers inside the arguments lead from shadow to shadow.

# What is checked

With s all floats that the active arguments hold before the call and F(s) all
that they hold after it plus the result, a program is right when

	f_grad leaves J^T w in the shadows that were w before,
	f_jvp leaves J v in the shadows that were v before,
	J^T w agrees with central differences of the scalar w.F (Ridders' extrapolation),
	<w, J v> = <J^T w, v>,
	f_grad and f_jvp return what f returns and leave in the caller's memory
	what f leaves there, bit for bit,
	a second call of f_grad in the same process gives the same again, and adds
	to gradients that are already there,
	the figures of the expect lines come out to two units in the last place.

The differences are taken on a build of the same source in which float is
double (internal/native/widen.h), where they are exact enough to judge a float
program; float programs state a difftol and dottol that their own rounding
needs. `nowiden` takes them from the source as it is (bit tricks on floats).

Tags that the tests know: nowiden; float (single precision somewhere, so that
1e-12 cannot hold); reassociates (the
source lets the compiler do so, and results need not agree to the last bit); kink (no differences are taken at this point); settled (its derivatives by names end with a message, see LIMITATIONS.md); longdouble; seed1 to seed4 (a figure of that source
document is expected).

# Running them

The fast tier (`make test`) takes every program in one configuration of its language,
which the program's name chooses, so that one of n configurations gets one program in n;
of the other checks it takes the shares that tiers_test.go states. 10 % of the programs
are built as the whole matrix builds them, the others quickly: the derivative is compiled
without optimisation, leaks are all that a sanitizer looks for, and the differences are
those of the program itself, taken in the same run, unless it has floats of 32 bits.
LLAD_TIER=all runs everything (`make test-all`).

LLAD_PROGRAMS is a regular expression that narrows a run to programs by name,
in every configuration:

	LLAD_PROGRAMS='^gmm$' go test ./e2e -run 'TestDerivatives$/clang19-O2'

What compilers and drivers printed for the same input is kept in the user's
cache directory (internal/native/keep.go), so a second run costs what changed;
LLAD_TEST_CACHE=off does without. LLAD_CLANG_19, LLAD_OPT_19 and their like
name other compilers than those on the PATH. LLAD_TEST_PROFILE names a file that gets a
line for each command that was run, with its processor time.
*/
package e2e
