// A mixture of Gaussians with packed triangular factors.
#ifndef MIXTURE_H
#define MIXTURE_H

enum { DIM = 16, COMPONENTS = 8, PACKED = DIM * (DIM + 1) / 2, SIZE = COMPONENTS * (1 + DIM + PACKED) };

// logits: of the weights; means: DIM for every component; factors: the lower triangle of each precision's factor, row by row.
double mixture(const double *logits, const double *means, const double *factors, const double *points, int n);

void mixture_hand(const double *logits, double *d_logits, const double *means, double *d_means, const double *factors,
                  double *d_factors, const double *points, int n);

#endif
