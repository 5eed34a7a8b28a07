// Reservations that cannot be served are results like others.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: builds newest 2
// llad: builds oldest 0 1
use std::collections::HashMap;
#[derive(Clone, Debug)]
struct Cell { v: f64, w: Vec<f64>, hits: usize }
fn table(x: &[f64]) -> Result<HashMap<u32, Cell>, std::collections::TryReserveError> {
    let mut m: HashMap<u32, Cell> = HashMap::new();
    m.try_reserve(x.len())?;
    for (i, v) in x.iter().enumerate() {
        m.insert(i as u32 % 4, Cell { v: v.sin(), w: vec![*v; 2], hits: i });
        m.try_reserve(i)?;
    }
    Ok(m)
}
fn huge(x: &[f64]) -> Result<f64, std::collections::TryReserveError> {
    let mut m: HashMap<u32, f64> = HashMap::new();
    m.insert(0, x[0]);
    m.try_reserve(usize::MAX / 2)?;
    Ok(m[&0])
}
#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let mut s = match table(x) {
        Ok(m) => (0..4u32).filter_map(|k| m.get(&k)).map(|c| c.v * c.w[0] * (1.0 + c.hits as f64)).sum(),
        Err(_) => x[0],
    };
    s += match huge(x) { Ok(v) => v, Err(_) => x[1] * x[1] };
    let mut v: Vec<f64> = Vec::new();
    if v.try_reserve(usize::MAX / 8).is_err() { s *= x[2]; }
    if v.try_reserve_exact(n).is_ok() { v.extend(x.iter().map(|v| v * v)); }
    s + v.iter().sum::<f64>()
}
