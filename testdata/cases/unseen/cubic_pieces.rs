// Cubic splines over a generic table with functions as results, pieces visited backwards and in steps.
use std::ops::{Index, IndexMut};

#[derive(Clone, Debug)]
struct Table<T, const C: usize> { rows: Vec<[T; C]> }
impl<T: Copy + Default, const C: usize> Table<T, C> {
    fn with(rows: usize) -> Self { Table { rows: vec![[T::default(); C]; rows] } }
    fn column(&self, c: usize) -> impl Iterator<Item = T> + '_ { self.rows.iter().map(move |r| r[c]) }
    fn len(&self) -> usize { self.rows.len() }
}
impl<T, const C: usize> Index<(usize, usize)> for Table<T, C> {
    type Output = T;
    fn index(&self, (r, c): (usize, usize)) -> &T { &self.rows[r][c] }
}
impl<T, const C: usize> IndexMut<(usize, usize)> for Table<T, C> {
    fn index_mut(&mut self, (r, c): (usize, usize)) -> &mut T { &mut self.rows[r][c] }
}

struct Spline { knots: Table<f64, 2>, pieces: Table<f64, 4> }
impl Spline {
    fn fit(knots: Table<f64, 2>, ends: [f64; 2]) -> Spline {
        let n = knots.len();
        let mut band = Table::<f64, 4>::with(n);
        band[(0, 1)] = 1.0;
        band[(0, 3)] = ends[0];
        band[(n - 1, 1)] = 1.0;
        band[(n - 1, 3)] = ends[1];
        for i in 1..n - 1 {
            let (a, b) = (knots[(i, 0)] - knots[(i - 1, 0)], knots[(i + 1, 0)] - knots[(i, 0)]);
            band.rows[i] = [a, 2.0 * (a + b), b, 6.0 * ((knots[(i + 1, 1)] - knots[(i, 1)]) / b - (knots[(i, 1)] - knots[(i - 1, 1)]) / a)];
        }
        for i in 1..n {
            let m = band[(i, 0)] / band[(i - 1, 1)];
            let (up, right) = (band[(i - 1, 2)], band[(i - 1, 3)]);
            band[(i, 1)] -= m * up;
            band[(i, 3)] -= m * right;
        }
        let mut m = vec![0.0; n];
        for i in (0..n).rev() {
            let next = if i + 1 < n { band[(i, 2)] * m[i + 1] } else { 0.0 };
            m[i] = (band[(i, 3)] - next) / band[(i, 1)];
        }
        let mut pieces = Table::with(n - 1);
        for (i, w) in m.windows(2).enumerate() {
            let h = knots[(i + 1, 0)] - knots[(i, 0)];
            pieces.rows[i] = [knots[(i, 1)], (knots[(i + 1, 1)] - knots[(i, 1)]) / h - h * (2.0 * w[0] + w[1]) / 6.0, w[0] / 2.0, (w[1] - w[0]) / (6.0 * h)];
        }
        Spline { knots, pieces }
    }
    fn at(&self, t: f64) -> f64 {
        let i = (1..self.pieces.len()).rev().find(|&i| self.knots[(i, 0)] <= t).unwrap_or(0);
        let d = t - self.knots[(i, 0)];
        self.pieces.rows[i].iter().rev().fold(0.0, |s, c| s * d + c)
    }
    fn function(&self) -> impl Fn(f64) -> f64 + '_ { move |t| self.at(t) }
    fn slope(&self) -> impl Fn(f64) -> f64 + '_ {
        let h = 1e-3;
        let g = self.function();
        move |t| (g(t + h) - g(t - h)) / (2.0 * h)
    }
}

fn compose<'a>(a: impl Fn(f64) -> f64 + 'a, b: impl Fn(f64) -> f64 + 'a) -> Box<dyn Fn(f64) -> f64 + 'a> { Box::new(move |t| a(b(t))) }

fn blend(grid: [[f64; 3]; 3], u: f64, v: f64) -> f64 {
    let weights = |t: f64| [(1.0 - t) * (1.0 - t), 2.0 * t * (1.0 - t), t * t];
    let (p, q) = (weights(u), weights(v));
    grid.iter().zip(p).map(|(row, w)| w * row.iter().zip(q).map(|(g, k)| g * k).sum::<f64>()).sum()
}

fn run(x: &[f64]) -> f64 {
    let mut knots = Table::<f64, 2>::with(6);
    let mut t = 0.0;
    for i in 0..6 {
        knots.rows[i] = [t, x[i] * (1.0 + 0.2 * i as f64)];
        t += 0.5 + 0.2 * x[(i + 6) % 12];
    }
    let spline = Spline::fit(knots, [0.1 * x[6], 0.0]);
    let (value, slope) = (spline.function(), spline.slope());
    let warped = compose(&value, |t| 1.5 + 0.5 * (t * x[7]).sin());
    let samples: Vec<f64> = (0..16).map(|k| 0.15 * k as f64 + 0.03).collect();
    let back: f64 = samples.iter().rev().step_by(3).map(|&t| value(t)).sum();
    let late: f64 = samples.iter().skip_while(|t| value(**t) < 0.9).take(4).map(|&t| warped(t)).sum();
    let bends = spline.pieces.column(2).zip(spline.pieces.column(3)).map(|(c, d)| c * c + 0.1 * d).sum::<f64>();
    let grid = [[x[8], x[9], 0.1], [x[10], value(0.5), 0.4], [0.2, x[11], slope(0.7)]];
    0.3 * back + late + 0.05 * bends + blend(grid, 0.3, 0.6 * x[0])
}

use std::slice::from_raw_parts;
#[no_mangle] pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 { run(from_raw_parts(x, n)) }
