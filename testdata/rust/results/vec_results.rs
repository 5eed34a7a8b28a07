// A vector in a result beside an error with a character or an index: its address is moved in
// two halves.
// llad: func f double
// llad: arg x dup double[6] range(0.5,2)
// llad: arg n const size_t 6
// llad: builds newest 0 2 s

pub enum Token {
    Num(f64),
    Ident(char),
    Op(u8),
}
pub enum Error {
    Unexpected(char),
    Empty,
    Bad(u32),
}

fn lex(k: usize, x: &[f64]) -> Result<Vec<Token>, Error> {
    let mut out = Vec::new();
    for i in 0..k {
        match i % 3 {
            0 => out.push(Token::Num(x[i % 6])),
            1 => out.push(Token::Ident('a')),
            _ => out.push(Token::Op(3)),
        };
        if i > 5 {
            return Err(Error::Bad(i as u32));
        }
        if i == 4 && k == 5 {
            return Err(Error::Unexpected('x'));
        }
    }
    if out.is_empty() {
        Err(Error::Empty)
    } else {
        Ok(out)
    }
}

fn eval(k: usize, x: &[f64]) -> Result<f64, Error> {
    let tokens = lex(k, x)?;
    let mut s = 0.0;
    for t in tokens.iter() {
        s += match t {
            Token::Num(v) => v * v,
            Token::Ident(c) => *c as u32 as f64,
            Token::Op(o) => *o as f64,
        }
    }
    Ok(s)
}

fn run(x: &[f64]) -> f64 {
    let mut r = 0.0;
    for k in 0..9 {
        r += match eval(k, x) {
            Ok(v) => v,
            Err(Error::Unexpected(c)) => c as u32 as f64 * x[1],
            Err(Error::Empty) => x[2] * 3.0,
            Err(Error::Bad(n)) => n as f64 * x[4],
        };
    }
    r
}

#[no_mangle]
pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = std::slice::from_raw_parts(x, n);
    run(x)
}
