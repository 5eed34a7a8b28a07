// Points, or why there are none: errors with short integers beside floats stand where points do.
// llad: func f double
// llad: arg x dup double[6] range(0.3,1.7)
// llad: arg n const size_t 6
// llad: builds newest 2
// llad: builds oldest 1

pub enum Stop {
    Converged { steps: u32, at: f64 },
    Limit(u32),
    Flat,
}

fn fit(t: &[f64], start: [f64; 2], steps: u32) -> Result<[f64; 2], Stop> {
    let mut p = start;
    for k in 0..steps {
        let d = [t[0] * p[0] - 1.0, t[1] * p[1] - t[2]];
        if t[1] < 0.05 {
            return Err(Stop::Flat);
        }
        let left = d[0] * d[0] + d[1] * d[1];
        if left < 0.2 {
            return Err(Stop::Converged { steps: k, at: left });
        }
        p = [p[0] - 0.3 * d[0], p[1] - 0.2 * d[1]];
        if p[0] > 50.0 {
            return Err(Stop::Limit(k));
        }
    }
    Ok(p)
}

fn value(s: &Stop) -> f64 {
    match s {
        Stop::Converged { steps, at } => *steps as f64 * 0.1 + at,
        Stop::Limit(steps) => *steps as f64,
        Stop::Flat => 0.25,
    }
}

#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let near = fit(x, [1.0, x[3]], 40);
    let far = fit(&x[1..], [9.0, x[4]], 2);
    near.map_or_else(|s| value(&s), |p| p[0] * p[1]) + far.map_or_else(|s| value(&s), |p| p[0] * p[1])
}
