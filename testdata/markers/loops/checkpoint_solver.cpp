// A loop over time that calls a solver and its right-hand side by virtual functions: which they
// are, the program's own classes tell.
// prints: 1 1 1
#include "llad.h"
#include <cstddef>
#include <cstdio>
#include <memory>
#include <vector>

struct Equation {
    virtual ~Equation() {}
    virtual void rate(const std::vector<double> &y, std::vector<double> &dy) const = 0;
};

struct Oscillator : Equation {
    double mu;
    explicit Oscillator(double mu) : mu(mu) {}
    void rate(const std::vector<double> &y, std::vector<double> &dy) const override
    {
        dy[0] = y[1];
        dy[1] = mu * (1 - y[0] * y[0]) * y[1] - y[0];
    }
};

struct Solver {
    virtual ~Solver() {}
    virtual void step(std::vector<double> &y, double h) = 0;
};

class Midpoint : public Solver {
    std::shared_ptr<Equation> equation;
    std::vector<double> k, z;

  public:
    Midpoint(std::shared_ptr<Equation> e, std::size_t n) : equation(e), k(n), z(n) {}
    void step(std::vector<double> &y, double h) override
    {
        equation->rate(y, k);
        for (std::size_t i = 0; i < y.size(); i++)
            z[i] = y[i] + h / 2 * k[i];
        equation->rate(z, k);
        for (std::size_t i = 0; i < y.size(); i++)
            y[i] += h * k[i];
    }
};

struct pair {
    double mu, start;
};

template <bool slots> static double run(double mu, double start, int steps)
{
    std::unique_ptr<Solver> solver = std::make_unique<Midpoint>(std::make_shared<Oscillator>(mu), 2);
    std::vector<double> y{start, 0.5};
    if (slots)
        __llad_checkpoint("binomial:3");
    for (int t = 0; t < steps; t++)
        solver->step(y, 0.0625);
    return y[0] * y[0] + y[1];
}

int main()
{
    struct llad_counts c;
    pair kept = __llad_reverse<pair>((void *)run<false>, 0.75, 1.25, 20);
    pair again = __llad_reverse<pair>((void *)run<true>, 0.75, 1.25, 20);
    llad_stats(&c);
    std::printf("%d %d %d\n", kept.mu == again.mu && kept.start == again.start, kept.mu != 0, c.advances > 20 && c.peak_slots == 3);
}
