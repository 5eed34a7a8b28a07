// Formulas in text: functions in recursion read one into an enum of boxes, names and numbers,
// another evaluates it, with errors that have a String, and vectors of arguments collected into a
// result; and a tree of shared nodes with closures.
// llad: func f double
// llad: arg x dup double[4] range(0.5,2)
// llad: arg n const size_t 4
// llad: builds newest 0 1 3
use std::rc::Rc;

enum Formula {
    Number(f64),
    Name(String),
    Minus(Box<Formula>),
    Pair(Box<Formula>, char, Box<Formula>),
    Call(String, Vec<Formula>),
}

enum Failure {
    Unknown(String),
    Sign,
    End,
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn next(&self) -> Option<char> {
        self.text.get(self.at).map(|&c| c as char)
    }

    fn word(&mut self) -> String {
        let begin = self.at;
        while self.next().map_or(false, |c| c.is_ascii_alphanumeric() || c == '.') {
            self.at += 1;
        }
        String::from_utf8_lossy(&self.text[begin..self.at]).to_string()
    }

    fn factor(&mut self) -> Result<Formula, Failure> {
        match self.next() {
            Some('(') => {
                self.at += 1;
                let inner = self.sum()?;
                self.at += 1;
                Ok(inner)
            }
            Some('-') => {
                self.at += 1;
                Ok(Formula::Minus(Box::new(self.factor()?)))
            }
            Some(c) if c.is_ascii_digit() => {
                let word = self.word();
                Ok(Formula::Number(word.parse().map_err(|_| Failure::Sign)?))
            }
            Some(c) if c.is_ascii_alphabetic() => {
                let name = self.word();
                if self.next() != Some('(') {
                    return Ok(Formula::Name(name));
                }
                let mut list = Vec::new();
                while self.next() != Some(')') {
                    self.at += 1;
                    list.push(self.sum()?);
                }
                self.at += 1;
                Ok(Formula::Call(name, list))
            }
            Some(_) => Err(Failure::Sign),
            None => Err(Failure::End),
        }
    }

    fn product(&mut self) -> Result<Formula, Failure> {
        let mut left = self.factor()?;
        while let Some(c @ ('*' | '/')) = self.next() {
            self.at += 1;
            left = Formula::Pair(Box::new(left), c, Box::new(self.factor()?));
        }
        Ok(left)
    }

    fn sum(&mut self) -> Result<Formula, Failure> {
        let mut left = self.product()?;
        while let Some(c @ ('+' | '-')) = self.next() {
            self.at += 1;
            left = Formula::Pair(Box::new(left), c, Box::new(self.product()?));
        }
        Ok(left)
    }
}

fn value(e: &Formula, names: &[(String, f64)]) -> Result<f64, Failure> {
    Ok(match e {
        Formula::Number(v) => *v,
        Formula::Name(n) => names.iter().find(|p| p.0 == *n).map(|p| p.1).ok_or_else(|| Failure::Unknown(n.clone()))?,
        Formula::Minus(a) => -value(a, names)?,
        Formula::Pair(a, op, b) => {
            let (u, v) = (value(a, names)?, value(b, names)?);
            match op {
                '+' => u + v,
                '-' => u - v,
                '*' => u * v,
                _ => u / v,
            }
        }
        Formula::Call(n, list) => {
            let v = list.iter().map(|a| value(a, names)).collect::<Result<Vec<f64>, Failure>>()?;
            match n.as_str() {
                "norm" => v.iter().map(|a| a * a).sum::<f64>().sqrt(),
                "sin" => v[0].sin(),
                _ => return Err(Failure::Unknown(n.clone())),
            }
        }
    })
}

trait Node {
    fn at(&self, x: &[f64]) -> f64;
}

struct Input(usize);
struct Joined(Box<dyn Fn(f64, f64) -> f64>, Rc<dyn Node>, Rc<dyn Node>);

impl Node for Input {
    fn at(&self, x: &[f64]) -> f64 {
        x[self.0]
    }
}

impl Node for Joined {
    fn at(&self, x: &[f64]) -> f64 {
        (self.0)(self.1.at(x), self.2.at(x))
    }
}

fn tree(depth: usize, k: usize, x: &[f64]) -> Rc<dyn Node> {
    if depth == 0 {
        return Rc::new(Input(k % x.len()));
    }
    let w = x[depth % x.len()];
    Rc::new(Joined(Box::new(move |a, b| a * w + b.cos()), tree(depth - 1, k + 1, x), tree(depth - 1, 2 * k, x)))
}

#[no_mangle]
pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = std::slice::from_raw_parts(x, n);
    let names: Vec<_> = x.iter().enumerate().map(|(k, v)| (((b'a' + k as u8) as char).to_string(), *v)).collect();
    let mut reader = Reader { text: b"a*b+2.5*(c- -a)/(1+b*b)-d*sin(a*c)+norm(a,b,c-d)", at: 0 };
    let s = match reader.sum().and_then(|e| value(&e, &names)) {
        Ok(v) => v,
        Err(Failure::Unknown(name)) => -(name.len() as f64),
        Err(Failure::Sign) | Err(Failure::End) => 0.0,
    };
    s + tree(3, 1, x).at(x)
}
