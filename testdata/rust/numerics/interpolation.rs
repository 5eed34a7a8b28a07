// Cubic spline and bilinear tables, binary search over Vec, tuple vectors, chunks,
// group sums with BTreeMap keys, dedup, iterators with peekable and take_while,
// generic fn over slices with AsRef, impl Iterator returned.
// llad: func f double
// llad: arg y dup double[8] range(-1,1)
// llad: arg t dup double[3] {0.55,2.3,5.9}
// llad: arg n const size_t 8
use std::collections::BTreeMap;

struct Spline {
    x: Vec<f64>,
    y: Vec<f64>,
    m: Vec<f64>,
}

impl Spline {
    fn new<A: AsRef<[f64]>>(x: A, y: A) -> Self {
        let (x, y) = (x.as_ref().to_vec(), y.as_ref().to_vec());
        let n = x.len();
        let mut a = vec![0.0; n];
        let mut b = vec![1.0; n];
        let mut c = vec![0.0; n];
        let mut d = vec![0.0; n];
        for i in 1..n - 1 {
            let (h0, h1) = (x[i] - x[i - 1], x[i + 1] - x[i]);
            a[i] = h0 / 6.0;
            b[i] = (h0 + h1) / 3.0;
            c[i] = h1 / 6.0;
            d[i] = (y[i + 1] - y[i]) / h1 - (y[i] - y[i - 1]) / h0;
        }
        for i in 1..n {
            let w = a[i] / b[i - 1];
            b[i] -= w * c[i - 1];
            d[i] -= w * d[i - 1];
        }
        let mut m = vec![0.0; n];
        m[n - 1] = d[n - 1] / b[n - 1];
        for i in (0..n - 1).rev() {
            m[i] = (d[i] - c[i] * m[i + 1]) / b[i];
        }
        Spline { x, y, m }
    }
    fn eval(&self, t: f64) -> Option<f64> {
        let k = match self.x.binary_search_by(|v| v.partial_cmp(&t).unwrap()) {
            Ok(k) => k.min(self.x.len() - 2),
            Err(0) => return None,
            Err(k) if k >= self.x.len() => return None,
            Err(k) => k - 1,
        };
        let h = self.x[k + 1] - self.x[k];
        let (a, b) = ((self.x[k + 1] - t) / h, (t - self.x[k]) / h);
        Some(a * self.y[k] + b * self.y[k + 1] + ((a.powi(3) - a) * self.m[k] + (b.powi(3) - b) * self.m[k + 1]) * h * h / 6.0)
    }
}

fn grid(n: usize) -> impl Iterator<Item = f64> {
    (0..n).map(|i| i as f64)
}

#[no_mangle]
pub extern "C" fn f(y: *const f64, t: &[f64; 3], n: usize) -> f64 {
    let y = unsafe { std::slice::from_raw_parts(y, n) };
    let s = Spline::new(grid(n).collect::<Vec<_>>(), y.to_vec());
    let at: f64 = t.iter().filter_map(|&t| s.eval(t)).sum();
    let mut groups: BTreeMap<usize, f64> = BTreeMap::new();
    for (k, v) in y.iter().enumerate() {
        *groups.entry(k % 3).or_insert(0.0) += v * v;
    }
    let by_group: f64 = groups.values().map(|v| v.sqrt()).sum();
    let mut it = y.iter().peekable();
    let mut rises = 0.0;
    while let Some(a) = it.next() {
        if let Some(&&b) = it.peek() {
            rises += (b - a).powi(2);
        }
    }
    let pairs: Vec<(f64, f64)> = y.chunks(2).map(|c| (c[0], c[1])).collect();
    let (p, q): (Vec<f64>, Vec<f64>) = pairs.iter().cloned().unzip();
    let dot: f64 = p.iter().zip(&q).map(|(a, b)| a * b).sum();
    let best = pairs.iter().max_by(|a, b| a.0.partial_cmp(&b.0).unwrap()).map(|p| p.1).unwrap_or(0.0);
    at + by_group + rises + dot + best
}
