// A function that holds memory of its own, of the tape and of a shadow when an
// index is out of bounds, and the caller that catches it.
type Gradient = unsafe extern "C-unwind" fn(*const f64, *mut f64, usize, usize, f64) -> f64;

#[no_mangle]
pub extern "C-unwind" fn f(x: *const f64, n: usize, limit: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let table: Vec<f64> = x[..limit].iter().map(|v| v.sin() * v).collect();
    let mut grown = Vec::new();
    for k in 0..n {
        grown.push(table[k] * x[k]);
    }
    grown.iter().map(|v| v * v).sum()
}

#[no_mangle]
pub extern "C" fn attempt(g: Gradient, x: *const f64, d: *mut f64, n: usize, limit: usize) -> i32 {
    std::panic::set_hook(Box::new(|_| {}));
    std::panic::catch_unwind(|| unsafe { g(x, d, n, limit, 1.0) }).is_err() as i32
}
