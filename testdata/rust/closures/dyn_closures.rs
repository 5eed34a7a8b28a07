// Box<dyn Fn> composed at run time, a Vec of them, closures that return
// closures, FnMut with captured state, FnOnce, function pointers in a table.
// llad: func f double
// llad: arg x dup double[5] range(0.3,1.3)
// llad: arg n const size_t 5
type Func = Box<dyn Fn(f64) -> f64>;

fn compose(f: Func, g: Func) -> Func {
    Box::new(move |x| g(f(x)))
}

fn adder(a: f64) -> impl Fn(f64) -> f64 {
    move |x| x + a
}

fn scaler(a: f64) -> Func {
    Box::new(move |x| a * x)
}

fn newton(f: &dyn Fn(f64) -> f64, df: &dyn Fn(f64) -> f64, mut x: f64) -> f64 {
    for _ in 0..5 {
        x -= f(x) / df(x);
    }
    x
}

fn accumulate<F: FnMut(f64)>(v: &[f64], mut f: F) {
    for &a in v {
        f(a);
    }
}

fn once(f: impl FnOnce() -> Vec<f64>) -> f64 {
    f().iter().sum()
}

#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let pipeline: Vec<Func> = vec![Box::new(adder(x[0])), scaler(x[1]), Box::new(f64::sin), Box::new(|v| v * v + 1.0)];
    let all = pipeline.into_iter().reduce(compose).unwrap();
    let c = x[2];
    let root = newton(&|t| t * t - c, &|t| 2.0 * t, 1.0);
    let mut total = 0.0;
    let mut count = 0;
    accumulate(x, |a| {
        total += a * a;
        count += 1;
    });
    let table: [(&str, fn(f64) -> f64); 3] = [("exp", f64::exp), ("ln", f64::ln), ("sqrt", f64::sqrt)];
    let by_table: f64 = table.iter().filter(|(name, _)| name.len() > 2).map(|(_, g)| g(x[3])).sum();
    let owned = vec![x[3] * x[4], x[4]];
    let s = once(move || owned);
    all(x[4]) + root + total / count as f64 + by_table + s
}
