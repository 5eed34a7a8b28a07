// Terms whose words are floats in one variant and integers of -1 in another: products of them are
// computed in front of what decides between the variants.
// llad: func f double
// llad: arg x dup double[6] range(0.55,1.2)
// llad: arg n const size_t 6
// llad: builds newest 1 2 s
// llad: builds oldest 2 3
#[derive(Clone, Copy)]
enum Term {
    Wave { amp: f64, len: f64 },
    Skip { id: i64, rest: i64 },
    Flat(f64),
}
fn slope(t: &Term, p: f64, m: &mut f64) -> f64 {
    match t {
        Term::Wave { amp, len } => amp * len * (p * len).cos(),
        Term::Skip { id, rest } => {
            *m += 1.0;
            (id + rest) as f64 * 0.1
        }
        Term::Flat(v) => *v,
    }
}
#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let mut ts: Vec<Term> = Vec::new();
    for i in 0..n {
        ts.push(match i % 3 {
            0 => Term::Wave {
                amp: x[i],
                len: x[(i + 1) % n],
            },
            1 => Term::Skip {
                id: -1 - (i as i64 / 4),
                rest: -1,
            },
            _ => Term::Flat(x[i]),
        });
    }
    let mut total = 0.0;
    let mut m = 0.0;
    for t in ts.into_iter().rev() {
        let (mut p, v) = (x[1], x[2]);
        for k in 0..4 {
            p += v * slope(&t, p + k as f64 * x[4], &mut m);
        }
        total += p;
    }
    total + m * x[5]
}
