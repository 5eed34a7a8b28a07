// Option and Result with ?, map, and_then, ok_or, errors that carry a String.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6

#[derive(Debug)]
enum Fault {
    Negative(f64),
    Empty,
    Named(String),
}

fn root(v: f64) -> Result<f64, Fault> {
    if v < 0.0 {
        Err(Fault::Negative(v))
    } else {
        Ok(v.sqrt())
    }
}

fn first_above(v: &[f64], limit: f64) -> Option<f64> {
    v.iter().copied().find(|a| *a > limit)
}

fn geometric(v: &[f64]) -> Result<f64, Fault> {
    if v.is_empty() {
        return Err(Fault::Empty);
    }
    let mut s = 1.0;
    for (i, a) in v.iter().enumerate() {
        let r = root(*a)?;
        if !r.is_finite() {
            return Err(Fault::Named(format!("element {i} gives {r}")));
        }
        s *= r;
    }
    Ok(s)
}

fn quadratic(a: f64, b: f64, c: f64) -> Option<(f64, f64)> {
    let d = root(b * b - 4.0 * a * c).ok()?;
    Some(((-b - d) / (2.0 * a), (-b + d) / (2.0 * a)))
}

#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let v = unsafe { std::slice::from_raw_parts(x, n) };
    let g = geometric(v).unwrap_or(0.0);
    let h = match geometric(&[v[0], -v[1]]) {
        Ok(t) => t,
        Err(Fault::Negative(t)) => t * t,
        Err(Fault::Empty) => 0.0,
        Err(Fault::Named(s)) => s.len() as f64,
    };
    let (r, s) = quadratic(v[2], -5.0 * v[3], v[4]).unwrap_or((1.0, 1.0));
    let none = quadratic(v[2], 0.1, v[4]).map_or(v[5], |p| p.0);
    let top = first_above(v, 1.0).or_else(|| v.last().copied()).ok_or(Fault::Empty);
    let top = top.and_then(|t| root(t + 1.0)).unwrap();
    let all: Result<Vec<f64>, Fault> = v.iter().map(|t| root(*t)).collect();
    let all: f64 = all.map(|list| list.iter().sum()).unwrap_or(-1.0);
    g + h * r - s * top + none + all
}
