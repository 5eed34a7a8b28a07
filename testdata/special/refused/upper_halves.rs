// Numbers of 32 bits that are read from the bits of floats and converted: logarithms that are
// computed (f), one that is chosen of two (g), and those of floats of 32 bits (h).
// llad: func f double
// llad: arg x dup double[6] range(0.3,1.7)
// llad: arg n const size_t 6

#[inline(never)]
fn log2(y: &f64) -> f64 {
    let half = unsafe { *(y as *const f64 as *const u32).add(1) };
    half as f64 / 1048576.0 - 1023.0
}

/// # Safety
///
/// `x` has `n` elements.
#[no_mangle]
pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 {
    std::slice::from_raw_parts(x, n).iter().map(|y| log2(y) * y).sum()
}

/// # Safety
///
/// `x` has `n` elements.
#[no_mangle]
pub unsafe extern "C" fn g(x: *const f64, n: usize) -> f64 {
    let mut sum = 0.0;
    for y in std::slice::from_raw_parts(x, n) {
        let half = *(y as *const f64 as *const u32).add(1) as f64;
        sum += if *y > 0.0 { half } else { *y };
    }
    sum
}

/// # Safety
///
/// `x` has `n` elements.
#[no_mangle]
pub unsafe extern "C" fn h(x: *const f32, n: usize) -> f32 {
    let mut sum = 0.0;
    for y in std::slice::from_raw_parts(x, n) {
        let bits = *(y as *const f32 as *const u32);
        sum += bits as f32 / 8388608.0 - 127.0;
    }
    sum
}
