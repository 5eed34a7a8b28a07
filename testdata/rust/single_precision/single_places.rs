// An enum of 32-bit floats and an address that a function overwrites in place.
// llad: func f float
// llad: arg x dup float[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: tags float
// llad: difftol 2e-2
// llad: dottol 1e-4
// llad: builds newest 0 1 2 s
// llad: builds oldest 0 1 2 s

enum V<'a> {
    Two(f32, f32),
    At(&'a f32),
}
#[inline(never)]
fn take(v: &V) -> f32 {
    match v {
        V::At(p) => **p * 2.0,
        V::Two(a, b) => a * 3.0 + a * b,
    }
}
#[inline(never)]
fn set<'a>(v: &mut V<'a>, x: &'a [f32], i: usize) {
    if i % 2 == 0 {
        *v = V::At(&x[i])
    } else {
        *v = V::Two(x[i] * x[i], x[i])
    }
}
/// # Safety
///
/// `x` has `n` elements.
#[no_mangle]
pub unsafe extern "C" fn f(x: *const f32, n: usize) -> f32 {
    let x = std::slice::from_raw_parts(x, n);
    let mut s = 0.0;
    let mut v = V::Two(0.0, 0.0);
    for i in 0..n {
        set(&mut v, x, i);
        s += take(&v);
    }
    s
}
