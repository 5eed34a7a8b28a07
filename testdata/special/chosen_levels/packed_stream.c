// Messages of bytes: a header in network order, numbers behind tags, where no word begins. One is
// packed into a local array and copied to the heap, another into a block that is reallocated for
// each record.
// llad: func f double
// llad: arg x dup double[6] range(0.5,2)
// llad: arg n const int 6
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static int put(uint8_t *b, uint32_t v) {
  b[0] = v >> 24, b[1] = v >> 16, b[2] = v >> 8, b[3] = v;
  return 4;
}

static uint32_t get(const uint8_t *b) { return (uint32_t)b[0] << 24 | b[1] << 16 | b[2] << 8 | b[3]; }

static double sent(const double *x, int n) {
  uint8_t message[1024];
  int k = put(message, n);
  for (int i = 0; i < n; i++) {
    k += put(message + k, i * 3 + 1);
    double v = x[i] * x[0];
    memcpy(message + k, &v, 8);
    k += 8;
    if (i & 1)
      message[k++] = 7;
  }
  uint8_t *bytes = malloc(k);
  memcpy(bytes, message, k);
  double s = 0;
  int m = get(bytes);
  for (int i = 0, at = 4; i < m; i++) {
    uint32_t t = get(bytes + at);
    double v;
    memcpy(&v, bytes + at + 4, 8);
    at += 12;
    s += t * v * v;
    if (i & 1)
      s += x[i] * bytes[at++];
  }
  free(bytes);
  return s;
}

static double kept(const double *x, int n) {
  uint8_t *bytes = 0;
  int k = 0;
  for (int i = 0; i < n; i++) {
    bytes = realloc(bytes, k + 17);
    bytes[k++] = i % 3;
    double v = x[i] * x[1];
    memcpy(bytes + k, &v, 8);
    k += 8;
    if (i % 3 == 1) {
      memcpy(bytes + k, &x[i], 8);
      k += 8;
    }
  }
  double s = 0;
  for (int at = 0; at < k;) {
    int tag = bytes[at++];
    double v;
    memcpy(&v, bytes + at, 8);
    at += 8;
    s += v * v * (tag + 1);
    if (tag == 1) {
      memcpy(&v, bytes + at, 8);
      at += 8;
      s += v;
    }
  }
  free(bytes);
  return s;
}

double f(const double *x, int n) { return sent(x, n) + kept(x, n); }
