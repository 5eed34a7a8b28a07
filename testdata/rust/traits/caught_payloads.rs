// A panic with a text is caught, and what it carries asked for its type: the standard library's own table of methods, whose
// result stands in memory of the caller's.
// llad: func f double
// llad: arg x dup double[4] {0.5,1.5,2.5,0.75}
// llad: arg n const size_t 4
use std::any::Any;
use std::panic::{self, AssertUnwindSafe};

fn root(v: f64, at: usize) -> f64 {
    assert!(v > 0.0, "no root at {}", at);
    v.sqrt()
}

fn length(e: &(dyn Any + Send)) -> usize {
    e.downcast_ref::<String>().map_or(1, |s| s.len())
}

fn total(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for (k, v) in x.iter().enumerate() {
        match panic::catch_unwind(AssertUnwindSafe(|| root(*v - 1.0, k))) {
            Ok(r) => s += r * v,
            Err(e) => s += length(&*e) as f64 * v * v,
        }
    }
    s
}

/// # Safety
/// `x` leads to `n` doubles.
#[no_mangle]
pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 {
    panic::set_hook(Box::new(|_| {}));
    let s = total(std::slice::from_raw_parts(x, n));
    let _ = panic::take_hook();
    s
}
