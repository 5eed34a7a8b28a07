// A parser that calls itself and gives trees in results: a word holds a number, an index or
// a box, and is moved as an address.
// llad: func f double
// llad: arg x dup double[6] range(0.5,2)
// llad: arg n const size_t 6
// llad: builds newest 2 3

enum Expr {
    Num(f64),
    Var(usize),
    Mul(Box<Expr>, Box<Expr>),
}

enum Error {
    Bad(char),
    End,
}
struct Parser<'a> {
    s: &'a [u8],
    at: usize,
    x: &'a [f64],
}
impl<'a> Parser<'a> {
    fn atom(&mut self) -> Result<Expr, Box<Error>> {
        let c = *self.s.get(self.at).ok_or(Box::new(Error::End))?;
        self.at += 1;
        match c {
            b'(' => {
                let e = self.atom()?;
                self.at += 1;
                Ok(e)
            }
            b'*' => {
                let a = Box::new(self.atom()?);
                let b = Box::new(self.atom()?);
                Ok(Expr::Mul(a, b))
            }
            b'a'..=b'f' => Ok(Expr::Var((c - b'a') as usize)),
            b'0'..=b'9' => Ok(Expr::Num((c - b'0') as f64 * self.x[0])),
            c => Err(Box::new(Error::Bad(c as char))),
        }
    }
}
fn eval(e: &Expr, x: &[f64]) -> f64 {
    match e {
        Expr::Num(v) => *v,
        Expr::Var(k) => x[*k],
        Expr::Mul(a, b) => eval(a, x) * eval(b, x),
    }
}
#[no_mangle]
pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = std::slice::from_raw_parts(x, n);
    let mut p = Parser {
        s: b"*(*b3)*(a)*(c)3",
        at: 0,
        x,
    };
    match p.atom() {
        Ok(e) => eval(&e, x),
        Err(e) => match *e {
            Error::Bad(c) => c as u32 as f64,
            Error::End => f64::NAN,
        },
    }
}
