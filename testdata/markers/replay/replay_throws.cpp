// Exceptions that leave an augmented primal: nothing is left behind of its tape.
// link: -fsanitize=address
// prints: 6.791452471 5.596375146 far
#include <cstdio>
#include <vector>
#include <stdexcept>
extern int enzyme_dup, enzyme_const, enzyme_nofree;
template <typename R, typename... A> R __enzyme_augmentfwd(A...);
template <typename R, typename... A> R __enzyme_fwdsplit(A...);
template <typename R, typename... A> R __enzyme_reverse(A...);
__attribute__((noinline)) static double step(double a, int k) { if (k > 2000) throw std::runtime_error("far"); return a * a * 0.5 + 1; }
static double f(double *x, int n) { std::vector<double> v; double s = x[0]; for (int k = 0; k < n; k++) { s = step(s, k); v.push_back(s * x[1]); if (s > 1e3) s = 0.1; } return v[n / 2] + s; }
int main() {
  double x[2] = {0.3, 2}, d[2] = {1, 1};
  for (int n : {5, 3000}) try {
    void *t = __enzyme_augmentfwd<void *>((void *)f, x, d, n);
    printf("%.10g ", __enzyme_fwdsplit<double>((void *)f, x, d, n, enzyme_nofree, t)); __enzyme_reverse<void>((void *)f, x, d, n, 1.0, t); printf("%.10g ", d[0]);
  } catch (std::exception &e) { printf("%s ", e.what()); }
  puts("");
}
