// Vectors that grow by one element: the block that is left behind has room behind its end, whose
// content, that of memory used before, is nothing.
// llad: func f double
// llad: arg x dup double[6] {0.963963,0.530787,0.562138,1.54707,0.922691,1.65101}
// llad: arg n const size_t 6

#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let mut total = 0.0;
    for round in 0..3 {
        let mut rows: Vec<Vec<f64>> = Vec::new();
        for (k, v) in x.iter().enumerate() {
            let mut row = Vec::with_capacity(2);
            row.push(*v);
            row.push(v * v + round as f64);
            rows.push(row);
            if k > 0 {
                let last = rows[k - 1][1];
                rows[k].reserve_exact(1);
                rows[k].push(last.sin());
            }
        }
        total += rows.iter().map(|r| r.iter().map(|v| v * v).sum::<f64>()).product::<f64>().sqrt();
    }
    total
}
