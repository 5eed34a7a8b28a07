// Package indirect promotes calls through pointers, of which virtual calls are most: where few
// functions can be meant, the pointer is compared with their addresses, and what is called then
// can be inlined (indirect call promotion, as LLVM does it with a profile).
//
//	promote.go     which calls, and the comparisons in front of them
//	candidates.go  the functions that may be meant
//	accesses.go    whether their bodies can stand side by side in one function
package indirect
