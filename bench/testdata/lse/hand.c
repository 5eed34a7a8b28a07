// The adjoint of lse: softmax, added to the gradient. Nothing but the gradient
// grows with the data, so the exponentials are computed again.
#include <math.h>

void lse_hand(int n, const double *restrict x, double *restrict d_x) {
  double largest = x[0], sum = 0;
  for (int i = 1; i < n; i++)
    if (x[i] > largest)
      largest = x[i];
  for (int i = 0; i < n; i++)
    sum += exp(x[i] - largest);
  double scale = 1 / sum;
  for (int i = 0; i < n; i++)
    d_x[i] += scale * exp(x[i] - largest);
}
