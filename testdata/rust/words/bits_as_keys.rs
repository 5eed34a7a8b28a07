// The bits of floats as the keys of an ordered map, whose nodes the standard library moves at opt-level 1, and as bytes
// that are moved within a buffer.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: builds newest 0 1 3

use std::collections::BTreeMap;

fn keyed(x: &[f64]) -> f64 {
    let mut m = BTreeMap::new();
    for k in 0..24 {
        m.insert((x[k % x.len()] * (1.0 + k as f64)).to_bits(), k as f64);
    }
    m.remove(&(x[0]).to_bits());
    m.iter().map(|(k, v)| f64::from_bits(*k) * (1.0 + 0.1 * v)).sum()
}

fn moved(x: &[f64]) -> f64 {
    let mut b = [0u8; 24];
    b[0..8].copy_from_slice(&(x[0] * x[1]).to_le_bytes());
    b[8..16].copy_from_slice(&x[2].to_le_bytes());
    b.copy_within(0..=15, 8);
    let mut at = [0u8; 8];
    at.copy_from_slice(&b[8..16]);
    let v = f64::from_le_bytes(at);
    at.copy_from_slice(&b[16..24]);
    v * v * f64::from_le_bytes(at)
}

#[no_mangle]
pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = std::slice::from_raw_parts(x, n);
    keyed(x) * x[3] + moved(x)
}
