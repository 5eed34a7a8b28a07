// Structs in structs, copied as wholes.
// llad: func f double
// llad: decl struct vec { double x, y; }; struct seg { struct vec a, b; int n; }; struct fig { struct seg s[2]; float w; };
// llad: arg g dup struct-fig[1] range(0.5,1.5) inout
// llad: leaves g s[0].a.x s[0].a.y s[0].b.x s[0].b.y s[1].a.x s[1].a.y s[1].b.x s[1].b.y w:float
// llad: setup g->s[0].n = 1; g->s[1].n = 0;
// llad: tags struct float
// llad: difftol 2e-5
// llad: dottol 1e-5
#include <math.h>
struct vec { double x, y; };
struct seg { struct vec a, b; int n; };
struct fig { struct seg s[2]; float w; };

static double length(const struct seg *s) {
  double dx = s->a.x - s->b.x, dy = s->a.y - s->b.y;
  return sqrt(dx * dx + dy * dy + 1);
}

double f(struct fig *g) {
  struct fig copy = *g;
  struct seg t = copy.s[0];
  copy.s[0] = copy.s[1];
  copy.s[1] = t;
  copy.s[g->s[0].n].a.x *= copy.w;
  g->s[1].b = copy.s[1].a;
  return length(&copy.s[0]) * length(&copy.s[1]) + length(&g->s[1]) * g->w;
}
