// A parser of numbers that takes characters out of a stream one by one, in lines and in words.
// llad: func f double
// llad: arg x dup double[3] {0.7,1.3,0.4}
// llad: arg n const int 3
#include <cmath>
#include <istream>
#include <sstream>
#include <string>

struct Token {
    double value;
    char kind;
};

static double term(std::istream &in, const double *x) {
    Token t{x[0], 0};
    in >> std::ws >> t.kind;
    if (t.kind == '(') {
        t.value = term(in, x);
        while (in >> t.kind && t.kind != ')') {
            const double next = term(in, x);
            t.value = t.kind == '+' ? t.value + next : t.value * next;
        }
        return t.value;
    }
    if (t.kind == 'x') return x[in.get() - '0'] * t.value;
    in.unget();
    double number = 0;
    in >> number;
    return number;
}

extern "C" double f(const double *x, int n) {
    std::istringstream in("( x0 + 2.5 * ( x1 * x2 ) ) sine 3,cosine 1;\nx2 a line of text\n");
    double r = term(in, x);
    char word[12];
    while (in >> word) {
        char sign = 0;
        unsigned char which = 0;
        in >> which;
        if (!in.get(sign)) break;
        const double a = x[(which - '0') % n];
        r += word[0] == 's' ? std::sin(a) : std::cos(a) * (sign == ';' ? 2 : 1);
        if (sign == ';') break;
    }
    char line[32];
    in.getline(line, sizeof line);
    in.getline(line, sizeof line, ' ');
    r += x[line[1] - '0'] * x[0];
    in.get(line, sizeof line);
    r += x[1] * static_cast<double>(in.gcount()) + (in.peek() == '\n' ? x[2] : 0.0);
    return r;
}
