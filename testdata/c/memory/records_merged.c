// Records of floats with a number at the end are merged with those of the step before
// in an array of fixed size, copied in as many elements as there are now, back into a
// struct that goes on with a count and an address behind them.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const int 6
// llad: tags struct float loop
// llad: difftol 2e-4
// llad: dottol 1e-5
struct contact { float place[2], normal[2]; float depth, push, bias; int tag; };
struct arbiter { struct contact contacts[2]; int n; const float *friction; float rate; };

__attribute__((noinline)) static void update(struct arbiter *a, const struct contact *fresh, int count) {
  struct contact merged[2];
  for (int i = 0; i < count; i++) {
    int same = -1;
    for (int k = 0; k < a->n && same < 0; k++)
      if (a->contacts[k].tag == fresh[i].tag)
        same = k;
    merged[i] = fresh[i];
    if (same >= 0) {
      merged[i].push = a->contacts[same].push;
      merged[i].bias = a->contacts[same].bias;
    }
  }
  for (int i = 0; i < count; i++)
    a->contacts[i] = merged[i];
  a->n = count;
}

double f(const double *x, int n) {
  const float friction = 0.25f;
  struct arbiter a = {{{{0}}}, 0, &friction, 0.5f};
  double sum = 0;
  for (int k = 0; k < n; k++) {
    struct contact fresh[2];
    for (int i = 0; i < 2; i++) {
      fresh[i].place[0] = (float)x[k] * (float)(i + 1);
      fresh[i].place[1] = (float)(x[k] * x[k]);
      fresh[i].normal[0] = (float)x[n - 1 - k];
      fresh[i].normal[1] = 1;
      fresh[i].depth = (float)(x[k] * x[n - 1 - k]);
      fresh[i].push = 0;
      fresh[i].bias = fresh[i].depth * 0.3f;
      fresh[i].tag = i == 0 ? 7 : k / 2;
    }
    update(&a, fresh, k % 3 == 2 ? 1 : 2);
    for (int i = 0; i < a.n; i++) {
      struct contact *c = &a.contacts[i];
      c->push += a.rate * c->depth + *a.friction * c->place[1];
      sum += c->push * c->bias + c->place[0] * c->normal[0] + c->normal[1];
    }
  }
  return sum;
}
