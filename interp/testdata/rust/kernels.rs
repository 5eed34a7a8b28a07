// Kernels in Rust without the standard library's formatting: slices, iterators,
// bounds checks, Option, Box, Vec, closures, i128, checked arithmetic.
#[no_mangle]
pub extern "C" fn dot(x: *const f64, y: *const f64, n: usize) -> f64 {
    let (x, y) = unsafe { (std::slice::from_raw_parts(x, n), std::slice::from_raw_parts(y, n)) };
    x.iter().zip(y).map(|(a, b)| a * b).sum()
}

#[no_mangle]
pub extern "C" fn horner(c: *const f64, n: usize, x: f64) -> f64 {
    let c = unsafe { std::slice::from_raw_parts(c, n) };
    c.iter().rev().fold(0.0, |acc, k| acc * x + k)
}

#[no_mangle]
pub extern "C" fn boxed(n: u32) -> u64 {
    let mut v: Vec<u64> = Vec::new();
    for i in 0..n {
        v.push((i as u64).wrapping_mul(2654435761));
    }
    let b: Box<dyn Fn(u64) -> u64> = if n % 2 == 0 { Box::new(|x| x + 1) } else { let k = v.len() as u64; Box::new(move |x| x * k) };
    v.iter().map(|&x| b(x)).fold(0, |a, x| a ^ x)
}

#[no_mangle]
pub extern "C" fn matrix(n: usize) -> f64 {
    let a: Vec<Vec<f64>> = (0..n).map(|i| (0..n).map(|j| 1.0 / (i + j + 1) as f64).collect()).collect();
    let mut t = 0.0;
    for i in 0..n {
        for j in 0..n {
            let s: f64 = (0..n).map(|k| a[i][k] * a[k][j]).sum();
            t += s.sqrt();
        }
    }
    t
}

#[no_mangle]
pub extern "C" fn wide(a: i64, b: i64) -> i64 {
    let p = a as i128 * b as i128;
    let m = a.checked_mul(b).unwrap_or(-1);
    ((p >> 40) as i64) ^ m ^ a.saturating_add(b) ^ (a.rotate_left(7) & b.swap_bytes())
}

#[no_mangle]
pub extern "C" fn index(x: *const f64, n: usize, i: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    x[i]
}
