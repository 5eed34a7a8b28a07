// Elements of vectors change places in steps: numbers, arrays, a slice turned round; loops in
// between read them.
// llad: func f double
// llad: arg x dup double[6] {0.5,0.75,-0.25,1.25,0.625,-0.875}
// llad: arg n const size_t 6
// llad: arg steps const size_t 5

#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize, steps: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let mut order: Vec<usize> = (0..n).collect();
    let mut y: Vec<f64> = x.iter().map(|a| a * 1.5).collect();
    let mut ps: Vec<[f64; 3]> = x.iter().map(|a| [*a, a * a, 1.0 - a]).collect();
    let mut s: u64 = 88172645463325252;
    let mut sum = 0.0;
    for t in 0..steps {
        for i in (1..n).rev() {
            s ^= s << 13;
            s ^= s >> 7;
            s ^= s << 17;
            order.swap(i, (s % (i as u64 + 1)) as usize);
            ps.swap(i, (s >> 20) as usize % n);
        }
        y.swap((s >> 33) as usize % n, (s >> 40) as usize % n);
        y[t % 3..].reverse();
        for k in 1..n {
            sum += (x[order[k]] * y[k - 1]).sin() * ps[k][0];
            sum += (ps[k][1] * ps[k - 1][2]).cos() * y[order[k]];
        }
    }
    sum
}
