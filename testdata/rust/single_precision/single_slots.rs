// An enum of 32-bit floats and addresses that is made anew in the same place in every turn of a loop.
// llad: func f float
// llad: arg x dup float[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: tags float
// llad: difftol 2e-2
// llad: dottol 1e-4
// llad: builds newest 0 1
// llad: builds oldest 0 2 s

enum V<'a> {
    At(&'a f32, u32),
    Two(f32, f32),
    Many(Box<[f32; 2]>),
}
#[inline(never)]
fn take(v: &V) -> f32 {
    match v {
        V::At(p, k) => **p * (*k as f32),
        V::Two(a, b) => a * 3.0 + a * b,
        V::Many(b) => b[0] * b[1],
    }
}
#[inline(never)]
fn make<'a>(x: &'a [f32], i: usize) -> V<'a> {
    match i % 3 {
        0 => V::At(&x[i], i as u32 + 2),
        1 => V::Two(x[i] * x[i], x[i]),
        _ => V::Many(Box::new([x[i], x[i - 1]])),
    }
}
/// # Safety
///
/// `x` has `n` elements.
#[no_mangle]
pub unsafe extern "C" fn f(x: *const f32, n: usize) -> f32 {
    let x = std::slice::from_raw_parts(x, n);
    let mut s = 0.0;
    for i in 0..n {
        let v = make(x, i);
        s += take(&v);
    }
    s
}
