/*
Package known is the table of known failures, testdata/known_failures.txt: what
the tests of e2e/cases and e2e/metamorphic know not to be right, with the cause.

# The table

One line a failure, with tabs between its columns:

	program, configurations, mode, change, outcome, cause

Configurations of one outcome share a line, with commas between them. The
outcome is a verdict, or a set of verdicts (WRONG|crash) where it depends on
addresses or on memory that was never written. A run that is not in the table is right.

Verdicts: right; refused CODE; message [CODE] (ended at run time with one of
llad's); WRONG; crash; leak; invalid (output that does not build or link);
internal CODE (a fault of llad's own); slow; nocompile (the compiler refuses the
program).

# What fails

A test fails where a run gives what its line does not have, in either
direction, where a line is of no run that there is, and where a line has no
cause. LLAD_KNOWN=update writes what was seen instead: outcomes change, causes
stay. A new line gets the cause of its program's other lines with the same
outcome, else what llad or a compiler said. Of WRONG, crash and leak that tells
nothing: a person writes the cause for the ? that stands there.

A set stays when it holds all that was seen, and something that is not right
was seen.
*/
package known
