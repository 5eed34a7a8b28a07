// Vectors of optional shared cells, collected into a result whose error may be a float: optimised
// code loads the vector's address as that float, and makes an address of its bits.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: builds oldest 2 s

use std::cell::RefCell;
use std::rc::Rc;

pub enum Fault {
    Empty,
    Char(char),
    At(u32),
    Value(f64),
}

pub struct Source<'a> {
    x: &'a [f64],
    at: usize,
}

pub trait Quantity: Sized {
    fn read(s: &mut Source) -> Result<Self, Fault>;
    fn total(&self) -> f64;
    fn grow(&mut self, by: f64);
}

impl Quantity for f64 {
    fn read(s: &mut Source) -> Result<f64, Fault> {
        let v = s.x[s.at % s.x.len()];
        s.at += 1;
        if v > 1e6 {
            return Err(Fault::Empty);
        }
        Ok(v)
    }

    fn total(&self) -> f64 {
        *self * (1.0 + 0.25 * *self)
    }

    fn grow(&mut self, by: f64) {
        *self = *self * by + self.sin();
    }
}

pub struct Shared(Rc<RefCell<f64>>);

impl Quantity for Shared {
    fn read(s: &mut Source) -> Result<Shared, Fault> {
        Ok(Shared(Rc::new(RefCell::new(f64::read(s)?))))
    }

    fn total(&self) -> f64 {
        self.0.borrow().total()
    }

    fn grow(&mut self, by: f64) {
        self.0.borrow_mut().grow(by);
    }
}

pub struct Maybe(Option<Shared>);

impl Quantity for Maybe {
    fn read(s: &mut Source) -> Result<Maybe, Fault> {
        s.at += 1;
        Ok(Maybe(if s.at % 2 > 0 { Some(Shared::read(s)?) } else { None }))
    }

    fn total(&self) -> f64 {
        self.0.as_ref().map_or(0.75, |v| v.total())
    }

    fn grow(&mut self, by: f64) {
        if let Some(v) = &mut self.0 {
            v.grow(by);
        }
    }
}

pub struct Row(Vec<Maybe>);

impl Quantity for Row {
    fn read(s: &mut Source) -> Result<Row, Fault> {
        Ok(Row((0..3).map(|_| Maybe::read(s)).collect::<Result<Vec<Maybe>, Fault>>()?))
    }

    fn total(&self) -> f64 {
        self.0.iter().map(|v| v.total()).sum()
    }

    fn grow(&mut self, by: f64) {
        for v in &mut self.0 {
            v.grow(by);
        }
    }
}

fn run(x: &[f64]) -> Result<f64, Fault> {
    let mut s = Source { x, at: 0 };
    let mut row = Row::read(&mut s)?;
    row.grow(0.8);
    Ok(row.total())
}

#[no_mangle]
pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 {
    match run(std::slice::from_raw_parts(x, n)) {
        Ok(v) => v,
        Err(_) => 0.0,
    }
}
