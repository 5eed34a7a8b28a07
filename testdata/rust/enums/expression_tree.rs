// An enum with boxed operands, built and evaluated recursively.
// llad: func f double
// llad: arg x dup double[4] range(0.4,1.6)
// llad: arg n const size_t 4

enum Expr {
    Number(f64),
    Variable(usize),
    Sum(Box<Expr>, Box<Expr>),
    Product(Box<Expr>, Box<Expr>),
    Apply(fn(f64) -> f64, Box<Expr>),
    Power { base: Box<Expr>, exponent: i32 },
    Mean(Vec<Expr>),
}

use Expr::*;

fn sine(t: f64) -> f64 {
    t.sin()
}

fn softplus(t: f64) -> f64 {
    t.exp().ln_1p()
}

fn build(depth: usize, k: usize, scale: f64) -> Expr {
    if depth == 0 {
        return if k % 3 == 0 { Number(scale) } else { Variable(k % 4) };
    }
    let left = Box::new(build(depth - 1, 2 * k + 1, scale * 0.5));
    let right = Box::new(build(depth - 1, 2 * k + 2, scale + 0.25));
    match k % 5 {
        0 => Sum(left, right),
        1 => Product(left, right),
        2 => Apply(sine, Box::new(Product(left, right))),
        3 => Mean(vec![*left, Apply(softplus, right), Number(scale)]),
        _ => Sum(Box::new(Power { base: left, exponent: 3 }), right),
    }
}

fn eval(e: &Expr, x: &[f64]) -> f64 {
    match e {
        Number(c) => *c,
        Variable(i) => x[*i],
        Sum(a, b) => eval(a, x) + eval(b, x),
        Product(a, b) => eval(a, x) * eval(b, x),
        Apply(g, a) => g(eval(a, x)),
        Power { base, exponent } => eval(base, x).powi(*exponent),
        Mean(list) => list.iter().map(|e| eval(e, x)).sum::<f64>() / list.len() as f64,
    }
}

#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let tree = build(4, 0, x[0] * x[3]);
    eval(&tree, x)
}
