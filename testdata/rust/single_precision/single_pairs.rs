// Pairs of a 32-bit float and a number that are sorted by either.
// llad: func f float
// llad: arg x dup float[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: tags float
// llad: difftol 2e-2
// llad: dottol 1e-4
// llad: builds newest 0 2 s
// llad: builds oldest 1 2

fn run(x: &[f32]) -> f32 {
    let mut v: Vec<(f32, u32)> = x
        .iter()
        .enumerate()
        .map(|(i, &a)| ((a * 3.0).sin(), i as u32))
        .collect();
    v.sort_by(|a, b| a.0.partial_cmp(&b.0).unwrap());
    let mut w = v.clone();
    w.sort_by_key(|p| std::cmp::Reverse(p.1));
    v.iter()
        .zip(&w)
        .enumerate()
        .map(|(i, (a, b))| a.0 * b.0 * (i as f32 + 1.0) + b.1 as f32 * a.0)
        .sum()
}
#[no_mangle]
pub extern "C" fn f(x: *const f32, n: usize) -> f32 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    run(x)
}
