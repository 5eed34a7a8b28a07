// Expression trees in boxes, parsed by recursive descent with ?, simplified into Cows, evaluated by closures and scans.
use std::borrow::Cow;
#[derive(Clone, Debug)]
enum Expr { Num(f64), Var(usize), Add(Box<Expr>, Box<Expr>), Mul(Box<Expr>, Box<Expr>), Call(String, Box<Expr>) }
use Expr::*;
#[derive(Debug)]
struct SyntaxError { at: usize, what: Cow<'static, str> }
struct Parser<'a> { text: &'a [u8], at: usize }
impl<'a> Parser<'a> {
    fn peek(&self) -> Option<u8> { self.text.get(self.at).copied() }
    fn sum(&mut self) -> Result<Expr, SyntaxError> {
        let mut e = self.product()?;
        while self.peek() == Some(b'+') { self.at += 1; e = Add(Box::new(e), Box::new(self.product()?)); }
        Ok(e)
    }
    fn product(&mut self) -> Result<Expr, SyntaxError> {
        let mut e = self.atom()?;
        while self.peek() == Some(b'*') { self.at += 1; e = Mul(Box::new(e), Box::new(self.atom()?)); }
        Ok(e)
    }
    fn atom(&mut self) -> Result<Expr, SyntaxError> {
        match self.peek() {
            Some(c) if c.is_ascii_digit() => {
                let start = self.at;
                while self.peek().map_or(false, |c| c.is_ascii_digit() || c == b'.') { self.at += 1; }
                let text = std::str::from_utf8(&self.text[start..self.at]).unwrap();
                text.parse().map(Num).map_err(|_| SyntaxError { at: start, what: Cow::Owned(format!("not a number: {}", text)) })
            }
            Some(b'x') => { self.at += 2; Ok(Var((self.text[self.at - 1] - b'0') as usize)) }
            Some(b'(') => { self.at += 1; let e = self.sum()?; self.at += 1; Ok(e) }
            Some(c) if c.is_ascii_alphabetic() => {
                let start = self.at;
                while self.peek().map_or(false, |c| c.is_ascii_alphabetic()) { self.at += 1; }
                let name = String::from_utf8_lossy(&self.text[start..self.at]).into_owned();
                Ok(Call(name, Box::new(self.atom()?)))
            }
            _ => Err(SyntaxError { at: self.at, what: Cow::Borrowed("nothing here") }),
        }
    }
}
impl Expr {
    fn eval(&self, vars: &[f64], fun: &dyn Fn(&str, f64) -> Option<f64>) -> Option<f64> {
        Some(match self {
            Num(v) => *v,
            Var(i) => *vars.get(*i)?,
            Add(a, b) => a.eval(vars, fun)? + b.eval(vars, fun)?,
            Mul(a, b) => a.eval(vars, fun)? * b.eval(vars, fun)?,
            Call(name, a) => fun(name, a.eval(vars, fun)?)?,
        })
    }
    fn bind(&self, index: usize, value: f64) -> Cow<'_, Expr> {
        match self {
            Var(i) if *i == index => Cow::Owned(Num(value)),
            Add(a, b) | Mul(a, b) => match (a.bind(index, value), b.bind(index, value)) {
                (Cow::Borrowed(_), Cow::Borrowed(_)) => Cow::Borrowed(self),
                (a, b) => Cow::Owned(match self { Add(..) => Add(Box::new(a.into_owned()), Box::new(b.into_owned())), _ => Mul(Box::new(a.into_owned()), Box::new(b.into_owned())) }),
            },
            Call(n, a) => match a.bind(index, value) { Cow::Borrowed(_) => Cow::Borrowed(self), Cow::Owned(a) => Cow::Owned(Call(n.clone(), Box::new(a))) },
            _ => Cow::Borrowed(self),
        }
    }
}
fn run(x: &[f64]) -> f64 {
    let scale = x[10];
    let fun = |name: &str, v: f64| match name { "sin" => Some(v.sin()), "sq" => Some(v * v * scale), "log" if v > 0.0 => Some(v.ln()), _ => None };
    let mut s = 0.0;
    for (k, text) in ["x0*x1+sin(x2)*2.5", "sq(x3+x4*x5)", "log(x6)+3*x7*x7", "unknown(x8)+1", "x0+*x1", "x9+1.2.3*x0", "(x1+x2)*(x3+4)*sq(x5)"].iter().enumerate() {
        let mut p = Parser { text: text.as_bytes(), at: 0 };
        s += match p.sum() {
            Ok(e) => {
                let bound = e.bind(k, x[11]);
                let tail: f64 = x.iter().skip(k).zip(x.iter().rev()).map(|(a, b)| a * b).scan(0.0, |acc, v| { *acc = 0.5 * *acc + v; Some(*acc) }).take(3).fold(0.0, |m, v| m + v);
                e.eval(x, &fun).unwrap_or(x[8] * 0.5) + 0.3 * bound.eval(x, &fun).unwrap_or(tail) + 0.01 * tail
            }
            Err(e) => (e.at + e.what.len()) as f64 * x[k] * 0.1,
        };
    }
    s
}
use std::slice::from_raw_parts;
#[no_mangle] pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 { run(from_raw_parts(x, n)) }
