// A map from numbers to vectors of 32-bit floats, from which entries are taken while it grows.
// llad: func f float
// llad: arg x dup float[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: tags float
// llad: difftol 2e-2
// llad: dottol 1e-4
// llad: builds oldest 1 s

use std::collections::HashMap;

/// # Safety
///
/// `x` has `n` elements.
#[no_mangle]
pub unsafe extern "C" fn f(x: *const f32, n: usize) -> f32 {
    let x = std::slice::from_raw_parts(x, n);
    let mut m: HashMap<u32, Vec<f32>> = HashMap::new();
    for i in 0..30u32 {
        let v = x[i as usize % n];
        m.insert(i, vec![v, v * v]);
        if i % 5 == 4 {
            m.remove(&(i - 2));
        }
    }
    let mut s = 0.0;
    for i in 0..30 {
        if let Some(l) = m.get(&i) {
            s += l[0] * l[1] * (i + 1) as f32 * 0.05;
        }
    }
    s
}
