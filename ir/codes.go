package ir

// The diagnostic codes of this package.
const (
	codeSyntax    = "L0001" // text that is not LLVM IR
	codeEmpty     = "L0002" // nothing in the file
	codeTruncated = "L0003" // a definition that is not closed
	codeUndefined = "L0004" // a name that is used and nowhere defined
	codeInstr     = "L0005" // an unknown instruction
	codeDepth     = "L0006" // nesting too deep
	codeType      = "L0007" // unknown type, type that contains itself, types that disagree
	codeVerify    = "L0008" // a function that breaks a structural rule
	codePrivate   = "L0009" // generated code that needs what only the module itself sees
)
