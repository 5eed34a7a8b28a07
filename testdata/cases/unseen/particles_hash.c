// Particles in a spatial hash, structs of floats by value, typed buffers from macros, energies in long double.
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
typedef struct { float x, y; } vec2;
typedef struct { vec2 at, v; float q; } particle;
static vec2 add(vec2 a, vec2 b) { return (vec2){a.x + b.x, a.y + b.y}; }
static vec2 scale(vec2 a, float s) { return (vec2){a.x * s, a.y * s}; }
static float dot(vec2 a, vec2 b) { return a.x * b.x + a.y * b.y; }
#define BUFFER_OF(T) struct { T *data; int len, cap; }
#define APPEND(b, e)                                                                      \
  do {                                                                                    \
    if ((b).len == (b).cap) {                                                             \
      (b).cap = (b).cap ? (b).cap * 2 : 4;                                                \
      (b).data = realloc((b).data, (b).cap * sizeof *(b).data);                           \
    }                                                                                     \
    (b).data[(b).len++] = (e);                                                            \
  } while (0)
#define EACH(T, p, b) for (T *p = (b).data, *p##_end = (b).len ? p + (b).len : p; p != p##_end; p++)
#define BUCKETS 16
typedef BUFFER_OF(int) indices;
struct space { indices cells[BUCKETS]; float size; };
static unsigned cell_of(const struct space *s, vec2 p) {
  int cx = (int)floorf(p.x / s->size), cy = (int)floorf(p.y / s->size);
  return ((unsigned)cx * 73856093u ^ (unsigned)cy * 19349663u) % BUCKETS;
}
static particle advance(particle p, vec2 force, float dt) {
  p.v = add(p.v, scale(force, dt / (0.5f + p.q)));
  p.at = add(p.at, scale(p.v, dt));
  return p;
}
static long double energy(const particle *p, int n) {
  long double e = 0;
  for (int i = 0; i < n; i++) {
    e += 0.5L * dot(p[i].v, p[i].v) * p[i].q;
    for (int j = 0; j < i; j++) {
      vec2 d = add(p[i].at, scale(p[j].at, -1));
      e += (long double)(p[i].q * p[j].q) / sqrtl(0.25L + dot(d, d));
    }
  }
  return e;
}
// opt: tol=3e-2
double f(const double *x, size_t n) {
  BUFFER_OF(particle) all = {0};
  for (size_t i = 0; i < n; i++) {
    particle p = {{(float)x[i], (float)x[(i + 3) % n]}, {0.1f * (float)i, (float)(x[i] * x[(i + 1) % n])}, (float)x[(i + 7) % n]};
    APPEND(all, p);
  }
  long double total = energy(all.data, all.len);
  for (int t = 0; t < 3; t++) {
    struct space space = {.size = 1000.0f};
    for (int i = 0; i < all.len; i++) APPEND(space.cells[cell_of(&space, all.data[i].at)], i);
    vec2 *force = calloc((size_t)all.len, sizeof *force);
    for (int b = 0; b < BUCKETS; b++)
      EACH(int, i, space.cells[b])
        EACH(int, j, space.cells[b])
          if (*i != *j) {
            vec2 d = add(all.data[*i].at, scale(all.data[*j].at, -1.0f));
            force[*i] = add(force[*i], scale(d, all.data[*j].q / (0.5f + dot(d, d))));
          }
    for (int i = 0; i < all.len; i++) all.data[i] = advance(all.data[i], force[i], 0.05f);
    free(force);
    for (int b = 0; b < BUCKETS; b++) free(space.cells[b].data);
    total += 0.5L * energy(all.data, all.len);
  }
  vec2 centre = {0, 0};
  EACH(particle, p, all) centre = add(centre, scale(p->at, p->q));
  total += dot(centre, centre) * 0.125f;
  free(all.data);
  return (double)total;
}
