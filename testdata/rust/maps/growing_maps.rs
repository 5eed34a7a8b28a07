// Maps with integers for keys that grow: entries with numbers, with vectors, and sets beside them.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: builds newest 2
// llad: builds oldest 1 2

use std::collections::{HashMap, HashSet};

#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let mut weights: HashMap<usize, f64> = HashMap::new();
    let mut edges: HashMap<usize, Vec<(usize, f64)>> = HashMap::new();
    for (k, v) in x.iter().enumerate() {
        weights.insert(k * 7, v * v);
        edges.entry(k).or_default().push((k + 1, v * x[0]));
        edges.entry(k + 1).or_insert_with(Vec::new).push((k, v * 0.5));
    }
    let mut seen = HashSet::new();
    let mut s = 0.0;
    for k in 0..=n {
        for &(to, w) in &edges[&k] {
            if seen.insert(to) {
                s += w * (to + 1) as f64;
            }
            s += w * w * weights.get(&(to * 7)).copied().unwrap_or(0.3);
        }
    }
    weights.retain(|k, _| k % 2 == 0);
    s * weights.values().sum::<f64>()
}
