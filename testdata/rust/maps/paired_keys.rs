// An ordered map of which the keys are pairs of short integers, and that splits its nodes:
// a pair goes from node to node as one word, which compilers read in lanes or in halves.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: builds newest 3
// llad: builds oldest 2

use std::collections::BTreeMap;

#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let mut cells: BTreeMap<(i32, i32), [f64; 3]> = BTreeMap::new();
    for k in 0..10 * n {
        let c = cells.entry((k as i32 * 7 % 5 - 2, k as i32 * 11 % 13)).or_insert([0.0; 3]);
        c[0] += x[k % n];
        c[1] += x[(k + 1) % n] * x[k % n];
        c[2] = c[0] * c[1];
    }
    cells.retain(|k, _| k.0 != 1);
    cells.iter().map(|(k, [a, b, c])| a * k.1 as f64 + b * k.0 as f64 + c.sin()).sum()
}
