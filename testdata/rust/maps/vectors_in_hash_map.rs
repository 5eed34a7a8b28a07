// Vectors in a hash map that grow: without optimisation their buffers and the table come from one
// call of the allocator, so that floats and addresses are known of the same memory.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: builds oldest 0
use std::collections::HashMap;
#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let mut m: HashMap<usize, Vec<f64>> = HashMap::new();
    for i in 0..12 {
        m.entry(i % 2).or_default().push(x[i % n] * i as f64);
    }
    [0usize, 1].iter().flat_map(|k| m[k].windows(2)).map(|p| p[1] * p[0]).sum()
}
