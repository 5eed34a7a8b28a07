// Enums with numbers that functions hand on which look at another variant only, one that owns a
// vector, or at none but to drop it. What is recursive stays a call.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: builds newest 0 1
// llad: builds oldest 0 1

pub enum Part {
    Row(Vec<f64>),
    Point(f64, f64, f64),
    Nothing,
}

pub enum Step {
    Go(Part),
    Stop,
}

fn step(x: &[f64], k: usize, n: usize) -> Step {
    if n > 2 {
        return step(x, k, n / 2);
    }
    match k % 4 {
        0 => Step::Go(Part::Row(x[..3].to_vec())),
        3 => Step::Stop,
        2 => Step::Go(Part::Nothing),
        _ => Step::Go(Part::Point(x[k % x.len()], x[0] * x[1], x[2])),
    }
}

fn settle(s: Step, n: usize) -> Option<Part> {
    if n > 2 {
        return settle(s, n / 2);
    }
    match s {
        Step::Go(Part::Row(v)) if v.capacity() > 100 => None,
        Step::Go(p) => Some(p),
        Step::Stop => None,
    }
}

fn next(x: &[f64], k: usize, n: usize) -> Option<Part> {
    if n > 2 {
        return next(x, k, n / 2);
    }
    settle(step(x, k, x.len()), x.len())
}

fn gather(x: &[f64], k: usize, n: usize) -> Vec<Part> {
    if n > 2 {
        return gather(x, k, n / 2);
    }
    let first = match next(x, k, x.len()) {
        Some(p) => p,
        None => return Vec::new(),
    };
    let mut all = Vec::with_capacity(4);
    all.push(first);
    all
}

fn weight(p: &Part, n: usize) -> f64 {
    if n > 2 {
        return weight(p, n / 2);
    }
    match p {
        Part::Row(v) => v.iter().map(|a| a * a).sum(),
        Part::Point(a, b, c) => a * b + c * c,
        Part::Nothing => 0.25,
    }
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
