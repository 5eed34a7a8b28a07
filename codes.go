package llad

// The diagnostic codes of this package; LIMITATIONS.md explains them.
const (
	codeNested         = "L0601" // a function whose derivative contains the call that asks for it
	codeMarkerKind     = "L0602" // a marker function that is not supported
	codeMarkerArgs     = "L0603" // arguments of a marker call that do not fit the function
	codeNoTarget       = "L0604" // a marker call whose function is known only at run time
	codeNoBody         = "L0605" // a marker call on a function without a body
	codeMarkerWidth    = "L0606" // a width that is no constant
	codeMarkerUnknown  = "L0607" // a marker that is not known
	codeMarkerActivity = "L0608" // a marker that does not suit its argument
	codeMarkerType     = "L0609" // an argument of another type than the parameter's
	codeMarkerResult   = "L0610" // a result too small for the derivatives
	codeRegistration   = "L0611" // a registration that is not understood
	codeTableGlobal    = "L0613" // a variable that functions behind a table of shadows share with derivatives
	codeInlined        = "L0612" // a registered function that the compiler may have inlined

	codeNoFunc     = "L0701" // no function of that name
	codeDeclared   = "L0702" // a function without a body
	codeAmbiguous  = "L0703" // several functions could be meant, or none
	codeParam      = "L0704" // no such parameter, or not so many numbers in it
	codeActivity   = "L0705" // an activity that the parameter's type cannot have
	codeForeign    = "L0706" // a type that C or Rust has no word for
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

	codeCheckInput = "L0730" // inputs that check cannot make
	codeCheckRun   = "L0731" // the program faults in the interpreter
	codeDemo       = "L0732" // the demo's figures are off
	codeCheckPoint = "L0733" // the function gives no finite number

	codeInternal = "L0799" // a defect of llad
)
