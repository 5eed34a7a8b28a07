// Vectors that grow by exact amounts, shrink and become boxed slices.
// llad: func f double
// llad: arg x dup double[5] range(0.5,1.5)
// llad: arg n const size_t 5
#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let mut v: Vec<f64> = Vec::new();
    for k in 0..n {
        v.reserve_exact(k + 1);
        for j in 0..=k {
            v.push(x[k] * x[j].sin());
        }
    }
    v.truncate(9);
    v.shrink_to_fit();
    let b: Box<[f64]> = v.into_boxed_slice();
    let mut w = b.into_vec();
    w.reserve_exact(7);
    w.extend(x.iter().map(|t| t.exp()));
    w.iter().enumerate().map(|(k, t)| t * (k + 1) as f64).sum::<f64>() * w[3]
}
