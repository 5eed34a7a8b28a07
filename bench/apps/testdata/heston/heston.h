// A price under Heston's model by simulation.
#ifndef HESTON_H
#define HESTON_H

enum { SPOT, VARIANCE, RATE, SPEED, LEVEL, VOLATILITY, CORRELATION, PARAMETERS };

// x: the parameters. The mean of what an Asian call pays over so many paths.
double heston(const double *x, int paths, int steps, double maturity, double strike);

void heston_hand(const double *x, double *d_x, int paths, int steps, double maturity, double strike);

// One of two normal numbers of every path and step.
double heston_normal(unsigned path, unsigned step, unsigned which);

#endif
