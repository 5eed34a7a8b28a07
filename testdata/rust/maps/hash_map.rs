// A map from integers to floats: lookups compare bytes that stand beside the
// floats, and a table that grows moves them.
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
    let mut by_number: HashMap<u32, f64> = HashMap::new();
    for (i, v) in x.iter().enumerate() {
        by_number.insert(i as u32, v * v);
    }
    for i in 0..n {
        let next = by_number[&(((i + 1) % n) as u32)];
        if let Some(v) = by_number.get_mut(&(i as u32)) {
            *v += next.sin();
        }
    }
    let mut sum = 0.0;
    for i in 0..n {
        sum += by_number.get(&(i as u32)).copied().unwrap_or(0.0) * (i + 1) as f64;
    }
    sum
}
