/* The markers of llad, for C and C++. llad.hpp has typed ones for C++17.

     double f(double x, double *y, int n);

     #include "llad.h"
     double df = llad_gradient(f, x, llad_dup, y, dy, n);     // reverse: returns df/dx, adds df/dy to dy
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
extern int llad_width;         /* N: this many tangents or adjoints at once */
extern int llad_primal_return; /* return the primal result as well, first */
extern int llad_interleave;    /* what follows are the shadows of all arguments that have one */
extern int llad_columns;       /* markers of all parameters, values of all, shadows of all (null for constants); see llad.hpp */
extern int llad_tape;          /* split calls: the memory that holds the tape */
extern int llad_allocated;     /* split calls: its size in bytes */
extern int llad_nofree;        /* split calls: the tape serves again */
extern int llad_vector;        /* batches: a value for each call (usual) */
extern int llad_scalar;        /* batches: one value for all */
extern int llad_buffer;        /* batches: stride in bytes, address */
extern int llad_context;       /* the shadows of variables are those of this context */

/* Derivatives with respect to variables: a context holds a shadow of every variable
   of floating-point numbers, for so many tangents or adjoints at once.
     void *c = __llad_context(1);
     double *dg = (double *)__llad_shadow(c, &g, 0);         // of tangent or adjoint 0
     __llad_zero_shadows(c);
     double df = llad_gradient(f, llad_context, c, x);       // adds df/dg to *dg
   Each call of __llad_context in the source is one context, for marker calls in the
   same function. */
void *__llad_context(int width);
void *__llad_shadow(void *context, const void *variable, int lane);
void __llad_zero_shadows(void *context);

/* In a differentiated function: the strategy of the next loop, as -cache takes it,
   and the extent of memory that a checkpointed loop works on, stated before it.
     __llad_state(u, n * sizeof *u);
     __llad_checkpoint("binomial:20");
     for (int t = 0; t < steps; t++) ... */
void __llad_checkpoint(const char *strategy);
void __llad_state(const void *memory, long bytes);

/* What the checkpointed loops of this thread did since the last call. A module
   that declares llad_stats, or one made with -stats, counts. */
struct llad_counts {
  long long advances, snapshots, restores; /* steps run again; states put into slots, taken out */
  long long kept, reversals;               /* steps run with their tape kept in a slot; steps reversed */
  long long slots, peak_slots;             /* in use now; most at once */
  long long bytes, peak_bytes;             /* of states: now, most at once */
};
void llad_stats(struct llad_counts *);

#ifdef __cplusplus
}

/* Declare the result with the template argument: llad_gradient<double>(f, x). */
template <typename R, typename... A> R __llad_reverse(A...);
template <typename R, typename... A> R __llad_forward(A...);
template <typename R, typename... A> R __llad_augment(A...);
template <typename R, typename... A> R __llad_sweep(A...);
template <typename R, typename... A> R __llad_replay(A...);
template <typename R, typename... A> R __llad_batch(A...);
template <typename R, typename... A> R __llad_call_inactive(A...);
template <typename... A> int __llad_tape_size(A...);
template <typename T> T __llad_table(T);

template <typename R, typename... A>
__attribute__((always_inline)) static inline R llad_gradient(A... args) { return __llad_reverse<R>(args...); }
template <typename R, typename... A>
__attribute__((always_inline)) static inline R llad_tangent(A... args) { return __llad_forward<R>(args...); }
#else
/* For other result types declare a marker of your own; any name that contains
   one of these is one:
     struct pair { double a, b; };
     struct pair __llad_reverse_pair(void *f, ...); */
double __llad_reverse(void *f, ...);
double __llad_forward(void *f, ...);
/* Split form. The augmented primal returns { tape, result, shadow of a pointer
   result }, or with a pointer as result type the tape alone; the sweep takes
   the same arguments, the adjoint of a float result, and the tape. The replay
   takes what __llad_forward takes, and the tape; it gives tangents. */
void *__llad_augment(void *f, ...);
double __llad_sweep(void *f, ...);
double __llad_replay(void *f, ...);
int __llad_tape_size(void *f, ...);
/* The shadow of a function or virtual table, for shadow memory. */
void *__llad_table(void *f);
#define llad_gradient(f, ...) __llad_reverse((void *)(f), __VA_ARGS__)
#define llad_tangent(f, ...) __llad_forward((void *)(f), __VA_ARGS__)
#endif

/* What the program says about its own functions. They must still be functions
   when llad sees them, so they are not to be inlined: put LLAD_RULE before a
   function that gets a derivative.

     LLAD_RULE double f(double x, double *y);
     double *f_augmented(double x, double *y, double *dy);                    // does what f does, returns a tape
     double  f_gradient(double x, double *y, double *dy, double d, double *tape); // returns the gradient of x
     LLAD_GRADIENT(f, f_augmented, f_gradient)
     struct pair f_tangent(double x, double dx, double *y, double *dy);       // returns the result and its tangent
     LLAD_DERIVATIVE(f, f_tangent)
     struct pair f_replay(double x, double dx, double *y, double *dy, double *tape); // the same, from a tape
     LLAD_SPLIT_DERIVATIVE(f, f_augmented, f_replay)                          // whose dy is null then

   LLAD_SHADOW(g, dg): dg holds the derivatives of variable g: tangents in forward mode,
   in reverse mode the adjoints are added to it.
   LLAD_INACTIVE: a function or variable without a derivative.
   LLAD_LIKE("log1p"): a function with the derivative of one of math.h. */
#define LLAD_RULE __attribute__((noinline))
#define LLAD_INACTIVE_VARIABLE __attribute__((annotate("llad_inactive")))
#define LLAD_INACTIVE __attribute__((noinline, annotate("llad_inactive")))
#define LLAD_LIKE(name) __attribute__((noinline, annotate("llad_function_like=" name)))
#define LLAD_GRADIENT(f, augmented, gradient)                                                            \
    __attribute__((used)) static void *__llad_register_gradient_##f[] = {(void *)(f), (void *)(augmented), (void *)(gradient)};
#define LLAD_SHADOW(variable, shadow) \
    __attribute__((used)) static void *__llad_register_shadow_##variable[] = {(void *)&(variable), (void *)&(shadow)};
#define LLAD_DERIVATIVE(f, derivative) \
    __attribute__((used)) static void *__llad_register_derivative_##f[] = {(void *)(f), (void *)(derivative)};
#define LLAD_SPLIT_DERIVATIVE(f, augmented, derivative) \
    __attribute__((used)) static void *__llad_register_splitderivative_##f[] = {(void *)(f), (void *)(augmented), (void *)(derivative)};

/* A gradient that keeps values between its two sweeps leaves the memory for
   them with its thread, for the next gradient: at most llad_tape_limit bytes
   (set it before the threads start; at first -1: on Linux a quarter of the
   machine's memory or of what its control group may have, 512 MiB at least
   and elsewhere). llad_tape_release()
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
