// Functions generic over a scalar trait, used with f64 and f32: a dual step of
// gradient descent with momentum on the Rosenbrock function.
// llad: func f double
// llad: tags nowiden
// llad: arg x dup double[4] range(-1,1)
// llad: arg rate out double 0.4
// llad: arg n const size_t 4

use std::ops::{Add, Mul, Neg, Sub};

trait Scalar: Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Neg<Output = Self> + PartialOrd + From<f32> {
    fn root(self) -> Self;
}

impl Scalar for f64 {
    fn root(self) -> f64 {
        self.sqrt()
    }
}

impl Scalar for f32 {
    fn root(self) -> f32 {
        self.sqrt()
    }
}

fn rosenbrock<T: Scalar>(x: &[T]) -> T {
    let one = T::from(1.0);
    x.windows(2).fold(T::from(0.0), |s, w| {
        let a = one - w[0];
        let b = w[1] - w[0] * w[0];
        s + a * a + T::from(100.0) * b * b
    })
}

fn gradient<T: Scalar>(x: &[T]) -> Vec<T> {
    let mut g = vec![T::from(0.0); x.len()];
    for i in 0..x.len() - 1 {
        let b = x[i + 1] - x[i] * x[i];
        g[i] = g[i] - T::from(2.0) * (T::from(1.0) - x[i]) - T::from(400.0) * x[i] * b;
        g[i + 1] = g[i + 1] + T::from(200.0) * b;
    }
    g
}

fn descend<T: Scalar>(mut x: Vec<T>, rate: T, steps: usize) -> Vec<T> {
    let mut momentum = vec![T::from(0.0); x.len()];
    for _ in 0..steps {
        let g = gradient(&x);
        for ((x, m), g) in x.iter_mut().zip(momentum.iter_mut()).zip(&g) {
            *m = T::from(0.5) * *m - rate * *g;
            *x = *x + *m;
        }
    }
    x
}

#[no_mangle]
pub extern "C" fn f(x: *const f64, rate: f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let end = descend(x.to_vec(), rate * 0.001, 6);
    let single: [f32; 2] = [0.5, 0.25];
    (rosenbrock(&end) + 1.0).root() + f64::from(rosenbrock(&single)) * x[1]
}
