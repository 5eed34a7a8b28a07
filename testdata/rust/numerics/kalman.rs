// A Kalman filter with const-generic matrices that are Copy, by value through
// operators; arrays of arrays, array::map, from_fn, zip of arrays.
// llad: func f double
// llad: arg q dup double[4] range(0.1,0.5)
// llad: arg z dup double[10] range(-1,1)
// llad: arg n const size_t 10
use std::ops::{Add, Mul, Sub};

#[derive(Clone, Copy, Debug)]
struct Mat<const R: usize, const C: usize>([[f64; C]; R]);

impl<const R: usize, const C: usize> Mat<R, C> {
    fn zero() -> Self {
        Mat([[0.0; C]; R])
    }
    fn t(self) -> Mat<C, R> {
        Mat(std::array::from_fn(|i| std::array::from_fn(|j| self.0[j][i])))
    }
}
impl<const N: usize> Mat<N, N> {
    fn identity() -> Self {
        let mut m = Self::zero();
        for i in 0..N {
            m.0[i][i] = 1.0;
        }
        m
    }
}
impl<const R: usize, const K: usize, const C: usize> Mul<Mat<K, C>> for Mat<R, K> {
    type Output = Mat<R, C>;
    fn mul(self, o: Mat<K, C>) -> Mat<R, C> {
        let mut m = Mat::zero();
        for i in 0..R {
            for j in 0..C {
                m.0[i][j] = (0..K).map(|k| self.0[i][k] * o.0[k][j]).sum();
            }
        }
        m
    }
}
impl<const R: usize, const C: usize> Add for Mat<R, C> {
    type Output = Self;
    fn add(mut self, o: Self) -> Self {
        for (a, b) in self.0.iter_mut().flatten().zip(o.0.iter().flatten()) {
            *a += b;
        }
        self
    }
}
impl<const R: usize, const C: usize> Sub for Mat<R, C> {
    type Output = Self;
    fn sub(self, o: Self) -> Self {
        Mat(std::array::from_fn(|i| std::array::from_fn(|j| self.0[i][j] - o.0[i][j])))
    }
}

struct Filter {
    x: Mat<2, 1>,
    p: Mat<2, 2>,
    likelihood: f64,
}

impl Filter {
    fn step(&mut self, f: Mat<2, 2>, q: Mat<2, 2>, r: f64, z: f64) {
        let h = Mat([[1.0, 0.0]]);
        let x = f * self.x;
        let p = f * self.p * f.t() + q;
        let y = z - (h * x).0[0][0];
        let s = (h * p * h.t()).0[0][0] + r;
        let k = Mat((p * h.t()).0.map(|row| row.map(|v| v / s)));
        self.x = x + Mat(k.0.map(|row| [row[0] * y]));
        self.p = (Mat::identity() - k * h) * p;
        self.likelihood -= 0.5 * (y * y / s + (2.0 * std::f64::consts::PI * s).ln());
    }
}

#[no_mangle]
pub extern "C" fn f(q: &[f64; 4], z: *const f64, n: usize) -> f64 {
    let z = unsafe { std::slice::from_raw_parts(z, n) };
    let mut filter = Filter { x: Mat::zero(), p: Mat::identity(), likelihood: 0.0 };
    let dt = q[3];
    let f = Mat([[1.0, dt], [0.0, 1.0]]);
    let noise = Mat([[q[0], 0.0], [0.0, q[1]]]);
    for &z in z {
        filter.step(f, noise, q[2], z);
    }
    filter.likelihood + filter.x.0[1][0]
}
