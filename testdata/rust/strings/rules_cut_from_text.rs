// Rules that are cut out of text at words of two characters, by a reader that holds a map with
// values that are active.
// llad: func f double
// llad: arg x dup double[6] range(0.5,2)
// llad: arg n const size_t 6
// llad: builds newest 1 2 s
use std::collections::{BTreeMap, HashMap};

enum Fault {
    Syntax { line: usize, what: String },
    Unknown(String),
}

enum Rate {
    Named(String, f64),
    Const(f64),
}

struct Rule {
    left: Vec<(usize, f64)>,
    rate: Rate,
}

#[derive(Default)]
struct Reader {
    names: Vec<String>,
    ids: HashMap<String, usize>,
    rules: Vec<Rule>,
    rates: BTreeMap<String, f64>,
}

impl Reader {
    fn id(&mut self, s: &str) -> usize {
        if let Some(&i) = self.ids.get(s) {
            return i;
        }
        let i = self.names.len();
        self.names.push(s.to_owned());
        self.ids.insert(s.to_string(), i);
        i
    }

    fn side(&mut self, s: &str) -> Result<Vec<(usize, f64)>, Fault> {
        s.split('+')
            .map(str::trim)
            .map(|t| match t.is_empty() {
                true => Err(Fault::Unknown(t.to_string())),
                false => Ok((self.id(t), 1.0)),
            })
            .collect()
    }

    fn parse(text: &str, rates: BTreeMap<String, f64>) -> Result<Reader, Fault> {
        let mut r = Reader { rates, ..Reader::default() };
        for (line, l) in text.lines().enumerate().map(|(i, l)| (i + 1, l.trim())).filter(|(_, l)| !l.is_empty()) {
            let (sides, rate) = l.split_once(';').ok_or_else(|| Fault::Syntax { line, what: "no rate".into() })?;
            let (a, _) = sides.split_once("->").ok_or(Fault::Syntax { line, what: String::from("no arrow") })?;
            let left = r.side(a)?;
            let words: Vec<&str> = rate.split_whitespace().collect();
            let rate = match words.as_slice() {
                ["const"] => Rate::Const(0.5),
                [name] => Rate::Named(name.to_string(), 2.0),
                other => return Err(Fault::Syntax { line, what: format!("{} words", other.len()) }),
            };
            r.rules.push(Rule { left, rate });
        }
        Ok(r)
    }

    fn speed(&self, y: &[f64]) -> Result<f64, Fault> {
        let mut sum = 0.0;
        for r in &self.rules {
            let k = match &r.rate {
                Rate::Named(n, s) => s * self.rates.get(n).ok_or_else(|| Fault::Unknown(n.clone()))?,
                Rate::Const(k) => *k,
            };
            sum += r.left.iter().fold(k, |v, &(i, s)| v * y[i].powf(s));
        }
        Ok(sum)
    }
}

#[no_mangle]
pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = std::slice::from_raw_parts(x, n);
    let rates: BTreeMap<String, f64> = [("slow", x[0]), ("fast", x[1] * x[1])].iter().map(|(k, v)| (k.to_string(), *v)).collect();
    match Reader::parse("A + B -> C ; slow\n\n C -> A ; fast\n B -> C;const", rates).and_then(|r| r.speed(&x[2..])) {
        Ok(v) => v,
        Err(Fault::Syntax { line, what }) => (line + what.len()) as f64,
        Err(Fault::Unknown(s)) => s.len() as f64,
    }
}
