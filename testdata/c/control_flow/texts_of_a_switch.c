// Texts that a switch chooses: compilers make a table of distances of it (llvm.load.relative).
// llad: func f double
// llad: arg x dup double[6] {0.3,1.3,2.3,3.3,4.3,5.3}
// llad: arg n const int 6
#include <math.h>
#include <stdio.h>
#include <string.h>

__attribute__((noinline)) static const char *text(int k) {
    switch (k) {
    case 0: return "zero";
    case 1: return "one more";
    case 2: return "two";
    case 3: return "three and";
    case 4: return "fourth";
    default: return "?";
    }
}

double f(const double *x, int n) {
    double s = 0;
    char line[64];
    for (int i = 0; i < n; i++) {
        snprintf(line, sizeof line, "%s", text(i));
        s += sin(x[i]) * strlen(line);
    }
    return s;
}
