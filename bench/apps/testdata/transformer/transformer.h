// A decoder-only transformer: its sizes, and where weights and activations lie.
#ifndef TRANSFORMER_H
#define TRANSFORMER_H

#include <stddef.h>

struct sizes {
  int layers, heads, c, t, b, v; // width, tokens of a sequence, sequences, vocabulary
};

// The weights, one array after the other; those of layers stand layer by layer.
struct weights {
  double *wte, *wpe, *ln1w, *ln1b, *qkvw, *qkvb, *projw, *projb, *ln2w, *ln2b, *fcw, *fcb, *outw, *outb, *lnfw, *lnfb;
};

// The activations of all layers.
struct acts {
  double *embedded, *ln1, *mean1, *rstd1, *qkv, *mixed, *scores, *att, *proj, *mid, *ln2, *mean2, *rstd2, *fc, *gelu, *out, *res,
      *lnf, *meanf, *rstdf, *logits, *probs, *losses;
};

size_t place_weights(const struct sizes *s, double *memory, struct weights *w);
size_t place_acts(const struct sizes *s, double *memory, struct acts *a);

// The mean cross entropy of predicting every target.
double transformer(const struct sizes *s, double *weights, double *acts, const int *tokens, const int *targets);

void transformer_hand(const struct sizes *s, double *weights, double *d_weights, double *acts, double *d_acts, const int *tokens,
                      const int *targets);

#endif
