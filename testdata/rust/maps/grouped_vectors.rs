// Vectors that grow as values of a map: nodes and vectors are linked at many offsets.
// llad: func f double
// llad: arg x dup double[14] {0.96,0.53,-0.56,1.54,0.92,1.65,0.11,-0.72,1.31,0.47,0.83,-1.27,0.64,0.29}
// llad: arg n const size_t 14

use std::collections::BTreeMap;

#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let mut groups: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    for (i, v) in x.iter().enumerate() {
        groups.entry(i % 2).or_default().push(*v);
    }
    groups
        .iter()
        .map(|(k, v)| {
            let mean = v.iter().sum::<f64>() / v.len() as f64;
            (*k as f64 + 1.0) * v.iter().map(|t| (t - mean).powi(2)).sum::<f64>()
        })
        .sum()
}
