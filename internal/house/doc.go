// Package house holds tests of how the packages stand to each other: the
// direction of imports and what every package must have. It has no code.
package house
