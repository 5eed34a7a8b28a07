// Dynamic time warping in a vector of vectors made by vec![vec![..]; n], whose buffers
// rustc 1.63 takes for aligned integers where they have no bytes.
// llad: func f double
// llad: arg x dup double[12] range(-1,1)
// llad: arg n const size_t 12

#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let (a, b) = x.split_at(n / 2);
    let mut cost = vec![vec![f64::INFINITY; b.len() + 1]; a.len() + 1];
    cost[0][0] = 0.0;
    for i in 1..=a.len() {
        for j in 1..=b.len() {
            let d = (a[i - 1] - b[j - 1]).powi(2);
            cost[i][j] = d + cost[i - 1][j].min(cost[i][j - 1]).min(cost[i - 1][j - 1]);
        }
    }
    cost[a.len()][b.len()].sqrt()
}
