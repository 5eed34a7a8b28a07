/* The markers of llad, for C and C++.

     double f(double x, double *y, int n);

     #include "llad.h"
     double df = llad_gradient(f, x, llad_dup, y, dy, n);   // reverse: returns df/dx, adds df/dy to dy
     double t  = llad_tangent(f, x, 1.0, llad_dup, y, ty, n); // forward: the tangent of the result

   The calls stay unresolved symbols until `llad file.ll -o out.ll` has replaced
   them. Behind a marker stand its argument and, after llad_dup and
   llad_dupnoneed, the argument's shadow; after llad_width a number. Without a
   marker a float is active, a pointer has a shadow and an integer is constant. */
#ifndef LLAD_H
#define LLAD_H

#ifdef __cplusplus
extern "C" {
#endif

extern int llad_const;         /* no derivative */
extern int llad_dup;           /* argument, shadow */
extern int llad_dupnoneed;     /* argument, shadow; the primal result behind the argument is not needed */
extern int llad_out;           /* reverse: the gradient with respect to this float is returned */
extern int llad_dupv;          /* stride in bytes, argument, base of the shadows */
extern int llad_width;         /* N: this many tangents at once */
extern int llad_primal_return; /* return the primal result as well, first */

#ifdef __cplusplus
}

/* Declare the result with the template argument: llad_gradient<double>(f, x). */
template <typename R, typename... A> R __llad_reverse(A...);
template <typename R, typename... A> R __llad_forward(A...);

template <typename R, typename... A>
__attribute__((always_inline)) static inline R llad_gradient(A... args) { return __llad_reverse<R>(args...); }
template <typename R, typename... A>
__attribute__((always_inline)) static inline R llad_tangent(A... args) { return __llad_forward<R>(args...); }
#else
/* For other result types declare a marker of your own; any name that contains
   __llad_reverse or __llad_forward is one:
     struct pair { double a, b; };
     struct pair __llad_reverse_pair(void *f, ...); */
double __llad_reverse(void *f, ...);
double __llad_forward(void *f, ...);
#define llad_gradient(f, ...) __llad_reverse((void *)(f), __VA_ARGS__)
#define llad_tangent(f, ...) __llad_forward((void *)(f), __VA_ARGS__)
#endif

/* A gradient that keeps values between its two sweeps leaves the memory for
   them with its thread, for the next gradient: at most llad_tape_limit bytes
   (at first 512 MiB; set it before the threads start). llad_tape_release()
   frees what the calling thread holds; so does the end of the thread, with
   glibc and on macOS. Generated code defines both; in a program of which no
   gradient keeps anything, releasing does nothing. */
#ifdef __cplusplus
extern "C" {
#endif
extern long long llad_tape_limit;
#if defined(__GNUC__) && defined(__ELF__)
__attribute__((weak)) void llad_tape_release(void);
#define llad_tape_release() (llad_tape_release ? llad_tape_release() : (void)0)
#else
void llad_tape_release(void);
#endif
#ifdef __cplusplus
}
#endif

#endif
