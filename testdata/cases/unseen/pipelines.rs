// Grids generic in their element, kernels parsed from text, boxed closures applied over chunks and windows.
use std::ops::{Add, Mul};
#[derive(Clone, Debug, PartialEq)]
struct Grid<T> { w: usize, h: usize, cells: Vec<T> }
#[derive(Clone, Copy, Default, Debug, PartialEq)]
struct Dual2 { v: f64, g: [f64; 2] }
impl Add for Dual2 { type Output = Self; fn add(self, o: Self) -> Self { Dual2 { v: self.v + o.v, g: [self.g[0] + o.g[0], self.g[1] + o.g[1]] } } }
impl Mul<f64> for Dual2 { type Output = Self; fn mul(self, k: f64) -> Self { Dual2 { v: self.v * k, g: self.g.map(|c| c * k) } } }
impl<T: Copy + Default + Add<Output = T> + Mul<f64, Output = T>> Grid<T> {
    fn new(w: usize, h: usize, f: impl Fn(usize, usize) -> T) -> Self { Grid { w, h, cells: (0..w * h).map(|i| f(i % w, i / w)).collect() } }
    fn rows(&self) -> std::slice::Chunks<'_, T> { self.cells.chunks(self.w) }
    fn convolve(&self, k: &Kernel) -> Grid<T> {
        Grid::new(self.w, self.h, |x, y| {
            let mut s = T::default();
            for (i, c) in k.taps.iter().enumerate() {
                let (dx, dy) = (i % k.side, i / k.side);
                if let (Some(u), Some(v)) = ((x + dx).checked_sub(k.side / 2), (y + dy).checked_sub(k.side / 2)) {
                    if u < self.w && v < self.h { s = s + self.cells[v * self.w + u] * *c; }
                }
            }
            s
        })
    }
    fn map<U>(&self, f: impl Fn(T) -> U) -> Grid<U> { Grid { w: self.w, h: self.h, cells: self.cells.iter().map(|c| f(*c)).collect() } }
}
struct Kernel { side: usize, taps: Vec<f64> }
#[derive(Debug)]
enum Bad { Empty, Number(String), Square(usize) }
fn kernel(text: &str) -> Result<Kernel, Bad> {
    let taps = text.split(|c: char| c == ',' || c == ';').filter(|t| !t.trim().is_empty()).map(|t| t.trim().parse::<f64>().map_err(|e| Bad::Number(format!("{} {}", t, e)))).collect::<Result<Vec<_>, _>>()?;
    let side = (1..=taps.len()).find(|s| s * s >= taps.len()).ok_or(Bad::Empty)?;
    if side * side != taps.len() { return Err(Bad::Square(taps.len())); }
    Ok(Kernel { side, taps })
}
type Step = Box<dyn Fn(Grid<f64>) -> Grid<f64>>;
fn steps(x: &[f64]) -> Vec<(String, Step)> {
    let mut list: Vec<(String, Step)> = Vec::new();
    for (i, text) in ["0,0.1,0; 0.1,0.6,0.1; 0,0.1,0", "1,2", "0.5", "1,b,3,4", "", "0.25,0.25;0.25,0.25"].iter().enumerate() {
        match kernel(text) {
            Ok(mut k) => { let gain = x[i]; k.taps.iter_mut().for_each(|t| *t *= gain); list.push((format!("kernel {}", i), Box::new(move |g| g.convolve(&k)))) }
            Err(Bad::Number(s)) => { let n = s.len() as f64 * x[i]; list.push((s, Box::new(move |g| g.map(|c| c + 0.01 * n)))) }
            Err(Bad::Square(n)) => list.push(("square".into(), Box::new(move |g| g.map(|c| c * n as f64 / (1.0 + c * c))))),
            Err(Bad::Empty) => (),
        }
    }
    list
}
fn run(x: &[f64]) -> f64 {
    let mut g = Grid::new(4, 3, |u, v| x[(v * 4 + u) % x.len()]);
    let mut s = 0.0;
    let list = steps(x);
    for (name, step) in list.iter().chain(list.iter().take(2)) {
        g = step(g);
        s += g.rows().map(|r| r.windows(2).map(|w| (w[1] - w[0]) * (w[1] + w[0])).sum::<f64>()).sum::<f64>() + name.len() as f64 * 0.01 * x[7];
    }
    let d = Grid::new(3, 3, |u, v| Dual2 { v: g.cells[v * 4 + u], g: [x[u], x[v + 3]] });
    let k = kernel("0.5,0.1,0.2,1").unwrap();
    let e = d.convolve(&k).convolve(&k);
    s + e.cells.iter().map(|c| c.v * c.g[0] - c.g[1]).sum::<f64>() + if e == d { 1.0 } else { x[8] }
}
use std::slice::from_raw_parts;
#[no_mangle] pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 { run(from_raw_parts(x, n)) }
