// Package memtypes records which types the bytes of an object hold, and how sure that is.
//
// A Record says that so many bytes at an offset, or at each of many offsets, are one scalar. A Memory is all that
// is known of one object; where records contradict each other, the higher Rank wins. What an access or a copy
// touches is asked as pieces: runs of bytes of one class. AliasTypes reads the structs that LLVM's metadata for
// type-based alias analysis describes (LLVM Language Reference, "tbaa Metadata").
//
// An Addr is an object and an arithmetic progression of offsets in it.
package memtypes
