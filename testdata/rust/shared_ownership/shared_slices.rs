// Slices behind counts: Rc<[f64]> and Arc<[f64]> made of slices and vectors.
// llad: func f double
// llad: arg x dup double[8] range(-1,1)
// llad: arg n const size_t 8

use std::rc::Rc;
use std::sync::Arc;

#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let squares: Vec<f64> = x.iter().map(|v| v * v).collect();
    let a: Rc<[f64]> = Rc::from(squares.as_slice());
    let b = Rc::clone(&a);
    let c: Arc<[f64]> = Arc::from(x);
    a.iter().zip(b.iter().rev()).map(|(p, q)| p * q).sum::<f64>() + c.iter().product::<f64>() * a[1]
}
