// Results with enums of which one variant owns an ordered map and another is numbers: where the
// result is handed on, rustc 1.63 moves the map's address as the number that another variant has in its place.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: builds oldest 1 s

use std::collections::BTreeMap;

pub struct Source<'a> {
    x: &'a [f64],
    at: usize,
}

impl Source<'_> {
    fn count(&mut self) -> usize {
        self.at += 1;
        self.at
    }

    fn number(&mut self) -> Result<f64, Failure> {
        let v = self.x[self.at % self.x.len()];
        self.at += 1;
        if v > 1e6 {
            return Err(Failure::Large);
        }
        Ok(v)
    }
}

pub enum Failure {
    Empty,
    Large,
}

pub struct Pair {
    a: f64,
    b: f64,
}

impl Pair {
    fn read(s: &mut Source) -> Result<Pair, Failure> {
        if s.at > 100000 {
            return Err(Failure::Empty);
        }
        Ok(Pair { a: s.number()?, b: s.number()? })
    }
}

pub struct Weighted {
    p: f64,
    k: u32,
    q: f64,
}

impl Weighted {
    fn read(s: &mut Source) -> Result<Weighted, Failure> {
        Ok(Weighted { p: s.number()?, k: s.count() as u32 % 9, q: s.number()? })
    }
}

pub struct Table(BTreeMap<u32, Pair>);

impl Table {
    fn read(s: &mut Source) -> Result<Table, Failure> {
        let mut m = BTreeMap::new();
        for i in 0..1u32 {
            let v = Pair::read(s)?;
            m.insert((i * 3 + 1) % 5, v);
        }
        Ok(Table(m))
    }
}

pub enum Term {
    Table(Table),
    Number(f64),
    Count(i64),
    Index(i64),
    Weighted(Weighted),
}

impl Term {
    fn read(s: &mut Source) -> Result<Term, Failure> {
        Ok(match s.count() % 5 {
            0 => Term::Table(Table::read(s)?),
            1 => Term::Number(s.number()?),
            2 => Term::Count(s.count() as i64 % 9 - 4),
            3 => Term::Index(s.count() as i64 % 7),
            _ => Term::Weighted(Weighted::read(s)?),
        })
    }

    fn value(&self) -> f64 {
        match self {
            Term::Table(t) => t.0.values().fold(0.0, |r, v| r * 0.5 + v.a + v.b * v.b),
            Term::Number(v) => 1.2 * v * v,
            Term::Count(k) | Term::Index(k) => *k as f64,
            Term::Weighted(w) => w.p * w.q + w.k as f64,
        }
    }
}

fn sum(x: &[f64]) -> Result<f64, Failure> {
    let mut s = Source { x, at: 0 };
    let _ = Term::read(&mut s)?;
    let terms: Vec<Term> = (0..9).map(|_| Term::read(&mut s)).collect::<Result<_, _>>()?;
    Ok(terms.iter().map(Term::value).sum())
}

#[no_mangle]
pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 {
    sum(std::slice::from_raw_parts(x, n)).unwrap_or(0.0)
}
