// Doubles that are copied byte by byte: adjoints cannot go back that way.
// llad: func f double
// llad: arg x dup double[6] range(0.5,2)
// llad: arg n const size_t 6
#[no_mangle]
pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let mut out = vec![0.0f64; n];
    let (from, to) = (x as *const u8, out.as_mut_ptr() as *mut u8);
    for i in 0..8 * n {
        *to.add(i) = *from.add(i);
    }
    out.iter().map(|v| v * v).sum()
}
