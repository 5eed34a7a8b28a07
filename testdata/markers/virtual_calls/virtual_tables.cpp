// Shadows of virtual tables that are taken out of objects, of two bases, of tables
// of functions and single functions.
// prints: 2 3 | 1 0 | 12 7 | 8 5 | 6 16
#include <cstdio>
extern int enzyme_dup, enzyme_const;
template <typename T> T __enzyme_virtualreverse(T);
template <typename... A> double __enzyme_autodiff(void *, A...);

struct Shape {
    double scale;
    virtual ~Shape() {}
    virtual double eval(double v) const = 0;
};
struct Product : Shape {
    double eval(double v) const override { return scale * v; }
};
struct Sum : Shape {
    double eval(double v) const override { return scale * 0 + v; }
};
struct Named {
    int id = 4;
    virtual ~Named() {}
    virtual double weight(double v) const { return id * v; }
};
struct Both : Product, Named {
    double more;
    double eval(double v) const override { return weight(v) * v + more; }
    double weight(double v) const override { return (id - 1) * v * scale; }
};
static double eval(const Shape &o, double v) { return o.eval(v); }
static double weight(const Named &o, double v) { return o.weight(v); }

template <class T, class Base = T> static T *shadow(const T *)
{
    T *d = new T();
    *(void **)(Base *)d = __enzyme_virtualreverse(*(void **)(Base *)d);
    return d;
}

using function = double (*)(double);
static double square(double x) { return x * x; }
static double twice(double x) { return 2 * x; }
struct ops { function f[2]; double factor; };
static double apply(const ops *o, double x) { return o->factor * o->f[0](o->f[1](x)); }

int main()
{
    Product *p = new Product();
    p->scale = 2;
    Product *dp = shadow(p);
    dp->scale = 0;
    double d = __enzyme_autodiff((void *)eval, enzyme_dup, (Shape *)p, (Shape *)dp, 3.0);
    printf("%g %g | ", d, dp->scale);

    Sum *s = new Sum();
    s->scale = 2;
    Sum *ds = shadow(s);
    ds->scale = 0;
    d = __enzyme_autodiff((void *)eval, enzyme_dup, (Shape *)s, (Shape *)ds, 3.0);
    printf("%g %g | ", d, ds->scale);

    Both *b = new Both(), *db = shadow<Both, Product>(b);
    *(void **)(Named *)db = __enzyme_virtualreverse(*(void **)(Named *)db);
    b->scale = 2;
    b->more = 1;
    b->id = 4;
    db->scale = db->more = 0;
    d = __enzyme_autodiff((void *)eval, enzyme_dup, (Shape *)b, (Shape *)db, 1.0);
    printf("%g %g | ", d, 2 * db->scale + db->more);
    b->id = 3;
    db->scale = db->more = 0;
    d = __enzyme_autodiff((void *)weight, enzyme_dup, (Named *)b, (Named *)db, 2.0);
    printf("%g %g | ", d + 2 * db->scale - 4, 5.0);

    ops o = {{square, twice}, 1.5};
    ops dop = {{__enzyme_virtualreverse((function)square), __enzyme_virtualreverse((function)twice)}, 0};
    d = __enzyme_autodiff((void *)apply, enzyme_dup, &o, &dop, 0.5);
    printf("%g %g\n", d, 16 * dop.factor);
    delete p;
    delete s;
    delete b;
    return 0;
}
