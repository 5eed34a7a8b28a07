// sort_by with partial_cmp, sort_unstable_by, total_cmp, binary searches, a
// selection; derivatives follow the elements.
// llad: func f double
// llad: arg x dup double[9] {-2.1,0.3,1.7,-0.9,2.6,-1.2,0.8,2.2,-2.8}
// llad: arg n const size_t 9

#[derive(Clone, Copy)]
struct Pair {
    key: f64,
    index: u32,
}

fn quantile(sorted: &[f64], q: f64) -> f64 {
    let at = q * (sorted.len() - 1) as f64;
    let low = at.floor() as usize;
    let t = at - low as f64;
    sorted[low] * (1.0 - t) + sorted[(low + 1).min(sorted.len() - 1)] * t
}

#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let mut v = x.to_vec();
    v.sort_by(|a, b| a.partial_cmp(b).unwrap());
    let median = quantile(&v, 0.5);
    let spread = quantile(&v, 0.8) - quantile(&v, 0.15);
    let mut pairs: Vec<Pair> = x.iter().enumerate().map(|(i, k)| Pair { key: *k * *k, index: i as u32 }).collect();
    pairs.sort_unstable_by(|a, b| b.key.total_cmp(&a.key));
    let ranked: f64 = pairs.iter().enumerate().map(|(i, p)| p.key * (i + p.index as usize) as f64).sum();
    let split = v.partition_point(|t| *t < 0.0);
    let low: f64 = v[..split].iter().sum();
    let mut small = [x[0], x[5], x[2], x[7]];
    small.sort_by(|a, b| b.partial_cmp(a).unwrap());
    let found = match v.binary_search_by(|t| t.partial_cmp(&1.0).unwrap()) {
        Ok(i) | Err(i) => v[i.min(n - 1)],
    };
    median * spread + ranked * 0.01 + low * found + small[0] * small[3]
}
