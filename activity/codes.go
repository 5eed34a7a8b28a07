package activity

import "github.com/llad-ad/llad/activity/shadowrt"

// The codes of this package's diagnostics.
const (
	CodeNoRule         = "L0104" // call of a function that has neither a body nor a rule
	CodeAsm            = "L0106" // inline assembly on active data
	CodeMixed          = "L0201" // bytes that hold both floats and integers are moved
	CodeUndecided      = "L0202" // bytes of undecided type are moved
	CodeBits           = "L0203" // bit operations on the representation of an active float
	CodeAtomic         = "L0204" // an atomic operation on active data without a rule
	CodeUnknownMem     = "L0311" // active data is stored to memory of unknown origin
	CodeLateGlobal     = "L0313" // a global became active after a function that uses it was analysed
	CodeOverwrite      = "L0314" // a library function writes over floats in memory with a shadow
	CodeGivenShadow    = "L0315" // a function with a given derivative gets a pointer to inactive memory
	CodeLostInConstant = "L0318" // active data goes through memory that is declared constant
	CodeInstruction    = "L0411" // an instruction that has no derivative stands on active data
	CodeTwice          = "L0412" // a call that may return twice

	CodeInstrumented = "L0317" // a sanitizer's checks in a function
)

// Codes explains every diagnostic of this package, for LIMITATIONS.md.
var Codes = []struct{ Code, Meaning, WorkAround string }{
	{CodeNoRule, "a function without body and without rule receives or returns active data", "give its IR, register a rule, or say that it has no derivative (`-inactive`)"},
	{shadowrt.CodeIndirect, "an indirect call on active data goes through a pointer that has no shadow", "pass the function pointer as dup, or call the function directly"},
	{CodeAsm, "inline assembly reads or writes active data", "write in code what it computes, or use an intrinsic"},
	{CodeMixed, "bytes are moved that hold floats at some times and integers at others", "copy the members with their own types"},
	{CodeUndecided, "bytes are moved of which nothing tells whether they are floats or integers", "copy with typed loads and stores, or compile with type metadata (-O1 and higher without -fno-strict-aliasing)"},
	{CodeBits, "integer arithmetic changes the bits of an active float in a way that is not understood", "write it with floating-point operations (fabs, copysign, ldexp)"},
	{CodeAtomic, "reverse mode: an atomic read-modify-write other than an addition works on active data", "use an atomic addition or plain accesses"},
	{CodeUnknownMem, "active data is stored through a pointer whose origin is unknown (an integer, an unknown function's result)", "pass the memory as a dup parameter"},
	{shadowrt.CodeGlobalDeep, "active data lives in memory that is reached through a global variable which other code set", "pass the memory as a dup parameter"},
	{CodeLateGlobal, "one module-wide analysis served two requests that disagree on a global variable", "leave out `-transport settled`: by names it has a derivative"},
	{CodeOverwrite, "a library function that reads input or formats text writes over floats that have derivatives", "let it write to a variable of its own and assign from that"},
	{CodeLostInConstant, "active data is written to memory that the request declares constant, and may be read there again: its derivative would be lost", "pass the memory as a `dup` parameter, with a shadow of zeros"},
	{CodeGivenShadow, "a function whose derivative the program gives takes a shadow for every pointer, and gets a pointer to memory that has none", "pass the memory as a dup parameter"},
	{shadowrt.CodeGivenShape, "the derivative that the program gives for a function has other parameters or another result than it must have", "the message tells the parameters"},
	{CodeTwice, "a function that is differentiated calls setjmp or another function that returns twice", "leave the function by its return values"},
	{CodeInstrumented, "AddressSanitizer or MemorySanitizer has put its checks into a function that is differentiated", "differentiate the IR before they are put there (clang -fsanitize=... -Xclang -disable-llvm-passes), and compile the result with -fsanitize=..."},
	{CodeInstruction, "the instruction has no derivative", "see the message"},
}
