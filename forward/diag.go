package forward

// The codes of this package's diagnostics.
const (
	CodeInstr = "L0501"
	CodeSplit = "L0508"
)

// Codes explains every diagnostic of this package, for LIMITATIONS.md. Most
// programs that meet one of them are refused by package activity before.
var Codes = []struct{ Code, Meaning, WorkAround string }{
	{CodeInstr, "an instruction or a form of control flow has no tangent form: one on active data, a branching assembly statement, exception handling of the Windows kind", "compile without exceptions, replace the assembly"},
	{CodeSplit, "tangents from a tape (`__enzyme_fwdsplit`) of a function that leaves addresses in memory of its caller or frees such memory, works with variables that hold addresses, catches exceptions and goes on, works with threads, or on active data calls functions with variable arguments or operates atomically", "plain forward mode (`__enzyme_fwddiff`)"},
}
