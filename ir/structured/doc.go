// Package structured writes functions with structured control flow: variables,
// conditions, loops and accesses to words of memory, on top of ir.Builder. What
// support functions of generated code do is written with it.
//
// It is not for code that becomes a part of a program's function: variables are
// stack slots until a later pass turns them into values.
package structured
