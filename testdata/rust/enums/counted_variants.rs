// Variants with numbers that are counted up and down where others have floats.
// llad: func f double
// llad: arg x dup double[6] range(0.3,1.7)
// llad: arg n const size_t 6
// llad: builds newest 1 2
// llad: builds oldest s

#[derive(Clone)]
pub enum Cell {
    Value(f64),
    Count(usize),
    Signed(i64),
    Scaled(f64),
    Empty,
}

pub struct Source<'a> {
    x: &'a [f64],
    at: usize,
}

impl Source<'_> {
    fn next(&mut self) -> f64 {
        self.at += 1;
        self.x[self.at % self.x.len()]
    }
}

impl Cell {
    #[inline(never)]
    fn make(s: &mut Source) -> Result<Cell, &'static str> {
        if s.at > 100 {
            return Err("none");
        }
        s.at += 1;
        Ok(match s.at % 5 {
            0 => Cell::Value(s.next()),
            1 => Cell::Count(s.at),
            2 => Cell::Signed(-(s.at as i64)),
            3 => Cell::Scaled(s.next() * 2.0),
            _ => Cell::Empty,
        })
    }

    #[inline(never)]
    fn value(&self) -> f64 {
        match self {
            Cell::Value(v) => v * v,
            Cell::Count(n) => [0.1, 0.4, 0.2][*n % 3],
            Cell::Signed(k) => {
                if *k > -3 {
                    1.25
                } else {
                    0.5
                }
            }
            Cell::Scaled(v) => v.sin(),
            Cell::Empty => 0.3,
        }
    }

    fn step(&mut self) {
        match self {
            Cell::Value(v) => *v = *v * 0.7 + v.sin(),
            Cell::Count(n) => *n += 2,
            Cell::Signed(k) => *k -= 1,
            Cell::Scaled(v) => *v *= 1.1,
            Cell::Empty => {}
        }
    }

    fn tick(&mut self) {
        if let Cell::Count(n) = self {
            *n += 1;
        }
    }
}

fn run(x: &[f64]) -> Result<f64, &'static str> {
    let mut s = Source { x, at: 0 };
    let mut a = Cell::make(&mut s)?;
    let mut sum = a.value();
    for k in 0..9 {
        let mut b = Cell::make(&mut s)?;
        std::mem::swap(&mut a, &mut b);
        b.step();
        b.tick();
        sum += b.value() * (1.0 + a.value());
        let mut o = if k % 3 > 0 { Some(Cell::make(&mut s)?) } else { None };
        if let Some(c) = o.as_mut() {
            c.step();
        }
        sum += o.map_or(0.2, |c| c.value());
    }
    Ok(sum)
}

/// # Safety
///
/// `x` has `n` elements.
#[no_mangle]
pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 {
    run(std::slice::from_raw_parts(x, n)).unwrap_or(0.0)
}
