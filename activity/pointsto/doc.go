// Package pointsto finds which addresses the values and the memory of a function may hold.
//
// Analyze solves inclusion constraints (Andersen, "Program Analysis and Specialization for the C Programming
// Language", 1994) over one function. An object is what a value makes: a stack slot, a variable, a call that
// allocates, a parameter's memory, or what a pointer there leads to. Addresses are objects with offsets as
// arithmetic progressions; members of an array's elements are told apart. What a call does, its Summary says: which
// addresses and which floats get from where to where, and which memory it writes and frees.
//
// It knows no activity: what is active is found by package activity, which computes the summaries.
package pointsto
