// Matrices as arrays of arrays and as vectors with operators, named transforms as boxed closures in a HashMap.
use std::collections::HashMap;
use std::ops::{Add, AddAssign, Index, IndexMut, Mul, Neg, Sub};
#[derive(Clone, Copy, Debug, PartialEq)]
struct M3([[f64; 3]; 3]);
#[derive(Clone, Copy, Debug)]
struct V3([f64; 3]);
impl Mul for M3 { type Output = M3; fn mul(self, o: M3) -> M3 { let mut r = [[0.0; 3]; 3]; for i in 0..3 { for j in 0..3 { for k in 0..3 { r[i][j] += self.0[i][k] * o.0[k][j]; } } } M3(r) } }
impl Mul<V3> for M3 { type Output = V3; fn mul(self, v: V3) -> V3 { let mut r = [0.0; 3]; for (o, row) in r.iter_mut().zip(self.0.iter()) { *o = row.iter().zip(&v.0).map(|(a, b)| a * b).sum(); } V3(r) } }
impl Add for V3 { type Output = V3; fn add(self, o: V3) -> V3 { V3([self.0[0] + o.0[0], self.0[1] + o.0[1], self.0[2] + o.0[2]]) } }
impl Sub for V3 { type Output = V3; fn sub(self, o: V3) -> V3 { self + -o } }
impl Neg for V3 { type Output = V3; fn neg(self) -> V3 { V3(self.0.map(|v| -v)) } }
impl AddAssign<f64> for V3 { fn add_assign(&mut self, d: f64) { for v in &mut self.0 { *v += d; } } }
#[derive(Clone)]
struct Dense { rows: usize, cols: usize, data: Vec<f64> }
impl Index<(usize, usize)> for Dense { type Output = f64; fn index(&self, (r, c): (usize, usize)) -> &f64 { &self.data[r * self.cols + c] } }
impl IndexMut<(usize, usize)> for Dense { fn index_mut(&mut self, (r, c): (usize, usize)) -> &mut f64 { &mut self.data[r * self.cols + c] } }
impl<'a> Mul<&'a Dense> for &'a Dense {
    type Output = Dense;
    fn mul(self, o: &Dense) -> Dense {
        let mut m = Dense { rows: self.rows, cols: o.cols, data: vec![0.0; self.rows * o.cols] };
        for i in 0..self.rows { for j in 0..o.cols { m[(i, j)] = (0..self.cols).map(|k| self[(i, k)] * o[(k, j)]).sum(); } }
        m
    }
}
impl Dense {
    fn cholesky(&self) -> Option<Dense> {
        let mut l = Dense { rows: self.rows, cols: self.cols, data: vec![0.0; self.data.len()] };
        for i in 0..self.rows {
            for j in 0..=i {
                let s: f64 = (0..j).map(|k| l[(i, k)] * l[(j, k)]).sum();
                if i == j { let d = self[(i, i)] - s; if d <= 0.0 { return None; } l[(i, i)] = d.sqrt(); } else { l[(i, j)] = (self[(i, j)] - s) / l[(j, j)]; }
            }
        }
        Some(l)
    }
}
type Step = Box<dyn Fn(V3) -> V3>;
fn rotation(axis: usize, a: f64) -> M3 {
    let mut m = [[0.0; 3]; 3];
    let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
    m[axis][axis] = 1.0; m[i][i] = a.cos(); m[j][j] = a.cos(); m[i][j] = -a.sin(); m[j][i] = a.sin();
    M3(m)
}
fn run(x: &[f64]) -> f64 {
    let mut steps: HashMap<&'static str, Step> = HashMap::new();
    let spin = rotation(0, x[0]) * rotation(1, x[1]) * rotation(2, 0.5);
    let shift = V3([x[2], x[3], x[4]]);
    steps.insert("spin", Box::new(move |v| spin * v));
    steps.insert("shift", Box::new(move |v| v + shift));
    steps.insert("back", Box::new(move |v| v - shift));
    let factor = x[5];
    steps.insert("warp", Box::new(move |mut v| { v += factor; V3(v.0.map(|c| c * c * 0.3)) }));
    let both: Step = { let m = spin * rotation(2, factor); Box::new(move |v| m * (v + V3([0.1, 0.2, 0.3]))) };
    steps.insert("both", both);
    let mut grid = [[0.0; 4]; 3];
    let mut p = V3([1.0, x[6], x[7]]);
    for (k, name) in "spin shift warp none both back spin".split(' ').enumerate() {
        match steps.get(name) { Some(s) => p = s(p), None => p += x[8] }
        grid[k % 3][k / 2] += p.0[k % 3];
    }
    let g = Dense { rows: 3, cols: 4, data: grid.iter().flatten().copied().collect() };
    let t = Dense { rows: 4, cols: 3, data: (0..12).map(|k| grid[k % 3][k / 3]).collect() };
    let mut gram = &g * &t;
    for i in 0..3 { gram[(i, i)] += 1.0 + x[9 + i]; }
    let c = gram.cholesky();
    let moved = steps.remove("warp").map_or(p, |w| w(p));
    c.map_or(x[0], |l| l[(0, 0)] * l[(1, 1)] * l[(2, 2)] + l[(2, 0)]) + moved.0.iter().sum::<f64>() + p.0[1]
}
use std::slice::from_raw_parts;
#[no_mangle] pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 { run(from_raw_parts(x, n)) }
