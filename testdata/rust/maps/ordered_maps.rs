// BTreeMaps with keys of several sizes, whose entries move when others come before them.
// llad: func f double
// llad: arg x dup double[6] {0.963963,0.530787,0.562138,1.54707,0.922691,1.65101}
// llad: arg n const size_t 6

use std::collections::BTreeMap;

#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let mut histogram: BTreeMap<i64, f64> = BTreeMap::new();
    for v in x {
        *histogram.entry((v * 4.0).floor() as i64).or_insert(0.0) += v.sqrt();
    }
    let mut products: BTreeMap<i32, f64> = BTreeMap::new();
    for (i, v) in x.iter().enumerate() {
        *products.entry(20 - 7 * (i as i32 % 4)).or_insert(1.0) *= v;
    }
    let first = products.range(0..).next().map_or(0.0, |(_, v)| v * v);
    histogram.values().map(|v| v * v).sum::<f64>() + products.iter().map(|(k, v)| v.sin() * *k as f64).sum::<f64>() + first
}
