// Floats with a number in their lowest bits, sorted as integers and taken apart again.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6

#[inline(never)]
fn pack(a: f64, b: u32) -> u64 {
    (a.to_bits() & !0xff) | (b as u64 & 0xff)
}

fn run(x: &[f64]) -> f64 {
    let mut v: Vec<u64> = (0..24u32).map(|i| pack(x[i as usize % x.len()] * (1.0 + i as f64), i * 3571)).collect();
    v.sort_unstable();
    let mut s = 0.0;
    for (i, &u) in v.iter().enumerate() {
        let a = f64::from_bits(u & !0xff);
        s += a * a * (1 + i % 3) as f64;
    }
    s
}

#[no_mangle]
pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 {
    run(std::slice::from_raw_parts(x, n))
}
