// Boxed structs of numbers behind results with boxed errors, swapped: the word that holds a
// number here holds the address of an error there, and the function that makes the struct stores
// both, the address as one and the number as an integer that is chosen among the two.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: builds newest 0 2
// llad: builds oldest 1

use std::error::Error;

struct Source<'a> {
    x: &'a [f64],
    at: usize,
}

impl Source<'_> {
    fn number(&mut self) -> Result<f64, Box<dyn Error>> {
        let v = self.x[self.at % self.x.len()];
        self.at += 1;
        if v > 1e6 {
            return Err(Box::from(format!("number {} is too large", self.at)));
        }
        Ok(v)
    }

    fn count(&mut self) -> Result<u32, Box<dyn Error>> {
        self.at += 1;
        if self.at > 100000 {
            return Err(Box::from(format!("no count at {}", self.at)));
        }
        Ok((self.at % 9) as u32)
    }
}

struct Spring {
    length: f64,
    turns: u32,
    force: f64,
}

impl Spring {
    fn read(s: &mut Source) -> Result<Spring, Box<dyn Error>> {
        Ok(Spring { length: s.number()?, turns: s.count()?, force: s.number()? })
    }

    fn boxed(s: &mut Source) -> Result<Box<Spring>, Box<dyn Error>> {
        if s.at > 100000 {
            return Err("none".into());
        }
        Ok(Box::new(Spring::read(s)?))
    }

    fn pull(&mut self, by: f64) {
        self.length = self.length * by + self.length.sin();
        self.force += self.length;
    }

    fn energy(&self) -> f64 {
        self.length * self.force
    }
}

fn run(x: &[f64]) -> Result<f64, Box<dyn Error>> {
    let mut s = Source { x, at: 0 };
    let mut a = Spring::boxed(&mut s)?;
    let mut b = Spring::boxed(&mut s)?;
    std::mem::swap(&mut a, &mut b);
    b.pull(0.9);
    Ok(a.energy() * b.energy() + a.turns as f64)
}

#[no_mangle]
pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 {
    run(std::slice::from_raw_parts(x, n)).unwrap_or(0.0)
}
