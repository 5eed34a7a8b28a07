package report

// The diagnostic codes of this package; LIMITATIONS.md explains them.
const (
	codeCheckInput = "L0730" // inputs that check cannot make
	codeCheckRun   = "L0731" // the program faults in the interpreter
	codeDemo       = "L0732" // the demo's figures are off
	codeCheckPoint = "L0733" // the function gives no finite number
)
