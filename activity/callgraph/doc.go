// Package callgraph finds where calls lead that name no function, and what the function that is
// differentiated reaches.
//
//	file           what it holds
//	graph.go       Graph, and the function that a request is about
//	virtual.go     virtual calls of C++: the tables of the module's classes, and their families
//	methods.go     calls through references to Rust's traits: the tables of methods
//	addresses.go   functions whose addresses are values; variables that calls through pointers may use
//	handedout.go   functions whose addresses code has that ran before
//	exceptions.go  whether exceptions are caught and looked at
//
// Nothing here depends on what memory holds: package activity asks it where points-to sets alone do not tell.
package callgraph
