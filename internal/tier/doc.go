/*
Package tier decides how much of the test matrix runs.

The whole matrix takes hours on a machine without caches. The fast tier, which
`make test` runs, takes a share of it that a hash of the program's name
chooses, so that a program that comes or goes moves no other. LLAD_TIER=all
runs everything; `make test-all` sets it.

A test asks Share or Take for each check that it could leave out, and Pick for
one of several configurations. What is left out is counted: a package's
TestMain prints Report, and the command that runs the tests adds the lines up.

The package imports nothing of llad, and tests alone import it.
*/
package tier
