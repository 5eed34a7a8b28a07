// Recursive functions that compute with the floats of one variant of an enum and hand on the enum,
// which may be another variant, one that refers to floats.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: builds newest 0
// llad: builds oldest 1
pub enum Part<'a> {
    Row(&'a [f64]),
    Point(f64, f64, f64),
    None,
}
pub enum Step<'a> {
    Go(Part<'a>),
    Stop,
}
fn step(x: &[f64], k: usize, n: usize) -> Step<'_> {
    if n > 2 {
        return step(x, k, n / 2);
    }
    match k % 4 {
        0 => Step::Go(Part::Row(&x[..3])),
        3 => Step::Stop,
        2 => Step::Go(Part::None),
        _ => Step::Go(Part::Point(x[k % x.len()], x[0] * x[1], x[2])),
    }
}
fn settle(s: Step<'_>, n: usize) -> Option<Part<'_>> {
    if n > 2 {
        return settle(s, n / 2);
    }
    match s {
        Step::Go(Part::Point(a, b, c)) if a + b + c > 100.0 => None,
        Step::Go(p) => Some(p),
        Step::Stop => None,
    }
}
fn next(x: &[f64], k: usize, n: usize) -> Option<Part<'_>> {
    if n > 2 {
        return next(x, k, n / 2);
    }
    settle(step(x, k, x.len()), x.len())
}
fn weight(p: &Part, n: usize) -> f64 {
    if n > 2 {
        return weight(p, n / 2);
    }
    match p {
        Part::Row(v) => v.iter().map(|a| a * a).sum(),
        Part::Point(a, b, c) => a * b + c * c,
        Part::None => 0.25,
    }
}
fn gather(x: &[f64], k: usize, n: usize) -> Vec<Part<'_>> {
    if n > 2 {
        return gather(x, k, n / 2);
    }
    let first = match next(x, k, x.len()) {
        Some(p) => p,
        None => return Vec::new(),
    };
    if let Part::Point(a, b, c) = &first {
        if a * b * c > 200.0 {
            return Vec::new();
        }
    }
    let mut all = Vec::with_capacity(4);
    all.push(first);
    all
}
#[no_mangle]
pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = std::slice::from_raw_parts(x, n);
    let mut r = 0.0;
    for k in 0..2 * n {
        for p in &gather(x, k, n) {
            r += weight(p, n) * (k + 1) as f64;
        }
    }
    r
}
