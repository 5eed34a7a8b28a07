// Results of optional ordered maps, with errors one of which has a number, collected and sorted: bytes are
// copied in nodes that have floats too, as parts of floats would be.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: builds oldest 2 3

use std::collections::BTreeMap;

enum Fault {
    Missing,
    At(u32),
    Value(f64),
}

struct Source<'a> {
    x: &'a [f64],
    at: usize,
}

impl<'a> Source<'a> {
    fn number(&mut self) -> Result<f64, Fault> {
        let v = self.x[self.at % self.x.len()];
        self.at += 1;
        if v > 1e6 { Err(Fault::At(3)) } else { Ok(v) }
    }
    fn count(&mut self) -> usize {
        self.at += 1;
        self.at
    }
}

struct Reading(Option<f64>);

impl Reading {
    fn read(s: &mut Source) -> Result<Reading, Fault> {
        if s.at > 100000 {
            return Err(Fault::At(7));
        }
        Ok(Reading(if s.count() % 3 > 0 { Some(s.number()?) } else { None }))
    }
    fn sum(&self) -> f64 {
        self.0.map_or(0.1, |v| v + 0.25 * v * v)
    }
}

struct Table(BTreeMap<u8, Reading>);

impl Table {
    fn read(s: &mut Source) -> Result<Table, Fault> {
        if s.x[0] > 1e5 {
            return Err(Fault::Missing);
        }
        let mut all = BTreeMap::new();
        for k in 0..3u32 {
            let v = Reading::read(s)?;
            all.insert(((k * 3 + 1) % 5) as u8, v);
        }
        Ok(Table(all))
    }
    fn sum(&self) -> f64 {
        self.0.values().fold(0.0, |r, v| r * 0.5 + v.sum())
    }
}

struct Entry(Option<Table>);

impl Entry {
    fn read(s: &mut Source) -> Result<Entry, Fault> {
        if s.at > 100000 {
            return Err(Fault::Value(s.x[0]));
        }
        Ok(Entry(if s.count() % 2 > 0 { Some(Table::read(s)?) } else { None }))
    }
    fn sum(&self) -> f64 {
        match &self.0 {
            Some(t) => t.sum(),
            None => 0.1,
        }
    }
}

fn run(x: &[f64]) -> Result<f64, Fault> {
    let mut s = Source { x, at: 0 };
    let mut all = Vec::new();
    for k in 0..2 {
        let mut e = Entry::read(&mut s)?;
        if let Some(t) = &mut e.0 {
            for v in t.0.values_mut() {
                if let Some(v) = &mut v.0 {
                    *v = *v * 0.6 + v.sin();
                }
            }
        }
        all.push((k as u32, e));
    }
    all.sort_by(|p, q| q.1.sum().partial_cmp(&p.1.sum()).unwrap());
    Ok(all.iter().map(|(k, e)| (*k as f64 + 1.0) * e.sum() * 0.2).sum())
}

#[no_mangle]
pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 {
    match run(std::slice::from_raw_parts(x, n)) {
        Ok(v) => v,
        Err(Fault::Value(v)) => v,
        Err(_) => 0.0,
    }
}
