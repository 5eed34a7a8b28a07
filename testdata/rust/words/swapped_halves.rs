// Two doubles that are exchanged in halves: what goes along in shadow memory alone must not
// change the halves that are read next.
// llad: func f double
// llad: arg x dup double[6] range(0.5,2)
// llad: arg n const size_t 6
// llad: builds newest 1 2

#[no_mangle]
pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let mut all = std::slice::from_raw_parts(x, n).to_vec();
    let halves = all.as_mut_ptr() as *mut u32;
    for k in 0..2 {
        let half = *halves.add(k);
        *halves.add(k) = *halves.add(k + 2);
        *halves.add(k + 2) = half;
    }
    all[0] * all[0] + 3.0 * all[1] + all[2].sin()
}
