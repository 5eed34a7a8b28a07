// The adjoint of transformer: the function's activations, then layer by layer back. Products are blocked as the function's.
#include <math.h>
#include <string.h>

#include "transformer.h"

static void back_normalise(double *restrict d_in, double *restrict d_w, double *restrict d_b, const double *restrict d_out,
                           const double *restrict in, const double *mean, const double *rstd, const double *restrict w, int n, int c) {
  for (int k = 0; k < n; k++) {
    const double *restrict d = d_out + k * c, *restrict x = in + k * c;
    double *restrict to = d_in + k * c, m = mean[k], s = rstd[k], sum = 0, along = 0;
    for (int i = 0; i < c; i++) {
      double g = w[i] * d[i];
      sum += g;
      along += g * (x[i] - m) * s;
    }
    sum /= c, along /= c;
    for (int i = 0; i < c; i++) {
      double norm = (x[i] - m) * s;
      d_b[i] += d[i];
      d_w[i] += norm * d[i];
      to[i] += (w[i] * d[i] - sum - norm * along) * s;
    }
  }
}

enum { ROWS = 8, OUTS = 2, TILE = 256 };

// Eight rows and two outputs at once, whose adjoints are in registers: first for the input, a tile of columns at a time, then
// for the weights.
static void back_product(double *restrict d_in, double *restrict d_w, double *restrict d_b, const double *restrict d_out,
                         const double *restrict in, const double *restrict w, int n, int c, int oc) {
  double d[OUTS][ROWS];
  for (int k = 0; k < n; k += ROWS)
    for (int tile = 0; tile < c; tile += TILE) {
      int end = tile + TILE < c ? tile + TILE : c;
      double *restrict dx = d_in + k * c;
      for (int o = 0; o < oc; o += OUTS) {
        const double *restrict row = w + o * c;
        for (int q = 0; q < OUTS; q++)
          for (int r = 0; r < ROWS; r++)
            d[q][r] = d_out[(k + r) * oc + o + q];
        for (int i = tile; i < end; i++)
          for (int r = 0; r < ROWS; r++)
            dx[r * c + i] += row[i] * d[0][r] + row[c + i] * d[1][r];
      }
    }
  for (int o = 0; o < oc; o += OUTS)
    for (int k = 0; k < n; k += ROWS) {
      const double *restrict x = in + k * c;
      double *restrict dw = d_w + o * c;
      for (int q = 0; q < OUTS; q++)
        for (int r = 0; r < ROWS; r++) {
          d[q][r] = d_out[(k + r) * oc + o + q];
          if (d_b)
            d_b[o + q] += d[q][r];
        }
      for (int i = 0; i < c; i++) {
        double sum0 = dw[i], sum1 = dw[c + i];
        for (int r = 0; r < ROWS; r++) {
          sum0 += x[r * c + i] * d[0][r];
          sum1 += x[r * c + i] * d[1][r];
        }
        dw[i] = sum0, dw[c + i] = sum1;
      }
    }
}

static void back_attend(double *restrict d_qkv, const double *restrict d_out, const double *restrict att, const double *restrict qkv,
                        double *restrict d_a, const struct sizes *z) {
  int c = z->c, t = z->t, width = c / z->heads;
  double scale = 1 / sqrt((double)width);
  for (int k = 0; k < z->b; k++)
    for (int p = 0; p < t; p++)
      for (int h = 0; h < z->heads; h++) {
        const double *restrict a = att + ((k * z->heads + h) * t + p) * t, *restrict d = d_out + (k * t + p) * c + h * width;
        size_t query = (k * t + p) * 3 * c + h * width;
        double along = 0;
        for (int q = 0; q <= p; q++) {
          size_t value = (k * t + q) * 3 * c + 2 * c + h * width;
          double sum = 0;
          for (int i = 0; i < width; i++) {
            sum += qkv[value + i] * d[i];
            d_qkv[value + i] += a[q] * d[i];
          }
          d_a[q] = sum;
          along += a[q] * sum;
        }
        for (int q = 0; q <= p; q++) {
          double g = a[q] * (d_a[q] - along) * scale;
          size_t key = (k * t + q) * 3 * c + c + h * width;
          for (int i = 0; i < width; i++) {
            d_qkv[query + i] += qkv[key + i] * g;
            d_qkv[key + i] += qkv[query + i] * g;
          }
        }
      }
}

static void back_gelu(double *restrict d_in, const double *restrict d_out, const double *restrict in, int n) {
  for (int i = 0; i < n; i++) {
    double x = in[i], th = tanh(0.7978845608028654 * (x + 0.044715 * x * x * x));
    d_in[i] = d_out[i] * (0.5 * (1 + th) + 0.5 * x * (1 - th * th) * 0.7978845608028654 * (1 + 3 * 0.044715 * x * x));
  }
}

void transformer_hand(const struct sizes *s, double *weights, double *d_weights, double *acts, double *d_acts, const int *tokens,
                      const int *targets) {
  struct weights w, dw;
  struct acts a, d;
  transformer(s, weights, acts, tokens, targets);
  place_weights(s, weights, &w), place_weights(s, d_weights, &dw);
  memset(d_acts, 0, place_acts(s, acts, &a) * sizeof *acts);
  place_acts(s, d_acts, &d);
  int c = s->c, n = s->b * s->t, v = s->v;
  for (int k = 0; k < n; k++)
    for (int i = 0; i < v; i++)
      d.logits[k * v + i] = (a.probs[k * v + i] - (i == targets[k])) / n;
  back_product(d.lnf, dw.wte, 0, d.logits, a.lnf, w.wte, n, c, v);
  int last = s->layers - 1;
  double *d_res = last < 0 ? d.embedded : d.res + last * n * c;
  back_normalise(d_res, dw.lnfw, dw.lnfb, d.lnf, last < 0 ? a.embedded : a.res + last * n * c, a.meanf, a.rstdf, w.lnfw, n, c);
  for (int l = last; l >= 0; l--) {
    int at = l * n * c;
    double *d_in = l ? d.res + (l - 1) * n * c : d.embedded, *in = l ? a.res + (l - 1) * n * c : a.embedded;
    double *d_mid = d.mid + at;
    back_product(d.gelu + 4 * at, dw.outw + l * 4 * c * c, dw.outb + l * c, d_res, a.gelu + 4 * at, w.outw + l * 4 * c * c, n, 4 * c, c);
    back_gelu(d.fc + 4 * at, d.gelu + 4 * at, a.fc + 4 * at, n * 4 * c);
    back_product(d.ln2 + at, dw.fcw + l * 4 * c * c, dw.fcb + l * 4 * c, d.fc + 4 * at, a.ln2 + at, w.fcw + l * 4 * c * c, n, c, 4 * c);
    memcpy(d_mid, d_res, sizeof(double) * n * c);
    back_normalise(d_mid, dw.ln2w + l * c, dw.ln2b + l * c, d.ln2 + at, a.mid + at, a.mean2 + l * n, a.rstd2 + l * n, w.ln2w + l * c, n, c);
    back_product(d.mixed + at, dw.projw + l * c * c, dw.projb + l * c, d_mid, a.mixed + at, w.projw + l * c * c, n, c, c);
    back_attend(d.qkv + 3 * at, d.mixed + at, a.att + l * s->heads * n * s->t, a.qkv + 3 * at, d.scores, s);
    back_product(d.ln1 + at, dw.qkvw + l * 3 * c * c, dw.qkvb + l * 3 * c, d.qkv + 3 * at, a.ln1 + at, w.qkvw + l * 3 * c * c, n, c, 3 * c);
    memcpy(d_in, d_mid, sizeof(double) * n * c);
    back_normalise(d_in, dw.ln1w + l * c, dw.ln1b + l * c, d.ln1 + at, in, a.mean1 + l * n, a.rstd1 + l * n, w.ln1w + l * c, n, c);
    d_res = d_in;
  }
  for (int k = 0; k < n; k++)
    for (int i = 0; i < c; i++) {
      dw.wte[tokens[k] * c + i] += d.embedded[k * c + i];
      dw.wpe[k % s->t * c + i] += d.embedded[k * c + i];
    }
}
