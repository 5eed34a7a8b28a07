// Formulas with functions in a map and names in a chain of scopes, whose errors are boxed: the keys of the maps'
// hashes are numbers that a variable of the library's keeps and counts up.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: builds newest 2

use std::collections::HashMap;
use std::iter::Peekable;
use std::str::Chars;
#[derive(Debug, Clone, PartialEq)]
pub enum Token {
    Num(f64),
    Ident(String),
    Op(char),
    LParen,
    RParen,
    Comma,
}
#[derive(Debug)]
pub enum EvalError {
    Unexpected(char, usize),
    UnknownVar(String),
    UnknownFn(String),
    Arity {
        name: String,
        want: usize,
        got: usize,
    },
    Eof,
    Domain(f64),
}
impl std::fmt::Display for EvalError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            EvalError::Unexpected(c, p) => write!(f, "unexpected {} at {}", c, p),
            EvalError::UnknownVar(s) | EvalError::UnknownFn(s) => write!(f, "unknown {}", s),
            EvalError::Arity { name, want, got } => write!(f, "{} {} {}", name, want, got),
            EvalError::Eof => f.write_str("eof"),
            EvalError::Domain(d) => write!(f, "domain {:.3}", d),
        }
    }
}
impl std::error::Error for EvalError {}
#[derive(Debug, Clone)]
pub enum Expr {
    Const(f64),
    Var(String),
    Neg(Box<Expr>),
    Bin(char, Box<Expr>, Box<Expr>),
    Call(String, Vec<Expr>),
    Cond(Box<Expr>, Box<Expr>, Box<Expr>),
}
struct Lexer<'a> {
    chars: Peekable<Chars<'a>>,
    pos: usize,
}
impl<'a> Lexer<'a> {
    fn new(s: &'a str) -> Self {
        Lexer {
            chars: s.chars().peekable(),
            pos: 0,
        }
    }
    fn next_token(&mut self) -> Result<Option<Token>, EvalError> {
        while let Some(c) = self.chars.peek() {
            if c.is_whitespace() {
                self.chars.next();
                self.pos += 1;
            } else {
                break;
            }
        }
        let c = match self.chars.peek() {
            None => return Ok(None),
            Some(&c) => c,
        };
        Ok(Some(if c.is_ascii_digit() || c == '.' {
            let mut s = String::new();
            while let Some(&d) = self.chars.peek() {
                if d.is_ascii_digit() || d == '.' {
                    s.push(d);
                    self.chars.next();
                    self.pos += 1;
                } else {
                    break;
                }
            }
            Token::Num(s.parse().map_err(|_| EvalError::Eof)?)
        } else if c.is_alphabetic() {
            let mut s = String::new();
            while let Some(&d) = self.chars.peek() {
                if d.is_alphanumeric() || d == '_' {
                    s.push(d);
                    self.chars.next();
                    self.pos += 1;
                } else {
                    break;
                }
            }
            Token::Ident(s)
        } else {
            self.chars.next();
            self.pos += 1;
            match c {
                '(' => Token::LParen,
                ')' => Token::RParen,
                ',' => Token::Comma,
                '+' | '-' | '*' | '/' | '^' | '?' | ':' | '<' => Token::Op(c),
                _ => return Err(EvalError::Unexpected(c, self.pos)),
            }
        }))
    }
}
struct Parser {
    toks: Vec<Token>,
    at: usize,
}
impl Parser {
    fn new(s: &str) -> Result<Self, EvalError> {
        let mut l = Lexer::new(s);
        let mut toks = vec![];
        while let Some(t) = l.next_token()? {
            toks.push(t);
        }
        Ok(Parser { toks, at: 0 })
    }
    fn peek(&self) -> Option<&Token> {
        self.toks.get(self.at)
    }
    fn bump(&mut self) -> Option<Token> {
        let t = self.toks.get(self.at).cloned();
        self.at += 1;
        t
    }
    fn prec(op: char) -> u8 {
        match op {
            '?' => 1,
            '<' => 2,
            '+' | '-' => 3,
            '*' | '/' => 4,
            '^' => 6,
            _ => 0,
        }
    }
    fn expr(&mut self, min: u8) -> Result<Expr, EvalError> {
        let mut lhs = self.atom()?;
        while let Some(Token::Op(op)) = self.peek().cloned() {
            let p = Self::prec(op);
            if p < min || p == 0 {
                break;
            }
            self.bump();
            if op == '?' {
                let a = self.expr(1)?;
                match self.bump() {
                    Some(Token::Op(':')) => {}
                    _ => return Err(EvalError::Eof),
                }
                let b = self.expr(1)?;
                lhs = Expr::Cond(Box::new(lhs), Box::new(a), Box::new(b));
                continue;
            }
            let rhs = self.expr(if op == '^' { p } else { p + 1 })?;
            lhs = Expr::Bin(op, Box::new(lhs), Box::new(rhs));
        }
        Ok(lhs)
    }
    fn atom(&mut self) -> Result<Expr, EvalError> {
        match self.bump().ok_or(EvalError::Eof)? {
            Token::Num(v) => Ok(Expr::Const(v)),
            Token::Op('-') => Ok(Expr::Neg(Box::new(self.expr(5)?))),
            Token::LParen => {
                let e = self.expr(1)?;
                self.bump();
                Ok(e)
            }
            Token::Ident(n) => {
                if self.peek() == Some(&Token::LParen) {
                    self.bump();
                    let mut args = Vec::new();
                    loop {
                        args.push(self.expr(1)?);
                        match self.bump() {
                            Some(Token::Comma) => continue,
                            Some(Token::RParen) => break,
                            _ => return Err(EvalError::Eof),
                        }
                    }
                    Ok(Expr::Call(n, args))
                } else {
                    Ok(Expr::Var(n))
                }
            }
            t => Err(EvalError::Unexpected(
                match t {
                    Token::Op(c) => c,
                    _ => ')',
                },
                self.at,
            )),
        }
    }
}
struct Env<'a> {
    vars: HashMap<String, f64>,
    fns: HashMap<&'a str, (usize, fn(&[f64]) -> f64)>,
    parent: Option<&'a Env<'a>>,
}
impl<'a> Env<'a> {
    fn var(&self, n: &str) -> Option<f64> {
        self.vars
            .get(n)
            .copied()
            .or_else(|| self.parent.and_then(|p| p.var(n)))
    }
    fn func(&self, n: &str) -> Option<(usize, fn(&[f64]) -> f64)> {
        self.fns
            .get(n)
            .copied()
            .or_else(|| self.parent.and_then(|p| p.func(n)))
    }
    fn eval(&self, e: &Expr) -> Result<f64, EvalError> {
        Ok(match e {
            Expr::Const(c) => *c,
            Expr::Var(v) => self
                .var(v)
                .ok_or_else(|| EvalError::UnknownVar(v.clone()))?,
            Expr::Neg(a) => -self.eval(a)?,
            Expr::Bin(op, a, b) => {
                let (a, b) = (self.eval(a)?, self.eval(b)?);
                match op {
                    '+' => a + b,
                    '-' => a - b,
                    '*' => a * b,
                    '/' => {
                        if b == 0.0 {
                            return Err(EvalError::Domain(b));
                        } else {
                            a / b
                        }
                    }
                    '^' => a.powf(b),
                    '<' => {
                        if a < b {
                            1.0
                        } else {
                            0.0
                        }
                    }
                    c => return Err(EvalError::Unexpected(*c, 0)),
                }
            }
            Expr::Cond(c, a, b) => {
                if self.eval(c)? != 0.0 {
                    self.eval(a)?
                } else {
                    self.eval(b)?
                }
            }
            Expr::Call(n, args) => {
                let (want, g) = self
                    .func(n)
                    .ok_or_else(|| EvalError::UnknownFn(n.to_string()))?;
                if want != args.len() {
                    return Err(EvalError::Arity {
                        name: n.clone(),
                        want,
                        got: args.len(),
                    });
                }
                let v = args
                    .iter()
                    .map(|a| self.eval(a))
                    .collect::<Result<Vec<_>, _>>()?;
                g(&v)
            }
        })
    }
}
fn run(src: &str, env: &Env) -> Result<f64, Box<dyn std::error::Error>> {
    let mut p = Parser::new(src)?;
    let e = p.expr(1)?;
    Ok(env.eval(&e)?)
}
#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let mut fns: HashMap<&str, (usize, fn(&[f64]) -> f64)> = HashMap::new();
    fns.insert("sin", (1, |a| a[0].sin()));
    fns.insert("hypot", (2, |a| a[0].hypot(a[1])));
    fns.insert("exp", (1, |a| a[0].exp()));
    let base = Env {
        vars: [("a", x[0]), ("b", x[1])]
            .iter()
            .map(|(k, v)| (k.to_string(), *v))
            .collect(),
        fns,
        parent: None,
    };
    let inner = Env {
        vars: x[2..]
            .iter()
            .enumerate()
            .map(|(i, v)| (format!("x{}", i), *v))
            .collect(),
        fns: HashMap::new(),
        parent: Some(&base),
    };
    let mut s = 0.0;
    for (k, src) in ["a*b + 2.5", "sin(a*x1)", "a + zz"].iter().enumerate() {
        match run(src, &inner) {
            Ok(v) => s += v * (k + 1) as f64,
            Err(e) => s += e.to_string().len() as f64 * 0.01 * x[1],
        }
    }
    s
}
