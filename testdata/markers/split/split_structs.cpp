// Split calls and batches of functions that return a struct in memory.
// prints: 6 9 1 | 20 25 | 7 1.5 4 | 7 1.5 4 | 30 90 | 3 | 12 2 18 3
#include <cstdio>
extern int enzyme_const, enzyme_dup, enzyme_width, enzyme_vector, enzyme_byref;
template <typename R, typename... T> R __enzyme_augmentfwd(void *, T...);
template <typename R, typename... T> R __enzyme_reverse(void *, T...);
template <typename R, typename... T> R __enzyme_batch(void *, T...);

struct state { double x, y; int n; double more[3]; };
struct taped { void *tape; state result; };
struct grads { double a, b; };

static state step(double a, double b, int n)
{
    state s = {a * b, b * b, n, {a, 0, b}};
    for (int k = 0; k < n; k++) s.more[k] *= s.x;
    return s;
}
static state pick(const double *p, int k)
{
    state s{};
    s.x = p[k] * p[k], s.y = p[k] * p[k + 1], s.n = k;
    return s;
}
struct six { state s[2]; };
static state scaled(double x, float y) { return {x * y, x, 3, {y, y, y}}; }

int main()
{
    taped t = __enzyme_augmentfwd<taped>((void *)step, 2.0, 3.0, 1);
    std::printf("%g %g %d | ", t.result.x, t.result.y, t.result.n);
    // x = ab, y = bb, more = {a ab, 0, b}
    state d = {1, 2, 0, {1, 0, 1}};
    grads g = __enzyme_reverse<grads>((void *)step, 2.0, 3.0, 1, d, t.tape);
    std::printf("%g %g | ", g.a + 5, g.b + 6);
    double p[3] = {1, 2, 3.5}, dp[3] = {0, 0, 0};
    t = __enzyme_augmentfwd<taped>((void *)pick, p, dp, 1);
    d = {0, 1, 0, {}};
    __enzyme_reverse<void>((void *)pick, p, dp, 1, d, t.tape);
    std::printf("%g %g %g | ", t.result.y, dp[1] - 2, dp[2] + 2);
    dp[1] = dp[2] = 0;
    t = __enzyme_augmentfwd<taped>((void *)pick, p, dp, 1);
    __enzyme_reverse<void>((void *)pick, p, dp, 1, enzyme_byref, (int)sizeof d, &d, t.tape);
    std::printf("%g %g %g | ", t.result.y, dp[1] - 2, dp[2] + 2);
    t = __enzyme_augmentfwd<taped>((void *)scaled, 10.0, 3.0f);
    std::printf("%g %g | ", t.result.x, t.result.x * t.result.more[2]);
    g = __enzyme_reverse<grads>((void *)scaled, 10.0, 3.0f, state{1, 0, 0, {0, 0, 1}}, t.tape);
    std::printf("%g | ", g.a);
    six b = __enzyme_batch<six>((void *)scaled, enzyme_width, 2, enzyme_vector, 4.0, 6.0, 3.0f, 3.0f);
    std::printf("%g %g %g %g\n", b.s[0].x, b.s[0].y / 2, b.s[1].x, b.s[1].y / 2);
    return 0;
}
