// A map from strings to floats.
// llad: func f double
// llad: arg x dup double[6] range(0.3,1.7)
// llad: arg n const size_t 6
// llad: builds newest 0 1 3

use std::collections::HashMap;

/// # Safety
///
/// `x` has `n` elements.
#[no_mangle]
pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = std::slice::from_raw_parts(x, n);
    let mut by_name: HashMap<String, f64> = HashMap::new();
    for (i, v) in x.iter().enumerate() {
        by_name.insert(format!("p{i}"), *v);
    }
    *by_name.entry("p0".to_string()).or_insert(0.0) *= 2.0;
    let mut sum: f64 = by_name["p1"] * by_name["p2"].exp() + by_name["p0"].ln();
    sum += by_name.values().map(|v| v * v).fold(f64::MIN, f64::max);
    sum
}
