// Options and results of 32-bit floats and numbers, collected and summed.
// llad: func f float
// llad: arg x dup float[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: tags float
// llad: difftol 2e-2
// llad: dottol 1e-4
// llad: builds newest 2
// llad: builds oldest 0 2 s

fn safe_sqrt(v: f32) -> Option<f32> {
    if v > 0.0 {
        Some(v.sqrt())
    } else {
        None
    }
}
fn checked(v: f32, k: u32) -> Result<f32, u32> {
    if v < 5.0 {
        Ok(v * v)
    } else {
        Err(k)
    }
}
fn run(x: &[f32]) -> f32 {
    let a: Option<f32> = x.iter().map(|&v| safe_sqrt(v - 0.1)).sum();
    let b: Result<Vec<f32>, u32> = x
        .iter()
        .enumerate()
        .map(|(i, &v)| checked(v * 2.0, i as u32))
        .collect();
    let best = x.iter().copied().fold(None, |m: Option<f32>, v| match m {
        Some(b) if b > v => Some(b),
        _ => Some(v),
    });
    a.unwrap_or(0.0) + b.map(|l| l.iter().sum::<f32>()).unwrap_or_else(|k| k as f32) + best.unwrap()
}
#[no_mangle]
pub extern "C" fn f(x: *const f32, n: usize) -> f32 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    run(x)
}
