// Maps to 32-bit floats, to pairs of them and to vectors of them, that grow and shrink.
// llad: func f float
// llad: arg x dup float[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: tags float
// llad: difftol 2e-2
// llad: dottol 1e-4
// llad: builds newest 0
// llad: builds oldest 0

use std::collections::HashMap;

fn run(x: &[f32]) -> f32 {
    let mut one: HashMap<u32, f32> = HashMap::new();
    let mut two: HashMap<u32, (f32, f32)> = HashMap::new();
    let mut many: HashMap<u32, Vec<f32>> = HashMap::new();
    for i in 0..30u32 {
        let v = x[i as usize % 6];
        *one.entry(i % 7).or_insert(0.0) += v * v;
        two.insert(i, (v, v * v));
        many.insert(i, vec![v, 2.0 * v]);
        if i % 5 == 4 {
            two.remove(&(i - 2));
            many.remove(&(i - 1));
        }
    }
    let mut s = 0.0;
    for i in 0..30 {
        s += one.get(&i).map_or(0.0, |v| v * i as f32);
        s += two.get(&i).map_or(0.0, |p| p.0 * p.1);
        s += many.get(&i).map_or(0.0, |l| l[0] * l[1]);
    }
    s * 0.1
}

/// # Safety
///
/// `x` has `n` elements.
#[no_mangle]
pub unsafe extern "C" fn f(x: *const f32, n: usize) -> f32 {
    run(std::slice::from_raw_parts(x, n))
}
