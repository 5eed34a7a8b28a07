/* Turns a float program into a double program, for the reference build: the
   central differences of a float function say nothing below 1e-5. */
#define _GNU_SOURCE
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define float double

#define acosf acos
#define acoshf acosh
#define asinf asin
#define asinhf asinh
#define atanf atan
#define atan2f atan2
#define atanhf atanh
#define cbrtf cbrt
#define ceilf ceil
#define copysignf copysign
#define cosf cos
#define coshf cosh
#define erff erf
#define erfcf erfc
#define expf exp
#define exp2f exp2
#define expm1f expm1
#define fabsf fabs
#define fdimf fdim
#define floorf floor
#define fmaf fma
#define fmaxf fmax
#define fminf fmin
#define fmodf fmod
#define frexpf frexp
#define hypotf hypot
#define ldexpf ldexp
#define lgammaf lgamma
#define logf log
#define log10f log10
#define log1pf log1p
#define log2f log2
#define logbf logb
#define modff modf
#define nearbyintf nearbyint
#define powf pow
#define remainderf remainder
#define rintf rint
#define roundf round
#define scalbnf scalbn
#define scalblnf scalbln
#define sinf sin
#define sinhf sinh
#define sqrtf sqrt
#define tanf tan
#define tanhf tanh
#define tgammaf tgamma
#define truncf trunc
