/* A problem of the cache benchmarks: n steps on a state that begins as x, with
   parameters p. Both have derivatives. */
#ifndef CACHE_H
#define CACHE_H

double run(const double *p, const double *x, int size, long n);
int parameters(int size); /* how many */
int states(int size);
double parameter(int i); /* their values */
double state(int i, int size);

#endif
