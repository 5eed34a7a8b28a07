// A natural cubic spline: the Thomas algorithm, a search for the interval,
// structs that own Vecs, slices of slices.
// llad: func f double
// llad: arg y dup double[7] range(-1,1)
// llad: arg at dup double[5] range(0.2,5.8)
// llad: arg n const size_t 7

struct Spline {
    knots: Vec<f64>,
    values: Vec<f64>,
    curvature: Vec<f64>,
}

fn thomas(lower: &[f64], diag: &[f64], upper: &[f64], mut rhs: Vec<f64>) -> Vec<f64> {
    let n = diag.len();
    let mut c = upper.to_owned();
    c[0] /= diag[0];
    rhs[0] /= diag[0];
    for i in 1..n {
        let w = 1.0 / (diag[i] - lower[i] * c[i - 1]);
        c[i] *= w;
        rhs[i] = (rhs[i] - lower[i] * rhs[i - 1]) * w;
    }
    for i in (0..n - 1).rev() {
        rhs[i] -= c[i] * rhs[i + 1];
    }
    rhs
}

impl Spline {
    fn new(knots: Vec<f64>, values: &[f64]) -> Self {
        let n = knots.len();
        let h: Vec<f64> = knots.windows(2).map(|w| w[1] - w[0]).collect();
        let mut rhs = vec![0.0; n];
        let (mut lower, mut diag, mut upper) = (vec![0.0; n], vec![1.0; n], vec![0.0; n]);
        for i in 1..n - 1 {
            lower[i] = h[i - 1];
            diag[i] = 2.0 * (h[i - 1] + h[i]);
            upper[i] = h[i];
            rhs[i] = 6.0 * ((values[i + 1] - values[i]) / h[i] - (values[i] - values[i - 1]) / h[i - 1]);
        }
        let curvature = thomas(&lower, &diag, &upper, rhs);
        Spline { knots, values: values.into(), curvature }
    }

    fn eval(&self, t: f64) -> f64 {
        let i = self.knots.partition_point(|k| *k <= t).clamp(1, self.knots.len() - 1) - 1;
        let [x0, x1]: [f64; 2] = self.knots[i..i + 2].try_into().unwrap();
        let h = x1 - x0;
        let (a, b) = ((x1 - t) / h, (t - x0) / h);
        a * self.values[i]
            + b * self.values[i + 1]
            + ((a * a * a - a) * self.curvature[i] + (b * b * b - b) * self.curvature[i + 1]) * h * h / 6.0
    }
}

#[no_mangle]
pub extern "C" fn f(y: *const f64, at: *const f64, n: usize) -> f64 {
    let (y, at) = unsafe { (std::slice::from_raw_parts(y, n), std::slice::from_raw_parts(at, 5)) };
    let spline = Spline::new((0..n).map(|i| i as f64 + 0.1 * (i % 2) as f64).collect(), y);
    at.iter().map(|t| spline.eval(*t).powi(2)).sum::<f64>() + spline.eval(at[0])
}
