// What sscanf stores has no derivative, and what it does not come to keeps its own.
// llad: func f double
// llad: arg x dup double[6] range(0.5,2)
// llad: arg n const int 6
// llad: tags call
#include <cstdio>
#include <cstring>

struct record {
  double value;
  char name[8];
  double weight;
  int count;
};

static const char *const lines[] = {"2.5 bolt 3 0.5", "1.25 nut x 2", "none", "0.75", ""};

extern "C" double f(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < 5; i++) {
    struct record r = {x[i] * x[i], "", x[i + 1], i};
    double rest[2] = {x[i], x[i] * x[0]};
    char word[16] = "unset";
    int at = 0;
    int got = sscanf(lines[i], "%lf %7s%n %d %lf", &r.value, r.name, &at, &r.count, &r.weight);
    got += sscanf(lines[i], "%lf %*s %[0-9]%lf", &rest[1], word, &rest[0]);
    s += r.value * r.value * (got + 2) + r.weight * x[i] + rest[0] * rest[1] + (double)(strlen(r.name) + strlen(word)) * x[0] + at + r.count;
  }
  return s;
}
