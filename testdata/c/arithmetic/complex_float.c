// Complex numbers in single precision: products and a quotient.
// llad: func f float
// llad: arg x dup float[4] {0.75,-0.5,1.25,0.625}
// llad: tags complex float
// llad: difftol 2e-5
// llad: dottol 1e-5
float f(const float *x) {
  float _Complex z = __builtin_complex(x[0], x[1]), c = __builtin_complex(x[2], x[3]);
  float _Complex q = z * c + c;
  q = q / z;
  return __real__ q * 1.5f + __imag__ q * x[3];
}
