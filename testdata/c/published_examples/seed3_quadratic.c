// f(t) = t^2 + t + 1, f'(5) = 11.
// llad: func f double
// llad: arg t out double 5
// llad: tags seed3 straight
// llad: expect ret 31
// llad: expect grad t 11
// llad: expect jvp ret by t 11

double f(double t) { return t * t + t + 1.0; }
