// Regression by a Gaussian process in nested modules: factors copied in slices, observations in a linked list, swapped fits.
mod kernel {
    pub mod stationary {
        #[derive(Clone, Copy)]
        pub struct Squared { pub scale: f64, pub length: f64 }
        impl super::Covariance for Squared {
            fn at(&self, a: f64, b: f64) -> f64 { self.scale * (-(a - b).powi(2) / (2.0 * self.length * self.length)).exp() }
        }
        pub struct Periodic(pub f64);
        impl super::Covariance for Periodic {
            fn at(&self, a: f64, b: f64) -> f64 { (-2.0 * ((a - b) * self.0).sin().powi(2)).exp() }
        }
    }
    pub trait Covariance {
        fn at(&self, a: f64, b: f64) -> f64;
        fn diagonal(&self) -> f64 { self.at(0.0, 0.0) }
    }
    pub struct Both<A, B>(pub A, pub B, pub f64);
    impl<A: Covariance, B: Covariance> Covariance for Both<A, B> {
        fn at(&self, a: f64, b: f64) -> f64 { self.0.at(a, b) + self.2 * self.0.at(a, b) * self.1.at(a, b) }
    }
}

mod process {
    use super::kernel::Covariance;
    use std::collections::LinkedList;

    #[derive(Default)]
    pub struct Fit { pub rows: Vec<f64>, pub weights: Vec<f64>, pub at: Vec<f64>, pub n: usize }

    impl Fit {
        fn row(&self, i: usize) -> &[f64] { &self.rows[i * self.n..i * self.n + i] }
        pub fn new(k: &dyn Covariance, seen: &LinkedList<(f64, f64)>, noise: f64) -> Option<Fit> {
            let n = seen.len();
            let at: Vec<f64> = seen.iter().map(|o| o.0).collect();
            let mut f = Fit { rows: vec![0.0; n * n], weights: vec![0.0; n], at, n };
            for i in 0..n {
                for j in 0..=i {
                    let mut s = k.at(f.at[i], f.at[j]) + if i == j { noise } else { 0.0 };
                    s -= f.rows[i * n..i * n + j].iter().zip(&f.rows[j * n..j * n + j]).map(|(a, b)| a * b).sum::<f64>();
                    f.rows[i * n + j] = if i == j { if s <= 0.0 { return None; } s.sqrt() } else { s / f.rows[j * n + j] };
                }
            }
            let mut w: Vec<f64> = seen.iter().map(|o| o.1).collect();
            for i in 0..n {
                let s: f64 = f.row(i).iter().zip(&w).map(|(a, b)| a * b).sum();
                w[i] = (w[i] - s) / f.rows[i * n + i];
            }
            for i in (0..n).rev() {
                let s: f64 = (i + 1..n).map(|j| f.rows[j * n + i] * w[j]).sum();
                w[i] = (w[i] - s) / f.rows[i * n + i];
            }
            f.weights.copy_from_slice(&w);
            Some(f)
        }
        pub fn mean(&self, k: &dyn Covariance, at: f64) -> f64 { self.at.iter().zip(&self.weights).map(|(a, w)| w * k.at(*a, at)).sum() }
        pub fn evidence(&self) -> f64 { (0..self.n).map(|i| self.rows[i * self.n + i].ln()).sum() }
        pub fn damp(&mut self, from: usize) { self.weights[from..].fill(0.1); }
    }
}

use kernel::stationary::{Periodic, Squared};
use kernel::{Both, Covariance};
use process::Fit;
use std::collections::LinkedList;

fn run(x: &[f64]) -> f64 {
    let mut seen: LinkedList<(f64, f64)> = LinkedList::new();
    for (k, v) in x[..6].iter().enumerate() {
        if k % 2 == 0 { seen.push_back((k as f64, *v)) } else { seen.push_front((k as f64 + 0.2 * x[6], v * v)) }
    }
    let squared = Squared { scale: x[7], length: 0.5 + x[8] };
    let both = Both(squared, Periodic(1.0 + 0.1 * x[9]), 0.5);
    let kernels: [&dyn Covariance; 2] = [&squared, &both];
    let mut last = Fit::default();
    let mut s = 0.0;
    for (k, c) in kernels.iter().enumerate() {
        let Some(mut fit) = Fit::new(*c, &seen, 0.1 * x[10]) else { continue };
        std::mem::swap(&mut fit, &mut last);
        s += last.mean(*c, 2.5) + 0.1 * last.evidence() + 0.05 * c.diagonal();
        if let Some((at, y)) = seen.pop_front() { s += (y - last.mean(*c, at)).powi(2); }
        if k == 0 { last.damp(4); }
        s += fit.weights.iter().chain(&last.weights).map(|w| 0.1 * w * w).sum::<f64>();
    }
    let mut rest = seen.split_off(2);
    seen.append(&mut rest);
    let old = std::mem::take(&mut last.weights);
    s + old.iter().rev().zip(&seen).map(|(w, o)| w * o.1).sum::<f64>() * 0.1 * x[11]
}

use std::slice::from_raw_parts;
#[no_mangle] pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 { run(from_raw_parts(x, n)) }
