// A word of an enum that is loaded as a double, and is an address that is read, freed and stored as one.
// llad: func f double
// llad: arg x dup double[12] range(0.3,1.7)
// llad: arg n const size_t 12
enum T {
    Num(f64),
    Id(String),
}
#[inline(never)]
fn red(v: &mut Vec<T>, x: &[f64]) -> Result<f64, String> {
    let mut r = 1.0;
    while let Some(t) = v.pop() {
        let b = match t {
            T::Num(a) => a,
            T::Id(s) => {
                let k = s.as_bytes()[1] as usize;
                if k > x.len() {
                    r += 0.5
                }
                *x.get(s.len()).ok_or(s)?
            }
        };
        r *= b;
    }
    Ok(r)
}
#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let mut r = 0.0;
    for i in 0..n {
        let mut v = vec![T::Num(x[i]), T::Id("i".repeat(i + 3))];
        r += match red(&mut v, x) {
            Ok(a) => a * a,
            Err(e) => e.len() as f64 * x[1],
        }
    }
    r
}
