// Floats whose bits are added to: the next ones, and those of twice the size.
// llad: func f double
// llad: arg x dup double[6] range(0.3,1.7)
// llad: arg n const size_t 6
// llad: builds newest 0 1 3

#[inline(never)]
fn up(v: f64) -> f64 {
    f64::from_bits(v.to_bits() + 4)
}

#[inline(never)]
fn twice(v: f64) -> f64 {
    f64::from_bits(v.to_bits() + (1u64 << 52))
}

/// # Safety
///
/// `x` has `n` elements.
#[no_mangle]
pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = std::slice::from_raw_parts(x, n);
    let mut sum = 0.0;
    for i in 0..n {
        sum += up(x[i]) * twice(x[(i + 1) % n]);
    }
    sum
}
