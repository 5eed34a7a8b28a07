// Iterators over slices: map, zip, fold, sum, windows, chunks, enumerate, rev,
// step_by, skip, take_while, flat_map, scan, max by fold.
// llad: func f double
// llad: arg x dup double[12] range(0.5,2.5)
// llad: arg n const size_t 12

fn mean(v: &[f64]) -> f64 {
    v.iter().sum::<f64>() / v.len() as f64
}

fn variance(v: &[f64]) -> f64 {
    let m = mean(v);
    v.iter().map(|a| (a - m).powi(2)).sum::<f64>() / (v.len() - 1) as f64
}

fn autocorrelation(v: &[f64], lag: usize) -> f64 {
    let m = mean(v);
    v.iter().zip(v.iter().skip(lag)).map(|(a, b)| (a - m) * (b - m)).sum()
}

#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let v = unsafe { std::slice::from_raw_parts(x, n) };
    let rough: f64 = v.windows(3).map(|w| (w[0] - 2.0 * w[1] + w[2]).powi(2)).sum();
    let blocks: f64 = v.chunks(5).map(mean).enumerate().map(|(i, m)| (i as f64 + 0.5) * m * m).sum();
    let horner = v.iter().rev().fold(0.0, |acc, a| acc * 0.75 + a);
    let every_third: f64 = v.iter().step_by(3).product();
    let largest = v.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let smallest = v.iter().cloned().reduce(f64::min).unwrap_or(0.0);
    let running: f64 = v
        .iter()
        .scan(1.0, |state, a| {
            *state *= 0.5 + 0.25 * a;
            Some(*state)
        })
        .take_while(|s| *s < 50.0)
        .sum();
    let pairs: f64 = v
        .iter()
        .enumerate()
        .flat_map(|(i, a)| v[i + 1..].iter().map(move |b| (a - b).abs()))
        .sum();
    let filtered: f64 = v.iter().filter(|a| **a > 1.0).map(|a| a.ln()).sum();
    variance(v).sqrt() + autocorrelation(v, 2) + rough + blocks + horner + every_third + largest / smallest
        + running + pairs + filtered
}
