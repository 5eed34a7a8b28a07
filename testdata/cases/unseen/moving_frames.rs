// Frames of a generic matrix in a VecDeque, solved with errors by ?, an iterator of its own over diagonals.
use std::collections::VecDeque;
use std::fmt;
#[derive(Clone, Debug)]
struct Matrix<T> { rows: usize, cols: usize, data: Vec<T> }
#[derive(Debug)]
enum MathError { Shape { want: (usize, usize), got: (usize, usize) }, Singular(usize, f64), Empty }
impl fmt::Display for MathError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            MathError::Shape { want, got } => write!(f, "shape {}x{} where {}x{} is wanted", got.0, got.1, want.0, want.1),
            MathError::Singular(k, _) => write!(f, "pivot {} is zero", k),
            MathError::Empty => f.write_str("empty"),
        }
    }
}
impl<T: Copy + Default> Matrix<T> {
    fn from_fn(rows: usize, cols: usize, g: impl Fn(usize, usize) -> T) -> Self { Matrix { rows, cols, data: (0..rows * cols).map(|k| g(k / cols, k % cols)).collect() } }
    fn get(&self, r: usize, c: usize) -> Option<&T> { if r < self.rows && c < self.cols { self.data.get(r * self.cols + c) } else { None } }
    fn diagonals(&self) -> Diagonals<'_, T> { Diagonals { m: self, at: 0 } }
    fn transposed(&self) -> Self { Self::from_fn(self.cols, self.rows, |r, c| self.data[c * self.cols + r]) }
}
struct Diagonals<'a, T> { m: &'a Matrix<T>, at: usize }
impl<'a, T: Copy + Default> Iterator for Diagonals<'a, T> {
    type Item = Vec<T>;
    fn next(&mut self) -> Option<Vec<T>> {
        if self.at >= self.m.rows + self.m.cols - 1 { return None; }
        let d = self.at;
        self.at += 1;
        Some((0..=d).filter_map(|r| self.m.get(r, d - r).copied()).collect())
    }
}
fn solve(m: &Matrix<f64>, b: &[f64]) -> Result<Vec<f64>, MathError> {
    if m.rows != m.cols || b.len() != m.rows { return Err(MathError::Shape { want: (b.len(), b.len()), got: (m.rows, m.cols) }); }
    let (n, mut a, mut v) = (m.rows, m.data.clone(), b.to_vec());
    for k in 0..n {
        let p = a[k * n + k];
        if p.abs() < 1e-9 { return Err(MathError::Singular(k, v[k])); }
        for i in k + 1..n {
            let l = a[i * n + k] / p;
            for j in k..n { a[i * n + j] -= l * a[k * n + j]; }
            v[i] -= l * v[k];
        }
    }
    for k in (0..n).rev() { let s: f64 = (k + 1..n).map(|j| a[k * n + j] * v[j]).sum(); v[k] = (v[k] - s) / a[k * n + k]; }
    Ok(v)
}
struct Frames { queue: VecDeque<Matrix<f64>>, room: usize }
impl Frames {
    fn push(&mut self, m: Matrix<f64>) -> Option<Matrix<f64>> { self.queue.push_back(m); if self.queue.len() > self.room { self.queue.pop_front() } else { None } }
    fn mean(&self) -> Result<Matrix<f64>, MathError> {
        let first = self.queue.front().ok_or(MathError::Empty)?;
        let mut m = first.clone();
        for o in self.queue.iter().skip(1) {
            if (o.rows, o.cols) != (m.rows, m.cols) { return Err(MathError::Shape { want: (m.rows, m.cols), got: (o.rows, o.cols) }); }
            m.data.iter_mut().zip(&o.data).for_each(|(a, b)| *a = 0.5 * (*a + b));
        }
        Ok(m)
    }
    fn step(&mut self, x: &[f64], k: usize) -> Result<f64, MathError> {
        let size = if k == 5 { 2 } else { 3 };
        let m = Matrix::from_fn(size, size, |r, c| if r == c { 2.0 + x[(k + r) % 12] } else { x[(k * 3 + r + 2 * c) % 12] * 0.3 });
        let m = if k == 7 { Matrix::from_fn(3, 3, |r, _| m.data[r] * 0.0) } else if k % 2 == 1 { m.transposed() } else { m };
        let gone = self.push(m).map_or(0.0, |g| g.diagonals().map(|d| d.iter().product::<f64>()).sum());
        let mean = self.mean()?;
        let u = solve(&mean, &x[k % 4..k % 4 + 3])?;
        let last = self.queue.back().ok_or(MathError::Empty)?;
        Ok(u.iter().zip(solve(last, &u)?).map(|(a, b)| a * b).sum::<f64>() + 0.1 * gone)
    }
}
fn run(x: &[f64]) -> f64 {
    let mut frames = Frames { queue: VecDeque::with_capacity(2), room: 3 };
    let mut s = 0.0;
    for k in 0..12 {
        s += match frames.step(x, k) {
            Ok(v) => v,
            Err(MathError::Singular(at, v)) => v * v * (at + 1) as f64,
            Err(e) => e.to_string().len() as f64 * x[k] * 0.05,
        };
    }
    frames.queue.rotate_left(1);
    frames.queue.make_contiguous().iter().enumerate().for_each(|(i, m)| s += m.data[i] * x[i]);
    s
}
use std::slice::from_raw_parts;
#[no_mangle] pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 { run(from_raw_parts(x, n)) }
