// Floats of 32 bits in vectors are exchanged by mem::swap beside doubles: optimised code copies
// one of the two as an integer, which is no part of a double.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: difftol 2e-2
// llad: dottol 1e-4
// llad: builds newest 2 3

#[no_mangle]
pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = std::slice::from_raw_parts(x, n);
    let mut l: Vec<Vec<f32>> = (0..3).map(|k| x[k..].iter().map(|v| (v * (1.0 + k as f64)) as f32).collect()).collect();
    let (a, b) = l.split_at_mut(1);
    std::mem::swap(&mut a[0][1], &mut b[0][2]);
    l.iter().enumerate().map(|(k, v)| v.iter().enumerate().map(|(i, e)| *e as f64 * (1 + i + 4 * k) as f64 * 0.1).sum::<f64>().sin()).sum()
}
