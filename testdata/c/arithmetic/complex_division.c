// Division that checks for infinities: a library call with four floats.
// llad: func f double
// llad: arg x dup double[4] {0.75,-0.5,1.25,0.625}
// llad: tags complex
double f(const double *x) {
  double _Complex z = __builtin_complex(x[0], x[1]), c = __builtin_complex(x[2], x[3]);
  double _Complex q = z / c;
  q = q * q + z;
  q = c / q + 1.0 / z;
  return __real__ q * 1.5 + __imag__ q * __real__ z;
}
