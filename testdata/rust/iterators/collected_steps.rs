// Vectors that every step collects: four stages of an integrator whose state is a new
// vector each time, lengths from the ends of iterators, a vector for each sample that is
// collected and dropped.
// llad: func f double
// llad: arg x dup double[6] range(0.25,1)
// llad: arg n const size_t 6
// llad: arg w dup double[12] range(-0.5,0.5)
// llad: arg p out double 0.25
// llad: arg steps const size_t 5
use std::slice::from_raw_parts;

fn rate(x: &[f64], p: f64) -> Vec<f64> {
    let n = x.len();
    (0..n).map(|i| p * (x[(i + n - 1) % n] - 2.0 * x[i] + x[(i + 1) % n]) + x[i] * (1.0 - x[i])).collect()
}

fn along(x: &[f64], h: f64, k: &[f64]) -> Vec<f64> {
    x.iter().zip(k).map(|(a, b)| a + h * b).collect()
}

fn integrate(x: &[f64], p: f64, steps: usize) -> Vec<f64> {
    let mut x = x.to_vec();
    for step in 0..steps {
        let k1 = rate(&x, p);
        let k2 = rate(&along(&x, 0.05, &k1), p);
        let k3 = rate(&along(&x, 0.05, &k2), p);
        let k4 = rate(&along(&x, 0.1, &k3), p);
        let end = along(&along(&along(&k1, 2.0, &k2), 2.0, &k3), 1.0, &k4);
        x = along(&x, 0.1 / 6.0, &end);
        if step == 2 {
            x.pop();
        }
    }
    x
}

fn network(samples: &[f64], w: &[f64]) -> f64 {
    samples
        .windows(3)
        .map(|s| {
            let hidden: Vec<f64> = (0..w.len() / 3).map(|r| (w[3 * r] * s[0] + w[3 * r + 1] * s[1] + w[3 * r + 2] * s[2]).tanh()).collect();
            let out: f64 = hidden.iter().zip(s).map(|(a, b)| a * b).sum();
            (out - 0.5) * (out - 0.5)
        })
        .sum::<f64>()
        / samples.len() as f64
}

#[no_mangle]
pub unsafe extern "C" fn f(x: *const f64, n: usize, w: *const f64, p: f64, steps: usize) -> f64 {
    let (x, w) = (from_raw_parts(x, n), from_raw_parts(w, 2 * n));
    let last = integrate(x, p, steps);
    network(x, w) + last.iter().map(|v| v * v).sum::<f64>()
}
