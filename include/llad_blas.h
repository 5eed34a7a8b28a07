/* Derivatives of BLAS, in both modes: include this (or compile with
   -include llad_blas.h) and calls of the C interface can be differentiated,
   float and double:

     dot axpy scal copy swap nrm2 asum gemv ger gemm

   The derivatives call BLAS themselves. What they need of memory that may be
   overwritten is copied; what is constant at a call costs nothing.
   Strides and leading dimensions are arbitrary, both layouts and all
   transpositions are taken. Integers are int. */
#ifndef LLAD_BLAS_H
#define LLAD_BLAS_H

#include <cblas.h>
#include <stdlib.h>

#include "llad.h"

/* One number for each parameter, in order: whether it is active. */
#define LLAD_ACTIVE(k) ((active >> (k)) & 1)
#define LLAD_LAYOUT(x) ((__typeof__(CblasRowMajor))(x))
#define LLAD_TRANS(x) ((__typeof__(CblasNoTrans))(x))
#define LLAD_FLIP(t) LLAD_TRANS((t) == (int)CblasNoTrans ? (int)CblasTrans : (int)CblasNoTrans)

#define LLAD_T double
#define LLAD_F(f) cblas_d##f
#define LLAD_N(f) llad_blas_d##f
#include "llad_blas_rules.h"
#undef LLAD_T
#undef LLAD_F
#undef LLAD_N

#define LLAD_T float
#define LLAD_F(f) cblas_s##f
#define LLAD_N(f) llad_blas_s##f
#include "llad_blas_rules.h"
#undef LLAD_T
#undef LLAD_F
#undef LLAD_N

#define LLAD_BLAS_RULE(f)                                                                                     \
    __attribute__((used)) static void *__llad_register_partial_gradient_cblas_##f[] = {                       \
        (void *)cblas_##f, (void *)llad_blas_##f##_augment, (void *)llad_blas_##f##_gradient};                \
    __attribute__((used)) static void *__llad_register_partial_derivative_cblas_##f[] = {(void *)cblas_##f,   \
                                                                                        (void *)llad_blas_##f##_tangent};
LLAD_BLAS_RULE(ddot)
LLAD_BLAS_RULE(sdot)
LLAD_BLAS_RULE(daxpy)
LLAD_BLAS_RULE(saxpy)
LLAD_BLAS_RULE(dscal)
LLAD_BLAS_RULE(sscal)
LLAD_BLAS_RULE(dcopy)
LLAD_BLAS_RULE(scopy)
LLAD_BLAS_RULE(dswap)
LLAD_BLAS_RULE(sswap)
LLAD_BLAS_RULE(dnrm2)
LLAD_BLAS_RULE(snrm2)
LLAD_BLAS_RULE(dasum)
LLAD_BLAS_RULE(sasum)
LLAD_BLAS_RULE(dgemv)
LLAD_BLAS_RULE(sgemv)
LLAD_BLAS_RULE(dger)
LLAD_BLAS_RULE(sger)
LLAD_BLAS_RULE(dgemm)
LLAD_BLAS_RULE(sgemm)

#endif
