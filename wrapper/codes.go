package wrapper

// The codes of diagnostics; LIMITATIONS.md explains them.
const (
	codeNoCompiler = "L0901"
	codeNoIR       = "L0902" // an object without IR defines what is differentiated
	codeNoLinker   = "L0903" // there is no llvm-link
	codeJoin       = "L0904" // modules that cannot be joined
	codeRecord     = "L0905" // an object's record of its IR that cannot be used
	codeRust       = "L0906" // a crate with markers that is not built
	codeRequest    = "L0908" // --llad-... that is not understood
)
