// Boxed terms with 32-bit floats and with numbers.
// llad: func f float
// llad: arg x dup float[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: tags float
// llad: difftol 2e-2
// llad: dottol 1e-4
// llad: builds newest 0 2
// llad: builds oldest 1 s

enum Term {
    Num(f32),
    Var(usize),
    Bin(char, Box<Term>, Box<Term>),
    Neg(Box<Term>),
}
use Term::*;

fn eval(t: &Term, x: &[f32]) -> f32 {
    match t {
        Num(v) => *v,
        Var(i) => x[*i],
        Neg(a) => -eval(a, x),
        Bin(op, a, b) => {
            let (a, b) = (eval(a, x), eval(b, x));
            match op {
                '+' => a + b,
                '*' => a * b,
                '/' => a / b,
                _ => a - b,
            }
        }
    }
}

fn bin(op: char, a: Term, b: Term) -> Term {
    Bin(op, Box::new(a), Box::new(b))
}

fn run(x: &[f32]) -> f32 {
    let left = bin('*', Num(x[0] * 2.0), Var(1));
    let right = bin(
        '/',
        Neg(Box::new(Var(2))),
        bin('-', Var(3), Num(5.0 + x[5])),
    );
    let t = bin('+', left, right);
    eval(&t, x) * eval(&t, &x[..5])
}

/// # Safety
///
/// `x` has `n` elements.
#[no_mangle]
pub unsafe extern "C" fn f(x: *const f32, n: usize) -> f32 {
    run(std::slice::from_raw_parts(x, n))
}
