package pipeline

// The diagnostic codes of this package; LIMITATIONS.md explains them.
const (
	codeNoFunc     = "L0701" // no function of that name
	codeDeclared   = "L0702" // a function without a body
	codeAmbiguous  = "L0703" // several functions could be meant, or none
	CodeParam      = "L0704" // no such parameter, or not so many numbers in it
	codeActivity   = "L0705" // an activity that the parameter's type cannot have
	codeTaken      = "L0707" // the name for the derivative is taken
	codeVariadic   = "L0708" // a variadic function
	codeNoneActive = "L0709" // no active parameter
	codeOwnResult  = "L0711" // a result that leads to memory for whose adjoint there is no place
	codeDialect    = "L0712" // syntax that the LLVM version asked for does not read
	codeLeaving    = "L0713" // a note: floats leave a function where no adjoint or tangent reaches them
	codeNothing    = "L0714" // no float leaves the function
	codeAssumed    = "L0715" // a note: a function without a body is taken to touch no active data
	codeDevice     = "L0716" // a module for a device
	codeBarrier    = "L0717" // threads wait for each other in what reverse mode takes apart

	codeNames  = "L0718" // a note: a derivative is made by names
	codeMostly = "L0719" // a note: memory is taken for what most of its accesses say

	codeInternal = "L0799" // a defect of llad
)
