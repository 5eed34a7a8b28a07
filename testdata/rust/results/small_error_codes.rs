// Results whose error is a small code where the other variant has an address, and settings that are
// cut out of text at words.
// llad: func f double
// llad: arg x dup double[6] range(0.5,2)
// llad: arg n const size_t 6
// llad: builds oldest 2 s 3
use std::collections::HashMap;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Code {
    Near,
    Far,
    None,
}

enum Fault {
    Missing(Code),
    Empty { from: f64, to: f64 },
}

struct Curve {
    knots: Vec<(u16, f64)>,
    shift: f64,
}

impl Curve {
    fn at(&self, day: u16) -> f64 {
        self.knots.iter().map(|(d, v)| v / (1.0 + f64::from(day.max(*d) - d))).sum::<f64>() + self.shift
    }
}

struct Market {
    curves: HashMap<Code, Curve>,
    scale: f64,
}

impl Market {
    #[inline(never)]
    fn price(&self, days: &[u16], code: Code) -> Result<f64, Fault> {
        let curve = self.curves.get(&code).ok_or(Fault::Missing(code))?;
        if days.is_empty() {
            return Err(Fault::Empty { from: self.scale, to: curve.shift });
        }
        Ok(days.iter().map(|d| curve.at(*d)).sum::<f64>() * self.scale)
    }
}

impl Market {
    #[inline(never)]
    fn total(&self, days: &[u16], codes: &[Code]) -> Result<f64, Fault> {
        match codes {
            [] => Ok(0.0),
            [first, rest @ ..] => Ok(self.price(days, *first)? + 0.5 * self.total(days, rest)?),
        }
    }
}

#[no_mangle]
pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = std::slice::from_raw_parts(x, n);
    let mut market = Market { curves: HashMap::new(), scale: x[0] };
    market.curves.insert(Code::Near, Curve { knots: vec![(1, x[1]), (5, x[2] * x[3])], shift: x[4] });
    market.curves.insert(Code::Far, Curve { knots: vec![(3, x[3])], shift: x[5] * x[5] });
    let mut sum = 0.0;
    for (k, days) in [&[2u16, 7, 9][..], &[4], &[]].iter().enumerate() {
        for codes in [&[Code::Near, Code::Far][..], &[Code::Far], &[Code::Near, Code::None]] {
            sum += match market.total(days, codes) {
                Ok(v) => v * (k + 1) as f64,
                Err(Fault::Missing(c)) => c as u8 as f64 * x[1],
                Err(Fault::Empty { from, to }) => from * to,
            };
        }
    }
    sum
}
