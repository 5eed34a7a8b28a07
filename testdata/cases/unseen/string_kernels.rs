// Kernels of strings by common pieces: windows over bytes, sets of pieces, kernels made by a macro, the nearest by max_by.
use std::collections::{BTreeMap, HashSet};

trait Kernel {
    fn name(&self) -> &'static str;
    fn value(&self, a: &str, b: &str) -> f64;
    fn normal(&self, a: &str, b: &str) -> f64 { self.value(a, b) / (self.value(a, a) * self.value(b, b)).sqrt() }
}

macro_rules! kernels {
    ($($name:ident { $($field:ident),* } => |$k:ident, $a:ident, $b:ident| $body:expr;)*) => {
        $(
            struct $name { $($field: f64),* }
            impl Kernel for $name {
                fn name(&self) -> &'static str { stringify!($name) }
                fn value(&self, $a: &str, $b: &str) -> f64 { let $k = self; $body }
            }
        )*
    };
}

fn counts(s: &str, len: usize) -> BTreeMap<&[u8], f64> {
    let mut m = BTreeMap::new();
    for w in s.as_bytes().windows(len) { *m.entry(w).or_insert(0.0) += 1.0; }
    m
}

fn pieces(k: &Pieces, a: &str, b: &str) -> f64 {
    (1..=3).map(|len| {
        let (a, b) = (counts(a, len), counts(b, len));
        k.weight.powi(len as i32) * a.iter().filter_map(|(w, n)| b.get(w).map(|m| n * m)).sum::<f64>()
    }).sum::<f64>() + k.floor
}

fn gapped(decay: f64, a: &[u8], b: &[u8]) -> f64 {
    let mut table = vec![vec![0.0; b.len() + 1]; a.len() + 1];
    let mut s = 0.0;
    for i in 1..=a.len() {
        for j in 1..=b.len() {
            let here = if a[i - 1] == b[j - 1] { decay * decay * (1.0 + table[i - 1][j - 1]) } else { 0.0 };
            s += here;
            table[i][j] = here + decay * (table[i - 1][j] + table[i][j - 1]) - decay * decay * table[i - 1][j - 1];
        }
    }
    s
}

kernels! {
    Pieces { weight, floor } => |k, a, b| pieces(k, a, b);
    Gapped { decay } => |k, a, b| gapped(k.decay, a.as_bytes(), b.as_bytes());
    Letters { soft } => |k, a, b| {
        let a: HashSet<char> = a.chars().collect();
        let b: HashSet<char> = b.chars().collect();
        let (both, any) = (a.intersection(&b).count() as f64, a.union(&b).count() as f64);
        ((both + k.soft) / (any + k.soft)).powf(k.soft)
    };
}

fn run(x: &[f64]) -> f64 {
    let list: Vec<Box<dyn Kernel>> = vec![
        Box::new(Pieces { weight: 0.5 * x[0], floor: 0.1 * x[1] }),
        Box::new(Gapped { decay: 0.2 + 0.2 * x[2] }),
        Box::new(Letters { soft: x[3] }),
    ];
    let words = ["gradient", "ingredient", "radiant", "compile", "compliant"];
    let mut alphas = x[4..9].to_vec();
    let mut s = 0.0;
    for (k, kernel) in list.iter().enumerate() {
        let gram: Vec<Vec<f64>> = words.iter().map(|a| words.iter().map(|b| kernel.normal(a, b)).collect()).collect();
        for _ in 0..3 {
            let step: Vec<f64> = gram.iter().map(|row| row.iter().zip(&alphas).map(|(g, a)| g * a).sum::<f64>()).collect();
            let norm = step.iter().map(|v| v * v).sum::<f64>().sqrt();
            alphas.iter_mut().zip(step).for_each(|(a, v)| *a = 0.7 * *a + 0.3 * v / norm);
        }
        let nearest = (1..words.len()).max_by(|a, b| gram[0][*a].partial_cmp(&gram[0][*b]).unwrap()).unwrap();
        let farthest = gram.iter().flatten().copied().min_by(|a, b| a.total_cmp(b)).unwrap_or(1.0);
        s += gram[0][nearest] * x[9] + farthest * x[10] + 0.01 * kernel.name().len() as f64 * alphas[k];
    }
    s + alphas.chunks(2).map(|c| c.iter().product::<f64>()).sum::<f64>() * x[11]
}

use std::slice::from_raw_parts;
#[no_mangle] pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 { run(from_raw_parts(x, n)) }
