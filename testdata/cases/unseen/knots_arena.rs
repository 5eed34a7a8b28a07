// B-splines whose basis functions are nodes of an arena with cells as caches, knots parsed from text, fits by hand.
use std::cell::Cell;
use std::collections::HashSet;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Id(usize);
struct Basis { from: usize, degree: usize, parts: Option<(Id, Id)>, cache: Cell<Option<(f64, f64)>>, hits: Cell<u32> }
struct Arena { nodes: Vec<Basis>, knots: Vec<f64> }

impl Arena {
    fn new(knots: Vec<f64>) -> Self { Arena { nodes: Vec::new(), knots } }
    fn add(&mut self, from: usize, degree: usize) -> Id {
        if let Some(k) = self.nodes.iter().position(|b| b.from == from && b.degree == degree) { return Id(k); }
        let parts = if degree > 0 { Some((self.add(from, degree - 1), self.add(from + 1, degree - 1))) } else { None };
        self.nodes.push(Basis { from, degree, parts, cache: Cell::new(None), hits: Cell::new(0) });
        Id(self.nodes.len() - 1)
    }
    fn eval(&self, id: Id, t: f64) -> f64 {
        let b = &self.nodes[id.0];
        if let Some((at, v)) = b.cache.get() {
            if at == t { b.hits.set(b.hits.get() + 1); return v; }
        }
        let k = &self.knots;
        let v = match b.parts {
            None => if k[b.from] <= t && t < k[b.from + 1] { 1.0 } else { 0.0 },
            Some((l, r)) => {
                let (i, p) = (b.from, b.degree);
                (t - k[i]) / (k[i + p] - k[i]) * self.eval(l, t) + (k[i + p + 1] - t) / (k[i + p + 1] - k[i + 1]) * self.eval(r, t)
            }
        };
        b.cache.set(Some((t, v)));
        v
    }
}

struct Matrix { rows: usize, cols: usize, a: Vec<f64> }
impl Matrix {
    fn zero(rows: usize, cols: usize) -> Self { Matrix { rows, cols, a: vec![0.0; rows * cols] } }
    fn at(&mut self, i: usize, j: usize) -> &mut f64 { &mut self.a[i * self.cols + j] }
    fn get(&self, i: usize, j: usize) -> f64 { self.a[i * self.cols + j] }
    fn gram(&self) -> Matrix {
        let mut g = Matrix::zero(self.cols, self.cols);
        for i in 0..self.cols {
            for j in 0..self.cols { *g.at(i, j) = (0..self.rows).map(|r| self.get(r, i) * self.get(r, j)).sum(); }
        }
        g
    }
    fn cholesky(mut self, mut b: Vec<f64>) -> Vec<f64> {
        let n = self.rows;
        for j in 0..n {
            for k in 0..j { let v = self.get(j, k); *self.at(j, j) -= v * v; }
            let d = self.get(j, j).sqrt();
            *self.at(j, j) = d;
            for i in j + 1..n {
                let mut v = self.get(i, j);
                for k in 0..j { v -= self.get(i, k) * self.get(j, k); }
                *self.at(i, j) = v / d;
            }
        }
        for i in 0..n {
            for k in 0..i { b[i] -= self.get(i, k) * b[k]; }
            b[i] /= self.get(i, i);
        }
        for i in (0..n).rev() {
            for k in i + 1..n { b[i] -= self.get(k, i) * b[k]; }
            b[i] /= self.get(i, i);
        }
        b
    }
}

fn knots(text: &str, stretch: f64) -> Vec<f64> {
    let mut seen = HashSet::new();
    text.split(|c: char| c == ',' || c.is_whitespace())
        .filter(|w| !w.is_empty() && seen.insert(w.to_string()))
        .filter_map(|w| w.parse::<f64>().ok())
        .map(|v| v * (1.0 + 0.05 * stretch))
        .collect()
}

fn run(x: &[f64]) -> f64 {
    let mut arena = Arena::new(knots("-3, -2 -1, 0,1 1 2,3,nothing 4 5.5", x[0]));
    let ids: Vec<Id> = (0..5).map(|i| arena.add(i, 3)).collect();
    let unique: HashSet<Id> = ids.iter().copied().collect();
    let times: Vec<f64> = (0..9).map(|k| 0.05 + 0.2 * k as f64 + 0.02 * x[k]).collect();
    let mut a = Matrix::zero(times.len(), ids.len());
    for (r, &t) in times.iter().enumerate() {
        for (c, &id) in ids.iter().enumerate() { *a.at(r, c) = arena.eval(id, t); }
    }
    let right: Vec<f64> = (0..ids.len()).map(|c| times.iter().enumerate().map(|(r, t)| a.get(r, c) * (x[(r + 3) % 12] + t.sin())).sum()).collect();
    let mut g = a.gram();
    for i in 0..ids.len() { *g.at(i, i) += 0.01 + 0.01 * x[10]; }
    let c = g.cholesky(right);
    let value: f64 = ids.iter().zip(&c).map(|(&id, c)| c * arena.eval(id, 0.9 + 0.1 * x[11])).sum();
    let hits: u32 = arena.nodes.iter().map(|b| b.hits.get()).sum();
    value + 0.3 * c[2] * c[2] + 0.001 * hits as f64 * x[1] + 0.01 * unique.len() as f64 * x[2]
}

use std::slice::from_raw_parts;
#[no_mangle] pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 { run(from_raw_parts(x, n)) }
