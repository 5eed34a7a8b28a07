// Heat in a plate between two vectors that change places after every step: what
// a panic would drop is told from addresses that went through integers.
// llad: func heat double
// llad: arg n const int 6
// llad: arg s const int 5
// llad: arg kappa const double[36] range(0,0.2)
// llad: arg measured const double[36] range(0,1)
// llad: arg x dup double[36] range(0,1)

fn step(n: usize, kappa: &[f64], from: &[f64], to: &mut [f64]) {
    for i in 1..n - 1 {
        for j in 1..n - 1 {
            let at = i * n + j;
            let flow = from[at - 1] + from[at + 1] + from[at - n] + from[at + n] - 4.0 * from[at];
            to[at] = from[at] + kappa[at] * flow + 0.01 * from[at] * (1.0 - from[at]);
        }
    }
}

/// # Safety
///
/// `kappa`, `measured` and `x` have n*n elements.
#[no_mangle]
pub unsafe extern "C" fn heat(n: i32, s: i32, kappa: *const f64, measured: *const f64, x: *const f64) -> f64 {
    let n = n as usize;
    let slice = |p| std::slice::from_raw_parts(p, n * n);
    let (kappa, measured) = (slice(kappa), slice(measured));
    let mut a = slice(x).to_vec();
    let mut b = vec![0.0; n * n];
    for i in 0..n {
        a[i] = 0.0;
        a[i * n] = 0.0;
        a[i * n + n - 1] = 0.0;
        a[(n - 1) * n + i] = 0.0;
    }
    for _ in 0..s {
        step(n, kappa, &a, &mut b);
        std::mem::swap(&mut a, &mut b);
    }
    let mut sum = 0.0;
    for i in 0..n * n {
        sum += (a[i] - measured[i]) * (a[i] - measured[i]);
    }
    0.5 * sum
}
