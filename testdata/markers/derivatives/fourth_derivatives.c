// Derivatives four deep, in reverse mode: of the sine by its series, whose
// derivative keeps what iterations compute; three deep of a product of nodes that
// are copied as blocks; two deep of one that calls itself.
// prints: 1 1 1 1 | 1 1 1 | 1 1
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
double __enzyme_autodiff(void *, double);

static double series(double x)
{
    double sum = 0, term = x;
    for (int k = 1; fabs(term) > 1e-18; k += 2) {
        sum += term;
        term *= -x * x / ((k + 1) * (k + 2));
    }
    return sum;
}
struct node { double value; struct node *next; long tag; };
static double nodes(double x)
{
    struct node *head = NULL;
    for (int k = 1; k <= 3; k++) {
        struct node n = {x * k, head, k}, *m = malloc(sizeof *m);
        memcpy(m, &n, sizeof n);
        head = m;
    }
    double product = 1;
    while (head) {
        struct node *done = head;
        product *= head->value;
        head = head->next;
        free(done);
    }
    return product;
}
static double power(double x, int n) { return n == 0 ? 1 : n % 2 ? x * power(x, n - 1) : power(x * x, n / 2); }
static double seventh(double x) { return power(x, 7); }

#define TWICE(f) \
    static double f##1(double x) { return __enzyme_autodiff((void *)f, x); } \
    static double f##2(double x) { return __enzyme_autodiff((void *)f##1, x); }
#define THRICE(f) TWICE(f) \
    static double f##3(double x) { return __enzyme_autodiff((void *)f##2, x); }
THRICE(series)
static double series4(double x) { return __enzyme_autodiff((void *)series3, x); }
THRICE(nodes)
TWICE(seventh)

static int near(double a, double b) { return fabs(a - b) <= 1e-12 * fabs(b); }
int main(void)
{
    double x = 1.3;
    printf("%d %d %d %d | ", near(series1(x), cos(x)), near(series2(x), -sin(x)), near(series3(x), -cos(x)), near(series4(x), sin(x)));
    printf("%d %d %d | ", near(nodes1(x), 18 * x * x), near(nodes2(x), 36 * x), near(nodes3(x), 36));
    printf("%d %d\n", near(seventh1(x), 7 * pow(x, 6)), near(seventh2(x), 42 * pow(x, 5)));
    return 0;
}
