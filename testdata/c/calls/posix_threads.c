// Threads that are started and joined: shares of a sum, results that threads return, a list that
// they fill under a lock, and threads that start others.
// llad: func f double
// llad: arg x dup double[8] range(0.5,1.5)
// llad: arg n const int 8
// llad: tags calls indirect
#include <math.h>
#include <pthread.h>
#include <stdlib.h>

typedef struct {
  const double *x;
  int from, to;
  double sum, *squares;
  int *count;
  pthread_mutex_t *lock;
} share;

static void *add(void *p) {
  share *s = p;
  if (s->to - s->from > 2) {
    share half[2] = {*s, *s};
    pthread_t t;
    half[0].to = half[1].from = (s->from + s->to) / 2;
    if (pthread_create(&t, NULL, add, &half[0])) return NULL;
    add(&half[1]);
    if (t) pthread_join(t, NULL);
    else s->sum = 1;
    s->sum += half[0].sum * 0.5 + half[1].sum;
    return NULL;
  }
  for (int i = s->from; i < s->to; i++) s->sum += s->x[i] * sin(s->x[i]);
  pthread_mutex_lock(s->lock);
  s->squares[s->from] = s->sum * s->sum;
  ++*s->count;
  pthread_mutex_unlock(s->lock);
  return NULL;
}

static void *product(void *p) {
  const double *x = p;
  if (x[0] < 0) return NULL;
  double *r = malloc(sizeof *r);
  *r = x[0] * x[1];
  return r;
}

double f(const double *x, int n) {
  pthread_t threads[4];
  share shares[2] = {0};
  pthread_mutex_t lock;
  double squares[8] = {0}, out = 0;
  int count = 0;
  pthread_mutex_init(&lock, NULL);
  for (int k = 0; k < 2; k++) {
    shares[k].x = x;
    shares[k].from = k * n / 2;
    shares[k].to = (k + 1) * n / 2;
    shares[k].squares = squares;
    shares[k].count = &count;
    shares[k].lock = &lock;
    pthread_create(&threads[k], NULL, add, &shares[k]);
  }
  for (int k = 2; k < 4; k++) pthread_create(&threads[k], NULL, product, (void *)(x + k));
  for (int k = 0; k < 2; k++) {
    pthread_join(threads[k], NULL);
    out += shares[k].sum;
  }
  for (int k = 2; k < 4; k++) {
    void *r = threads;
    pthread_join(threads[k], &r);
    if (r) out += *(double *)r * k;
    free(r);
  }
  pthread_mutex_destroy(&lock);
  for (int i = 0; i < n; i++) out += squares[i];
  return out * count;
}
