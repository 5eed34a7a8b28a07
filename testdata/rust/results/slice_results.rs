// Boxed slices of results whose errors have a counter, read where another error has the counter
// again: optimised code chooses the word that goes to memory among a number, the counter and,
// where the error is handed on, a slice's length.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: builds oldest 2 3 s

pub enum Fault {
    Empty,
    At(usize),
}

pub struct Source<'a> {
    x: &'a [f64],
    at: usize,
}

impl Source<'_> {
    fn number(&mut self) -> Result<f64, Fault> {
        let v = self.x[self.at % self.x.len()];
        self.at += 1;
        if v > 1e6 {
            return Err(Fault::Empty);
        }
        Ok(v)
    }
}

pub struct Sample(Result<f64, Fault>);

impl Sample {
    #[inline(never)]
    fn read(s: &mut Source) -> Result<Sample, Fault> {
        if s.at > 100000 {
            return Err(Fault::At(s.at));
        }
        s.at += 1;
        Ok(Sample(if s.at % 4 == 0 { Err(Fault::Empty) } else { s.number() }))
    }

    #[inline(never)]
    fn value(&self) -> f64 {
        match &self.0 {
            Ok(v) => v * (1.0 + 0.25 * v),
            Err(Fault::Empty) => 0.5,
            Err(Fault::At(k)) => (*k % 7) as f64,
        }
    }

    fn grow(&mut self, by: f64) {
        if let Ok(v) = &mut self.0 {
            *v = *v * by + v.sin();
        }
    }
}

pub struct Series(Box<[Sample]>);

impl Series {
    fn read(s: &mut Source) -> Result<Series, Fault> {
        if s.x[0] > 1e5 {
            return Err(Fault::At(s.at));
        }
        let mut v = Vec::new();
        for _ in 0..4 {
            v.push(Sample::read(s)?);
        }
        Ok(Series(v.into_boxed_slice()))
    }

    fn total(&self) -> f64 {
        self.0.windows(1).map(|w| w[0].value()).sum()
    }

    fn grow(&mut self, by: f64) {
        for c in self.0.chunks_mut(2) {
            c[0].grow(by);
        }
    }
}

fn run(x: &[f64]) -> Result<f64, Fault> {
    let mut s = Source { x, at: 0 };
    let mut a = Series::read(&mut s)?;
    let mut b = Series::read(&mut s)?;
    std::mem::swap(&mut a, &mut b);
    b.grow(0.9);
    Ok(a.total() * b.total())
}

#[no_mangle]
pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 {
    run(std::slice::from_raw_parts(x, n)).unwrap_or(0.0)
}
