package wrapper

// The codes of diagnostics; LIMITATIONS.md explains them.
const (
	codeNoCompiler = "L0901"
)
