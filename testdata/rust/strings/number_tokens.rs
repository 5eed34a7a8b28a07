// Numbers read from texts, in tokens that own names otherwise: a token's word is read as a double
// on one way, and joins names' addresses and numbers on others.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: builds newest 1 2
// llad: builds oldest 1

use std::iter::Peekable;
use std::str::Chars;
#[derive(Debug, Clone, PartialEq)]
enum Token {
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
    Arity {
        name: String,
        want: usize,
        got: usize,
    },
    Eof,
    Domain(f64),
}
#[derive(Debug, Clone)]
pub enum Expr {
    Const(f64),
    Var(String),
    Neg(Box<Expr>),
    Bin(char, Box<Expr>, Box<Expr>),
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
    fn bump(&mut self) -> Option<Token> {
        let t = self.toks.get(self.at).cloned();
        self.at += 1;
        t
    }
    fn atom(&mut self) -> Result<Expr, EvalError> {
        match self.bump().ok_or(EvalError::Eof)? {
            Token::Num(v) => Ok(Expr::Const(v)),
            Token::Op(c @ ('+' | '/')) => {
                Ok(Expr::Bin(c, Box::new(self.atom()?), Box::new(self.atom()?)))
            }
            Token::Comma => Err(EvalError::Arity {
                name: String::from("list"),
                want: 1,
                got: self.at,
            }),
            Token::Op('-') => Ok(Expr::Neg(Box::new(self.atom()?))),
            Token::LParen => {
                let e = self.atom()?;
                self.bump();
                Ok(e)
            }
            Token::Ident(n) => Ok(Expr::Var(n)),
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
fn eval(e: &Expr, x: &[f64]) -> Result<f64, EvalError> {
    Ok(match e {
        Expr::Const(c) => *c,
        Expr::Var(v) => {
            if v == "a" {
                x[0]
            } else {
                return Err(EvalError::UnknownVar(v.clone()));
            }
        }
        Expr::Neg(a) => -eval(a, x)?,
        Expr::Bin(op, a, b) => {
            let (a, b) = (eval(a, x)?, eval(b, x)?);
            match op {
                '+' => a + b,
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
    })
}
fn run(src: &str, x: &[f64]) -> Result<f64, EvalError> {
    let mut p = Parser::new(src)?;
    let e = p.atom()?;
    eval(&e, x)
}
#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let mut s = 0.0;
    for (k, src) in ["2.5", "a", "/a 4", "b", "%", ","].iter().enumerate() {
        s += match run(src, x) {
            Ok(v) => v * x[k],
            Err(EvalError::Arity { name, want, got }) => (name.len() + want + got) as f64 * x[2],
            Err(_) => x[1],
        };
    }
    s
}
