/* The rules of llad_blas.h for one type; see there. LLAD_T is the type,
   LLAD_F(dot) the function of BLAS, LLAD_N(dot_augment) a name of our own. */

typedef struct { void *tape; LLAD_T result; } LLAD_N(taped);
typedef struct { LLAD_T result, tangent; } LLAD_N(both);
typedef struct { LLAD_T a, b; } LLAD_N(pair);

static LLAD_T *LLAD_N(room)(long n)
{
    LLAD_T *p = (LLAD_T *)malloc((n > 0 ? n : 1) * sizeof *p);
    if (!p)
        abort();
    return p;
}
/* A copy of a vector, in its order. */
static LLAD_T *LLAD_N(vector)(int wanted, int n, const LLAD_T *x, int incx)
{
    if (!wanted)
        return 0;
    LLAD_T *p = LLAD_N(room)(n);
    LLAD_F(copy)(n, x, incx, p, 1);
    return p;
}
/* Lines of a matrix lie one after the other: its columns, or in row-major
   layout its rows. */
static int LLAD_N(lines)(int layout, int rows, int cols) { return layout == (int)CblasRowMajor ? rows : cols; }
static int LLAD_N(line)(int layout, int rows, int cols) { return layout == (int)CblasRowMajor ? cols : rows; }
static LLAD_T *LLAD_N(matrix)(int wanted, int layout, int rows, int cols, const LLAD_T *a, int lda)
{
    if (!wanted)
        return 0;
    int lines = LLAD_N(lines)(layout, rows, cols), line = LLAD_N(line)(layout, rows, cols);
    LLAD_T *p = LLAD_N(room)((long)lines * line);
    for (int k = 0; k < lines; k++)
        LLAD_F(copy)(line, a + (long)k * lda, 1, p + (long)k * line, 1);
    return p;
}
/* Sum of the products of two matrices' entries; y is compact. */
static LLAD_T LLAD_N(inner)(int layout, int rows, int cols, const LLAD_T *x, int ldx, const LLAD_T *y)
{
    LLAD_T s = 0;
    int lines = LLAD_N(lines)(layout, rows, cols), line = LLAD_N(line)(layout, rows, cols);
    for (int k = 0; k < lines; k++)
        s += LLAD_F(dot)(line, x + (long)k * ldx, 1, y + (long)k * line, 1);
    return s;
}
static void LLAD_N(times)(int layout, int rows, int cols, LLAD_T by, LLAD_T *x, int ldx)
{
    int lines = LLAD_N(lines)(layout, rows, cols), line = LLAD_N(line)(layout, rows, cols);
    for (int k = 0; k < lines; k++)
        for (int l = 0; l < line; l++)
            x[(long)k * ldx + l] = by == 0 ? 0 : by * x[(long)k * ldx + l];
}
static void LLAD_N(clear)(int n, LLAD_T *x, int incx)
{
    for (long k = 0, step = incx < 0 ? -(long)incx : incx; k < n; k++)
        x[k * step] = 0;
}
/* Three copies, any of them null. */
typedef struct { LLAD_T *a, *b, *c; } LLAD_N(kept);
static LLAD_N(kept) *LLAD_N(keep)(LLAD_T *a, LLAD_T *b, LLAD_T *c)
{
    LLAD_N(kept) *t = (LLAD_N(kept) *)malloc(sizeof *t);
    if (!t)
        abort();
    t->a = a, t->b = b, t->c = c;
    return t;
}
static void LLAD_N(drop)(LLAD_N(kept) *t)
{
    free(t->a);
    free(t->b);
    free(t->c);
    free(t);
}

/* dot: n x incx y incy */
static LLAD_N(taped) LLAD_N(dot_augment)(unsigned long active, int n, const LLAD_T *x, const LLAD_T *dx, int incx, const LLAD_T *y,
                                         const LLAD_T *dy, int incy)
{
    LLAD_N(taped) t;
    (void)dx, (void)dy;
    t.tape = LLAD_N(keep)(LLAD_N(vector)(LLAD_ACTIVE(3), n, x, incx), LLAD_N(vector)(LLAD_ACTIVE(1), n, y, incy), 0);
    t.result = LLAD_F(dot)(n, x, incx, y, incy);
    return t;
}
static void LLAD_N(dot_gradient)(unsigned long active, int n, const LLAD_T *x, LLAD_T *dx, int incx, const LLAD_T *y, LLAD_T *dy, int incy,
                                 LLAD_T d, LLAD_N(kept) *t)
{
    (void)x, (void)y;
    if (LLAD_ACTIVE(1))
        LLAD_F(axpy)(n, d, t->b, 1, dx, incx);
    if (LLAD_ACTIVE(3))
        LLAD_F(axpy)(n, d, t->a, 1, dy, incy);
    LLAD_N(drop)(t);
}
static LLAD_N(both) LLAD_N(dot_tangent)(unsigned long active, int n, const LLAD_T *x, const LLAD_T *dx, int incx, const LLAD_T *y,
                                        const LLAD_T *dy, int incy)
{
    LLAD_N(both) r;
    r.result = LLAD_F(dot)(n, x, incx, y, incy);
    r.tangent = 0;
    if (LLAD_ACTIVE(1))
        r.tangent += LLAD_F(dot)(n, dx, incx, y, incy);
    if (LLAD_ACTIVE(3))
        r.tangent += LLAD_F(dot)(n, x, incx, dy, incy);
    return r;
}

/* axpy: n a x incx y incy */
static void *LLAD_N(axpy_augment)(unsigned long active, int n, LLAD_T a, const LLAD_T *x, const LLAD_T *dx, int incx, LLAD_T *y, LLAD_T *dy,
                                  int incy)
{
    (void)dx, (void)dy;
    LLAD_N(kept) *t = LLAD_N(keep)(LLAD_N(vector)(LLAD_ACTIVE(1) && LLAD_ACTIVE(4), n, x, incx), 0, 0);
    LLAD_F(axpy)(n, a, x, incx, y, incy);
    return t;
}
static LLAD_T LLAD_N(axpy_gradient)(unsigned long active, int n, LLAD_T a, const LLAD_T *x, LLAD_T *dx, int incx, LLAD_T *y, LLAD_T *dy,
                                    int incy, LLAD_N(kept) *t)
{
    LLAD_T da = 0;
    (void)x, (void)y;
    if (t->a)
        da = LLAD_F(dot)(n, t->a, 1, dy, incy);
    if (LLAD_ACTIVE(2) && LLAD_ACTIVE(4))
        LLAD_F(axpy)(n, a, dy, incy, dx, incx);
    LLAD_N(drop)(t);
    return da;
}
static void LLAD_N(axpy_tangent)(unsigned long active, int n, LLAD_T a, LLAD_T da, const LLAD_T *x, const LLAD_T *dx, int incx, LLAD_T *y,
                                 LLAD_T *dy, int incy)
{
    if (LLAD_ACTIVE(4) && LLAD_ACTIVE(1))
        LLAD_F(axpy)(n, da, x, incx, dy, incy);
    if (LLAD_ACTIVE(4) && LLAD_ACTIVE(2))
        LLAD_F(axpy)(n, a, dx, incx, dy, incy);
    LLAD_F(axpy)(n, a, x, incx, y, incy);
}

/* scal: n a x incx */
static void *LLAD_N(scal_augment)(unsigned long active, int n, LLAD_T a, LLAD_T *x, LLAD_T *dx, int incx)
{
    (void)dx;
    LLAD_N(kept) *t = LLAD_N(keep)(LLAD_N(vector)(LLAD_ACTIVE(1) && LLAD_ACTIVE(2), n, x, incx), 0, 0);
    LLAD_F(scal)(n, a, x, incx);
    return t;
}
static LLAD_T LLAD_N(scal_gradient)(unsigned long active, int n, LLAD_T a, LLAD_T *x, LLAD_T *dx, int incx, LLAD_N(kept) *t)
{
    LLAD_T da = 0;
    (void)x;
    if (t->a)
        da = LLAD_F(dot)(n, t->a, 1, dx, incx);
    if (LLAD_ACTIVE(2))
        LLAD_F(scal)(n, a, dx, incx);
    LLAD_N(drop)(t);
    return da;
}
static void LLAD_N(scal_tangent)(unsigned long active, int n, LLAD_T a, LLAD_T da, LLAD_T *x, LLAD_T *dx, int incx)
{
    if (LLAD_ACTIVE(2)) {
        LLAD_F(scal)(n, a, dx, incx);
        if (LLAD_ACTIVE(1))
            LLAD_F(axpy)(n, da, x, incx, dx, incx);
    }
    LLAD_F(scal)(n, a, x, incx);
}

/* copy: n x incx y incy */
static void LLAD_N(copy_augment)(unsigned long active, int n, const LLAD_T *x, const LLAD_T *dx, int incx, LLAD_T *y, LLAD_T *dy, int incy)
{
    (void)active, (void)dx, (void)dy;
    LLAD_F(copy)(n, x, incx, y, incy);
}
static void LLAD_N(copy_gradient)(unsigned long active, int n, const LLAD_T *x, LLAD_T *dx, int incx, LLAD_T *y, LLAD_T *dy, int incy)
{
    (void)x, (void)y;
    if (!LLAD_ACTIVE(3))
        return;
    if (LLAD_ACTIVE(1))
        LLAD_F(axpy)(n, 1, dy, incy, dx, incx);
    LLAD_N(clear)(n, dy, incy);
}
static void LLAD_N(copy_tangent)(unsigned long active, int n, const LLAD_T *x, const LLAD_T *dx, int incx, LLAD_T *y, LLAD_T *dy, int incy)
{
    if (LLAD_ACTIVE(3)) {
        if (LLAD_ACTIVE(1))
            LLAD_F(copy)(n, dx, incx, dy, incy);
        else
            LLAD_N(clear)(n, dy, incy);
    }
    LLAD_F(copy)(n, x, incx, y, incy);
}

/* swap: n x incx y incy. What goes to inactive memory is lost. */
static void LLAD_N(swap_shadows)(unsigned long active, int n, LLAD_T *dx, int incx, LLAD_T *dy, int incy)
{
    if (LLAD_ACTIVE(1) && LLAD_ACTIVE(3))
        LLAD_F(swap)(n, dx, incx, dy, incy);
    else if (LLAD_ACTIVE(1))
        LLAD_N(clear)(n, dx, incx);
    else if (LLAD_ACTIVE(3))
        LLAD_N(clear)(n, dy, incy);
}
static void LLAD_N(swap_augment)(unsigned long active, int n, LLAD_T *x, LLAD_T *dx, int incx, LLAD_T *y, LLAD_T *dy, int incy)
{
    (void)active, (void)dx, (void)dy;
    LLAD_F(swap)(n, x, incx, y, incy);
}
static void LLAD_N(swap_gradient)(unsigned long active, int n, LLAD_T *x, LLAD_T *dx, int incx, LLAD_T *y, LLAD_T *dy, int incy)
{
    (void)x, (void)y;
    LLAD_N(swap_shadows)(active, n, dx, incx, dy, incy);
}
static void LLAD_N(swap_tangent)(unsigned long active, int n, LLAD_T *x, LLAD_T *dx, int incx, LLAD_T *y, LLAD_T *dy, int incy)
{
    LLAD_N(swap_shadows)(active, n, dx, incx, dy, incy);
    LLAD_F(swap)(n, x, incx, y, incy);
}

/* nrm2: n x incx. At zero the derivative is zero. */
static LLAD_N(taped) LLAD_N(nrm2_augment)(unsigned long active, int n, const LLAD_T *x, const LLAD_T *dx, int incx)
{
    LLAD_N(taped) t;
    (void)dx;
    t.result = LLAD_F(nrm2)(n, x, incx);
    t.tape = LLAD_N(keep)(LLAD_N(vector)(LLAD_ACTIVE(1), n, x, incx), 0, 0);
    return t;
}
static void LLAD_N(nrm2_gradient)(unsigned long active, int n, const LLAD_T *x, LLAD_T *dx, int incx, LLAD_T d, LLAD_N(kept) *t)
{
    (void)x;
    if (LLAD_ACTIVE(1)) {
        LLAD_T r = LLAD_F(nrm2)(n, t->a, 1);
        if (r != 0)
            LLAD_F(axpy)(n, d / r, t->a, 1, dx, incx);
    }
    LLAD_N(drop)(t);
}
static LLAD_N(both) LLAD_N(nrm2_tangent)(unsigned long active, int n, const LLAD_T *x, const LLAD_T *dx, int incx)
{
    LLAD_N(both) r;
    r.result = LLAD_F(nrm2)(n, x, incx);
    r.tangent = LLAD_ACTIVE(1) && r.result != 0 ? LLAD_F(dot)(n, x, incx, dx, incx) / r.result : 0;
    return r;
}

/* asum: n x incx. At zero the derivative is zero. */
static LLAD_N(taped) LLAD_N(asum_augment)(unsigned long active, int n, const LLAD_T *x, const LLAD_T *dx, int incx)
{
    LLAD_N(taped) t;
    (void)dx;
    t.result = LLAD_F(asum)(n, x, incx);
    t.tape = LLAD_N(keep)(LLAD_N(vector)(LLAD_ACTIVE(1), n, x, incx), 0, 0);
    return t;
}
static void LLAD_N(asum_gradient)(unsigned long active, int n, const LLAD_T *x, LLAD_T *dx, int incx, LLAD_T d, LLAD_N(kept) *t)
{
    (void)x;
    if (LLAD_ACTIVE(1)) {
        for (int k = 0; k < n; k++)
            t->a[k] = t->a[k] > 0 ? 1 : t->a[k] < 0 ? -1 : 0;
        LLAD_F(axpy)(n, d, t->a, 1, dx, incx);
    }
    LLAD_N(drop)(t);
}
static LLAD_N(both) LLAD_N(asum_tangent)(unsigned long active, int n, const LLAD_T *x, const LLAD_T *dx, int incx)
{
    LLAD_N(both) r;
    r.result = LLAD_F(asum)(n, x, incx);
    r.tangent = 0;
    if (LLAD_ACTIVE(1))
        for (long k = 0, step = incx < 0 ? -(long)incx : incx; k < n; k++)
            r.tangent += x[k * step] > 0 ? dx[k * step] : x[k * step] < 0 ? -dx[k * step] : 0;
    return r;
}

/* gemv: layout trans m n alpha A lda x incx beta y incy */
static void *LLAD_N(gemv_augment)(unsigned long active, int layout, int trans, int m, int n, LLAD_T alpha, const LLAD_T *a, const LLAD_T *da,
                                  int lda, const LLAD_T *x, const LLAD_T *dx, int incx, LLAD_T beta, LLAD_T *y, LLAD_T *dy, int incy)
{
    int lenx = trans == (int)CblasNoTrans ? n : m, leny = trans == (int)CblasNoTrans ? m : n, on = LLAD_ACTIVE(10);
    (void)da, (void)dx, (void)dy;
    LLAD_N(kept) *t = LLAD_N(keep)(LLAD_N(matrix)(on && (LLAD_ACTIVE(7) || LLAD_ACTIVE(4)), layout, m, n, a, lda),
                                   LLAD_N(vector)(on && (LLAD_ACTIVE(5) || LLAD_ACTIVE(4)), lenx, x, incx),
                                   LLAD_N(vector)(on && LLAD_ACTIVE(9), leny, y, incy));
    LLAD_F(gemv)(LLAD_LAYOUT(layout), LLAD_TRANS(trans), m, n, alpha, a, lda, x, incx, beta, y, incy);
    return t;
}
static LLAD_N(pair) LLAD_N(gemv_gradient)(unsigned long active, int layout, int trans, int m, int n, LLAD_T alpha, const LLAD_T *a,
                                          LLAD_T *da, int lda, const LLAD_T *x, LLAD_T *dx, int incx, LLAD_T beta, LLAD_T *y, LLAD_T *dy,
                                          int incy, LLAD_N(kept) *t)
{
    LLAD_N(pair) g = {0, 0};
    int plain = trans == (int)CblasNoTrans, leny = plain ? m : n, line = LLAD_N(line)(layout, m, n);
    if (line < 1)
        line = 1;
    (void)a, (void)x, (void)y;
    if (LLAD_ACTIVE(10)) {
        if (LLAD_ACTIVE(4)) {
            LLAD_T *w = LLAD_N(room)(leny);
            LLAD_F(gemv)(LLAD_LAYOUT(layout), LLAD_TRANS(trans), m, n, 1, t->a, line, t->b, 1, 0, w, 1);
            g.a = LLAD_F(dot)(leny, w, 1, dy, incy);
            free(w);
        }
        if (LLAD_ACTIVE(9))
            g.b = LLAD_F(dot)(leny, t->c, 1, dy, incy);
        if (LLAD_ACTIVE(5)) {
            if (plain)
                LLAD_F(ger)(LLAD_LAYOUT(layout), m, n, alpha, dy, incy, t->b, 1, da, lda);
            else
                LLAD_F(ger)(LLAD_LAYOUT(layout), m, n, alpha, t->b, 1, dy, incy, da, lda);
        }
        if (LLAD_ACTIVE(7))
            LLAD_F(gemv)(LLAD_LAYOUT(layout), LLAD_FLIP(trans), m, n, alpha, t->a, line, dy, incy, 1, dx, incx);
        if (beta == 0)
            LLAD_N(clear)(leny, dy, incy);
        else
            LLAD_F(scal)(leny, beta, dy, incy < 0 ? -incy : incy);
    }
    LLAD_N(drop)(t);
    return g;
}
static void LLAD_N(gemv_tangent)(unsigned long active, int layout, int trans, int m, int n, LLAD_T alpha, LLAD_T dalpha, const LLAD_T *a,
                                 const LLAD_T *da, int lda, const LLAD_T *x, const LLAD_T *dx, int incx, LLAD_T beta, LLAD_T dbeta,
                                 LLAD_T *y, LLAD_T *dy, int incy)
{
    int leny = trans == (int)CblasNoTrans ? m : n;
    if (LLAD_ACTIVE(10)) {
        if (beta == 0)
            LLAD_N(clear)(leny, dy, incy);
        else
            LLAD_F(scal)(leny, beta, dy, incy < 0 ? -incy : incy);
        if (LLAD_ACTIVE(9))
            LLAD_F(axpy)(leny, dbeta, y, incy, dy, incy);
        if (LLAD_ACTIVE(4))
            LLAD_F(gemv)(LLAD_LAYOUT(layout), LLAD_TRANS(trans), m, n, dalpha, a, lda, x, incx, 1, dy, incy);
        if (LLAD_ACTIVE(5))
            LLAD_F(gemv)(LLAD_LAYOUT(layout), LLAD_TRANS(trans), m, n, alpha, da, lda, x, incx, 1, dy, incy);
        if (LLAD_ACTIVE(7))
            LLAD_F(gemv)(LLAD_LAYOUT(layout), LLAD_TRANS(trans), m, n, alpha, a, lda, dx, incx, 1, dy, incy);
    }
    LLAD_F(gemv)(LLAD_LAYOUT(layout), LLAD_TRANS(trans), m, n, alpha, a, lda, x, incx, beta, y, incy);
}

/* ger: layout m n alpha x incx y incy A lda */
static void *LLAD_N(ger_augment)(unsigned long active, int layout, int m, int n, LLAD_T alpha, const LLAD_T *x, const LLAD_T *dx, int incx,
                                 const LLAD_T *y, const LLAD_T *dy, int incy, LLAD_T *a, LLAD_T *da, int lda)
{
    int on = LLAD_ACTIVE(8);
    (void)dx, (void)dy, (void)da;
    LLAD_N(kept) *t = LLAD_N(keep)(LLAD_N(vector)(on && (LLAD_ACTIVE(6) || LLAD_ACTIVE(3)), m, x, incx),
                                   LLAD_N(vector)(on && (LLAD_ACTIVE(4) || LLAD_ACTIVE(3)), n, y, incy), 0);
    LLAD_F(ger)(LLAD_LAYOUT(layout), m, n, alpha, x, incx, y, incy, a, lda);
    return t;
}
static LLAD_T LLAD_N(ger_gradient)(unsigned long active, int layout, int m, int n, LLAD_T alpha, const LLAD_T *x, LLAD_T *dx, int incx,
                                   const LLAD_T *y, LLAD_T *dy, int incy, LLAD_T *a, LLAD_T *da, int lda, LLAD_N(kept) *t)
{
    LLAD_T dalpha = 0;
    (void)x, (void)y, (void)a;
    if (LLAD_ACTIVE(8)) {
        if (LLAD_ACTIVE(3)) {
            LLAD_T *w = LLAD_N(room)(m);
            LLAD_F(gemv)(LLAD_LAYOUT(layout), CblasNoTrans, m, n, 1, da, lda, t->b, 1, 0, w, 1);
            dalpha = LLAD_F(dot)(m, w, 1, t->a, 1);
            free(w);
        }
        if (LLAD_ACTIVE(4))
            LLAD_F(gemv)(LLAD_LAYOUT(layout), CblasNoTrans, m, n, alpha, da, lda, t->b, 1, 1, dx, incx);
        if (LLAD_ACTIVE(6))
            LLAD_F(gemv)(LLAD_LAYOUT(layout), CblasTrans, m, n, alpha, da, lda, t->a, 1, 1, dy, incy);
    }
    LLAD_N(drop)(t);
    return dalpha;
}
static void LLAD_N(ger_tangent)(unsigned long active, int layout, int m, int n, LLAD_T alpha, LLAD_T dalpha, const LLAD_T *x,
                                const LLAD_T *dx, int incx, const LLAD_T *y, const LLAD_T *dy, int incy, LLAD_T *a, LLAD_T *da, int lda)
{
    if (LLAD_ACTIVE(8)) {
        if (LLAD_ACTIVE(3))
            LLAD_F(ger)(LLAD_LAYOUT(layout), m, n, dalpha, x, incx, y, incy, da, lda);
        if (LLAD_ACTIVE(4))
            LLAD_F(ger)(LLAD_LAYOUT(layout), m, n, alpha, dx, incx, y, incy, da, lda);
        if (LLAD_ACTIVE(6))
            LLAD_F(ger)(LLAD_LAYOUT(layout), m, n, alpha, x, incx, dy, incy, da, lda);
    }
    LLAD_F(ger)(LLAD_LAYOUT(layout), m, n, alpha, x, incx, y, incy, a, lda);
}

/* gemm: layout ta tb m n k alpha A lda B ldb beta C ldc */
static void *LLAD_N(gemm_augment)(unsigned long active, int layout, int ta, int tb, int m, int n, int k, LLAD_T alpha, const LLAD_T *a,
                                  const LLAD_T *da, int lda, const LLAD_T *b, const LLAD_T *db, int ldb, LLAD_T beta, LLAD_T *c, LLAD_T *dc,
                                  int ldc)
{
    int pa = ta == (int)CblasNoTrans, pb = tb == (int)CblasNoTrans, on = LLAD_ACTIVE(12);
    (void)da, (void)db, (void)dc;
    LLAD_N(kept) *t = LLAD_N(keep)(LLAD_N(matrix)(on && (LLAD_ACTIVE(9) || LLAD_ACTIVE(6)), layout, pa ? m : k, pa ? k : m, a, lda),
                                   LLAD_N(matrix)(on && (LLAD_ACTIVE(7) || LLAD_ACTIVE(6)), layout, pb ? k : n, pb ? n : k, b, ldb),
                                   LLAD_N(matrix)(on && LLAD_ACTIVE(11), layout, m, n, c, ldc));
    LLAD_F(gemm)(LLAD_LAYOUT(layout), LLAD_TRANS(ta), LLAD_TRANS(tb), m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
    return t;
}
static LLAD_N(pair) LLAD_N(gemm_gradient)(unsigned long active, int layout, int ta, int tb, int m, int n, int k, LLAD_T alpha,
                                          const LLAD_T *a, LLAD_T *da, int lda, const LLAD_T *b, LLAD_T *db, int ldb, LLAD_T beta, LLAD_T *c,
                                          LLAD_T *dc, int ldc, LLAD_N(kept) *t)
{
    LLAD_N(pair) g = {0, 0};
    int pa = ta == (int)CblasNoTrans, pb = tb == (int)CblasNoTrans;
    int la = LLAD_N(line)(layout, pa ? m : k, pa ? k : m), lb = LLAD_N(line)(layout, pb ? k : n, pb ? n : k);
    int lc = LLAD_N(line)(layout, m, n);
    la = la < 1 ? 1 : la, lb = lb < 1 ? 1 : lb, lc = lc < 1 ? 1 : lc;
    (void)a, (void)b, (void)c;
    if (LLAD_ACTIVE(12)) {
        if (LLAD_ACTIVE(6)) {
            LLAD_T *w = LLAD_N(room)((long)m * n);
            LLAD_F(gemm)(LLAD_LAYOUT(layout), LLAD_TRANS(ta), LLAD_TRANS(tb), m, n, k, 1, t->a, la, t->b, lb, 0, w, lc);
            g.a = LLAD_N(inner)(layout, m, n, dc, ldc, w);
            free(w);
        }
        if (LLAD_ACTIVE(11))
            g.b = LLAD_N(inner)(layout, m, n, dc, ldc, t->c);
        if (LLAD_ACTIVE(7)) {
            if (pa)
                LLAD_F(gemm)(LLAD_LAYOUT(layout), CblasNoTrans, LLAD_FLIP(tb), m, k, n, alpha, dc, ldc, t->b, lb, 1, da, lda);
            else
                LLAD_F(gemm)(LLAD_LAYOUT(layout), LLAD_TRANS(tb), CblasTrans, k, m, n, alpha, t->b, lb, dc, ldc, 1, da, lda);
        }
        if (LLAD_ACTIVE(9)) {
            if (pb)
                LLAD_F(gemm)(LLAD_LAYOUT(layout), LLAD_FLIP(ta), CblasNoTrans, k, n, m, alpha, t->a, la, dc, ldc, 1, db, ldb);
            else
                LLAD_F(gemm)(LLAD_LAYOUT(layout), CblasTrans, LLAD_TRANS(ta), n, k, m, alpha, dc, ldc, t->a, la, 1, db, ldb);
        }
        LLAD_N(times)(layout, m, n, beta, dc, ldc);
    }
    LLAD_N(drop)(t);
    return g;
}
static void LLAD_N(gemm_tangent)(unsigned long active, int layout, int ta, int tb, int m, int n, int k, LLAD_T alpha, LLAD_T dalpha,
                                 const LLAD_T *a, const LLAD_T *da, int lda, const LLAD_T *b, const LLAD_T *db, int ldb, LLAD_T beta,
                                 LLAD_T dbeta, LLAD_T *c, LLAD_T *dc, int ldc)
{
    if (LLAD_ACTIVE(12)) {
        int lines = LLAD_N(lines)(layout, m, n), line = LLAD_N(line)(layout, m, n);
        LLAD_N(times)(layout, m, n, beta, dc, ldc);
        if (LLAD_ACTIVE(11))
            for (int l = 0; l < lines; l++)
                LLAD_F(axpy)(line, dbeta, c + (long)l * ldc, 1, dc + (long)l * ldc, 1);
        if (LLAD_ACTIVE(6))
            LLAD_F(gemm)(LLAD_LAYOUT(layout), LLAD_TRANS(ta), LLAD_TRANS(tb), m, n, k, dalpha, a, lda, b, ldb, 1, dc, ldc);
        if (LLAD_ACTIVE(7))
            LLAD_F(gemm)(LLAD_LAYOUT(layout), LLAD_TRANS(ta), LLAD_TRANS(tb), m, n, k, alpha, da, lda, b, ldb, 1, dc, ldc);
        if (LLAD_ACTIVE(9))
            LLAD_F(gemm)(LLAD_LAYOUT(layout), LLAD_TRANS(ta), LLAD_TRANS(tb), m, n, k, alpha, a, lda, db, ldb, 1, dc, ldc);
    }
    LLAD_F(gemm)(LLAD_LAYOUT(layout), LLAD_TRANS(ta), LLAD_TRANS(tb), m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}
