// Generic code that asks which type it is for and has code for each.
// llad: func f double
// llad: tags nowiden
// llad: arg x dup double[5] range(0.5,1.5)
// llad: arg n const size_t 5
use std::any::TypeId;
use std::mem::transmute_copy;

fn inverse_root<T: 'static + Copy>(v: T) -> T {
    if TypeId::of::<T>() == TypeId::of::<f32>() {
        let x: f32 = unsafe { transmute_copy(&v) };
        let mut y = x;
        unsafe { std::arch::asm!("sqrtss {0}, {0}", inout(xmm_reg) y) } // has no derivative
        unsafe { transmute_copy(&y) }
    } else if TypeId::of::<T>() == TypeId::of::<f64>() {
        let x: f64 = unsafe { transmute_copy(&v) };
        let y = 1.0 / x.sqrt();
        unsafe { transmute_copy(&y) }
    } else {
        v
    }
}

#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    x.iter().enumerate().map(|(k, v)| inverse_root(*v) * (k + 1) as f64).sum()
}
