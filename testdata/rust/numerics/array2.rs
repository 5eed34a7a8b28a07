// An ndarray-like struct: strides, views with lifetimes, Index and IndexMut,
// row iterators; the forward algorithm of a hidden Markov model in logarithms.
// llad: func f double
// llad: arg trans dup double[9] range(-2,0)
// llad: arg emit dup double[6] range(-2,0)
// llad: arg n const size_t 3

use std::ops::{Index, IndexMut};

#[derive(Clone, Debug)]
struct Array2 {
    data: Vec<f64>,
    shape: (usize, usize),
}

struct View<'a> {
    data: &'a [f64],
    stride: usize,
}

impl<'a> View<'a> {
    fn iter(&self) -> impl Iterator<Item = f64> + Clone + 'a {
        self.data.iter().step_by(self.stride).copied()
    }
}

impl Array2 {
    fn zeros(rows: usize, cols: usize) -> Self {
        Array2 { data: vec![0.0; rows * cols], shape: (rows, cols) }
    }
    fn from_slice(v: &[f64], cols: usize) -> Self {
        assert_eq!(v.len() % cols, 0, "not a rectangle");
        Array2 { data: v.to_vec(), shape: (v.len() / cols, cols) }
    }
    fn row(&self, i: usize) -> View<'_> {
        View { data: &self.data[i * self.shape.1..(i + 1) * self.shape.1], stride: 1 }
    }
    fn column(&self, j: usize) -> View<'_> {
        View { data: &self.data[j..], stride: self.shape.1 }
    }
    fn map(&self, g: impl Fn(f64) -> f64) -> Self {
        Array2 { data: self.data.iter().map(|&a| g(a)).collect(), shape: self.shape }
    }
}

impl Index<[usize; 2]> for Array2 {
    type Output = f64;
    fn index(&self, [i, j]: [usize; 2]) -> &f64 {
        &self.data[i * self.shape.1 + j]
    }
}

impl IndexMut<[usize; 2]> for Array2 {
    fn index_mut(&mut self, [i, j]: [usize; 2]) -> &mut f64 {
        &mut self.data[i * self.shape.1 + j]
    }
}

fn log_sum_exp(terms: impl Iterator<Item = f64> + Clone) -> f64 {
    let top = terms.clone().fold(f64::MIN, f64::max);
    top + terms.map(|t| (t - top).exp()).sum::<f64>().ln()
}

fn normalised(a: &Array2) -> Array2 {
    let mut out = Array2::zeros(a.shape.0, a.shape.1);
    for i in 0..a.shape.0 {
        let s = log_sum_exp(a.row(i).iter());
        for j in 0..a.shape.1 {
            out[[i, j]] = a[[i, j]] - s;
        }
    }
    out
}

#[no_mangle]
pub extern "C" fn f(trans: *const f64, emit: *const f64, n: usize) -> f64 {
    let (trans, emit) = unsafe { (std::slice::from_raw_parts(trans, n * n), std::slice::from_raw_parts(emit, 2 * n)) };
    let trans = normalised(&Array2::from_slice(trans, n));
    let emit = normalised(&Array2::from_slice(emit, 2));
    let mut alpha: Vec<f64> = emit.column(0).iter().collect();
    for symbol in [1usize, 0, 1, 1] {
        alpha = (0..n)
            .map(|j| {
                let from: Vec<f64> = alpha.iter().zip(trans.column(j).iter()).map(|(a, t)| a + t).collect();
                log_sum_exp(from.iter().copied()) + emit[[j, symbol]]
            })
            .collect();
    }
    log_sum_exp(alpha.iter().copied()) + trans.map(f64::exp).data.iter().sum::<f64>() * 0.5
}
