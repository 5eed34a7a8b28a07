// opt: tol=3e-2
// Load flow on a small grid from text: lines tokenized, buses copied in arrays, admittances in float, Newton in double.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BUSES 4
typedef struct { float g, b; } admittance;
typedef struct { double angle, volt; } phasor;
typedef struct { double p, q; int fixed; phasor at; char name[8]; } bus;

static const struct type { const char *word; int fixed; double q; } types[] = {{"slack", 2, 0}, {"gen", 1, 0.1}, {"load", 0, -0.2}};

static const struct type *type_of(const char *word) {
  for (size_t k = 0; k < sizeof types / sizeof *types; k++)
    if (!strcmp(types[k].word, word)) return &types[k];
  return NULL;
}

static int read_buses(char *text, bus *list, const double *x) {
  int count = 0;
  char *outer, *inner;
  for (char *line = strtok_r(text, ";", &outer); line; line = strtok_r(NULL, ";", &outer)) {
    bus b = {.at = {0, 1}};
    char *name = strtok_r(line, " ", &inner), *kind = strtok_r(NULL, " ", &inner), *power = strtok_r(NULL, " ", &inner);
    const struct type *t = kind ? type_of(kind) : NULL;
    if (!t) continue;
    strncpy(b.name, name, sizeof b.name - 1);
    b.fixed = t->fixed;
    b.p = power ? atof(power) * x[count] : 0;
    b.q = t->q * x[count + 4];
    list[count] = b;
    if (count && list[count - 1].fixed < b.fixed) {
      bus swap = list[count - 1];
      list[count - 1] = list[count];
      list[count] = swap;
    }
    count++;
  }
  return count;
}

static void mismatch(const bus *l, admittance y[BUSES][BUSES], double *p, double *q) {
  for (int i = 0; i < BUSES; i++) {
    p[i] = -l[i].p;
    q[i] = -l[i].q;
    for (int j = 0; j < BUSES; j++) {
      double d = l[i].at.angle - l[j].at.angle, v = l[i].at.volt * l[j].at.volt;
      p[i] += v * (y[i][j].g * cos(d) + y[i][j].b * sin(d));
      q[i] += v * (y[i][j].g * sin(d) - y[i][j].b * cos(d));
    }
  }
}

static void solve(int n, double a[n][n], double *b) {
  for (int k = 0; k < n; k++) {
    for (int i = k + 1; i < n; i++) {
      double m = a[i][k] / a[k][k];
      for (int j = k; j < n; j++) a[i][j] -= m * a[k][j];
      b[i] -= m * b[k];
    }
  }
  for (int i = n - 1; i >= 0; i--) {
    for (int j = i + 1; j < n; j++) b[i] -= a[i][j] * b[j];
    b[i] /= a[i][i];
  }
}

static double *unknown(bus *b, int k) { return k < BUSES - 1 ? &b[k + 1].at.angle : &b[k - BUSES + 2].at.volt; }

double f(const double *x, size_t n) {
  char text[] = "north gen 0.3;main slack 0;mill load -0.2;nowhere;town load -0.25";
  bus now[BUSES], trial[BUSES];
  if (read_buses(text, now, x) != BUSES) return -1;
  admittance y[BUSES][BUSES] = {{{0}}};
  for (int i = 0; i < BUSES; i++)
    for (int j = i + 1; j < BUSES; j++) {
      float r = 0.1f * (float)x[(i + 2 * j) % n], w = 0.4f + 0.1f * (i + j), d = r * r + w * w;
      admittance a = {r / d, -w / d};
      y[i][j] = y[j][i] = (admittance){-a.g, -a.b};
      y[i][i].g += a.g; y[i][i].b += a.b;
      y[j][j].g += a.g; y[j][j].b += a.b;
    }
  enum { N = 2 * (BUSES - 1) };
  double p[BUSES], q[BUSES], p2[BUSES], q2[BUSES], jac[N][N], step[N];
  for (int round = 0; round < 4; round++) {
    mismatch(now, y, p, q);
    for (int k = 0; k < N; k++) {
      memcpy(trial, now, sizeof now);
      *unknown(trial, k) += 1e-4;
      mismatch(trial, y, p2, q2);
      for (int i = 0; i < BUSES - 1; i++) {
        jac[i][k] = (p2[i + 1] - p[i + 1]) / 1e-4;
        jac[i + BUSES - 1][k] = (q2[i + 1] - q[i + 1]) / 1e-4;
      }
    }
    for (int i = 0; i < BUSES - 1; i++) {
      step[i] = -p[i + 1];
      step[i + BUSES - 1] = -q[i + 1];
    }
    solve(N, jac, step);
    for (int k = 0; k < N; k++) *unknown(now, k) += step[k];
  }
  mismatch(now, y, p, q);
  double s = p[0] * x[8] + q[0] * x[9];
  for (int i = 0; i < BUSES; i++) s += (now[i].at.volt * x[10] - now[i].at.angle * x[11]) * (now[i].name[0] == 'm' ? 2 : 1);
  return s;
}
