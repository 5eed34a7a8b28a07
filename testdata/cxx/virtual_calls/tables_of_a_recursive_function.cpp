// A recursive function keeps objects with virtual functions in static variables, and fills them
// from a constant table of the program.
// llad: func value double
// llad: arg x dup double[3] {1.3,0.7,1.1}

#include <cmath>
#include <vector>

struct Term {
    int power;
    double factor;
};

static const Term terms[] = {{1, 0.5}, {2, 0.25}, {3, 0.125}};
static const std::vector<Term> table(terms, terms + 3);

struct Equation {
    std::vector<int> powers;
    std::vector<double> factors;
    Equation(std::vector<Term> from) {
        for (const Term &t : from) {
            powers.push_back(t.power);
            factors.push_back(t.factor);
        }
    }
    virtual double reduced(double t) const = 0;
    double sum(double t) const {
        double s = 0;
        for (std::size_t k = 0; k < factors.size(); k++) s += factors[k] * std::pow(reduced(t), powers[k]);
        return s;
    }
};

struct Cold : Equation {
    Cold() : Equation(table) {}
    double reduced(double t) const override { return 1 / t; }
};

struct Hot : Equation {
    Cold below;
    Hot() : Equation(table) {}
    double reduced(double t) const override { return t * below.sum(t); }
};

__attribute__((noinline)) static double output(int kind, double t) {
    static const Cold cold;
    static const Hot hot;
    if (kind > 2) return output(kind - 1, t) * t;
    return kind == 1 ? cold.sum(t) : hot.sum(t);
}

extern "C" double value(const double *x) { return output(1, x[0]) + output(2, x[1]) * output(4, x[2]); }
