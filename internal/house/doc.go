// Package house holds tests of how the packages stand to each other: the
// direction of imports, what every package must have, and how large packages,
// files, types and functions may be. It has no code.
package house
