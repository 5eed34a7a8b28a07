/* The half of a driver that is the same for every program. The other half,
   put before this one, defines struct world, world_make, world_free,
   world_leaves, world_bytes, call_f, call_grad, call_jvp and the expects. */

static unsigned long long mix(unsigned long long x) {
  x += 0x9e3779b97f4a7c15ull;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

/* A number in [-1, 1], not 0, short enough to be the same in float. */
static double draw(int stream, int index) {
  double v = (double)(mix(((unsigned long long)stream << 32) + (unsigned)index) % 511) / 256 - 255.0 / 256;
  return v == 0 ? 0.5 : v;
}

static double leaf_get(const struct leaf *l) {
  switch (l->kind) {
  case 'f': return *(single *)l->p;
  case 'l': return (double)*(long double *)l->p;
  default: return *(double *)l->p;
  }
}

static void leaf_set(const struct leaf *l, double v) {
  switch (l->kind) {
  case 'f': *(single *)l->p = (single)v; break;
  case 'l': *(long double *)l->p = v; break;
  default: *(double *)l->p = v; break;
  }
}

static void leaf_print(const char *what, const struct leaf *l) {
  if (l->kind == 'l')
    printf("%s.%s=%La\n", what, l->name, *(long double *)l->p);
  else
    printf("%s.%s=%a\n", what, l->name, leaf_get(l));
}

static struct leaves leaves_of(struct world *w) {
  struct leaves ls = {0};
  world_leaves(w, &ls);
  return ls;
}

/* What f leaves behind, and what the derivatives must leave behind too. */
static void print_state(const char *what, struct world *w, long double ret) {
  struct leaves ls = leaves_of(w);
  if (HAS_RET)
    printf("%s.ret=%La\n", what, ret);
  for (int i = 0; i < ls.n; i++)
    if (ls.l[i].mem && ls.l[i].needed)
      leaf_print(what, &ls.l[i]);
  free(ls.l);
  world_bytes(what, w);
}

/* The seeds of the sweeps: 0 where outputs begin, 1 everywhere. */
static double weight(const struct leaf *l, int index, int full) {
  if (!l->mem || !(full || l->seeded))
    return 0;
  return draw(1 + full, index);
}

static double ret_weight(int full) { return !HAS_RET ? 0 : full ? -0.75 : 1; }

#ifdef LLAD_REFERENCE

static void evaluate(int index, double h, double *at, long double phi[2]) {
  struct world w;
  world_make(&w, 0);
  struct leaves ls = leaves_of(&w);
  if (index >= 0) {
    leaf_set(&ls.l[index], leaf_get(&ls.l[index]) + h);
    *at = leaf_get(&ls.l[index]);
  }
  long double ret = call_f(&w);
  for (int full = 0; full < 2; full++) {
    phi[full] = HAS_RET ? ret * ret_weight(full) : 0;
    for (int i = 0; i < ls.n; i++)
      if (ls.l[i].active)
        phi[full] += (long double)weight(&ls.l[i], i, full) * leaf_get(&ls.l[i]);
  }
  free(ls.l);
  world_free(&w);
}

enum { LEVELS = 9 };

/* Ridders' extrapolation of central differences (C. J. F. Ridders, Advances
   in Engineering Software 4, 1982): keeps the entry with the least estimated
   error. */
static void difference(int index, double x, double out[2], double err[2]) {
  long double t[2][LEVELS][LEVELS];
  double h = 0.015625 * (fabs(x) > 0.25 ? fabs(x) : 0.25);
  err[0] = err[1] = INFINITY;
  out[0] = out[1] = NAN;
  for (int i = 0; i < LEVELS; i++, h /= 2) {
    double xp = 0, xm = 0;
    long double p[2], m[2];
    evaluate(index, h, &xp, p);
    evaluate(index, -h, &xm, m);
    for (int k = 0; k < 2; k++) {
      t[k][0][i] = (p[k] - m[k]) / ((long double)xp - xm);
      long double four = 4;
      for (int j = 1; j <= i; j++, four *= 4) {
        t[k][j][i] = (t[k][j - 1][i] * four - t[k][j - 1][i - 1]) / (four - 1);
        double e1 = fabs((double)(t[k][j][i] - t[k][j - 1][i]));
        double e2 = fabs((double)(t[k][j][i] - t[k][j - 1][i - 1]));
        double e = e1 > e2 ? e1 : e2;
        if (e <= err[k]) {
          err[k] = e;
          out[k] = (double)t[k][j][i];
        }
      }
    }
  }
}

/* The function at the point, and its differences along every leaf. */
static void differences(void) {
  struct world w;
  world_make(&w, 0);
  struct leaves ls = leaves_of(&w);
  long double phi[2];
  evaluate(-1, 0, 0, phi);
  printf("phi.plain=%a\nphi.full=%a\n", (double)phi[0], (double)phi[1]);
  for (int i = 0; i < ls.n; i++) {
    if (!ls.l[i].active)
      continue;
    double d[2], e[2];
    difference(i, leaf_get(&ls.l[i]), d, e);
    printf("fd.plain.%s=%a\nfderr.plain.%s=%a\n", ls.l[i].name, d[0], ls.l[i].name, e[0]);
    printf("fd.full.%s=%a\nfderr.full.%s=%a\n", ls.l[i].name, d[1], ls.l[i].name, e[1]);
  }
  free(ls.l);
  world_free(&w);
}

#endif

#ifdef LLAD_TWIN
/* A further lane for a sweep: so many times the first. All that a sweep does is
   linear, and by a power of two exact, unless fast-math adds in another order. */
static void twin_make(struct world *e, struct world *d, double factor) {
  world_make(e, 1);
  struct leaves le = leaves_of(e), ld = leaves_of(d);
  for (int i = 0; i < le.n; i++)
    if (le.l[i].active)
      leaf_set(&le.l[i], factor * leaf_get(&ld.l[i]));
  free(le.l);
  free(ld.l);
}

static void twin_same(const char *name, double factor, double one, double two) {
  if (fabs(two - factor * one) <= 1e-12 * fabs(two) || (isnan(one) && isnan(two)) || (isinf(one) && one == two) || (fabs(one) < 1e-300 && fabs(two) < 1e-300))
    return;
  fprintf(stderr, "%s: %a in the first lane, %a in the one with %g times as much\n", name, one, two, factor);
  exit(1);
}

static void twin_check(struct world *e, struct world *d, double factor) {
  struct leaves le = leaves_of(e), ld = leaves_of(d);
  for (int i = 0; i < le.n; i++)
    if (le.l[i].active)
      twin_same(le.l[i].name, factor, leaf_get(&ld.l[i]), leaf_get(&le.l[i]));
  free(le.l);
  free(ld.l);
  world_free(e);
}
#endif

#ifdef LLAD_GRAD
/* One reverse sweep. Gradients of what is passed by value start at zero, or
   where start says, and are printed without it; shadows start as the seeds. */
static void reverse_run(const char *what, int full, int start, int show) {
  struct world w, d;
  world_make(&w, 0);
  world_make(&d, 1);
  struct leaves ls = leaves_of(&d);
  for (int i = 0; i < ls.n; i++)
    if (ls.l[i].active)
      leaf_set(&ls.l[i], ls.l[i].mem ? weight(&ls.l[i], i, full) : start ? draw(7, i) : 0);
  long double ret = call_grad(&w, &d, ret_weight(full));
  if (show)
    print_state("grad", &w, ret);
  for (int i = 0; i < ls.n; i++) {
    if (!ls.l[i].active)
      continue;
    if (start && !ls.l[i].mem)
      printf("%s.%s=%a\n", what, ls.l[i].name, leaf_get(&ls.l[i]) - draw(7, i));
    else
      leaf_print(what, &ls.l[i]);
  }
  free(ls.l);
  world_free(&w);
  world_free(&d);
}
#endif

#ifdef LLAD_JVP
static void forward_run(void) {
  struct world w, d;
  world_make(&w, 0);
  world_make(&d, 1);
  struct leaves ls = leaves_of(&d);
  for (int i = 0; i < ls.n; i++)
    if (ls.l[i].active) {
      leaf_set(&ls.l[i], draw(5, i));
      printf("v.%s=%a\nw.%s=%a\n", ls.l[i].name, leaf_get(&ls.l[i]), ls.l[i].name,
             ls.l[i].mem ? weight(&ls.l[i], i, 1) : 0);
    }
  long double dret = 0;
  long double ret = call_jvp(&w, &d, &dret);
  print_state("jvp", &w, ret);
  for (int i = 0; i < ls.n; i++)
    if (ls.l[i].active && ls.l[i].mem)
      leaf_print("tan", &ls.l[i]);
  if (HAS_RET)
    printf("tan.ret=%La\nw.ret=%a\n", dret, ret_weight(1));
  free(ls.l);
  world_free(&w);
  world_free(&d);
}
#endif

#if defined LLAD_GRAD || defined LLAD_JVP
/* One entry of the Jacobian, by the sweep that the expectation names. */
static void expect_run(int k) {
  const struct expect *e = &expects[k];
  struct world w, d;
  world_make(&w, 0);
  world_make(&d, 1);
  struct leaves ls = leaves_of(&d);
  long double dret = 0;
  int reverse = e->kind == 'g', to_ret = !strcmp(e->out, "ret");
  for (int i = 0; i < ls.n; i++)
    if (ls.l[i].active)
      leaf_set(&ls.l[i], !strcmp(ls.l[i].name, reverse ? e->out : e->in));
  if (reverse) {
#ifdef LLAD_GRAD
    call_grad(&w, &d, to_ret);
#endif
  } else {
#ifdef LLAD_JVP
    call_jvp(&w, &d, &dret);
#endif
  }
  if (!reverse && to_ret)
    printf("expect.%d=%a\n", k, (double)dret);
  for (int i = 0; i < ls.n; i++)
    if (!strcmp(ls.l[i].name, reverse ? e->in : e->out))
      printf("expect.%d=%a\n", k, leaf_get(&ls.l[i]));
  free(ls.l);
  world_free(&w);
  world_free(&d);
}

#endif

int main(void) {
  struct world w;
  world_make(&w, 0);
  long double ret = call_f(&w);
  print_state("f", &w, ret);
  world_free(&w);
#ifdef LLAD_REFERENCE
  differences();
#endif
#ifdef LLAD_GRAD
  reverse_run("plain", 0, 0, 0);
  reverse_run("full", 1, 0, 1);
  reverse_run("again", 1, 1, 0);
#endif
#ifdef LLAD_JVP
  forward_run();
#endif
#if defined LLAD_GRAD || defined LLAD_JVP
  for (int k = 0; expects[k].kind; k++) {
    if (expects[k].kind == 'f') continue;
#ifndef LLAD_GRAD
    if (expects[k].kind == 'g') continue;
#endif
#ifndef LLAD_JVP
    if (expects[k].kind == 'j') continue;
#endif
    expect_run(k);
  }
#endif
  return fflush(stdout) != 0;
}
