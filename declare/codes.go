package declare

// The diagnostic code of this package; LIMITATIONS.md explains it.
const codeForeign = "L0706" // a type that C or Rust has no word for
