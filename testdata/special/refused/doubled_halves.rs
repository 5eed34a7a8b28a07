// Floats that are doubled where they stand: the upper halves' exponents are added to.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6

#[inline(never)]
fn twice(v: &mut [f64]) {
    for y in v.iter_mut() {
        let halves = y as *mut f64 as *mut u32;
        unsafe { *halves.add(1) += 1 << 20 };
    }
}

/// # Safety
///
/// `x` has `n` elements.
#[no_mangle]
pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = std::slice::from_raw_parts(x, n);
    let mut v = x.to_vec();
    twice(&mut v);
    v.iter().map(|a| a * a).sum()
}
