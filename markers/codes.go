package markers

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
	codeInlined        = "L0612" // a registered function that the compiler may have inlined
	codeTableGlobal    = "L0613" // a variable that functions behind a table of shadows share with derivatives
)
