// Objects with virtual functions, and structs of functions, whose shadows are made as objects are: their tables are
// the primal's own. What is called through them is known by its address.
// prints: 23 3 1.5 | 23 | 8.2 3.24 | 8.2
#include <cstdio>
#include <vector>
extern int enzyme_dup, enzyme_const, enzyme_out;
template <typename... A> double __enzyme_autodiff(void *, A...);
template <typename... A> double __enzyme_fwddiff(void *, A...);

struct Shape {
    virtual ~Shape() = default;
    virtual double area(double k) const = 0;
};
struct Square : Shape {
    double side;
    explicit Square(double s) : side(s) {}
    double area(double k) const override { return side * side * k; }
};
struct Squares : Shape {
    std::vector<double> sides;
    double area(double k) const override
    {
        double sum = 0;
        for (double s : sides)
            sum += s * s * k;
        return sum;
    }
};
__attribute__((noinline)) static double total(const Shape *a, const Shape *b, double k) { return a->area(k) + b->area(k * k); }

struct Law {
    double stiff;
    double (*energy)(const Law *, double);
};
static double spring(const Law *l, double x) { return l->stiff * x * x + x; }
__attribute__((noinline)) static double stored(const Law *l, double x) { return l->energy(l, x) - 1; }

int main()
{
    Square a(3), da(0);
    Squares b, db;
    b.sides = {1, 2, 3};
    db.sides = {0, 0, 0};
    const double k = 0.5;
    const Shape *p = &a, *q = &b;
    double g = __enzyme_autodiff((void *)total, enzyme_dup, p, (const Shape *)&da, enzyme_dup, q, (const Shape *)&db, enzyme_out, k);
    Square ta(0);
    Squares tb;
    tb.sides = {0, 0, 0};
    double t = __enzyme_fwddiff((void *)total, enzyme_dup, p, (const Shape *)&ta, enzyme_dup, q, (const Shape *)&tb, enzyme_dup, k, 1.0);
    std::printf("%.6g %.6g %.6g | %.6g | ", g, da.side, db.sides[2], t);

    Law l{2, spring}, dl{0, nullptr}, tl{0, spring};
    double x = 1.8;
    double h = __enzyme_autodiff((void *)stored, enzyme_dup, (const Law *)&l, (const Law *)&dl, enzyme_out, x);
    double s = __enzyme_fwddiff((void *)stored, enzyme_dup, (const Law *)&l, (const Law *)&tl, enzyme_dup, x, 1.0);
    std::printf("%.6g %.6g | %.6g\n", h, dl.stiff, s);
}
