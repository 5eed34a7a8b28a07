// Searches for the smallest and the largest, where what they compare takes
// loops of its own; a search that also reads what it carries, one that may find
// nothing, one that is left early, and two that share an iteration.
// llad: func search double
// llad: arg x dup double[20] range(0.4,1.2)
// llad: arg c dup double[12] range(0.3,1.4)
// llad: arg n const int 5
// llad: arg k const int 3
// llad: tags loop nested branch
#include <math.h>

double search(const double *x, const double *c, int n, int k) {
  double cost = 0, worst = -1, blend = 0.1, first = 100, never = 2, far = 0, total = 0;
  for (int i = 0; i < n; i++) {
    double best = 1e300, second = 50;
    for (int q = 0; q < k; q++) {
      double s = 0, t = 1;
      for (int j = 0; j < 4; j++) {
        double e = x[i * 4 + j] - c[q * 4 + j];
        s += exp(e) * e;
        t *= 1 + e * e;
      }
      s = sqrt(s * s + 1);
      best = s < best ? s : best;
      second = t < second ? t : second;
      total += t * 0.01;
    }
    cost += best * second;
    double m = 0;
    for (int q = 0; q < k; q++) {
      double s = 0;
      for (int j = 0; j < 4; j++) s += x[i * 4 + j] * c[q * 4 + j];
      m = s > m ? s : m;
    }
    worst = m > worst ? m : worst;
  }
  for (int i = 0; i < 4 * n; i++) { /* reads what it carries */
    double t = x[i] * blend + 0.3;
    blend = t > blend ? t : blend;
  }
  for (int i = 0; i < 4 * n; i++) /* chooses nothing */
    never = x[i] > 1e3 ? x[i] : never;
  for (int i = 0; i < 4 * n; i++) { /* left early, before and behind the choice */
    if (x[i] > 1.19) break;
    first = x[i] < first ? x[i] : first;
    if (first < 0.45) break;
  }
  int i = 0;
  do { /* read as the iteration before left it */
    double was = far;
    double t = x[i] * c[i % 12];
    far = t > far ? t : far;
    if (i == 4 * n - 2) total += was * x[i];
  } while (++i < 4 * n);
  return cost + worst * blend + first * never + far + total;
}
