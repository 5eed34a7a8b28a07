// Closures that capture by reference, by value and mutably; returned, boxed,
// composed, kept in a Vec, and function pointers.
// llad: func f double
// llad: arg x dup double[5] range(0.5,1.5)
// llad: arg n const size_t 5

fn compose<A, B>(a: A, b: B) -> impl Fn(f64) -> f64
where
    A: Fn(f64) -> f64,
    B: Fn(f64) -> f64,
{
    move |t| b(a(t))
}

fn affine(k: f64, c: f64) -> Box<dyn Fn(f64) -> f64> {
    Box::new(move |t| k * t + c)
}

fn repeat(times: usize, mut step: impl FnMut(usize)) {
    for i in 0..times {
        step(i);
    }
}

fn newton(g: impl Fn(f64) -> f64, dg: impl Fn(f64) -> f64, start: f64) -> f64 {
    let mut t = start;
    for _ in 0..20 {
        let step = g(t) / dg(t);
        t -= step;
        if step.abs() < 1e-14 {
            break;
        }
    }
    t
}

#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let (a, b) = (x[0], x[1]);
    let g = compose(move |t| a * t.sin(), |t| t * t + b);
    let mut acc = 0.0f64;
    repeat(n, |i| acc += g(x[i]) * acc.cos());
    let stages: Vec<Box<dyn Fn(f64) -> f64>> = vec![affine(x[2], a), Box::new(|t: f64| t.tanh()), affine(b, x[3])];
    let through = stages.iter().fold(acc, |t, s| s(t));
    let table: [fn(f64) -> f64; 3] = [f64::sin, f64::cos, |t| t * 0.5];
    let looked: f64 = x.iter().enumerate().map(|(i, t)| table[i % 3](*t)).sum();
    let root = newton(|t| t * t * t - a * t - b, |t| 3.0 * t * t - a, 2.0);
    through + looked + root * x[4]
}
