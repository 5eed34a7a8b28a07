// The bits of floats as integers, more than twenty, sorted: networks for short pieces take the lesser and the greater
// of two words, in functions that stay calls.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: builds newest 1 2 s 3

fn run(x: &[f64]) -> f64 {
    let mut v: Vec<u64> = (0..60).map(|i| (x[i % x.len()] * (1.0 + i as f64)).to_bits()).collect();
    v.sort_unstable();
    let mut s = 0.0;
    for (i, &u) in v.iter().enumerate() {
        let a = f64::from_bits(u);
        s += a * a * (1 + i % 3) as f64;
    }
    s
}

#[no_mangle]
pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 {
    run(std::slice::from_raw_parts(x, n))
}
