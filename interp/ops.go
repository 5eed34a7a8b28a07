package interp

import "github.com/llad-ad/llad/ir"

// opcode is an operation of the decoded form.
type opcode uint8

const (
	opNop opcode = iota
	// control
	opRet        // a: first slot, n slots
	opBr         // a: edge
	opCondBr     // a: condition, b and c: edges
	opSwitch     // a: value, b: default edge, x.cases
	opIndirectBr // a: address, x.cases
	opUnreachable
	opResume     // a: exception
	opLandingPad // x.clauses
	// calls: dst, n result slots, x.args ...
	opCall       // x.callee
	opCallNative // x.native
	opCallPtr    // a: address
	opMath1      // x.f1 over n lanes
	opMath2
	opMath3
	// memory; imm: alignment-1
	opLoadW  // a: address, w: bytes, aux: mask
	opLoad   // a: address, x.shape
	opStoreW // a: address, b: value, w: bytes
	opStore  // a: address, b: value, x.shape
	opAlloca // a: count, aux: element size, imm: alignment
	opCmpXchg
	opRMW
	opGEP0   // a + imm
	opGEP1   // a + sext(b, w)*aux + imm
	opGEPN   // a + sum of x.index + imm
	opGEPVec // the same over n lanes
	// data movement of n slots
	opCopy1
	opCopy
	opFreeze
	opInsert     // dst = a (n slots) with b (aux slots) at imm
	opExtractDyn // dst = member b of a (n members of aux slots)
	opInsertDyn  // dst = a with b in place c
	opShuffle    // x.index: slots, -1 undefined
	opRepack     // from x.shape to x.shape2 through memory's bits
	opSelect1
	opSelect
	opSelectVec // c-th lane decides: a: conditions, b, c: values, n lanes of aux slots
	opLanes     // sub over n lanes
	opWide      // integers of more than 64 bits, x.op
	// scalar integers of w bits, imm: mask
	opAdd
	opSub
	opMul
	opAnd
	opOr
	opXor
	opShl
	opLShr
	opAShr
	opUDiv
	opSDiv
	opURem
	opSRem
	opEQ
	opNE
	opUGT
	opUGE
	opULT
	opULE
	opSGT
	opSGE
	opSLT
	opSLE
	// floating point
	opFAdd64
	opFSub64
	opFMul64
	opFDiv64
	opFAdd32
	opFSub32
	opFMul32
	opFDiv32
	opFAdd // any kind k
	opFSub
	opFMul
	opFDiv
	opFRem
	opFNeg
	opFCmp // pred
	// conversions from w bits or kind k, to w2 bits or kind k2
	opTrunc // imm: mask
	opSExt
	opFPCast
	opFPToUI
	opFPToSI
	opUIToFP
	opSIToFP
)

// inst is a decoded instruction. Slots a, b, c and dst are indices into the
// frame; what a field means for an operation stands beside its opcode.
type inst struct {
	op    opcode
	sub   opcode // opLanes
	w, w2 uint8
	k, k2 leafKind
	pred  ir.Pred
	n     int32
	dst   int32
	a     int32
	b     int32
	c     int32
	imm   uint64
	aux   uint64
	x     *extra
	src   *ir.Instr
}

// extra holds what few operations need.
type extra struct {
	op             ir.Op
	shape, shape2  *shape
	index          []gepIndex
	shuffle        []int32
	cases          map[uint64]int32 // value to edge
	args           []argRef
	callee         *function
	native         *builtin
	fnType         *ir.Type
	ret            *shape // of a call's result
	f1             func(float64) float64
	f2             func(x, y float64) float64
	f3             func(x, y, z float64) float64
	normal, unwind int32 // edges of an invoke, -1 for a call
	clauses        []clause
	cleanup        bool
	rmw            string
}

// gepIndex is one variable index of an address computation.
type gepIndex struct {
	slot  int32
	w     uint8
	vec   bool // one per lane
	scale uint64
}

// argRef is an argument of a call.
type argRef struct {
	slot, n int32
	typ     *ir.Type
	copied  int64 // a variable argument: bytes that the call copies of what it leads to, 0 for none
	align   uint64
}

// clause is a catch (or filter) of a landing pad.
type clause struct {
	slot   int32
	filter bool
}

// edge is a way from one block to another.
type edge struct {
	pc     int32
	count  uint64 // instructions of the target block
	to     *ir.Block
	moves  []phiMove
	staged bool // a move overwrites what a later one reads
}

type phiMove struct{ dst, src int32 }

// function is a function of the module, decoded when first called.
type function struct {
	ir         *ir.Function
	obj        *object
	decoded    bool
	err        error // why it cannot be decoded
	native     *builtin
	code       []inst
	edges      []edge
	params     []paramRef
	nret       int32
	constBase  int32
	consts     []uint64
	constUnd   []uint64 // nil when no constant has undefined bits
	nslots     int32
	entry      uint64 // instructions of the entry block
	retNoUndef bool
	prologue   bool // there are byval parameters or variable arguments
	steps      uint64
	heap       uint64
	calls      uint64
	counters   []int
}

// paramRef is a formal parameter.
type paramRef struct {
	slot, n int32
	noundef bool
	byval   int64 // bytes that the callee gets a copy of, -1 for none
	align   uint64
}
