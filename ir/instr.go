package ir

// Op is the opcode of an instruction or constant expression.
type Op uint8

// The opcodes of LLVM 14 to 22.
const (
	BadOp Op = iota
	// terminators
	Ret
	Br // Arg 0 is the condition when there are two Blocks
	Switch
	IndirectBr
	Invoke
	CallBr
	Resume
	Unreachable
	CleanupRet
	CatchRet
	CatchSwitch
	// arithmetic
	FNeg
	Add
	FAdd
	Sub
	FSub
	Mul
	FMul
	UDiv
	SDiv
	FDiv
	URem
	SRem
	FRem
	Shl
	LShr
	AShr
	And
	Or
	Xor
	// vectors and aggregates
	ExtractElement
	InsertElement
	ShuffleVector
	ExtractValue
	InsertValue
	// memory
	Alloca
	Load
	Store
	Fence
	CmpXchg
	AtomicRMW
	GetElementPtr
	// conversions
	Trunc
	ZExt
	SExt
	FPTrunc
	FPExt
	FPToUI
	FPToSI
	UIToFP
	SIToFP
	PtrToInt
	PtrToAddr
	IntToPtr
	BitCast
	AddrSpaceCast
	// others
	ICmp
	FCmp
	Phi
	Select
	Freeze
	Call
	VAArg
	LandingPad
	CatchPad
	CleanupPad
	numOps
)

var opNames = [numOps]string{
	Ret: "ret", Br: "br", Switch: "switch", IndirectBr: "indirectbr", Invoke: "invoke", CallBr: "callbr",
	Resume: "resume", Unreachable: "unreachable", CleanupRet: "cleanupret", CatchRet: "catchret", CatchSwitch: "catchswitch",
	FNeg: "fneg", Add: "add", FAdd: "fadd", Sub: "sub", FSub: "fsub", Mul: "mul", FMul: "fmul", UDiv: "udiv", SDiv: "sdiv",
	FDiv: "fdiv", URem: "urem", SRem: "srem", FRem: "frem", Shl: "shl", LShr: "lshr", AShr: "ashr", And: "and", Or: "or", Xor: "xor",
	ExtractElement: "extractelement", InsertElement: "insertelement", ShuffleVector: "shufflevector",
	ExtractValue: "extractvalue", InsertValue: "insertvalue",
	Alloca: "alloca", Load: "load", Store: "store", Fence: "fence", CmpXchg: "cmpxchg", AtomicRMW: "atomicrmw",
	GetElementPtr: "getelementptr",
	Trunc:         "trunc", ZExt: "zext", SExt: "sext", FPTrunc: "fptrunc", FPExt: "fpext", FPToUI: "fptoui", FPToSI: "fptosi",
	UIToFP: "uitofp", SIToFP: "sitofp", PtrToInt: "ptrtoint", PtrToAddr: "ptrtoaddr", IntToPtr: "inttoptr",
	BitCast: "bitcast", AddrSpaceCast: "addrspacecast",
	ICmp: "icmp", FCmp: "fcmp", Phi: "phi", Select: "select", Freeze: "freeze", Call: "call", VAArg: "va_arg",
	LandingPad: "landingpad", CatchPad: "catchpad", CleanupPad: "cleanuppad",
}

// String is the opcode's keyword.
func (op Op) String() string { return opNames[op] }

// OpByName maps a keyword to its opcode; BadOp when there is none.
func OpByName(s string) Op { return opByName[s] }

var opByName = func() map[string]Op {
	m := make(map[string]Op, numOps)
	for op, s := range opNames {
		if s != "" {
			m[s] = Op(op)
		}
	}
	return m
}()

// IsTerminator reports whether op ends a block.
func (op Op) IsTerminator() bool { return op >= Ret && op <= CatchSwitch }

// IsBinary reports whether op takes two operands of its result type.
func (op Op) IsBinary() bool { return op >= Add && op <= Xor }

// IsCast reports whether op is a conversion.
func (op Op) IsCast() bool { return op >= Trunc && op <= AddrSpaceCast }

// Flags are the one-word modifiers of instructions that have a meaning here;
// the writer spells each where LLVM wants it.
type Flags uint32

// The flags. NUW to SameSign stand behind the opcode; the fast-math ones too.
const (
	NUW Flags = 1 << iota
	NSW
	Exact
	InBounds
	NUSW
	NNeg
	Disjoint
	SameSign
	Volatile
	Atomic
	Weak       // cmpxchg
	InAlloca   // alloca
	SwiftError // alloca
	Cleanup    // landingpad
	FMFReassoc
	FMFNNaN
	FMFNInf
	FMFNSZ
	FMFARcp
	FMFContract
	FMFAFn
	TailCall
	MustTail
	NoTail
	Owned // load: while it runs, no other thread of a team loads the same; see Function.Team. It is not written
)

// FastMath is every fast-math flag (`fast`).
const FastMath = FMFReassoc | FMFNNaN | FMFNInf | FMFNSZ | FMFARcp | FMFContract | FMFAFn

// Pred is the predicate of an icmp or fcmp.
type Pred uint8

// The predicates; those from FFalse on are fcmp's.
const (
	NoPred Pred = iota
	EQ
	NE
	UGT
	UGE
	ULT
	ULE
	SGT
	SGE
	SLT
	SLE
	FFalse
	OEQ
	OGT
	OGE
	OLT
	OLE
	ONE
	ORD
	UNO
	UEQ
	FUGT
	FUGE
	FULT
	FULE
	UNE
	FTrue
)

var predNames = [...]string{"", "eq", "ne", "ugt", "uge", "ult", "ule", "sgt", "sge", "slt", "sle",
	"false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "uno", "ueq", "ugt", "uge", "ult", "ule", "une", "true"}

// String is the predicate's keyword.
func (p Pred) String() string { return predNames[p] }

// Attachment is a metadata attachment, e.g. {"dbg", "!12"}.
type Attachment struct {
	Kind, Node string
	Adjoint    bool // of a place in the source: this is the adjoint of what is there (see AttachDebug)
}

// CalledName is the name of the function that the instruction calls, "" where it calls none
// or goes through a pointer.
func (i *Instr) CalledName() string {
	if f := i.CalledFunc(); f != nil {
		return f.Name
	}
	return ""
}

// Extra holds what few instructions have, as text where nothing here depends
// on it. Nil fields and empty strings mean absent.
type Extra struct {
	FnType    *Type    // call, invoke, callbr: the callee's function type
	CC        string   // calling convention and address space words before the result type
	RetAttrs  string   // attributes of the result
	ArgAttrs  []string // attributes per argument (same length as the arguments, or nil)
	FnAttrs   string   // attributes and groups behind the arguments, e.g. "nounwind #4"
	Bundles   string   // operand bundles, brackets included
	Ordering  string   // atomics: syncscope and ordering(s) as written
	RMWOp     string   // atomicrmw: the operation
	Clauses   string   // landingpad, catchpad, cleanuppad, catchswitch: the rest of the text
	AddrSpace string   // alloca: addrspace(n) as written
	Others    string   // flags behind the opcode that are not known here, as written

	bundleVals []Value // the locals that stand where Bundles has a zero byte
}

// Instr is an instruction and the value it defines.
//
//	op             operands                         Blocks            other fields
//	ret            [value]
//	br             [condition]                      1 or 2 targets
//	switch         value, case values...            default, cases...
//	call, invoke   arguments..., callee             normal, unwind    X.FnType ...
//	phi            incoming values                  incoming blocks
//	load           address                                            Typ, Align
//	store          value, address                                     Align
//	getelementptr  base, indices...                                   Elem: source element type
//	alloca         number of elements (i32 1 when absent)             Elem: allocated type
//	extractvalue   aggregate                                          Indices
//	insertvalue    aggregate, value                                   Indices
//	shufflevector  a, b, mask constant
//	select         condition, a, b
//	icmp, fcmp     a, b                                               Pred
//	atomicrmw      address, value                                     X.RMWOp, X.Ordering
//	cmpxchg        address, expected, new                             X.Ordering
//	landingpad     clause values...                                   X.Clauses keeps each clause's keyword
type Instr struct {
	uses
	Op      Op
	Pred    Pred
	Flags   Flags
	Line    int32 // line in the module's text; 0 for generated code
	Align   int32 // bytes; 0 when not stated
	ID      int32 // scratch number for analyses, see Function.Number
	Mark    int32 // the number that an analysis gave, which keeps a table to see whether it still is its own
	Typ     *Type
	Elem    *Type
	Name    string // without %, quotes included; "" for void or numbered
	Parent  *Block
	Blocks  []*Block
	Indices []int
	Meta    []Attachment
	X       *Extra
	ops     []Use
}

// Type implements Value.
func (i *Instr) Type() *Type { return i.Typ }

// Ident implements Value. Unnamed values get a name when a function is written.
func (i *Instr) Ident() string { return "%" + i.Name }

// NewInstr makes an instruction that stands in no block yet.
func NewInstr(op Op, typ *Type, args ...Value) *Instr {
	i := &Instr{Op: op, Typ: typ}
	i.SetArgs(args...)
	return i
}

// NumArgs is the number of operands.
func (i *Instr) NumArgs() int { return len(i.ops) }

// Arg is operand k.
func (i *Instr) Arg(k int) Value { return i.ops[k].Val }

// Args is a fresh slice of all operands.
func (i *Instr) Args() []Value {
	a := make([]Value, len(i.ops))
	for k := range i.ops {
		a[k] = i.ops[k].Val
	}
	return a
}

// SetArg replaces operand k.
func (i *Instr) SetArg(k int, v Value) { i.ops[k].set(v) }

// SetArgs replaces all operands.
func (i *Instr) SetArgs(args ...Value) {
	for k := range i.ops {
		i.ops[k].set(nil)
	}
	if cap(i.ops) < len(args) {
		i.ops = make([]Use, len(args))
	}
	i.ops = i.ops[:len(args)]
	for k, v := range args {
		i.ops[k] = Use{User: i, index: int32(k)}
		i.ops[k].set(v)
	}
}

// AddArg appends an operand.
func (i *Instr) AddArg(v Value) {
	if len(i.ops) < cap(i.ops) {
		k := len(i.ops)
		i.ops = i.ops[:k+1]
		i.ops[k] = Use{User: i, index: int32(k)}
		i.ops[k].set(v)
		return
	}
	args := make([]Value, len(i.ops), len(i.ops)+1)
	for k := range i.ops {
		args[k] = i.ops[k].Val
		i.ops[k].set(nil)
	}
	i.ops = make([]Use, 0, 2*len(args)+2)
	i.SetArgs(append(args, v)...)
}

// AddIncoming appends a value and its block to a phi.
func (i *Instr) AddIncoming(v Value, from *Block) {
	i.AddArg(v)
	i.Blocks = append(i.Blocks, from)
}

// RemoveIncoming drops entry k of a phi.
func (i *Instr) RemoveIncoming(k int) {
	args := i.Args()
	i.SetArgs(append(args[:k:k], args[k+1:]...)...)
	i.Blocks = append(i.Blocks[:k:k], i.Blocks[k+1:]...)
}

// Incoming is the value of a phi for control that comes from block b, nil if none.
func (i *Instr) Incoming(b *Block) Value {
	for k, from := range i.Blocks {
		if from == b {
			return i.ops[k].Val
		}
	}
	return nil
}

// IsCall reports whether i is a call, invoke or callbr.
func (i *Instr) IsCall() bool { return i.Op == Call || i.Op == Invoke || i.Op == CallBr }

// Callee is the called value of a call, invoke or callbr.
func (i *Instr) Callee() Value { return i.ops[len(i.ops)-1].Val }

// NumCallArgs is the number of arguments of a call.
func (i *Instr) NumCallArgs() int { return len(i.ops) - 1 }

// CallArgs is a fresh slice of the arguments of a call.
func (i *Instr) CallArgs() []Value { a := i.Args(); return a[:len(a)-1] }

// CalledFunc is the function a call names directly (through casts of the
// typed world and aliases), nil for indirect calls and assembly.
func (i *Instr) CalledFunc() *Function {
	if !i.IsCall() {
		return nil
	}
	f, _ := AliasTarget(i.Callee()).(*Function)
	return f
}

// Extra gives the instruction's Extra, made when absent.
func (i *Instr) Extra() *Extra {
	if i.X == nil {
		i.X = &Extra{}
	}
	return i.X
}

// FnType is the function type of a call, nil for others.
func (i *Instr) FnType() *Type {
	if i.X == nil {
		return nil
	}
	return i.X.FnType
}

// Metadata is the node attached under kind, "" if none.
func (i *Instr) Metadata(kind string) string {
	for _, a := range i.Meta {
		if a.Kind == kind {
			return a.Node
		}
	}
	return ""
}

// DebugLoc is the attachment with the instruction's source position, if it has one.
func (i *Instr) DebugLoc() []Attachment {
	for k, a := range i.Meta {
		if a.Kind == "dbg" {
			return i.Meta[k : k+1 : k+1]
		}
	}
	return nil
}

// AdjointLoc is DebugLoc for the adjoint of the instruction.
func (i *Instr) AdjointLoc() []Attachment {
	for _, a := range i.DebugLoc() {
		a.Adjoint = true
		return []Attachment{a}
	}
	return nil
}

// DropMetadata removes what is attached to the instruction, but its source position: what
// is known of one access need not hold for another.
func (i *Instr) DropMetadata() {
	var keep []Attachment
	for _, a := range i.Meta {
		if a.Kind == "dbg" {
			keep = append(keep, a)
		}
	}
	i.Meta = keep
}

// Detach takes the instruction out of its block; its operands stay.
func (i *Instr) Detach() {
	b := i.Parent
	if b == nil {
		return
	}
	if k := b.Index(i); k >= 0 {
		b.Instrs = append(b.Instrs[:k], b.Instrs[k+1:]...)
	}
	i.Parent = nil
}

// Erase takes the instruction out of its block and drops its operands.
func (i *Instr) Erase() {
	i.Detach()
	i.DropArgs()
}

// DropArgs takes the operands off their use lists.
func (i *Instr) DropArgs() {
	for k := range i.ops {
		i.ops[k].set(nil)
	}
	i.ops = i.ops[:0]
}
