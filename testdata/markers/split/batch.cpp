// Shadow tables for functions and virtual tables, batches, calls without a
// derivative, shadows behind all primals.
// prints: 6 | 2 10 | 90 693 9.9 | 3 6 9 | 11 12 | 5 | 12 8
#include <cstdio>
extern int enzyme_const, enzyme_dup, enzyme_out, enzyme_width, enzyme_vector, enzyme_scalar, enzyme_buffer, enzyme_interleave;
template <typename R, typename... T> R __enzyme_autodiff(void *, T...);
template <typename T> T __enzyme_virtualreverse(T);
template <typename R, typename... T> R __enzyme_batch(void *, T...);
template <typename R, typename... T> R __enzyme_call_inactive(void *, T...);

struct callback { double (*fn)(double); double val; };
static double square(double x) { return x * x; }
__attribute__((noinline)) static double use(callback *c) { return c->fn(c->val); }

struct shape { double v; virtual double area(double s) const = 0; virtual ~shape() {} };
struct box : shape { double area(double s) const override { return v * s * s; } };
__attribute__((noinline)) static double area(const shape *p, double s) { return p->area(s); }

struct triple { double a, b, c; };
static double times(double x, float y) { return x * y; }
static void triple_it(double *p) { *p *= 3; }
static int count(double x) { return (int)x + 1; }
static double step(double x) { return x * __enzyme_call_inactive<int>((void *)count, x); }
static double mixed(const double *x, double y, const double *z) { return *x * y * *z; }

int main()
{
    callback c = {square, 3}, dc = {__enzyme_virtualreverse((double (*)(double))square), 0};
    __enzyme_autodiff<void>((void *)use, &c, &dc);
    std::printf("%g | ", dc.val);

    box b, db;
    b.v = 2.5, db.v = 0;
    // The first word of an object leads to its virtual table.
    extern void *box_table[] __asm__("_ZTV3box");
    *(void **)&db = __enzyme_virtualreverse((void *)(box_table + 2));
    double ds = __enzyme_autodiff<double>((void *)area, enzyme_dup, (const shape *)&b, (const shape *)&db, 2.0);
    std::printf("%g %g | ", db.v / 2, ds);

    triple t = __enzyme_batch<triple>((void *)times, enzyme_width, 3, enzyme_vector, 10.0, 99.0, 1.1, 9.0f, 7.0f, 9.0f);
    std::printf("%g %.6g %.6g | ", t.a, t.b, t.c);
    double p[5] = {1, 0, 2, 0, 3};
    __enzyme_batch<void>((void *)triple_it, enzyme_width, 3, enzyme_buffer, 16, p);
    std::printf("%g %g %g | ", p[0], p[2], p[4]);
    t = __enzyme_batch<triple>((void *)times, enzyme_width, 3, enzyme_vector, 11.0, 12.0, 13.0, enzyme_scalar, 1.0f);
    std::printf("%g %g | ", t.a, t.b);
    std::printf("%g | ", __enzyme_autodiff<double>((void *)step, 4.5));
    double x = 2, z = 3, dx = 0, dz = 0;
    __enzyme_autodiff<double>((void *)mixed, enzyme_dup, &x, enzyme_const, 4.0, enzyme_dup, &z, enzyme_interleave, &dx, &dz);
    std::printf("%g %g\n", dx, dz);
    return 0;
}
