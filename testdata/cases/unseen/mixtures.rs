// A mixture of shared densities in single precision; quantiles by binary search, points taken backwards and in steps.
// opt: tol=3e-2
use std::collections::HashSet;
use std::rc::Rc;

trait Density {
    fn at(&self, v: f32) -> f32;
    fn spread(&self) -> f32;
    fn name(&self) -> &'static str;
}
struct Gauss { mean: f32, sigma: f32 }
struct Laplace { mean: f32, scale: f32 }
struct Sum { parts: Vec<(f32, Rc<dyn Density>)> }
impl Density for Gauss {
    fn at(&self, v: f32) -> f32 {
        let z = (v - self.mean) / self.sigma;
        (-0.5 * z * z).exp() / (self.sigma * 2.5066283)
    }
    fn spread(&self) -> f32 { self.sigma }
    fn name(&self) -> &'static str { "gauss" }
}
impl Density for Laplace {
    fn at(&self, v: f32) -> f32 { (-((v - self.mean).powi(2) + 0.01).sqrt() / self.scale).exp() / (2.0 * self.scale) }
    fn spread(&self) -> f32 { self.scale * std::f32::consts::SQRT_2 }
    fn name(&self) -> &'static str { "laplace" }
}
impl Density for Sum {
    fn at(&self, v: f32) -> f32 { self.parts.iter().map(|(w, d)| w * d.at(v)).sum() }
    fn spread(&self) -> f32 { self.parts.iter().map(|(w, d)| w * d.spread()).fold(0.0, |a, b| a + b) }
    fn name(&self) -> &'static str { "sum" }
}

struct Table { grid: Vec<f32>, total: Vec<f32> }
impl Table {
    fn new(d: &dyn Density, low: f32, high: f32, n: usize) -> Self {
        let h = (high - low) / n as f32;
        let grid: Vec<f32> = (0..=n).map(|i| low + h * i as f32).collect();
        let mut total = vec![0.0];
        for w in grid.windows(2) {
            let last = *total.last().unwrap();
            total.push(last + 0.5 * h * (d.at(w[0]) + d.at(w[1])));
        }
        Table { grid, total }
    }
    fn quantile(&self, p: f32) -> f32 {
        let want = p * self.total[self.total.len() - 1];
        let i = match self.total.binary_search_by(|t| t.partial_cmp(&want).unwrap()) { Ok(i) => i.max(1), Err(i) => i.clamp(1, self.grid.len() - 1) };
        let w = (want - self.total[i - 1]) / (self.total[i] - self.total[i - 1]);
        self.grid[i - 1] + w * (self.grid[i] - self.grid[i - 1])
    }
}

fn run(x: &[f64]) -> f64 {
    let narrow: Rc<dyn Density> = Rc::new(Gauss { mean: x[0] as f32, sigma: 0.3 + 0.2 * x[1] as f32 });
    let wide: Rc<dyn Density> = Rc::new(Laplace { mean: 1.0 + 0.5 * x[2] as f32, scale: 0.5 * x[3] as f32 });
    let inner: Rc<dyn Density> = Rc::new(Sum { parts: vec![(0.6, Rc::clone(&narrow)), (0.4 * x[4] as f32, wide.clone())] });
    let all = Sum { parts: vec![(0.5, inner.clone()), (0.3, wide.clone()), (0.2, Rc::new(Gauss { mean: 0.0, sigma: 1.0 }))] };
    let mut names = HashSet::new();
    for (_, d) in &all.parts { names.insert(d.name()); }
    let table = Table::new(&all, -2.0, 4.0, 24);
    let mut s = 0.0f64;
    for p in [0.1f32, 0.5, 0.82] { s += table.quantile(p) as f64; }
    let data: Vec<f64> = x.iter().enumerate().map(|(i, v)| v * (1.0 + 0.1 * i as f64) - 0.3).collect();
    let late: f64 = data.iter().rev().step_by(2).map(|&v| (all.at(v as f32) as f64).ln()).sum();
    let from: f64 = data.iter().skip_while(|v| **v < 0.6).take(5).map(|&v| inner.at(v as f32) as f64 * v).sum();
    s - 0.2 * late + from + all.spread() as f64 * 0.1 + names.len() as f64 * 0.05 * x[5] + Rc::strong_count(&wide) as f64 * 0.01 * x[6]
}

use std::slice::from_raw_parts;
#[no_mangle] pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 { run(from_raw_parts(x, n)) }
