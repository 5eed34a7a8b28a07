// Hash maps that make room in place, and that are asked to make room: elements are swapped, as vectors of bytes
// in optimised code.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: builds oldest 2 3
use std::collections::HashMap;
#[derive(Clone, Debug)]
struct Cell { v: f64, w: Vec<f64>, hits: usize }
#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let mut m: HashMap<u32, Cell> = HashMap::new();
    m.reserve(n);
    let mut s = 0.0;
    for i in 0..300u32 {
        let v = x[i as usize % n];
        m.insert(i, Cell { v: v.sin(), w: vec![v; 2], hits: i as usize });
        if i > 12 { if let Some(c) = m.remove(&(i - 12)) { s += c.v * c.w[1] * (1.0 + c.hits as f64 * 0.01); } }
    }
    s + (0..300u32).filter_map(|k| m.get(&k)).map(|c| c.v * c.w[0] * (1.0 + c.hits as f64)).sum::<f64>()
}
