// What a map's entry() gives comes in one word: an address where the entry is occupied, a hash where it is not.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: builds oldest 2
use std::collections::HashMap;
#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let mut m: HashMap<u32, f64> = HashMap::new();
    for i in 0..n {
        *m.entry(i as u32).or_insert(0.0) += x[i] * x[0];
        *m.entry(1 + i as u32).or_insert(0.0) -= x[i];
    }
    (0..n as u32).map(|i| m[&i] * m[&i]).sum()
}
