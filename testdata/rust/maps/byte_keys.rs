// An ordered map with bytes for keys, and one with u32, whose nodes have the keys behind the numbers: the
// analysis does not tell where one ends.
// llad: func f double
// llad: arg x dup double[6] range(0.5,2)
// llad: arg n const size_t 6
// llad: builds newest 0 1 2 s 3

use std::collections::BTreeMap;

#[no_mangle]
pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let mut bytes: BTreeMap<u8, f64> = BTreeMap::new();
    let mut numbers: BTreeMap<u32, f64> = BTreeMap::new();
    for k in 0..4 * n {
        *bytes.entry((k * 7 % 19) as u8).or_insert(0.0) += *x.add(k % n) * k as f64;
        numbers.insert((k * 5 % 23) as u32, *x.add(k % n) + 0.1 * k as f64);
    }
    let copy = bytes.clone();
    copy.iter().map(|(k, v)| v * v * (*k as f64 + 0.5)).sum::<f64>() * 0.01 + numbers.iter().map(|(k, v)| v.sin() * *k as f64).sum::<f64>()
}
