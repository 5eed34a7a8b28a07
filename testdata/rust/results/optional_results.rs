// Numbers behind options of results with boxed errors: what stands in the word beside the tag is
// chosen among a number and the address of an error, and stored where it is read as that address.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: builds oldest 1 s

use std::error::Error;

type Failure = Box<dyn Error>;

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
            return Err("too large".into());
        }
        Ok(v)
    }
}

pub struct Sample(Result<f64, Failure>);

pub trait Read: Sized {
    fn read(s: &mut Source) -> Result<Self, Failure>;
    fn value(&self) -> f64;
}

impl Read for Sample {
    fn read(s: &mut Source) -> Result<Sample, Failure> {
        if s.at > 100000 {
            return Err(Box::from(format!("no sample at {}", s.at)));
        }
        Ok(Sample(if s.count() % 4 == 0 { Err(Box::from(format!("no number at {}", s.at))) } else { s.number() }))
    }

    fn value(&self) -> f64 {
        self.0.as_ref().map(|v| v + 0.25 * v * v).unwrap_or(0.4)
    }
}

pub struct Optional(Option<Sample>);

impl Read for Optional {
    fn read(s: &mut Source) -> Result<Optional, Failure> {
        if s.x[0] > 1e5 {
            return Err("none".into());
        }
        Ok(Optional(if s.count() % 3 > 0 { Some(Sample::read(s)?) } else { None }))
    }

    fn value(&self) -> f64 {
        if let Some(v) = &self.0 {
            v.value()
        } else {
            0.3
        }
    }
}

fn run(x: &[f64]) -> Result<f64, Failure> {
    let mut s = Source { x, at: 0 };
    let mut sum = 0.0;
    match Optional::read(&mut s) {
        Ok(v) => sum += v.value(),
        Err(e) => return Err(e),
    }
    Ok(sum)
}

#[no_mangle]
pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 {
    match run(std::slice::from_raw_parts(x, n)) {
        Ok(v) => v,
        Err(_) => 0.0,
    }
}
