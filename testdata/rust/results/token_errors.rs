// Numbers and errors in the same words of results, which are copied through locals of which
// members are accessed that are shorter.
// llad: func f double
// llad: arg x dup double[6] range(0.5,2)
// llad: arg n const size_t 6
// llad: builds newest 0 2

#[derive(Clone)]
pub enum Token {
    Num(f64),
    Ident(char),
    Op(u8),
}
pub enum Error {
    Unexpected(char),
    End,
    Bad(u32),
}
struct Tokens<'a> {
    list: &'a [Token],
    at: usize,
}
impl<'a> Tokens<'a> {
    fn next(&mut self) -> Option<Token> {
        let t = self.list.get(self.at).cloned();
        self.at += 1;
        t
    }
    fn atom(&mut self) -> Result<f64, Error> {
        match self.next().ok_or(Error::End)? {
            Token::Num(v) => Ok(v),
            Token::Ident('b') => Err(Error::Bad(7)),
            Token::Ident(c) => Ok(c as u32 as f64),
            Token::Op(o) => Err(Error::Unexpected(o as char)),
        }
    }
}

fn run(x: &[f64]) -> f64 {
    let list = vec![
        Token::Num(x[0]),
        Token::Num(x[1] * x[2]),
        Token::Op(40),
        Token::Ident('a'),
        Token::Ident('b'),
        Token::Num(x[4]),
    ];
    let mut t = Tokens { list: &list, at: 0 };
    let mut r = 0.0;
    for _ in 0..7 {
        r += match t.atom() {
            Ok(v) => v * x[3],
            Err(Error::Unexpected(c)) => c as u32 as f64 * x[1],
            Err(Error::End) => x[2] * 3.0,
            Err(Error::Bad(n)) => n as f64 * x[5],
        };
    }
    r
}

#[no_mangle]
pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = std::slice::from_raw_parts(x, n);
    run(x)
}
