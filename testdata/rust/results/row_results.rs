// Vectors of numbers that are read one by one, both behind results with strings: the word
// that holds a number here holds the address of a vector or of a string there, and optimisers
// move it as a double where it is a string's.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: builds oldest 2 3

fn number(x: &[f64], i: usize) -> Result<f64, String> {
    let v = x[i % x.len()];
    if v > 1e6 {
        return Err(format!("too large: number {}", i));
    }
    Ok(v)
}

#[inline(never)]
fn row(x: &[f64], at: usize) -> Result<Vec<f64>, String> {
    if x[0] > 1e5 {
        return Err(format!("no row {}", at));
    }
    let mut v = Vec::new();
    for k in 0..3 {
        v.push(number(x, at + k)?);
    }
    Ok(v)
}

fn run(x: &[f64]) -> Result<f64, String> {
    let mut rows = Vec::new();
    for at in 0..4 {
        rows.push(row(x, at)?);
    }
    let mut sum = 0.0;
    for row in &rows {
        for (k, v) in row.iter().enumerate() {
            sum += v * v * (k + 1) as f64;
        }
    }
    Ok(sum)
}

#[no_mangle]
pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 {
    run(std::slice::from_raw_parts(x, n)).unwrap_or(0.0)
}
