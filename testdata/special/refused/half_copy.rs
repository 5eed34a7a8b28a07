// Doubles that are copied in halves: adjoints cannot go back that way.
// llad: func f double
// llad: arg x dup double[6] range(0.5,2)
// llad: arg n const size_t 6
#[no_mangle]
pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let mut out = vec![0.0f64; n];
    let (from, to) = (x as *const u32, out.as_mut_ptr() as *mut u32);
    for i in 0..2 * n {
        *to.add(i) = *from.add(i);
    }
    out.iter().map(|v| v * v).sum()
}
