// The thirty kernels of PolyBench 4.2 (Pouchet and Yuki), from the description of what each computes, on square arrays; what is
// an integer there (the medley) is a number here.
#include <math.h>

#include "polybench.h"

static const double alpha = 1.5, beta = 1.2;

// C = alpha A B + beta C
KERNEL(gemm, MAT(c), MAT(a), MAT(b), double *u3, double *u4, double *u5, double *u6)
  FOR(i, 0, n) {
    FOR(j, 0, n) M(c, i, j) *= beta;
    FOR(k, 0, n) FOR(j, 0, n) M(c, i, j) += alpha * M(a, i, k) * M(b, k, j);
  }
}

// A = A + u1 v1' + u2 v2', x = beta A' y + z, w = alpha A x; z stands in x
KERNEL(gemver, MAT(a), double *u1, double *v1, double *u2, double *v2, double *xy, double *w)
  double *x = xy, *y = xy + n;
  FOR(i, 0, n) FOR(j, 0, n) M(a, i, j) += u1[i] * v1[j] + u2[i] * v2[j];
  FOR(i, 0, n) FOR(j, 0, n) x[i] += beta * M(a, j, i) * y[j];
  FOR(i, 0, n) FOR(j, 0, n) w[i] += alpha * M(a, i, j) * x[j];
}

// y = alpha A x + beta B x
KERNEL(gesummv, MAT(a), MAT(b), double *x, double *y, double *t, double *u5, double *u6)
  FOR(i, 0, n) {
    t[i] = 0;
    y[i] = 0;
    FOR(j, 0, n) {
      t[i] += M(a, i, j) * x[j];
      y[i] += M(b, i, j) * x[j];
    }
    y[i] = alpha * t[i] + beta * y[i];
  }
}

// C = alpha A B + beta C with A symmetric, its lower triangle stored
KERNEL(symm, MAT(c), MAT(a), MAT(b), double *u3, double *u4, double *u5, double *u6)
  FOR(i, 0, n) FOR(j, 0, n) {
    double t = 0;
    FOR(k, 0, i) {
      M(c, k, j) += alpha * M(b, i, j) * M(a, i, k);
      t += M(b, k, j) * M(a, i, k);
    }
    M(c, i, j) = beta * M(c, i, j) + alpha * M(b, i, j) * M(a, i, i) + alpha * t;
  }
}

KERNEL(syr2k, MAT(c), MAT(a), MAT(b), double *u3, double *u4, double *u5, double *u6)
  FOR(i, 0, n) {
    FOR(j, 0, i + 1) M(c, i, j) *= beta;
    FOR(k, 0, n) FOR(j, 0, i + 1) M(c, i, j) += M(a, j, k) * alpha * M(b, i, k) + M(b, j, k) * alpha * M(a, i, k);
  }
}

KERNEL(syrk, MAT(c), MAT(a), double *u2, double *u3, double *u4, double *u5, double *u6)
  FOR(i, 0, n) {
    FOR(j, 0, i + 1) M(c, i, j) *= beta;
    FOR(k, 0, n) FOR(j, 0, i + 1) M(c, i, j) += alpha * M(a, i, k) * M(a, j, k);
  }
}

// B = alpha A' B with A lower triangular and a unit diagonal
KERNEL(trmm, MAT(b), MAT(a), double *u2, double *u3, double *u4, double *u5, double *u6)
  FOR(i, 0, n) FOR(j, 0, n) {
    FOR(k, i + 1, n) M(b, i, j) += M(a, k, i) * M(b, k, j);
    M(b, i, j) = alpha * M(b, i, j);
  }
}

KERNEL(two_mm, MAT(t), MAT(a), MAT(b), MAT(c), MAT(d), double *u5, double *u6)
  FOR(i, 0, n) FOR(j, 0, n) {
    M(t, i, j) = 0;
    FOR(k, 0, n) M(t, i, j) += alpha * M(a, i, k) * M(b, k, j);
  }
  FOR(i, 0, n) FOR(j, 0, n) {
    M(d, i, j) *= beta;
    FOR(k, 0, n) M(d, i, j) += M(t, i, k) * M(c, k, j);
  }
}

KERNEL(three_mm, MAT(e), MAT(a), MAT(b), MAT(f), MAT(c), MAT(d), MAT(g))
  FOR(i, 0, n) FOR(j, 0, n) {
    M(e, i, j) = 0;
    FOR(k, 0, n) M(e, i, j) += M(a, i, k) * M(b, k, j);
  }
  FOR(i, 0, n) FOR(j, 0, n) {
    M(f, i, j) = 0;
    FOR(k, 0, n) M(f, i, j) += M(c, i, k) * M(d, k, j);
  }
  FOR(i, 0, n) FOR(j, 0, n) {
    M(g, i, j) = 0;
    FOR(k, 0, n) M(g, i, j) += M(e, i, k) * M(f, k, j);
  }
}

// y = A' A x
KERNEL(atax, MAT(a), double *x, double *y, double *t, double *u4, double *u5, double *u6)
  FOR(i, 0, n) y[i] = 0;
  FOR(i, 0, n) {
    t[i] = 0;
    FOR(j, 0, n) t[i] += M(a, i, j) * x[j];
    FOR(j, 0, n) y[j] += M(a, i, j) * t[i];
  }
}

KERNEL(bicg, MAT(a), double *s, double *q, double *p, double *r, double *u5, double *u6)
  FOR(i, 0, n) s[i] = 0;
  FOR(i, 0, n) {
    q[i] = 0;
    FOR(j, 0, n) {
      s[j] += r[i] * M(a, i, j);
      q[i] += M(a, i, j) * p[j];
    }
  }
}

KERNEL(doitgen, CUBE(a), MAT(c), double *sum, double *u3, double *u4, double *u5, double *u6)
  FOR(r, 0, n) FOR(q, 0, n) {
    FOR(p, 0, n) {
      sum[p] = 0;
      FOR(s, 0, n) sum[p] += C(a, r, q, s) * M(c, s, p);
    }
    FOR(p, 0, n) C(a, r, q, p) = sum[p];
  }
}

KERNEL(mvt, MAT(a), double *x, double *y, double *p, double *q, double *u5, double *u6)
  FOR(i, 0, n) FOR(j, 0, n) x[i] += M(a, i, j) * p[j];
  FOR(i, 0, n) FOR(j, 0, n) y[i] += M(a, j, i) * q[j];
}

KERNEL(cholesky, MAT(a), double *u1, double *u2, double *u3, double *u4, double *u5, double *u6)
  FOR(i, 0, n) {
    FOR(j, 0, i) {
      FOR(k, 0, j) M(a, i, j) -= M(a, i, k) * M(a, j, k);
      M(a, i, j) /= M(a, j, j);
    }
    FOR(k, 0, i) M(a, i, i) -= M(a, i, k) * M(a, i, k);
    M(a, i, i) = sqrt(M(a, i, i));
  }
}

// Levinson's and Durbin's recursion for a Toeplitz system
KERNEL(durbin, double *r, double *y, double *z, double *u3, double *u4, double *u5, double *u6)
  double b = 1, a = -r[0];
  y[0] = -r[0];
  FOR(k, 1, n) {
    b = (1 - a * a) * b;
    double sum = 0;
    FOR(i, 0, k) sum += r[k - i - 1] * y[i];
    a = -(r[k] + sum) / b;
    FOR(i, 0, k) z[i] = y[i] + a * y[k - i - 1];
    FOR(i, 0, k) y[i] = z[i];
    y[k] = a;
  }
}

KERNEL(gramschmidt, MAT(a), MAT(r), MAT(q), double *u3, double *u4, double *u5, double *u6)
  FOR(k, 0, n) {
    double norm = 0;
    FOR(i, 0, n) norm += M(a, i, k) * M(a, i, k);
    M(r, k, k) = sqrt(norm);
    FOR(i, 0, n) M(q, i, k) = M(a, i, k) / M(r, k, k);
    FOR(j, k + 1, n) {
      M(r, k, j) = 0;
      FOR(i, 0, n) M(r, k, j) += M(q, i, k) * M(a, i, j);
      FOR(i, 0, n) M(a, i, j) -= M(q, i, k) * M(r, k, j);
    }
  }
}

KERNEL(lu, MAT(a), double *u1, double *u2, double *u3, double *u4, double *u5, double *u6)
  FOR(i, 0, n) {
    FOR(j, 0, i) {
      FOR(k, 0, j) M(a, i, j) -= M(a, i, k) * M(a, k, j);
      M(a, i, j) /= M(a, j, j);
    }
    FOR(j, i, n) FOR(k, 0, i) M(a, i, j) -= M(a, i, k) * M(a, k, j);
  }
}

KERNEL(ludcmp, MAT(a), double *b, double *x, double *y, double *u4, double *u5, double *u6)
  FOR(i, 0, n) {
    FOR(j, 0, i) {
      double w = M(a, i, j);
      FOR(k, 0, j) w -= M(a, i, k) * M(a, k, j);
      M(a, i, j) = w / M(a, j, j);
    }
    FOR(j, i, n) {
      double w = M(a, i, j);
      FOR(k, 0, i) w -= M(a, i, k) * M(a, k, j);
      M(a, i, j) = w;
    }
  }
  FOR(i, 0, n) {
    double w = b[i];
    FOR(j, 0, i) w -= M(a, i, j) * y[j];
    y[i] = w;
  }
  for (INDEX i = n; i-- > 0;) {
    double w = y[i];
    FOR(j, i + 1, n) w -= M(a, i, j) * x[j];
    x[i] = w / M(a, i, i);
  }
}

KERNEL(trisolv, MAT(l), double *x, double *b, double *u3, double *u4, double *u5, double *u6)
  FOR(i, 0, n) {
    x[i] = b[i];
    FOR(j, 0, i) x[i] -= M(l, i, j) * x[j];
    x[i] /= M(l, i, i);
  }
}

KERNEL(correlation, MAT(d), MAT(c), double *mean, double *dev, double *u4, double *u5, double *u6)
  FOR(j, 0, n) {
    mean[j] = 0;
    FOR(i, 0, n) mean[j] += M(d, i, j);
    mean[j] /= n;
  }
  FOR(j, 0, n) {
    dev[j] = 0;
    FOR(i, 0, n) dev[j] += (M(d, i, j) - mean[j]) * (M(d, i, j) - mean[j]);
    dev[j] = sqrt(dev[j] / n);
    if (dev[j] <= 0.1)
      dev[j] = 1;
  }
  FOR(i, 0, n) FOR(j, 0, n) {
    M(d, i, j) -= mean[j];
    M(d, i, j) /= sqrt((double)n) * dev[j];
  }
  FOR(i, 0, n - 1) {
    M(c, i, i) = 1;
    FOR(j, i + 1, n) {
      M(c, i, j) = 0;
      FOR(k, 0, n) M(c, i, j) += M(d, k, i) * M(d, k, j);
      M(c, j, i) = M(c, i, j);
    }
  }
  M(c, n - 1, n - 1) = 1;
}

KERNEL(covariance, MAT(d), MAT(c), double *mean, double *u3, double *u4, double *u5, double *u6)
  FOR(j, 0, n) {
    mean[j] = 0;
    FOR(i, 0, n) mean[j] += M(d, i, j);
    mean[j] /= n;
  }
  FOR(i, 0, n) FOR(j, 0, n) M(d, i, j) -= mean[j];
  FOR(i, 0, n) FOR(j, i, n) {
    M(c, i, j) = 0;
    FOR(k, 0, n) M(c, i, j) += M(d, k, i) * M(d, k, j);
    M(c, i, j) /= n - 1.0;
    M(c, j, i) = M(c, i, j);
  }
}

// Deriche's recursive filter of an image, along both directions and back
KERNEL(deriche, MAT(in), MAT(out), MAT(y1), MAT(y2), double *u4, double *u5, double *u6)
  double a = 0.25, k = (1 - exp(-a)) * (1 - exp(-a)) / (1 + 2 * a * exp(-a) - exp(2 * a));
  double a1 = k, a2 = k * exp(-a) * (a - 1), a3 = k * exp(-a) * (a + 1), a4 = -k * exp(-2 * a);
  double b1 = pow(2, -a), b2 = -exp(-2 * a);
  FOR(i, 0, n) {
    double ym1 = 0, ym2 = 0, xm1 = 0;
    FOR(j, 0, n) {
      M(y1, i, j) = a1 * M(in, i, j) + a2 * xm1 + b1 * ym1 + b2 * ym2;
      xm1 = M(in, i, j);
      ym2 = ym1;
      ym1 = M(y1, i, j);
    }
  }
  FOR(i, 0, n) {
    double yp1 = 0, yp2 = 0, xp1 = 0, xp2 = 0;
    for (INDEX j = n; j-- > 0;) {
      M(y2, i, j) = a3 * xp1 + a4 * xp2 + b1 * yp1 + b2 * yp2;
      xp2 = xp1;
      xp1 = M(in, i, j);
      yp2 = yp1;
      yp1 = M(y2, i, j);
    }
  }
  FOR(i, 0, n) FOR(j, 0, n) M(out, i, j) = M(y1, i, j) + M(y2, i, j);
  FOR(j, 0, n) {
    double tm1 = 0, ym1 = 0, ym2 = 0;
    FOR(i, 0, n) {
      M(y1, i, j) = a1 * M(out, i, j) + a2 * tm1 + b1 * ym1 + b2 * ym2;
      tm1 = M(out, i, j);
      ym2 = ym1;
      ym1 = M(y1, i, j);
    }
  }
  FOR(j, 0, n) {
    double tp1 = 0, tp2 = 0, yp1 = 0, yp2 = 0;
    for (INDEX i = n; i-- > 0;) {
      M(y2, i, j) = a3 * tp1 + a4 * tp2 + b1 * yp1 + b2 * yp2;
      tp2 = tp1;
      tp1 = M(out, i, j);
      yp2 = yp1;
      yp1 = M(y2, i, j);
    }
  }
  FOR(i, 0, n) FOR(j, 0, n) M(out, i, j) = M(y1, i, j) + M(y2, i, j);
}

KERNEL(floyd_warshall, MAT(p), double *u1, double *u2, double *u3, double *u4, double *u5, double *u6)
  FOR(k, 0, n) FOR(i, 0, n) FOR(j, 0, n)
    M(p, i, j) = M(p, i, j) < M(p, i, k) + M(p, k, j) ? M(p, i, j) : M(p, i, k) + M(p, k, j);
}

#define MAX(a, b) ((a) >= (b) ? (a) : (b))

// Nussinov's table of base pairs
KERNEL(nussinov, MAT(t), double *s, double *u2, double *u3, double *u4, double *u5, double *u6)
  for (INDEX i = n; i-- > 0;)
    FOR(j, i + 1, n) {
      M(t, i, j) = MAX(M(t, i, j), M(t, i, j - 1));
      if (i + 1 < n) {
        M(t, i, j) = MAX(M(t, i, j), M(t, i + 1, j));
        if (i + 1 < j)
          M(t, i, j) = MAX(M(t, i, j), M(t, i + 1, j - 1) + s[i] * s[j]);
        else
          M(t, i, j) = MAX(M(t, i, j), M(t, i + 1, j - 1));
      }
      FOR(k, i + 1, j) M(t, i, j) = MAX(M(t, i, j), M(t, i, k) + M(t, k + 1, j));
    }
}

// Alternating directions implicitly
KERNEL(adi, MAT(u), MAT(v), MAT(p), MAT(q), double *u4, double *u5, double *u6)
  double dx = 1.0 / n, dt = 1.0 / steps, m1 = 2 * dt / (dx * dx), m2 = dt / (dx * dx);
  double a = -m1 / 2, b = 1 + m1, c = a, d = -m2 / 2, e = 1 + m2, f = d;
  FOR(t, 0, steps) {
    FOR(i, 1, n - 1) {
      M(v, 0, i) = 1;
      M(p, i, 0) = 0;
      M(q, i, 0) = M(v, 0, i);
      FOR(j, 1, n - 1) {
        M(p, i, j) = -c / (a * M(p, i, j - 1) + b);
        M(q, i, j) = (-d * M(u, j, i - 1) + (1 + 2 * d) * M(u, j, i) - f * M(u, j, i + 1) - a * M(q, i, j - 1)) /
                     (a * M(p, i, j - 1) + b);
      }
      M(v, n - 1, i) = 1;
      for (INDEX j = n - 1; j-- > 1;)
        M(v, j, i) = M(p, i, j) * M(v, j + 1, i) + M(q, i, j);
    }
    FOR(i, 1, n - 1) {
      M(u, i, 0) = 1;
      M(p, i, 0) = 0;
      M(q, i, 0) = M(u, i, 0);
      FOR(j, 1, n - 1) {
        M(p, i, j) = -f / (d * M(p, i, j - 1) + e);
        M(q, i, j) = (-a * M(v, i - 1, j) + (1 + 2 * a) * M(v, i, j) - c * M(v, i + 1, j) - d * M(q, i, j - 1)) /
                     (d * M(p, i, j - 1) + e);
      }
      M(u, i, n - 1) = 1;
      for (INDEX j = n - 1; j-- > 1;)
        M(u, i, j) = M(p, i, j) * M(u, i, j + 1) + M(q, i, j);
    }
  }
}

KERNEL(fdtd_2d, MAT(ex), MAT(ey), MAT(hz), double *source, double *u4, double *u5, double *u6)
  FOR(t, 0, steps) {
    FOR(j, 0, n) M(ey, 0, j) = source[t];
    FOR(i, 1, n) FOR(j, 0, n) M(ey, i, j) -= 0.5 * (M(hz, i, j) - M(hz, i - 1, j));
    FOR(i, 0, n) FOR(j, 1, n) M(ex, i, j) -= 0.5 * (M(hz, i, j) - M(hz, i, j - 1));
    FOR(i, 0, n - 1) FOR(j, 0, n - 1)
      M(hz, i, j) -= 0.7 * (M(ex, i, j + 1) - M(ex, i, j) + M(ey, i + 1, j) - M(ey, i, j));
  }
}

#define HEAT(to, from)                                                                                                 \
  FOR(i, 1, n - 1) FOR(j, 1, n - 1) FOR(k, 1, n - 1)                                                                   \
    C(to, i, j, k) = 0.125 * (C(from, i + 1, j, k) - 2 * C(from, i, j, k) + C(from, i - 1, j, k)) +                    \
                     0.125 * (C(from, i, j + 1, k) - 2 * C(from, i, j, k) + C(from, i, j - 1, k)) +                    \
                     0.125 * (C(from, i, j, k + 1) - 2 * C(from, i, j, k) + C(from, i, j, k - 1)) + C(from, i, j, k)

KERNEL(heat_3d, CUBE(a), CUBE(b), double *u2, double *u3, double *u4, double *u5, double *u6)
  FOR(t, 0, steps) {
    HEAT(b, a);
    HEAT(a, b);
  }
}

KERNEL(jacobi_1d, double *a, double *b, double *u2, double *u3, double *u4, double *u5, double *u6)
  FOR(t, 0, steps) {
    FOR(i, 1, n - 1) b[i] = 0.33333 * (a[i - 1] + a[i] + a[i + 1]);
    FOR(i, 1, n - 1) a[i] = 0.33333 * (b[i - 1] + b[i] + b[i + 1]);
  }
}

KERNEL(jacobi_2d, MAT(a), MAT(b), double *u2, double *u3, double *u4, double *u5, double *u6)
  FOR(t, 0, steps) {
    FOR(i, 1, n - 1) FOR(j, 1, n - 1)
      M(b, i, j) = 0.2 * (M(a, i, j) + M(a, i, j - 1) + M(a, i, j + 1) + M(a, i + 1, j) + M(a, i - 1, j));
    FOR(i, 1, n - 1) FOR(j, 1, n - 1)
      M(a, i, j) = 0.2 * (M(b, i, j) + M(b, i, j - 1) + M(b, i, j + 1) + M(b, i + 1, j) + M(b, i - 1, j));
  }
}

KERNEL(seidel_2d, MAT(a), double *u1, double *u2, double *u3, double *u4, double *u5, double *u6)
  FOR(t, 0, steps) FOR(i, 1, n - 1) FOR(j, 1, n - 1)
    M(a, i, j) = (M(a, i - 1, j - 1) + M(a, i - 1, j) + M(a, i - 1, j + 1) + M(a, i, j - 1) + M(a, i, j) + M(a, i, j + 1) +
                  M(a, i + 1, j - 1) + M(a, i + 1, j) + M(a, i + 1, j + 1)) /
                 9;
}
