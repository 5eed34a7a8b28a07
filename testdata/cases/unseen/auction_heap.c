// Auctions: bids in a heap by array, settings by designated initializers, prices by _Generic, bidders as compound literals.
#include <alloca.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

struct bidder { double value, risk; int rounds; };
struct bid { double price; struct bidder *by; };
struct book { struct bid *heap; int len, cap; };

struct rules {
  double reserve, increment, fee;
  int winners;
  double (*pay)(const struct rules *, const struct bid *won, const struct bid *next);
};

static double own_price(const struct rules *r, const struct bid *won, const struct bid *next) { return won->price * (1 - r->fee) + 0 * (next != NULL); }
static double next_price(const struct rules *r, const struct bid *won, const struct bid *next) {
  return next ? fmin(next->price + r->increment, won->price) : fmax(r->reserve, 0.5 * won->price);
}

static void push(struct book *b, struct bid v) {
  if (b->len == b->cap) b->heap = realloc(b->heap, (b->cap = 2 * b->cap + 2) * sizeof *b->heap);
  int i = b->len++;
  while (i && b->heap[(i - 1) / 2].price < v.price) {
    b->heap[i] = b->heap[(i - 1) / 2];
    i = (i - 1) / 2;
  }
  b->heap[i] = v;
}

static struct bid pop(struct book *b) {
  struct bid top = b->heap[0], v = b->heap[--b->len];
  int i = 0;
  for (;;) {
    int c = 2 * i + 1;
    if (c >= b->len) break;
    if (c + 1 < b->len && b->heap[c + 1].price > b->heap[c].price) c++;
    if (b->heap[c].price <= v.price) break;
    b->heap[i] = b->heap[c];
    i = c;
  }
  b->heap[i] = v;
  return top;
}

static double shade_double(double v, double risk) { return v * (1 - exp(-2 - risk)); }
static double shade_float(float v, double risk) { return sqrt(v) * risk; }
static double shade_bidder(struct bidder *b, double more) { return shade_double(b->value, b->risk) + more * (1 + b->rounds); }
#define shade(v, r) _Generic((v), float: shade_float, double: shade_double, struct bidder *: shade_bidder)(v, r)

static double run(const struct rules *r, struct bidder **list, int count, double more) {
  struct book b = {0};
  double *paid = alloca(r->winners * sizeof *paid), s = 0;
  for (int i = 0; i < count; i++) {
    double p = shade(list[i], more);
    if (p > r->reserve) push(&b, (struct bid){.by = list[i], .price = p});
    list[i]->rounds++;
  }
  int k = 0;
  for (; k < r->winners && b.len; k++) {
    struct bid won = pop(&b);
    paid[k] = r->pay(r, &won, b.len ? b.heap : NULL);
    won.by->value -= 0.5 * paid[k];
    s += won.by->value - paid[k] * won.by->risk * 0.1;
  }
  while (k-- > 0) s += log(1 + paid[k]) / (k + 1);
  free(b.heap);
  return s;
}

static double expected(struct bidder b) { return b.value / (1 + b.risk); }

double f(const double *x, size_t n) {
  struct bidder *list[6];
  for (int i = 0; i < 4; i++) {
    list[i] = malloc(sizeof **list);
    *list[i] = (struct bidder){.value = x[i] + 0.13 * i, .risk = x[i + 4]};
  }
  list[4] = &(struct bidder){x[8], 0.3, 1};
  list[5] = &(struct bidder){.risk = 0.7, .value = x[9] * x[0]};
  const struct rules all[] = {
      {.reserve = 0.2, .fee = 0.05 * x[10], .winners = 2, .pay = own_price},
      {.winners = 3, .increment = 0.02 * x[11], .reserve = 0.1, .pay = next_price},
      {.pay = next_price, .winners = 1, .reserve = 0.3 * x[10], .increment = 0.01},
  };
  double s = 0;
  for (size_t k = 0; k < sizeof all / sizeof *all; k++) s += run(&all[k], list, 6, 0.05 * k * x[k]) / (k + 1);
  s += shade((float)x[7], x[6]) + shade(x[5], x[4]) + 0.1 * expected((struct bidder){.value = s, .risk = x[3]});
  for (int i = 0; i < 6; i++) s += 0.1 * list[i]->value * list[i]->rounds;
  for (int i = 0; i < 4; i++) free(list[i]);
  return s;
}
