// Package ir reads, holds, checks and writes LLVM IR text.
//
// A Module is the text of a file split into top-level entities. What is not
// asked for stays text and is written back byte for byte; a function is read
// into instructions only when Function.Load is called. Inside there is one
// pointer world: code that analyses or transforms asks Type.IsPtr and never
// looks at pointees. A module from LLVM 14 ("typed") keeps the pointee as a
// hint in Type.Elem, and the writer puts in the bitcasts which that world needs.
//
//	node        what it is
//	Module      a file: entities, symbol tables, type table, data layout
//	Entity      a span of the file: one definition, declaration, global, type, ...
//	Type        interned per module; equal types of one module are one pointer
//	Function    a definition or declaration; a Value (its address)
//	Global      a variable, alias or ifunc; a Value (its address)
//	Block       a basic block: label and instructions, the last a terminator
//	Instr       an instruction, and the Value it defines
//	Param       a formal parameter
//	Const       a constant: number, null, undef, poison, aggregate, expression
//	Meta        a metadata operand, kept as text
//	InlineAsm   an inline assembly callee, kept as text
//
// Invariants: every operand slot of an Instr is on the use list of the local
// value (Instr, Param) in it; operands change only through SetArg, AddArg and
// friends; Instr.Parent and Block.Parent are right for whatever stands in a
// function; a phi has one operand per entry of Blocks.
//
// A module goes through these stages, each only as far as somebody asks:
//
//	Read           text to entities; fails only on what cannot be split
//	Module.Lookup  the header of a function or variable; types it names
//	Function.Load  the body; debug records, debug intrinsics and the bundles of
//	               llvm.assume are dropped
//	Clone, Builder, SetArg, ...   changes; MarkChanged for functions that were read
//	Verify         what LLVM's verifier would say of the structure
//	Module.Bytes   everything: text copied, changed bodies and additions written
//	Module.NewBytes  the additions alone, with declarations of what they use
//
// Functions that were read are written in the dialect they came in. Added ones
// are portable: every LLVM from 14 (typed) or 15 (opaque) on reads them, so the
// writer leaves out newer flags, spells newer attributes in older words, and
// keeps of the attachments what is true of any function.
//
// The package is not an optimiser (see package transform) and never evaluates code (see
// package interp).
package ir
