// Views of one pointer, which functions hand on as integers: arrays of references
// as results and parameters of recursive functions.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
fn find(x: &[f64], k: usize) -> [&f64; 1] {
    if k == 0 {
        [&x[0]]
    } else {
        find(&x[1..], k - 1)
    }
}

fn place(x: &mut [f64], k: usize) -> [&mut f64; 1] {
    if k == 0 {
        [&mut x[0]]
    } else {
        place(&mut x[1..], k - 1)
    }
}

fn scale(v: [&mut f64; 1], by: [&f64; 1], times: u32) {
    *v[0] *= by[0].sin();
    if times > 0 {
        let [v] = v;
        scale([v], by, times - 1);
    }
}

#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let mut y = x.to_vec();
    for k in 0..n {
        *place(&mut y, k)[0] += x[k] * x[(k + 1) % n];
        scale(place(&mut y, n - 1 - k), find(x, k / 2), 2);
    }
    y.iter().enumerate().map(|(k, v)| v * (k + 1) as f64).sum::<f64>() * *find(&y, 2)[0]
}
