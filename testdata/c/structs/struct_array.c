// An array of structs with an index among their members.
// llad: func f double
// llad: decl struct p { double x, y, m; int id; };
// llad: arg p dup struct-p[5] range(0.5,1.5)
// llad: arg n const int 5
// llad: leaves p x y m
// llad: setup for (int i = 0; i < 5; i++) p[i].id = i * 3 % 5;
// llad: tags struct loop nested
#include <math.h>
struct p { double x, y, m; int id; };

double f(const struct p *p, int n) {
  double e = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) {
      double dx = p[i].x - p[j].x, dy = p[i].y - p[j].y;
      e -= p[i].m * p[p[j].id].m / sqrt(dx * dx + dy * dy + 0.0625);
    }
  return e;
}
