//! What is differentiated: a chain of springs in a field. build.rs compiles
//! this file alone to IR and makes `energy_grad` of it.

/// The energy of a chain with spring constant k and n positions x.
///
/// # Safety
///
/// x leads to n numbers.
#[no_mangle]
pub unsafe extern "C" fn energy(k: f64, x: *const f64, n: usize) -> f64 {
    let x = std::slice::from_raw_parts(x, n);
    let stretch: Vec<f64> = x.windows(2).map(|w| w[1] - w[0]).collect();
    let springs: f64 = stretch.iter().map(|d| 0.5 * k * d * d).sum();
    let field: f64 = x.iter().map(|v| 1.0 - (-v * v).exp()).sum();
    springs + field
}
