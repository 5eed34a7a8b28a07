// An ordered map with u64 for keys: rustc's library has the functions ready that move such keys.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: builds newest 0
use std::collections::BTreeMap;
#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let mut m: BTreeMap<u64, [f64; 2]> = BTreeMap::new();
    for i in 0..20u64 {
        let v = x[i as usize % n];
        m.insert((i * 7) % 20, [v * i as f64, v]);
    }
    m.values().zip(x.iter().cycle()).map(|(r, v)| r[0] * r[1] * v).sum()
}
