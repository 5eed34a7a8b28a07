// Vec: push without capacity, with_capacity, vec![], extend, clone, collect,
// into_iter, drain, insert, remove, truncate, retain, resize, split_off, concat.
// llad: func f double
// llad: arg x dup double[9] range(0.5,2)
// llad: arg n const size_t 9

fn squares(v: &[f64]) -> Vec<f64> {
    let mut out = Vec::new();
    for a in v {
        out.push(a * a);
        if *a > 1.2 {
            out.push(a.sin());
        }
    }
    out
}

#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let v = unsafe { std::slice::from_raw_parts(x, n) };
    let mut a = squares(v);
    let b = a.clone();
    a.extend(v.iter().map(|t| t.exp()));
    a.extend_from_slice(&v[2..5]);
    let mut c = vec![v[0]; n];
    c[3] *= v[1];
    let mut d = Vec::with_capacity(2 * n);
    for (p, q) in a.iter().zip(&c) {
        d.push(p * q);
    }
    let last = d.pop().unwrap_or(1.0);
    d.insert(1, last * 2.0);
    let first = d.remove(0);
    let taken = d.swap_remove(2);
    d.truncate(7);
    let head: Vec<f64> = a.drain(..4).collect();
    a.retain(|t| *t < 4.0);
    a.resize(n + 9, v[4]);
    let tail = a.split_off(n);
    let all = [head, tail, d].concat();
    let consumed: f64 = all.into_iter().enumerate().map(|(i, t)| t / (i + 1) as f64).sum();
    let reversed: Vec<f64> = b.into_iter().rev().collect();
    let weighted: f64 = reversed.iter().enumerate().map(|(i, t)| i as f64 * t).sum();
    consumed + weighted * first + taken + a.iter().sum::<f64>() + c.iter().product::<f64>()
}
