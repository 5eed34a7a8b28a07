// Terms that a recursive parser returns as results, where a term is a number, a box or a
// row: functions that only move a term look at the box's address and at no number.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: builds newest 0

enum Term {
    Twice(Box<Term>),
    Number(f64),
    Product(Vec<f64>),
}

enum Failure {
    End,
    Depth(u16),
}

struct Parser<'a> {
    text: &'a [u8],
    at: usize,
    x: &'a [f64],
}

impl Parser<'_> {
    fn peek(&self) -> Result<u8, Failure> {
        self.text.get(self.at).copied().ok_or(Failure::End)
    }

    fn term(&mut self, depth: u16) -> Result<Term, Failure> {
        if depth > 3 {
            return Err(Failure::Depth(depth));
        }
        let c = self.peek()?;
        self.at += 1;
        Ok(match c {
            b'0'..=b'5' => Term::Number(self.x[(c - b'0') as usize]),
            b'&' => Term::Twice(Box::new(self.term(depth + 1)?)),
            _ => {
                let mut row = vec![];
                while self.peek()? != b']' {
                    match self.term(depth + 1)? {
                        Term::Number(v) => row.push(v),
                        other => row.push(value(&other)),
                    }
                }
                self.at += 1;
                Term::Product(row)
            }
        })
    }

    fn terms(&mut self) -> Result<Vec<Term>, Failure> {
        let mut all = vec![];
        while self.at < self.text.len() {
            all.push(self.term(0)?);
        }
        Ok(all)
    }
}

fn value(t: &Term) -> f64 {
    match t {
        Term::Number(v) => v * v,
        Term::Product(row) => row.iter().product(),
        Term::Twice(b) => 2.0 * value(b),
    }
}

fn total(text: &str, x: &[f64]) -> f64 {
    match (Parser { text: text.as_bytes(), at: 0, x }).terms() {
        Ok(v) => v.iter().map(value).sum(),
        Err(Failure::End) => 3.0 * x[0],
        Err(Failure::Depth(d)) => d as f64 * x[2],
    }
}

#[no_mangle]
pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = std::slice::from_raw_parts(x, n);
    total("01&2[3&45]&&1", x) + total("[01", x) * total("&&&&1", x)
}
