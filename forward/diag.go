package forward

// The codes of this package's diagnostics.
const (
	CodeInstr    = "L0501"
	CodeCall     = "L0502"
	CodeIndirect = "L0503"
	CodeNoShadow = "L0504"
	CodeUnknown  = "L0505"
	CodeBits     = "L0506"
	CodeControl  = "L0507"
	CodeSplit    = "L0508"
)

// Codes explains every diagnostic of this package, for LIMITATIONS.md. Most
// programs that meet one of them are refused by package activity before.
var Codes = []struct{ Code, Meaning, WorkAround string }{
	{CodeInstr, "an instruction that has no tangent form works on active data", "see the message"},
	{CodeCall, "a call has no tangent form", "give the callee's IR, register a rule, or mark it inactive"},
	{CodeIndirect, "an indirect call on active data goes through a function pointer without a shadow", "pass the function pointer as dup, or call the function directly"},
	{CodeNoShadow, "active data is read from memory that has no shadow", "pass the memory as a dup parameter"},
	{CodeUnknown, "bytes of undecided type are written to memory with a shadow", "copy with typed loads and stores"},
	{CodeBits, "integer arithmetic changes the bits of an active float in a way that is not understood", "write it with floating-point operations (fabs, copysign, ldexp)"},
	{CodeSplit, "tangents from a tape (`__enzyme_fwdsplit`) of a function that leaves addresses in memory of its caller or frees such memory, works with variables that hold addresses, catches exceptions and goes on, works with threads, or on active data calls functions with variable arguments or operates atomically", "plain forward mode (`__enzyme_fwddiff`)"},
	{CodeControl, "a branching assembly statement on active data, or exception handling of the Windows kind", "compile without exceptions, replace the assembly"},
}
