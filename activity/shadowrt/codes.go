package shadowrt

// The codes of what generated code finds out, or adapters of given derivatives.
const (
	CodeIndirect   = "L0105" // indirect call whose target may have no shadow
	CodeGlobalDeep = "L0312" // active data behind a pointer that code elsewhere put into a global
	CodeGivenShape = "L0316" // a given derivative does not fit its function
)
