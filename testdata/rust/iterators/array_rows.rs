// Rows of arrays by value: map and into_iter copy them from slot to slot, and out of
// arrays beside the iterator's range.
// llad: func f double
// llad: arg x dup double[9] range(-1,1)
// llad: arg n const size_t 9

#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let mut a = [[0.0; 3]; 3];
    for i in 0..3 {
        for j in 0..3 {
            a[i][j] = x[3 * i + j];
        }
    }
    let b = a.map(|row| row.map(|v| v * v));
    let mut s = 0.0;
    for (i, row) in a.into_iter().enumerate() {
        for (j, v) in row.into_iter().enumerate() {
            s += v * (i as f64 - j as f64 + 0.5) * b[j][i];
        }
    }
    s
}
