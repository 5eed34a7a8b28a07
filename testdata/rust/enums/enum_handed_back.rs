// An enum that a function gives back and that is looked at and then handed on: its words are numbers in a branch
// and may be the bits of floats behind it.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: builds newest 1
pub enum Part { Count(usize, usize, usize), Point(f64, f64, f64), Nothing }
fn next(x: &[f64], k: usize, n: usize) -> Option<Part> {
    if n > 2 { return next(x, k, n / 2); }
    match k % 4 {
        0 => Some(Part::Count(k, k + 1, 2 * k)),
        3 => None,
        2 => Some(Part::Nothing),
        _ => Some(Part::Point(x[k % x.len()], x[0] * x[1], x[2])),
    }
}
fn gather(x: &[f64], k: usize, n: usize, total: &mut usize) -> Vec<Part> {
    if n > 2 { return gather(x, k, n / 2, total); }
    let mut all = Vec::with_capacity(4);
    match next(x, k, x.len()) {
        Some(p) => {
            if let Part::Count(a, b, c) = p { *total += a * 24 + b * 7 * c; }
            all.push(p);
        }
        None => return Vec::new(),
    }
    all
}
fn weight(p: &Part, n: usize) -> f64 {
    if n > 2 { return weight(p, n / 2); }
    match p {
        Part::Count(a, b, c) => (a * b % 7 + c) as f64,
        Part::Point(a, b, c) => a * b + c * c,
        Part::Nothing => 0.25,
    }
}
#[no_mangle]
pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = std::slice::from_raw_parts(x, n);
    let mut r = 0.0;
    let mut total = 0;
    for k in 0..2 * n {
        for p in &gather(x, k, n, &mut total) { r += weight(p, n) * (k + 1) as f64; }
    }
    r + x[3] * total as f64
}
