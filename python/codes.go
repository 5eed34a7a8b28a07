package python

// The diagnostic code of this package; LIMITATIONS.md explains it.
const codeForeign = "L0907" // what has no form in Python
