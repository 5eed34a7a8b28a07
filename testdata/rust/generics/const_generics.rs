// Matrices whose sizes are const generics: arrays by value, operators,
// std::array::from_fn, determinants and inverses.
// llad: func f double
// llad: arg x dup double[9] range(0.5,2)
// llad: arg b dup double[3] range(-1,1)

use std::ops::{Add, Index, IndexMut, Mul};

#[derive(Clone, Copy)]
struct Matrix<const R: usize, const C: usize>([[f64; C]; R]);

impl<const R: usize, const C: usize> Matrix<R, C> {
    fn zero() -> Self {
        Matrix([[0.0; C]; R])
    }
    fn from_fn(mut g: impl FnMut(usize, usize) -> f64) -> Self {
        Matrix(std::array::from_fn(|i| std::array::from_fn(|j| g(i, j))))
    }
    fn transpose(self) -> Matrix<C, R> {
        Matrix::from_fn(|i, j| self[(j, i)])
    }
    fn norm(&self) -> f64 {
        self.0.iter().flatten().map(|a| a * a).sum::<f64>().sqrt()
    }
}

impl<const N: usize> Matrix<N, N> {
    fn identity() -> Self {
        Matrix::from_fn(|i, j| if i == j { 1.0 } else { 0.0 })
    }
    fn trace(&self) -> f64 {
        (0..N).map(|i| self[(i, i)]).sum()
    }
    fn solve(mut self, mut b: [f64; N]) -> [f64; N] {
        for k in 0..N {
            for i in k + 1..N {
                let q = self[(i, k)] / self[(k, k)];
                for j in k..N {
                    let t = self[(k, j)];
                    self[(i, j)] -= q * t;
                }
                b[i] -= q * b[k];
            }
        }
        for k in (0..N).rev() {
            let s: f64 = (k + 1..N).map(|j| self[(k, j)] * b[j]).sum();
            b[k] = (b[k] - s) / self[(k, k)];
        }
        b
    }
}

impl<const R: usize, const C: usize> Index<(usize, usize)> for Matrix<R, C> {
    type Output = f64;
    fn index(&self, (i, j): (usize, usize)) -> &f64 {
        &self.0[i][j]
    }
}

impl<const R: usize, const C: usize> IndexMut<(usize, usize)> for Matrix<R, C> {
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut f64 {
        &mut self.0[i][j]
    }
}

impl<const R: usize, const K: usize, const C: usize> Mul<Matrix<K, C>> for Matrix<R, K> {
    type Output = Matrix<R, C>;
    fn mul(self, o: Matrix<K, C>) -> Matrix<R, C> {
        let mut out = Matrix::zero();
        for i in 0..R {
            for j in 0..C {
                for k in 0..K {
                    out[(i, j)] += self[(i, k)] * o[(k, j)];
                }
            }
        }
        out
    }
}

impl<const R: usize, const C: usize> Add for Matrix<R, C> {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        Matrix::from_fn(|i, j| self[(i, j)] + o[(i, j)])
    }
}

#[no_mangle]
pub extern "C" fn f(x: &[f64; 9], b: &[f64; 3]) -> f64 {
    let a = Matrix::<3, 3>::from_fn(|i, j| x[3 * i + j] + if i == j { 4.0 } else { 0.0 });
    let wide = Matrix::<2, 3>([[x[0], b[1], x[2]], [b[0], x[4], x[8]]]);
    let gram = wide * wide.transpose() + Matrix::identity();
    let [p, q, r] = a.solve(*b);
    let s = gram.solve([p, q]);
    (a * a).trace() + wide.norm() + p * q * r + s[0] / (2.0 + s[1]) + (wide * a).norm()
}
