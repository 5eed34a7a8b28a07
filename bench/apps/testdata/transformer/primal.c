// The loss of a GPT-2 (Radford et al. 2019) on a batch: layer normalisation, causal attention with several heads, a
// feed-forward network with GELU, weights of the embedding used again for the logits. Products take eight tokens
// at once by hand.
#include <math.h>

#include "transformer.h"

static double *take(double **memory, size_t n) {
  double *at = *memory;
  *memory += n;
  return at;
}

size_t place_weights(const struct sizes *s, double *memory, struct weights *w) {
  double *m = memory;
  size_t c = s->c, l = s->layers;
  w->wte = take(&m, s->v * c), w->wpe = take(&m, s->t * c);
  w->ln1w = take(&m, l * c), w->ln1b = take(&m, l * c);
  w->qkvw = take(&m, l * 3 * c * c), w->qkvb = take(&m, l * 3 * c);
  w->projw = take(&m, l * c * c), w->projb = take(&m, l * c);
  w->ln2w = take(&m, l * c), w->ln2b = take(&m, l * c);
  w->fcw = take(&m, l * 4 * c * c), w->fcb = take(&m, l * 4 * c);
  w->outw = take(&m, l * 4 * c * c), w->outb = take(&m, l * c);
  w->lnfw = take(&m, c), w->lnfb = take(&m, c);
  return m - memory;
}

size_t place_acts(const struct sizes *s, double *memory, struct acts *a) {
  double *m = memory;
  size_t c = s->c, l = s->layers, bt = (size_t)s->b * s->t;
  a->embedded = take(&m, bt * c);
  a->ln1 = take(&m, l * bt * c), a->mean1 = take(&m, l * bt), a->rstd1 = take(&m, l * bt);
  a->qkv = take(&m, l * bt * 3 * c), a->mixed = take(&m, l * bt * c);
  a->scores = take(&m, l * s->heads * bt * s->t), a->att = take(&m, l * s->heads * bt * s->t);
  a->proj = take(&m, l * bt * c), a->mid = take(&m, l * bt * c);
  a->ln2 = take(&m, l * bt * c), a->mean2 = take(&m, l * bt), a->rstd2 = take(&m, l * bt);
  a->fc = take(&m, l * bt * 4 * c), a->gelu = take(&m, l * bt * 4 * c), a->out = take(&m, l * bt * c), a->res = take(&m, l * bt * c);
  a->lnf = take(&m, bt * c), a->meanf = take(&m, bt), a->rstdf = take(&m, bt);
  a->logits = take(&m, bt * s->v), a->probs = take(&m, bt * s->v), a->losses = take(&m, bt);
  return m - memory;
}

static void embed(double *out, const int *tokens, const double *wte, const double *wpe, int b, int t, int c) {
  for (int k = 0; k < b; k++)
    for (int p = 0; p < t; p++) {
      double *to = out + (k * t + p) * c;
      const double *word = wte + tokens[k * t + p] * c, *place = wpe + p * c;
      for (int i = 0; i < c; i++)
        to[i] = word[i] + place[i];
    }
}

static void normalise(double *out, double *mean, double *rstd, const double *in, const double *w, const double *bias, int n, int c) {
  for (int k = 0; k < n; k++) {
    const double *x = in + k * c;
    double m = 0, v = 0;
    for (int i = 0; i < c; i++)
      m += x[i];
    m /= c;
    for (int i = 0; i < c; i++) {
      double d = x[i] - m;
      v += d * d;
    }
    v /= c;
    double s = 1 / sqrt(v + 1e-5);
    double *to = out + k * c;
    for (int i = 0; i < c; i++) {
      double norm = s * (x[i] - m);
      to[i] = norm * w[i] + bias[i];
    }
    mean[k] = m;
    rstd[k] = s;
  }
}

// out (n × oc) = in (n × c) times the transposed weights (oc × c), plus a bias; n is a multiple of eight.
static void product(double *out, const double *in, const double *w, const double *bias, int n, int c, int oc) {
  for (int k = 0; k < n; k += 8)
    for (int o = 0; o < oc; o++) {
      double sum[8];
      for (int r = 0; r < 8; r++)
        sum[r] = bias ? bias[o] : 0;
      for (int i = 0; i < c; i++) {
        double weight = w[i + o * c];
        for (int r = 0; r < 8; r++)
          sum[r] += in[(k + r) * c + i] * weight;
      }
      for (int r = 0; r < 8; r++)
        out[(k + r) * oc + o] = sum[r];
    }
}

static void attend(double *out, double *scores, double *att, const double *qkv, int b, int t, int c, int heads) {
  int width = c / heads;
  double scale = 1 / sqrt((double)width);
  for (int k = 0; k < b; k++)
    for (int p = 0; p < t; p++)
      for (int h = 0; h < heads; h++) {
        const double *query = qkv + (k * t + p) * 3 * c + h * width;
        double *score = scores + ((k * heads + h) * t + p) * t, *a = att + ((k * heads + h) * t + p) * t;
        double most = -1e4;
        for (int q = 0; q <= p; q++) {
          const double *key = qkv + (k * t + q) * 3 * c + c + h * width;
          double sum = 0;
          for (int i = 0; i < width; i++)
            sum += query[i] * key[i];
          sum *= scale;
          if (sum > most)
            most = sum;
          score[q] = sum;
        }
        double total = 0;
        for (int q = 0; q <= p; q++) {
          double e = exp(score[q] - most);
          total += e;
          a[q] = e;
        }
        double inverse = 1 / total;
        for (int q = 0; q < t; q++)
          a[q] = q <= p ? a[q] * inverse : 0;
        double *to = out + (k * t + p) * c + h * width;
        for (int i = 0; i < width; i++)
          to[i] = 0;
        for (int q = 0; q <= p; q++) {
          const double *value = qkv + (k * t + q) * 3 * c + 2 * c + h * width;
          double weight = a[q];
          for (int i = 0; i < width; i++)
            to[i] += weight * value[i];
        }
      }
}

static void gelu(double *out, const double *in, int n) {
  for (int i = 0; i < n; i++) {
    double x = in[i];
    out[i] = 0.5 * x * (1 + tanh(0.7978845608028654 * (x + 0.044715 * x * x * x)));
  }
}

static void add(double *out, const double *x, const double *y, int n) {
  for (int i = 0; i < n; i++)
    out[i] = x[i] + y[i];
}

static void softmax(double *probs, const double *logits, int n, int v) {
  for (int k = 0; k < n; k++) {
    const double *from = logits + k * v;
    double *to = probs + k * v, most = -1e4, sum = 0;
    for (int i = 0; i < v; i++)
      if (from[i] > most)
        most = from[i];
    for (int i = 0; i < v; i++) {
      to[i] = exp(from[i] - most);
      sum += to[i];
    }
    for (int i = 0; i < v; i++)
      to[i] /= sum;
  }
}

double transformer(const struct sizes *s, double *weights, double *acts, const int *tokens, const int *targets) {
  struct weights w;
  struct acts a;
  place_weights(s, weights, &w);
  place_acts(s, acts, &a);
  int c = s->c, n = s->b * s->t;
  embed(a.embedded, tokens, w.wte, w.wpe, s->b, s->t, c);
  double *in = a.embedded;
  for (int l = 0; l < s->layers; l++) {
    double *res = a.res + l * n * c, *ln1 = a.ln1 + l * n * c, *qkv = a.qkv + l * n * 3 * c, *mixed = a.mixed + l * n * c;
    double *proj = a.proj + l * n * c, *mid = a.mid + l * n * c, *ln2 = a.ln2 + l * n * c, *fc = a.fc + l * n * 4 * c;
    double *act = a.gelu + l * n * 4 * c, *out = a.out + l * n * c;
    normalise(ln1, a.mean1 + l * n, a.rstd1 + l * n, in, w.ln1w + l * c, w.ln1b + l * c, n, c);
    product(qkv, ln1, w.qkvw + l * 3 * c * c, w.qkvb + l * 3 * c, n, c, 3 * c);
    attend(mixed, a.scores + l * s->heads * n * s->t, a.att + l * s->heads * n * s->t, qkv, s->b, s->t, c, s->heads);
    product(proj, mixed, w.projw + l * c * c, w.projb + l * c, n, c, c);
    add(mid, in, proj, n * c);
    normalise(ln2, a.mean2 + l * n, a.rstd2 + l * n, mid, w.ln2w + l * c, w.ln2b + l * c, n, c);
    product(fc, ln2, w.fcw + l * 4 * c * c, w.fcb + l * 4 * c, n, c, 4 * c);
    gelu(act, fc, n * 4 * c);
    product(out, act, w.outw + l * 4 * c * c, w.outb + l * c, n, 4 * c, c);
    add(res, mid, out, n * c);
    in = res;
  }
  normalise(a.lnf, a.meanf, a.rstdf, in, w.lnfw, w.lnfb, n, c);
  product(a.logits, a.lnf, w.wte, 0, n, c, s->v);
  softmax(a.probs, a.logits, n, s->v);
  double loss = 0;
  for (int k = 0; k < n; k++) {
    a.losses[k] = -log(a.probs[k * s->v + targets[k]]);
    loss += a.losses[k];
  }
  return loss / n;
}
