// Optional ordered maps in results, with an error that may be a number, changed, collected with
// their index and sorted: a word of the result is a map's root at some times and that number at others,
// and is moved as a float.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: builds oldest 2

use std::collections::BTreeMap;

enum Fault {
    At(u32),
    Value(f64),
    Small(u8),
}

struct Source<'a> {
    x: &'a [f64],
    at: usize,
}

impl Source<'_> {
    fn next(&mut self) -> f64 {
        let v = self.x[self.at % self.x.len()];
        self.at += 1;
        v
    }
    fn count(&mut self) -> usize {
        self.at += 1;
        self.at
    }
}

trait Read: Sized {
    fn read(s: &mut Source) -> Result<Self, Fault>;
    fn sum(&self) -> f64;
    fn change(&mut self, a: f64);
}

impl Read for f64 {
    fn read(s: &mut Source) -> Result<f64, Fault> {
        let v = s.next();
        if v > 1e6 {
            return Err(Fault::Small(3));
        }
        Ok(v)
    }
    fn sum(&self) -> f64 {
        *self + 0.25 * self * self
    }
    fn change(&mut self, a: f64) {
        *self = *self * a + self.sin();
    }
}

fn doubled<T: Read>(v: &Option<T>) -> f64 {
    match v {
        Some(e) if e.sum() > 0.1 => e.sum() * 2.0,
        Some(e) => e.sum(),
        None => 0.1,
    }
}

struct Reading(Option<f64>);

impl Read for Reading {
    fn read(s: &mut Source) -> Result<Reading, Fault> {
        if s.at > 100000 {
            return Err(Fault::At(7));
        }
        Ok(Reading(if s.count() % 3 > 0 { Some(f64::read(s)?) } else { None }))
    }
    fn sum(&self) -> f64 {
        doubled(&self.0)
    }
    fn change(&mut self, a: f64) {
        if let Some(e) = &mut self.0 {
            e.change(a);
        }
    }
}

struct Table(BTreeMap<u32, Reading>);

impl Read for Table {
    fn read(s: &mut Source) -> Result<Table, Fault> {
        if s.x[0] > 1e5 {
            return Err(Fault::Small(3));
        }
        let mut all = BTreeMap::new();
        for k in 0..3u32 {
            let v = Reading::read(s)?;
            all.insert((k * 3 + 1) % 5, v);
        }
        Ok(Table(all))
    }
    fn sum(&self) -> f64 {
        let mut r = 0.0;
        for v in self.0.values() {
            r = r * 0.5 + v.sum();
        }
        r
    }
    fn change(&mut self, a: f64) {
        for v in self.0.values_mut() {
            v.change(a);
        }
    }
}

struct Entry(Option<Table>);

impl Read for Entry {
    fn read(s: &mut Source) -> Result<Entry, Fault> {
        if s.at > 100000 {
            return Err(Fault::Value(s.next()));
        }
        Ok(Entry(if s.count() % 2 > 0 { Some(Table::read(s)?) } else { None }))
    }
    fn sum(&self) -> f64 {
        doubled(&self.0)
    }
    fn change(&mut self, a: f64) {
        if let Some(e) = &mut self.0 {
            e.change(a);
        }
    }
}

fn run(x: &[f64]) -> Result<f64, Fault> {
    let mut s = Source { x, at: 0 };
    let mut list = Vec::new();
    for k in 0..2 {
        let mut e = Entry::read(&mut s)?;
        if k % 2 == 0 {
            e.change(0.6);
        }
        list.push((k as u32, e));
    }
    list.sort_by(|p, q| q.1.sum().partial_cmp(&p.1.sum()).unwrap());
    let mut r = 0.0;
    for (k, e) in &list {
        r += (*k as f64 + 1.0) * e.sum() * 0.2;
    }
    Ok(r)
}

#[no_mangle]
pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 {
    match run(std::slice::from_raw_parts(x, n)) {
        Ok(v) => v,
        Err(Fault::At(k)) => k as f64,
        Err(Fault::Value(v)) => v,
        Err(Fault::Small(k)) => k as f64,
    }
}
