// Vec<Vec<f64>>: LU with partial pivoting, rows swapped, split_at_mut, then
// the determinant and the solution.
// llad: func f double
// llad: arg a dup double[16] range(-2,2)
// llad: arg b dup double[4] range(-1,1)
// llad: arg n const size_t 4

struct Lu {
    rows: Vec<Vec<f64>>,
    order: Vec<usize>,
    sign: f64,
}

impl Lu {
    fn new(a: &[f64], n: usize) -> Option<Lu> {
        let mut rows: Vec<Vec<f64>> = a.chunks(n).map(|r| r.to_vec()).collect();
        let mut order: Vec<usize> = (0..n).collect();
        let mut sign = 1.0;
        for k in 0..n {
            let p = (k..n).max_by(|&i, &j| rows[i][k].abs().partial_cmp(&rows[j][k].abs()).unwrap())?;
            if rows[p][k] == 0.0 {
                return None;
            }
            if p != k {
                rows.swap(p, k);
                order.swap(p, k);
                sign = -sign;
            }
            let (top, rest) = rows.split_at_mut(k + 1);
            let pivot = &top[k];
            for row in rest {
                let q = row[k] / pivot[k];
                row[k] = q;
                for (t, u) in row[k + 1..].iter_mut().zip(&pivot[k + 1..]) {
                    *t -= q * u;
                }
            }
        }
        Some(Lu { rows, order, sign })
    }

    fn determinant(&self) -> f64 {
        self.rows.iter().enumerate().fold(self.sign, |d, (i, r)| d * r[i])
    }

    fn solve(&self, b: &[f64]) -> Vec<f64> {
        let n = b.len();
        let mut y: Vec<f64> = self.order.iter().map(|&i| b[i]).collect();
        for i in 0..n {
            let s: f64 = self.rows[i][..i].iter().zip(&y).map(|(l, y)| l * y).sum();
            y[i] -= s;
        }
        for i in (0..n).rev() {
            let s: f64 = self.rows[i][i + 1..].iter().zip(&y[i + 1..]).map(|(u, y)| u * y).sum();
            y[i] = (y[i] - s) / self.rows[i][i];
        }
        y
    }
}

#[no_mangle]
pub extern "C" fn f(a: *const f64, b: *const f64, n: usize) -> f64 {
    let (a, b) = unsafe { (std::slice::from_raw_parts(a, n * n), std::slice::from_raw_parts(b, n)) };
    match Lu::new(a, n) {
        Some(lu) => lu.solve(b).iter().map(|t| t * t).sum::<f64>() + lu.determinant(),
        None => 0.0,
    }
}
